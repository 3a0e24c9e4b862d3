r"""Write the name of any file as text, so that it can be stored and shown, and turned back to open the file.

A name that is plain UTF-8 stays as it is. Elsewhere ``\xNN`` stands for one byte: of what is no UTF-8, of a control
character, and of a ``\`` in front of an ``x``. So no two files have one name here.
"""

import re

from piperoll.hashing import name as hashed

LONGEST = 2_600
"""Bytes of a name: with the id of its corpus it must fit into a row of an index of Postgres, 2,704 bytes."""
CUT = "\\x…"
"""Stands before the hash in a name that was cut. No other name holds it: a byte has two digits behind ``\\x``."""
ODD = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]|\\\\(?=x)")
ESCAPED = re.compile(rb"\\x([0-9a-f]{2})")


def shown(name: str) -> str:
    """Return a name as text, from a name as Python reads it (bytes that are no UTF-8 as lone surrogates)."""
    return ODD.sub(lambda match: escaped(match[0]), name)


def escaped(text: str) -> str:
    r"""Return each byte of ``text`` as ``\xNN``."""
    return "".join(f"\\x{byte:02x}" for byte in _bytes(text))


def real(name: str) -> bytes:
    """Return the bytes of the name that :func:`shown` made ``name`` of."""
    return ESCAPED.sub(lambda match: bytes.fromhex(match[1].decode()), name.encode())


def fits(name: str, most: int = LONGEST) -> bool:
    """Return whether a name has at most so many bytes."""
    return len(name.encode()) <= most


def cut(name: str) -> str:
    """Return a name that is too long as one that is not, and that no other file has: its beginning and its hash."""
    end = f"{CUT}{hashed([name])}"
    return name.encode()[: LONGEST - len(end.encode())].decode(errors="ignore") + end


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character that is no byte of a file's name
        return text.encode("utf-8", "surrogatepass")
