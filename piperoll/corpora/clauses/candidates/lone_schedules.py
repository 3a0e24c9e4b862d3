"""Find the headings of schedules that have no number: "SCHEDULE", "THE SCHEDULE ABOVE REFERRED TO", "First Annex"."""

import re
from collections.abc import Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import goes_on
from piperoll.corpora.clauses.words.captions import plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL, ORDINALS, Label, of_match

HEADING = re.compile(
    rf"(?i)(?:the[ ])?(?:(?P<ordinal>{'|'.join(ORDINALS)})[ ])?"
    r"(?P<word>(?:reference |lease |rent )?(?:schedule|annexure|annexe?|appendix|exhibit))"
    r"(?P<behind>[ ](?:(?:above|hereinbefore)[ ])?referred[ ]to(?:[ ](?:above|herein))?|[ ](?:above|hereto))?[ ]?:?"
)
OPENS = frozenset("".join(f"{word[0]}{word[0].lower()}" for word in (*ORDINALS, "THE", "REFERENCE", "LEASE", "AE")))
"""The first characters of its matches."""
OFTEN = 2
"""Times that such a line stands in a text at most; more often it is the head of a page."""


def lone_schedules(text: str, rows: Sequence[Range]) -> dict[int, Candidate]:
    """Return the schedules without a number of their own, by where their headings start.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    found: dict[int, Candidate] = {}
    times: dict[tuple[str, ...], int] = {}
    for before, row, after in zip(rows, rows[1:], rows[2:], strict=False):
        match = HEADING.fullmatch(text, *row) if text[row[0]] in OPENS else None
        if match is None or not _is_title(match) or goes_on(text, before[1]) or _lists(text, after):
            continue
        word = "-".join(match["word"].lower().split())
        ordinal = match["ordinal"]
        parts = (f"{word}-{ORDINALS.index(ordinal.upper()) + 1}" if ordinal else word,)
        times[parts] = times.get(parts, 0) + 1
        label = Label("schedule", parts, ())
        found[row[0]] = Candidate(*row, label, own_line=True, printed=plain(match[0]).rstrip(" :"))
    often = {parts for parts, count in times.items() if count > OFTEN}
    return {start: one for start, one in found.items() if one.label and one.label.parts not in often}


def _is_title(match: re.Match[str]) -> bool:
    """Return whether the words of a heading have capitals as a title has, "The Schedule", not "the schedule"."""
    return match["word"][0].isupper() and (match[0].isupper() or match["behind"] is None or match[0][0].isupper())


def _lists(text: str, row: Range) -> bool:
    """Return whether a line is another schedule, as in a list of them."""
    match = LINE_LABEL.match(text, *row)
    label = of_match(match) if match else None
    return label is not None and label.family == "schedule"
