"""Divide the questions of a gold set: some to learn from, others to report on, and folds of those to learn from."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from piperoll.errors import UsageError
from piperoll.evaluate.gold import Gold, Query
from piperoll.hashing import digest

FOLDS = 5
"""Folds of the cross-validation."""
HELD = 3
"""One in so many documents is held out, with its questions, where the gold set has no splits."""
TRAINING = ("train", "dev")
"""Names of the split to learn from; the first one that exists."""


def split(gold: Gold, training: str | None = None) -> tuple[Gold, Gold]:
    """Divide the questions into those to learn from and those to report on.

    They are divided by their ``split``, or if they have none by the hash of their documents.

    Args:
        gold: all questions.
        training: the split to learn from; the others are reported on. None: ``train`` or ``dev``, if there are others.

    Returns:
        The two parts.

    Raises:
        UsageError: there are none to learn from, or to report on.
    """
    names = {query.split for query in gold.queries}
    name = training or next((one for one in TRAINING if one in names and len(names) > 1), None)
    if name:
        learns = [query.split == name for query in gold.queries]
    else:
        learns = [digest(key.encode())[0] % HELD != 0 for key in documents(gold.queries)]
    sides = [
        [query for query, learn in zip(gold.queries, learns, strict=True) if learn is side] for side in (True, False)
    ]
    if not all(sides):
        splits = ", ".join(sorted(one for one in names if one))
        raise UsageError(
            "gold_not_split",
            f"{gold.name} is not in two parts: {len(sides[0])} questions to learn from, {len(sides[1])} others.",
            remedy=f"Name a split with --split; there are: {splits}." if splits else "Give each query a split.",
        )
    return replace(gold, queries=sides[0]), replace(gold, queries=sides[1])


def folds_of(queries: Sequence[Query]) -> NDArray[np.int64]:
    """Return the fold of each question, shape (questions,): the same for all questions about one document."""
    return np.array([digest(name.encode())[1] % FOLDS for name in documents(queries)])


def documents(queries: Sequence[Query]) -> list[str]:
    """Return a name for each question, shared by those that ask about the same documents, also by way of others."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := parent.setdefault(name, name)) != name:
            parent[name] = parent.get(above, above)
            name = above
        return name

    named = [sorted({place.document for answer in query.answers for place in answer}) for query in queries]
    for first, *others in named:
        for other in others:
            one, two = sorted((root(first), root(other)))
            parent[two] = one
    return [root(first) for first, *_ in named]
