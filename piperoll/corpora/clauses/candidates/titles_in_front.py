"""Find clauses whose titles stand in front of their numbers, in texts that are one line: "Fees 7. The port pays."."""

import re
from collections.abc import Sequence
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


def with_titles_in_front(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text, with the clauses of a series whose titles stand in front of the numbers."""
    series: list[re.Match[str]] = []
    for match in TITLED.finditer(text):
        last = int(series[-1]["number"]) if series else 0
        heads = any(match["title"] == one["title"] for one in series[-1:])  # the name of the contract, on every page
        if not heads and last < int(match["number"]) <= last + (STEP if series else FIRST):
            series.append(match)
    if len(series) < LEAST or series[-1].start() - series[0].start() < CLAUSE * len(series):
        return list(found)
    titled = [one for match in series if (one := _clause(text, match))]
    covered = {at for one in titled for at in range(one.start, one.end)}
    return sorted([*titled, *(one for one in found if one.start not in covered)], key=attrgetter("start"))


def _clause(text: str, match: re.Match[str]) -> Candidate | None:
    """Return the clause whose title and number match."""
    printed = LINE_LABEL.match(text, match.start("number"))
    label = of_match(printed) if printed else None
    if printed is None or label is None:
        return None
    return Candidate(match.start(), printed.end(), label, plain(match["title"]), printed=plain(printed[0]))
