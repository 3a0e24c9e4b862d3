"""Find the sections inside an Item, by how their headings are printed."""

import re
from dataclasses import dataclass

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.filing import Look

LONGEST = 420
"""Characters of a heading; a risk factor's title is a sentence, often two."""
LONGEST_PLAIN = 90
"""Characters of a heading in a filing that is plain text."""
LONGEST_LEAD = 140
"""Characters of words at the start of a paragraph that head it: "Liquidity." in bold."""
MEASURE = re.compile(
    r"\W{0,3}(?:\(|in (?:millions|thousands)|\$|dollars|unaudited|amounts|page\b|years? ended|continued|\*+|as of\b"
    r"|[\d\W]+\Z)",
    re.IGNORECASE,
)
"""What stands over a table and is no heading: "(in millions, except per share amounts)"."""
WEIGHTS = Look.BOLD | Look.ITALIC | Look.UNDERLINED | Look.CENTRED | Look.HEADING
LETTERS = re.compile(r"[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class Section:
    """A section is a heading with its depth; ``start`` and ``end`` are the heading's."""

    start: int
    end: int
    title: str
    path: tuple[str, ...]
    """The titles of the sections around it, and its own."""


class Sections:
    """Follow the headings of an Item, the outer first: a heading printed as one before it closes all since then."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.open: list[tuple[tuple[int, bool], str]] = []
        self.last = -1
        """Where the last heading ends, if nothing stood behind it yet."""

    def interrupt(self) -> None:
        """Note that something else than a heading stands here."""
        self.last = -1

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
            self.interrupt()
            return None
        sign = (block.look & WEIGHTS, words.isupper())
        depth = next((index for index, (other, _) in enumerate(self.open) if other == sign), len(self.open))
        if self.last >= 0 and depth == len(self.open) - 1:
            depth += 1  # "Note 2. Revenues" directly over "Disaggregated Revenues": the second stands in the first
        self.last = block.end
        title = " ".join(words.split())
        self.open[depth:] = [(sign, title)]
        return Section(block.start, block.end, title, self.path)

    @property
    def path(self) -> tuple[str, ...]:
        """Return the titles of the sections that are open."""
        return tuple(title for _, title in self.open)

    def _heads(self, words: str, block: Block, following: Block | None) -> bool:
        if following is None or block.table >= 0 or not LETTERS.search(words) or MEASURE.match(words):
            return False
        if self.plain:
            return _plain_heading(words)
        capitals = words.isupper() and len(words) <= LONGEST_PLAIN
        if len(words) > LONGEST or not (block.emphasised or capitals):
            return False
        weak = not block.look & (Look.BOLD | Look.UNDERLINED | Look.HEADING) and not capitals
        return not (weak and words.rstrip().endswith((".", ";", ",")) and len(words) > LONGEST_LEAD)


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
