"""A document that the database or the model does not take costs itself and no other, whatever it is called."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from flows.launch import launch
from piperoll import settings as configured
from piperoll.embed.minilm import MiniLM
from piperoll.errors import PiperollError
from piperoll.pipeline import isolate
from piperoll.store import documents
from tests.flows.conftest import TOPICS, Bench

POISON = "kvarnar"


@pytest.fixture
def alone(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Partitions of several files."""
    monkeypatch.setenv("PIPEROLL_PARTITION_BYTES", "2000")
    configured.load.cache_clear()
    return alone


def quarantine(bench: Bench) -> dict[str, tuple[str, str]]:
    with bench.database.connect() as connection:
        rows = documents.quarantined(connection, bench.corpus())
    return {row["source"]: (row["code"], row["reason"]) for row in rows}


def refuse(bench: Bench, condition: str) -> None:
    """Let the database refuse versions, as it refuses a value over one of its limits."""
    with bench.database.connect(autocommit=True) as connection:
        connection.execute(f"ALTER TABLE version ADD CONSTRAINT poison CHECK (NOT ({condition})) NOT VALID")


def accept(bench: Bench) -> None:
    with bench.database.connect(autocommit=True) as connection:
        connection.execute("ALTER TABLE version DROP CONSTRAINT poison")


def test_a_document_that_the_database_refuses_costs_only_itself(alone: Bench, tmp_path: Path) -> None:
    alone.write(*TOPICS)
    alone.launch()
    before = alone.show("SFS 1992:3")[0]["chunks"][1]["content"]
    refuse(alone, f"title ~ '{POISON}'")
    for topic in TOPICS:
        text = alone.path(topic).read_text(encoding="utf-8")
        alone.path(topic).write_text(text.replace("ska anmäla", "får anmäla"), encoding="utf-8")
    result = alone.launch()
    assert (result["documents"]["changed"], result["documents"]["quarantined"]) == (len(TOPICS) - 1, 1)
    code, reason = quarantine(alone)[f"{POISON}.md"]
    assert code == "load_failed"
    assert "poison" in reason
    assert alone.show("SFS 1992:3")[0]["chunks"][1]["content"] == before, "the last good version stays"
    assert "får anmäla" in alone.show("SFS 1990:1")[0]["chunks"][1]["content"]
    assert alone.verified()["documents"] == len(TOPICS)
    assert [path for path in (tmp_path / "workspace").rglob("*") if path.is_file()] == []

    again = alone.launch()
    assert (again["edition"], again["documents"]["unchanged"]) == (result["edition"], len(TOPICS) - 1)
    accept(alone)
    mended = launch("backfill_corpus", corpus="test", stages=["parse"], status=["quarantined"])
    assert (mended["documents"]["changed"], mended["documents"]["quarantined"]) == (1, 0)


def test_a_text_that_the_model_refuses_costs_only_its_document(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    embed = MiniLM.embed

    def odd(self: MiniLM, texts: list[str], *more: Any) -> Any:
        if any(POISON in text for text in texts):
            raise RuntimeError(f"cannot read {POISON}\0\ud800")
        return embed(self, texts, *more)

    monkeypatch.setattr(MiniLM, "embed", odd)
    alone.write(*TOPICS)
    result = alone.launch()
    assert (result["documents"]["new"], result["documents"]["quarantined"]) == (len(TOPICS) - 1, 1)
    assert quarantine(alone)[f"{POISON}.md"] == (
        "load_failed",
        f"RuntimeError: cannot read {POISON}\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}",
    )


@pytest.mark.orchestrated
def test_a_document_is_isolated_in_a_run_of_prefect_too(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_PARTITION_BYTES", "2000")
    configured.load.cache_clear()
    refuse(bench, f"title ~ '{POISON}'")
    bench.write(*TOPICS[:4])
    result = bench.run()
    assert (result["documents"]["new"], result["documents"]["quarantined"], result["published"]) == (3, 1, 1)


def test_a_database_that_refuses_everything_stops_the_run(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolate, "MOST", 2)
    alone.write(*TOPICS)
    refuse(alone, "true")
    with pytest.raises(psycopg.errors.CheckViolation):
        alone.launch()
    assert quarantine(alone) == {}
    accept(alone)
    assert alone.launch()["documents"]["new"] == len(TOPICS)


def test_a_few_failures_in_each_of_many_partitions_stop_the_run(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_PARTITION_BYTES", "1")
    configured.load.cache_clear()
    monkeypatch.setattr("tasks.run.MOST", 2)
    alone.write(*TOPICS)
    refuse(alone, "true")
    with pytest.raises(PiperollError, match="3 files could not be loaded") as caught:
        alone.launch()
    assert caught.value.code == "load_failed"


LONG = "d" * 250


def odd_names(folder: Path, copy: Callable[[Path], object]) -> None:
    for name in (b"l\xe4g.md", b"l\\xe4g.md", b"two\nlines.md", b"a.zip!/b.md"):
        path = folder / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        copy(path)
    at = folder
    for _ in range(14):
        at /= LONG
    at.mkdir(parents=True)
    copy(at / "deep.md")


def test_whatever_files_are_called_the_run_publishes(alone: Bench) -> None:
    alone.write("fyrar")
    text = alone.path("fyrar").read_text(encoding="utf-8")
    numbers = iter(range(1, 100))
    odd_names(alone.folder, lambda path: path.write_text(text.replace("1990:1", f"2001:{next(numbers)}"), "utf-8"))
    result = alone.launch()
    assert (result["documents"]["new"], result["documents"]["quarantined"], result["published"]) == (5, 1, 1)
    [(name, (code, _))] = quarantine(alone).items()
    assert (code, name[:251]) == ("path_too_long", f"{LONG}/")
    assert alone.show("l\\xe4g.md")[0]["document"] != alone.show("l\\x5cxe4g.md")[0]["document"]
    assert alone.launch()["documents"]["unchanged"] == 5


def test_a_name_that_an_older_version_could_not_read_is_read(alone: Bench) -> None:
    """As the migration leaves such a file."""
    alone.write("fyrar")
    alone.launch()
    with alone.database.connect(autocommit=True) as connection:
        connection.execute("UPDATE source_file SET status = 'quarantined', code = 'bad_name', fingerprint = ''")
    assert alone.launch()["documents"]["quarantined"] == 0
