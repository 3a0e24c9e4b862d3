"""The operations that are killed, and the process that does them."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORPUS = "fire"
SETTINGS = {
    "PIPEROLL_ORCHESTRATOR": "none",
    "PIPEROLL_PARTITION_BYTES": "900",
    "OPENBLAS_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
}
CONSTANTS = {"piperoll.store.vectors.LEAST_INDEXED": 1, "tasks.common.BACKOFF_SECONDS": 0.01}
"""So few texts have no index of their vectors otherwise, and nobody waits for a lost connection."""
PATIENCE = 120  # seconds that a command may take on a busy machine


@dataclass(frozen=True)
class Operation:
    """A command and the database that it begins with; "": none, it makes an embedded server."""

    name: str
    begins: str
    arguments: Sequence[str] = ()
    flow: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    workers: int = 1
    stops: bool = False
    """It is not killed, but stopped while the same command does its work, and then goes on."""


OPERATIONS = {
    one.name: one
    for one in (
        Operation("first reindex", "empty", ("reindex", CORPUS)),
        Operation("reindex", "one", ("reindex", CORPUS)),
        Operation("reindex, two workers", "one", ("reindex", CORPUS), workers=2),
        Operation("reindex, stopped", "one", ("reindex", CORPUS), stops=True),
        Operation("backfill parse", "one", ("backfill", CORPUS, "--stage", "parse")),
        Operation("backfill embed", "two", ("backfill", CORPUS, "--stage", "embed", "--backend", "other_words")),
        Operation("prune", "three", ("prune", CORPUS, "--keep", "1")),
        Operation("switch-backend", "filled", ("switch-backend", CORPUS, "other_words")),
        Operation("drop-backend", "filled", ("drop-backend", CORPUS, "other_words")),
        Operation("rollback", "three", ("rollback", CORPUS, "--edition", "1")),
        Operation("publish", "back", flow="publish_edition", parameters={"corpus": CORPUS, "edition": 3}),
        Operation("migrate nothing", "bare", ("status",)),
        Operation("migrate 0010", "old", ("status",)),
        Operation("initdb", "", ("status",)),
        Operation("initdb, power off", "", ("status",)),
    )
}


class Mortal:
    """The process that forks commands; see :mod:`tests.chaos.mortal`."""

    def __init__(self, folder: Path) -> None:
        packages = folder / "packages" / "mortal-1.dist-info"
        packages.mkdir(parents=True)
        (packages / "METADATA").write_text("Metadata-Version: 2.1\nName: mortal\nVersion: 1\n")
        (packages / "entry_points.txt").write_text(
            "[piperoll.backends]\nhashed_words = hashed_words:HashedWords\nother_words = tests.chaos.mortal:Other\n"
        )
        self.packages = [str(packages.parent)]
        self.folder = folder
        self.cpu = 0.0
        """Seconds of a processor that the commands took."""
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("PIPEROLL_")}
        self.environment |= SETTINGS | {"PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.mortal"],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, what: Operation, moment: int = 0, seconds: float = PATIENCE, **environment: str) -> dict[str, Any]:
        """Do the operation in a process that is killed or stopped at ``moment`` (0: never), and return how it ended."""
        return self._order(what, environment, moment=moment, seconds=seconds, stop=what.stops and moment > 0)

    def resume(self, what: Operation, process: int) -> dict[str, Any]:
        """Let a stopped process go on, and return how it ended."""
        return self._order(what, {}, resume=process)

    def _order(self, what: Operation, environment: Mapping[str, str], **given: Any) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        mine = {"PIPEROLL_WORKERS": str(what.workers)} | environment
        order: dict[str, Any] = {"moment": 0, "seconds": PATIENCE, "stop": False, "resume": 0} | given | asdict(what)
        order |= {
            "packages": self.packages,
            "constants": CONSTANTS,
            "environment": self.environment | mine,
            "out": str(self.folder / "out"),
            "err": str(self.folder / "err"),
        }
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.cpu += answer["cpu"]
        return answer

    def said(self) -> str:
        """Return the end of what the last command wrote."""
        return ((self.folder / "out").read_text() + (self.folder / "err").read_text())[-600:]

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(30)
