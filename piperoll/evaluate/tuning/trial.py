"""Tune a corpus as it is cut, and compare corpora that are cut in other ways."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from piperoll.evaluate.evaluation import Asking, QueryResult, evaluate
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.metrics import name_and_k
from piperoll.evaluate.tuning.candidates import Measured, collect
from piperoll.evaluate.tuning.choice import choose, helps, share_of_reranker
from piperoll.evaluate.tuning.split import folds_of
from piperoll.search.fusion import Fusion
from piperoll.search.rerank import Rerank
from piperoll.search.scorers import registered
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


@dataclass(frozen=True, slots=True)
class Tuned:
    """Hold the best search of a corpus for the questions to learn from."""

    corpus: Corpus
    options: Mapping[str, Any]
    """Options of the profile by which the corpus was cut for a trial; empty: it is the corpus as it is."""
    single: Fusion
    """The best scorer alone."""
    fusion: Fusion
    rerank: Rerank | None
    learnt: Mapping[tuple[str, str], float]
    """The metric of each question to learn from, by data set and id."""

    @property
    def mean(self) -> float:
        """Return the mean over the questions to learn from."""
        return float(np.mean(list(self.learnt.values())))


def tuned(
    connection: Connection,
    corpus: Corpus,
    gold: Gold,
    asking: Asking,
    metric: str,
    *,
    options: Mapping[str, Any] | None = None,
    partial: bool = False,
) -> Tuned:
    """Choose fusion and reranking for one corpus.

    Args:
        connection: to the database.
        corpus: as it is cut.
        gold: the questions to learn from.
        asking: how they are asked now.
        metric: what is to be as high as can be, such as "ndcg@10".
        options: those by which the corpus was cut, if it was cut for a trial.
        partial: leave out questions about documents that no edition has.

    Returns:
        The choice.

    Raises:
        UsageError: the gold set does not fit, or has no such metric.
    """
    questions = collect(connection, corpus, gold, asking, partial=partial)
    measured = Measured(questions, metric)
    folds = folds_of([question.query for question in questions])
    steps = choose(measured.fused, registered(), folds, asking.plan.fusion.neighbours)
    fusion = replace(steps[-1], weights={name: round(weight, 3) for name, weight in steps[-1].weights.items()})
    given = asking.plan.rerank
    share = share_of_reranker(measured, fusion, given, folds) if given else 0.0
    rerank = replace(given, weight=share) if given and share else None
    chosen = evaluate(connection, corpus, gold, asking.with_plan(fusion=fusion, rerank=rerank), partial=partial)
    return Tuned(corpus, options or {}, steps[0], fusion, rerank, _by_query(chosen.rows, metric))


def best(trials: Sequence[Tuned]) -> Tuned:
    """Return the best trial that is better than the first one, the corpus as it is, beyond chance; else the first."""

    def better(trial: Tuned) -> bool:
        shared = sorted(trials[0].learnt.keys() & trial.learnt.keys())
        return helps(*(np.array([side.learnt[key] for key in shared]) for side in (trials[0], trial)))

    return max((trial for trial in trials[1:] if better(trial)), key=lambda trial: trial.mean, default=trials[0])


def _by_query(rows: Iterable[QueryResult], metric: str) -> dict[tuple[str, str], float]:
    name, k = name_and_k(metric)
    return {(row.set, row.id): row.metrics[name][str(k)] for row in rows}
