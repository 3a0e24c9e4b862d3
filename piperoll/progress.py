"""Report how far long work is: to a bar on a terminal, in plain lines elsewhere, or to nobody."""

from typing import Protocol


class Listener(Protocol):
    """A listener gets reports of progress."""

    def stage(self, name: str, total: int | None = None, unit: str = "files") -> None:
        """Begin a stage.

        Args:
            name: of the stage.
            total: how many files will be counted; None where that is not known.
            unit: what is counted, if not files.
        """

    def advance(self, count: int) -> None:
        """Count ``count`` more files, or what the stage counts, as done."""

    def embedded(self, count: int) -> None:
        """Count ``count`` more texts with vectors."""


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Report to ``listener`` from now on."""
    _listeners.append(listener)


def stop(listener: Listener) -> None:
    """Report to ``listener`` no longer."""
    _listeners.remove(listener)


def stage(name: str, total: int | None = None, unit: str = "files") -> None:
    """Report that a stage begins.

    Args:
        name: of the stage.
        total: how many files will be counted; None where that is not known.
        unit: what is counted, if not files.
    """
    for listener in _listeners:
        listener.stage(name, total, unit)


def advance(count: int) -> None:
    """Report that ``count`` more files, or what the stage counts, are done."""
    for listener in _listeners:
        listener.advance(count)


def embedded(count: int) -> None:
    """Report that ``count`` more texts have vectors; only listeners in the process that does the work hear it."""
    for listener in _listeners:
        listener.embedded(count)
