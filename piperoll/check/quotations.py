"""Find the quotations in a text: between quotation marks of any kind, and in blocks set off by ">" or by white space.

One pass over the marks: the time is linear in the length of the text, whatever marks it has.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

LEAST_WORDS = 3
"""Words from which on what stands between marks is a quotation: fewer are a term, as “the Company”."""
LEAST_BLOCK = 6
"""Words from which on indented lines are a quotation."""
LONGEST = 20_000
"""Characters of a quotation: what a mark that is never closed may swallow at most."""

CLOSING = {"“": "”", "„": "“”", "«": "»", "»": "«", "”": "”", "‘": "’", '"': '"', "'": "'", "‹": "›", "›": "‹"}
"""The marks that begin a quotation, each with those that may end it: “…”, „…“, «…», »…«, ”…”, ‘…’, "…"."""
MARK = re.compile(r"[“”„«»\"‘’'‹›]|\n[^\S\n]*\n[^\S\n>]*")
"""A quotation mark, or the end of a paragraph."""
WORD = re.compile(r"[^\W_]+")
OPENS = re.compile(r"[\s(\[{—–/:>*_“„«‘\"-]")
"""Text before a mark that begins a quotation, if the mark may begin and end one."""
ENDS = re.compile(r"[\s)\]},.;:?!—–/…*_”»’\"'(\[-]")
"""Text behind a mark that ends one."""
DEFINED = re.compile(r"\([^()\"“”„«»]{0,40}\Z")
"""Text before a quotation that is a definition: (“the Act”), (hereinafter "the Company")."""
DEFINITION = 8
"""Words of a definition, at most."""
LOOK_BACK = 45

QUOTED_LINES = re.compile(r"^[^\S\n]{0,3}>[^\n]*(?:\n[^\S\n]{0,3}>[^\n]*)*", re.MULTILINE)
# lines from a tab or four blanks on, one paragraph after another
INDENTED_LINES = re.compile(r"^(?:\t| {4})[^\n]*\S[^\n]*(?:\n(?:[^\S\n]*\n)?(?:\t| {4})[^\n]*\S[^\n]*)*", re.MULTILINE)
ITEM = re.compile(r"\s*(?:[-*•–+]|\d{1,3}[.)])\s")
# the citation below a block or at its end: "([2023] EWHC 1585 (Ch) at [2])", "— Smith v Jones"
SOURCE = re.compile(
    r"(?:[\s>]+\((?=[^\n]{0,160}\d)(?:[^()\n]|\([^()\n]{0,40}\)){3,160}\)|\n[\s>]*[—–-]{1,2}\s?[^\n]{3,160})\.?\s*\Z"
)
SOURCE_ROOM = 400
"""Characters at the end of a block in which its citation may stand."""
OWN_MARKS = re.compile(r"[\s>]*[“”„«»\"‘]")


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation is a range of the text without its marks; the outer range has them."""

    start: int
    end: int
    outer_start: int
    outer_end: int
    block: bool = False

    def text(self, memo: str) -> str:
        """Return what is quoted."""
        return memo[self.start : self.end]


@dataclass(frozen=True, slots=True)
class _Open:
    mark: str
    at: int
    end: int


def find(text: str, blocks: Iterable[tuple[int, int]] = ()) -> list[Quotation]:
    """Return the quotations of a text in their order, none within another.

    Args:
        text: the memo.
        blocks: ranges that its format marks as quotations.
    """
    ranges = [*blocks, *(match.span() for match in QUOTED_LINES.finditer(text)), *_indented(text)]
    set_off = [one for one in (_block(text, *span) for span in ranges) if one]
    return _apart(sorted([*set_off, *_marked(text)], key=lambda one: (one.outer_start, -one.outer_end)))


def _apart(found: Sequence[Quotation]) -> list[Quotation]:
    kept: list[Quotation] = []
    for one in found:
        if not kept or one.outer_start >= kept[-1].outer_end:
            kept.append(one)
    return kept


def words(text: str, start: int, end: int, most: int) -> int:
    """Return how many words stand in a range.

    Args:
        text: the memo.
        start: of the range.
        end: of the range.
        most: words from which on they are not counted.
    """
    count = 0
    for _ in WORD.finditer(text, start, end):
        count += 1
        if count >= most:
            break
    return count


def _block(text: str, start: int, end: int) -> Quotation | None:
    """Return the quotation that a block is, unless it has marks of its own or is too short."""
    if source := SOURCE.search(text, max(start, end - SOURCE_ROOM), end):
        end = source.start()
    if end - start > LONGEST or words(text, start, end, LEAST_BLOCK) < LEAST_BLOCK:
        return None
    if OWN_MARKS.match(text, start, end) and next(_marked(text[start:end]), None):  # not "> ‘chilling’, but they felt"
        return None
    first = WORD.search(text, start, end)
    inner = first.start() if first else start
    while inner > start and not text[inner - 1].isspace() and text[inner - 1] != ">":
        inner -= 1
    return Quotation(inner, start + len(text[start:end].rstrip()), start, end, block=True)


def _indented(text: str) -> Iterator[tuple[int, int]]:
    """Yield the indented blocks below a sentence that goes on in them: others are paragraphs, lists or addresses."""
    for match in INDENTED_LINES.finditer(text):
        before = text[max(0, match.start() - LOOK_BACK) : match.start()].rstrip()
        if before and before[-1] not in ".!?" and not ITEM.match(text, match.start()):
            yield match.span()


def _marked(text: str) -> Iterator[Quotation]:
    """Yield what stands between marks. The outermost marks count; a paragraph's end closes what is open, but where
    the next paragraph begins with the same mark, as long quotations in English do."""
    opened: _Open | None = None
    inner: list[str] = []
    for match in MARK.finditer(text):
        mark, at = match[0], match.start()
        if opened and at - opened.at > LONGEST:
            opened, inner = None, []
        if mark[0] == "\n":
            if opened and text[match.end() : match.end() + 1] == opened.mark and opened.mark in "“„«":
                yield from _quotation(text, opened, at, at)
            opened, inner = None, []
        elif opened is None:
            if _may_open(text, mark, at):
                opened = _Open(mark, at, match.end())
        elif mark in CLOSING[opened.mark] and _may_close(text, at) and not inner:
            yield from _quotation(text, opened, at, match.end())
            opened = None
        elif inner and mark in CLOSING[inner[-1]] and _may_close(text, at):
            inner.pop()
        elif (mark != opened.mark or mark in "“„") and mark not in "'‘’" and _may_open(text, mark, at):
            inner.append(mark)


def _may_open(text: str, mark: str, at: int) -> bool:
    behind, before = text[at + 1 : at + 2], text[at - 1 : at]
    if mark not in CLOSING or not behind or behind.isspace():
        return False
    return not before or bool(OPENS.match(before)) or mark in "“„"


def _may_close(text: str, at: int) -> bool:
    behind = text[at + 1 : at + 2]
    return not text[at - 1 : at].isspace() and (not behind or not (behind.isalnum() and text[at] in "'’\""))


def _quotation(text: str, opened: _Open, end: int, outer_end: int) -> Iterator[Quotation]:
    count = words(text, opened.end, end, DEFINITION + 1)
    if count < LEAST_WORDS:
        return
    before = text[max(0, opened.at - LOOK_BACK) : opened.at]
    if count <= DEFINITION and text[outer_end : outer_end + 1] == ")" and DEFINED.search(before):
        return
    yield Quotation(opened.end, end, opened.at, outer_end)


def masked(text: str, quotations: Sequence[Quotation]) -> str:
    """Return the text with each quotation as so many signs, in which nothing is cited and no sentence ends."""
    pieces, at = [], 0
    for one in quotations:
        pieces += [text[at : one.start], "¤" * (one.end - one.start)]
        at = one.end
    return "".join([*pieces, text[at:]])
