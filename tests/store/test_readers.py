"""A role that only reads: searches and views work with it; it writes nothing, and sees neither keys nor questions."""

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr
from typer.testing import CliRunner

from piperoll import library
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.errors import PiperollError
from piperoll.pipeline.embed import embed_edition, vectors_of
from piperoll.pipeline.job import job_for
from piperoll.serve.options import ServeOptions
from piperoll.settings import Settings
from piperoll.store import corpora, readers
from piperoll.store.connection import Connection, open_database
from tests.conftest import name_of
from tests.search.indexing import build
from tests.serve.conftest import running
from tests.serve.test_keys import make

ROOT = Path(__file__).parents[2]
PASSWORD = "korrekt häst batteri"
numbers = itertools.count()
Command = Callable[..., tuple[int, Any]]


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """The examples of statutes, with vectors."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        fill(connection, filled, "laws")
    return name_of(filled)


def fill(connection: Connection, settings: Settings, name: str) -> None:
    """Index the examples of statutes as a corpus."""
    job = job_for(settings, name, source=str(ROOT / "examples" / "se-law"), profile="se-law", backend="minilm_small")
    build(connection, job)
    corpus = corpora.get(connection, name)
    embed_edition(*vectors_of(connection, corpus, job.backend), corpus.published_edition)


@pytest.fixture
def command(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """Runs ``piperoll readers`` by the owner; roles that a test leaves are dropped."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()

    def run(*arguments: str, password: str = PASSWORD) -> tuple[int, Any]:
        done = CliRunner().invoke(app, ["readers", *arguments, "--json"], input=password + "\n")
        assert password not in done.output
        return done.exit_code, json.loads(done.stdout)

    yield run
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        for name in readers.every(connection):
            readers.remove(connection, name)
    configured.load.cache_clear()


@pytest.fixture
def reader(command: Command, settings: Settings) -> Settings:
    """The settings of a role that was just made."""
    name = f"reader_{next(numbers)}"
    assert command("add", name) == (0, {"name": name})
    return as_role(settings, name)


def as_role(settings: Settings, name: str) -> Settings:
    """The settings with another role."""
    assert settings.dsn
    dsn = make_conninfo(settings.dsn.get_secret_value(), user=name, password=PASSWORD)
    return settings.model_copy(update={"dsn": SecretStr(dsn)})


def refused(settings: Settings, statement: str) -> None:
    """A role may not do that, not even after it lifted its own read-only default."""
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)


def test_it_searches_reads_and_sees_the_views(reader: Settings) -> None:
    with library.open(reader) as base:
        laws = base["laws"]
        assert laws.search("vem ansvarar för att fyren lyser", k=1).hits
        assert laws.context("fyrens ljus", k=2).blocks
        assert laws.show("SFS 2031:12").versions
        assert laws.cited_by("SFS 2031:12").cited_by
        assert laws.editions().published == 1
        assert base.check("Se 1 kap. 1 § lagen (2031:12) om fyrar.", ["laws"]).citations
        assert laws.verify().holds
        assert laws.ask("Vem ansvarar för att fyren lyser?").blocks
        with base.connect() as connection:
            for view in ("published_document", "published_chunk", "cites", "published_chunk_on(current_date)"):
                assert connection.execute(f"SELECT count(*) FROM {view}").fetchone()
            assert connection.execute("SELECT count(*) FROM published_fact").fetchone() == (0,)
            assert connection.execute("SHOW default_transaction_read_only").fetchone() == ("on",)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO corpus (name, profile, backend, language, source) VALUES ('x', 'x', 'x', 'simple', 'x')",
        "UPDATE corpus SET published_edition = 0",
        "DELETE FROM version",
        "UPDATE version SET title = ''",
        "TRUNCATE chunk",
        "CREATE TABLE piperoll.x (y int)",
        "CREATE TABLE public.x (y int)",
        "DROP VIEW cites",
        "ALTER TABLE corpus ADD COLUMN x int",
        "COPY corpus FROM PROGRAM 'id'",
        "SELECT * FROM access_key",
        "SELECT * FROM model_answer",
        "SELECT * FROM model_request",
        "SELECT * FROM text_claim",
        "SELECT * FROM handed_over",
        "SELECT * FROM evaluation_query",
        "SELECT * FROM question",
        "SELECT * FROM opened_document",
        "SELECT rolpassword FROM pg_authid",
    ],
)
def test_it_neither_writes_nor_sees_keys_and_questions(reader: Settings, statement: str) -> None:
    refused(reader, statement)


def test_it_serves_without_keys_and_with_them_if_it_may_look_them_up(
    reader: Settings, command: Command, settings: Settings
) -> None:
    asked = {"corpus": "laws", "query": "vem ansvarar för att fyren lyser"}
    with running(reader, ServeOptions()) as address:
        assert httpx.post(f"{address}/api/search", json=asked, timeout=60).json()["hits"]
    name = f"keyed_{next(numbers)}"
    command("add", name, "--keys")
    key = make(settings)
    with running(as_role(settings, name), ServeOptions(keys=True)) as address:
        assert httpx.post(f"{address}/api/search", json=asked, timeout=60).status_code == 401
        assert httpx.post(f"{address}/api/search", json=asked, headers=key, timeout=60).json()["hits"]


def test_the_command_searches_as_it(reader: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reader.dsn
    monkeypatch.setenv("PIPEROLL_DSN", reader.dsn.get_secret_value())
    configured.load.cache_clear()
    done = CliRunner().invoke(app, ["search", "laws", "vem ansvarar för att fyren lyser", "--json"])
    assert json.loads(done.stdout)["hits"]
    done = CliRunner().invoke(app, ["keys", "list", "--json"])
    assert json.loads(done.stdout)["error"]["code"] == "database_failed"


def test_a_later_corpus_can_be_searched_too(reader: Settings, settings: Settings) -> None:
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        fill(connection, settings, "more")
    with library.open(reader) as base:
        assert base["more"].search("fyrens ljus", mode="dense", k=1).hits


def test_the_password_is_kept_as_a_verifier_and_checked(reader: Settings, settings: Settings) -> None:
    assert settings.dsn and reader.dsn
    with psycopg.connect(settings.dsn.get_secret_value()) as connection:
        name = psycopg.conninfo.conninfo_to_dict(reader.dsn.get_secret_value())["user"]
        row = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", [name]).fetchone()
    assert row
    assert row[0].startswith("SCRAM-SHA-256$")


def test_wrong_use_says_what_to_do(command: Command, reader: Settings, settings: Settings) -> None:
    (name,) = command("list")[1]["readers"]

    def code(*arguments: str, **named: Any) -> str:
        exit_code, told = command(*arguments, **named)
        assert exit_code in (1, 2)
        assert told["error"]["remedy"]
        return str(told["error"]["code"])

    assert code("add", name) == "reader_taken"
    assert code("add", "other", password="kort") == "password_short"
    assert code("add", 'x"; DROP ROLE y; --') == "reader_name"
    assert code("add", "pg_reader") == "reader_name"
    assert code("add") == "name_missing"
    assert code("remove", "nobody") == "reader_unknown"
    with open_database(reader) as database, database.connect(autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        with pytest.raises(PiperollError) as caught:
            readers.add(connection, "another_one", PASSWORD)
    assert caught.value.code == "reader_rights"
    assert command("remove", name) == (0, {"removed": name})
    assert command("list") == (0, {"readers": []})
