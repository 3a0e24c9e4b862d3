"""Where the numbered paragraphs of a decision begin: at "[12]", alone or behind a heading on the same line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from piperoll.corpora.shapes.numbered import rising_run
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
CLOSED = (".", "?", "!", ")", "”", '"')
"""How a sentence may end that stands before a heading."""
REFERENCE = re.compile(r"(?:Footnote|Note de bas de page)\s\d{1,3}\s*")
QUESTION = re.compile(
    r"(?:Issues?|Questions?|Are|Can|Could|Did|Do|Does|Has|Have|How|Is|May|Must|Should|Was|Were|What|When|Where|Whether"
    r"|Which|Who|Why|Will|Would)\b"
)
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


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a paragraph. ``head`` is where a heading on its line begins, ``start`` where there is none.

    ``firm`` marks stand at the start of a line, behind nothing but a heading, or behind a section's known name.
    """

    number: int
    start: int
    end: int
    head: int
    firm: bool
    known: bool


def marks(text: str) -> list[Mark]:
    """The numbers that count the paragraphs of ``text``, in order; linear in its length."""
    found = [mark for mark in _candidates(text) if mark.number <= MOST]
    firm = [mark for mark in found if mark.firm]
    if len(_run(found)) > FLATTENED * len(_run(firm)) + 1:
        firm = found
    return _completed(_series(firm), firm)


def _candidates(text: str) -> Iterable[Mark]:
    line = before = 0  # starts of the line and of the text behind the number before
    for match in NUMBER.finditer(text):
        at = match.start()
        line = max(line, text.rfind("\n", before, at) + 1)
        floor = max(line, before, at - WINDOW)
        prefix = text[floor:at]
        if not prefix.strip():
            if floor == line or BEGINS.match(text, match.end(), match.end() + 8):
                yield Mark(int(match[1]), at, match.end(), at, floor == line, False)
        elif not POINTS_ON.match(text, match.end(), match.end() + 8) and (
            head := _head(prefix, floor == line, floor > max(line, before))
        ):
            offset, firm = head
            name = prefix[offset:]
            known = headings.is_known(name)
            if firm or known or BEGINS.match(text, match.end(), match.end() + 8):
                yield Mark(int(match[1]), at, match.end(), floor + offset if name.strip() else at, firm or known, known)
        before = match.end()


def _head(prefix: str, whole: bool, cut: bool) -> tuple[int, bool] | None:
    """Where the heading in ``prefix`` begins, its length for none, and whether it is all of the line.

    None: what stands before the number is neither a heading nor the end of a sentence. ``whole``: the prefix starts
    a line; ``cut``: it starts anywhere.
    """
    lead = len(prefix) - len(prefix.lstrip())
    if whole and headings.is_heading(prefix):
        return lead, True
    ends = [end.end() for end in SENTENCE_END.finditer(prefix) if not ABBREVIATION.fullmatch(end["word"])]
    if not ends and cut:
        return _known_end(prefix)
    if ends and ends[-1] == len(prefix):
        begin = ends[-2] if len(ends) > 1 else lead
        asked = prefix[begin:]
        question = asked.rstrip().endswith("?") and QUESTION.match(asked) and not (cut and len(ends) == 1)
        return (begin if question and headings.is_heading(asked) else len(prefix)), False
    begin = ends[-1] if ends else lead
    if reference := REFERENCE.match(prefix, begin):
        begin = reference.end()
    if begin == len(prefix):
        return begin, False
    known = _known_end(prefix)
    if known is not None and (known[0] == begin or prefix[: known[0]].rstrip().endswith(CLOSED)):
        return known
    return (begin, False) if headings.is_heading(prefix[begin:]) else known


def _known_end(prefix: str) -> tuple[int, bool] | None:
    """A known name that a text without sentences ends in: "File number: GE-20-1 Decision"."""
    words = list(re.finditer(r"\S+", prefix))[-LONGEST_NAME:]
    for word in words:
        name = prefix[word.start() :]
        if name[0].isupper() and headings.is_known(name):
            return word.start(), False
    return None


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
        elif (mark.firm and whole and mark.number == last and mark.head == mark.start) or (
            mark.known and last < mark.number < upper
        ):
            last = mark.number
            whole.append(mark)
    return whole
