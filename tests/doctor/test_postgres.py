"""The doctor looks at the database server."""

import socket
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from piperoll import settings as configured
from piperoll.doctor import examine, postgres
from piperoll.settings import Settings
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_a_database_that_is_down_fails_once(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:  # bound and never listening: refused
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PIPEROLL_DSN", f"postgresql://u:hemlig123@127.0.0.1:{free.getsockname()[1]}/d")
        findings = examine()
    assert [finding.check for finding in findings if finding.level == "fail"] == ["database"]
    assert facts("server", findings) == [("warn", "not checked: the database cannot be reached")]
    assert facts("source laws", findings)[0][0] == "ok", "a source can be listed all the same"
    assert not any("hemlig123" in finding.found + finding.remedy for finding in findings)


def test_a_user_without_rights(config: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.dsn
    dsn = settings.dsn.get_secret_value()
    role = f"reader_{uuid4().hex[:8]}"
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN")
        try:
            monkeypatch.setenv("PIPEROLL_DSN", make_conninfo(dsn, user=role))
            levels = [level for level, _ in facts("database", examine())]
            owner.execute(f"GRANT USAGE ON SCHEMA piperoll TO {role}")
            configured.load.cache_clear()
            readers = [level for level, _ in facts("database", examine())]
        finally:
            owner.execute(f"DROP OWNED BY {role}")
            owner.execute(f"DROP ROLE {role}")
    assert (levels, readers) == (["ok", "fail"], ["ok", "warn"])


def test_a_transaction_that_stays_open(
    config: Path, settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.dsn
    monkeypatch.setattr(postgres, "LONG_TRANSACTION_SECONDS", 0)
    with psycopg.connect(settings.dsn.get_secret_value()) as idle:
        idle.execute("SELECT 1")  # stays in its transaction
        assert facts("transactions", examine())[0][0] == "warn"
