"""What the benchmark beside peers measures is what it says: changes, readers, costs and tables."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from benchmarks.peers import corpus, tables
from benchmarks.peers.common import HashModel
from benchmarks.peers.measure import kill, measured, wait
from benchmarks.peers.readers import View, look, problems, summary
from benchmarks.peers.scenarios import SCENARIOS, Bench
from benchmarks.peers.server import Server
from benchmarks.peers.systems import PEERS, ROOT, SYSTEMS, VARIANTS, command, environment
from tests.conftest import MakeDir

STATUTE = """# Lag om fyr {number}

## 1 §

Den här lagen gäller för den som ska sköta en fyr vid kusten och för den som äger den.

## 2 §

Den som sköter en fyr ska varje kväll tända lyktan innan solen har gått ner över havet, om inte dimman
gör att den redan är tänd.
"""
COCOINDEX = SYSTEMS["cocoindex"]


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Five statutes as the benchmark keeps them."""
    data = tmp_path / "data"
    data.mkdir()
    for number in range(5):
        (data / f"{number}.md").write_text(STATUTE.format(number=number), encoding="utf-8")
    (data / "empty.md").write_text("# Lag utan text\n", encoding="utf-8")
    corpus.make(data, tmp_path / "documents", 5)
    return tmp_path / "documents"


@pytest.fixture
def server(make_dir: MakeDir) -> Iterator[Server]:
    with Server(make_dir()) as running:
        yield running


def test_files_come_back_as_they_were_with_their_times(documents: Path, tmp_path: Path) -> None:
    live = tmp_path / "live"
    names = corpus.restore(documents, live, 3)
    corpus.all_changed(live)
    assert names == corpus.restore(documents, live, 3)
    assert len(names) == 3
    for name in names:
        assert (live / name).read_bytes() == (documents / name).read_bytes()
        assert (live / name).stat().st_mtime_ns == (documents / name).stat().st_mtime_ns


def test_a_file_that_nothing_changed_is_not_copied_again(documents: Path, tmp_path: Path) -> None:
    live = tmp_path / "live"
    corpus.restore(documents, live, 3)

    def kept() -> dict[str, tuple[int, int]]:
        return {path.name: (path.stat().st_ino, path.stat().st_ctime_ns) for path in live.iterdir()}

    before = kept()
    corpus.section(live)
    corpus.restore(documents, live, 3)
    assert len(before.items() & kept().items()) == 2


def test_a_warm_up_leaves_the_files_of_a_finished_index_alone(
    documents: Path, server: Server, make_dir: MakeDir
) -> None:
    work = make_dir()
    shutil.copytree(documents, work / "documents")
    bench = Bench(work, server, {}, None, 3, 5, work / "results.jsonl")
    live = bench.live(SYSTEMS["piperoll"]) / "source"
    corpus.restore(bench.documents, live, 5)
    before = {path.name: path.stat().st_ino for path in live.iterdir()}
    bench.warm(VARIANTS["piperoll-alone"], "cheap")
    assert {path.name: path.stat().st_ino for path in live.iterdir()} == before
    assert bench.small == 3


def test_one_word_of_one_file_changes(documents: Path, tmp_path: Path) -> None:
    live = tmp_path / "live"
    corpus.restore(documents, live, 5)
    change = corpus.section(live)
    changed = [path for path in live.iterdir() if path.read_bytes() != (documents / path.name).read_bytes()]
    ((name, new),), ((of, old),) = change.seen, change.unseen
    assert [path.name for path in changed] == [name] == [of]
    before, after = (documents / name).read_text(encoding="utf-8"), changed[0].read_text(encoding="utf-8")
    assert (old in before, new in before, old in after, new in after) == (True, False, False, True)
    assert len(set(after.split()) - set(before.split())) == 1


def test_a_reader_is_asked_for_both_wordings(server: Server) -> None:
    server.create("seen")
    with server.connect("seen") as connection:
        assert look(connection, COCOINDEX) == View()
        connection.execute("CREATE TABLE chunks (source text, text text)")
        rows = [("a", corpus.OLD), ("b", corpus.NEW), ("c", corpus.OLD), ("c", corpus.NEW), ("c", corpus.NEW)]
        connection.cursor().executemany("INSERT INTO chunks VALUES (%s, %s)", rows)
        assert look(connection, COCOINDEX) == View(chunks=5, doubled=1, documents=3, old=2, new=2, both=1)
    right = corpus.Change(frozenset("abc"))
    assert problems(server, "seen", COCOINDEX, right) == []
    wrong = corpus.Change(frozenset("abd"), (("a", "fyrvaktarens"),), (("b", corpus.NEW),))
    assert len(problems(server, "seen", COCOINDEX, wrong)) == 4


def test_looks_between_two_whole_states_are_told_from_them() -> None:
    old, new = View(10, 0, 2, 2, 0, 0), View(10, 0, 2, 0, 2, 0)
    half = View(8, 0, 1, 1, 1, 1)
    found = summary([(0.0, old), (1.0, half), (2.0, half), (3.0, new)], old, new)
    assert found["looks"] == {"before": 1, "neither": 2, "after": 1}
    assert (found["seconds"], found["fewest"], found["both"], found["mixed"]) == (1.25, 1, 1, 2)


def test_a_database_is_copied_and_brought_back(server: Server) -> None:
    server.create("live")
    with server.connect("live") as connection:
        connection.execute("CREATE TABLE kept (number int)")
        server.copy("live", "base")
    server.create("live", "base")
    with server.connect("live") as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    assert server.exists("base")


def test_processes_below_are_counted_and_killed_too(tmp_path: Path) -> None:
    work = "import sys, time\nlist(range(3_000_000))\nheld = bytearray(300 << 20)\ntime.sleep(float(sys.argv[1]))\n"
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-c', *sys.argv[1:]])"
    called = [sys.executable, "-c", parent, work]
    cost = measured([*called, "2"], os.environ, psutil.Process(), tmp_path / "errors")
    assert cost.code == 0 and cost.pss > 280 and cost.cpu > 0

    below: list[psutil.Process] = []

    def watch(child: "subprocess.Popen[str]") -> None:
        while not below:
            below.extend(psutil.Process(child.pid).children())
            time.sleep(0.01)
        kill(child)

    cost = measured([*called, "60"], os.environ, psutil.Process(), tmp_path / "errors", watch)
    psutil.wait_procs(below, timeout=10)
    assert cost.code == -9 and not any(one.is_running() for one in below)


def test_a_command_that_ends_before_it_is_killed_is_measured_all_the_same(tmp_path: Path) -> None:
    def watch(child: "subprocess.Popen[str]") -> None:
        wait(child, 60)
        kill(child)

    cost = measured([sys.executable, "-c", "print(1)"], os.environ, psutil.Process(), tmp_path / "errors", watch)
    assert (cost.code, cost.out) == (0, "1\n") and cost.cpu > 0


def test_every_peer_has_its_set_up() -> None:
    for peer in PEERS:
        called = command(VARIANTS[peer.name], "python", Path("folder"), "dsn")
        assert (ROOT / "benchmarks" / "peers" / f"{peer.name}.py").is_file()
        assert called == ["python", "-P", "-m", f"benchmarks.peers.{peer.name}", "index", "folder", "dsn"]


def test_backends_of_piperoll_log_what_they_embed(tmp_path: Path) -> None:
    live = tmp_path / "live" / "piperoll"
    live.mkdir(parents=True)
    variables = environment(VARIANTS["piperoll"], tmp_path, live, "postgresql:///none", "cheap")
    program = (
        "from piperoll.embed import backend; print(backend.get('peers_cheap').embed(['a', 'bc']).vectors.tolist())"
    )
    done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=True)
    wanted = HashModel().encode(["a", "bc"])
    assert json.loads(done.stdout) == pytest.approx(wanted, abs=1e-3)
    bench = Bench(tmp_path, None, {}, None, 1, 1, tmp_path / "results")  # type: ignore[arg-type]
    assert [line.split()[1] for line in bench.embedded(SYSTEMS["piperoll"])] == ["1", "2"]


def test_tables_are_of_medians_without_the_runs_that_others_needed() -> None:
    def row(wall: float, round_: int) -> dict[str, object]:
        cost = {"wall": wall, "cpu": 1.0, "server": 0.5, "pss": 100.0, "texts": 7, "characters": 70, "encode": 0.1}
        named = {"scenario": "full", "variant": "txtai", "round": round_, "problems": []}
        return named | cost | {"view": {"chunks": 9}}

    printed = tables.all_tables([row(1.0, 1), row(9.0, 2), row(2.0, 3), row(500.0, 0)])
    assert "| txtai | 2.0 | 1.0 | 0.5 | 100 | 9 | 7 | 70 | 0.1 |" in printed
    assert "(rounds: 3)" in printed


def test_scenarios_say_what_they_begin_with() -> None:
    assert {scenario.vectors for scenario in SCENARIOS.values()} == {"model", "cheap"}
    assert all(scenario.vectors == "cheap" for name, scenario in SCENARIOS.items() if name.endswith("-cheap"))
