"""What a reranker reads of a whole document: its title, and as many of its passages as the model has room for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A passage of a document: where it begins in the text, the heading that it stands under, what it says."""

    start: int
    heading: str
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def pack(title: str, parts: Iterable[Part], room: int) -> str:
    """The title and the parts that fit, in at most ``room`` characters.

    Parts are taken in the order given, the best first; the first that does not fit is cut at a space, and nothing
    comes after it: nothing is dropped for what matters less. They are printed in the order of the text, each under
    its heading unless that is the one before, and what two of them share is printed once.
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
    """The beginning of ``text`` that fits into ``room`` characters, up to the last whole word if there is one."""
    text = text.rstrip()
    if len(text) <= room:
        return text
    kept = text[: max(0, room)]
    words = kept.rsplit(None, 1)
    whole = len(words) < 2 or kept[-1].isspace() or text[room].isspace()
    return kept.rstrip() if whole else words[0]
