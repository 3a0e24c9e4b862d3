"""What a reranker should read of a whole decision, by queries whose decision is known.

    python benchmarks/packing.py CORPUS GOLD [--mode MODE] [--tokens N,N] [--candidates N] [--reranker NAME]

CORPUS is indexed, GOLD as `piperoll evaluate` reads it; an answer is the document that it stands in. The candidates
are the documents of the best hits, each by its best passage. The reranker orders them by one of

* passages: the best hits, each by itself, and of a document the best of them (no packing)
* head: the stored text from its beginning
* sections: whole sections by what their headings say, analysis and reasoning first
* matched: the passages that the query found, best first, printed in the order of the text

in so many tokens. Prints mrr, recall@1 and recall@5 of documents at two weights, and the difference of mrr to no
reranking, and to head and sections at the same tokens, with 95 % intervals by paired bootstrap.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from piperoll.corpora.sst import pack_for_reranker
from piperoll.embed.minilm import MiniLM
from piperoll.evaluate import formats
from piperoll.evaluate.compare import Comparison, compare
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.gold import Place, Query
from piperoll.evaluate.metrics import mean, measure
from piperoll.evaluate.resolve import resolve
from piperoll.model import embedding_text
from piperoll.search.document_text import Part, cut, pack
from piperoll.search.group import grouped, packed
from piperoll.search.modes import Mode
from piperoll.search.normalise import Floats
from piperoll.search.plan import SearchPlan
from piperoll.search.rerank import LATE_INTERACTION, Reranker, blend, get
from piperoll.search.search import find
from piperoll.settings import load
from piperoll.store import corpora, editions
from piperoll.store.connection import Connection, open_database
from piperoll.store.sql import composed
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

KS = (1, 5, 10)
WEIGHTS = (0.3, 1.0)
POOL = 100
"""Hits that are grouped."""
PASSAGES = 20
"""Hits that are read one by one."""
PRIORITIES = {"reasoning": 1, "order": 2, "facts": 3}
"""Of the roles of judgments, as those of tribunal decisions are; anything else after them."""

Hit = Mapping[str, Any]


class Reading:
    """A reranker that reads at most ``tokens`` of a text, and each text once however many queries it is asked for."""

    def __init__(self, reranker: Reranker) -> None:
        self.reranker = reranker
        self.known: dict[tuple[int, str], np.ndarray[Any, Any]] = {}
        self.seconds = 0.0

    def score(self, query: str, texts: Sequence[str], tokens: int) -> Floats:
        began = time.process_time()
        if self.reranker.name != LATE_INTERACTION:
            scores = self.reranker.score(query, texts)
        else:
            new = [text for text in dict.fromkeys(texts) if (tokens, text) not in self.known]
            for text, vectors in zip(new, MiniLM().token_vectors(new, tokens), strict=True):
                self.known[tokens, text] = vectors.astype(np.float16)
            (asked,) = MiniLM().token_vectors([query], tokens)
            read = [self.known[tokens, text].astype(np.float32) for text in texts]
            scores = np.array([(asked @ one.T).max(axis=1).mean() for one in read])
        self.seconds += time.process_time() - began
        return scores


def main(name: str, gold: Path, mode: Mode, budgets: Sequence[int], candidates: int, reranker: str) -> None:
    rows: dict[tuple[str, int, float], list[QueryResult]] = {}
    model = Reading(get(reranker))
    seconds: dict[tuple[str, int], float] = {}
    with open_database(load()) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, name)
        edition = editions.seen(corpus, None)
        queries = resolve(connection, corpus, edition, formats.read(gold), date.today(), partial=True).queries
        for query in queries:
            hits = find(connection, corpus, query.text, SearchPlan(k=POOL, mode=mode)).hits
            documents = grouped(hits)[:candidates]
            combined = np.array([found[0]["score"] for found in documents])
            _keep(rows, ("none", 0, 0.0), query, documents)
            read = [embedding_text(hit["header"], "", hit["content"]) for hit in hits[:PASSAGES]]
            raw = model.score(query.text, read, max(budgets))
            for weight in WEIGHTS:
                scores = blend(np.array([hit["score"] for hit in hits[:PASSAGES]]), raw, weight)
                ordered = [{**hit, "score": score} for hit, score in zip(hits, scores.tolist(), strict=False)]
                ordered.sort(key=lambda hit: -hit["score"])
                _keep(rows, ("passages", max(budgets), weight), query, grouped(ordered)[:candidates])
            for way, text_of in _ways(connection, corpus.profile).items():
                for tokens in budgets:
                    texts = [text_of(found, tokens * CHARACTERS_PER_TOKEN) for found in documents]
                    before = model.seconds
                    raw = model.score(query.text, texts, tokens)
                    seconds[way, tokens] = seconds.get((way, tokens), 0.0) + model.seconds - before
                    for weight in WEIGHTS:
                        order = np.argsort(-blend(combined, raw, weight), kind="stable")
                        _keep(rows, (way, tokens, weight), query, [documents[one] for one in order])
            print(".", end="", flush=True)
    print(f"\n\n{name}, {mode}, {len(queries)} queries, {candidates} candidates, {reranker}\n")
    _table(rows)


def _ways(connection: Connection, profile: str) -> dict[str, Callable[[Sequence[Hit], int], str]]:
    """How the text that is read comes about, of the hits of a document and the room in characters."""

    def stored(found: Sequence[Hit]) -> str:
        row = connection.execute("SELECT text FROM version WHERE id = %s", (found[0]["version_id"],)).fetchone()
        assert row
        return str(row[0])

    def head(found: Sequence[Hit], room: int) -> str:
        return cut(f"{found[0]['title']}\n\n{stored(found)}", room)

    def sections(found: Sequence[Hit], room: int) -> str:
        title = found[0]["title"]
        if profile == "sst":
            return f"{title}\n\n{pack_for_reranker(stored(found), room - len(title) - 2)}"
        chunks = connection.execute(composed("show_chunks"), {"version": found[0]["version_id"]}).fetchall()
        ranked = sorted(chunks, key=lambda chunk: PRIORITIES.get(chunk[2], len(PRIORITIES) + 1))
        return pack(title, [Part(start, header.partition(" > ")[2], content)
                            for _, _, _, header, content, start, *_ in ranked], room)  # fmt: skip

    return {"head": head, "sections": sections, "matched": packed}


def _keep(
    rows: dict[tuple[str, int, float], list[QueryResult]],
    way: tuple[str, int, float],
    query: Query,
    documents: Sequence[Sequence[Hit]],
) -> None:
    """What a query found in one way, measured by documents."""
    answers = tuple(tuple(Place(place.document) for place in answer) for answer in query.answers)
    found = [{"document": one[0]["document"], "source": one[0]["source"], "path": ""} for one in documents]
    rows.setdefault(way, []).append(QueryResult(query.set, query.id, query.text, found, measure(answers, found, KS)))


def _table(rows: Mapping[tuple[str, int, float], Sequence[QueryResult]]) -> None:
    print("| read | tokens | weight | mrr | recall@1 | recall@5 | mrr against none | against head | against sections |")
    print("|---|---:|---:|---:|---:|---:|---|---|---|")
    for (way, tokens, weight), asked in rows.items():
        values = mean([row.metrics for row in asked])
        cells = [f"{values[metric][str(k)]:.3f}" for metric, k in (("mrr", 10), ("recall", 1), ("recall", 5))]
        against = [("none", 0, 0.0), ("head", tokens, weight), ("sections", tokens, weight)]
        cells += [_gain(compare(rows[one], asked, "mrr@10")) if one in rows and way not in ("none", one[0]) else ""
                  for one in against]  # fmt: skip
        print(f"| {way} | {tokens or ''} | {weight or ''} | {' | '.join(cells)} |")


def _gain(found: Comparison) -> str:
    (one, *_) = found.of("mrr@10")
    return f"{one.difference:+.3f} [{one.low:+.3f}, {one.high:+.3f}]"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("gold", type=Path)
    parser.add_argument("--mode", type=Mode, default=Mode.HYBRID)
    parser.add_argument("--tokens", default="256,512,2048")
    parser.add_argument("--candidates", type=int, default=10)
    parser.add_argument("--reranker", default=LATE_INTERACTION)
    given = parser.parse_args()
    budgets = [int(one) for one in given.tokens.split(",")]
    main(given.corpus, given.gold, given.mode, budgets, given.candidates, given.reranker)
