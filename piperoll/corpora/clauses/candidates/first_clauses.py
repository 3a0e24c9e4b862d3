"""Find the first sub-clause right behind the heading of its clause: "16. End of the Term 16.1 in case of"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.inline import AFTER_LABEL, DEFINITION, DEFINITION_OPENS
from piperoll.corpora.clauses.words.captions import BREAKS_OFF, BRIEF, CAPTION_LENGTH, SAYS, caption_at, is_title, plain
from piperoll.corpora.clauses.words.labels import LETTERED, Label

CITES = re.compile(r"(?i)\b(?:sections?|articles?|clauses?|paragraphs?|items?|no\.|see|than|about)\W*\Z")
"""Matches words behind which a number is cited."""
SENTENCE = re.compile(r"[a-z]{3}[.;:]\s")
"""Matches a stop inside what is no heading."""


def with_firsts(text: str, found: Sequence[Candidate], end: int) -> Iterator[Candidate]:
    """Yield the candidates of a line, and each first sub-clause right behind the heading of its clause.

    The number of the sub-clause tells where that heading ends, however it is written.

    Args:
        text: the stored text.
        found: the candidates of the line, in order.
        end: offset behind the line.
    """
    starts = {one.start for one in found}
    for one in found:
        first = _first_of(one).search(text, one.end - 1, min(end, one.end + CAPTION_LENGTH)) if _counts(one) else None
        at = first.start("label") if first else 0
        words = plain(text[one.start : at]).removeprefix(one.printed).strip(" .:–—-*")
        between = text[one.end : at].strip()
        if first is None or not words or (between and not _heads(words, whole=not one.caption)):
            yield one
            continue
        yield replace(one, weak=False, end=at, caption=words) if between else replace(one, weak=False)
        if at not in starts:
            yield _sub_clause(text, one, first, end)


def _counts(candidate: Candidate) -> bool:
    """Return whether a candidate is a clause with a number of one part: "4."."""
    label = candidate.label
    return label is not None and label.family == "number" and len(label.values) == 1 and label.values[0] < LETTERED


def _first_of(clause: Candidate) -> re.Pattern[str]:
    """Return the expression of the first sub-clause of a clause."""
    return _first(clause.label.values[0] if clause.label else 0)


def _sub_clause(text: str, clause: Candidate, first: re.Match[str], end: int) -> Candidate:
    """Return the candidate of a first sub-clause."""
    assert clause.label is not None
    gap = AFTER_LABEL.match(text, first.end("label"), end)
    at = gap.end() if gap else first.end("label")
    defined = DEFINITION.match(text, at, end) if text[at : at + 1] in DEFINITION_OPENS else None
    caption, stop = caption_at(text, at, end, marked=False, bold=False, labelled=True)
    if defined:
        caption, stop = plain(defined["term"]), defined.end()
    label = Label("number", (*clause.label.parts, first["item"]), (*clause.label.values, 1))
    return Candidate(
        first.start("label"), max(stop, first.end("label")), label, caption, definition=defined is not None,
        own_line=stop >= end, printed=first["label"], small=text[at : at + 1].islower(),
    )  # fmt: skip


def _heads(words: str, *, whole: bool) -> bool:
    """Return whether words in front of a sub-clause are the heading of its clause."""
    if not words[:1].isupper() or BREAKS_OFF.search(words) or CITES.search(words) or SAYS.match(words):
        return False
    return is_title(words) or (whole and len(words) <= BRIEF and not SENTENCE.search(words))


@cache
def _first(number: int) -> re.Pattern[str]:
    """Return the expression of the first sub-clause of a number: "4.1" or "4.01."."""
    return re.compile(
        rf"\s(?P<label>{number}\.(?P<item>0?1)\.?)(?!\d)(?:\s|(?<=\.)(?=[A-Z][a-z]))(?!(?:and|or|of|to|above|below)\b)"
    )
