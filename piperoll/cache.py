"""Remember in this process what never changes once it was computed or read."""

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Remember at most ``most`` values; the oldest is forgotten first. Several threads may use it at once.

    What belongs to an edition has the run that built it in its key: a built edition never changes, and the id of a run
    is unique across databases.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Key, Value] = {}
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of ``key``; None: it is not remembered."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Remember ``value``, and return it."""
        with self._lock:
            self._values.pop(key, None)
            while len(self._values) >= self._most:
                del self._values[next(iter(self._values))]
            self._values[key] = value
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
