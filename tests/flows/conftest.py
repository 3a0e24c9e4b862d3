"""Real flows against a real Prefect API and a real Postgres."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from prefect import Flow

from flows.backfill_corpus import backfill_corpus
from flows.launch import here, launch
from flows.reindex_corpus import reindex_corpus
from piperoll import settings as configured
from piperoll.corpora import registry
from piperoll.corpora.se_law import SeLaw
from piperoll.pipeline import job
from piperoll.settings import Settings
from piperoll.store import corpora, documents, editions, verify
from piperoll.store.connection import Database, open_database
from piperoll.store.export import export
from tasks import common
from tests.commands import Command, Commands

STATUTE = """---
beteckning: {number}
rubrik: Lag om {topic}
ikraft_datum: 2001-01-01
---

# Lag om {topic}

## 1 kap. Inledande bestämmelser

### 1 §

Denna lag gäller {topic} i riket.

### 2 §

Den som innehar {topic} ska anmäla det till länsstyrelsen.

## 2 kap. Tillsyn

### 1 §

Länsstyrelsen utövar tillsyn över {topic}. Lag (2005:17).
"""
TOPICS = "fyrar bikupor kvarnar broar brunnar färjor hamnar ängar dammar skogar".split()
FEW = TOPICS[:4]
"""For runs by Prefect: each partition costs its server and its client more than Piperoll."""
SMALL = """
[corpus.{name}]
source = "{source}"
profile = "se-law"
backend = "minilm"
"""
"""Settings of a corpus that a process of its own makes: the model loads in no time."""


class Bench:
    """A corpus of small statutes, and everything that a test does with it."""

    def __init__(
        self, folder: Path, database: Database, environment: dict[str, str], commands: Callable[[], Commands]
    ) -> None:
        self.folder, self.database, self.environment, self.commands = folder, database, environment, commands

    def write(self, *topics: str) -> None:
        for topic in topics:
            number = f"{1990 + TOPICS.index(topic)}:{TOPICS.index(topic) + 1}"
            self.path(topic).write_text(STATUTE.format(number=number, topic=topic), encoding="utf-8")

    def path(self, topic: str) -> Path:
        return self.folder / f"{topic}.md"

    def run(self, corpus: str = "test", **options: Any) -> dict[str, Any]:
        """The flow."""
        return reindex_corpus(corpus=corpus, source=str(self.folder), profile="se-law", **options)

    def prepare(self, corpus: str = "test", **options: Any) -> dict[str, Any]:
        """The function of the flow, without Prefect: for runs that a test only begins with, or compares with."""
        parameters = {"corpus": corpus, "source": str(self.folder), "profile": "se-law", **options}
        found: dict[str, Any] = here(reindex_corpus.fn, parameters)
        return found

    def launch(self, **options: Any) -> dict[str, Any]:
        """The flow, as the command launches it."""
        found: dict[str, Any] = launch(
            "reindex_corpus", corpus="test", source=str(self.folder), profile="se-law", **options
        )
        return found

    def backfill(self, *stages: str, corpus: str = "test", **chosen: Any) -> dict[str, Any]:
        """The flow of a backfill."""
        return backfill_corpus(corpus=corpus, stages=list(stages), **chosen)

    def configure(self, *names: str) -> None:
        """Let real commands know corpora of those names, of the files in the folder."""
        config = self.folder.parent / "piperoll.toml"
        config.write_text("".join(SMALL.format(name=name, source=self.folder.name) for name in names), encoding="utf-8")
        self.environment["PIPEROLL_CONFIG"] = str(config)

    def start(self, *arguments: str) -> Command:
        """The real command in a process of its own, which need not import anything."""
        return self.commands().start(*arguments, environment=self.environment, cwd=Path.cwd())

    def start_anew(self, *arguments: str) -> "subprocess.Popen[str]":
        """The real command in a process of its own, from the interpreter on."""
        command = [sys.executable, "-m", "piperoll.cli", *arguments]
        return subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def corpus(self, name: str = "test") -> corpora.Corpus:
        with self.database.connect() as connection:
            return corpora.get(connection, name)

    def export(self, out: Path, name: str = "test", edition: int | None = None) -> bytes:
        with self.database.connect(autocommit=True) as connection:
            corpus = corpora.get(connection, name)
            export(connection, corpus, editions.seen(corpus, edition), out)
        return out.read_bytes()

    def verified(self, name: str = "test") -> dict[str, Any]:
        with self.database.connect(autocommit=True) as connection:
            corpus = corpora.get(connection, name)
            return verify.verify(connection, corpus, corpus.published_edition)

    def count(self, table: str) -> int:
        with self.database.connect() as connection:
            row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        assert row
        return int(row[0])

    def show(self, key: str) -> list[dict[str, Any]]:
        with self.database.connect() as connection:
            corpus = corpora.get(connection, "test")
            return documents.show(connection, corpus, corpus.published_edition, key)


UseProfile = Callable[[type[SeLaw]], None]


@pytest.fixture
def use_profile(monkeypatch: pytest.MonkeyPatch) -> Iterator[UseProfile]:
    """Replaces the profile ``se-law``; its class must be found by a child process."""

    def use(profile: type[SeLaw]) -> None:
        monkeypatch.setitem(registry.BUILT_IN, "se-law", f"{profile.__module__}:{profile.__name__}")
        registry.installed.cache_clear()

    yield use
    monkeypatch.undo()
    registry.installed.cache_clear()


@contextmanager
def at_work(
    settings: Settings,
    database: Database,
    folder: Path,
    patch: pytest.MonkeyPatch,
    commands: Callable[[], Commands],
    api: str = "",
    small: bool = False,
) -> Iterator[Bench]:
    """A bench in that folder, and the settings of this process that lead there.

    Its flows run in this process as small runs do where no API is configured, or else by that API. Corpora that this
    process makes are embedded by the small English model, which loads in no time.

    Args:
        settings: with the database.
        database: of the settings, opened.
        folder: for the source and the workspace.
        patch: undone in the end.
        commands: gives what starts commands.
        api: address of one of Prefect.
        small: each statute is a partition.
    """
    patch.setattr(job, "default_backend", lambda profile, options: "minilm")
    if not api:
        patch.setenv("PIPEROLL_ORCHESTRATOR", "none")
        patch.setattr(Flow, "__call__", lambda flow, **parameters: here(flow.fn, parameters))
    (folder / "source").mkdir()
    assert settings.dsn
    mine = {
        "PIPEROLL_DSN": settings.dsn.get_secret_value(),
        "PIPEROLL_WORKSPACE": str(folder / "workspace"),
        "PIPEROLL_PARTITION_BYTES": "300" if small else "100000",
    }
    for name, value in mine.items():
        patch.setenv(name, value)
    caches: list[Callable[[], None]] = [configured.load.cache_clear, common.database.cache_clear]
    for clear in caches:
        clear()
    environment = os.environ | mine | ({"PREFECT_API_URL": api} if api else {})
    yield Bench(folder / "source", database, environment, commands)
    common.database().close()
    for clear in caches:
        clear()


@pytest.fixture
def bench(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    settings: Settings,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Bench]:
    """An empty folder, a fresh database, and the settings that lead there.

    Marked as ``orchestrated``, a test has a Prefect API that runs its flows. Marked as ``small_partitions``, it has a
    partition for each statute.
    """
    api = request.getfixturevalue("prefect_api") if request.node.get_closest_marker("orchestrated") else ""
    small = bool(request.node.get_closest_marker("small_partitions"))
    commands = lambda: request.getfixturevalue("commands")  # noqa: E731  (few tests start any)
    with at_work(settings, database, tmp_path, monkeypatch, commands, api, small) as bench:
        yield bench


def no_commands() -> Commands:
    """Raise an AssertionError: a template that is filled starts no commands."""
    raise AssertionError


@contextmanager
def filling(filled: Settings, folder: Path) -> Iterator[Bench]:
    """A bench for a module that fills its ``template``."""
    with (
        pytest.MonkeyPatch.context() as patch,
        open_database(filled) as database,
        at_work(filled, database, folder, patch, no_commands) as bench,
    ):
        yield bench


@pytest.fixture
def alone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench without an orchestrator."""
    monkeypatch.setenv("PIPEROLL_ORCHESTRATOR", "none")
    configured.load.cache_clear()
    return bench
