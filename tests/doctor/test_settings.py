"""The doctor reads the configuration and the environment."""

from pathlib import Path

import pytest

from piperoll.doctor import examine
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_an_unknown_key_hides_nothing_else(config: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text('[corpus.laws]\nsource = "laws"\nprofile = "se-law"\ncolour = "red"\n', encoding="utf-8")
    findings = examine()
    assert facts("configuration", findings)[0][0] == "fail"
    assert "colour" in facts("configuration", findings)[0][1]
    assert facts("prefect", findings)[0][0] == "ok"
    assert facts("database", findings) == [("warn", "not checked: the configuration cannot be read")]


def test_names_and_paths_that_are_not_as_they_should_be(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_WORKSPCE", "x")
    monkeypatch.setenv("PIPEROLL_WORKSPACE", "room")
    findings = facts("configuration", examine())
    assert [level for level, _ in findings] == ["warn", "warn", "ok"]
    assert "PIPEROLL_WORKSPCE" in findings[0][1]
    assert "room" in findings[1][1]
