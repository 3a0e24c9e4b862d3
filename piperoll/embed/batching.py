"""Cut texts into windows that a service reads at once, and gather them into requests.

A service counts tokens by a tokenizer of its own, so they are estimated here, rather too many: from three bytes of
UTF-8 each, where English has four and a half, Swedish three and a half, and a Chinese character, of three bytes, one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

BYTES_A_TOKEN = 3
"""Bytes of UTF-8 for which one token is reckoned."""
LEAST = 64
"""Estimated tokens of the shortest window: a model that reads fewer refuses a text for another reason."""
BLANK = "-"
"""Sent in place of a text without a letter: services refuse an empty one."""


def estimated(text: str) -> int:
    """Return how many tokens a text has at most, as a rule."""
    return len(text.encode()) // BYTES_A_TOKEN + 1


@dataclass(frozen=True, slots=True)
class Item:
    """An item is one text to send: its place among all, and the windows that it is read in."""

    place: int
    windows: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """Return the estimated tokens of its windows."""
        return sum(map(estimated, self.windows))

    def smaller(self) -> "Item | None":
        """Return the item with twice as many windows; None where they would be shorter than any model reads."""
        count = 2 * len(self.windows)
        return replace(self, windows=cut("".join(self.windows), count)) if self.tokens > count * LEAST else None


def item(place: int, text: str, limit: int) -> Item:
    """Return a text as it is sent.

    Args:
        place: of the text among all.
        text: without a prefix.
        limit: estimated tokens of a window.
    """
    return Item(place, cut(text if text.strip() else BLANK, -(-estimated(text) // limit)))


def cut(text: str, count: int) -> tuple[str, ...]:
    """Return ``text`` in about ``count`` windows of equal length, each ending between two words if it can.

    Joined they are the text again.
    """
    ends: list[int] = []
    for part in range(1, count):
        end = len(text) * part // count
        begin = ends[-1] if ends else 0
        space = text.rfind(" ", begin + 1, end)
        if (middle := space + 1 if space > 0 else end) > begin:
            ends.append(middle)
    return tuple(text[begin:end] for begin, end in zip([0, *ends], [*ends, len(text)], strict=True) if end > begin)


def requests(items: Sequence[Item], texts: int, tokens: int) -> Iterator[list[Item]]:
    """Yield the items in groups for one request each.

    Args:
        items: in order.
        texts: windows of a group at most; an item of more windows is a group of its own.
        tokens: estimated tokens of a group at most; an item of more is a group of its own.
    """
    group: list[Item] = []
    count = size = 0
    for one in items:
        if group and (count + len(one.windows) > texts or size + one.tokens > tokens):
            yield group
            group, count, size = [], 0, 0
        group.append(one)
        count, size = count + len(one.windows), size + one.tokens
    if group:
        yield group
