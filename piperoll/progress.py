"""How far long work has come, told to whoever looks: a bar on a terminal, plain lines elsewhere, or nobody."""

from typing import Protocol


class Listener(Protocol):
    """Someone who is told about progress."""

    def stage(self, name: str, total: int | None = None, unit: str = "files") -> None:
        """A stage begins; ``total`` files (or what ``unit`` says) will be counted, if that is known."""

    def advance(self, count: int) -> None:
        """``count`` more of them are done."""

    def embedded(self, count: int) -> None:
        """``count`` more texts have vectors."""


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Tell ``listener`` from now on."""
    _listeners.append(listener)


def stop(listener: Listener) -> None:
    """Do not tell ``listener`` any more."""
    _listeners.remove(listener)


def stage(name: str, total: int | None = None, unit: str = "files") -> None:
    """Say that a stage begins, in which files are counted, or what ``unit`` says."""
    for listener in _listeners:
        listener.stage(name, total, unit)


def advance(count: int) -> None:
    """Say that ``count`` more of what is counted are done."""
    for listener in _listeners:
        listener.advance(count)


def embedded(count: int) -> None:
    """Say that ``count`` more texts have vectors. Heard where the work is done in the process that listens."""
    for listener in _listeners:
        listener.embedded(count)
