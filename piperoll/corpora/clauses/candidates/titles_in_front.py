"""Find clauses whose titles stand in front of their numbers: "Fees 7. The port pays.", also with the title above."""

import re
from collections.abc import Iterable, Sequence
from operator import attrgetter

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL, WORD, of_match

LEAST = 6
"""Clauses of the shortest series."""
STEP = 5
"""Numbers from one title to the next, at most: those between have none."""
CLAUSE = 100
"""Characters of the shortest clauses, in the mean; a table of contents has shorter ones."""
FIRST = 3
"""The highest number with which a series begins."""
TITLED = re.compile(
    rf"(?:(?<=[.;:!?)”\"]\s)|(?<=\n)|\A)(?!{WORD}|Page|No|Item|Phase)"
    r"(?P<title>[A-Z][\w’'/-]*(?: (?:[A-Z&][\w’'/-]*|a|an|of|and|or|to|for|in|on|by|with|the)){0,7})"
    r"\s(?P<number>\d{1,2})\.\s(?=[A-Z])"
)
ABOVE = re.compile(
    r"(?<=\n)[^\S\n]*\n(?P<title>[A-Z](?:[^\W_]|[ ’'/&()-]|, (?=[a-z])){1,69}[^\W_])[^\S\n]*\n"
    r"(?P<number>\d{1,2})\.(?=\s|[-–—]{1,2}\(1\))"
)
"""Matches a line directly above a number, behind a blank line, also in small letters: "Liability of members"."""


def with_titles_in_front(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text, with the clauses of a series whose titles stand in front of the numbers."""
    series = _series(TITLED.finditer(text), STEP) or _series(ABOVE.finditer(text), 1)
    if not series:
        return list(found)
    titled = [one for match in series if (one := _clause(text, match))]
    covered = {at for one in titled for at in range(one.start, one.end)}
    return sorted([*titled, *(one for one in found if one.start not in covered)], key=attrgetter("start"))


def _series(matches: Iterable[re.Match[str]], step: int) -> list[re.Match[str]]:
    """Return the titles in front of numbers that count on; none where they are few, or their clauses are too short."""
    series: list[re.Match[str]] = []
    for match in matches:
        last = int(series[-1]["number"]) if series else 0
        heads = any(match["title"] == one["title"] for one in series[-1:])  # the name of the contract, on every page
        if not heads and last < int(match["number"]) <= last + (step if series else FIRST):
            series.append(match)
    enough = len(series) >= LEAST and series[-1].start() - series[0].start() >= CLAUSE * len(series)
    return series if enough else []


def _clause(text: str, match: re.Match[str]) -> Candidate | None:
    """Return the clause whose title and number match."""
    printed = LINE_LABEL.match(text, match.start("number"))
    label = of_match(printed) if printed else None
    if printed is None or label is None:
        return None
    return Candidate(match.start("title"), printed.end(), label, plain(match["title"]), printed=plain(printed[0]))
