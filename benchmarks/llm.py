"""Ask a language model for the context prefixes of real documents, through faults, ceilings and kill -9, and count.

    PIPEROLL_DATA_DIR=/tmp/llm python -m benchmarks.llm FOLDER [--profile se-law --files 200] [--only killed storm …]

The model is a server on loopback that speaks as Claude does (tests/claude.py), so nothing is said here of what a model
writes. Vectors come of a server as well (tests/services.py). Prints Markdown.

killed    runs killed five times by signal 9, in batches and directly, beside runs that nobody kills: what is paid
          twice, and whether the exports are equal, byte for byte
storm     twenty seconds of 429, then a tenth of the requests fail: what is lost, and the limits as the server saw them
estimate  what `plan` says beside what the run records, before any answer is known and after one in eight is
memo      seconds of the processor that 10,000 stored answers take
budget    a ceiling of half the price: the run stops, the next one goes on
hostile   a hundred hostile documents and a model that obeys them
evaluated what the examples' gold sets find before and with prefixes and questions, by the real embedding model; the
          server's prefixes are the title and the first words of the chunk, so this tests the way and tells nothing of a
          model's
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from piperoll import settings
from piperoll.llm.desk import Desk
from piperoll.llm.prices import Usage
from piperoll.llm.request import Answer, Prompt, Request
from piperoll.store.answers import Asker
from piperoll.store.connection import open_database
from tests import claude as model
from tests import hostile_documents, services
from tests.llm.conftest import Said

EXAMPLES = Path(__file__).parents[1] / "examples"
KILLS = 5
WORKERS, CONNECTIONS = 2, 4
DIMENSION = 64
SECONDS = 0.05
"""That the server takes for an answer, so that requests are under way when a process is killed."""


class Bench:
    """A corpus in a database of its own, whose models are servers of this process."""

    def __init__(self, folder: Path, source: Path, profile: str, claude: model.Claude, embedder: Any) -> None:
        self.folder, self.source, self.profile = folder, source, profile
        self.claude, self.embedder = claude, embedder
        self.name = "bench"

    def configure(self, model_more: dict[str, Any] | None = None, **corpus: Any) -> None:
        tables: dict[str, dict[str, Any]] = {
            f"corpus.{self.name}": {"source": str(self.source), "profile": self.profile, "backend": "svc"}
            | {"prefixes": "m"}
            | corpus,
            "model.m": self.claude.settings() | (model_more or {}),
            "backend.svc": self.embedder.settings("openai"),
        }
        lines = [line for name, table in tables.items() for line in _table(name, table)]
        (self.folder / "piperoll.toml").write_text("\n".join(lines), encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        mine = {"PIPEROLL_CONFIG": str(self.folder / "piperoll.toml"), "PIPEROLL_ORCHESTRATOR": "none"}
        small = {"PIPEROLL_WORKSPACE": str(self.folder / "workspace"), "PIPEROLL_PARTITION_BYTES": "200000"}
        return os.environ | services.ENVIRONMENT | model.ENVIRONMENT | mine | small

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "piperoll.cli", *arguments]
        return subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def run(self, *arguments: str) -> Any:
        process = self.start(*arguments)
        out, told = process.communicate()
        if process.returncode:
            raise SystemExit(f"{out[-1000:]}{told[-2000:]}")
        return json.loads(out) if "--json" in arguments else out

    def reindex(self) -> dict[str, Any]:
        result: dict[str, Any] = self.run("reindex", self.name, "--json")
        return result

    def export(self) -> bytes:
        out = self.folder / "export.jsonl"
        self.run("export", self.name, "--out", str(out))
        return out.read_bytes()

    def killed(self, times: int, batches: bool) -> int:
        """Run, kill as the requests come in, and go on until a run ends; return how many were killed."""
        killed, draw = 0, random.Random(5)
        expected = 4 * times if batches else len(list(self.source.rglob("*.*"))) // 2

        def asked() -> int:
            return sum(self.claude.paths.values()) if batches else len(self.claude.paid)

        while True:
            process = self.start("reindex", self.name, "--json")
            mark = asked() + max(1, expected // (times + 4))
            deadline = time.monotonic() + 20 + 10 * draw.random()
            while process.poll() is None and killed < times:
                if asked() >= mark or time.monotonic() > deadline:
                    time.sleep(draw.random() * 0.3)
                    process.send_signal(signal.SIGKILL)
                    killed += 1
                    break
                time.sleep(0.02)
            out, told = process.communicate()
            while self.claude.at_work:
                time.sleep(0.05)
            if process.returncode == 0:
                return killed
            if process.returncode != -signal.SIGKILL:
                raise SystemExit(f"{out[-1000:]}{told[-2000:]}")


def _table(name: str, table: dict[str, Any]) -> Iterator[str]:
    yield f"[{name}]"
    yield from (f"{key} = {json.dumps(value)}" for key, value in table.items())


def sample(folder: Path, count: int, into: Path) -> Path:
    """Copy so many files of a folder, spread over all of them, and return where they lie."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    shutil.rmtree(into, ignore_errors=True)
    for path in files[:: max(1, len(files) // count)][:count]:
        target = into / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return into


@contextmanager
def bench(folder: Path, source: Path, profile: str, brain: model.Brain = model.summaries) -> Iterator[Bench]:
    """Give a ``with`` block servers and an empty folder."""
    shutil.rmtree(folder / "run", ignore_errors=True)
    (folder / "run").mkdir(parents=True)
    with model.claude(brain) as claude, services.embedder(DIMENSION) as embedder:
        yield Bench(folder / "run", source, profile, claude, embedder)


def forget(bench: Bench) -> None:
    """Empty the memo, and let a new corpus begin."""
    with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
        connection.execute("TRUNCATE model_answer, model_request, model_batch, text_claim")
    bench.claude.paid.clear()
    bench.claude.sent.clear()


def killed(folder: Path, source: Path, profile: str) -> None:
    """Print what runs that are killed pay, and whether they give the same rows."""
    print("| how | runs killed | requests | answers | paid twice | under way at kills, at most | export |"
          " requests of one run more |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|")
    first = b""
    for batches, times in ((False, 0), (False, KILLS), (True, 0), (True, KILLS)):
        with bench(folder, source, profile) as one:
            one.name = f"killed-{'batch' if batches else 'direct'}-{times}"
            one.claude.delay, one.claude.batch_seconds = SECONDS, 2.0
            one.configure(batches=batches)
            forget(one)
            count = one.killed(times, batches) if times else 0
            if not times:
                one.reindex()
            export = one.export()
            first = first or export
            paid, asked = one.claude.paid, sum(one.claude.paths.values())
            twice = sum(times - 1 for times in paid.values())
            under_way = 0 if batches else count * WORKERS * CONNECTIONS
            one.reindex()
            again = sum(one.claude.paths.values()) - asked
            same = "equal" if export == first else "DIFFERENT"
            print(f"| {'in batches' if batches else 'directly'} | {count} | {asked:,} | {len(paid):,} | {twice} |"
                  f" {under_way} | {same}, {len(export):,} bytes | {again} |", flush=True)  # fmt: skip


def storm(folder: Path, source: Path, profile: str) -> None:
    """Print what faults and limits do."""
    print("| faults | prefixes lacking | paid twice | requests a minute (limit) | tokens a minute (limit) |")
    print("|---|---|---|---|---|")
    with bench(folder, source, profile) as one:
        one.name = "storm"
        limits = {"requests_per_minute": 120, "tokens_per_minute": 400_000}
        one.configure(limits, batches=False)
        forget(one)
        one.claude.share, one.claude.storm_until = 0.1, time.monotonic() + 20
        one.claude.retry_after = "2"
        result = one.reindex()
        requests, tokens = one.claude.most()
        faults = {fault: count for fault, count in one.claude.made.items() if fault}
        print(f"| {dict(sorted(faults.items()))} | {result['prefixes']['lacking']} |"
              f" {sum(paid - 1 for paid in one.claude.paid.values())} | {requests} ({limits['requests_per_minute']}) |"
              f" {tokens:,} ({limits['tokens_per_minute']:,}) |")  # fmt: skip


def estimate(folder: Path, source: Path, profile: str) -> None:
    """Print what plan says beside what runs record."""
    print("| how | known before | requests | tokens | price | recorded: requests | tokens | price | off by |")
    print("|---|---|---|---|---|---|---|---|---|")
    every = sorted(path for path in source.rglob("*") if path.is_file())
    for batches in (True, False):
        with bench(folder, source, profile) as one:
            one.name = f"estimate-{profile}-{'batch' if batches else 'direct'}"
            one.configure(batches=batches)
            forget(one)
            hidden = folder / "hidden"
            later = [path for place, path in enumerate(every) if place % 8]
            for known in ("nothing", "one in eight"):
                for path in later:
                    _move(path, source, hidden) if known == "nothing" else _move(
                        hidden / path.relative_to(source), hidden, source
                    )
                said = one.run("plan", one.name, "--json")["models"]
                done = one.reindex()["models"]
                tokens = said["input_tokens"] + said["output_tokens"]
                off = said["price"] / done["price"] - 1
                how = "in batches" if batches else "directly"
                print(f"| {how} | {known} | {said['calls']} | {tokens:,} | {said['price']:.4f} | {done['answers']} |"
                      f" {done['tokens']:,} | {done['price']:.4f} | {off:+.1%} |", flush=True)  # fmt: skip


def _move(path: Path, root: Path, to: Path) -> None:
    target = to / path.relative_to(root)
    target.parent.mkdir(parents=True, exist_ok=True)
    path.rename(target)


def memo(folder: Path, source: Path, profile: str) -> None:
    """Print what 10,000 stored answers take."""
    with bench(folder, source, profile) as one:
        one.configure()
        os.environ |= {"PIPEROLL_CONFIG": one.environment["PIPEROLL_CONFIG"]} | model.ENVIRONMENT
        settings.load.cache_clear()
        prompt, text = Prompt("memo", 1, "Say a word."), "Den som innehar en fyr ska anmäla det. " * 50
        requests = [Request(prompt, Said, f"{number} {text}") for number in range(10_000)]
        with (
            open_database(settings.load()) as database,
            database.connect(autocommit=True) as connection,
            database.connect(autocommit=True) as own,
        ):
            desk = Desk(connection, own, "m", Asker("memo", "", "memo"))
            with connection.transaction():
                for one_request in requests:
                    answer = Answer('{"word": "fyr"}', "end_turn", Usage(1, 1))
                    desk.keep(desk.asker, one_request.key(desk.table), (1, 1), answer, batched=False)
            began, wall = time.process_time(), time.monotonic()
            count = sum(1 for _ in desk.ask(requests))
            cpu, wall = time.process_time() - began, time.monotonic() - wall
            sent = sum(one.claude.paths.values())
            print(f"{count:,} stored answers: {cpu:.2f} s of the processor, {wall:.2f} s of the clock, {sent} requests")


def budget(folder: Path, source: Path, profile: str) -> None:
    """Print what a ceiling of half the price does."""
    print("| run | ceiling | answers | price | prefixes lacking | published |")
    print("|---|---|---|---|---|---|")
    with bench(folder, source, profile) as one:
        one.name = "budget"
        one.configure(batches=False)
        forget(one)
        whole = one.run("plan", one.name, "--json")["models"]["price"]
        for ceiling in (whole / 3, whole / 3, None):
            one.configure(batches=False, **({"ceiling_run": ceiling} if ceiling else {}))
            result = one.reindex()
            models, lacking = result["models"], result["prefixes"]["lacking"]
            print(f"| {result['edition']} | {ceiling or float('inf'):.4f} | {models['answers']} |"
                  f" {models['price']:.4f} | {lacking} | {result['published']} |")  # fmt: skip
        print(f"paid twice: {sum(paid - 1 for paid in one.claude.paid.values())}")


def hostile(folder: Path, _source: Path, _profile: str) -> None:
    """Print what hostile documents reach."""
    source = folder / "hostile"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    kinds = {}
    for number, kind, text in hostile_documents.documents():
        kinds[f"SFS {number}"] = kind.name
        (source / f"{number.replace(':', '-')}.md").write_text(text, encoding="utf-8")
    with bench(folder, source, "se-law", hostile_documents.obeying) as one:
        one.name = "hostile"
        one.configure(batches=False)
        forget(one)
        one.reindex()
        rows = [json.loads(line) for line in one.export().splitlines()]
    got: dict[str, Counter[str]] = {name: Counter() for name in kinds.values()}
    for row in rows:
        if row["path"] != hostile_documents.HOSTILE:
            prefix = row.get("prefix", "")
            got[kinds[row["document"]]]["kept" if prefix else "dropped"] += 1
            got[kinds[row["document"]]]["through"] += hostile_documents.MARK in prefix
    print("| kind | documents | other chunks with their prefix | without | with the attacker's |")
    print("|---|---|---|---|---|")
    for name, counts in got.items():
        sent = list(kinds.values()).count(name)
        print(f"| {name} | {sent} | {counts['kept']} | {counts['dropped']} | {counts['through']} |")


def evaluated(folder: Path, _source: Path, _profile: str) -> None:
    """Print what gold sets find without and with prefixes."""
    print("| profile | questions | with | ndcg@10 before | after | difference, 95 % |")
    print("|---|---|---|---|---|---|")
    for source in sorted(EXAMPLES.glob("*/gold.jsonl")):
        profile = source.parent.name
        with bench(folder, source.parent, profile) as one:
            one.name = f"evaluated-{profile}"
            found = []
            for more in ({"prefixes": ""}, {"batches": False}, {"batches": False, "questions": True}):
                one.configure(backend="minilm", **more)
                one.reindex()
                found.append(str(one.folder / f"{len(found)}.jsonl"))
                one.run("evaluate", one.name, "--gold", str(source), "--per-query", found[-1])
            for path, name in zip(found[1:], ("prefixes", "and questions"), strict=True):
                told = one.run("compare", found[0], path, "--metric", "ndcg@10", "--json")
                row = next(row for row in told["differences"] if row["metric"] == "ndcg@10")
                before, after, low, high = (row[key] for key in ("before", "after", "low", "high"))
                print(f"| {profile} | {row['queries']} | {name} | {before:.3f} | {after:.3f} | {after - before:+.3f}"
                      f" ({low:+.3f} to {high:+.3f}) |", flush=True)  # fmt: skip


PARTS = {part.__name__: part for part in (killed, storm, estimate, memo, budget, hostile, evaluated)}


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--profile", default="se-law")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=list(PARTS), choices=PARTS)
    chosen = parser.parse_args()
    folder = settings.load().data_dir
    for name in chosen.only:
        print(f"\n## {name}: {chosen.profile}\n")
        PARTS[name](folder, sample(chosen.folder, chosen.files, folder / "source"), chosen.profile)


if __name__ == "__main__":
    main()
