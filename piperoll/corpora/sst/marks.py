"""Where the numbered paragraphs of a decision begin: at "[12]", alone or behind a heading on the same line."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from piperoll.corpora.common.numbered import rising_run
from piperoll.corpora.sst import headings

NUMBER = re.compile(r"\[\s?(\d{1,4})\s?\]")
POINTS_ON = re.compile(r"\s*(?:[,;.)]|(?:to|and|at|à|et)\b)")
""""[16] to [18]" are paragraphs of another decision."""
BEGINS = re.compile(r"\s*[“\"‘'«(\[]*(?:[A-ZÀ-Þ]|$)")
WINDOW = 300
"""Characters in front of a number in which its heading is looked for."""
SENTENCE_END = re.compile(r"(?P<word>\S*)[.!?…]['’”\"»)\]]*\s+")
ABBREVIATION = re.compile(
    r"[(“\"]*(?:vs?|ss?|c|Mr|Mrs|Ms|Dr|St|Nos?|[Pp]aras?|pp?|Inc|Ltd|Co|Corp|Det|Cst|Sgt|JJ?|[A-Z](?:\.[A-Z])*|[IVXL]+)"
)
"""Before a full stop that ends no sentence: "R. v. Smith", "II. Facts", "Paciocco J.A."."""
INTRODUCES = (":", ",", "—")
"""How the text ends that a quotation follows."""
CLOSED = (".", "?", "!", ")", "”", '"')
"""How a sentence may end that stands before a heading."""
REFERENCE = re.compile(r"(?:Footnote|Note de bas de page)\s\d{1,3}\s*")
QUESTION = re.compile(r"(?:Issues?|Questions?)\b")
""""Issue 1: Was he available?" is a heading; any other question within a line may be the paragraph itself."""
LONGEST_RUN = 8
"""Words: more behind the known name of a section, and they are its text, which has lost its lines."""
WORD = re.compile(r"\S+")
INITIAL = re.compile(r"[A-Z]\.")
LONGEST_NAME = 6
"""Words of the longest known name of a section."""
FLATTENED = 1.5
"""A text has lost its lines when numbers within lines make a run so many times as long as those at the starts."""
SERIES = 8
"""Numberings in one document, at most: a decision with another one, or a corrected one, behind it has two."""
MOST = 1500
"""Paragraphs of a decision: a larger number is a year."""
SHORTEST = 3
"""Paragraphs of a second numbering: one or two are a quotation."""


class Certainty(IntEnum):
    """How sure it is that a number in brackets counts a paragraph, by what stands before it."""

    GUESSED = 0
    """Anything: believed where just this number is lacking."""
    LIKELY = 1
    """The end of a sentence or a heading within a line: believed in a text without lines."""
    FIRM = 2
    """Nothing on its line, or nothing but a heading."""
    KNOWN = 3
    """The known name of a section: where it opens a line, believed even if numbers before it are left out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a paragraph. ``head`` is where a heading on its line begins, ``start`` where there is none.

    ``opens``: it opens its line, alone or behind a heading.
    """

    number: int
    start: int
    end: int
    head: int
    certainty: Certainty
    opens: bool


def marks(text: str) -> list[Mark]:
    """The numbers that count the paragraphs of ``text``, in order; linear in its length."""
    found = _own(text, list(_candidates(text)))
    firm = [mark for mark in found if mark.certainty >= Certainty.FIRM]
    likely = [mark for mark in found if mark.certainty >= Certainty.LIKELY]
    if len(_run(likely)) > FLATTENED * len(_run([mark for mark in found if mark.opens])):
        firm = likely
    return _completed(_series(firm), found)


def _candidates(text: str) -> Iterator[Mark]:
    line = before = 0  # starts of the line and of the text behind the number before
    for match in NUMBER.finditer(text):
        if int(match[1]) > MOST:
            continue
        at, end = match.span()
        line = max(line, text.rfind("\n", before, at) + 1)
        floor = max(line, before, at - WINDOW)
        prefix = text[floor:at]
        offset, certainty = len(prefix), Certainty.FIRM
        if prefix.strip() or floor != line:
            offset, certainty = _head(prefix, floor == line, floor > max(line, before))
            if certainty is not Certainty.KNOWN and POINTS_ON.match(text, end, end + 8):
                before = end
                continue
            if certainty is Certainty.LIKELY and not BEGINS.match(text, end, end + 8):
                certainty = Certainty.GUESSED
        head = floor + offset if certainty > Certainty.GUESSED and prefix[offset:].strip() else at
        opens = certainty >= Certainty.FIRM and floor == line and not prefix[:offset].strip()
        yield Mark(int(match[1]), at, end, head, certainty, opens)
        before = end


def _head(prefix: str, whole: bool, cut: bool) -> tuple[int, Certainty]:
    """Where the heading in ``prefix`` begins, its length for none, and what the number behind it is worth.

    ``whole``: the prefix starts a line; ``cut``: it starts anywhere.
    """
    nothing = len(prefix)
    known_end = _known_end(prefix)
    if whole and headings.is_heading(prefix):
        if known_end is not None and _runs_on(prefix):
            return known_end, Certainty.KNOWN
        known = headings.is_known(prefix)
        return len(prefix) - len(prefix.lstrip()), Certainty.KNOWN if known else Certainty.FIRM
    ends = [end.end() for end in SENTENCE_END.finditer(prefix) if not ABBREVIATION.fullmatch(end["word"])]
    if ends and ends[-1] == nothing:
        begin = ends[-2] if len(ends) > 1 else 0
        question = prefix[begin:].strip()
        asked = question.endswith("?") and QUESTION.match(question) and not (cut and len(ends) == 1)
        return begin if asked and headings.is_heading(question) else nothing, Certainty.LIKELY
    begin = ends[-1] if ends else 0
    if reference := REFERENCE.match(prefix, begin):
        begin = reference.end()
    if not prefix[begin:].strip():
        return nothing, Certainty.LIKELY
    if known_end is not None and (known_end == begin or prefix[:known_end].rstrip().endswith(CLOSED)):
        return known_end, Certainty.KNOWN
    if headings.is_heading(prefix[begin:]) and (ends or not cut):
        return begin, Certainty.LIKELY
    return (nothing, Certainty.GUESSED) if known_end is None else (known_end, Certainty.KNOWN)


def _known_end(prefix: str) -> int | None:
    """Where a known name begins that ends a text without sentences: "File number: GE-20-1 Decision"."""
    before = ""
    for word in list(WORD.finditer(prefix))[-LONGEST_NAME:]:
        name = prefix[word.start() :]
        initials = INITIAL.fullmatch(before) and INITIAL.fullmatch(word[0])  # "M. C. Introduction"
        if not initials and (name[0].isupper() or headings.LABEL.match(name)) and headings.is_known(name):
            return word.start()
        before = word[0]
    return None


def _runs_on(prefix: str) -> bool:
    """Does a known name stand at the start, with more behind it than a heading has?"""
    words = prefix.split()
    if headings.LABEL.match(prefix):
        return False
    return len(words) > LONGEST_RUN and any(headings.is_known(" ".join(words[:count])) for count in range(1, 5))


def _own(text: str, found: Sequence[Mark]) -> list[Mark]:
    """Without the numbers of quoted paragraphs: behind a colon, and coming again without one."""
    counts = Counter(mark.number for mark in found if mark.opens)
    quoted = 0
    own: list[Mark] = []
    for mark in found:
        if not mark.opens:
            own.append(mark)
            continue
        before = text[max(0, mark.head - WINDOW) : mark.head].rstrip()
        if counts[mark.number] > 1 and (before.endswith(INTRODUCES) or mark.number == quoted + 1 > 1):
            quoted = mark.number
        else:
            quoted = 0
            own.append(mark)
    return own


def _run(found: Sequence[Mark]) -> list[Mark]:
    return [found[index] for index in rising_run([mark.number for mark in found])]


def _series(found: Sequence[Mark]) -> list[Mark]:
    """The longest run, and those from 1 on before and behind it."""
    index = {mark.start: at for at, mark in enumerate(found)}
    chosen: list[Mark] = []
    spans = [(0, len(found))]
    for _ in range(SERIES):
        if not spans:
            break
        begin, end = spans.pop()
        run = _run(found[begin:end])
        if (
            run
            and (len(run) >= SHORTEST or not chosen)
            and run[0].number <= (SHORTEST if chosen or len(run) < SHORTEST else MOST)
        ):
            chosen += run
            spans += [(begin, index[run[0].start]), (index[run[-1].start] + 1, end)]
    return sorted(chosen, key=lambda mark: mark.start)


def _completed(run: Sequence[Mark], found: Sequence[Mark]) -> list[Mark]:
    """``run`` with the numbers that are printed twice, and those under a known heading that leave many out."""
    starts = {mark.start for mark in run}
    following = iter([mark.number for mark in run])
    whole: list[Mark] = []
    last, upper = 0, next(following, MOST)
    for mark in found:
        if mark.start in starts:
            last, upper = mark.number, next(following, MOST)
            whole.append(mark)
        elif _belongs(mark, last, upper):
            last = mark.number
            whole.append(mark)
    return whole


def _belongs(mark: Mark, last: int, upper: int) -> bool:
    """Does ``mark`` count a paragraph between those numbered ``last`` and ``upper``?"""
    known = mark.certainty is Certainty.KNOWN
    if mark.opens and (known or mark.head == mark.start) and mark.number in (last, upper):
        return True
    if known and mark.opens:
        return last < mark.number < upper
    return mark.number == last + 1 < upper and (known or (mark.certainty <= Certainty.LIKELY and upper < MOST))
