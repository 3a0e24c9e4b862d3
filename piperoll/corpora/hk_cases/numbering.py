"""Find the numbers that count the paragraphs: in the marks of a page, and at the line starts of a plain text."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from piperoll.corpora.common.numbered import LARGEST_GAP, rising_run
from piperoll.corpora.hk_cases import restarts
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, JUDGE, heading_like
from piperoll.corpora.hk_cases.source import Mark
from piperoll.text.anchored import Anchored

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:19|20)\d\d"
STYLES = {
    # "[12]  The respondent …" (Canada); at the end of a page "[1] …" is a footnote; "[2025] HKCA 943" is a citation
    "bracket": re.compile(
        r"^[ \t\xa0]*\[(?P<n>(?!1[89]\d\d|20\d\d)\d{1,4})\](?=\s|[^\W\d_]|[“\"‘'(\[—])", re.MULTILINE
    ),
    # "12.  The appellant …"; "12\. …" is how a converter to markdown writes it; not "12.5" or “12. (a quotation)
    "dot": re.compile(r"^[ \t\xa0]*(?P<b>\*{0,2})(?P<n>\d{1,4})\\?[.．、](?P=b)(?=\s|[^\W\d_])", re.MULTILINE),
    # "12       The plaintiff …" (Singapore)
    "wide": re.compile(r"^(?P<n>\d{1,4})(?:  +|\t|[ ]?[\xa0\u3000])[ \t\xa0\u3000]*(?=\S)", re.MULTILINE),
    # "12 The applicant …" (Australia)
    "narrow": re.compile(rf"^[ \t]*(?P<n>\d{{1,4}})(?: (?!{_MONTH})(?=[A-Z“\"‘'(\[])|[ \t]*$)", re.MULTILINE),
    # "(12) The appellant …": nearly always a list, so it counts paragraphs only where nothing else does
    "paren": re.compile(r"^[ \t\xa0]*\((?P<n>\d{1,4})\)(?=\s|[^\W\d_])", re.MULTILINE),
}
INSIDE: dict[str, re.Pattern[str] | Anchored] = {
    # "… now reflected in my decision. 10.  Now, as to costs, …", "I order that:- 11.  As to costs, …" (line ends lost)
    "dot": re.compile(r" (?:(?<=[.!?:;”\"’)\]] )|(?<=:[-–—] )) {0,5}(?P<n>\d{1,4})\.\s{1,6}(?=[A-Z“\"‘(\[])"),
    # "Moldaver J. — [1] The appellant …", "Issue [5] Whether …"
    "bracket": Anchored(
        r"\[(?=\d{1,4}\] )(?:(?<=\S( )\[)|(?<=\S( ) \[)|(?<=\S( )  \[))",
        r" (?<=[^\W\d_] |[.!?:;”\"’)—] ) {0,2}\[(?P<n>\d{1,4})\] {1,3}(?=[A-Z“\"‘(])",
    ),
}
NUMBER_INSIDE = {"dot": re.compile(r"\.(?<=\d\.)(?=\s)"), "bracket": re.compile(r"\[(?<= \[)(?=\d)")}
"""Part of every match of INSIDE, which the regex engine finds fast."""
# "O. 13 r. 9. The …": the number belongs to the abbreviation
ABBREVIATION = re.compile(
    r"\b(?:rr?|ss?|O|Ord|Nos?|[Aa]rts?|[Pp]aras?|pp?|[Cc]ap|vol|cc?|ch|[Rr]egs?|cl|[Ss]ch|v|Pt)\.$"
)
# "5       2 _However_": the digits of 52, driven apart by a converter
APART = re.compile(rf"^(?P<a>\d{{1,3}})[ \xa0]{{2,}}(?P<b>\d)[ \xa0](?!{_MONTH})(?=[^\W\d]|[*“\"‘(\[])", re.MULTILINE)
NUMBERED_LINE = re.compile(r"\n(?=[ \t\xa0]*[\[(*]{0,2}\d)")
"""The end of a line before one that begins with a number in one of the STYLES."""
QUOTES = re.compile("“"), re.compile("”")
"""Quotation marks: a number behind an opening one without a closing one is quoted, or the closing one is missing."""
NOTE_MARK = re.compile(r"\[(?<=[^\s(\[]\[)(\d{1,3})\]")
"""The mark of a footnote behind a word: "the Flat[1]"."""

ENDS_LINE = re.compile(r"\n(?:[^\S\n]{0,99}\n|[ \t]{0,9}[\[(]?\d|\Z)")
"""The end of a line that is not wrapped: a blank line comes, or another number, as in a table of contents."""
CHANGING = frozenset({"dot", "wide", "narrow"})
"""Styles that may alternate in one judgment."""
SURE = frozenset({"dot", "bracket"})
"""Styles in which one number at the start of the text is enough."""
INSIDE_WEIGHT = 0.8
"""Weight of a number in mid-line: taken where no line begins with that number."""
DOUBTFUL = 0.6
"""Weight of a number whose line looks like a heading ("1. Introduction"), or which follows a colon."""
LOWER_CASE = 0.3
"""Weight of a number at the start of a wrapped line: "2       nd Defendant"."""
OTHER_STYLE = 0.4
"""Weight of a number in another style than most: "37. The mother", then "38   The father"."""
ALONE = 0.5
"""Weight of a number without a dot on a line of its own: the number of a page, or of a paragraph whose text comes
below."""
OPENING = 3.0
"""Weight of the number at the start of the text."""
LEAST_SHARE = 0.3
"""Share of the text that the paragraphs of a judgment span at least; a shorter run is a list in a judgment without
numbers."""
LATEST_START = 3
"""Highest number of the first paragraph, where the front matter is in the text, too."""
LATEST_OFFSET = 16_000
"""Characters within which the first paragraph of a judgment begins, whatever its length: behind head and contents."""
LATEST_SHARE = 0.4
"""Share of a longer text within which it begins."""
LEAST_OPINION = 3
"""Paragraphs that a further opinion has at least."""
LEAST_PARENTHESES = 5
"""Paragraphs from which "(1)" may count them."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A candidate is a number that may count a paragraph; ``weight`` says how likely that is."""

    start: int
    number: int
    weight: float


def page_marks(text: str, starts: Sequence[int], numbers: Sequence[int], titles: Sequence[bool]) -> list[Mark]:
    """Return the marks that a page itself sets, without numbered headings and lists.

    Args:
        text: the stored text.
        starts: offset of each mark, in order.
        numbers: its number.
        titles: whether its text is a heading ("2. Refoulement").

    Returns:
        The marks in the order of the text, each with the series of its number.
    """
    weights = [DOUBTFUL if title else 1.0 for title in titles]
    run = restarts.main_run(text, starts, numbers, weights, len(text))
    marks: list[Mark] = []
    last = side_last = 0
    series = top = 1
    for index, (start, number, title) in enumerate(zip(starts, numbers, titles, strict=True)):
        at = bisect_left(run, index)
        after = numbers[run[at]] if at < len(run) else last + LARGEST_GAP + 2
        if at < len(run) and run[at] == index:
            series, last = 1, number
        elif title:
            continue
        elif series == 1 and (last <= number < after or (number == after and run[at : at + 1] == [index + 1])):
            last = number
        elif series > 1 and number > side_last:
            side_last = number
        else:
            top += 1
            series, side_last = top, number
        marks.append(Mark(start, number, series))
    return _without_lists(text, marks)


def _without_lists(text: str, marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks without those of a list within a paragraph: the paragraphs go on behind it."""
    runs = [list(run) for _, run in groupby(marks, key=lambda mark: mark.series)]
    kept: list[Mark] = []
    for number, run in enumerate(runs):
        within = 0 < number < len(runs) - 1 and run[0].series > 1
        if not within or restarts.opens(text, kept[-1].start, run[0].start) is not None:
            kept += run
    return kept


def text_marks(text: str, start: int = 0, end: int | None = None) -> list[Mark]:
    """Return the numbered paragraphs of ``text[start:end]``, which has no marks but its lines.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character; by default the end of the text.

    Returns:
        The marks in the order of the text; none where the paragraphs have no numbers.
    """
    end = len(text) if end is None else end
    lines = _Lines(text, start, end)
    by_style = {name: _candidates(lines, name) for name in STYLES}
    best: list[_Candidate] = []
    style, weight = "", 0.0
    for name, candidates in by_style.items():
        run = _run(candidates)
        total = sum(candidate.weight for candidate in run)
        if total > weight and _counts_paragraphs(text, start, end, run, name):
            if name == "paren" and (best or len(run) < LEAST_PARENTHESES):
                continue
            best, style, weight = run, name, total
    if not best:
        return []
    strong = [one for one in by_style[style] if one.weight >= 1.0 or (one.number == 1 and one.weight == DOUBTFUL)]
    if style in CHANGING:
        others = (
            candidate for name in CHANGING - {style} for candidate in by_style[name] if candidate.weight in (1.0, ALONE)
        )
        mixed = (*by_style[style], *(replace(candidate, weight=OTHER_STYLE) for candidate in others))
        candidates = sorted(mixed, key=lambda candidate: (candidate.start, candidate.weight))
    else:
        candidates = by_style[style]
    main = restarts.main_run(
        text,
        [candidate.start for candidate in candidates],
        [candidate.number for candidate in candidates],
        [candidate.weight for candidate in candidates],
        end,
    )
    best = [candidates[index] for index in main]
    marks = [Mark(candidate.start, candidate.number) for candidate in best]
    series = 1
    for low, high in ((best[-1].start + 1, end), (start, best[0].start)):
        for opinion in _opinions(text, strong, low, high):
            series += 1
            marks += [Mark(candidate.start, candidate.number, series) for candidate in opinion]
    return sorted(marks, key=lambda mark: mark.start)


def notes_start(text: str, start: int, end: int) -> int | None:
    """Return where footnotes begin that stand together: "[1] …", "[2] …", marked in the text before.

    Args:
        text: the stored text.
        start: offset from which footnotes are searched.
        end: offset behind the last character.

    Returns:
        The offset of the first footnote; None where there are none.
    """
    found = _candidates(_Lines(text, start, end), "bracket")
    candidates = [candidate for candidate in found if candidate.weight >= LOWER_CASE]
    marked = next((match.end() for match in NOTE_MARK.finditer(text, 0, end) if int(match[1]) == 1), end)
    at = next(
        (index for index, candidate in enumerate(candidates) if candidate.number == 1 and candidate.start >= marked),
        None,
    )
    if at is None:
        return None
    rest = candidates[at:]
    rising = sum(candidate.number == index for index, candidate in enumerate(rest, 1))
    return rest[0].start if 2 * rising > len(rest) else None


def _run(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates in the best run of numbers."""
    return [
        candidates[index]
        for index in rising_run(
            [candidate.number for candidate in candidates], [candidate.weight for candidate in candidates]
        )
    ]


class _Lines:
    """Hold the starts of the lines of ``text[start:end]`` that may begin with a number, and its quotation marks."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.starts = [line.end() for line in NUMBERED_LINE.finditer(text, start, end)]
        if start == 0 or text[start - 1] == "\n":
            self.starts.insert(0, start)
        quotes = (match.start() for quote in QUOTES for match in quote.finditer(text, start, end))
        self.quotes = sorted(quotes) if self.starts else []

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of ``pattern`` at line starts."""
        return filter(None, (pattern.match(self.text, at, self.end) for at in self.starts))

    def quoted(self, at: int) -> bool:
        """Return whether the last quotation mark before ``at`` is an opening one."""
        before = bisect_left(self.quotes, at) - 1
        return before >= 0 and self.text[self.quotes[before]] == "“"


def _candidates(lines: _Lines, style: str) -> list[_Candidate]:
    """Return the numbers of one style in the order of the text."""
    text, start, end = lines.text, lines.start, lines.end
    candidates = []
    for match in lines.matches(STYLES[style]):
        candidate = _weighed(text, match.start("n") - _lead(match), match.end(), int(match["n"]), end, style)
        if lines.quoted(candidate.start):
            candidate = replace(candidate, weight=min(candidate.weight, DOUBTFUL))
        candidates.append(candidate)
    if style == "wide":
        candidates += [_Candidate(match.start(), int(match["a"] + match["b"]), 0.9) for match in lines.matches(APART)]
    if style in INSIDE and NUMBER_INSIDE[style].search(text, start, end):
        taken = {candidate.start for candidate in candidates}
        for match in INSIDE[style].finditer(text, start, end):
            at = match.start("n") - (style == "bracket")
            if at not in taken and not ABBREVIATION.search(text, max(start, match.start() - 12), match.start()):
                candidates.append(_Candidate(at, int(match["n"]), INSIDE_WEIGHT))
    return sorted(candidates, key=lambda candidate: candidate.start)


def _lead(match: re.Match[str]) -> int:
    """Return how many characters of the number's style stand before its digits: a bracket, marks of bold type."""
    before = match.string[max(match.start(), match.start("n") - 2) : match.start("n")]
    return len(before) - len(before.rstrip("[(*"))


def _weighed(text: str, start: int, behind: int, number: int, end: int, style: str) -> _Candidate:
    """Return a candidate: how likely the number at ``start`` counts a paragraph, by the text around it."""
    reach = min(end, behind + HEADING_LENGTH + 1)
    stop = text.find("\n", behind, reach)
    whole = ENDS_LINE.match(text, stop, end) is not None if stop >= 0 else reach == end
    line = text[behind : stop if stop >= 0 else reach].strip(" \t\xa0")
    if line[:1].islower():
        return _Candidate(start, number, LOWER_CASE)
    if style in SURE and start < HEADING_LENGTH and not text[:start].strip():
        return _Candidate(start, number, OPENING)
    if not line and style in ("wide", "narrow"):
        return _Candidate(start, number, ALONE)
    before = text[max(0, start - 200) : start].rstrip()
    announced = before.endswith(":") and not JUDGE.search(before[before.rfind("\n") + 1 :])
    if announced or (whole and heading_like(line)):
        return _Candidate(start, number, DOUBTFUL)
    return _Candidate(start, number, 1.0)


def _counts_paragraphs(text: str, start: int, end: int, run: Sequence[_Candidate], style: str) -> bool:
    """Return whether a run counts the paragraphs of a judgment."""
    if not run:
        return False
    if not text[start : run[0].start].strip() and (len(run) > 1 or style in SURE):
        return True
    if style == "bracket" and _are_notes(text, run, start, end):
        return False
    if run[0].number > LATEST_START or 2 * sum(candidate.weight == ALONE for candidate in run) > len(run):
        return False
    if run[0].start - start > max(LATEST_OFFSET, LATEST_SHARE * (end - start)):
        return False
    return len(run) > 1 and run[-1].start - run[0].start >= LEAST_SHARE * (end - start)


def _are_notes(text: str, run: Sequence[_Candidate], start: int, end: int) -> bool:
    """Return whether a run is the list of footnotes: late in the text, and marked in front of it."""
    if run[0].start - start < (end - start) / 2:
        return False
    marked = {int(match[1]) for match in NOTE_MARK.finditer(text, start, run[0].start)}
    return 2 * sum(candidate.number in marked for candidate in run) > len(run)


def _opinions(text: str, strong: Sequence[_Candidate], low: int, high: int) -> Iterator[list[_Candidate]]:
    """Yield further runs from 1 on between two offsets, without lists."""
    first = bisect_left(strong, low, key=lambda candidate: candidate.start)
    within = strong[first : bisect_left(strong, high, key=lambda candidate: candidate.start)]
    before = low
    for chain in restarts.chains([candidate.number for candidate in within]):
        opinion = [within[index] for index in chain]
        if _is_opinion(text, opinion, before):
            yield opinion
        before = opinion[-1].start


def _is_opinion(text: str, run: Sequence[_Candidate], before: int) -> bool:
    """Return whether a run is a further opinion, an order or an annex, and no list of orders or of contents."""
    if len(run) < LEAST_OPINION:
        return False
    long_enough = run[-1].start - run[0].start >= restarts.LEAST_LENGTH * (len(run) - 1)
    return (long_enough and run[0].weight >= 1.0) or (
        before > 0 and restarts.opens(text, before, run[0].start) is not None
    )
