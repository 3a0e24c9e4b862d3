"""A process that forks commands of Piperoll and kills them at one moment: before or after a step that they take.

    python -m tests.chaos.mortal

It reads one order a line from standard input, as JSON, and answers each with a line. What a command needs is imported
once, so that a command takes no second of a processor for that. A *step* is a statement that writes or commits, a COPY,
or what a run does to folders; each has two moments, before it and after it. Nothing in Piperoll knows of this.
"""

import atexit
import contextlib
import importlib
import json
import mmap
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import Composable

sys.path.append(str(Path(__file__).parents[2] / "examples" / "packages" / "backend"))
from hashed_words import HashedWords

WRITES = re.compile(
    r"\b(INSERT|UPDATE|DELETE|COPY|CREATE|ALTER|DROP|TRUNCATE|ANALYZE|COMMIT|ROLLBACK|pg_advisory\w*)\b", re.IGNORECASE
)
COMMENT = re.compile(r"--[^\n]*")
PIECES = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\$(\w*)\$.*?\$\1\$|--[^\n]*|BEGIN ATOMIC\b.*?\nEND\b|(;)", re.DOTALL)
"""What may hold a semicolon, and the semicolon that ends a statement."""
MODULES = """polars pyarrow.parquet psycopg.types.json tasks.run tasks.edition flows.launch flows.reindex_corpus
flows.backfill_corpus flows.publish_edition flows.roll_back flows.prune_corpus piperoll.cli.indexing
piperoll.cli.backfill piperoll.cli.editions piperoll.cli.reading piperoll.corpora.se_law
piperoll.text.thesaurus psutil""".split()
LABEL = 200  # bytes


class Other(HashedWords):
    """The backend ``other_words``: a second one to switch to."""

    name = "other_words"
    identity = "other_words 1: as hashed_words"


class Moments:
    """Count the moments that a process passes, and end it at the chosen one. Its parent reads the count afterwards."""

    def __init__(self) -> None:
        self.chosen = 0
        self.signal = signal.SIGKILL
        self.shared = mmap.mmap(-1, 8 + LABEL)
        self.lock = threading.Lock()

    def begin(self, chosen: int, stop: bool) -> None:
        self.chosen = chosen
        self.signal = signal.SIGSTOP if stop else signal.SIGKILL
        self.shared[:] = bytes(8 + LABEL)

    def pass_one(self, label: str) -> None:
        with self.lock:
            count = self.count + 1
            text = " ".join(label.split()).encode("utf-8", "replace")[:LABEL]
            self.shared[:] = struct.pack("q", count) + text.ljust(LABEL, b"\0")
            if count == self.chosen:
                os.kill(os.getpid(), self.signal)
                time.sleep(0.1)  # until it has come

    @property
    def count(self) -> int:
        return int(struct.unpack("q", self.shared[:8])[0])

    @property
    def label(self) -> str:
        return self.shared[8:].rstrip(b"\0").decode("utf-8", "replace")


MOMENTS = Moments()


@contextmanager
def step(label: str) -> Iterator[None]:
    """A step with its two moments; one that fails has no second."""
    MOMENTS.pass_one(f"before {label}")
    yield
    MOMENTS.pass_one(f"after {label}")


def plain(query: Any, connection: Any = None) -> str:
    """Return the text of a statement without comments."""
    if isinstance(query, Composable):
        query = query.as_string(connection)
    return COMMENT.sub("", query.decode() if isinstance(query, bytes) else query).strip()


def statements(text: str) -> list[str]:
    """Return the statements of a script, such as a migration."""
    ends = [found.end() for found in PIECES.finditer(text) if found[2]]
    parts = [text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [part for part in parts if plain(part)]


def watch_statements() -> None:
    """Make steps of what this process sends to databases."""
    execute, copy = psycopg.Cursor.execute, psycopg.Cursor.copy
    command = psycopg.Connection._exec_command

    def watched_execute(self: Any, query: Any, params: Any = None, **named: Any) -> Any:
        text = plain(query, self)
        if not WRITES.search(text):
            return execute(self, query, params, **named)
        parts = statements(query) if params is None and isinstance(query, str) else []
        for part in parts[:-1]:
            with step(plain(part)):
                execute(self, part)
        with step(plain(parts[-1]) if parts else text):
            return execute(self, parts[-1] if parts else query, params, **named)

    @contextmanager
    def watched_copy(self: Any, statement: Any, *arguments: Any, **named: Any) -> Iterator[Any]:
        text = plain(statement, self)
        with step(text), copy(self, statement, *arguments, **named) as copying:
            yield copying
            MOMENTS.pass_one(f"at the end of {text}")

    def watched_command(self: Any, query: Any, *arguments: Any, **named: Any) -> Any:
        text = plain(query, self)
        if not WRITES.search(text):
            return (yield from command(self, query, *arguments, **named))
        with step(text):
            return (yield from command(self, query, *arguments, **named))

    psycopg.Cursor.execute = watched_execute  # type: ignore[assignment, method-assign]
    psycopg.Cursor.copy = watched_copy  # type: ignore[assignment, method-assign]
    psycopg.Connection._exec_command = watched_command  # type: ignore[assignment, method-assign]


def watch_folders() -> None:
    """Make steps of what this process does to folders, and of the programs that it runs."""
    for module, names in ((os, ("rename", "replace", "mkdir", "fsync")), (shutil, ("rmtree",))):
        for name in names:
            setattr(module, name, _watched(name, getattr(module, name)))
    subprocess.run = _watched("run", subprocess.run)


def _watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def watched(*arguments: Any, **named: Any) -> Any:
        with step(f"{name} {arguments[:1]!r}"):
            return function(*arguments, **named)

    return watched


def main() -> None:
    """Take orders until standard input ends."""
    for name in MODULES:
        importlib.import_module(name)
    watch_statements()
    watch_folders()
    for line in sys.stdin:
        assert threading.active_count() == 1, "a thread would not be in the fork"
        print(json.dumps(_obey(json.loads(line))), flush=True)


def _obey(order: dict[str, Any]) -> dict[str, Any]:
    """Fork one command, and tell how it ended: its exit code (-9: killed), and the moments that it passed.

    One that only stops at its moment is told by its process, which the order ``resume`` lets go on.
    """
    if child := order["resume"]:
        os.kill(child, signal.SIGCONT)
    else:
        MOMENTS.begin(order["moment"], order["stop"])
        child = os.fork()
        if not child:
            _command(order)
        if order["stop"]:
            found = os.waitid(os.P_PID, child, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if found and found.si_code == os.CLD_STOPPED:
                return _told({"stopped": child})
    ended = select.select([handle := os.pidfd_open(child)], [], [], order["seconds"])[0]
    os.close(handle)
    if not ended:  # for a kill that needs no step, also of the programs that the command runs
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    return _told({"code": os.waitstatus_to_exitcode(status), "cpu": used.ru_utime + used.ru_stime})


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    return {"code": 0, "stopped": 0, "cpu": 0.0, "moments": MOMENTS.count, "label": MOMENTS.label} | facts


def _command(order: dict[str, Any]) -> None:
    """Be the command: its environment, its output, its exit code. Never returns."""
    code = 70
    try:
        os.setsid()
        for number, target in enumerate((os.devnull, order["out"], order["err"])):
            os.dup2(os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), number)
        os.environ.clear()
        os.environ.update(order["environment"])
        sys.path[:0] = order["packages"]
        sys.argv[1:] = order["arguments"]
        for constant, value in order["constants"].items():
            module, _, name = constant.rpartition(".")
            setattr(importlib.import_module(module), name, value)
        from piperoll.cli import main as cli

        if order["flow"]:
            importlib.import_module("flows.launch").launch(order["flow"], **order["parameters"])
        else:
            cli()
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
