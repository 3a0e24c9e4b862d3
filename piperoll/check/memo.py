"""Read the text that is checked: plain text, markdown or HTML."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from piperoll.errors import UsageError
from piperoll.model import DocumentError
from piperoll.text import html
from piperoll.text.decode import decode

LARGEST = 50_000_000
"""Bytes of a text."""
PAGE = re.compile(r"\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)
PAGES = frozenset({".html", ".htm", ".xhtml"})
QUOTED = frozenset({"blockquote", "q"})
STDIN = "-"
PACKED = b"PK\x03\x04"
FOREIGN = (b"%PDF", b"\xd0\xcf\x11\xe0", b"{\\rtf", PACKED)
"""How files of word processors begin: PDF, old and new documents of Word, RTF, OpenDocument."""


@dataclass(frozen=True, slots=True)
class Memo:
    """A text to be checked, and the ranges that its format marks as quotations."""

    text: str
    blocks: Sequence[tuple[int, int]] = ()


def read(path: str) -> Memo:
    """Return the text of a file; ``-`` is standard input.

    Raises:
        UsageError: ``no_such_file``, ``not_a_text`` with how to make it one, or ``text_too_large``.
        DocumentError: it is no text.
    """
    if path == STDIN:
        return of_bytes(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    if not Path(path).is_file():
        raise UsageError("no_such_file", f"There is no file {path}.", remedy="Check the path.")
    with Path(path).open("rb") as file:
        return of_bytes(file.read(LARGEST + 1), path)


def of_bytes(data: bytes, name: str) -> Memo:
    """Return the text in some bytes; the ending of ``name`` tells HTML, and so does its beginning."""
    if len(data) > LARGEST:
        raise UsageError(
            "text_too_large", f"{name} has more than {LARGEST // 1_000_000} MB.", remedy="Check it in parts."
        )
    if data.startswith(FOREIGN):
        raise UsageError(
            "not_a_text",
            f"{name} is no text, markdown or HTML.",
            remedy="Save it as plain text (.txt) or HTML in your word processor, and check that.",
        )
    try:
        text = decode(data)
    except DocumentError as error:
        if error.code == "empty":
            return Memo("")
        raise
    return of_text(text, page=Path(name).suffix.lower() in PAGES)


def of_text(text: str, page: bool = False) -> Memo:
    """Return a text to be checked; of HTML what a reader sees, with the ranges of its quotations."""
    if not (page or PAGE.match(text)):
        return Memo(text)
    shown = html.render(html.parse(text))
    return Memo(shown.text, [(one.start, one.end) for one in shown.elements if one.name in QUOTED])
