"""Find where the lists of a page end: what stands behind a list is none of what its lead-in leads to."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.corpora.clauses.pages.bullet_leads import BULLET, GOES_ON, LEADS, bullet_leads, item_rows
from piperoll.corpora.clauses.tree.tails import ENDS
from piperoll.text.paragraphs import all_rows, column_of


@dataclass(slots=True)
class _List:
    """A list is what stands right of, or in, the column of its bullets. ``led`` is the one whose lead-in heads it."""

    column: int
    end: int
    led: "_List | None" = None


class ListEnds:
    """Find the ends of the lists of one text to which a line leads.

    ``wrapped`` says that sentences of the text go on in the next line, with a blank line between.
    """

    def __init__(self, text: str, *, wrapped: bool) -> None:
        self.text = text
        self._starts: list[int] = []
        self._lists: list[_List | None] = []
        open_: list[_List] = []
        leads = bullet_leads(text, wrapped=wrapped)
        above = (0, 0)
        for start, end in item_rows(all_rows(text), text):
            column = column_of(text, start)
            bullet = BULLET.match(text, start) is not None
            apart = text.count("\n", above[1], start) > 1 and not GOES_ON.match(text, start)
            if bullet or (apart and not (wrapped and text[above[1] - 1] not in ENDS)):
                while open_ and open_[-1].column > column - (not bullet):
                    open_.pop().end = start
            if bullet and not (open_ and open_[-1].column == column):
                open_.append(self._opened(column, above, open_))
            self._starts.append(start)
            one = open_[-1] if open_ else None
            self._lists.append(one and (one.led or (one if leads.get(start) else None)))
            above = start, end

    def _opened(self, column: int, above: tuple[int, int], around: Sequence[_List]) -> _List:
        """Return the list that a bullet opens; ``above`` is the line in front of it."""
        one = _List(column, len(self.text))
        leads = LEADS.search(self.text, max(above[0], above[1] - 20), above[1])
        one.led = one if leads else around[-1].led if around else None
        return one

    def end(self, at: int) -> int:
        """Return where the list in which an offset stands ends, or the text, where no line leads to a list there."""
        index = bisect_right(self._starts, at) - 1
        one = self._lists[index] if index >= 0 else None
        return one.end if one else len(self.text)
