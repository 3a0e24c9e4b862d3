"""Find the numbers that count the paragraphs of a judgment among those at line starts, and name paragraphs in paths.

A page is full of numbers in the same dress: footnotes, quoted paragraphs of other judgments, years of
law reports, list items. Those of the paragraphs rise by one through the whole document, and no other
run is as long.
"""

import re
from collections.abc import Sequence

PATH = re.compile(r"para\.(?P<number>\d{1,9})", re.ASCII)
LARGEST_GAP = 12
"""Numbers that a run may leave out at once: published decisions do skip some, and converters lose some."""
GAP_COST = 0.75
"""What a number left out costs, in paragraphs: a quoted run must not be joined to the own one by leaving some out."""
INTERRUPTION = 0.001
"""What it costs to go on behind other numbers: less than any paragraph, more than nothing."""


def paragraph_path(number: int) -> str:
    """Return the path of a numbered paragraph, as ``para.12``."""
    return f"para.{number}"


def paragraph_number(path: str, *, below: bool = False) -> int | None:
    """Return the number of the paragraph that a path names, 12 for ``para.12``; with ``below`` also for ``para.12.a``."""
    match = PATH.match(path) if below else PATH.fullmatch(path)
    return int(match["number"]) if match else None


def rising_run(numbers: Sequence[int], weights: Sequence[float] = ()) -> list[int]:
    """Indices of the best run of ``numbers``: rising, by one wherever it can.

    The one of the greatest weight; a number left out costs GAP_COST; of equal runs the one that starts at the lower
    number, then the one that leaves out other numbers at fewer places, then the later one wins: a list in front of
    the first paragraph is no part of the run. A number that comes twice is taken once. Linear in the count of numbers.

    Args:
        numbers: in the order in which they stand in the text.
        weights: how likely each of them is to count a paragraph, above 0; without them 1.0 each.

    >>> rising_run([1, 2, 1, 2, 3, 2003, 3, 4, 5])
    [2, 3, 4, 7, 8]
    """
    best: dict[int, tuple[float, int]] = {}  # number -> (score of the best run that ends there, index of its end)
    before: list[int] = []
    scores: list[float] = []
    for index, number in enumerate(numbers):
        own = weights[index] if weights else 1.0
        score, came_from = own - min(number, 2) / 1000, -1
        for gap in range(LARGEST_GAP + 1):
            held = best.get(number - 1 - gap)
            if held is None:
                continue
            joined = held[0] + own - gap * GAP_COST - (held[1] < index - 1) * INTERRUPTION
            if joined > score:
                score, came_from = joined, held[1]
        before.append(came_from)
        scores.append(score)
        if number not in best or score >= best[number][0]:
            best[number] = (score, index)
    if not scores:
        return []
    at = max(range(len(scores)), key=lambda index: (scores[index], index))
    run = []
    while at >= 0:
        run.append(at)
        at = before[at]
    return run[::-1]
