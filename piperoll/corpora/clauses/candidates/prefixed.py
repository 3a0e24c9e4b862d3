"""Find the clauses that a word or a code in front of their numbers counts: "GC 1.1", "SC-3.2", "Task 2 - Survey".

No such word is one of all contracts. What tells that it counts clauses is that its numbers follow each other, at the
beginnings of lines.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import BRIEF, caption_at, plain
from piperoll.corpora.clauses.words.labels import (
    IN_WORDS,
    LETTERED,
    WORDED,
    Label,
    code_value,
    letter,
    numbers,
    printed,
)

WORD = (
    r"Bye?-?[Ll]aw|Condition|Coverage|Covenant|Deliverable|Guideline|Item|Milestone|Module|Phase|Point|Principle"
    r"|Question|Regulation|Rule|Stage|Step|Task|Term|Topic|Undertaking"
)
_NO_CODE = r"(?!(?:ART|SEC|NO|NOS|PARA|PAGE|YEAR|EX|CL|MAY|JUNE|JULY)\b)"
_IN_WORDS = rf"{'|'.join(WORDED)}|[A-H](?=[ \xa0]{{1,3}}[-–—]|[:.])"
LABEL = re.compile(
    rf"(?:(?P<word>{WORD}|{WORD.replace('[Ll]aw', 'law').upper()})[ \xa0]{{1,3}}(?P<in_words>{_IN_WORDS})?"
    rf"|(?P<code>{_NO_CODE}[A-Z]{{2,4}})(?:[ \xa0]|[-–]))"
    r"(?(in_words)|(?P<number>\d{1,3}(?:\.\d{1,3}){0,3})\.?)"
    r"(?=[ \t\xa0]*$|[ \t\xa0]{1,9}(?:[-–—:][ \t\xa0]{1,9})?[“\"(\[]?[^\W\d_a-zß-ÿ]|[:–—])",
    re.MULTILINE,
)
GAP = re.compile(r"[ \t\xa0]*(?:[:–—-][ \t\xa0]*)?")
OPENS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The first characters of its matches."""
LEAST = 3
"""Numbers that follow each other, from which they are those of clauses; two do that begin at 1, behind a word."""


def prefixed(text: str, rows: Sequence[Range]) -> dict[int, Candidate]:
    """Return the clauses with such a number, by where they start.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    series: dict[str, list[tuple[tuple[int, ...], re.Match[str], int]]] = {}
    for start, end in rows:
        match = LABEL.match(text, start, end) if text[start] in OPENS else None
        if match and not (match["code"] and match.end() == end and "." not in match["number"]):  # the page "SB-2"
            words = match["in_words"]
            values = (IN_WORDS.get(words) or letter(words),) if words else numbers(match["number"])
            series.setdefault(match["word"] or match["code"], []).append((values, match, end))
    return {
        match.start(): _clause(text, match, values, end)
        for kind, members in series.items()
        if _counts([values for values, *_ in members], is_word=not kind.isupper() or len(kind) > 4)
        for values, match, end in members
    }


def _counts(found: Sequence[tuple[int, ...]], *, is_word: bool) -> bool:
    """Return whether numbers count clauses: nearly all of them follow the one before, or begin again.

    A word may begin again at any number: "Module Two" and "Module Three" stand in a clause, and in the next one again.
    """
    follows = sum(_follows(before, values) for before, values in pairwise(found))
    firsts = {values: at for at, values in reversed(list(enumerate(found)))}
    begins = sum(values[-1] == 1 or (is_word and firsts[values] < at) for at, values in enumerate(found) if at)
    least = LEAST - 1 - (is_word and found[0] == (1,))
    return follows >= least and follows + begins >= len(found) - 1 - len(found) // 5


def _follows(before: tuple[int, ...], values: tuple[int, ...]) -> bool:
    """Return whether a number is the next one: "1.1" behind "1", "1.2" behind "1.1", "2" behind "1.2"."""
    return values in ((*before, 1), *((*before[:depth], before[depth] + 1) for depth in range(len(before))))


def _clause(text: str, match: re.Match[str], values: tuple[int, ...], end: int) -> Candidate:
    """Return the clause whose label matches in a line that ends at ``end``."""
    gap = GAP.match(text, match.end(), end)
    at = gap.end() if gap else match.end()
    caption, stop = caption_at(text, at, end, marked=False, bold=False, labelled=True)
    if not caption and text[match.end() : at].strip() and end - at <= BRIEF and text[end - 1] not in ".;,:":
        caption, stop = plain(text[at:end]), end  # "Task 1 - Survey of the tower"
    number = ".".join(map(str, values))
    if match["word"]:
        word = match["word"].lower()
        counted = match["in_words"] if match["in_words"] and len(match["in_words"]) == 1 else number.replace(".", "-")
        label = Label("letter", (f"{word}-{counted.lower()}",), (), word.title(), str(values[0]))
    else:
        front = match["code"].lower()
        label = Label("number", (front, *printed(number)), (LETTERED + code_value(match["code"]), *values))
    return Candidate(
        match.start(),
        max(stop, match.end()),
        label,
        caption,
        own_line=max(stop, match.end()) == end,
        printed=plain(match[0]),
        small=text[at : at + 1].islower(),
    )
