"""Pipelines that search is compared with: other pieces of the same texts, the bundled model, exact cosine.

plain      text[0:500], text[500:1000] and so on: "naive" in LegalBench-RAG (Pipitone and Houir Alami 2024).
LangChain  its RecursiveCharacterTextSplitter with 500 characters, no overlap and its own separators, its
           InMemoryVectorStore and similarity_search_with_score. That store goes through all vectors in Python for every
           query, so it is asked some queries, and must find what the matrix product finds that answers them all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from numpy.typing import NDArray

from piperoll import hashing
from piperoll.embed import backend
from piperoll.evaluate.evaluation import QueryResult, Vectors
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.metrics import measure
from piperoll.search.lexical import best

CHARACTERS = 500
"""Of a piece at most."""
SLAB = 20_000
"""Texts whose vectors are one file: what a run that is stopped has to do again."""
BLOCK = 64
"""Queries that are compared with all pieces at once: bounds memory."""
CHECKED = 20
"""Queries that LangChain's store is asked."""

Place = tuple[str, int, int]
"""A document by its path in the source; start and end of a range of its text."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of texts, and their vectors: shape (pieces, dimension), each of L2 norm 1."""

    places: Sequence[Place]
    vectors: NDArray[np.float32]

    @property
    def characters(self) -> float:
        """Of a piece in the mean."""
        return sum(end - start for _, start, end in self.places) / len(self.places)

    def ask(self, gold: Gold, vectors: Vectors, ks: Sequence[int]) -> list[QueryResult]:
        """What the queries of ``gold`` find among all pieces, as :func:`piperoll.evaluate.evaluation.evaluate` has it.

        Args:
            vectors: of the texts of the queries.
        """
        rows = []
        for begin in range(0, len(gold.queries), BLOCK):
            asked = gold.queries[begin : begin + BLOCK]
            scores = np.stack([vectors[query.text] for query in asked]).astype(np.float32) @ self.vectors.T
            for query, row in zip(asked, scores, strict=True):
                found = best(np.arange(len(row)), row, max(ks))
                hits = [self._hit(rank, one, row[one]) for rank, one in enumerate(found.tolist(), 1)]
                rows.append(QueryResult(query.set, query.id, query.text, hits, measure(query.answers, hits, ks)))
        return rows

    def _hit(self, rank: int, one: int, score: float) -> dict[str, object]:
        source, start, end = self.places[one]
        return {"rank": rank, "score": float(score), "document": source, "source": source, "path": "",
                "start": start, "end": end}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Model(Embeddings):
    """The bundled model, as LangChain wants one. What it embedded lies in ``folder`` and is not embedded again."""

    folder: Path
    name: str = "minilm"
    queries: Vectors = field(default_factory=dict)
    """Texts of queries with their vectors."""

    def matrix(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of ``texts``: shape (texts, dimension)."""
        return np.concatenate([self._slab(texts[begin : begin + SLAB]) for begin in range(0, len(texts), SLAB)])

    def _slab(self, texts: Sequence[str]) -> NDArray[np.float32]:
        model = backend.get(self.name)
        file = self.folder / f"{hashing.name([model.identity, *texts])}.npy"
        if not file.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(".part.npy")
            np.save(draft, model.embed(texts).vectors)
            draft.replace(file)
        vectors: NDArray[np.float16] = np.load(file)
        return vectors.astype(np.float32)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Rows of a matrix, which the store takes as they are: as lists of numbers they would need eight times the
        memory."""
        return list(self.matrix(texts))  # type: ignore[arg-type]

    def embed_query(self, text: str) -> list[float]:
        return self.queries[text].astype(np.float32)  # type: ignore[return-value]


def plain(texts: Mapping[str, str], model: Model) -> Pieces:
    """``texts`` (by source) in pieces of CHARACTERS, cut wherever that is."""
    places = [
        (source, start, min(start + CHARACTERS, len(text)))
        for source, text in texts.items()
        for start in range(0, len(text), CHARACTERS)
    ]
    return Pieces(places, model.matrix([texts[source][start:end] for source, start, end in places]))


def langchain(texts: Mapping[str, str], model: Model, k: int) -> Pieces:
    """LangChain's pipeline over ``texts``; its store is asked the first CHECKED of the model's queries.

    Raises:
        ValueError: what the store found is not what is nearest by the vectors, or a piece is not where it says.
    """
    splitter = RecursiveCharacterTextSplitter(chunk_size=CHARACTERS, chunk_overlap=0, add_start_index=True)
    documents = splitter.create_documents(list(texts.values()), [{"source": source} for source in texts])
    store = InMemoryVectorStore(model)
    store.add_documents(documents)
    found = [(one.metadata["source"], one.metadata["start_index"], one.page_content) for one in documents]
    if any(not texts[source].startswith(content, start) for source, start, content in found):
        raise ValueError("A piece does not stand where the splitter says.")
    pieces = Pieces(
        [(source, start, start + len(content)) for source, start, content in found],
        np.stack([one["vector"] for one in store.store.values()]),
    )
    for text in list(model.queries)[:CHECKED]:
        theirs = [score for _, score in store.similarity_search_with_score(text, k)]
        nearest = np.sort(pieces.vectors @ np.asarray(model.embed_query(text)))[::-1][:k]
        if not np.allclose(theirs, nearest, atol=1e-3):
            raise ValueError(f"The store did not find what is nearest to {text!r}.")
    return pieces


def contents(chunks: Iterator[tuple[Place, str]], model: Model) -> Pieces:
    """Chunks as they are cut, each embedded without its header."""
    places, texts = zip(*chunks, strict=True)
    return Pieces(places, model.matrix(texts))
