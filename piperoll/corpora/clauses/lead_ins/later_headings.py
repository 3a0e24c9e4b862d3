"""Find what leads to the headings of a later list of a clause: "You have these rights:" at the end of another one."""

from collections.abc import Sequence

from piperoll.corpora.clauses.lead_ins.inner_leads import InnerLeads
from piperoll.corpora.clauses.lead_ins.leads import WORDS_LEADING, says_something
from piperoll.corpora.clauses.tree.unit_kinds import alike, is_marked
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.text.paragraphs import trim

PARTS = (1, 2)
"""Ranks of the headings of parts of a page, to which no line in another one leads."""
MOST = 10
"""Headings of the longest such list: of more than these the end is not known."""


class LaterHeadings:
    """Find what leads to marked headings that stand behind the first list of their clause; ``inner`` reads it."""

    def __init__(self, inner: InnerLeads) -> None:
        self._inner = inner
        self._leads: dict[int, str] = {}

    def lead(self, unit: Unit) -> str:
        """Return what leads to a heading, or to one in front of it that looks the same; "" without a lead-in."""
        parent = unit.parent
        if parent is None or parent.parent is None or not is_marked(unit):
            return ""
        if id(unit) not in self._leads:
            self._read(parent.children)
        return self._leads[id(unit)]

    def _read(self, units: Sequence[Unit]) -> None:
        """Find what leads to each part of a clause."""
        self._leads |= dict.fromkeys(map(id, units), "")
        for index, unit in enumerate(units[1:], 1):
            if lead := self._in_front(units[index - 1], unit):
                end = next((at for at in range(index + 1, len(units)) if not alike(unit, units[at])), len(units))
                if end - index <= MOST:
                    self._leads |= dict.fromkeys(map(id, units[index:end]), lead)

    def _in_front(self, before: Unit, unit: Unit) -> str:
        """Return the line with a colon in front of a heading, in the text of the part of the clause before it."""
        one = unit.candidate
        if one is None or not is_marked(unit) or unit.level in PARTS or one.led - 1 < before.head:
            return ""
        lead = self._inner.sentence(*trim(self._inner.text, one.led - 1, one.start))
        words = lead.rstrip(" :：").split()
        leads = lead[-1:] in (":", "：") and len(words) > WORDS_LEADING and not lead.isupper()
        return lead if leads and says_something(lead) else ""
