"""A corpus under fire: real runs, real kills of what they stand on, and a reader who watches all the time."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil
import psycopg

from piperoll.errors import PiperollError
from piperoll.settings import Settings
from piperoll.store import corpora, editions
from piperoll.store.connection import Database, open_database
from piperoll.store.export import export
from piperoll.store.server import _postmaster, open_cluster
from tests.commands import Command, Commands

CORPUS, UNDISTURBED = "fire", "undisturbed"
CONFIG = """
[corpus.{name}]
source = "source"
profile = "se-law"
backend = "minilm"
"""
"""The model loads in no time."""
STATUTE = """---
beteckning: 2001:{number}
rubrik: Lag om fyr {number}
---

# Lag om fyr {number}

### 1 §

Fyr {number} ska lysa från skymning till gryning, {state}.

### 2 §

Den som håller fyr {number} ska föra dagbok över {state} och visa den för länsstyrelsen.
"""


class Reader(threading.Thread):
    """Exports the published edition again and again; an edition must always be the same bytes, and never empty."""

    def __init__(self, database: Database, folder: Path) -> None:
        super().__init__(daemon=True)
        self.database, self.folder = database, folder
        self.seen: dict[int, str] = {}
        self.polls: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.3):
            try:
                self._look()
            except (PiperollError, psycopg.Error):
                self.polls["database away"] += 1
            except Exception as error:  # told by the main thread
                self.wrong.append(repr(error))

    def _look(self) -> None:
        number, text = exported(self.database, CORPUS, self.folder / "reader.jsonl")
        found = sha256(text).hexdigest()
        self.polls[f"edition {number}"] += 1
        if not text or self.seen.setdefault(number, found) != found:
            self.wrong.append(f"edition {number} was seen with other content")


class Fire:
    """A corpus of ``size`` documents in a folder of its own, on an embedded Postgres of its own."""

    def __init__(
        self, folder: Path, data_dir: Path, size: int, settings: dict[str, str], commands: Commands | None = None
    ) -> None:
        self.folder, self.data_dir, self.size, self.commands = folder, data_dir, size, commands
        self.source = folder / "source"
        self.source.mkdir()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("PIPEROLL_")}
        config = folder / "piperoll.toml"
        config.write_text("".join(CONFIG.format(name=name) for name in (CORPUS, UNDISTURBED)), encoding="utf-8")
        self.environment |= {"PIPEROLL_DATA_DIR": str(data_dir), "PIPEROLL_CONFIG": str(config), **settings}
        self.database = open_database(Settings(data_dir=data_dir))
        self.write("ljus 0", range(size))

    def write(self, state: str, numbers: Any) -> None:
        for number in numbers:
            (self.source / f"{number}.md").write_text(STATUTE.format(number=number, state=state), encoding="utf-8")

    def change(self, state: int, chance: random.Random) -> None:
        """Another state of the source: a third of it changed, some gone, some new."""
        for number in chance.sample(range(self.size), self.size // 50):
            (self.source / f"{number}.md").unlink(missing_ok=True)
        there = sorted(self.source.glob("*.md"))
        numbers = [int(path.stem) for path in chance.sample(there, len(there) // 3)]
        self.write(f"ljus {state}", [*numbers, *range(state * 1000, state * 1000 + self.size // 50)])

    def start(self, corpus: str = CORPUS, **settings: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "piperoll.cli", "reindex", corpus, "--json"],
            env=self.environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def finish(self, corpus: str = CORPUS, **settings: str) -> dict[str, Any]:
        """A run that nobody disturbs."""
        if self.commands:
            environment = self.environment | settings
            done: Command | subprocess.Popen[str] = self.commands.start(
                "reindex", corpus, "--json", environment=environment
            )
        else:
            done = self.start(corpus, **settings)
        out, _ = done.communicate(timeout=600)
        result: dict[str, Any] = json.loads(out)
        assert "error" not in result, result
        return result

    def export(self, corpus: str = CORPUS) -> bytes:
        return exported(self.database, corpus, self.folder / "out.jsonl")[1]

    def kill_database(self) -> bool:
        if process := _postmaster(open_cluster(self.data_dir.resolve() / "postgres")):
            process.kill()
        return bool(process)

    def restart_database(self) -> bool:
        """A fast shutdown, as an administrator's; whoever needs it next starts it again."""
        if process := _postmaster(open_cluster(self.data_dir.resolve() / "postgres")):
            process.send_signal(signal.SIGINT)
        return bool(process)


def kill_flow(run: "subprocess.Popen[str]") -> bool:
    """The process of the run and all its workers, as when a machine is switched off."""
    tree = _below(run)
    alive = run.poll() is None
    run.kill()
    for process in tree:
        _kill(process)
    return alive


def kill_worker(run: "subprocess.Popen[str]", chance: random.Random) -> bool:
    """One worker process of the run, if it has any."""
    workers = [one for one in _below(run) if "spawn_main" in " ".join(_command(one))]
    return bool(workers) and _kill(chance.choice(workers))


def ended(run: "subprocess.Popen[str]", seconds: float) -> bool:
    """Wait for ``run``; has it ended in time?"""
    try:
        run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def exported(database: Database, corpus: str, out: Path) -> tuple[int, bytes]:
    with database.connect(autocommit=True) as connection:
        known = corpora.get(connection, corpus)
        number = editions.seen(known)
        export(connection, known, number, out)
    return number, out.read_bytes()


def _below(run: "subprocess.Popen[str]") -> list[psutil.Process]:
    try:
        return [one for one in psutil.Process(run.pid).children(recursive=True) if one.name() != "postgres"]
    except psutil.NoSuchProcess:
        return []


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def _kill(process: psutil.Process) -> bool:
    try:
        process.kill()
    except psutil.Error:
        return False
    return True


def wait_until(what: Any, seconds: float = 120) -> None:
    """Look at ``what()`` until it is true."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.05)
