"""The index of words in real runs: one that dies in it, and corpora from before there was one."""

from pathlib import Path

import pytest

from piperoll.errors import PiperollError
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import lexical_writer
from piperoll.store.lexical_writer import Writer
from tests.flows.conftest import Bench

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def found(bench: Bench, query: str, mode: Mode = Mode.LEXICAL) -> list[str]:
    with bench.database.connect(autocommit=True) as connection:
        return [hit["document"] for hit in search(connection, bench.corpus(), query, SearchPlan(mode=mode))["hits"]]


def test_a_run_that_dies_while_words_are_indexed_is_continued(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    bench.path("fyrar").unlink()
    bench.write("kvarnar", "broar", "dammar")
    monkeypatch.setattr(lexical_writer, "CAPACITY", 3)  # so that each document is a segment
    real, put = Writer._put, []

    def die(index: Writer, *what: object) -> None:
        if put:
            raise RuntimeError("killed")
        put.append(what)
        real(index, *what)  # type: ignore[arg-type]

    monkeypatch.setattr(Writer, "_put", die)
    with pytest.raises(RuntimeError, match="killed"):
        bench.run()
    assert bench.corpus().published_edition == 1
    assert bench.export(tmp_path / "during.jsonl") == before
    assert set(found(bench, "fyrar")) == {"SFS 1990:1"}
    assert found(bench, "kvarnar") == []

    monkeypatch.setattr(Writer, "_put", real)
    monkeypatch.setattr(lexical_writer, "CAPACITY", 65_536)
    assert bench.run()["published"] == 2
    assert found(bench, "fyrar") == []
    assert set(found(bench, "kvarnar")) == {"SFS 1992:3"}
    report = bench.verified()
    assert (report["unindexed"], report["misindexed"]) == (0, 0)


def test_a_corpus_from_before_is_indexed_by_a_run_with_nothing_else_to_do(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        connection.execute("DELETE FROM lexical_index")
    for mode in (Mode.LEXICAL, Mode.HYBRID):
        with pytest.raises(PiperollError, match="not indexed yet") as caught:
            found(bench, "fyrar", mode)
        assert "piperoll reindex test" in caught.value.remedy
    assert found(bench, "fyrar", Mode.DENSE)
    assert bench.verified()["unindexed"] == 8  # six chunks, two documents
    assert bench.run()["published"] == 1
    assert set(found(bench, "fyrar")) == {"SFS 1990:1"}
    assert bench.verified()["unindexed"] == 0
