"""Find the sections inside an Item, by how their headings are printed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.corpora.sec_10k.blocks import EMPHASIS, Block
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.headings import DRAWN, unfolded
from piperoll.corpora.sec_10k.leading import ADDED, LISTED, Leading
from piperoll.corpora.sec_10k.lines import MARK, Lines, heads_nothing
from piperoll.corpora.sec_10k.names import STATE, bare
from piperoll.corpora.sec_10k.nesting import CAPITALS
from piperoll.corpora.sec_10k.not_headings import (
    CONTENTS,
    FIRM,
    FOOTNOTE,
    REFERS,
    SERVED,
    SIGNED,
    is_no_heading,
    names_column,
)
from piperoll.corpora.sec_10k.opened import NAMED_NOTE
from piperoll.corpora.sec_10k.signs import (
    DANGLES,
    EXHIBITS,
    GOES_ON,
    LEAD,
    LETTERS,
    LONGEST,
    LONGEST_NOTE,
    LONGEST_PLAIN,
    MONTH,
    NOTES,
    OWNER,
    REPORTS_FILED,
    STATEMENT,
    STRONG,
    WEAK,
    Orders,
    Sign,
    is_capitals,
    is_centred_title,
    is_labelled,
    is_plain_heading,
    is_unprinted_title,
    opens,
    opens_part,
    sign_of,
    unmeasured,
)
from piperoll.corpora.sec_10k.topics import COMPARES, TABLE, holds_alike

DEEPEST = 12
"""Headings that stand in each other at most: in the filings at hand six. One in the last of these takes its place."""
LONGEST_WEAK = 140
"""Characters of a heading in italics that ends as a sentence does."""
MAJOR = re.compile(
    r"(?:executive )?(?:overview|summary)\Z|results of operations|(?:financial condition|liquidity)\b"
    r"|critical accounting|recent(?:ly)?\b.*\baccounting|off-balance|contractual obligations|forward-looking",
    re.IGNORECASE,
)
"""Matches what Item 303 of Regulation S-K asks a discussion of the results to tell: headings at its top."""
MATTERS = re.compile(r"critical audit matters?\W*\Z", re.IGNORECASE)
"""Matches the heading over the matters that an auditor's report tells, also where each is printed as it is."""
SUMMARY = re.compile(r"\bsummary\b", re.IGNORECASE)
ADDRESSED = re.compile(
    r"(?:to )?(?:the |our )?(?:(?:share|stock)(?:holders|owners)|(?:board of )?directors)\b", re.IGNORECASE
)
"""Matches to whom a report is addressed: "To the Board of Directors and Shareholders of …"."""
HOLDS_NONE = re.compile(
    r".{0,80}\bforward[\s–-]{0,2}looking\b|(?:our )?employees\W*\Z|(?:available|additional) information\W*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""Matches the heading of a section that holds no other: "Special Note Regarding Forward-Looking Statements",
"Employees"."""
PLACE = re.compile(
    rf"(?:[A-Z][\w.]+\s){{0,3}}[A-Z][\w.]+,\s(?:[A-Z][\w.]+\s?){{1,2}}(?i:{MONTH}\s\d{{1,2}},\s\d{{4}})?\W*"
)
"""Matches where a report was signed: "San Jose, California"."""
PLACES = re.compile(
    r"(?=.{0,40}[a-z])(?:(?:[A-Z][\w.]+\s){0,2}[A-Z][\w.]+,\s[A-Z][\w.]+(?:\s[A-Z][\w.]+)?(?:\s|\Z)){1,20}"
)
"""Matches towns, the end of a list of them where no text stands below: "Lima, Ohio Butte, Montana"."""
LABEL = re.compile(r"\(?(?:\w|\d\d)[.)]")
"""Matches a line with nothing but the number of the heading below it: "c)", over "Exhibits"."""
KEY = re.compile(rf"{LABEL.pattern}|\d{{1,2}}|[*†‡]{{1,3}}")
"""Matches a line with nothing but the key of the note below it, too: "(1)", "2", "*"."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section is a heading with its depth; ``start`` and ``end`` are the heading's."""

    start: int
    end: int
    title: str
    path: tuple[str, ...]
    """The titles of the sections around it, and its own."""


class Sections(Leading):
    """Follow the headings of an Item, the outer first: a heading printed as one before it closes all since then.

    A heading that is open already, as the running head of each page of the notes is, closes nothing.
    """

    def __init__(
        self,
        names: Sequence[str] = (),
        centred: bool = True,
        lines: Lines | None = None,
        orders: Orders | None = None,
    ) -> None:
        """Begin an Item.

        Args:
            names: of the company and, last, of the Item; repeated, they head nothing.
            centred: the heading of the Item stands in the middle of the page.
            lines: what the lines are where nothing says how the words are printed.
            orders: of the prints of words in front of a text, from other Items.
        """
        super().__init__(lines, names, orders)
        self.centred = centred
        self.names = {bare(STATE.sub("", name)) for name in names} - {""}
        self.longest = max(map(len, names), default=0) + LONGEST_PLAIN
        self.summed: set[tuple[str, str]] = set()
        """The headings in a summary of risks, with its own."""
        self.nested: set[tuple[Sign, Sign]] = set()
        """How headings are printed of which one stood directly below the other, and so in it."""
        self.key = ""
        """The line in front, where it is nothing but a key."""

    def interrupt(self, key: str = "") -> None:
        """Note that something else than a heading stands here."""
        self.last, self.kept, self.key, self.tabled = -1, 0, key, False

    def take_table(self, text: str, row: Block) -> None:
        """Note that a table stands here; words at its start that are printed as those in front of a text head it, too.

        Args:
            text: the stored text.
            row: the first row of the table.
        """
        if self.last >= 0:
            self.bare.add(self.open[-1][1])
        self._end_signed()
        tabled = self.tabled or self.last >= 0
        self.interrupt()
        self.tabled = tabled
        cell = " ".join(text[row.start : row.end].partition("\t")[0].split())
        sign = Sign(0, LEAD, row.opening, is_capitals(cell), sentence=False)
        if row.start < row.lead and self.open and self.open[-1][0] == sign and sign.capitals:
            self.open[-1] = sign, cell.strip(" .:—–-")

    def repeats(self, words: str) -> bool:
        """Return whether words only say whose statement follows, to whom a report goes, or the Item's title again."""
        if len(words) <= self.longest and bare(words) in self.names:
            return True
        return len(words) <= LONGEST_WEAK and ADDRESSED.match(words) is not None and self._in_report()

    def take(self, text: str, block: Block, following: Block | None, over_table: bool = False) -> Section | None:
        """Return the section that a block opens.

        Args:
            text: the stored text.
            block: the block.
            following: one behind it; a heading has text below it.
            over_table: a table is the next that is no line in the middle of the page.

        Returns:
            The section; None where the block is no heading.
        """
        words = text[block.start : block.end]
        if owner := OWNER.match(words):
            words = words[owner.end() :]
        words = DRAWN.sub("", unfolded(words)) if self.plain else words
        words = words.rstrip(".") if block.start in self.lines.stopped else words
        if block.emphasised and len(words) <= self.longest and bare(words) == self.title:
            self.open.clear()
        if self._numbers_heading(text, words, block, following):
            return Section(block.start, block.end, words, self.path)
        if not self._heads(text, words, block, following) or (over_table and self.is_caption(words, block)):
            self.signed = self.signed or SIGNED.match(words) is not None
            if (report := self._audited()) >= 0 and opens(words, SIGNED, FIRM, SERVED):
                del self.open[report + 1 :]
            self.interrupt(words if KEY.fullmatch(words) else "")
            self._take_lead(text, block)
            return None
        self._end_signed()
        sign = self._sign(block, words)
        self.first.setdefault((sign.large, sign.look & EMPHASIS), len(self.first))
        title = " ".join((self.key if LABEL.fullmatch(self.key) else "", *words.split())).strip()
        self.key = ""
        if self.last >= 0 and self.open[-1][0] == sign and (GOES_ON.match(title) or DANGLES.search(self.open[-1][1])):
            self.open[-1] = sign, f"{self.open[-1][1]} {title}"
            self.last = block.end
            if bare(self.open[-1][1]) in self.names:
                del self.open[-1]
                self.last = -1
            return Section(block.start, block.end, title, self.path)
        summary = next((at for at, (_, open_) in enumerate(self.open) if (open_, title) in self.summed), -1)
        if summary < 0 and (again := self._again(sign, title)) >= 0:
            self.last, self.kept = -1, again + 1
            return Section(block.start, block.end, title, self.path)
        owned = following is not None and self.repeats(text[following.start : following.end])
        if owned and STATEMENT.match(title) and self._note() < 0:  # a statement, and below it whose it is
            self._end(0)
        floor = max(self.kept, self._below(title, sign))
        signs = [one for one, _ in self.open]
        # printed as what holds it: it ends all the others in that
        above = floor if sign in signs[:floor] else len(signs)
        depth = (
            self._alike(signs, sign, floor, "" if self._is_outer(text, title, sign, block, following) else title)
            if sign in signs[floor:]
            else above
        )
        depth += self._in_topic(depth, sign, title, block)
        depth = self._beside_tables(depth, sign, floor)
        if self.last >= 0 and _adds(self.open[-1][0], sign):
            self.nested.add((self.open[-1][0], sign))
        elif sign.sentence and LISTED.match(title):
            self.nested.add((sign._replace(sentence=False), sign))
        depth = next((at for at in range(self._led_over(floor, sign), depth) if self._ends(at, sign)), depth)
        depth = min(depth, summary) if summary >= 0 else depth
        if self.last >= 0 and depth == len(self.open) - 1 and not (self.plain and TABLE.match(self.open[-1][1])):
            depth += 1  # "Note 2. Revenues" directly over "Disaggregated Revenues": the second stands in the first
        parent = () if self.plain or COMPARES.match(title) else self.parents.get((sign, title), ())
        if parent and floor <= len(parent) < depth and self.path[: len(parent)] == parent:
            depth = len(parent)  # "Overview" again, while what held the first is open
        depth = min(depth, DEEPEST)
        self.parents[sign, title] = self.path[:depth]
        self.last, self.kept, self.tabled = block.end, 0, False
        self._open(depth, sign, title)
        self.anchored |= {title} if block.anchored else set()
        self.summed |= {(open_, title) for _, open_ in self.open if self._is_summary(open_)}
        return Section(block.start, block.end, title, self.path)

    def _numbers_heading(self, text: str, words: str, block: Block, following: Block | None) -> bool:
        """Return whether a line has nothing but the number of the heading in the next one: "c)", over "Exhibits"."""
        if self.plain or following is None or block.table >= 0 or not LABEL.fullmatch(words):
            return False
        self.key = words
        return self._heads(text, text[following.start : following.end], following, following)

    def _sign(self, block: Block, words: str) -> Sign:
        """Return how a heading is printed, or how large it counts where nothing says that."""
        sign = sign_of(block, words)
        if block.start in self.lines.risks:
            return sign._replace(strength=WEAK, sentence=True)
        if not self.plain:
            return sign
        rank = self.lines.nesting.rank(block.start, words, sign.capitals)
        size = self.lines.nesting.size(block.start, rank)
        return Sign(size, STRONG if rank == CAPITALS else WEAK, 0, rank == CAPITALS, sentence=False)

    def _alike(self, signs: Sequence[Sign], sign: Sign, floor: int, inner: str) -> int:
        """Return the depth of a heading among those printed alike, the first of which hold the last.

        Args:
            signs: how the open headings are printed.
            sign: how the heading is.
            floor: the depth at which it may stand, at least.
            inner: its title, where it may stand in one of those printed alike.

        Returns:
            The depth of the deepest of these in whose place it stands.
        """
        found = [
            at for at in range(floor, len(signs)) if signs[at] == sign and not opens(self.open[at][1], NOTES, MATTERS)
        ]
        titles = [self.open[at][1] for at in found]
        inside = reversed(range(1, len(found) if inner else 1))
        beside = (at for at in inside if holds_alike(titles[at - 1], titles[at], inner))
        return found[next(beside, 0)] if found else len(signs)

    def _is_outer(self, text: str, title: str, sign: Sign, block: Block, following: Block | None) -> bool:
        """Return whether a heading stands in no other that is printed alike: in its own such a one stands directly.

        Args:
            text: the stored text.
            title: the heading.
            sign: how it is printed.
            block: of it.
            following: one behind it.
        """
        if self.plain or following is None or MAJOR.match(title) or self._note() >= 0 or self._ends_topic(sign, block):
            return True
        words = text[following.start : following.end]
        return self._heads(text, words, following, following) and sign_of(following, words) == sign

    def is_caption(self, words: str, block: Block) -> bool:
        """Return whether a line in the middle of the page, over a table, stands below a heading that does not."""
        below = not self.centred or any(not sign.look & Look.CENTRED for sign, _ in self.open)
        if opens_part(words) or REFERS.match(words) or CONTENTS.fullmatch(words):
            return False
        return bool(block.look & Look.CENTRED) and below

    def _ends(self, at: int, sign: Sign) -> bool:
        """Return whether a heading cannot stand in an open one: in a smaller or a weaker one, a risk in a risk."""
        above, title = self.open[at]
        if (above, sign) in self.nested or (above.strength == LEAD and self._within(above.look, sign.look & EMPHASIS)):
            return False
        if (above.large, above.strength) < (sign.large, sign.strength):
            return True
        if self.plain and sign.sentence and HOLDS_NONE.match(title):
            return True
        if (above.large, above.strength) > (sign.large, sign.strength):
            return False
        capitals = sign.capitals and not above.capitals
        if capitals and above.look & ~sign.look & Look.ITALIC:
            return True
        if not opens_part(title):
            if capitals and above.look == sign.look and sign.look & Look.BOLD:
                return True
            first, other = (self.first[one.large, one.look & EMPHASIS] for one in (sign, above))
            if _adds(sign, above) and first < other:
                return True
        if sign.sentence and above == sign._replace(sentence=False):
            return True
        lone = above.sentence or HOLDS_NONE.match(title) or (SUMMARY.search(title) and "risk" in title.casefold())
        return bool(lone) and (sign.sentence or not sign.look & ~above.look & ADDED)

    def _is_summary(self, title: str) -> bool:
        """Return whether a heading opens a summary, of risks where nothing says how words are printed."""
        return SUMMARY.search(title) is not None and (not self.plain or "risk" in title.casefold())

    def _heads(self, text: str, words: str, block: Block, following: Block | None) -> bool:
        if following is None or block.table >= 0 or not LETTERS.search(words) or block.start in self.lines.cells:
            return False
        if is_labelled(words, block, following) or self._is_next_note(words) or block.start in self.lines.risks:
            return True
        if not self.plain and opens(words, EXHIBITS, REPORTS_FILED):
            return True
        if block.start in self.lines.stopped and len(words) > LONGEST_PLAIN:
            return True
        if self.plain and len(words) <= LONGEST_PLAIN and COMPARES.match(words) and not MARK.match(words):
            return True
        capitals = words.isupper() and len(words) <= LONGEST_PLAIN
        titled = is_centred_title(words, block) or is_unprinted_title(words, text, following)
        if len(words) > LONGEST or not (self.plain or block.emphasised or capitals or titled):
            return False
        if self.repeats(words) or ((self.signed or self._in_report()) and PLACE.fullmatch(words)):
            return False
        if is_no_heading(words) or names_column(words, text[following.start : following.end]):
            return False
        if self.plain:
            return self._is_line(text, words, block, following)
        weak = sign_of(block, words).strength == WEAK
        if weak and (FOOTNOTE.match(words) or (self.key and words.endswith("."))):
            return False
        only_large = not capitals and not block.look & (EMPHASIS | Look.HEADING)
        risk = "riskfactors" in self.title and not following.emphasised  # its title is a sentence
        longest = 0 if only_large else LONGEST_WEAK if weak and not risk else LONGEST
        return len(words) <= longest or not words.rstrip().endswith((".", ";", ","))

    def _is_line(self, text: str, words: str, block: Block, following: Block) -> bool:
        """Return whether a line is a heading where nothing says how words are printed.

        It is "Competition:" over its text, but not "Revenues:" over rows, nor "We sell:" over a list.
        """
        colon = words.rstrip().endswith(":")
        if max(len(words), following.end - following.start) <= LONGEST_PLAIN and PLACES.fullmatch(words):
            return False
        if heads_nothing(words) or (colon and MARK.match(text, following.start)):
            return False
        if opens(words, EXHIBITS, REPORTS_FILED) or block.start in self.lines.loose:
            return True
        words = unmeasured(words)
        over_text = following.end - following.start > LONGEST_PLAIN and not self._in_report()
        named = NAMED_NOTE.match(words) is not None
        return is_plain_heading(words, LONGEST_NOTE if named else LONGEST_PLAIN) and (
            not colon or named or over_text or self._leads_to_heading(text, words, following)
        )

    def _leads_to_heading(self, text: str, words: str, following: Block) -> bool:
        """Return whether a line of some words stands over a heading in capitals: "Supplementary Information:"."""
        below = text[following.start : following.end]
        return (
            not words.isupper()
            and len(words.split()) > 1
            and is_capitals(below)
            and is_plain_heading(below)
            and not self._in_report()
        )


def _adds(above: Sign, sign: Sign) -> bool:
    """Return whether a heading is printed as one above it, with italics or underlined besides, or is a sentence."""
    if above.look & ~sign.look or sign.look & ~above.look & ~ADDED or (sign.look == above.look and not sign.sentence):
        return False
    return above == sign._replace(look=above.look, strength=above.strength, sentence=False)
