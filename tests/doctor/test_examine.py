"""The doctor runs every check, hides none, and ends."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piperoll import doctor
from piperoll.cli import app
from piperoll.doctor import Finding, examine
from piperoll.doctor.installation import Installation
from piperoll.doctor.settings import configuration
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_all_is_well(config: Path, database: Database) -> None:
    findings = examine()
    assert all(finding.level == "ok" for finding in findings), findings
    assert facts("source laws", findings)[0][1].startswith("laws: 2 files")
    assert "2 new" in facts("source laws", findings)[0][1]
    assert {finding.check for finding in findings} >= {check.__name__.replace("_", " ") for check in doctor.CHECKS}


def test_a_check_that_hangs_hides_no_other(config: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def hangs(_: Installation) -> Iterator[Finding]:
        release.wait(60)
        yield Finding("", "ok", "late")

    monkeypatch.setattr(doctor, "LIMIT_SECONDS", 3.0)
    monkeypatch.setattr(doctor, "CHECKS", (hangs, configuration))
    findings = examine()
    release.set()
    assert facts("hangs", findings) == [("fail", "no answer within 3 seconds")]
    assert facts("configuration", findings)[0][0] == "ok"


def test_a_server_that_accepts_and_says_nothing(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        monkeypatch.setenv("PIPEROLL_DSN", f"postgresql://u@127.0.0.1:{mute.getsockname()[1]}/d")
        monkeypatch.setattr(doctor, "LIMIT_SECONDS", 4.0)
        began = time.monotonic()
        findings = examine()
        assert time.monotonic() - began < 60, "a bound against hanging, not a speed"
    assert facts("database", findings) == [("fail", "no answer within 4 seconds")]
    assert facts("prefect", findings)[0][0] == "ok"


def test_the_command(config: Path, database: Database) -> None:
    done = CliRunner().invoke(app, ["doctor", "laws", "--json"])
    report = json.loads(done.stdout)
    assert (done.exit_code, report["fail"]) == (0, 0)
    assert set(report["checks"][0]) == {"check", "level", "found", "remedy"}
    (config.parent / "laws").rename(config.parent / "moved")
    failed = CliRunner().invoke(app, ["doctor"])
    assert failed.exit_code == 1
    assert "does not exist" in failed.stdout
