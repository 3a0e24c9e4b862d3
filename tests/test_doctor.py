"""doctor finds what is wrong, says what to do, and ends."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from typer.testing import CliRunner

from piperoll import doctor
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.doctor import Finding, examine
from piperoll.settings import Settings
from piperoll.store import corpora, runs
from piperoll.store.connection import Database
from piperoll.store.lexical import Lexical


@pytest.fixture
def here(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A configuration with one corpus of two files and the test's database; the file may be written anew."""
    assert settings.dsn
    (tmp_path / "laws").mkdir()
    for name in ("a.md", "b.md"):
        (tmp_path / "laws" / name).write_text("# Lag\n\n### 1 §\n\nText.\n", encoding="utf-8")
    config = tmp_path / "piperoll.toml"
    config.write_text('[corpus.laws]\nsource = "laws"\nprofile = "se-law"\n', encoding="utf-8")
    monkeypatch.setenv("PIPEROLL_CONFIG", str(config))
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    monkeypatch.setenv("PIPEROLL_WORKSPACE", str(tmp_path / "workspace"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    configured.load.cache_clear()
    yield config
    configured.load.cache_clear()


def of(check: str, findings: list[Finding]) -> list[tuple[str, str]]:
    return [(one.level, one.found) for one in findings if one.check == check]


def bad(findings: list[Finding]) -> set[str]:
    return {one.check for one in findings if one.level != "ok"}


def test_all_is_well(here: Path, database: Database) -> None:
    findings = examine()
    assert bad(findings) == set(), findings
    assert of("source laws", findings)[0][1].startswith("laws: 2 files")
    assert "2 new" in of("source laws", findings)[0][1]
    assert {one.check for one in findings} >= {check.__name__.replace("_", " ") for check in doctor.CHECKS}


def test_an_unknown_key_hides_nothing_else(here: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write_text('[corpus.laws]\nsource = "laws"\nprofile = "se-law"\ncolour = "red"\n', encoding="utf-8")
    findings = examine()
    assert of("configuration", findings)[0][0] == "fail"
    assert "colour" in of("configuration", findings)[0][1]
    assert of("prefect", findings)[0][0] == "ok"
    assert of("database", findings) == [("warn", "not checked: the configuration cannot be read")]


def test_names_and_paths_that_are_not_as_they_should_be(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_WORKSPCE", "x")
    monkeypatch.setenv("PIPEROLL_WORKSPACE", "room")
    found = of("configuration", examine())
    assert [level for level, _ in found] == ["warn", "warn", "ok"]
    assert "PIPEROLL_WORKSPCE" in found[0][1]
    assert "room" in found[1][1]


def test_a_database_that_is_down_fails_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:  # bound and never listening: refused
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PIPEROLL_DSN", f"postgresql://u:hemlig123@127.0.0.1:{free.getsockname()[1]}/d")
        findings = examine()
    assert [one.check for one in findings if one.level == "fail"] == ["database"]
    assert of("server", findings) == [("warn", "not checked: the database cannot be reached")]
    assert of("source laws", findings)[0][0] == "ok", "a source can be listed all the same"
    assert not any("hemlig123" in one.found + one.remedy for one in findings)


def test_a_check_that_hangs_hides_no_other(here: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def hangs(_: doctor.Patient) -> Iterator[Finding]:
        release.wait(60)
        yield Finding("", "ok", "late")

    monkeypatch.setattr(doctor, "LIMIT_SECONDS", 3.0)
    monkeypatch.setattr(doctor, "CHECKS", (hangs, doctor.configuration))
    findings = examine()
    release.set()
    assert of("hangs", findings) == [("fail", "no answer within 3 seconds")]
    assert of("configuration", findings)[0][0] == "ok"


def test_a_server_that_accepts_and_says_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        monkeypatch.setenv("PIPEROLL_DSN", f"postgresql://u@127.0.0.1:{mute.getsockname()[1]}/d")
        monkeypatch.setattr(doctor, "LIMIT_SECONDS", 4.0)
        began = time.monotonic()
        findings = examine()
        assert time.monotonic() - began < 60, "a bound against hanging, not a speed"
    assert of("database", findings) == [("fail", "no answer within 4 seconds")]
    assert of("prefect", findings)[0][0] == "ok"


def test_a_source_that_is_gone(here: Path, database: Database) -> None:
    (here.parent / "laws").rename(here.parent / "moved")
    findings = examine()
    assert of("source laws", findings)[0][0] == "fail"
    assert "does not exist" in of("source laws", findings)[0][1]


def test_what_is_in_the_database(here: Path, settings: Settings, database: Database) -> None:
    assert settings.dsn
    with database.connect(autocommit=True) as connection:
        values = {"profile": "se-law", "language": "swedish"}
        one = corpora.put(connection, name="laws", backend="minilm", source=str(here.parent / "laws"), **values)
        corpora.put(connection, name="other", backend="minilm", source="/nowhere/at/all", **values)
        runs.start(connection, one, uuid4(), "host process 1")
        connection.execute("INSERT INTO backend VALUES ('minilm', 'another form', 384)")
        assert of("words", examine()) == [("ok", "nothing is published yet")]
        connection.execute("UPDATE corpus SET published_edition = 2 WHERE name = 'laws'")
        assert of("words", examine()) == [("warn", "laws: edition 2 is not indexed by words")]
        Lexical(connection, one).index(2)
        assert of("words", examine()) == [("ok", "laws: 0 chunks, up to edition 2")]
        connection.execute("UPDATE corpus SET published_edition = 0")
        with psycopg.connect(settings.dsn.get_secret_value()) as idle:
            idle.execute("SELECT 1")  # stays in its transaction
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(doctor, "LONG_TRANSACTION_SECONDS", 0)
                findings = examine()
        assert of("runs", findings)[0][0] == "warn"
        assert "laws" in of("runs", findings)[0][1]
        assert of("models", findings)[0][0] == "fail"
        assert of("stored sources", findings) == [("fail", "The source folder /nowhere/at/all does not exist.")]
        assert of("transactions", findings)[0][0] == "warn"
        with corpora.locked(connection, one):
            assert of("runs", examine()) == [("ok", "none was lost")], "a run that works is not lost"
    assert of("stored sources", examine("laws"))[0][0] == "ok", "only the corpus asked for"
    assert of("stored sources", examine("nope")) == [("fail", "there is no corpus nope")]


def test_a_user_without_rights(here: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.dsn
    dsn = settings.dsn.get_secret_value()
    role = f"reader_{uuid4().hex[:8]}"
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN")
        try:
            monkeypatch.setenv("PIPEROLL_DSN", make_conninfo(dsn, user=role))
            levels = [level for level, _ in of("database", examine())]
            owner.execute(f"GRANT USAGE ON SCHEMA piperoll TO {role}")
            configured.load.cache_clear()
            readers = [level for level, _ in of("database", examine())]
        finally:
            owner.execute(f"DROP OWNED BY {role}")
            owner.execute(f"DROP ROLE {role}")
    assert (levels, readers) == (["ok", "fail"], ["ok", "warn"])


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'"0.0.1"')

    def log_message(self, *_: Any) -> None:
        pass


def test_prefect_of_another_version_and_none(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), Api) as api:
        thread = threading.Thread(target=api.serve_forever)
        thread.start()
        monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{api.server_port}/api")
        other = of("prefect", examine())
        api.shutdown()
        thread.join(30)
    assert other[0][0] == "warn"
    assert "0.0.1" in other[0][1]
    assert of("prefect", examine())[0][0] == "fail"


def test_the_command(here: Path, database: Database) -> None:
    done = CliRunner().invoke(app, ["doctor", "laws", "--json"])
    told = json.loads(done.stdout)
    assert (done.exit_code, told["fail"]) == (0, 0)
    assert set(told["checks"][0]) == {"check", "level", "found", "remedy"}
    (here.parent / "laws").rename(here.parent / "moved")
    failed = CliRunner().invoke(app, ["doctor"])
    assert failed.exit_code == 1
    assert "does not exist" in failed.stdout
