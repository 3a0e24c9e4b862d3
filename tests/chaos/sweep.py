"""Kill each operation that writes before and after each of its steps, and compare what the next try leaves.

A database is copied for each kill. The operation is killed there at one moment, then done once more; the export of the
published edition, the number of rows in each table and the workspace must be as an undisturbed run leaves them. A
reader polls all the while. ``benchmarks/kill_sweep.py`` does it at length.
"""

import gzip
import json
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from pydantic import SecretStr

from piperoll.errors import PiperollError
from piperoll.settings import Settings
from piperoll.store import corpora, editions, verify
from piperoll.store.cluster import open_cluster
from piperoll.store.connection import Connection, open_database, reach
from piperoll.store.export import export
from piperoll.store.server import _processes, embedded
from tests.chaos.operations import CORPUS, OPERATIONS, ROOT, Mortal, Operation
from tests.chaos.outcomes import Left, Outcome, compare, contents, count_rows

OLD = ROOT / "tests" / "data" / "database-0010"
PREFIX = "sweep_"  # of the names of databases
CONFIG = """
[corpus.fire]
source = "source"
profile = "se-law"
backend = "hashed_words"
triplets = "rules"
"""
NAMES: tuple[bytes, ...] = (
    b'it\'s "quoted".md',
    b"back\\slash \\x41 \\.md",
    b"new\nline\tand tab.md",
    b"bytes \xe5\xff.md",
    ("å" * 120).encode() + b".md",
    "🗼 fyr %s {corpus} $1.md".encode(),
    b"-- ; DROP TABLE chunk; $$.md",
    b"plain.md",
)
"""Names of files that something may trip over: quotes, escapes, bytes that are no UTF-8, the longest, signs of SQL."""
STATUTE = """---
beteckning: 2001:{number}
rubrik: Lag om "fyr" {number}; $$ och 🗼
---

# Lag om fyr {number}

### 1 §

Fyr {number} ska lysa 'från' skymning till gryning, {state}. \\. \\N \\x00 %s $1 -- 🗼

### 2 §

Den som håller fyr {number} ska föra dagbok över {state} enligt lagen (2001:{other}).
"""
SEEN = """
SELECT coalesce(sha256(convert_to(string_agg(concat_ws(E'\\n', k.name, d.key, v.source, c.path, c.content), E'\\n\\n'
                ORDER BY k.name, v.source COLLATE "C", v.ordinal, c.ordinal), 'UTF8'))::text, '')
FROM piperoll.corpus k
JOIN piperoll.version v ON v.corpus_id = k.id AND v.from_edition <= k.published_edition
    AND (v.to_edition IS NULL OR v.to_edition > k.published_edition)
JOIN piperoll.document d ON d.id = v.document_id
JOIN piperoll.chunk c ON c.version_id = v.id
"""
"""What readers of a database with an old schema see, which code of today cannot read."""
TAKE = """
SELECT pg_terminate_backend(pid, 5000)
FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND (state <> 'idle' OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'))
"""
"""Ends the sessions of a run that hold its lock or a transaction."""
PAUSE = 0.04  # seconds between two looks of the reader
POWER_OFFS = 40
"""Kills by the clock while an embedded server is made, evenly over the time that it takes."""


@dataclass(frozen=True)
class Reference:
    """What an undisturbed operation does: its moments, and what it may leave and readers may see.

    ``ends`` are the exit code and what is left after the operation, and after doing it twice: a kill may come so late
    that the next try is the second one. ``length``: its seconds, where it is killed by the clock.
    """

    moments: int
    ends: Sequence[tuple[int, Left]]
    seen: frozenset[str]
    length: float = 0.0


class Reader(threading.Thread):
    """Looks at what readers see again and again; ``seen`` counts what that was, ``wrong`` has the errors."""

    def __init__(self, look: Callable[[], str]) -> None:
        super().__init__(daemon=True)
        self.look = look
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(PAUSE):
            self._once()
        self._once()

    def _once(self) -> None:
        try:
            self.seen[self.look()] += 1
        except Exception as error:  # told by the main thread
            self.wrong.append(repr(error))


class Sweep:
    """Databases to begin with on an embedded server of its own, and what undisturbed runs leave."""

    def __init__(self, folder: Path, dsn: str) -> None:
        self.folder, self.dsn = folder, dsn
        self.source = folder / "source"
        self.source.mkdir(parents=True)
        (folder / "piperoll.toml").write_text(CONFIG)
        self.mortal = Mortal(folder)
        self.references: dict[str, Reference] = {}
        self.made: list[str] = []
        """Databases, which are dropped in the end."""
        self.admin = psycopg.connect(dsn, autocommit=True)

    def close(self) -> None:
        self.mortal.close()
        for name in [*self.made]:
            self._drop(name)
        self.admin.close()

    def write(self, state: int) -> None:
        """Write a state of the source: the first file gone and another new with each, half of the others changed."""
        for number, name in enumerate(NAMES):
            said = f"ljus {state if number % 2 else 0}"
            text = STATUTE.format(number=number, state=said, other=number + 1)
            (self.source / os.fsdecode(name)).write_text(text, encoding="utf-8")
        for number in range(1, 4):
            (self.source / f"state {number}.md").unlink(missing_ok=True)
        text = STATUTE.format(number=100 + state, state="ny", other=1)
        (self.source / f"state {state}.md").write_text(text, encoding="utf-8")
        (self.source / "broken.html").write_bytes(b"\xff\xfe\0" * state)

    def prepare(self) -> None:
        """Make the databases that operations begin with; the source ends in its last state."""
        self._create("bare")
        self._create("empty")
        open_database(Settings(dsn=SecretStr(self._dsn("empty")))).close()
        self._create("old")
        with psycopg.connect(self._dsn("old"), autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector SCHEMA public")
            connection.execute(gzip.decompress((OLD / "dump.sql.gz").read_bytes()))
        reindex, before = OPERATIONS["reindex"], "empty"
        for state, name in enumerate(("one", "two", "three"), 1):
            self.write(state)
            self._create(name, before)
            self._do(reindex, name)
            before = name
        self._create("filled", "two")
        self._do(OPERATIONS["backfill embed"], "filled")
        self._create("back", "three")
        self._do(OPERATIONS["rollback"], "back")

    def reference(self, what: Operation) -> Reference:
        """Return what an operation does that nobody disturbs."""
        if what.name not in self.references:
            make = self._reference if what.begins else self._reference_of_initdb
            self.references[what.name] = make(what)
        return self.references[what.name]

    def _reference(self, what: Operation) -> Reference:
        with self._copy(what.begins) as (dsn, settings):
            with self._connect(dsn) as connection:
                seen = [self._look(what, connection)]
                moments = self._run(what, 0, settings)["moments"]
                seen.append(self._look(what, connection))
            left = self._left(dsn, settings)
            twice = self.mortal.run(what, **settings)["code"], self._left(dsn, settings)
        return Reference(moments, ((0, left), twice), frozenset(seen))

    def _reference_of_initdb(self, what: Operation) -> Reference:
        with self._data_dir() as settings:
            began = time.monotonic()
            moments = self._run(what, 0, settings)["moments"]
            length = time.monotonic() - began
        if what.name == "initdb":  # then come the migrations of an empty database
            return Reference(moments - self.reference(OPERATIONS["migrate nothing"]).moments, (), frozenset())
        return Reference(POWER_OFFS, (), frozenset(), length)

    def kill(self, what: Operation, moment: int) -> Outcome:
        """Kill the operation at a moment, do it once more, and compare."""
        if what.stops:
            return self._stop(what, moment)
        return self._kill(what, moment) if what.begins else self._kill_initdb(what, moment)

    def _kill(self, what: Operation, moment: int) -> Outcome:
        reference = self.reference(what)
        with self._copy(what.begins) as (dsn, settings), self._connect(dsn) as connection:
            reader = Reader(lambda: self._look(what, connection))
            reader.start()
            try:
                killed = self.mortal.run(what, moment, **settings)
                again = self.mortal.run(what, **settings)
            finally:
                reader.done.set()
                reader.join()
            outcome = Outcome(what.name, moment, killed["code"] == -9, killed["label"], reader.seen.total())
            if again["code"] not in [code for code, _ in reference.ends]:
                outcome.found.append(f"the next try ended with {again['code']}: {self.mortal.said()}")
            else:
                left = self._left_in_the_end(what, dsn, settings)
                if (again["code"], left) not in reference.ends:
                    compare(outcome, reference.ends[0][1], left)
        outcome.found += reader.wrong[:3]
        if others := set(reader.seen) - reference.seen:
            outcome.mixed = sum(reader.seen[one] for one in others)
            outcome.found.append(f"a reader saw neither the old nor the new edition: {reader.seen}")
        return outcome

    def _stop(self, what: Operation, moment: int) -> Outcome:
        """Stop the operation at a moment, take its lock from it, do it by another process, and let the first go on.

        Of its sessions those end that have a lock or a transaction; the others stay, for it to write by.
        """
        reference = self.reference(what)
        with self._copy(what.begins) as (dsn, settings), self._connect(dsn) as connection:
            stopped = self.mortal.run(what, moment, **settings)
            outcome = Outcome(what.name, moment, bool(stopped["stopped"]), stopped["label"])
            begun = connection.execute("SELECT FROM run WHERE state = 'running'").rowcount
            connection.execute(TAKE)
            again = self.mortal.run(what, **settings)
            left = self._left_in_the_end(what, dsn, settings)
            before = contents(connection)
            if again["code"]:
                outcome.found.append(f"the other run ended with {again['code']}: {self.mortal.said()}")
            elif (0, left) not in reference.ends:
                compare(outcome, reference.ends[0][1], left)
            if outcome.killed:
                code = self.mortal.resume(what, stopped["stopped"])["code"]
                changed = sorted(name for name, digest in contents(connection).items() if digest != before.get(name))
                if changed and begun:  # otherwise it is the later of two
                    outcome.found.append(f"the first run wrote into {', '.join(changed)}, and ended with {code}")
        return outcome

    def _kill_initdb(self, what: Operation, moment: int) -> Outcome:
        """Kill the making of an embedded server at a step, or after a time with all the programs that it runs."""
        reference = self.reference(what)
        with self._data_dir() as settings:
            if reference.length:
                killed = self.mortal.run(what, seconds=reference.length * moment / reference.moments, **settings)
            else:
                killed = self.mortal.run(what, moment, **settings)
            again = self.mortal.run(what, **settings)
            outcome = Outcome(what.name, moment, killed["code"] == -9, killed["label"])
            if again["code"]:
                outcome.found.append(f"the next try ended with {again['code']}: {self.mortal.said()}")
            home = Path(settings["PIPEROLL_DATA_DIR"]) / "postgres"
            outcome.found += [f"{path} is left" for path in home.glob("cluster-*")]
            outcome.found += [f"process {one.pid} is left" for one in _processes(open_cluster(home))]
        return outcome

    def _look(self, what: Operation, connection: Connection) -> str:
        """Return a digest of what readers see; "nothing": nothing is published."""
        if what.begins == "bare":
            return "nothing"
        if what.begins == "old":
            row = connection.execute(SEEN).fetchone()
            return str(row and row[0])
        out = self.folder / "seen.jsonl"
        try:
            corpus = corpora.get(connection, CORPUS)
            export(connection, corpus, editions.seen(corpus), out)
        except PiperollError as error:
            if error.code in ("unknown_corpus", "nothing_published"):
                return "nothing"
            raise
        return sha256(out.read_bytes()).hexdigest()

    def _connect(self, dsn: str) -> Connection:
        return reach(Settings(dsn=SecretStr(dsn))).connect_anew()

    @contextmanager
    def _data_dir(self) -> Iterator[dict[str, str]]:
        """Yield settings with an empty data folder; its server is stopped in the end."""
        folder = self.folder / "data"
        folder.mkdir()
        try:
            yield {"PIPEROLL_DATA_DIR": str(folder), "PIPEROLL_CONFIG": str(self.folder / "piperoll.toml")}
        finally:
            if (folder / "postgres" / "cluster").exists():
                with embedded(folder):
                    pass
            shutil.rmtree(folder)

    def _run(self, what: Operation, moment: int, settings: Mapping[str, str]) -> dict[str, Any]:
        answer = self.mortal.run(what, moment, **settings)
        assert not answer["code"], self.mortal.said()
        return answer

    def _do(self, what: Operation, name: str) -> None:
        """Do an operation undisturbed in a database that others are copied from."""
        self._run(what, 0, self._settings(name))

    def _settings(self, name: str) -> dict[str, str]:
        return {
            "PIPEROLL_DSN": self._dsn(name),
            "PIPEROLL_CONFIG": str((OLD if name == "old" else self.folder) / "piperoll.toml"),
            "PIPEROLL_WORKSPACE": str(self.folder / "workspace"),
        }

    def _dsn(self, name: str) -> str:
        return make_conninfo(self.dsn, dbname=PREFIX + name)

    def _create(self, name: str, template: str = "") -> None:
        # a copy of the files takes a tenth of the processor time of a copy through the log
        names = (Identifier(PREFIX + name), Identifier(PREFIX + template if template else "template0"))
        self.admin.execute(SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(*names))
        self.made.append(name)

    def _drop(self, name: str) -> None:
        self.admin.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(PREFIX + name)))
        self.made.remove(name)

    @contextmanager
    def _copy(self, template: str) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield the conninfo of a copy of a database, and settings with it and an empty workspace."""
        self._create("copy", template)
        settings = self._settings("old" if template == "old" else "copy") | {"PIPEROLL_DSN": self._dsn("copy")}
        try:
            yield self._dsn("copy"), settings
        finally:
            shutil.rmtree(self.folder / "workspace", ignore_errors=True)
            self._drop("copy")

    def _left_in_the_end(self, what: Operation, dsn: str, settings: Mapping[str, str]) -> Left:
        """Return what is left; what had been loaded and stayed in the workspace leaves it with the next run."""
        left = self._left(dsn, settings)
        if left.workspace:
            self._run(what, 0, settings)
            left = self._left(dsn, settings)
        return left

    def _left(self, dsn: str, settings: Mapping[str, str]) -> Left:
        out = self.folder / "left.jsonl"
        exports = {}
        with self._connect(dsn) as connection:
            for (name,) in connection.execute("SELECT name FROM corpus ORDER BY name").fetchall():
                corpus = corpora.get(connection, name)
                export(connection, corpus, editions.seen(corpus), out)
                exports[name] = out.read_bytes()
                found = verify.verify(connection, corpus, corpus.published_edition)
                exports[f"{name}, verified"] = b"" if verify.holds(found) else json.dumps(found, default=str).encode()
            rows = count_rows(connection)
        workspace = Path(settings["PIPEROLL_WORKSPACE"])
        files = [str(path.relative_to(workspace)) for path in sorted(workspace.rglob("*")) if path.is_file()]
        return Left(exports, rows, files)
