"""Measure scenarios: each begins from a state of its own, so that any can be run alone and again."""

import json
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.peers import corpus
from benchmarks.peers.corpus import Change, Changing
from benchmarks.peers.measure import Cost, kill, measured, wait
from benchmarks.peers.readers import Reader, View, look, problems, summary
from benchmarks.peers.server import Server
from benchmarks.peers.systems import System, Variant, command, environment, interpreter

Row = dict[str, Any]


@dataclass(frozen=True)
class Scenario:
    """Attributes:
    name: of it.
    vectors: "model" or "cheap".
    change: what happens to the files of a finished index; None: the first run of an empty database.
    small: with the small number of files; else the large one.
    killed: whether a first try is killed after half of the time that the whole takes.
    watched: whether a reader looks all the time.
    """

    name: str
    vectors: str
    change: Changing | None = None
    small: bool = False
    killed: bool = False
    watched: bool = False


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("full-small", "model", small=True),
        Scenario("full", "model"),
        Scenario("full-cheap", "cheap"),
        Scenario("nothing", "model", corpus.nothing),
        Scenario("section", "model", corpus.section),
        Scenario("deleted", "model", corpus.deleted),
        Scenario("renamed", "model", corpus.renamed),
        Scenario("nothing-cheap", "cheap", corpus.nothing),
        Scenario("section-cheap", "cheap", corpus.section),
        Scenario("deleted-cheap", "cheap", corpus.deleted),
        Scenario("renamed-cheap", "cheap", corpus.renamed),
        Scenario("kill", "model", killed=True),
        Scenario("kill-cheap", "cheap", killed=True),
        Scenario("changed-cheap", "cheap", corpus.all_changed, watched=True),
        Scenario("changed-kill-cheap", "cheap", corpus.all_changed, killed=True, watched=True),
    )
}
SMALL_CHANGES = ("nothing", "section", "deleted", "renamed")


@dataclass
class Bench:
    """Attributes:
    work: folder of everything.
    server: where the databases are.
    pythons: interpreters that were given, by system.
    venvs: folder of environments for the others.
    small, large: numbers of files.
    results: file of results, one JSON object a line.
    lived: folder below ``work`` in which the systems run.
    texts: that a whole run of a system embeds, by scenario, as far as known.
    """

    work: Path
    server: Server
    pythons: dict[str, str]
    venvs: Path | None
    small: int
    large: int
    results: Path
    lived: str = "live"
    texts: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def documents(self) -> Path:
        """Return the documents as they are drawn."""
        return self.work / "documents"

    def live(self, system: System) -> Path:
        """Return the folder of a system: the same in every run, because some remember where a file was."""
        return self.work / self.lived / system.name

    def measure(self, variant: Variant, scenario: Scenario, round_: int) -> Row:
        """Run a scenario, and keep and return the row of its result."""
        whole = self.whole(variant, scenario) if scenario.killed else {}
        change = self.prepare(variant.system, scenario)
        before = self.view(variant.system)
        row: Row = {"scenario": scenario.name, "variant": variant.name, "round": round_, "time": time.time()}
        row["load"] = round(float(Path("/proc/loadavg").read_text().split()[0]), 1)
        cost, seen = self.run(variant, scenario, whole["wall"] / 2 if whole else 0.0)
        first: list[str] = []
        if scenario.killed:
            row["whole"] = {"wall": whole["wall"], "texts": whole["texts"]}
            first = self.embedded(variant.system)
            row["first"] = asdict(cost) | {"texts": len(first), "view": asdict(self.view(variant.system))}
            row["first"].pop("out")
            cost, more = self.run(variant, scenario)
            seen += more
        done = self.embedded(variant.system)
        again = done[len(first) :]
        known = set(first)
        after = self.view(variant.system)
        row |= asdict(cost) | {"out": last_line(cost.out), "texts": len(again), "view": asdict(after)}
        row |= {
            "characters": sum(int(line.split()[1]) for line in again),
            "encode": self.encode_seconds(variant.system),
        }
        row["redone"] = sum(line in known for line in again)
        row["problems"] = problems(self.server, self.database(variant.system), variant.system, change)
        if cost.code:
            row["problems"].append(f"exit code {cost.code}: {self.errors(variant.system)}")
        if seen:
            row["seen"] = summary(seen, before, after)
        if not variant.changes:
            row["problems"] = []
        elif scenario.change is None and not scenario.small and not cost.code and variant.name == variant.system.name:
            self.keep(variant.system, scenario.vectors)
        with self.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return row

    def prepare(self, system: System, scenario: Scenario) -> Change:
        """Put files, state and database of a system into the state that a scenario begins with."""
        live = self.live(system)
        if scenario.change and not self.server.exists(self.base(system, scenario.vectors)):
            self.make_base(system, scenario.vectors)
        corpus.restore(self.documents, live / "source", self.small if scenario.small else self.large)
        (live / "log").unlink(missing_ok=True)
        shutil.rmtree(live / "state", ignore_errors=True)
        if scenario.change is None:
            (live / "state").mkdir()
            self.server.create(self.database(system))
            change = corpus.nothing(live / "source")
        else:
            copy_folder(self.kept(system, scenario.vectors), live / "state")
            self.server.create(self.database(system), self.base(system, scenario.vectors))
            change = scenario.change(live / "source")
        self.server.settle()
        return change

    def run(self, variant: Variant, scenario: Scenario, seconds: float = 0.0) -> tuple[Cost, list[tuple[float, View]]]:
        """Run a system once.

        Args:
            variant: of which system.
            scenario: for its vectors, and whether a reader looks.
            seconds: kill it after so many; 0: let it end.
        """
        system, live = variant.system, self.live(variant.system)
        dsn = self.server.dsn(self.database(system))
        variables = environment(variant, self.work, live, dsn, scenario.vectors)

        def watch(child: "subprocess.Popen[str]") -> None:
            if seconds:
                wait(child, seconds)
                kill(child)

        reader = Reader(self.server, self.database(system), system) if scenario.watched else None
        if reader:
            reader.start()
        called = command(variant, interpreter(system, self.pythons, self.venvs), live / "source", dsn)
        cost = measured(called, variables, self.server.postmaster, live / "errors", watch)
        return cost, reader.stop() if reader else []

    def whole(self, variant: Variant, scenario: Scenario) -> Row:
        """Return the newest result of a run like that of a scenario that nobody kills; without one, it is measured."""
        name = scenario.name.replace("changed-kill", "changed").replace("kill", "full")
        rows = [row for row in read(self.results) if (row["variant"], row["scenario"]) == (variant.name, name)]
        return rows[-1] if rows else self.measure(variant, SCENARIOS[name], 0)

    def warm(self, variant: Variant, vectors: str) -> None:
        """Run a system on a few files, so that its programs and the model are in the page cache.

        It runs in a folder of its own: the files of the others must stay as the finished index knows them.
        """
        scenario = Scenario("warm", vectors, small=True)
        apart = replace(self, lived="warm", small=3)
        apart.prepare(variant.system, scenario)
        cost, _ = apart.run(variant, scenario)
        if cost.code:
            raise SystemExit(f"{variant.name} does not run: {apart.errors(variant.system)}")

    def view(self, system: System) -> View:
        """Return what a reader sees."""
        with self.server.connect(self.database(system)) as connection:
            return look(connection, system)

    def embedded(self, system: System) -> list[str]:
        """Return a line for each text that was embedded since the scenario began: its hash and its characters."""
        with suppress(FileNotFoundError):
            lines = (self.live(system) / "log").read_text().splitlines()
            return [line for line in lines if not line.startswith("=")]
        return []

    def encode_seconds(self, system: System) -> float:
        """Return seconds that the model was at work, summed over threads."""
        with suppress(FileNotFoundError):
            lines = (self.live(system) / "log").read_text().splitlines()
            return sum(float(line[1:]) for line in lines if line.startswith("="))
        return 0.0

    def errors(self, system: System) -> str:
        """Return the end of what a system wrote to its standard error."""
        return (self.live(system) / "errors").read_text(errors="replace")[-600:]

    def database(self, system: System) -> str:
        """Return the name of the database of a system."""
        return f"live_{system.name}"

    def base(self, system: System, vectors: str) -> str:
        """Return the name of the database with a finished index."""
        return f"base_{system.name}_{vectors}"

    def kept(self, system: System, vectors: str) -> Path:
        """Return the folder with the state of a finished index."""
        return self.work / "base" / f"{system.name}_{vectors}"

    def keep(self, system: System, vectors: str) -> None:
        """Keep what a run made as the state that other scenarios begin with."""
        self.server.copy(self.database(system), self.base(system, vectors))
        copy_folder(self.live(system) / "state", self.kept(system, vectors))

    def make_base(self, system: System, vectors: str) -> None:
        """Make a finished index by a run that is not measured."""
        scenario = Scenario("base", vectors)
        self.prepare(system, scenario)
        cost, _ = self.run(Variant(system.name, system), scenario)
        if cost.code:
            raise SystemExit(f"{system.name} does not run: {self.errors(system)}")
        self.keep(system, vectors)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder; a file with holes, such as a database of CocoIndex, keeps them."""
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--sparse=always", str(source), str(target)], check=True)


def read(results: Path) -> Sequence[Row]:
    """Return all rows of a file of results."""
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


def last_line(out: str) -> Any:
    """Return the JSON that a system printed last, as far as it is JSON."""
    for text in (out, *out.splitlines()[-1:]):
        with suppress(ValueError):
            return json.loads(text)
    return None
