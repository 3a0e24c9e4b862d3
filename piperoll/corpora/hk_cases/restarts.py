"""Find where the numbers of a judgment begin again at 1: there another text begins, such as an order or an annex.

The judgment has 1 to 35, its order 1 to 66: 36 to 66 follow upon 35 without a gap, and still are the order's.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from piperoll.corpora.common.numbered import rising_run

LEAST_PARAGRAPHS = 6
"""Paragraphs from which they are a sign of a text before a restart: no list has just as many items by chance."""
LEAST_LENGTH = 120
"""Characters of a paragraph, on average; shorter ones are a list of orders or of contents."""
LEAST_WEIGHT = 0.75
"""Mean weight of the numbers of a text; those of a table of contents are doubtful."""
LEAST_SHARE = 0.3
"""Share of the whole from which it is a sign of a text before a restart. Two of three signs are enough; the third is
a heading that says what begins."""
LEAST_BEHIND = 3
"""Nested numbers that follow upon the last one, from which they are the rest of the judgment."""
MOST_RESTARTS = 8
"""Restarts within the best run that are looked at: each costs a look at all numbers before it."""
REACH = 1_500
"""Characters before a 1 within which a heading says what begins there."""
# "ANNEX A", "Schedule 2 – Agreed facts", "**Appendix**"
ANNEX = re.compile(r"[^\w\n]{0,4}(?:ANNEX(?:E|URE)?|APPENDIX|SCHEDULE)\b[^\n]{0,80}$", re.IGNORECASE | re.MULTILINE)
# "ORDER", "DRAFT ORDER", "IT IS ORDERED THAT:", "Terms of the order", "UPON hearing counsel"
ORDER = re.compile(
    r"[^\w\n]{0,4}(?:(?:(?:(?:DRAFT|SEALED|CONSENT|FINAL|INTERIM|COURT|THE)\s){0,3}ORDERS?"
    r"|TERMS OF (?:THE )?ORDER|命令)\W{0,4}$"
    r"|(?:IT|AND IT) IS (?:HEREBY )?(?:ORDERED|DECLARED|DIRECTED)\b|UPON (?:hearing|reading|the)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def opens(text: str, start: int, end: int) -> int | None:
    """Return where a line opens an annex or an order between the last paragraph and a 1; None: no line does.

    Args:
        text: the stored text.
        start: offset behind the number of the paragraph before.
        end: offset of the 1.

    Returns:
        The offset of the line.
    """
    at = max(start, end - REACH)
    while at < end:
        if ANNEX.match(text, at, end) or ORDER.match(text, at, end):
            return at
        at = text.find("\n", at, end) + 1 or end
    return None


def chains(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield the indices of each run from 1 on, up to the next 1; numbers that do not continue it are left out."""
    chain: list[int] = []
    for index, number in enumerate(numbers):
        if number == 1:
            if chain:
                yield chain
            chain = [index]
        elif chain and number == numbers[chain[-1]] + 1:
            chain.append(index)
    if chain:
        yield chain


def main_run(text: str, starts: Sequence[int], numbers: Sequence[int], weights: Sequence[float], end: int) -> list[int]:
    """Return the indices of the numbers that count the judgment's own paragraphs.

    That is the best run, as :func:`rising_run` finds it, but not beyond a 1 where another text begins.

    Args:
        text: the stored text.
        starts: offset of each number, in order.
        numbers: the numbers.
        weights: how likely each is to count a paragraph.
        end: offset behind the last paragraph.

    Returns:
        The indices, rising.
    """
    run = rising_run(numbers, weights)
    if numbers.count(1) < 2:
        return run
    inside = set(run)
    within = (chain for chain in chains(numbers) if chain[0] and len(chain) > 1 and inside.intersection(chain))
    for chain in islice(within, MOST_RESTARTS):
        first = chain[0]
        before = rising_run(numbers[:first], weights[:first])
        if numbers[chain[-1]] > numbers[before[-1]] and _is_text(
            text, [starts[index] for index in before], [weights[index] for index in before],
            numbers[before[0]], starts[first], end,
        ):  # fmt: skip
            return before
    return run


def with_nested(
    text: str, numbers: Sequence[tuple[int, int, bool]], nested: Sequence[tuple[int, int]]
) -> list[tuple[int, int, bool]]:
    """Return the numbers of a page with those nested ones that a number continues.

    A converter puts the paragraphs 1 to 35 of an order below each other, and 36 to 66 beside those of the judgment. Or
    it takes 12 to 17 for a part of what 11 quotes; just these are missing between 11 and 18. Or 49,
    the last, holds 50 to 61.

    Args:
        text: the stored text.
        numbers: offset, number, and whether it is that of a heading, in order.
        nested: offset and number of what stands within paragraphs, in order.

    Returns:
        The numbers in order.
    """
    joined: list[tuple[int, int, bool]] = []
    at = before = last = 0
    for start, number, title in numbers:
        chain: list[tuple[int, int, bool]] = []
        missing: list[tuple[int, int, bool]] = []
        while at < len(nested) and nested[at][0] < start:
            if nested[at][1] == 1:
                chain = []
            if nested[at][1] == len(chain) + 1:
                chain.append((*nested[at], False))
            if nested[at][1] == last + len(missing) + 1:
                missing.append((*nested[at], False))
            at += 1
        if not title and 1 < number == len(chain) + 1:
            if number != last + 1 or (number > LEAST_PARAGRAPHS and opens(text, before, chain[0][0]) is not None):
                joined += chain
        elif not title and last and missing and number == last + len(missing) + 1:
            joined += missing
        joined.append((start, number, title))
        before, last = start, number
    behind: list[tuple[int, int, bool]] = []
    for start, number in nested[at:]:
        if last and number == last + len(behind) + 1:
            behind.append((start, number, False))
    return joined + behind if len(behind) >= LEAST_BEHIND else joined


def _is_text(text: str, starts: Sequence[int], weights: Sequence[float], number: int, restart: int, end: int) -> bool:
    """Return whether the paragraphs before a 1 are a judgment of their own."""
    length = restart - starts[0]
    if number > 1 or sum(weights) < LEAST_WEIGHT * len(weights) or length < LEAST_LENGTH * len(starts):
        return False
    signs = (
        len(starts) >= LEAST_PARAGRAPHS,
        length >= LEAST_SHARE * (end - starts[0]),
        opens(text, starts[-1], restart) is not None,
    )
    return sum(signs) > 1
