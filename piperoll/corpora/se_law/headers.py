"""Write the headers of chunks: the document, then chapter, appendix and §, each with its name and its headings."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from textwrap import shorten

from piperoll.corpora.se_law.blocks import Kind
from piperoll.corpora.se_law.numbers import INSERTED, spaced
from piperoll.corpora.se_law.units import Unit
from piperoll.model import HEADER_SEPARATOR

NAME_PART = 120
"""Characters of the names in one part of a header. More would crowd out the text in what the model reads at once, 256
tokens; 0.2 % of the subject headings are longer."""
LEAST = 40
"""Characters of room that one more heading needs: less shows nothing of it."""
TITLE_PART = 250
"""Characters of a title in a header; one title in a thousand is longer, up to 610."""
BETWEEN_HEADINGS = " › "
BETWEEN_CELLS = " | "
RULE = re.compile(r"[_-]{3,}")
"""A line that is drawn above or below the header row of a table."""
NAMED_ACTS = 3
"""A chunk of transition provisions names its acts in the header; of more acts than this, only the first and last."""


def base_header(title: str, number: str, kind: str) -> str:
    """Return the first part of every header of a document.

    Statutes: ``Arbetsmiljölag (SFS 1977:1160)``. Agency regulations: ``AFS 2023:1 Arbetsplatsens utformning``.

    Args:
        title: the title, without the number.
        number: the official number; "" if there is none.
        kind: the document kind, such as ``SFS_LAW`` or ``AGENCY_REGULATION``.

    Returns:
        Title and number on one line.
    """
    title = cut(title, TITLE_PART)
    if kind == "AGENCY_REGULATION":
        return title if not number or title.startswith(number) else f"{number} {title}".strip()
    return f"{title} ({number})" if number else title


def below(header: str, part: str) -> str:
    """Return ``header`` with one more part, if it is not empty."""
    return f"{header}{HEADER_SEPARATOR}{part}" if part else header


def named(number: str, names: tuple[str, ...]) -> str:
    """Return a part of a header, the number of a unit and its headings: ``5 §: Vakt › Vaktens längd``."""
    name = innermost(names)
    return f"{number}: {name}" if name else number


def cut(text: str, room: int) -> str:
    """Return ``text``, cut at the end of a word if it is longer than ``room``."""
    return text if len(text) <= room else shorten(text, room, placeholder=" …")


@lru_cache(maxsize=64)
def innermost(names: tuple[str, ...]) -> str:
    """Return as many of the headings, from the innermost one outward, as a header has room for; the last one is cut."""
    shown: list[str] = []
    room = NAME_PART
    for heading in reversed(names):
        if room < LEAST:
            break
        shown.insert(0, cut(heading, room))
        room -= len(shown[0]) + len(BETWEEN_HEADINGS)
    return BETWEEN_HEADINGS.join(shown)


def columns(cells: Sequence[str]) -> str:
    """Return the header row of a table as a part of a header: ``Fyr | Höjd``."""
    return cut(RULE.sub("", BETWEEN_CELLS.join(cells)).strip(), NAME_PART)


def with_acts(header: str, acts: Sequence[str]) -> str:
    """Return a header with the numbers of amending acts, if there are any; of many, with the first and the last."""
    if not acts:
        return header
    return below(header, f"SFS {', '.join(acts)}" if len(acts) <= NAMED_ACTS else f"SFS {acts[0]} – {acts[-1]}")


def letters(number: str) -> str:
    """Return the number of an appendix or article as printed: ``a`` → ``A``, ``1a`` → ``1 a``, ``vbis`` → ``V bis``."""
    plain = re.sub(f"{INSERTED}$", "", number)
    return f"{plain.upper() if plain.isalpha() else spaced(plain)} {number[len(plain) :]}".strip()


def leave_headings(units: Sequence[Unit], is_gone: Callable[[Unit], bool]) -> None:
    """Take the headings above from the §§ of which a notice is left, but where the § behind stands below them too.

    The heading over such a § may be gone with it (2020:838, 25 §): better none than a wrong one.

    Args:
        units: the units of a statute, in order.
        is_gone: returns whether only a notice is left of a §.
    """
    waiting: list[tuple[Unit, tuple[str, ...]]] = []
    for unit in units:
        if unit.kind is not Kind.SECTION:
            continue
        below_others = unit.blocks[0].kind is Kind.SECTION and not unit.blocks[0].title
        if below_others and is_gone(unit):
            waiting.append((unit, unit.headings))
            unit.headings = ()
            continue
        for gone, headings in waiting:
            if below_others and headings == unit.headings and gone.chapter is unit.chapter:
                gone.headings = headings
        waiting = []
