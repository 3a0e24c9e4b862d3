"""Do what may wait for ever in a thread that can be left behind: reading from a hung mount, or from what is no file."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

STALL_SECONDS = 60.0
"""Time without a step after which a helper is taken for stuck: a slow disk reads the largest document in a tenth."""


class Stalled(Exception):
    """The helper made no step for STALL_SECONDS; ``place`` is where it stands."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class Helper:
    """A helper does one call at a time in its thread. What it does calls :meth:`step` before whatever may block.

    Handing over a call costs some 20 microseconds, so that calls do much at once. A helper that stalled is of no more
    use: its thread ends when the operating system lets it, and does not keep the process from ending.
    """

    def __init__(self) -> None:
        self.place, self.steps = "", 0
        self._asked: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        Thread(target=self._serve, name="piperoll-files", daemon=True).start()

    def step(self, place: str) -> None:
        """Say what is touched next."""
        self.place = place
        self.steps += 1

    def call(self, function: Callable[[], T]) -> T:
        """Return what ``function`` returns, or raise what it raises.

        Raises:
            Stalled: it makes no step any more.
        """
        self._asked.put(function)
        while True:
            before = self.steps
            try:
                value, error = self._done.get(timeout=STALL_SECONDS)
            except Empty:
                if self.steps == before:
                    raise Stalled(self.place) from None
                continue
            if error:
                raise error
            return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """Let the thread end once it has done what it does."""
        self._asked.put(None)

    def _serve(self) -> None:
        while function := self._asked.get():
            try:
                self._done.put((function(), None))
            except BaseException as error:  # it is raised where the call was made
                self._done.put((None, error))
