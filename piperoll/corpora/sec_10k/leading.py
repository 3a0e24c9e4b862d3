"""Open the sections of words in front of a text: "Liquidity." in bold, in a paragraph."""

import re
from collections.abc import Sequence

from piperoll.corpora.sec_10k.blocks import EMPHASIS, Block
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.lines import Lines
from piperoll.corpora.sec_10k.names import bare
from piperoll.corpora.sec_10k.opened import Opened
from piperoll.corpora.sec_10k.signs import (
    LEAD,
    NOTE,
    STRONG,
    WEAK,
    Orders,
    Sign,
    is_capitals,
    is_sentence,
    lead_of,
    opens_part,
    printed,
    sign_of,
)

STRONGER = int(Look.BOLD)
"""Emphasis by which words in front of a text stand in none that lack it."""
ADDED = int(Look.ITALIC | Look.UNDERLINED)
"""Emphasis by which a heading stands below another one that lacks it."""
DASH = re.compile(r"\s[–—]\s|(?<!\b[A-Z])\.\s")
LISTED = re.compile(r"(?!\([a-z]\)\s?[A-Z])[^\w\s\"“‘']|\w+\s\d\Z|o\s")
"""Matches words in front of an item of a list, which head that alone: "• Mortgages", "Level 1", not "(c) Changes"."""


class Leading(Opened):
    """Follow the words in front of a text, beside the headings that are open."""

    def __init__(self, lines: Lines | None, names: Sequence[str], orders: Orders | None) -> None:
        """Begin an Item.

        Args:
            lines: what its lines are where nothing says how the words are printed.
            names: of the company and, last, of the Item.
            orders: of the prints of words in front of a text, from other Items.
        """
        super().__init__(lines is not None, bare(names[-1]) if names else "")
        self.lines = lines or Lines()
        self.orders = set() if orders is None else orders
        self.led: set[tuple[str, Sign]] = set()
        """The headings with words in front of their text, and how these are printed."""
        self.first: dict[tuple[int, int], int] = {}
        """The place of each size and emphasis in the order in which headings and words in front of a text have them."""
        self.bare: set[str] = set()
        """The headings with a table directly below them."""

    def lead(self, text: str, block: Block) -> str:
        """Return the words in front of a text that head it; "" without, and in a list of exhibits."""
        return "" if block.start in self.lines.cells else lead_of(text, self.lines.led(block))

    def _take_lead(self, text: str, block: Block) -> None:
        """Open the section of the words in front of a text, up to the next one or the next heading."""
        name = self.lead(text, block)
        first, *rest = DASH.split(name, maxsplit=1)
        shouted = bool(rest) and first.isupper() and not rest[0].isupper()  # "POWER – will be part of …"
        shouted = shouted and (is_capitals(first) or rest[0][0].islower())
        name = first if shouted else name
        sign = Sign(0, LEAD, block.opening, shouted or is_capitals(name), sentence=False)
        as_heading = sign._replace(large=block.opening_large, strength=STRONG)
        if NOTE.match(name):
            sign = sign_of(block, name)
            self._open(self._below(name, sign), sign, name)
        elif name and block.opening_large > block.large and (depth := self._rank(as_heading, block)) >= 0:
            self._open(depth, as_heading, name)
        elif name and not LISTED.match(name):
            self.first.setdefault((0, sign.look), len(self.first))
            series = block.start in self.lines.leads  # it stands in the heading over it
            held = [at for at, (above, _) in enumerate(self.open) if above.strength == LEAD or not series]
            depth = next((at for at in held if at > self._note() and self._beside(at, sign, name)), len(self.open))
            self._open(depth, sign, name)
            above, title = self.open[depth - 1] if depth else (None, "")
            self.led.add((title, sign))
            if above and above.strength == LEAD:
                self.orders.add((printed(above), printed(sign)))

    def _beside(self, at: int, sign: Sign, name: str) -> bool:
        """Return whether an open section ends where words in front of a text name another.

        It does where it is printed alike, if it is a risk and this is one, has no text of its own, holds weaker
        headings, or is such words, too, also in italics where these are not.
        """
        above, title = self.open[at]
        alone = title in self.bare or self.plain or (title.endswith(":") and above.look & EMPHASIS == sign.look)
        weak = above.strength == WEAK and not above.sentence and above.look & STRONGER < sign.look & STRONGER
        led = bool(at) and (self.open[at - 1][1], sign) in self.led and (alone or weak)
        if led or above == sign or (above.strength == LEAD and above.look == sign.look | Look.ITALIC):
            return True
        if above.strength == LEAD and above.look & STRONGER < sign.look & STRONGER:
            return True
        if sign.capitals and not above.capitals and not above.large and not opens_part(title):
            return above.look & EMPHASIS in (sign.look, sign.look | Look.ITALIC)
        if above.large or above.look & EMPHASIS != sign.look or above.capitals != sign.capitals:
            return False
        held = self.holds.get(self.open[at], sign)
        if held.strength == LEAD or (printed(sign), printed(held)) in self.orders:
            weaker = held.look & ADDED & ~sign.look or sign.look & STRONGER & ~held.look
            if weaker and not opens_part(title):
                return True
        return title in self.bare or (above.sentence and is_sentence(f"{name}."))

    def _led_over(self, floor: int, sign: Sign) -> int:
        """Return how many open headings a heading does not end: up to the last whose print held its print in a text.

        Args:
            floor: the number of those that it does not end, at least.
            sign: how it is printed.
        """
        found = ((printed(above), printed(sign)) in self.orders for above, _ in self.open)
        return max(floor, *(at + 1 for at, held in enumerate(found) if held), 0) if not sign.large else floor

    def _within(self, above: int, look: int) -> bool:
        """Return whether headings printed with more emphasis than words in front of a text came only behind these."""
        more = look != above and look & above == above and not look & ~above & ~ADDED
        return more and self.first.get((0, above), 0) < self.first.get((0, look), 0)
