"""Define what a client of a model must offer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from piperoll.llm.request import Answer

Body = Mapping[str, Any]
"""What a service is sent, see :meth:`piperoll.llm.request.Request.body`."""
Told = Callable[[str], None]
"""Called with each part of an answer as it comes."""


@dataclass(frozen=True, slots=True)
class BatchState:
    """Hold what a service says of a batch: its name there, when it was made, its requests, whether it has ended."""

    service_id: str
    created_at: datetime
    requests: int
    ended: bool


class ModelClient(Protocol):
    """A model client speaks to one service. Threads call it at once."""

    def check(self) -> None:
        """Make sure, without asking the service, that the key is here.

        Raises:
            PiperollError: ``service_key``, or ``model_package``: the package of the service is not installed.
        """

    def ask(self, body: Body, told: Told | None = None) -> Answer:
        """Send one request once, and return the answer when it is whole.

        Raises:
            Busy: ask again later.
            Failed: ask again.
            Refused: the service does not take this request.
            PiperollError: the key, the address or the name of the model is wrong.
        """

    def ping(self) -> None:
        """See whether the service works, at no price. Raises as :meth:`ask`."""


@runtime_checkable
class Batching(ModelClient, Protocol):
    """A batching client is one of a service that takes batches. Others do not have these methods."""

    def submit(self, bodies: Mapping[str, Body]) -> str:
        """Hand in a batch of requests by their names, and return its name at the service. Raises as :meth:`ask`."""

    def state(self, service_id: str) -> BatchState:
        """Return what the service says of a batch. Raises as :meth:`ask`."""

    def states(self) -> Iterator[BatchState]:
        """Yield what the service says of all batches that it still has, the newest first. Raises as :meth:`ask`."""

    def results(self, service_id: str) -> Iterator[tuple[str, Answer | str]]:
        """Yield the answers of a batch that has ended, by the names of the requests, or why there is none.

        Raises as :meth:`ask`.
        """
