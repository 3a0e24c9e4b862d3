"""Find the sections inside an Item, by how their headings are printed."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.filing import Look

LONGEST = 420
"""Characters of a heading; a risk factor's title is a sentence, often two."""
LONGEST_PLAIN = 90
"""Characters of a heading in a filing that is plain text."""
LONGEST_LEAD = 140
"""Characters of words at the start of a paragraph that head it: "Liquidity." in bold."""
MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
MEASURE = re.compile(
    r"\W{0,3}(?:\((?!\d{1,2}\)\s+[a-z])|in (?:millions|thousands)|\$|dollars|unaudited|amounts|page\b|years? ended"
    rf"|continued|\*+|as of\b|[\d\W]+\Z|(?:\W{{0,3}}(?:and\s)?{MONTH}\s\d{{1,2}},\s\d{{4}}){{1,4}}\W*\Z)",
    re.IGNORECASE,
)
"""What stands over a table and is no heading: "(in millions, except per share amounts)", "September 15, 2005".
"(9) Income Taxes" is one."""
CONTINUED = re.compile(r"\W{1,4}cont(?:inued|['’]?d)?\W{0,3}\Z", re.IGNORECASE)
NOTE = re.compile(r"note\s\d{1,2}\b", re.IGNORECASE)
NUMBERED = re.compile(r"\(?(?P<number>\d{1,2})[.)]\s?(?=[A-Z])")
"""Matches "14. Debt" below "Notes to …"."""
NOTES = re.compile(r"notes to\b", re.IGNORECASE)
REPORT = re.compile(
    r"reports? of independent\b|management['’]?s? (?:annual )?report on internal control\b"
    r"|(?:financial statement )?schedule\s[IVX\d]|index (?:to|of)\b.{0,40}\bfinancial statements\b",
    re.IGNORECASE,
)
"""Matches the title of an auditor's or the management's report, of a schedule to the statements, or of their index."""
STATEMENT = re.compile(
    # "Balance Sheets as of September 27, 2025", not "Balance Sheet Information"
    r"(?:(?:combined|consolidated|condensed)\s(?:and\s\w+\s)?){0,2}"
    r"(?:balance sheets?\b(?!\s(?!as\b|at\b|of\b|and\b)\w)|statements? of\b)",
    re.IGNORECASE,
)
"""Matches the title of a financial statement."""
REFERS = re.compile(r"\W{0,3}(?:see|the|refer to)\s(?:the\s)?accompanying\s(?:\w+\s)?notes\b", re.IGNORECASE)
"""Matches "See accompanying notes." below a statement, which is printed as headings are."""
SIGNED = re.compile(r"\W{0,3}/s/", re.IGNORECASE)
CONTENTS = re.compile(r"\W{0,3}table of contents\W{0,3}", re.IGNORECASE)
# "1Source: TrendForce", "†† Portions of this exhibit", "2 The fair value of plan assets was 40% in the US.": in italics
FOOTNOTE = re.compile(r"(?:[†‡§*]|\[\w\]|\d{1,2}\.?[A-Z]|\d{1,2}\s.*\.\s*\Z)", re.DOTALL)
WEIGHTS = Look.BOLD | Look.ITALIC | Look.UNDERLINED | Look.CENTRED | Look.HEADING | Look.COLOURED
LETTERS = re.compile(r"[A-Za-z]{2}")


class Sign(NamedTuple):
    """A sign is how a heading is printed: the size of large letters, its look, whether in capitals."""

    large: int
    look: int
    capitals: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A section is a heading with its depth; ``start`` and ``end`` are the heading's."""

    start: int
    end: int
    title: str
    path: tuple[str, ...]
    """The titles of the sections around it, and its own."""


class Sections:
    """Follow the headings of an Item, the outer first: a heading printed as one before it closes all since then.

    A heading that is open already, as the running head of each page of the notes is, closes nothing.
    """

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.open: list[tuple[Sign, str]] = []
        self.last = -1
        """Where the last heading ends, if nothing stood behind it yet."""
        self.kept = 0
        """How many of the open headings the one that stands here again has around it, and itself."""
        self.signed = False
        """Whether a signature stood behind the last heading."""

    def interrupt(self) -> None:
        """Note that something else than a heading stands here."""
        self.last, self.kept = -1, 0

    def take(self, text: str, block: Block, following: Block | None) -> Section | None:
        """Return the section that a block opens.

        Args:
            text: the stored text.
            block: the block.
            following: one behind it; a heading has text below it.

        Returns:
            The section; None where the block is no heading.
        """
        words = text[block.start : block.end]
        if not self._heads(words, block, following):
            self.signed = self.signed or SIGNED.match(words) is not None
            self.interrupt()
            if name := _note_lead(text, block):
                sign = _sign(block, name)
                self.open[self._below(name, sign) :] = [(sign, name)]
            return None
        if self.signed:  # a report ends where it is signed
            self.signed = False
            if (ended := next((at for at, (_, open_) in enumerate(self.open) if REPORT.match(open_)), -1)) >= 0:
                self._end(ended)
                self.kept = ended
        sign = _sign(block, words)
        title = " ".join(words.split())
        if (again := self._again(sign, title)) >= 0:
            self.last, self.kept = -1, again + 1
            return Section(block.start, block.end, title, self.path)
        floor = max(self.kept, self._below(title, sign))
        signs = [one for one, _ in self.open]
        # printed as what holds it: it ends all the others in that
        above = floor if sign in signs[:floor] else len(signs)
        depth = signs.index(sign, floor) if sign in signs[floor:] else above
        smaller = (at for at in range(floor, depth) if signs[at].large < sign.large)
        depth = next(smaller, depth)
        if self.last >= 0 and depth == len(self.open) - 1:
            depth += 1  # "Note 2. Revenues" directly over "Disaggregated Revenues": the second stands in the first
        self.last, self.kept = block.end, 0
        self.open[depth:] = [(sign, title)]
        return Section(block.start, block.end, title, self.path)

    def _again(self, sign: Sign, title: str) -> int:
        """Return the depth at which a heading is open that comes again, also as "… (Continued)"; -1 without one."""
        name = CONTINUED.sub("", title)
        same = ((other == sign and CONTINUED.sub("", open_) == name) for other, open_ in self.open)
        return next((depth for depth, again in enumerate(same) if again), -1)

    def _below(self, title: str, sign: Sign) -> int:
        """Return how many of the open headings stand over a heading, however it is printed: a note over all in it.

        A statement ends the one before it, the auditor's report and the notes too, and a note the note before it.
        "Statements of Cash Flows" ends nothing where it is printed as the headings in a note are.
        """
        note = self._note()
        within = note >= 0 and any(one == sign for one, _ in self.open[note + 1 :])
        opens_note = NOTE.match(title) is not None or self._follows(title, note)
        if not (opens_note or _opens(title, REPORT, NOTES) or (STATEMENT.match(title) and not within)):
            return note + 1
        ends = (REPORT, STATEMENT) if opens_note else (REPORT, STATEMENT, NOTES)
        depths = (at for at, (_, open_) in enumerate(self.open) if at == note or _opens(open_, *ends))
        ended = next(depths, None)
        if ended is None and opens_note:  # what stands between "Notes to …" and a note is of the note before
            ended = next((at + 1 for at, (_, open_) in enumerate(self.open) if NOTES.match(open_)), None)
        if ended is None:
            return 0
        self._end(ended)
        return ended

    def _note(self) -> int:
        """Return the depth of the note that is open, "Note 2. Lamps" or below "Notes to …" "2. Lamps"; -1 without."""
        titles = [title for _, title in self.open]
        if (named := next((at for at, title in enumerate(titles) if NOTE.match(title)), -1)) >= 0:
            return named
        below = next((at for at, title in enumerate(titles) if NOTES.match(title)), len(titles))
        return next((at for at, title in enumerate(titles) if at > below and NUMBERED.match(title)), -1)

    def _follows(self, title: str, note: int) -> bool:
        """Return whether a numbered heading is the next note: the first below "Notes to …", or one behind the open one.

        Args:
            title: of the heading.
            note: the depth of the note that is open; -1 without.

        Returns:
            Whether it is.
        """
        match = NUMBERED.match(title)
        if match is None or not any(NOTES.match(open_) for _, open_ in self.open):
            return False
        before = NUMBERED.match(self.open[note][1]) if note >= 0 else None
        return note < 0 or (before is not None and int(match["number"]) == int(before["number"]) + 1)

    def _end(self, depth: int) -> None:
        """End the open headings from a depth on."""
        del self.open[depth:]
        self.last, self.kept = -1, min(self.kept, depth)

    @property
    def path(self) -> tuple[str, ...]:
        """Return the titles of the sections that are open."""
        return tuple(title for _, title in self.open)

    def _heads(self, words: str, block: Block, following: Block | None) -> bool:
        if following is None or block.table >= 0 or not LETTERS.search(words):
            return False
        if MEASURE.match(words) or _opens(words, REFERS, SIGNED) or CONTENTS.fullmatch(words):
            return False
        if self.plain:
            return _plain_heading(words)
        capitals = words.isupper() and len(words) <= LONGEST_PLAIN
        if len(words) > LONGEST or not (block.emphasised or capitals):
            return False
        strong = block.large or block.look & (Look.BOLD | Look.UNDERLINED | Look.HEADING)
        weak = not strong and not capitals
        if weak and FOOTNOTE.match(words):
            return False
        return not (weak and words.rstrip().endswith((".", ";", ",")) and len(words) > LONGEST_LEAD)


def _sign(block: Block, words: str) -> Sign:
    """Return how the words of a block are printed."""
    return Sign(block.large, block.look & WEIGHTS, CONTINUED.sub("", words).isupper())


def _note_lead(text: str, block: Block) -> str:
    """Return the emphasised words at the start of a paragraph that name a note: "NOTE 21. FAIR VALUE Our assets …"."""
    words = " ".join(text[block.start : block.lead].split()) if block.table < 0 else ""
    return words.strip(" .:—–-") if len(words) <= LONGEST_LEAD and NOTE.match(words) else ""


def opens_part(title: str) -> bool:
    """Return whether a heading opens a part of the financial statements: a note, a report, a statement."""
    return _opens(title, NOTE, NOTES, REPORT, STATEMENT)


def _opens(title: str, *patterns: re.Pattern[str]) -> bool:
    """Return whether a title begins as any of the patterns says."""
    return any(one.match(title) for one in patterns)


def _plain_heading(words: str) -> bool:
    """Return whether a line of plain text is a heading: capitals, or capitals in front of most words, and no stop."""
    if len(words) > LONGEST_PLAIN or "\n" in words or words.rstrip().endswith((".", ",", ";", ":")):
        return False
    parts = [word for word in words.split() if word[0].isalpha()]
    large = sum(word[0].isupper() or len(word) < 4 for word in parts)
    return bool(parts) and len(parts) <= 12 and large == len(parts) and "   " not in words.strip()


def lead_of(text: str, block: Block) -> str:
    """Return the emphasised words that head a paragraph from within; "" without."""
    length = block.lead - block.start
    if not FEWEST_LEAD < length <= LONGEST_LEAD or block.lead >= block.end - length:
        return ""
    words = " ".join(text[block.start : block.lead].split())
    ends = words.endswith((".", ":", "—", "–", "-")) or text[block.lead : block.lead + 2].strip()[:1] in (
        "—",
        "–",
        ":",
        ".",
    )
    return words.strip(" .:—–-") if ends and LETTERS.search(words) else ""


FEWEST_LEAD = 3
"""Characters of such words, at least."""
