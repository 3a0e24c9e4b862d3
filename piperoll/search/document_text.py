"""Pack what a reranker reads of a whole document: its title, and as many of its passages as the model takes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """Hold a passage of a document: where it begins in the text, its heading, and its text."""

    start: int
    heading: str
    text: str

    @property
    def end(self) -> int:
        """Return where it ends in the text."""
        return self.start + len(self.text)


def pack(title: str, parts: Iterable[Part], room: int) -> str:
    """Return the title and the parts that fit, in at most ``room`` characters.

    The first part that does not fit is cut at a space, and no part comes after it: no part is dropped for one that
    matters less. Parts are printed in the order of the text, each under its heading unless that is the one before, and
    what two of them share is printed once.

    Args:
        title: of the document.
        parts: its passages, the best first.
        room: characters.

    Returns:
        The text.
    """
    text = cut(title, room)
    left = room - len(text)
    taken = []
    for part in parts:
        head = len(SEPARATOR) + (len(part.heading) + 1 if part.heading else 0)
        kept = cut(part.text, left - head)
        if kept:
            taken.append(replace(part, text=kept))
        left -= head + len(kept)
        if len(kept) < len(part.text.rstrip()):
            break
    heading, end = "", 0
    for part in sorted(taken, key=lambda part: (part.start, part.end)):
        if new := part.text[max(0, end - part.start) :].strip():
            text += SEPARATOR + (f"{part.heading}\n" if part.heading and part.heading != heading else "") + new
        heading, end = part.heading, max(end, part.end)
    return text.strip()


def cut(text: str, room: int) -> str:
    """Return the part of ``text`` that fits into ``room`` characters, up to its last whole word, if there is one."""
    text = text.rstrip()
    if len(text) <= room:
        return text
    kept = text[: max(0, room)]
    words = kept.rsplit(None, 1)
    whole = len(words) < 2 or kept[-1].isspace() or text[room].isspace()
    return kept.rstrip() if whole else words[0]
