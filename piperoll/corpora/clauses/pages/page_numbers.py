"""Find the numbers of pages at the ends of lines of text: "… of the Port.   15"."""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from piperoll.corpora.clauses.pages.furniture import FOOT, PAGE, ends_page

# "… of the Port.   15", "… by the Keeper.   -33-", "… of the -33-", "… of the Page 3 of 17": the number of the page at
# the end of a line, also with blanks for initials: "… of the Port. 2 ____ ____"
_SPACE = "[ \\t\\xa0\\u202f]"
PAGE_NUMBER = re.compile(
    rf"(?:(?<=\S)(?<!\bNo\.)(?:{_SPACE}{{2,80}}|(?<=[.;:,”)])[ ]"
    r"|[ ](?=[-–—][ ]?\d{1,3}[ ]?[-–—])|[ ](?=(?i:page)[ ]\d)"
    rf"|(?P<loose>(?<!Page)(?<!PAGE)[ ](?=\d)))|^){_SPACE}{{0,80}}"
    r"(?:(?:Annex|Exhibit|Schedule|Appendix)[ ][A-Z]{1,2}[ ](?=[-–—Pp]))?"
    r"(?:[-–—][ ]?|(?i:page)[ ])?(?P<number>\d{1,3})(?:[ ]?[-–—]|[ ]of[ ]\d{1,3}|(?:[ ]_{2,12}){1,3})?"
    rf"(?={_SPACE}{{0,9}}\n)",
    re.MULTILINE,
)
# "… of the Port.    3       Section 2.02 Oil", where many pages are one line
INSIDE = re.compile(rf"(?<=[^\s\d]){_SPACE}{{2,20}}(?P<number>\d{{1,3}})(?={_SPACE}{{3,20}}[^\s\d])")
FEW_INSIDE = 5
"""Numbers of pages inside lines, below which they are none."""
PAGE_NUMBER_GAP, PAGE_NUMBER_LENGTH = 10, 180
"""Characters from the number to the end of its line, and of a match of PAGE_NUMBER, at most."""
NUMBER_ENDS = ("-", "–", "—", "_")


def page_numbers(text: str) -> dict[int, int]:
    """Return where the number of a page ends a line of text, and where that text ends, by the end of the number.

    It counts on from the number of the page before, or to that of the page behind; the last cell of a table does not.
    """
    numbers = list(_numbers_at_line_ends(text))
    found = [match for match in numbers if ends_page(text, *match.span())]
    apart = [match for match in found if match["loose"] is None]
    counted = {*_counted(found, both=True), *_counted(apart, both=False)}
    counted.update(_counted_far(text, numbers, {match.end() for match in found}))
    inside = list(INSIDE.finditer(text))
    steps = [False, *(_is_next(*both) for both in pairwise(inside)), False]
    in_lines = {match.end(): match.start() for match, both in zip(inside, pairwise(steps), strict=False) if any(both)}
    return (in_lines if len(in_lines) >= FEW_INSIDE else {}) | {
        match.end(): match.start()
        for match in numbers
        if match.end() in counted
        and text[match.start() - 1 : match.start()] not in ("", "\n")
        and not FOOT.fullmatch(text, text.rfind("\n", 0, match.start()) + 1, match.end())
    }


def _counted_far(text: str, numbers: Sequence[re.Match[str]], last: Container[int]) -> Iterator[int]:
    """Yield the ends of the numbers that count on a page behind the one before; "last" are those that end a page."""
    plain = [match for match in numbers if match["loose"] is None or match.end() in last]
    steps = [False, *(_is_next(*both) for both in pairwise(plain)), False]
    for match, (before, behind) in zip(plain, pairwise(steps), strict=False):
        cell = text[match.start() - 1 : match.start()].isdigit()  # of a row of figures
        if match["loose"] is None and not cell and ((before or behind) if match.end() in last else (before and behind)):
            yield match.end()


def _is_next(one: re.Match[str], other: re.Match[str]) -> bool:
    """Return whether a number counts on from another one, a page in front of it."""
    return other.start() - one.end() >= PAGE and int(other["number"]) - int(one["number"]) == 1


def _counted(found: Sequence[re.Match[str]], *, both: bool) -> Iterator[int]:
    """Yield the ends of the numbers that count on from the one before, or to the one behind; ``both``: and to it."""
    values = [int(match["number"]) for match in found]
    for index, match in enumerate(found):
        before = index > 0 and values[index - 1] == values[index] - 1
        behind = values[index] + 1 in values[index + 1 : index + 2]
        if (before and behind) if both else (before or behind):
            yield match.end()


def _numbers_at_line_ends(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of PAGE_NUMBER; only lines that end in a digit, a dash or a rule are searched."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        last = text[max(start, end - PAGE_NUMBER_GAP) : end].rstrip()[-1:]
        if (last.isdigit() or last in NUMBER_ENDS) and (
            match := PAGE_NUMBER.search(text, max(start, end - PAGE_NUMBER_LENGTH), end + 1)
        ):
            yield match
        start = end + 1
