"""Leave out candidates that open no clause: the document's own heading, heads of pages, terms defined in passing.

A heading that stands over one clause only becomes the heading of that clause.
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from piperoll.corpora.clauses.candidates.amendments import without_filing
from piperoll.corpora.clauses.candidates.candidate import FAR, GAP, Candidate
from piperoll.corpora.clauses.candidates.own_titles import TITLE_WITHIN, heading
from piperoll.corpora.clauses.candidates.quoted_articles import is_quoted_article
from piperoll.corpora.clauses.pages.furniture import key
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH
from piperoll.corpora.clauses.words.labels import Label, roman_heading

REPEATED_WITHIN = 1_500
"""Characters within which the heading of a document may come again."""
OVER_ALL = 0.6
"""Share of the text over which a heading stands that is the only one of its rank, from which it is no chapter."""
LOWER = 3
"""Headings of the next rank, from which such a heading is one of them."""
FRONT = 0.25
"""Share of a contract in which schedules that stand directly below each other are a list of them."""
HEADED = 3
"""Clauses with a heading above each, from which every such heading belongs to the one clause below it."""
MISSING = 3
"""Steps from one Roman heading to the next, with those between them that were not found."""
SHEET = 250
"""Characters on the sheet in front of a schedule: its name, "[See attached]", the number of the page."""
PAGE = 10_000
"""Characters of the longest page, which can be a wide table."""
ALIKE = 16
"""Letters of a schedule's heading that are alike where a page begins with it again; text can stand behind it."""
BETWEEN = 60
"""Characters between a marked heading and its repetition: "Effective: May 28, 2031"."""
PAGES = 5
"""Captions of the same letters that are no headings: a document has as many pages, but not as many such clauses."""


def without_title(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without the heading of the document itself and its repetitions at the heads of pages.

    This heading would stand in front of every path and header, and they would all change with it.
    """
    front = 0
    while front < len(candidates) and _is_filing(candidates[front]):
        front += 1
    candidates = without_listed(list(without_filing(candidates[front:], candidates[:front])))
    if not heading(text, candidates):
        return _ranked(candidates)
    title = candidates[0]
    begins = next((one.start for one in candidates if one.label), candidates[-1].end)
    others = [one for one in candidates[1:] if not _repeats(one, title, begins)]
    if (not others and len(candidates) > 1) or (
        title.level and any(0 < one.level <= title.level and not one.document for one in others)
    ):
        return _ranked(candidates)
    return _ranked(others)


def _repeats(candidate: Candidate, title: Candidate, begins: int) -> bool:
    """Return whether a candidate repeats the heading of the document: at the head of a page, or below it.

    ``begins`` is where the first label stands.
    """
    if candidate.label or candidate.caption.casefold() != title.caption.casefold():
        return False
    return not candidate.level or candidate.start < min(begins, REPEATED_WITHIN)


def _ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with a heading that stands over nearly all of them as one of the headings below it.

    "Welcome!", or the title behind what a page shows first, is the only heading of its rank and no chapter.
    """
    levels = sorted({one.level for one in candidates if one.level})
    if len(levels) < 2:
        return _without_lone(candidates)
    tops = [one for one in candidates if one.level == levels[0]]
    next_rank = sum(one.level == levels[1] for one in candidates)
    end = candidates[-1].end
    if len(tops) > 1 or tops[0].label or tops[0].document or next_rank < LOWER or end - tops[0].start < OVER_ALL * end:
        return list(candidates)
    return _ranked([replace(one, level=levels[1]) if one is tops[0] else one for one in candidates])


def _without_lone(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with a marked heading as one of those that nothing marks, where it is the only one."""
    marked = [index for index, one in enumerate(candidates) if one.level]
    if len(marked) != 1 or candidates[marked[0]].label:
        return list(candidates)
    captions = [index for index, one in enumerate(candidates) if one.bare and one.own_line and one.indent]
    before = sum(index < marked[0] for index in captions)
    if min(before, len(captions) - before) < LOWER:
        return list(candidates)
    return [replace(one, level=0) if one.level else one for one in candidates]


def _is_filing(candidate: Candidate) -> bool:
    """Return whether a candidate in front of all others is the number of a filing, and no part: "EXHIBIT 10.2"."""
    label = candidate.label
    return label is not None and label.family == "schedule" and candidate.start <= TITLE_WITHIN and not candidate.level


def headed(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with each heading above a clause as that clause's own, where most clauses have one.

    "Governing Law" above "4.8 This Agreement …" stands over 4.9 no more than "Severability" above it does over 4.10.
    """
    above: dict[tuple[str, int], list[int]] = {}
    bare: dict[tuple[str, int], int] = {}
    for index, one in enumerate(candidates):
        if one.label and one.label.family in ("number", "section") and not one.caption and not one.weak:
            kind = one.label.family, len(one.label.values)
            bare[kind] = bare.get(kind, 0) + 1
            if index and _stands_over(candidates[index - 1], one):
                above.setdefault(kind, []).append(index)
    owners = {at for kind, all_ in above.items() if len(all_) >= max(HEADED, bare[kind] / 2) for at in all_}
    return [
        replace(one, start=candidates[index - 1].start, caption=candidates[index - 1].caption)
        if index in owners
        else one
        for index, one in enumerate(candidates)
        if index + 1 not in owners
    ]


def with_roman_articles(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with Roman headings as articles where the numbers below some of them are theirs.

    "II. Lamps" stands over 2.01, or as a line of its own over numbers that begin at 1.
    """
    if any(one.label and one.label.family == "article" for one in candidates):
        return list(candidates)
    run: dict[int, int] = {}
    words: set[str] = set()
    over = last = waiting = numbers = 0
    for index, one in enumerate(candidates):
        label = one.label
        if label is None:
            continue
        if _is_schedule(one) and not one.weak and (run or numbers):
            break
        value = roman_heading(label)
        if value and one.own_line and key(one.caption) in words:
            return list(candidates)  # what was printed before is a list of the headings
        if 0 < value - last <= MISSING and one.caption and (one.own_line or _is_over(candidates, index)):
            run[index] = last = waiting = value
            words.add(key(one.caption))
        elif label.family == "number" and (not one.weak or _is_decimal(one)):
            over += waiting > 0 and label.values[0] == (waiting if _is_decimal(one) else 1)
            waiting = 0
            numbers += 1
    if len(run) < HEADED or not over:
        return list(candidates)
    return [
        replace(one, label=Label("article", one.label.parts, (run[index],))) if index in run and one.label else one
        for index, one in enumerate(candidates)
    ]


def _is_over(candidates: Sequence[Candidate], index: int) -> bool:
    """Return whether a decimal of its number stands behind a Roman heading."""
    label = candidates[index].label
    behind = next((one for one in candidates[index + 1 : index + 1 + HEADED] if _is_decimal(one)), None)
    return bool(label and behind and behind.label and behind.label.values[0] == roman_heading(label))


def _is_decimal(number: Candidate) -> bool:
    """Return whether a number is one like "2.01" or "2.00"."""
    return bool(number.label and number.label.family == "number" and "." in number.printed.rstrip(". "))


def _stands_over(heading: Candidate, clause: Candidate) -> bool:
    """Return whether a heading of no rank stands directly above a clause."""
    return heading.bare and heading.own_line and clause.start - heading.end <= GAP


def printed_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with what is printed again as one.

    A heading may stand twice, one directly below the other; a schedule has a sheet with its name in front of its text;
    and "2.B." behind "2.A." is item B of the same clause.
    """
    kept: list[Candidate] = []
    number: tuple[int, ...] = ()
    heads = _PageHeads()
    for index, one in enumerate(candidates):
        behind = candidates[index + 1] if index + 1 < len(candidates) else None
        last = kept[-1] if kept else None
        if last and _says_its_caption(last, one):
            kept[-1] = replace(last, end=one.end, caption=one.caption)
            continue
        if last and (_is_again(last, one) or (_is_short_form(last, one) and _stands_behind_heading(kept))):
            caption = one.caption if one.own_line else last.caption or one.caption
            level = min(filter(None, (last.level, one.level)), default=0)
            kept[-1] = replace(one, start=last.start, caption=caption, level=level)
            continue
        if _is_schedule(one) and not one.weak and heads.repeats(one, behind):
            continue
        if one.label and one.label.family in ("number", "section"):
            if behind and one.label.values == number and not one.caption and _is_item_of(one, behind):
                continue
            number = one.label.values
        elif last and candidates[index - 1] is not last and _is_item_of(candidates[index - 1], one):
            one = replace(one, start=candidates[index - 1].start)
        kept.append(one)
    return kept


def _is_again(heading: Candidate, candidate: Candidate) -> bool:
    """Return whether a heading is printed again directly below itself, or the name of a schedule on its first page."""
    if not heading.own_line or (heading.label is None) != (candidate.label is None):
        return False
    if heading.label and candidate.label and heading.label.parts != candidate.label.parts:
        return False
    if not candidate.own_line and (candidate.weak or not _is_schedule(candidate)):
        return False
    gap = BETWEEN if heading.level and heading.level == candidate.level else GAP
    if heading.caption and key(heading.caption) == key(candidate.caption) and candidate.start - heading.end <= gap:
        return True
    return _is_schedule(heading) and _is_schedule(candidate) and candidate.start - heading.end <= SHEET


def _says_its_caption(heading: Candidate, line: Candidate) -> bool:
    """Return whether a line says the caption of the heading above it once more: "ARTICLE I [Oil]", and "Oil"."""
    return (
        heading.label is not None
        and heading.own_line
        and line.bare
        and line.own_line
        and key(heading.caption) == key(line.caption) != ""
        and line.start - heading.end <= CAPTION_LENGTH
    )


class _PageHeads:
    """Find the schedules that are printed again at the heads of their pages."""

    def __init__(self) -> None:
        self.open: Label | None = None
        self.printed: dict[tuple[str, ...], Candidate] = {}
        """The last printing of each schedule, by its label."""

    def repeats(self, schedule: Candidate, behind: Candidate | None) -> bool:
        """Return whether a schedule is the open one, or stands at the head of a page above that one."""
        again = self._is_again(schedule)
        above = again and behind and behind.label == self.open and behind.start - schedule.end <= SHEET
        assert schedule.label is not None
        self.printed[schedule.label.parts] = schedule
        if above and behind:
            return self._is_again(behind)
        again = again and schedule.label == self.open
        self.open = schedule.label
        return again

    def _is_again(self, schedule: Candidate) -> bool:
        """Return whether a schedule was printed on the page before."""
        before = self.printed.get(schedule.label.parts) if schedule.label else None
        return (
            before is not None
            and bool(schedule.caption)
            and key(before.caption)[:ALIKE] == key(schedule.caption)[:ALIKE]
            and schedule.start - before.end <= PAGE
        )


def _is_short_form(line: Candidate, heading: Candidate) -> bool:
    """Return whether a line has the number of the marked heading below it: "6. Keepers", "6. Keepers of Lamps"."""
    return (
        line.label is not None
        and line.label.family == "number"
        and heading.label is not None
        and line.label.parts == heading.label.parts
        and heading.level > line.level == 0
        and heading.start - line.start <= CAPTION_LENGTH
    )


def _stands_behind_heading(kept: Sequence[Candidate]) -> bool:
    """Return whether the number in front of the last candidate is a marked heading, and the last one thus no item."""
    numbers = (one for one in islice(reversed(kept), 1, None) if one.label and one.label.family == "number")
    return next((one.level > 0 for one in numbers), False)


def _is_item_of(number: Candidate, letter: Candidate) -> bool:
    """Return whether a letter stands directly behind a number: "2.B. Guaranty", "3.2(b)"."""
    return (
        letter.label is not None
        and number.label is not None
        and letter.label.family == "letter"
        and number.label.family in ("number", "section")
        and letter.start <= number.end
    )


def without_page_headers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without captions that come again and again: at the heads of pages, or below signatures."""
    captions = Counter(key(one.caption) for one in candidates if one.bare and not is_quoted_article(one.caption))
    often = {caption for caption, times in captions.items() if times >= PAGES}
    kept = _below_marked(candidates, often) if often else frozenset()
    return [one for one in candidates if not one.bare or (caption := key(one.caption)) not in often or caption in kept]


def _below_marked(candidates: Sequence[Candidate], captions: Container[str]) -> set[str]:
    """Return those of the captions that are lines of a page and come once below each of its marked headings."""
    below: dict[str, int] = {}
    others: set[str] = set()
    heading = 0
    for one in candidates:
        heading += one.level > 0
        if one.bare and (caption := key(one.caption)) in captions:
            if not (one.own_line and one.indent) or below.get(caption, 0) >= heading:
                others.add(caption)
            below[caption] = heading
    return below.keys() - others


def without_listed(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without schedules that are only listed.

    Each of them comes again and has text only there, or two and more stand below each other near the beginning.
    """
    later: set[tuple[str, ...]] = set()
    kept: list[Candidate] = []
    follows = None
    front = FRONT * candidates[-1].end if candidates else 0
    for index in range(len(candidates) - 1, -1, -1):
        one = candidates[index]
        parts = one.label.parts if one.label and _is_schedule(one) and one.own_line else ()
        together = bool(parts and follows and follows.start - one.end <= GAP)
        if together and follows and _is_schedule(follows) and one.start < front:
            kept = [other for other in kept if other is not follows]
        elif not (together and parts in later and (not one.caption or _stands_in_list(candidates, index))):
            kept.append(one)
        later |= {parts} if parts else set()
        follows = one
    return kept[::-1]


def _stands_in_list(candidates: Sequence[Candidate], index: int) -> bool:
    """Return whether another schedule stands directly above or below one."""
    near = candidates[max(0, index - 1) : index + 2]
    return any(
        _is_schedule(one) and _is_schedule(other) and other.start - one.end <= GAP for one, other in pairwise(near)
    )


def _is_schedule(candidate: Candidate) -> bool:
    return candidate.label is not None and candidate.label.family == "schedule"


def without_lone_definitions(candidates: Sequence[Candidate], *, page: bool) -> list[Candidate]:
    """Return the candidates without terms that a sentence defines in passing: what follows is about the clause.

    In a list of definitions, each one goes on up to the next. On a page, one that begins a line is alone, too.
    """
    kept: list[Candidate] = []
    listed = False
    for index, one in enumerate(candidates):
        if one.definition or not one.label or one.label.family != "letter":
            before, listed = listed, one.definition
            alone = one.definition and not one.label and not before and not _goes_on(candidates, index)
            if alone and (one.weak or page):
                continue
        kept.append(one)
    return kept


def _goes_on(candidates: Sequence[Candidate], index: int) -> bool:
    """Return whether another definition comes behind one and its own items."""
    for one in candidates[index + 1 : index + 1 + FAR]:
        if one.definition or not one.label or one.label.family != "letter":
            return one.definition
    return False
