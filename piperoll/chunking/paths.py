"""Give every chunk of a document a path of its own."""

from collections import Counter
from collections.abc import Iterable


class UniquePaths:
    """Number the paths that come again, in the order of the text: ``kap1.§2``, ``kap1.§2.v2``, ``kap1.§2.v3``."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        """Start with paths that are ``taken``: no number makes a path that one of them has."""
        self._taken = set(taken)
        self._seen: Counter[str] = Counter()

    def unique(self, path: str, mark: str = ".v") -> str:
        """Return ``path`` the first time; afterwards ``path`` with ``mark`` and a number that gives no other path."""
        self._seen[path] += 1
        if self._seen[path] > 1:
            while (numbered := f"{path}{mark}{self._seen[path]}") in self._taken:
                self._seen[path] += 1
            path = numbered
            self._seen[path] += 1
        self._taken.add(path)
        return path
