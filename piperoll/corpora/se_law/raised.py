"""Write into a page what its text alone would lose: raised and lowered figures, and the notes in attributes.

Without this, "1 x 10<sup>6</sup>" would be stored as "1 x 106", and a note that a browser shows beside its mark would
not be stored at all.
"""

import re

import lxml.html

from piperoll.corpora.se_law.lists import NO_XML
from piperoll.text.html import BREAKS

FIGURES = "0123456789+-−–=()"
TABLES = {"sup": str.maketrans(FIGURES, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾"), "sub": str.maketrans(FIGURES, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")}
DASHES = frozenset("-−–")
# "D", "0,25", "a)", "(λ-300)": what needs no brackets behind "^"
WHOLE = re.compile(r"[^\W_][\w,.]*\)?|\([^()]*\)")
NOTE = "footnote-ref"
"""The class of the mark of a note; the note itself is the ``title`` of the mark."""
BELOW = "notes-below"
"""The class of the paragraph with the notes on a table."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
PARAGRAPHS = ("p", "li", "dt", "dd", "td", "th", "caption", *HEADINGS)


def write_notes(root: lxml.html.HtmlElement) -> None:
    """Write each note on a line of its own behind the paragraph or item with its mark: "¹ Jfr direktiv 1999/92/EG.".

    A note on a cell stands below the table, one on a heading behind the first paragraph under it.
    """
    waiting: list[str] = []
    for element in list(root.iter("sup", *PARAGRAPHS)):
        place = next(element.iterancestors(*PARAGRAPHS), element.getparent()) if element.tag == "sup" else element
        heads = place.tag in HEADINGS or next(place.iterancestors(*HEADINGS), None) is not None
        if element.tag == "sup":
            words = (element.get("title") or "").strip() if _is_mark(element) else ""
            if words:
                waiting.append(NO_XML.sub(" ", f"{element.text_content().strip().translate(TABLES['sup'])} {words}"))
        if waiting and not heads and (element.tag == "sup" or element.text_content().strip()):
            for note in waiting:
                _add(place, note)
            waiting = []
    for note in waiting:
        _add(root, note)


def _is_mark(element: lxml.html.HtmlElement) -> bool:
    return NOTE in (element.get("class") or "").split()


def _add(place: lxml.html.HtmlElement, note: str) -> None:
    """Add a note as the last line of an element; below the table if the element is in one."""
    if tables := list(place.iterancestors("table")):
        table = tables[-1]  # of nested tables the outermost
        place = table.getnext()
        if place is None or place.get("class") != BELOW:
            place = lxml.html.Element("p", {"class": BELOW})
            table.addnext(place)
    line = lxml.html.Element("br")
    line.tail = note
    place.append(line)


def write_raised(root: lxml.html.HtmlElement) -> None:
    """Write raised figures and signs as "10⁶", other raised text as "10^D" or "e^(−x)", lowered figures as "H₂O".

    Lowered letters stay beside their sign, as agencies write them in running text: "Atemp".
    """
    for element in list(root.iter("sup", "sub")):
        if element.tag == "span":
            continue  # joined to the one before it
        while _follows(element, following := element.getnext()) and not _is_dash(following):
            tail, following.tail, following.tag = following.tail, None, "span"
            element.append(following)
            element.tail = tail
        before = element.getprevious()
        if _is_mark(element) and before is not None and before.tag == "sup" and not before.tail:
            before.tail = " "  # two marks, or "m²" and a mark
        if not (_follows(before, element) and _is_dash(element)):
            _write(element, element.tag)


def _follows(element: lxml.html.HtmlElement | None, following: lxml.html.HtmlElement | None) -> bool:
    """Return whether a raised element goes on with the one before it: of "0,2" and "5" the page shows 0,25.

    The mark of a note stands alone.
    """
    if element is None or following is None or not element.tag == following.tag == "sup":
        return False
    return not ((element.tail or "").strip() or _is_mark(element) or _is_mark(following))


def _is_dash(element: lxml.html.HtmlElement) -> bool:
    """Return whether this is the raised dash of "10⁻⁹–10⁻⁷", and not the sign of the next exponent."""
    return element.text_content().strip() in DASHES and not _follows(element, element.getnext())


def _write(element: lxml.html.HtmlElement, kind: str) -> None:
    words = "".join(element.text_content().split())
    table = TABLES[kind]
    if not _opens(element):
        element.text = (element.text or "").lstrip()
    if all(ord(letter) in table or ord(letter) in table.values() for letter in words):
        for part in element.iter():
            part.text = (part.text or "").translate(table)
            if part is not element:
                part.tail = (part.tail or "").translate(table)
    elif kind == "sup" and not _opens(element):
        opens, closes = ("^", "") if WHOLE.fullmatch(words) else ("^(", ")")
        element.text = f"{opens}{element.text}"
        last = element[-1] if len(element) else element
        text = (last.text if last is element else last.tail) or ""
        text = text.rstrip() + closes + text[len(text.rstrip()) :]
        if last is element:
            element.text = text
        else:
            last.tail = text


def _opens(element: lxml.html.HtmlElement) -> bool:
    """Return whether raised text opens a paragraph or line: it is the mark of a note below a table."""
    while element.tag not in BREAKS:
        before, parent = element.getprevious(), element.getparent()
        if before is not None:
            return before.tag in BREAKS and not (before.tail or "").strip()
        if parent is None or (parent.text or "").strip():
            return parent is None
        element = parent
    return True
