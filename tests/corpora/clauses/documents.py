"""What is asked of every document of clauses."""

import contextlib
import sys
from types import FrameType

from piperoll.corpora.clauses.pieces.cutter import TINY
from piperoll.corpora.contracts import Contracts
from piperoll.corpora.registry import Profile
from piperoll.corpora.terms import Terms
from piperoll.model import Chunk, Document, DocumentError
from tests.corpora import invariants

TERMS, CONTRACTS = Terms(), Contracts()


def terms(text: str, name: str = "2031-03-01/Lanternfish/Terms of Service.md") -> Document:
    return read(TERMS, text.encode(), name)


def contract(text: str, name: str = "contract.txt", max_tokens: int = CONTRACTS.max_tokens) -> Document:
    return read(Contracts(max_tokens=max_tokens), text.encode(), name)


def read(profile: Profile, data: bytes, name: str) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    (document,) = profile.read(data, name)
    check(document)
    return document


def check(document: Document) -> None:
    """The invariants: offsets hold, every character is accounted for, paths are unique and of bounded length."""
    invariants.check(document)
    assert all(before.end <= after.start for before, after in zip(document.chunks, document.chunks[1:], strict=False))


def paths(document: Document) -> list[str]:
    return [chunk.path for chunk in document.chunks]


def at(document: Document, path: str) -> Chunk:
    return next(chunk for chunk in document.chunks if chunk.path == path)


def clauses(document: Document) -> list[str]:
    """The paths of all numbered clauses, in order."""
    return [one for chunk in document.chunks for one in chunk.clauses]


def within(document: Document, max_tokens: int) -> bool:
    """No chunk is longer than asked for, but for what is tiny."""
    return all(chunk.tokens <= max_tokens + TINY for chunk in document.chunks)


def calls(profile: Profile, data: bytes, name: str) -> int:
    """Calls of functions while ``data`` is read: the same number every time, whatever else the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        with contextlib.suppress(DocumentError):
            list(profile.read(data, name))
    finally:
        sys.setprofile(None)
    return count
