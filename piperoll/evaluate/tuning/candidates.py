"""Gather the candidates of questions once, and measure any fusion of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piperoll import progress
from piperoll.errors import UsageError
from piperoll.evaluate.evaluation import Asking, embed, filters_of
from piperoll.evaluate.gold import Gold, Query
from piperoll.evaluate.metrics import measure, name_and_k
from piperoll.evaluate.resolve import resolve
from piperoll.search.fusion import Candidates, Fusion, fuse, order
from piperoll.search.normalise import Floats
from piperoll.search.pool import of_scorer
from piperoll.search.query import Query as Understood
from piperoll.search.query import understand
from piperoll.search.scorers import MATCHING, registered
from piperoll.search.search import columns, gather
from piperoll.store import editions
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question with its candidates."""

    query: Query
    matched: "Gathered"
    """With the documents that it names before others."""
    plain: "Gathered"
    """Without looking for documents that it names."""

    def gathered(self, fusion: Fusion) -> "Gathered":
        """Return the candidates of a search with this fusion."""
        return self.matched if MATCHING in fusion.scorers else self.plain


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """Hold the candidates with the scores of every scorer, and as readers are shown them."""

    candidates: Candidates
    hits: Sequence[Mapping[str, Any]]
    measured: dict[tuple[str, tuple[int, ...]], float] = field(default_factory=dict)
    """Metrics by name and by the places of the first hits: the same hits are measured once."""


def collect(
    connection: Connection, corpus: Corpus, gold: Gold, asking: Asking, *, partial: bool = False
) -> list[Question]:
    """Gather the candidates of every question in the published edition, by all scorers.

    Args:
        connection: to the database.
        corpus: as readers see it.
        gold: the questions.
        asking: how they are asked; decides day, ks and reranker.
        partial: leave out questions about documents that no edition has.

    Returns:
        The questions with their candidates.
    """
    edition = editions.seen(corpus, None)
    resolved = resolve(connection, corpus, edition, gold, asking.day, partial=partial)
    vectors = embed(corpus.backend, gold, registered())
    rerank = asking.plan.rerank
    wanted = max(*asking.ks, rerank.pool(max(asking.ks)) if rerank else 0)
    progress.stage("gather", len(resolved.queries), "queries")
    questions = []
    for query in resolved.queries:
        with reading(connection):
            matched, plain = (
                understand(
                    connection, corpus, edition, query.text,
                    filters=filters_of(query, asking.day), pool=of_scorer(wanted), matched=named_first,
                    vector=vectors.get(query.text), thesauri=asking.plan.thesauri,
                )
                for named_first in (True, False)
            )  # fmt: skip
            without = _gathered(plain)
            questions.append(Question(query, _gathered(matched) if matched.match.named else without, without))
        progress.advance(1)
    return questions


def _gathered(query: Understood) -> Gathered:
    candidates = gather(query, list(registered()))
    rows = columns(query, candidates.ids.tolist())
    return Gathered(candidates, [rows[chunk] for chunk in candidates.ids.tolist()])


class Measured:
    """Measure a metric of questions for any fusion of their candidates."""

    def __init__(self, questions: Sequence[Question], metric: str) -> None:
        self.questions = questions
        self.metric = metric
        self.name, self.k = name_and_k(metric)

    def fused(self, fusion: Fusion) -> Floats:
        """Return the metric of each question, shape (len(questions),)."""
        values = []
        for question in self.questions:
            candidates = question.gathered(fusion).candidates
            values.append(self.of(question, fusion, order(candidates, fuse(candidates, fusion), fusion)))
        return np.array(values)

    def of(self, question: Question, fusion: Fusion, places: NDArray[np.int64]) -> float:
        """Return the metric of one question.

        Args:
            question: with its candidates.
            fusion: decides which candidates they are.
            places: of the candidates, best first.
        """
        gathered = question.gathered(fusion)
        key = self.metric, tuple(places[: self.k].tolist())
        if key not in gathered.measured:
            values = measure(question.query.answers, [gathered.hits[place] for place in key[1]], [self.k])
            if self.name not in values:
                raise UsageError(
                    "tune_metric",
                    f"{question.query.where}: {self.name} is for answers that are ranges of characters.",
                    remedy="Choose another --metric, such as ndcg@10.",
                )
            gathered.measured[key] = values[self.name][str(self.k)]
        return gathered.measured[key]
