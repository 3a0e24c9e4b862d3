"""Whatever is published and pruned between two statements of a read, the read is of one edition, and whole."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.search import conditions, document_matching, document_titles
from piperoll.settings import Settings
from piperoll.store import corpora, lexical, prune
from piperoll.store.connection import Connection, Database
from tests.search.scattered import Text, publish

KEYS = ("SFS 1990:1", "SFS 1990:2", "SFS 1990:3")

READS: Mapping[str, Callable[[CorpusReader], Any]] = {
    "search": lambda laws: laws.search("fyr lyser", k=5),
    "search by words": lambda laws: laws.search("fyr lyser", mode="lexical"),
    "search by meaning": lambda laws: laws.search("fyr lyser", mode="dense"),
    "search, filtered": lambda laws: laws.search("SFS 1990:2 om fyr", where=["edition>0"], document=KEYS[1]),
    "documents": lambda laws: laws.documents("fyr lyser"),
    "context": lambda laws: laws.context("fyr lyser"),
    "show": lambda laws: laws.show(KEYS[0]),
    "cites": lambda laws: laws.cites(KEYS[0]),
    "cited by": lambda laws: laws.cited_by(KEYS[0]),
    "diff": lambda laws: laws.diff(),
    "wording": lambda laws: laws.diff_wording(KEYS[0], "2020-01-01", "2021-01-01"),
    "verify": lambda laws: laws.verify(),
}


class Bustle:
    """A corpus whose every edition says its number in each chunk; a next one comes before a chosen statement."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self.database, self.connection = database, connection
        self.edition = 0
        self.statements = 0
        """Of reads, so far."""
        self.before: int | None = None
        """The statement before which the next edition is published."""
        self.keep = 1
        self.publish()

    def publish(self) -> None:
        """The next edition, in which every document is changed; older ones are pruned."""
        self.edition += 1
        says = f"fyr lyser i upplaga {self.edition}"
        known = {"edition": self.edition}
        texts = {key: Text([(f"{says}, del {n} av {key}", known) for n in range(3)], known) for key in KEYS}
        corpus = publish(self.connection, texts)
        prune.prune(self.connection, corpus, self.keep)

    def statement(self) -> None:
        """A reader is about to run a statement."""
        if self.statements == self.before:
            self.before = None
            self.publish()
        self.statements += 1

    def read(self, read: Callable[[CorpusReader], Any], laws: CorpusReader, before: int | None = None) -> Any:
        """What a reader gets; the next edition is published before one of its statements."""
        self.statements, self.before = 0, before
        return read(laws).to_dict()


@pytest.fixture
def bustle(database: Database, model: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bustle]:
    with database.connect(autocommit=True) as connection:
        connection.execute("SET lock_timeout = '10s'")
        found = Bustle(database, connection)

        class Told(psycopg.Cursor[Any]):
            def execute(self, *arguments: Any, **named: Any) -> Any:
                found.statement()
                return super().execute(*arguments, **named)

        class ToldByName(psycopg.ServerCursor[Any]):
            def execute(self, *arguments: Any, **named: Any) -> Any:
                found.statement()
                return super().execute(*arguments, **named)

        connect = Database.connect

        @contextmanager
        def told(self: Database, *, autocommit: bool = False) -> Iterator[Connection]:
            with connect(self, autocommit=autocommit) as lent, pytest.MonkeyPatch.context() as patch:
                patch.setattr(lent, "cursor_factory", Told)
                patch.setattr(lent, "server_cursor_factory", ToldByName)
                yield lent

        monkeypatch.setattr(Database, "connect", told)
        yield found


@pytest.mark.parametrize("name", READS)
def test_a_read_is_of_one_edition(bustle: Bustle, settings: Settings, name: str) -> None:
    read, laws = READS[name], CorpusReader(EvidenceBase(bustle.database, settings), "test")
    if name == "diff":
        bustle.keep = 2
        bustle.publish()
    before = bustle.read(read, laws)
    for number in itertools.count():
        for cache in (
            document_titles.TITLES,
            document_matching.NAMES,
            conditions.HOLDERS,
            lexical.CACHE,
            lexical.POSTINGS,
        ):
            cache.clear()
        found = bustle.read(read, laws, before=number)
        if bustle.before is not None:  # it has no more statements than that
            break
        after = bustle.read(read, laws)
        assert found in (before, after), f"published before statement {number}"
        assert before != after or name == "wording"
        assert len(corpora.get(bustle.connection, "test").editions) == bustle.keep
        before = after
    assert number > 2


def test_an_export_is_of_one_edition(
    bustle: Bustle, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command, which opens the database by its settings."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    out = tmp_path / "out.jsonl"
    for number in itertools.count():
        bustle.statements, bustle.before = 0, number
        done = CliRunner().invoke(app, ["export", "test", "--out", str(out), "--json"])
        assert done.exit_code == 0, done.output
        told = json.loads(done.stdout)
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert {row["metadata"]["edition"] for row in rows} == {told["edition"]}
        assert (len(rows), told["chunks"]) == (9, 9)
        if bustle.before is not None:
            break
    configured.load.cache_clear()
