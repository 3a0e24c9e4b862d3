"""Remember in this process what never changes once it was computed or read."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Remember values of at most ``most`` in all; the one that was not used for longest is forgotten first. Several
    threads may use it at once.

    What belongs to an edition has the run that built it in its key: a built edition never changes, and the id of a run
    is unique across databases.
    """

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        """Hold no values.

        Args:
            most: the sum of the weights of the values.
            weight: returns that of a value, such as its bytes.
        """
        self._most, self._weight, self._held = most, weight, 0
        self._values: dict[Key, Value] = {}
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of ``key``; None: it is not remembered."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
            return value

    def put(self, key: Key, value: Value) -> Value:
        """Remember ``value``, and return it."""
        with self._lock:
            self._forget(key)
            self._values[key] = value
            self._held += self._weight(value)
            while self._held > self._most:
                self._forget(next(iter(self._values)))
        return value

    def _forget(self, key: Key) -> None:
        if (value := self._values.pop(key, None)) is not None:
            self._held -= self._weight(value)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._held = 0
