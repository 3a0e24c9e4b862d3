"""Leave out bare numbers inside lines that count nothing: "Term: 1 Year", "2   CONFIDENTIAL", "3 NTD: the name".

A number without a stop is that of a clause where its first sub-clause comes next, where another bare one counts on, or
where it alone is missing among the numbers with a stop (or is the last one, and its heading in capitals).
"""

from collections import Counter
from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.furniture import key

NEAR = 2
"""Candidates behind a number among which its first sub-clause stands."""
OFTEN = 3
"""Numbers with the same words behind them that are those of notes."""


def without_bare_numbers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without bare numbers inside lines that nothing tells to be those of clauses."""
    numbers = [(index, one, one.label.values[0]) for index, one in enumerate(candidates) if _counts(one) and one.label]
    words = Counter(key(one.caption) for _, one, _ in numbers if one.weak and one.printed.isdecimal())
    bare = {value for _, one, value in numbers if one.printed.isdecimal()}
    behind = [value for _, one, value in reversed(numbers) if not one.printed.isdecimal()]
    before = 0
    dropped: set[int] = set()
    for index, one, value in numbers:
        if not one.printed.isdecimal():
            before = behind.pop()
        elif one.weak:
            missing = before == value - 1 and (behind[-1:] == [value + 1] or (not behind and one.caption.isupper()))
            counts = missing or {value - 1, value + 1} & bare
            noted = one.caption and words[key(one.caption)] >= OFTEN
            if noted or not (counts or _has_first(candidates, index, value)):
                dropped.add(index)
    return [one for index, one in enumerate(candidates) if index not in dropped]


def _counts(candidate: Candidate) -> bool:
    """Return whether a candidate has a number of one part."""
    label = candidate.label
    return label is not None and label.family == "number" and len(label.values) == 1


def _has_first(candidates: Sequence[Candidate], index: int, value: int) -> bool:
    """Return whether the first sub-clause of a number is one of the next candidates."""
    behind = candidates[index + 1 : index + 1 + NEAR]
    return any(one.label is not None and one.label.values == (value, 1) for one in behind)
