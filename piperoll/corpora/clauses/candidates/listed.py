"""Find the headings that the table of contents prints alone, where they run into their text without a stop."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import BREAKS_OFF, is_title, plain

# "Section 3.7 Oil of the Lamp 19", "3.7.  Oil of the Lamp ........ 19"
ENTRY = re.compile(
    r"(?<![\w.])(?P<number>\d{1,2}(?:\.\d{1,2})?)\.?\s{1,40}(?P<caption>[A-Z][^\d\n]{1,110}?[^\d\s.])[\s.]{1,160}\d{1,3}(?![\w.])"
)
BEHIND = re.compile(r"[^\S\n]{1,9}[“\"(]?[A-Z]")
"""Matches behind a heading that runs into a sentence."""
LABEL_END = re.compile(r"[\s.:)–—-]{1,20}")


def with_listed(text: str, found: Sequence[Candidate], contents: Sequence[Range]) -> list[Candidate]:
    """Return the candidates of a text, with the headings that only its table of contents tells from their sentences.

    Args:
        text: the stored text.
        found: the candidates.
        contents: the ranges of the tables of contents.
    """
    listed = _entries(text, contents)
    return [_headed(text, one, listed) for one in found] if listed else list(found)


def _entries(text: str, contents: Sequence[Range]) -> Mapping[tuple[int, ...], re.Pattern[str]]:
    """Return what matches the heading of each clause that the tables of contents name, by its number."""
    entries: dict[tuple[int, ...], re.Pattern[str]] = {}
    for part in contents:
        for match in ENTRY.finditer(text, *part):
            words = match["caption"].split()
            if is_title(match["caption"]) and not BREAKS_OFF.search(" ".join(words)):
                number = tuple(map(int, match["number"].split(".")))
                entries.setdefault(number, re.compile(r"\s{1,9}".join(map(re.escape, words))))
    return entries


def _headed(text: str, one: Candidate, listed: Mapping[tuple[int, ...], re.Pattern[str]]) -> Candidate:
    """Return a candidate with its heading in front of its sentence, if the contents name that."""
    if one.caption or one.label is None or one.label.family not in ("number", "section", "article"):
        return one
    pattern = listed.get(one.label.values)
    gap = LABEL_END.match(text, one.end)
    heading = pattern.match(text, gap.end() if gap else one.end) if pattern else None
    if heading is None or not BEHIND.match(text, heading.end()):
        return one
    return replace(one, end=heading.end(), caption=plain(heading[0]), own_line=False)
