"""Describe the head of every answer to a query, and the places that answers lead to."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from piperoll.results.base import Result


class Asked(Result):
    """The head of every answer: the query, the edition and the backend; ``reranked`` and ``vectors`` if asked for.
    ``asked`` is the id of the question where the corpus logs questions."""

    query: str
    edition: int
    backend: str
    reranked: Mapping[str, Any] | None = None
    vectors: Mapping[str, int] | None = None
    asked: UUID | None = None

    @property
    @abstractmethod
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits stand, best first: document, source, path, start and end."""


class Placed(Protocol):
    """A hit, a passage or a core has its path, and its range in the stored text of its version."""

    @property
    def path(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def place_of(document: str, source: str, at: Placed) -> Mapping[str, Any]:
    """Return where something stands, as :attr:`Asked.places` has it.

    Args:
        document: the key of the document.
        source: the name of its version in the source.
        at: path and range.
    """
    return {"document": document, "source": source, "path": at.path, "start": at.start, "end": at.end}
