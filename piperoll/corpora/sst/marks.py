"""Find the numbered paragraphs of a decision: they begin at "[12]", alone or after a heading on the same line."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from piperoll.corpora.common.numbered import rising_run
from piperoll.corpora.sst import headings, notes

NUMBER = re.compile(r"\[\s?(\d{1,4})\s?\]")
POINTS_ON = re.compile(r"\s*(?:[,;.)]|(?:to|and|at|à|et)\b)")
""""[16] to [18]" are paragraphs of another decision."""
BEGINS = re.compile(r"\s*[“\"‘'«(\[]*(?:[A-ZÀ-Þ]|$)")
WINDOW = 300
"""Characters before a number that are searched for its heading."""
SENTENCE_END = re.compile(rf"(?P<word>\S*)[.!?…]['’”\"»)\]]*(?:{notes.WORD}\s\d{{1,3}})?\s+")
""""… for the appeal.Footnote 1 Issues [4] …": the mark of a footnote may follow the full stop."""
ABBREVIATION = re.compile(
    r"[(“\"]*(?:vs?|ss?|c|Mr|Mrs|Ms|Dr|St|Nos?|[Pp]aras?|pp?|Inc|Ltd|Co|Corp|Det|Cst|Sgt|JJ?|[A-Z](?:\.[A-Z])*|[IVXL]+)"
)
"""Words before a full stop that ends no sentence: "R. v. Smith", "II. Facts", "Paciocco J.A."."""
ANSWER = re.compile(r"\s*(?:Yes|No|Oui|Non)[.,;:]")
""""Did she search for work? [6] Yes.": the question in front of its answer is a heading."""
INTRODUCES = (":", ",", "—")
"""Signs at the end of a text that a quotation follows."""
CLOSED = (".", "?", "!", ")", "”", '"')
"""Signs at the end of a sentence that a heading may follow."""
REFERENCE = re.compile(rf"{notes.WORD}\s\d{{1,3}}\s*")
LONGEST_RUN = 8
"""Words in a heading that begins with a known name; more words are the text of the section, without line breaks."""
WORD = re.compile(r"\S+")
INITIAL = re.compile(r"[A-Z]\.")
LONGEST_NAME = 6
"""Words of the longest known name of a section."""
FLATTENED = 1.5
"""A text has lost its lines if the run of all numbers is this many times as long as the run at line starts."""
SERIES = 8
"""Numberings in one document, at most; a file with a second or a corrected decision has two."""
MOST = 1500
"""Paragraphs of a decision, at most; a larger number is a year."""
SHORTEST = 3
"""Paragraphs of a second numbering, at least; one or two are a quotation."""


class Certainty(IntEnum):
    """Rank how sure it is that a number in brackets counts a paragraph, by the text before it."""

    GUESSED = 0
    """Any text stands before it: accepted if just this number is missing."""
    LIKELY = 1
    """The end of a sentence, or a heading within a line, stands before it: accepted in a text without lines."""
    FIRM = 2
    """Nothing stands before it on its line, or only a heading."""
    KNOWN = 3
    """The known name of a section stands before it: accepted at a line start, even if earlier numbers are missing."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Hold the number of a paragraph and its range.

    ``head`` is the start of the heading on its line; without a heading it equals ``start``. ``opens`` tells that the
    number opens its line, alone or after a heading.
    """

    number: int
    start: int
    end: int
    head: int
    certainty: Certainty
    opens: bool


def marks(text: str) -> list[Mark]:
    """Return the numbers that count the paragraphs of ``text``, in order; linear in its length."""
    candidates = _without_quoted(text, list(_candidates(text)))
    firm = [mark for mark in candidates if mark.certainty >= Certainty.FIRM]
    likely = [mark for mark in candidates if mark.certainty >= Certainty.LIKELY]
    if len(_run(likely)) > FLATTENED * len(_run([mark for mark in candidates if mark.opens])):
        firm = likely
    excerpt = bool(firm) and not text[: firm[0].head].strip()
    return _completed(_series(firm, MOST if excerpt else SHORTEST), candidates)


def _candidates(text: str) -> Iterator[Mark]:
    line = before = 0  # starts of the line and of the text after the number before
    for match in NUMBER.finditer(text):
        if int(match[1]) > MOST:
            continue
        at, end = match.span()
        line = max(line, text.rfind("\n", before, at) + 1)
        floor = max(line, before, at - WINDOW)
        prefix = text[floor:at]
        offset, certainty = len(prefix), Certainty.FIRM
        if prefix.strip() or floor != line:
            offset, certainty = _head(
                prefix, floor == line, floor > max(line, before), answered=ANSWER.match(text, end) is not None
            )
            if certainty is not Certainty.KNOWN and POINTS_ON.match(text, end, end + 8):
                before = end
                continue
            if certainty is Certainty.LIKELY and not BEGINS.match(text, end, end + 8):
                certainty = Certainty.GUESSED
        head = floor + offset if certainty > Certainty.GUESSED and prefix[offset:].strip() else at
        opens = certainty >= Certainty.FIRM and floor == line and not prefix[:offset].strip()
        yield Mark(int(match[1]), at, end, head, certainty, opens)
        before = end


def _head(prefix: str, whole: bool, cut: bool, *, answered: bool) -> tuple[int, Certainty]:
    """Return the start of the heading in ``prefix`` and the certainty of the number after it.

    Without a heading the start is the length of ``prefix``. ``whole``: the prefix starts at a line start; ``cut``: it
    starts in the middle of a text; ``answered``: the text after the number answers a question.
    """
    no_heading = len(prefix)
    known_end = _known_end(prefix)
    if whole and headings.is_heading(prefix):
        if known_end is not None and _runs_on(prefix):
            return known_end, Certainty.KNOWN
        known = headings.is_known(prefix)
        return len(prefix) - len(prefix.lstrip()), Certainty.KNOWN if known else Certainty.FIRM
    ends = [end.end() for end in SENTENCE_END.finditer(prefix) if not ABBREVIATION.fullmatch(end["word"])]
    if ends and ends[-1] == no_heading:
        begin = ends[-2] if len(ends) > 1 else 0
        question = prefix[begin:].strip()
        asks = headings.QUESTION.match(question) or _named(question) or (answered and len(ends) > 1)
        is_heading_question = question.endswith("?") and asks and not (cut and len(ends) == 1)
        return begin if is_heading_question and headings.is_heading(question) else no_heading, Certainty.LIKELY
    begin = ends[-1] if ends else 0
    if reference := REFERENCE.match(prefix, begin):
        begin = reference.end()
    if not prefix[begin:].strip():
        return no_heading, Certainty.LIKELY
    if known_end is not None and (known_end == begin or prefix[:known_end].rstrip().endswith(CLOSED)):
        return known_end, Certainty.KNOWN
    if headings.is_heading(prefix[begin:]) and (ends or not cut):
        return begin, Certainty.LIKELY
    return (no_heading, Certainty.GUESSED) if known_end is None else (known_end, Certainty.KNOWN)


def _known_end(prefix: str) -> int | None:
    """Return the start of the known section name that ends ``prefix``: "File number: GE-20-1 Decision"."""
    before = ""
    for word in list(WORD.finditer(prefix))[-LONGEST_NAME:]:
        name = prefix[word.start() :]
        initials = INITIAL.fullmatch(before) and INITIAL.fullmatch(word[0])  # "M. C. Introduction"
        if not initials and (name[0].isupper() or headings.LABEL.match(name)) and headings.is_known(name):
            return word.start()
        before = word[0]
    return None


def _named(question: str) -> bool:
    """Return whether a question stands behind the known name of its section: "Analysis Was there just cause?"."""
    words = question.split()
    return any(
        words[count][0].isupper() and headings.is_known(" ".join(words[:count]))
        for count in range(1, min(LONGEST_NAME + 1, len(words)))
    )


def _runs_on(prefix: str) -> bool:
    """Return whether ``prefix`` starts with a known section name and is longer than a heading."""
    words = prefix.split()
    if headings.LABEL.match(prefix):
        return False
    return len(words) > LONGEST_RUN and any(headings.is_known(" ".join(words[:count])) for count in range(1, 5))


def _without_quoted(text: str, candidates: Sequence[Mark]) -> list[Mark]:
    """Return the marks without those of quoted paragraphs: they follow a colon, and their number comes again."""
    counts = Counter(mark.number for mark in candidates if mark.opens)
    quoted = 0
    own: list[Mark] = []
    for mark in candidates:
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


def _run(candidates: Sequence[Mark]) -> list[Mark]:
    return [candidates[index] for index in rising_run([mark.number for mark in candidates])]


def _series(candidates: Sequence[Mark], highest: int) -> list[Mark]:
    """Return the longest run of numbers, and the runs from 1 on before and after it.

    ``highest`` is the highest number at which a run of one or two may begin: an excerpt begins anywhere.
    """
    index = {mark.start: position for position, mark in enumerate(candidates)}
    chosen: list[Mark] = []
    spans = [(0, len(candidates))]
    for _ in range(SERIES):
        if not spans:
            break
        begin, end = spans.pop()
        run = _run(candidates[begin:end])
        if (
            run
            and (len(run) >= SHORTEST or not chosen)
            and run[0].number <= (SHORTEST if chosen else highest if len(run) < SHORTEST else MOST)
        ):
            chosen += run
            spans += [(begin, index[run[0].start]), (index[run[-1].start] + 1, end)]
    return sorted(chosen, key=lambda mark: mark.start)


def _completed(run: Sequence[Mark], candidates: Sequence[Mark]) -> list[Mark]:
    """Return ``run`` with the numbers that are printed twice, and with numbers after a gap under a known heading."""
    starts = {mark.start for mark in run}
    following = iter([mark.number for mark in run])
    completed: list[Mark] = []
    last, upper = 0, next(following, MOST)
    for mark in candidates:
        if mark.start in starts:
            last, upper = mark.number, next(following, MOST)
            completed.append(mark)
        elif _belongs(mark, last, upper):
            last = mark.number
            completed.append(mark)
    return completed


def _belongs(mark: Mark, last: int, upper: int) -> bool:
    """Return whether ``mark`` counts a paragraph between the numbers ``last`` and ``upper``."""
    known = mark.certainty is Certainty.KNOWN
    if mark.opens and (known or mark.head == mark.start) and mark.number in (last, upper):
        return True
    if known and mark.opens:
        return last < mark.number < upper
    return mark.number == last + 1 < upper and (known or (mark.certainty <= Certainty.LIKELY and upper < MOST))
