"""Write the numbers of lists into a page: a browser shows them, but the text of the page does not have them."""

import re
from collections.abc import Iterator

import lxml.html

FIRST_LETTER = ord("a")
LETTERS = 26
ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
LONGEST = 999
"""The highest number that is written in letters or as a Roman numeral."""
# "3. Vakten", "b) Vakten": an item whose text has its number
NUMBERED = re.compile(r"\s*(?:\d{1,3}|[a-zA-Z]|[ivxlc]+)[.)](?!\w)")
ROMAN_STYLE = re.compile(r"lower-roman|upper-roman")
WHOLE = re.compile(r"\s*-?\d{1,6}\s*")
NO_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Matches a character that lxml reads in a page, but refuses when a program sets the text of an element."""
OPENS = frozenset({"p", "div", "span", "strong", "b", "em", "i", "a"})
"""Elements whose text stands beside the number when an item begins with them."""


def write_numbers(root: lxml.html.HtmlElement) -> None:
    """Put the number of each item of an ordered list in front of its text, as ``type``, ``start`` and ``value`` say."""
    for ordered in root.iter("ol"):
        items = ordered.findall("li")
        for item, number in zip(items, _numbers(ordered, items), strict=True):
            first = _first_text(item)
            if first is not None and not NUMBERED.match(first.text or ""):
                words = NO_XML.sub(" ", first.text or "").lstrip()
                first.text = f"{_shown(number, ordered)}. {words}"


def _numbers(ordered: lxml.html.HtmlElement, items: list[lxml.html.HtmlElement]) -> Iterator[int]:
    backward = ordered.get("reversed") is not None
    number = _whole(ordered.get("start"), len(items) if backward else 1)
    for item in items:
        number = _whole(item.get("value"), number)
        yield number
        number += -1 if backward else 1


def _whole(written: str | None, otherwise: int) -> int:
    return int(written) if written and WHOLE.fullmatch(written) else otherwise


def _first_text(item: lxml.html.HtmlElement) -> lxml.html.HtmlElement | None:
    """Return the element at whose start the first words of an item stand; None for an item without words."""
    element = item
    while not (element.text or "").strip():
        if len(element) == 0 or not isinstance(element[0].tag, str) or element[0].tag not in OPENS:
            return element if "".join(element.itertext()).strip() else None
        element = element[0]
    return element


def _shown(number: int, ordered: lxml.html.HtmlElement) -> str:
    """Return a number as the list shows it: 3, ``c`` or ``iii``."""
    style = ordered.get("type") or "1"
    named = ROMAN_STYLE.search(f"{ordered.get('class') or ''} {ordered.get('style') or ''}")
    if named:
        style = "i" if named[0] == "lower-roman" else "I"
    if style not in "aAiI" or not 0 < number <= LONGEST:
        return str(number)
    shown = _letters(number) if style in "aA" else _roman(number)
    return shown.upper() if style.isupper() else shown


def _letters(number: int) -> str:
    """Return the letters that count a number: 1 → a, 27 → aa."""
    shown = ""
    while number:
        number, rest = divmod(number - 1, LETTERS)
        shown = chr(FIRST_LETTER + rest) + shown
    return shown


def _roman(number: int) -> str:
    shown = ""
    for value, sign in ROMAN:
        times, number = divmod(number, value)
        shown += sign * times
    return shown
