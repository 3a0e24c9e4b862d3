"""``kill -9`` of a run at several points, and two runs at once: readers notice nothing, and the end is the same."""

import itertools
import json
import signal
import time
from pathlib import Path

import pytest

from piperoll.store import corpora
from piperoll.store.connection import Connection
from tests.flows.conftest import FEW, TOPICS, Bench

pytestmark = pytest.mark.small_partitions

POINTS = (1, 5)
"""Files in the ledger of the new edition where the run is killed; tests/chaos/test_sweep.py kills at any statement."""
EVERY = 10
"""Looks at how far the run is, to one at what readers see."""
PATIENCE = 120  # seconds that a child may take to get there on a busy machine


def _loaded(connection: Connection) -> int:
    row = connection.execute(
        "SELECT count(*) FROM source_file f JOIN corpus c ON c.id = f.corpus_id WHERE c.name = 'test' AND f.edition = 2"
    ).fetchone()
    assert row
    return int(row[0])


@pytest.mark.orchestrated
def test_a_killed_run_is_continued_and_nobody_sees_it(bench: Bench, tmp_path: Path) -> None:
    bench.write(*TOPICS)
    bench.prepare()
    before = bench.export(tmp_path / "before.jsonl")
    for topic in TOPICS:
        path = bench.path(topic)
        path.write_text(path.read_text(encoding="utf-8").replace("Länsstyrelsen", "Kommunen"), encoding="utf-8")

    kept = 0
    for point in POINTS:
        child = bench.start("reindex", "test", "--source", str(bench.folder), "--profile", "se-law", "--json")
        deadline = time.monotonic() + PATIENCE
        with bench.database.connect(autocommit=True) as connection:  # one for all looks, which then cost little
            for look in itertools.count():
                if _loaded(connection) >= point or child.poll() is not None or time.monotonic() > deadline:
                    break
                if look % EVERY == 0:
                    assert bench.export(tmp_path / "during.jsonl") == before
                time.sleep(0.05)
            child.send_signal(signal.SIGKILL)
            _, errors = child.communicate(timeout=60)
            assert child.returncode == -signal.SIGKILL, errors
            assert _loaded(connection) >= max(point, kept), "finished partitions stay finished"
            kept = _loaded(connection)
        assert bench.export(tmp_path / "after.jsonl") == before

    result = bench.run()
    assert result["edition"] == result["published"] == 2
    assert result["documents"]["unchanged"] == kept, "what was loaded before is not opened again"
    assert result["documents"]["changed"] == len(TOPICS) - kept
    with bench.database.connect() as connection:
        states = connection.execute("SELECT state FROM run ORDER BY started_at").fetchall()
    assert [state for (state,) in states] == ["completed", *["lost"] * len(POINTS), "completed"]

    bench.prepare(corpus="undisturbed")
    assert bench.export(tmp_path / "a.jsonl") == bench.export(tmp_path / "b.jsonl", name="undisturbed")
    assert bench.verified()["uncovered"] == 0
    with bench.database.connect() as connection:
        assert corpora.get(connection, "test").published_edition == 2


def test_of_two_runs_that_start_together_one_publishes_and_one_says_why_not(bench: Bench) -> None:
    bench.write(*FEW)
    bench.configure("test")
    arguments = ("reindex", "test", "--json")
    first = bench.start(*arguments)
    deadline = time.monotonic() + PATIENCE
    while not bench.count("run") and time.monotonic() < deadline:
        time.sleep(0.01)
    first.send_signal(signal.SIGSTOP)  # so that it is still at work, however slow the second one starts
    second = bench.start(*arguments)
    told, _ = second.communicate(timeout=PATIENCE)
    first.send_signal(signal.SIGCONT)
    published, _ = first.communicate(timeout=PATIENCE)
    assert (first.returncode, second.returncode) == (0, 4)
    assert json.loads(published)["published"] == 1
    error = json.loads(told)["error"]
    assert (error["code"], "process" in error["message"]) == ("corpus_busy", True)
    assert error["remedy"]
    with bench.database.connect() as connection:
        assert connection.execute("SELECT state FROM run").fetchall() == [("completed",)]
