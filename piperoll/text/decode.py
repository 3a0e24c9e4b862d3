"""Decode the bytes of a file to text, or say why that is not possible."""

import codecs
import re

from piperoll.model import DocumentError

MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
CONTROLS = bytes([*range(9), *range(14, 32), 127])
"""Bytes that no text file holds; in UTF-8 and Windows-1252 they are never part of another character."""
CONTROL_SHARE = 0.001
"""Share of control characters above which a file is no text, whatever its name says."""

BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes) -> str:
    """Return the text of ``data``, with every line end as ``\\n``.

    UTF-8 is the rule. A byte order mark is believed. Bytes that hold no multi-byte UTF-8 sequence at all are read as
    Windows-1252 (a superset of the printable ISO-8859-1). Bytes that hold both valid and broken sequences are damaged
    UTF-8: guessing would store mojibake as law.

    Raises:
        DocumentError: ``empty``, ``binary`` or ``broken_encoding`` with the byte position.
    """
    if not data.strip():
        raise DocumentError("empty", "The file is empty.", remedy="Fetch the document again.")
    encoding = next((name for bom, name in BOMS if data.startswith(bom)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        raise DocumentError(
            "binary",
            f"Byte {data.index(0)} is NUL: this is not a text file.",
            remedy="Convert it to text, HTML, XML or JSON, or keep such files out of the source.",
        )
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or MULTIBYTE.search(data):
            raise DocumentError(
                "broken_encoding",
                f"Byte {error.start} is not valid {encoding} ({error.reason}).",
                remedy="Fetch the document again, or convert it to UTF-8.",
            ) from None
        text = data.decode("cp1252", errors="replace")
    controls = len(data) - len(data.translate(None, CONTROLS)) if encoding != "utf-16" else text.count("\0")
    if "\0" in text or controls > max(3, CONTROL_SHARE * len(text)):
        raise DocumentError(
            "binary",
            f"{controls} control characters: this is not a text file.",
            remedy="Convert it to text, HTML, XML or JSON, or keep such files out of the source.",
        )
    if not text.strip("\ufeff \t\r\n"):
        raise DocumentError("empty", "The file holds only white space.", remedy="Fetch the document again.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
