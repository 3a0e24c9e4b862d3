"""Commands of Piperoll, each in a process of its own, which is forked off one that has imported what they need.

    python -m tests.commands

That process reads one order a line from standard input, as JSON: a command takes no second of a processor for imports
that are the same for all. What a command loads, or how it starts, is tested by real commands.
"""

import atexit
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MODULES = """numpy polars psycopg.types.json tokenizers piperoll.store.migrate piperoll.embed.minilm tasks.run
tasks.edition flows.launch flows.reindex_corpus piperoll.cli.indexing piperoll.cli.backfill piperoll.cli.reading
piperoll.cli.searching piperoll.cli.operations piperoll.corpora.se_law piperoll.search.search prefect
prefect.client.orchestration prefect.flow_engine prefect.task_engine prefect.artifacts""".split()
OUT, ERR, CODE = "out", "err", "code"
"""Files of a command: what it writes, and its exit code."""
LOOK = 0.01
"""Seconds between two looks whether a command has ended."""


class Command:
    """A command that was started, as ``subprocess.Popen`` has it."""

    def __init__(self, pid: int, arguments: list[str], folder: Path) -> None:
        self.pid, self.args, self.folder = pid, arguments, folder

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self.poll()

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        try:
            return int((self.folder / CODE).read_text())
        except FileNotFoundError:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if timeout is not None and end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(LOOK)
        return code

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for the end, and return what it wrote to standard output and to standard error."""
        self.wait(timeout)
        return self.told(OUT), self.told(ERR)

    def told(self, name: str) -> str:
        """Return what it has written so far."""
        return (self.folder / name).read_text(encoding="utf-8")

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Commands:
    """The process that forks commands."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PIPEROLL_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.commands"],
            env=environment | {"PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(
        self,
        *arguments: str,
        environment: Mapping[str, str],
        cwd: Path = ROOT,
        packages: Path | None = None,
        code: str = "",
    ) -> Command:
        """Start a command.

        Args:
            arguments: behind the name of the command line.
            environment: all of it.
            cwd: the folder that it is in.
            packages: a folder with packages that are installed beside Piperoll.
            code: a program, in place of the command line.
        """
        assert self.process.stdin and self.process.stdout
        self.count += 1
        folder = self.folder / str(self.count)
        folder.mkdir()
        order = {
            "arguments": arguments,
            "environment": dict(environment),
            "cwd": str(cwd),
            "folder": str(folder),
            "packages": [str(packages)] if packages else [],
            "code": code,
        }
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Command(int(self.process.stdout.readline()), list(arguments), folder)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(30)


@contextmanager
def forked(folder: Path) -> Iterator[Commands]:
    """Serve commands meanwhile."""
    made = Commands(folder)
    try:
        yield made
    finally:
        made.close()


def main() -> None:
    """Take orders until standard input ends, and write down how each command ended."""
    for name in MODULES:
        importlib.import_module(name)
    assert threading.active_count() == 1, "a thread would not be in the fork"
    running: dict[int, tuple[int, Path]] = {}
    """Process and folder of each command at work, by a handle on it."""
    while True:
        for ready in select.select([sys.stdin.fileno(), *running], [], [])[0]:
            if ready in running:
                child, folder = running.pop(ready)
                os.close(ready)
                _end(child, folder)
                continue
            line = _line()
            if not line:
                return
            order = json.loads(line)
            child = os.fork()
            if not child:
                _command(order)
            running[os.pidfd_open(child)] = child, Path(order["folder"])
            print(child, flush=True)


def _line() -> bytes:
    """Return the next line of standard input, of which nothing more is read than that."""
    found = bytearray()
    while (sign := os.read(sys.stdin.fileno(), 1)) not in (b"", b"\n"):
        found += sign
    return bytes(found)


def _end(child: int, folder: Path) -> None:
    _, status = os.waitpid(child, 0)
    part = folder / f"{CODE}.part"
    part.write_text(str(os.waitstatus_to_exitcode(status)))
    part.replace(folder / CODE)


def _command(order: Mapping[str, Any]) -> None:
    """Be the command: its environment, its output, its exit code. Never returns."""
    code = 70
    try:
        folder = Path(order["folder"])
        for number, target in enumerate((Path(os.devnull), folder / OUT, folder / ERR)):
            os.dup2(os.open(target, os.O_RDWR | os.O_CREAT, 0o600), number)
        os.environ.clear()
        os.environ.update(order["environment"])
        os.chdir(order["cwd"])
        sys.path[:0] = order["packages"]
        sys.argv = ["piperoll", *order["arguments"]]
        from prefect.context import refresh_global_settings_context

        from piperoll.cli import main as cli

        refresh_global_settings_context()  # Prefect read its settings when it was imported
        if order["code"]:
            exec(order["code"], {"__name__": "__main__"})
        else:
            cli()
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # as the interpreter prints what nobody catches
        code = 1
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
