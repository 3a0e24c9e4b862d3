"""Ask a service again and again until it answers, within its limits, which all processes of a database share.

What fails is sent again:

CASE 1, the service is busy (429): after the time that it names, or longer and longer; meanwhile no process sends.
CASE 2, it fails (5xx, a cut connection, an answer that makes no sense): some times; then what is asked may be at fault.
CASE 3, it refuses what is asked (400): never.
"""

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from time import monotonic
from typing import Final, Protocol, TypeVar

from piperoll.errors import PiperollError
from piperoll.redact import redact

R = TypeVar("R")

TRIES: Final = 4
"""Of a request that fails, before what is asked is blamed."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds before a request is sent again: each wait is twice the one before, and as much as half of it is by chance."""
TOLD_FROM: Final = 5.0
"""Seconds of a wait from which on it is written into the log."""
SHOWN: Final = 200
"""Characters shown of what a service says."""


class Busy(Exception):
    """The service has had enough for now. ``seconds``: when it wants to be asked again; None: it does not say."""

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


class Failed(Exception):
    """The service failed, or its answer makes no sense."""


class Refused(Exception):
    """The service does not take what it is asked."""


class Stopped(Exception):
    """Another request has failed for good."""


class Meter(Protocol):
    """A meter keeps the requests of all processes within the limits of a service. Threads call it at once."""

    def take(self, tokens: int) -> float:
        """Return the seconds to wait before a request of so many tokens is sent."""

    def hold(self, seconds: float) -> None:
        """Let no request of any process begin for so many seconds, as the service has asked for."""


class NoMeter:
    """This meter lets everything through: for the few texts that are looked for, and wait for nobody."""

    def take(self, tokens: int) -> float:
        """See :class:`Meter`."""
        return 0.0

    def hold(self, seconds: float) -> None:
        """See :class:`Meter`."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Ask one service: ``name`` is for people, ``seconds`` is for how long it may fail.

    Whoever sets ``ended`` lets all requests that wait end with :class:`Stopped`.
    """

    name: str
    meter: Meter
    seconds: float
    ended: Event

    def answered(self, once: Callable[[], R], tokens: int, blame: Callable[[Failed], None]) -> R:
        """Return what ``once`` returns, however often it must be called.

        Args:
            once: sends a request of so many tokens.
            tokens: as they are reckoned before.
            blame: called when the request has failed some times; it raises Refused where the request is at fault.

        Raises:
            Refused: the service does not take the request.
            PiperollError: ``service_unreachable``: it has failed for too long.
        """
        failing, tries, waits = 0.0, 0, 0
        while True:
            self.wait(self.meter.take(tokens))
            fault: Busy | Failed
            seconds, began = delay(waits), monotonic()
            try:
                return once()
            except Busy as error:
                fault = error
                seconds = seconds if error.seconds is None else error.seconds * (1 + 0.1 * random.random())
                self.meter.hold(seconds)
            except Failed as error:
                fault = error
                tries += 1
            failing += monotonic() - began + seconds
            if isinstance(fault, Failed) and tries >= TRIES:
                blame(fault)
            if failing > self.seconds:
                raise self._unreachable(fault)
            waits += 1
            if seconds > TOLD_FROM:
                logging.getLogger("piperoll").warning("%s; next try in %.0f s", fault, seconds)
            self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Wait, unless all is ended.

        Raises:
            Stopped: it is.
        """
        if self.ended.wait(seconds) if seconds > 0 else self.ended.is_set():
            raise Stopped

    def _unreachable(self, fault: Exception) -> PiperollError:
        return PiperollError(
            "service_unreachable",
            f"{self.name} has not answered for {self.seconds:.0f} seconds, or asks for more:"
            f" {redact(str(fault))[:SHOWN]}",
            remedy="The same command continues where it stopped, and pays for nothing twice.",
        )


def delay(waits: int) -> float:
    """Return the seconds to wait after so many waits."""
    longest = min(LONGEST_WAIT, FIRST_WAIT * 2.0**waits)
    return longest * (1 - 0.5 * random.random())
