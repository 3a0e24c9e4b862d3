"""Find the numbers that count the paragraphs of a judgment among those at line starts, and name paragraphs in paths.

A page is full of numbers that look the same: footnotes, quoted paragraphs of other judgments, years of law reports,
list items. Those of the paragraphs rise by one through the whole document, and no other run is as long.
"""

import re
from collections.abc import Sequence

PATH = re.compile(r"para\.(?P<number>\d{1,9})", re.ASCII)
LARGEST_GAP = 12
"""Numbers that a run may leave out at once: published decisions do skip some, and converters lose some."""
GAP_COST = 0.75
"""What each number left out costs, in paragraphs: a quoted run must not become part of the document's own run."""
INTERRUPTION = 0.001
"""What it costs to continue a run behind other numbers: less than any paragraph, more than nothing."""


def paragraph_path(number: int) -> str:
    """Return the path of a numbered paragraph, as ``para.12``."""
    return f"para.{number}"


def paragraph_number(path: str, *, below: bool = False) -> int | None:
    """Return the number of the paragraph that a path names, 12 for ``para.12``; None: it names no paragraph.

    With ``below`` a path below a paragraph names it too: 12 for ``para.12.a``.
    """
    match = PATH.match(path) if below else PATH.fullmatch(path)
    return int(match["number"]) if match else None


def rising_run(numbers: Sequence[int], weights: Sequence[float] = ()) -> list[int]:
    """Return the indices of the best run of ``numbers``: rising, by one where possible.

    The best run has the greatest weight, less GAP_COST for each number that it leaves out. Of equal runs wins the one
    that starts at the lower number, then the one that is interrupted by other numbers less often, then the later one: a
    list in front of the first paragraph is no part of the run. A number that comes twice is taken once. The time is
    linear in the count of numbers.

    Args:
        numbers: in the order of the text.
        weights: how likely each number is to count a paragraph, above 0; by default 1.0 each.

    >>> rising_run([1, 2, 1, 2, 3, 2003, 3, 4, 5])
    [2, 3, 4, 7, 8]
    """
    if not numbers:
        return []
    best: dict[int, tuple[float, int]] = {}  # number -> (score of the best run that ends there, index of its end)
    before: list[int] = []
    scores: list[float] = []
    highest = 0.0
    for index, number in enumerate(numbers):
        own = weights[index] if weights else 1.0
        score, previous_index = own - min(number, 2) / 1000, -1
        for gap in range(LARGEST_GAP + 1):
            if highest + own - gap * GAP_COST <= score:  # no run that leaves out so much is better
                break
            previous = best.get(number - 1 - gap)
            if previous is None:
                continue
            extended = previous[0] + own - gap * GAP_COST - (previous[1] < index - 1) * INTERRUPTION
            if extended > score:
                score, previous_index = extended, previous[1]
        before.append(previous_index)
        scores.append(score)
        highest = max(highest, score)
        if number not in best or score >= best[number][0]:
            best[number] = (score, index)
    at = max(range(len(scores)), key=lambda index: (scores[index], index))
    run = []
    while at >= 0:
        run.append(at)
        at = before[at]
    return run[::-1]
