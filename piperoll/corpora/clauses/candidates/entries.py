"""Find the tables of contents of pages by the numbers of their entries: "1. Lamps", "2. Oil", each a short line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, GAP, Candidate
from piperoll.corpora.clauses.pages.contents import ENTRIES
from piperoll.corpora.clauses.pages.furniture import ENTRY, key
from piperoll.corpora.clauses.words.captions import BRIEF
from piperoll.corpora.clauses.words.labels import roman_heading

ALIKE = 16
"""Letters at the beginning of an entry that the heading of its clause has too; the rest may differ."""
SHARE = 0.5
"""Share of the entries that come again over a text of their own; a list that is printed again has none."""
STEP = 2
"""A number may be that much higher than the last one: in an entry, a quotation mark may stand behind it."""
STOPPED = 0.2
"""Share of the entries that may end as a sentence does."""
STOPS = (".", ";", ",", ":")
SPACE = " \t\xa0*_"
MOST_ALIKE = 1.5
"""Lines that look like those which the contents name, for each of these, up to which all of them are of one rank."""
SINGLE = frozenset({"number", "section", "article"})
"""Families of labels that count entries."""


def numbered_contents(text: str, openings: Sequence[Candidate]) -> Iterator[Range]:
    """Yield the ranges of entries that are numbered from 1 on and come again as the headings of clauses.

    Args:
        text: the stored text.
        openings: the candidates of the text, in their order.
    """
    headings: dict[str, int] | None = None
    run: list[int] = []
    top = 0
    for index, one in enumerate(openings):
        number, inner = _number(one), _above(one)
        if not (number or inner) or one.weak:
            continue
        last = openings[run[-1]] if run else one
        between = (
            text[last.start + len(_line(text, last)) : one.start] if one.start - last.start <= STEP * ENTRY else None
        )
        near = run and between is not None and len(between.strip()) <= BRIEF
        if near and (0 < number - top <= STEP or inner == top):  # "2.1" stands below entry 2
            run.append(index)
            top = number or top
            continue
        if len(run) > ENTRIES:
            headings = headings or _headings(text, openings)
            if _come_again(text, openings, run, headings):
                yield _range(text, openings, run)
        run, top = ([index], 1) if number == 1 else ([], 0)


def with_linked_ranks(text: str, openings: Sequence[Candidate], contents: Sequence[Range]) -> list[Candidate]:
    """Return the candidates of a page; the plain lines that its contents name stand over its bold lines.

    They do on a page without schedules. On one without numbers they are of the rank of the marked headings that the
    contents name; where none are, the few other lines of the same looks stand over bold lines as well.

    Args:
        text: the stored text.
        openings: the candidates, in their order.
        contents: the ranges of tables of contents.
    """
    lines = [line for start, end in contents for line in text[start:end].split("\n") if "](" in line]
    names = {name for line in lines if (name := key(line))}
    named = [one for one in openings if one.own_line and one.caption and key(one.caption) in names]
    bold = any(one.level == BOLD_LEVEL and not one.label for one in openings)
    ranks = {one.level for one in named if one.level}
    if not bold or len(named) < ENTRIES or len(ranks) > 1 or any(one.label or one.level >= BOLD_LEVEL for one in named):
        return list(openings)
    marked = bool(ranks)
    if any(one.label and (marked or one.label.family == "schedule") for one in openings):
        return list(openings)
    rank = ranks.pop() if marked else BOLD_LEVEL - 1
    capitals = all(one.caption.isupper() for one in named)
    plain = [one for one in openings if one.bare and one.own_line and text[one.start].isalnum()]
    alike = [one for one in plain if not capitals or one.caption.isupper()]
    chosen = {one.start for one in (named if marked or len(alike) > MOST_ALIKE * len(named) else alike)}
    return [replace(one, level=rank) if one.start in chosen and one.bare else one for one in openings]


def _number(candidate: Candidate) -> int:
    """Return the number of an entry; 0 without one."""
    label = candidate.label
    if label is not None and label.family == "letter" and (value := roman_heading(label)):
        return value
    counted = label is not None and label.family in SINGLE and candidate.printed.strip(". ")[-1:].isdigit()
    return label.values[0] if label and counted and len(label.values) == 1 else 0


def _above(candidate: Candidate) -> int:
    """Return the number of the entry below which a decimal stands, 2 for "2.1"; 0 for any other."""
    label = candidate.label
    return label.values[0] if label and label.family == "number" and len(label.values) > 1 else 0


def _range(text: str, openings: Sequence[Candidate], run: Sequence[int]) -> Range:
    """Return the range of entries, with a heading directly above them."""
    first = openings[run[0]]
    above = openings[run[0] - 1] if run[0] else None
    heads = above is not None and above.own_line and not above.label and first.start - above.end <= GAP
    if heads and above and 0 < above.level < BOLD_LEVEL:  # the heading of the page is none of its contents
        heads = any(0 < one.level < above.level for one in openings)
    last = openings[run[-1]]
    return above.start if heads and above else first.start, last.start + len(_line(text, last))


def _headings(text: str, openings: Sequence[Candidate]) -> dict[str, int]:
    """Return where candidates stand last, by their first letters, but none that the next number directly follows."""
    places: dict[str, int] = {}
    following: dict[tuple[str, int], int] = {}
    for one in reversed(openings):
        family, number = one.label.family if one.label else "", _number(one)
        if not number or following.get((family, number + 1), len(text)) - one.start > ENTRY:
            places.setdefault(_name(text, one), one.start)
        following[family, number] = one.start
    return places


def _name(text: str, candidate: Candidate) -> str:
    """Return the first letters of a candidate, without its label."""
    return key(candidate.caption or _line(text, candidate))[:ALIKE]


def _line(text: str, candidate: Candidate) -> str:
    """Return the line in which a candidate begins, or the next one, where its heading stands there."""
    end = text.find("\n", candidate.start if not candidate.caption else max(candidate.start, candidate.end - 1))
    return text[candidate.start : end if end >= 0 else len(text)].rstrip(SPACE)


def _come_again(text: str, openings: Sequence[Candidate], run: Sequence[int], headings: Mapping[str, int]) -> bool:
    """Return whether the entries are lines that head what is behind them."""
    end = openings[run[-1]].end
    entries = [openings[index] for index in run]
    if sum(_line(text, one).endswith(STOPS) for one in entries) > STOPPED * len(run):
        return False
    again = sum(headings.get(_name(text, one), 0) >= end for one in entries)
    return again >= SHARE * len(run)
