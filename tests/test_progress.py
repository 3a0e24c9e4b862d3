"""Progress is reported to whoever listens, and to nobody else."""

from typing import Any

import pytest

from piperoll import progress


class Heard:
    """Keep what was reported."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def stage(self, name: str, total: int | None = None, unit: str = "files") -> None:
        self.calls.append((name, total, unit))

    def advance(self, count: int) -> None:
        self.calls.append(("advance", count))

    def embedded(self, count: int) -> None:
        self.calls.append(("embedded", count))


def test_listeners_hear_what_is_reported_while_they_listen() -> None:
    first, second = Heard(), Heard()
    progress.advance(1)  # nobody listens
    progress.listen(first)
    progress.listen(second)
    try:
        progress.stage("parse", 12)
        progress.advance(3)
    finally:
        progress.stop(second)
    progress.embedded(5)
    progress.stop(first)
    assert first.calls == [("parse", 12, "files"), ("advance", 3), ("embedded", 5)]
    assert second.calls == first.calls[:2]
    with pytest.raises(ValueError, match="not in list"):
        progress.stop(second)
