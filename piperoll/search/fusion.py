"""Fuse the scores that several scorers give to the same candidates into one. Pure functions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piperoll.errors import UsageError
from piperoll.search.modes import Method
from piperoll.search.normalise import Floats
from piperoll.search.scorers import default_weights, registered
from piperoll.settings import Settings

RANK_DAMPING = 20
"""Damps the lead of first places. 60 in Cormack, Clarke and Büttcher (SIGIR 2009), for lists of equal worth; ours are
not, and 20 let more right provisions into the first five (17 of 20 questions against 15, at the weights in use)."""
NEIGHBOURS = 0.1
"""A passage may go on in the next chunk: with it a recall@64 of .956 is .961 (docs/benchmarks.md)."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """Describe how scorers are fused and how much each counts; only the proportions of the weights matter."""

    method: Method = Method.SUM
    weights: Mapping[str, float] = field(default_factory=dict)
    """Weights by scorer. A scorer without a weight, or with 0, is not asked. Empty: those without settings, which
    :meth:`by` fills in."""
    neighbours: float = NEIGHBOURS
    """Share of the better score of the chunks before and after a chunk that is added to its score."""

    def by(self, model: str) -> "Fusion":
        """Return the same with weights: those without settings, where it has none, suit the backend of that name."""
        return self if self.weights else replace(self, weights=default_weights(model, registered()))

    @property
    def scorers(self) -> list[str]:
        """Return the scorers that take part."""
        return [name for name, weight in self.weights.items() if weight > 0]

    def only(self, names: Collection[str], model: str) -> "Fusion":
        """Return the same with no other scorers than ``names``; if these find nothing, by weights without settings.

        Args:
            names: of scorers.
            model: name of the backend that is searched by.
        """
        weights = {name: weight for name, weight in self.weights.items() if name in names and weight > 0}
        if not any(registered()[name].finds for name in weights):
            weights = default_weights(model, names)
        return replace(self, weights=weights)


GREATEST_WEIGHT = 1e6
"""Only the proportions of weights matter, and sums of greater ones are not finite."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Hold the chunks that any scorer found, with the scores of every scorer on its own scale."""

    ids: NDArray[np.int64]
    """Ids of the chunks, ascending."""
    scores: Mapping[str, Floats]
    """By scorer, shape (len(ids),); higher is better, NaN: it finds nothing of the query there."""
    named: NDArray[np.bool_]
    """Whether each stands in a document that the query names. Shape (len(ids),)."""
    certain: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By scorer, if it is certain of any: whether each comes before all others. Shape (len(ids),)."""
    neighbours: NDArray[np.int64] | None = None
    """The places of the chunks before and after each in its document, -1 where that is no candidate. Shape (len(ids),
    2); None: they do not count."""

    def scores_of(self, place: int) -> dict[str, float]:
        """Return the scores of the candidate at ``place``; scorers that find nothing there are left out."""
        return {name: float(scores[place]) for name, scores in self.scores.items() if np.isfinite(scores[place])}


def fuse(candidates: Candidates, fusion: Fusion) -> Floats:
    """Return the score of each candidate, shape (len(candidates.ids),); higher is better, all are finite.

    It is 0 to 1, plus the tier of the candidate (:func:`tiers`), so that scores fall with the rank. A scorer that finds
    nothing in any candidate drops out: the weights of the others add up to 1.
    """
    present = {name: score for name in fusion.scorers if np.isfinite(score := candidates.scores[name]).any()}
    total = sum(fusion.weights[name] for name in present)
    fused = np.zeros(len(candidates.ids))
    for name, scores in present.items():
        part = reciprocal_rank(scores) if fusion.method is Method.RRF else registered()[name].normalise(scores)
        fused += fusion.weights[name] / total * part
    if candidates.neighbours is not None:
        better = np.append(fused, 0.0)[candidates.neighbours].max(axis=1, initial=0.0)
        fused = (fused + fusion.neighbours * better) / (1 + fusion.neighbours)
    return fused + tiers(candidates, fusion)


def before_others(candidates: Candidates, fusion: Fusion) -> Floats:
    """Return 1 for candidates of which a scorer that takes part is certain, else 0. Shape (candidates,)."""
    certain = [candidates.certain[name] for name in fusion.scorers if name in candidates.certain]
    return np.asarray(np.any([np.zeros(len(candidates.ids), bool), *certain], axis=0), np.float64)


def order(candidates: Candidates, scores: Floats, fusion: Fusion) -> NDArray[np.int64]:
    """Return the places of the candidates, best first: tier by tier, of equal scores the smaller id.

    Args:
        candidates: to be ordered.
        scores: of the candidates, shape (len(candidates.ids),).
        fusion: decides the tiers.

    Returns:
        Indices into ``candidates.ids``.
    """
    return np.lexsort((candidates.ids, -scores, -tiers(candidates, fusion)))


def tiers(candidates: Candidates, fusion: Fusion) -> Floats:
    """Return the tier of each candidate, shape (len(candidates.ids),); a reranker changes the order within tiers only.

    It is 2 for those that come before all others, 1 for those in named documents, 0 for the rest.
    """
    return np.maximum(2 * before_others(candidates, fusion), candidates.named)


def reciprocal_rank(scores: Floats) -> Floats:
    """Return 1 / (RANK_DAMPING + rank), ranks from 1; equal scores share the better rank, what has none gets 0."""
    known = np.isfinite(scores)
    best_first = np.sort(-scores[known])
    parts = np.zeros(len(scores))
    parts[known] = 1 / (RANK_DAMPING + 1 + np.searchsorted(best_first, -scores[known]))
    return parts


def parse_weights(text: Any) -> Any:
    """Return the weights that ``text`` lists, as ``dense=1,lexical=2``; what is no text is returned as it is.

    Raises:
        UsageError: it is no such list.
    """
    if not isinstance(text, str):
        return text
    try:
        return {name.strip(): float(value) for name, value in (one.split("=") for one in text.split(","))}
    except ValueError:
        raise UsageError(
            "bad_weights", f"{text!r} is no list of weights.", remedy="Write it as dense=1,lexical=2."
        ) from None


def check_weights(weights: Mapping[str, float], origin: str, asked: Collection[str] = frozenset()) -> None:
    """Make sure that a search can be fused with these weights.

    Args:
        weights: by scorer.
        origin: who gave them, for messages.
        asked: the scorers of the mode, of which ``weights`` must name one; empty: any will do.

    Raises:
        UsageError: there is no such scorer, a weight is none, or what has one finds nothing.
    """
    remedy = f"The scorers are {', '.join(registered())}; those that are not named take no part."
    if unknown := weights.keys() - registered().keys():
        raise UsageError("unknown_scorer", f"{origin}: there is no scorer {min(unknown)!r}.", remedy=remedy)
    for name, weight in weights.items():
        if not (isfinite(weight) and 0 <= weight <= GREATEST_WEIGHT):
            wrong = f"{origin}: {weight:g} is no weight of {name}."
            raise UsageError("bad_weights", wrong, remedy=f"Give 0 to {GREATEST_WEIGHT:,.0f}.")
    weighted = {name for name, weight in weights.items() if weight}
    finders = [name for name, scorer in registered().items() if scorer.finds]
    if not weighted:
        raise UsageError("bad_weights", f"{origin}: no scorer has a weight above 0.", remedy=remedy)
    if weighted.isdisjoint(finders):
        wrong = f"{origin}: {' and '.join(sorted(weighted))} alone can find nothing, only score what others find."
        remedy = f"Give {', '.join(finders[:-1])} or {finders[-1]} a weight as well."
        raise UsageError("bad_weights", wrong, remedy=remedy)
    of_mode = {*asked}.intersection(finders)
    if asked and weighted.isdisjoint(of_mode):
        wrong = f"{origin}: none of {', '.join(sorted(weighted))} is asked in this mode."
        remedy = f"Choose another --mode, or give one of these a weight: {', '.join(sorted(of_mode))}."
        raise UsageError("bad_weights", wrong, remedy=remedy)


def configured(
    settings: Settings, corpus: str, *, method: Method | None = None, weights: Mapping[str, float] | None = None
) -> Fusion:
    """Return how searches in ``corpus`` are fused by the settings.

    Args:
        settings: those of the process.
        corpus: its name.
        method: this one instead of that of the settings.
        weights: these, which are checked, instead of those of the settings.

    Raises:
        UsageError: the weights of the settings are wrong.
    """
    table = settings.corpus.get(corpus)
    if weights is None and table and table.weights is not None:
        weights = table.weights
        check_weights(weights, f"weights of [corpus.{corpus}]")
    chosen = method or (Method(table.fusion) if table and table.fusion else Method.SUM)
    neighbours = table.neighbours if table and table.neighbours is not None else NEIGHBOURS
    return Fusion(chosen, dict(weights or {}), neighbours)
