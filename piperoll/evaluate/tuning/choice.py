"""Choose a fusion scorer by scorer, and how much a reranker's score counts."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from piperoll import progress
from piperoll.evaluate.compare import paired
from piperoll.evaluate.tuning.candidates import Measured
from piperoll.search.fusion import NEIGHBOURS, Fusion, fuse, order, tiers
from piperoll.search.modes import Method
from piperoll.search.normalise import Floats
from piperoll.search.rerank import Rerank, blend
from piperoll.search.search import passage

SHARES = tuple(tenth / 10 for tenth in range(1, 10))
"""Shares of the whole that are tried for a scorer, and for a reranker."""


def choose(
    measured: Callable[[Fusion], Floats],
    scorers: Iterable[str],
    folds: NDArray[np.int64],
    neighbours: float = NEIGHBOURS,
) -> list[Fusion]:
    """Choose the fusion for these questions.

    Args:
        measured: returns the metric of each question.
        scorers: names of those that may come in.
        folds: the fold of each question, shape (questions,).
        neighbours: as it is set; it is not chosen.

    Returns:
        The steps: first the best scorer alone, last the fusion to use.
    """
    alone = [Fusion(Method.SUM, {name: 1.0}, neighbours) for name in scorers]
    steps = [max(alone, key=lambda fusion: float(measured(fusion).mean()))]
    while rest := [fusion for fusion in alone if not fusion.weights.keys() & steps[-1].weights.keys()]:
        present = steps[-1]
        methods = [present.method] if len(present.weights) > 1 else list(Method)
        offers = []
        for (name,) in (fusion.weights for fusion in rest):
            trials = [_mixed(present, name, share, method) for method in methods for share in SHARES]
            values = np.array([measured(trial) for trial in trials])
            offers.append((_unseen(values, folds), trials[_steadiest(values)]))
        gains, best_trial = max(offers, key=lambda offer: float(offer[0].mean()))
        if not helps(measured(present), gains):
            break
        steps.append(best_trial)
    return steps


def helps(before: Floats, after: Floats) -> bool:
    """Return whether the metric of the same questions is higher, and not by chance."""
    return paired(before, after).low > 0


def _mixed(fusion: Fusion, name: str, share: float, method: Method) -> Fusion:
    """Return a fusion with another scorer, which has ``share`` of the whole."""
    total = sum(fusion.weights.values())
    weights = {scorer: weight / total * (1 - share) for scorer, weight in fusion.weights.items()}
    return Fusion(method, weights | {name: share}, fusion.neighbours)


def _unseen(values: Floats, folds: NDArray[np.int64]) -> Floats:
    """Return the metric of each question by the best trial, chosen without the questions of its fold.

    ``values`` has the shape (trials, questions).
    """
    unseen = np.empty(values.shape[1])
    for fold in np.unique(folds):
        others = folds != fold
        trial = _steadiest(values[:, others]) if others.any() else 0
        unseen[~others] = values[trial, ~others]
    return unseen


def _steadiest(values: Floats) -> int:
    """Return the trial with the best mean over itself and its neighbours, so that no lucky share wins by itself."""
    means = values.mean(axis=1).reshape(-1, len(SHARES))
    padded = np.pad(means, ((0, 0), (1, 1)), mode="edge")
    return int(np.argmax((padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]).round(9)))


def share_of_reranker(measured: Measured, fusion: Fusion, rerank: Rerank, folds: NDArray[np.int64]) -> float:
    """Return how much the reranker's score is to count; 0: it does not help.

    Args:
        measured: the questions and their metric.
        fusion: by which the candidates are ordered before.
        rerank: the reranker.
        folds: the fold of each question, shape (questions,).
    """
    progress.stage("rerank", len(measured.questions), "queries")
    values = []
    for question in measured.questions:
        gathered = question.gathered(fusion)
        fused, tier = fuse(gathered.candidates, fusion), tiers(gathered.candidates, fusion)
        first = order(gathered.candidates, fused, fusion)[: rerank.pool(measured.k)]
        passages = [passage(gathered.hits[place]) for place in first]
        scores = rerank.model.score(question.query.text, passages) if passages else np.empty(0)
        blended = [blend((fused - tier)[first], scores, share) for share in SHARES]
        values.append([measured.of(question, fusion, first[np.lexsort((-one, -tier[first]))]) for one in blended])
        progress.advance(1)
    by_share = np.array(values).T
    return SHARES[_steadiest(by_share)] if helps(measured.fused(fusion), _unseen(by_share, folds)) else 0.0
