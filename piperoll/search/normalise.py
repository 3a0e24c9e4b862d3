"""Bring the scores of one scorer onto a scale of 0 to 1 within the candidates."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def by_the_best(scores: Floats) -> Floats:
    """Return shares of the best score, for a scale whose 0 says that nothing matches. What has no score gets 0."""
    present = np.where(np.isfinite(scores), scores, 0.0).clip(min=0.0)
    best = present.max(initial=0.0)
    return present / best if best > 0 else present


def stretched(scores: Floats) -> Floats:
    """Stretch scores to 0..1 by their least and greatest; NaN where one is no number, or all are equal."""
    finite = scores[np.isfinite(scores)]
    if not len(finite) or finite.min() == finite.max():
        return np.full(len(scores), np.nan)
    return np.where(np.isfinite(scores), (scores - finite.min()) / (finite.max() - finite.min()), np.nan)


def by_the_range(scores: Floats) -> Floats:
    """Stretch scores to 0..1, for a scale without a 0 of its own. What has no score gets 0; equal ones get 1."""
    return np.where(np.isfinite(scores), np.nan_to_num(stretched(scores), nan=1.0), 0.0)
