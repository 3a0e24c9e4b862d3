"""Group blocks into units: the provisions of a statute, each with its headings, chapter and division."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from piperoll.corpora.se_law.blocks import TRANSLATED, Block, Kind, Source
from piperoll.corpora.se_law.context import FIRST, PROVISIONS, is_bare
from piperoll.corpora.se_law.counted import is_counted
from piperoll.corpora.se_law.grammar import GOES_ON, REPEALED, UNMARKED, heading_text, is_closed, is_heading, title_of
from piperoll.corpora.se_law.numbers import is_next
from piperoll.corpora.se_law.over import RUN, Standing, over_provision
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

LOOK_AHEAD = 8
"""Blocks after a chapter or appendix heading that are searched for its first provision."""
CLOSING = 80
"""Characters at the end of a unit that show whether its last sentence is closed."""
ENDS, BEGINS = "/Rubriken upphör att gälla ", "/Rubriken träder i kraft "
"""Markers in front of the two wordings of a heading that is about to change, the old one first."""
WORDINGS = "\x1f"
"""Stands between the two wordings of one heading, until it is known to which of them a § belongs."""
# "27 § /Upphör att gälla U:2026-01-01/", "27 § /Träder i kraft I:2026-01-01/"
DATED = re.compile(r"[^/\n]{0,12}/(?:Upphör att gälla|(?P<begins>Träder i kraft)) ")
# "AVTAL MELLAN KONUNGARIKET SVERIGE OCH …", "Förenta nationernas konvention om immunitet för stater …",
# "Protocol No. 7 to the Convention for the Protection of Human Rights …", "Protocol of 1992 to Amend …", "PROTOKOLL61"
# with the number of a note, "Règles uniformes concernant le contrat …", "Rättsakt nr 2" (1969:200)
INSTRUMENT = re.compile(
    r"(?:(?!till\b)(?-i:[A-ZÅÄÖ])[\w-]{2,20}\s(?:(?-i:[A-ZÅÄÖ])[\w-]{2,20}\s|\w{3,20}s\s)?)?(?:\w{0,20}avtal|konvention(?:en)?|\w{0,20}protokoll|överenskommelse|agreement"
    r"|convention|protocole?|arrangement|accord|abkommen|rättsregler|rules|règles|rättsakt)"
    r"(?:\s(?:n\S{0,2}\s{1,3}\d+\s|(?:of|av|de)\s\d{4}\s|uniformes\s)?"
    r"(?:mellan|om|för|rörande|angående|avseende|till|med|between|on|for|concerning|relating|to|regarding|zwischen|entre"
    r"|de|pour|sur|relatif|relative|concernant|additionn?el\w*|à|a)\b|\sn\S{0,2}\s{1,3}\d+\Z|\d{0,3}\Z)",
    re.IGNORECASE,
)
# "II  Gemensamma bestämmelser om förmåner m.m.", the heading of several chapters (2010:110)
ROMAN = re.compile(r"[IVX]{1,5}\.?\s+[A-ZÅÄÖ]")
# "I denna konvention avses med uttrycken", above '1. "territorium" …' (2004:1192)
DEFINES = re.compile(r"\b(?:avses|förstås|bedeuten|mean)\b[^.]{0,20}\Z")
# "1. a) Ersättning …", "-- av Kommissionen …", "(a) vistas …": the marks in front of the words of an item
ITEM_MARKS = re.compile(r"(?:\(?(?:\d{1,2}|[a-z]{1,3})[.)]\s*|[-–•]{1,2}\s*)+")
# a heading that heads nothing but the next one: "Övergångsbestämmelser", and the number of the act; "Bilaga"
ALONE = re.compile(r"(?:Övergångsbestämmelser|Bilaga)(?P<act>\s+\d{4}:\d{1,4})?")
ACT_FIRST = re.compile(r"\d{4}:\d{1,4}\b")
LONGEST_NAME = 600
"""Characters of the name of a convention that stands behind another one."""
PREAMBLE = 40
"""Blocks between the name of a convention and its first article."""
BEFORE = (*PROVISIONS, Kind.TRANSITIONS)
"""Units behind which the name of a convention may stand."""


@dataclass(slots=True)
class Unit:
    """Hold consecutive blocks that belong together, such as a § with its headings."""

    kind: Kind
    blocks: list[Block]
    number: str = ""
    headings: tuple[str, ...] = ()
    chapter: Block | None = None
    division: str = ""
    appendix: Block | None = None
    scope: Block | None = None
    mode: Kind = Kind.TEXT
    instrument: str = ""
    """The name of the convention or protocol, where several stand in one appendix, behind the first."""

    @property
    def start(self) -> int:
        return self.blocks[0].start

    @property
    def end(self) -> int:
        return self.blocks[-1].end


@dataclass(slots=True)
class Grouping:
    """Group blocks into units in the order of the text.

    Chapter and division headings are set aside, because every chunk below carries them in its
    header or its metadata.
    """

    source: Source
    units: list[Unit] = field(default_factory=list)
    aside: list[SetAside] = field(default_factory=list)
    pending: list[Block] = field(default_factory=list)
    chapter: Block | None = None
    division: str = ""
    appendix: Block | None = None
    scope: Block | None = None
    mode: Kind = Kind.TEXT
    numbered: bool = False
    chapter_title: Block | None = None
    appendices: int = 0
    instrument: str = ""
    standing: Standing = field(default_factory=Standing)

    def run(self) -> tuple[list[Unit], list[SetAside]]:
        """Return the units, and the headings that are set aside."""
        blocks = self.source.blocks
        self.numbered = any(block.kind in PROVISIONS for block in blocks)
        for index, block in enumerate(blocks):
            if block is self.chapter_title:
                continue
            if self._names_instrument(block, blocks[index + 1 : index + 1 + PREAMBLE]):
                self._next_instrument(block)
                continue
            match block.kind:
                case Kind.TITLE:
                    self._set_aside(block, "title")
                case Kind.HEADING:
                    self.pending.append(block)
                case Kind.SCOPE:
                    self._keep_pending()
                    self.standing = Standing()
                    self.scope, self.chapter, self.appendix, self.mode = block, None, None, Kind.SECTION
                    self.instrument = ""
                    self.pending.append(block)
                case Kind.DIVISION:
                    self._group_headings()
                    self.division, self.chapter, self.standing = _division_name(block), None, Standing()
                    self._set_aside(block, "division heading")
                case Kind.CHAPTER:
                    self._chapter(block, blocks[index + 1 : index + 1 + LOOK_AHEAD])
                case Kind.SECTION | Kind.ARTICLE:
                    self._provision(block, blocks[index + 1 : index + 1 + RUN])
                case Kind.TRANSITIONS | Kind.APPENDIX | Kind.PREAMBLE | Kind.NOTES:
                    self._outside_sections(block, blocks[index + 1 : index + 1 + LOOK_AHEAD])
                case Kind.TEXT:
                    self._text(block)
        self._keep_pending()
        return self.units, self.aside

    def _names_instrument(self, block: Block, ahead: Sequence[Block]) -> bool:
        """Return whether a block names the next convention: behind a provision, and in front of a first article."""
        if block.kind not in (Kind.HEADING, Kind.TEXT) or block.end - block.start > LONGEST_NAME:
            return False
        last = self.units[-1] if self.units else None
        if last is None or not (last.kind in BEFORE or (self.instrument and last.instrument == self.instrument)):
            return False
        name = self.source.text[block.start : block.end]
        if not INSTRUMENT.match(name) or (is_closed(name) and name[-1] != ")"):
            return False
        following = next((later for later in ahead if later.kind not in (Kind.HEADING, Kind.TEXT)), None)
        if following is None or following.kind is not Kind.ARTICLE or following.number not in FIRST:
            return False
        return all(one.kind is not Kind.APPENDIX for one in self.pending)  # below "Bilaga" a name is the appendix's

    def _next_instrument(self, block: Block) -> None:
        """Begin the next convention of an appendix: nothing of the one before stands over its articles."""
        above = self.pending[-1:]
        if not (above and self.source.text.startswith(TRANSLATED, above[0].start)):
            above = []
        self.pending = self.pending[: len(self.pending) - len(above)]
        self._keep_pending()
        self.standing, self.division = Standing(), ""
        self.instrument = heading_text(self.source.text, block)
        block.kind = Kind.APPENDIX if self.appendix else Kind.PREAMBLE
        self._open(block.kind, [*above, block])

    def _chapter(self, block: Block, ahead: Sequence[Block]) -> None:
        while (
            self.pending
            and self.pending[-1].kind is Kind.HEADING
            and not heading_text(self.source.text, self.pending[-1])
        ):
            block.start = self.pending.pop().start  # "/Kapitlet träder i kraft I:2026-01-01/" in its own paragraph
        self._group_headings()
        self.chapter, self.mode, self.appendix, self.standing = block, Kind.SECTION, None, Standing()
        self.instrument = ""
        self.chapter_title = self._title_below(block, ahead)
        if self.chapter_title is not None:
            block.title = f"{block.title} {heading_text(self.source.text, self.chapter_title)}".strip()
            block.end = self.chapter_title.end
        following = next(
            (later for later in ahead if later.kind is not Kind.HEADING and later is not self.chapter_title), None
        )
        has_provisions = following.kind in PROVISIONS if following is not None else len(ahead) == LOOK_AHEAD
        if has_provisions and not REPEALED.match(block.title):
            self._set_aside(block, "chapter heading")
        else:
            self._open(Kind.CHAPTER, [block], block.number)

    def _title_below(self, block: Block, ahead: Sequence[Block]) -> Block | None:
        """Return the paragraph below a chapter line that is its title, or None.

        Example: "1 kap.", then "Om finska renar här i riket." (1926:1).
        """
        first = ahead[0] if ahead else None
        if first is None or first.kind not in (Kind.HEADING, Kind.TEXT):
            return None
        text = self.source.text[first.start : first.end]
        if not block.title:
            return first if first.kind is Kind.HEADING or is_heading(text.rstrip(".")) else None
        wrapped = first.kind is Kind.TEXT and text[:1].islower() and len(text) < 80 and not is_closed(text)
        return first if wrapped and not is_closed(self.source.text[block.start : block.end]) else None

    def _name_below(self, ahead: Sequence[Block]) -> str:
        """Return the heading below the number of an appendix or article; "" if there is none, or a list.

        "(Översättning)" above it is none (2003:759), nor "1 Statsrådsberedningen", one of several (1996:1515).
        """
        if ahead and self.source.text.startswith(TRANSLATED, ahead[0].start):
            ahead = ahead[1:]
        if not ahead or ahead[0].kind is not Kind.HEADING or all(later.kind is Kind.HEADING for later in ahead):
            return ""
        within = takewhile(lambda later: later.kind is not Kind.APPENDIX, ahead)
        counted = (later.kind is Kind.HEADING and is_counted(self.source.text, later) for later in within)
        return "" if next(counted) and any(counted) else heading_text(self.source.text, ahead[0])

    def _name_of(self, article: Block, ahead: Sequence[Block]) -> str:
        """Return the name of an article: behind its number, or the heading below that, marked or not.

        A name may be wrapped over two paragraphs ("Prohibition of", "torture", 1994:1219). What leads to a list is none
        ("Denna konvention gäller endast", "a) för varje skada …", 2018:1854), nor is a sentence that goes on below.
        """
        below = "" if article.title or not is_bare(article) else self._name_below(ahead) or self._unmarked_name(ahead)
        name, behind = article.title or below, ahead[1 if below else 0 :]
        if not name or not behind:
            return name
        if DEFINES.search(name):
            return ""
        following = self.source.text[behind[0].start : behind[0].end]
        marks = ITEM_MARKS.match(following)
        begins = marks.end() if marks else 0
        if not following[begins : begins + 1].islower():
            return name
        wrapped = not begins and len(following) <= UNMARKED and following[-1].isalpha()
        return f"{name} {following}" if wrapped else ""

    def _unmarked_name(self, ahead: Sequence[Block]) -> str:
        """Return the name below the number of an article in markdown that does not mark it; "" without one.

        Example: "Artikel 4", then "Skatterättsligt  hemvist", then a paragraph (1977:580).
        """
        if len(ahead) < 2 or not ahead[0].kind is ahead[1].kind is Kind.TEXT:
            return ""
        words, following = (self.source.text[block.start : block.end] for block in ahead[:2])
        words = " ".join(words.split())
        if len(words) > UNMARKED or GOES_ON.search(words) or not is_heading(words) or is_heading(following):
            return ""
        return words

    def _provision(self, block: Block, ahead: Sequence[Block]) -> None:
        headings = over_provision(self.source.text, self.pending, self.units[-1].end if self.units else 0, block.kind)
        self.pending = self.pending[: len(self.pending) - len(headings)]
        self._keep_pending()
        if self.mode is not Kind.APPENDIX:
            self.mode = block.kind
        if block.kind is Kind.ARTICLE and block.number in FIRST and self.units and self.units[-1].kind is Kind.ARTICLE:
            self.instrument = ""  # articles begin again, and nothing says of what: better no name than a wrong one
        if self.chapter is not None and REPEALED.match(self.chapter.title):
            self.chapter = None  # "2 kap. har upphävts …", then 10 §: a § of no chapter (1982:569)
        self._stand([*headings, block])
        self._open(block.kind, [*headings, block], block.number)
        names = [_wording(name, self.source.text, block) for _, name in self.standing.names]
        if block.kind is Kind.ARTICLE:
            names.append(self._name_of(block, ahead))
        title = self.instrument or (self.appendix.title if self.appendix else "")
        told = ("", title, self.source.title)
        self.units[-1].headings = tuple(
            name for name in names if name not in told and not REPEALED.fullmatch(name.strip("(). "))
        )

    def _stand(self, blocks: Sequence[Block]) -> None:
        """Let the headings among ``blocks``, which end with a provision, stand over it and over those after it."""
        text = self.source.text
        headings: list[tuple[int, str]] = []
        before = ""
        for block in blocks[:-1]:
            if block.kind is not Kind.HEADING:
                continue
            name = heading_text(text, block)
            if before and name and text.startswith(BEGINS, block.start):
                headings[-1] = (block.level, f"{before}{WORDINGS}{name}")
            else:
                headings.append((block.level, name))
            before = name if text.startswith(ENDS, block.start) else ""
        section = blocks[-1] if blocks[-1].kind is Kind.SECTION else None
        names = [(level, name) for level, name in (*headings, (0, section.title if section else "")) if name]
        if names:
            last = self.units[-1].number if self.units and self.units[-1].kind is Kind.SECTION else ""
            follows = section is not None and (section.number in FIRST or is_next(last, section.number))
            levels = self.source.kind == "AGENCY_REGULATION" and names[0][0] > 0  # their pages tell groups by levels
            self.standing.enter(names, follows=follows and not levels)

    def _outside_sections(self, block: Block, ahead: Sequence[Block]) -> None:
        self._keep_pending()
        last = self.units[-1] if self.units else None
        alone = ALONE.fullmatch(self.source.text, last.start, last.end) if last else None
        named = alone and alone["act"] and ACT_FIRST.match(self.source.text, block.start, block.end)
        if last and alone and not named and last.kind is block.kind and not block.number:
            last.blocks.append(block)
            return
        self.chapter, self.division, self.mode, self.standing = None, "", block.kind, Standing()
        self.instrument = ""
        self.appendix = block if block.kind is Kind.APPENDIX else None
        if self.appendix:
            self.appendices += 1
            block.counted = not block.number
            block.number = block.number or str(self.appendices)
            block.title = block.title or self._name_below(ahead) or title_of(self.source.text, ahead)
        first_kind = next((later.kind for later in ahead if later.kind is not Kind.HEADING), None)
        if self.appendix and first_kind in PROVISIONS:
            self.pending.append(block)  # the appendix opens with its first article
        else:
            self._open(block.kind, [block], block.number)

    def _text(self, block: Block) -> None:
        if not self.numbered and self.mode is Kind.TEXT:
            for text_block in (*self.pending, block):  # headings of a text without §§ stay in front of it
                self._append(text_block)
            self.pending = []
        else:
            self._keep_pending()
            self._append(block)

    def _group_headings(self) -> None:
        """Set aside headings above a chapter or division; they group what follows ("Om bevisning", RB 35 kap.)."""
        if self.pending and self._pending_is_group():
            names = [heading_text(self.source.text, heading) for heading in self.pending]
            self.division = " › ".join(name for name in (self.division.partition(" › ")[0], *names) if name)
            for heading in self.pending:
                self._set_aside(
                    heading, "division heading" if heading.kind is Kind.HEADING else "marker of the whole statute"
                )
            self.pending = []
        self._keep_pending()

    def _pending_is_group(self) -> bool:
        """Return whether the pending headings group what follows.

        They do not if a list ends in a line that looks like a heading, or if the converter lost the § of the heading
        (2010:800).
        """
        texts = [self.source.text[heading.start : heading.end] for heading in self.pending]
        if all(text.isupper() or (ROMAN.match(text) and is_heading(text)) for text in texts):
            return True
        if any(heading.level for heading in self.pending) and not self.division:
            return False
        before = self.units[-1] if self.units else None
        if before is None:
            return True
        closing = self.source.text[max(before.start, before.end - CLOSING) : before.end].rstrip()
        marked = any(
            heading.level for heading in self.pending
        )  # "… i 43 eller 44 kap.", then "### IV Efterlevandeskydd"
        return is_closed(closing) or (marked and closing.endswith("."))

    def _keep_pending(self) -> None:
        """Keep the pending headings in the unit before them, because no § follows them."""
        for block in self.pending:
            self._append(block)
        self.pending = []

    def _append(self, block: Block) -> None:
        last = self.units[-1] if self.units else None
        if (
            last is not None
            and last.chapter is self.chapter
            and last.mode is self.mode
            and last.appendix is self.appendix
            and last.instrument == self.instrument
        ):
            last.blocks.append(block)
        else:
            self._open(self.mode if self.mode not in PROVISIONS else Kind.TEXT, [block])

    def _open(self, kind: Kind, blocks: list[Block], number: str = "") -> None:
        place = self.chapter, self.division, self.appendix, self.scope, self.mode, self.instrument
        self.units.append(Unit(kind, blocks, number, (), *place))

    def _set_aside(self, block: Block, reason: str) -> None:
        start, end = trim(self.source.text, block.start, block.end)
        if start < end:
            self.aside.append(SetAside(start, end, reason))


def _wording(name: str, text: str, section: Block) -> str:
    """Return the wording of a heading that a § has: the old one where the § ends, both where it says nothing."""
    old, _, new = name.partition(WORDINGS)
    if not new:
        return old
    dated = DATED.match(text, section.start, section.end)
    if dated is None:
        return f"{old} / {new}"
    return new if dated["begins"] else old


def _division_name(block: Block) -> str:
    return " ".join(part for part in (block.number, block.title) if part)
