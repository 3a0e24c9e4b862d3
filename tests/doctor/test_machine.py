"""The doctor looks at the disk and the clock of this machine."""

from pathlib import Path

import pytest

from piperoll.doctor import examine, machine
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_less_free_space_than_a_run_may_take(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_PARTITION_BYTES", str(10**17))
    level, text = facts("disk", examine())[0]
    assert level == "warn"
    assert text.endswith("a run may take 1,000,000,000.0 GB")


def test_a_clock_that_differs_from_the_database(
    config: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert facts("clock", examine())[0][0] == "ok"
    monkeypatch.setattr(machine, "CLOCK_SECONDS", -1)
    assert facts("clock", examine())[0][0] == "warn"
