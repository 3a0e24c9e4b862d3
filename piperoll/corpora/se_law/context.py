"""Correct the kinds of blocks by their context.

A single paragraph does not show whether it is an entry of a contents list, a reference that looks
like a heading, or part of transition provisions or of an appendix.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from piperoll.chunking.merge import CAP
from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.grammar import MOMENT, REPEALED, TRANSITIONS, is_table_row
from piperoll.corpora.se_law.numbers import follows, sort_key
from piperoll.corpora.se_law.over import RUN
from piperoll.text.tokens import estimate

PROVISIONS = (Kind.SECTION, Kind.ARTICLE)
OUTSIDE = (Kind.TRANSITIONS, Kind.APPENDIX)
FIRST = ("1", "i")
# "Ikraftträdande", "## Ikraftträdandebestämmelser"
ENTRY_HEADING = re.compile(r"(?:#+\s*)?Ikraftträdande(?:bestämmelser?)?[.:]?", re.IGNORECASE)
# "Denna lag träder i kraft", "1. Dessa föreskrifter träder i kraft"; not "Denna konvention"
ENTRY_CLAUSE = re.compile(
    r"(?:1\.?\s)?De(?:nna|ssa|tta)\s"
    r"(?:\w*(?:lag|förordning|författning|föreskrifter|kungörelse|råd|instruktion)\b[\w\s]{0,30}?)\sträder\si\s?kraft\b"
)
# "1996:507", alone above "Denna lag träder i kraft den 1 juli 1996." (1902:71 s.1), "Övergångsbestämmelser 1970:996"
ABOVE_ENTRY = re.compile(
    rf"(?:#+\s)?(?:(?:{TRANSITIONS.pattern}\s)?(?:SFS )?\d{{4}}:\d{{1,4}}|{TRANSITIONS.pattern})", re.IGNORECASE
)
BARE = 20
"""Characters. A shorter first paragraph of an article is its number: "Artikel 12", "## Article XIV"."""


def resolve_kinds(text: str, blocks: list[Block]) -> list[Block]:
    """Give every block the kind that it has in its context, and return the blocks."""
    _marked_rows(text, blocks)
    _entries_into_force(text, blocks)
    _contents_lists(blocks)
    _Walk(text, blocks).walk()
    _short_appendices(text, blocks)
    return blocks


def _marked_rows(text: str, blocks: Sequence[Block]) -> None:
    """Treat as text the rows of a table that a converter marked as headings: "## Stat   Dag för tillträdet".

    In a run of marked lines most of which have no columns these are rows, too (2009:907).
    """
    for (kind, level), group in groupby(blocks, key=lambda block: (block.kind, block.level)):
        run = list(group) if kind is Kind.HEADING and level else []
        rows = [block for block in run if is_table_row(text[block.start : block.end].lstrip("# "))]
        for block in run if rows and len(run) > RUN and 2 * len(rows) < len(run) else rows:
            block.kind = Kind.TEXT


def _entries_into_force(text: str, blocks: Sequence[Block]) -> None:
    """Mark where the transition provisions begin: at a heading "Ikraftträdande" over an entry clause.

    Behind the last § they may begin at the number of an act, or at an unmarked heading.
    """
    last = max((index for index, block in enumerate(blocks) if block.kind is Kind.SECTION), default=len(blocks))
    for index, (block, following) in enumerate(pairwise(blocks)):
        if index > last and block.kind in OUTSIDE:
            return
        if following.kind is not Kind.TEXT or not ENTRY_CLAUSE.match(text, following.start, following.end):
            continue
        if block.kind is Kind.HEADING and ENTRY_HEADING.fullmatch(text, block.start, block.end):
            block.kind = Kind.TRANSITIONS
        elif index > last:
            for first in (blocks[index - 1], block):
                if (first.kind in (Kind.TEXT, Kind.HEADING)) and ABOVE_ENTRY.fullmatch(text, first.start, first.end):
                    first.kind = Kind.TRANSITIONS
                    return


def _contents_lists(blocks: Sequence[Block]) -> None:
    """Treat as text the chapter lines that are entries of a contents list.

    An entry has no § under it, and its chapter has §§ elsewhere. The last entry of a list has §§
    under it: those of the chapter that holds the list (2011:1244, 1 kap. 1 §).
    """
    chapters = [block for block in blocks if block.kind is Kind.CHAPTER]
    filled: set[int] = set()
    current: Block | None = None
    for block in blocks:
        if block.kind is Kind.CHAPTER:
            current = block
        elif block.kind is Kind.SECTION and current is not None:
            filled.add(id(current))
    numbers = {block.number for block in chapters if id(block) in filled}
    last_filled = {block.number: index for index, block in enumerate(chapters) if id(block) in filled}
    previous_is_entry = False
    for index, block in enumerate(chapters):
        if id(block) in filled:
            is_entry = previous_is_entry and last_filled[block.number] > index
        else:
            is_entry = block.number in numbers and not REPEALED.match(block.title)
        if is_entry:
            block.kind = Kind.TEXT
        previous_is_entry = is_entry


class _Walk:
    """Walk once through the blocks, in order, and keep track of the chapter, the § and the part of the statute."""

    def __init__(self, text: str, blocks: list[Block]) -> None:
        self.text = text
        self.blocks = blocks
        self.mode = Kind.SECTION
        self.section = "0"
        self.chapter = "0"
        self.inner = "0"  # the last provision of an appendix
        self.begun = False
        self.divided = False
        self.numbered = any(block.kind is Kind.SECTION for block in blocks)
        self.next_provisions = _next_provisions(blocks)
        self.first_sections = _first_sections(blocks)

    def walk(self) -> None:
        for index, block in enumerate(self.blocks):
            match block.kind:
                case Kind.TRANSITIONS | Kind.APPENDIX:
                    self._part_heading(block, index)
                case Kind.SCOPE:
                    if self.mode is not Kind.SECTION:  # the statute is printed again (2023:179)
                        self.mode, self.chapter, self.section = Kind.SECTION, "0", "0"
                case Kind.CHAPTER:
                    self._chapter(block, index)
                case Kind.DIVISION:
                    self._division(block, index)
                case Kind.SECTION:
                    self._section(block)
                case Kind.ARTICLE:
                    self._article(block)

    def _part_heading(self, block: Block, index: int) -> None:
        """Decide whether a heading "Övergångsbestämmelser" or "Bilaga" ends the §§ of the statute."""
        following = self._next_block(index)
        inside = self.mode is not Kind.SECTION
        named = following is not None and following.kind in PROVISIONS
        if block.kind is Kind.TRANSITIONS and inside and (named or (index > 0 and is_bare(self.blocks[index - 1]))):
            # of a convention: "Övergångsbestämmelser", "Artikel 18" (2005:253); or below "Artikel 21" (2013:524)
            block.kind = Kind.HEADING
        elif (
            following
            and following.kind is Kind.SECTION
            and not inside
            and self.begun
            and self._continues(block, following)
        ):
            block.kind = (
                Kind.HEADING
            )  # the subject heading of the next §: "Bilagor"; "Övergångsbestämmelser", "76 §" (1967:838)
        elif not self.begun and not inside and self.next_provisions[index] is Kind.SECTION:
            block.kind = Kind.TEXT  # named before the statute has begun: part of its introduction
        else:
            self.mode, self.inner = block.kind, "0"

    def _continues(self, block: Block, following: Block) -> bool:
        if block.kind is Kind.TRANSITIONS:
            return sort_key(following.number) > sort_key(self.section) and following.number not in FIRST
        return follows(self.section, following.number)

    def _next_block(self, index: int) -> Block | None:
        return next((later for later in self.blocks[index + 1 : index + 8] if later.kind is not Kind.HEADING), None)

    def _chapter(self, block: Block, index: int) -> None:
        first = self.first_sections[index]
        onward = sort_key(block.number) > sort_key(self.chapter)
        if self.mode is not Kind.SECTION:
            if self.chapter == "0" or not onward or first != "1":
                block.kind = Kind.TEXT
                return
            self.mode = Kind.SECTION  # the statute goes on after an appendix
        elif not (onward or self.divided or first == "1" or REPEALED.match(block.title)):
            block.kind = (
                Kind.TEXT
            )  # a row of a table in a §: "3 kap. Bestämmelser för trafik …" (1998:1276, 13 kap. 3 §)
            return
        self.chapter, self.section, self.begun, self.divided = block.number, "0", True, False

    def _division(self, block: Block, index: int) -> None:
        following = self._next_block(index)
        treaty = self.mode in (Kind.APPENDIX, Kind.ARTICLE) or (following and following.number in FIRST)
        if treaty and following and following.kind is Kind.ARTICLE:
            block.kind = Kind.HEADING  # "AVDELNING II" of a convention stands over its next articles
        elif self.mode is Kind.SECTION and _divides(self.blocks[index + 1 : index + 8], self.chapter):
            self.section, self.divided = "0", True
        else:
            block.kind = Kind.TEXT  # "Avdelning C Förmåner vid sjukdom" in a § that lists the divisions

    def _section(self, block: Block) -> None:
        if self.mode is Kind.APPENDIX:
            self._inner_provision(block)
        elif self.mode is not Kind.SECTION:
            block.kind = Kind.TEXT  # quoted
        elif block.number == self.section and self._is_moment(block):
            block.kind = Kind.TEXT  # "5 § 2 mom." goes on with the § (1963:580)
        else:
            self.section, self.begun = block.number, True

    def _is_moment(self, block: Block) -> bool:
        """Return whether a § goes on with its next moment; in markdown the moment opens the paragraph after it."""
        return bool(MOMENT.match(self.text, block.start, block.end)) or (
            block.level > 0 and bool(MOMENT.match(self.text[block.end : block.end + 40].lstrip()))
        )

    def _article(self, block: Block) -> None:
        if self.mode is Kind.APPENDIX:
            self._inner_provision(block)
        elif self.mode is Kind.ARTICLE or block.number in FIRST or not self.numbered:
            self.mode = Kind.ARTICLE  # a convention, also one printed without the word "Bilaga"
        else:
            block.kind = Kind.TEXT

    def _inner_provision(self, block: Block) -> None:
        """Keep a provision of an appendix, such as an article of a convention, if its number follows the last one."""
        if block.kind is Kind.ARTICLE or block.number in FIRST or follows(self.inner, block.number):
            self.inner = block.number
        else:
            block.kind = Kind.TEXT


def is_bare(block: Block) -> bool:
    """Return whether a block is an article that has nothing but its number on its line."""
    return block.kind is Kind.ARTICLE and block.end - block.start < BARE


def _next_provisions(blocks: Sequence[Block]) -> list[Kind | None]:
    """Return for every block the kind of the next provision after it: § or article; None without one."""
    upcoming: Kind | None = None
    kinds: list[Kind | None] = []
    for block in reversed(blocks):
        kinds.append(upcoming)
        if block.kind in PROVISIONS:
            upcoming = block.kind
    return kinds[::-1]


def _first_sections(blocks: Sequence[Block]) -> list[str]:
    """Return for every block the number of the next § in the same chapter; "" without one."""
    upcoming = ""
    numbers: list[str] = []
    for block in reversed(blocks):
        numbers.append(upcoming)
        if block.kind is Kind.SECTION:
            upcoming = block.number
        elif block.kind is Kind.CHAPTER:
            upcoming = ""
    return numbers[::-1]


def _divides(later: Iterable[Block], chapter: str) -> bool:
    """Return whether a division starts: a chapter follows, or a § in a statute without chapters."""
    following = next((block.kind for block in later if block.kind not in (Kind.HEADING, Kind.DIVISION)), None)
    return following is Kind.CHAPTER or (chapter == "0" and following in PROVISIONS)


def _short_appendices(text: str, blocks: Sequence[Block]) -> None:
    """Treat as text the articles and §§ of an appendix that fits one chunk, so that it stays one chunk."""
    begin: int | None = None
    for index in range(len(blocks) + 1):
        kind = blocks[index].kind if index < len(blocks) else Kind.APPENDIX
        if kind in (Kind.APPENDIX, Kind.TRANSITIONS, Kind.CHAPTER, Kind.SCOPE):
            if begin is not None and estimate(text[blocks[begin].start : blocks[index - 1].end]) <= CAP:
                for block in blocks[begin + 1 : index]:
                    if block.kind in PROVISIONS:
                        block.kind = Kind.TEXT
            begin = index if kind is Kind.APPENDIX else None
