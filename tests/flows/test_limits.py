"""Files that take too much, or kill what reads them, cost themselves and nothing else."""

from collections.abc import Iterator

import psutil
import pytest

from flows.reindex_corpus import reindex_corpus
from piperoll import bounded
from piperoll import settings as configured
from piperoll.corpora import registry
from piperoll.store import documents
from tests import hostile
from tests.flows.conftest import Bench


@pytest.fixture
def limited(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Limits that are soon reached, and the profile that does harm."""
    monkeypatch.setenv("PIPEROLL_PARSE_SECONDS", "0.7")
    monkeypatch.setenv("PIPEROLL_PARSE_MEMORY", "200")
    monkeypatch.setitem(registry.installed(), "hostile", hostile.Hostile)
    configured.load.cache_clear()
    yield bench
    bounded._end_idle()


def quarantine(bench: Bench) -> dict[str, str]:
    with bench.database.connect(autocommit=True) as connection:
        return {one["source"]: one["code"] for one in documents.quarantined(connection, bench.corpus())}


def run(bench: Bench) -> dict[str, dict[str, int]]:
    result: dict[str, dict[str, int]] = reindex_corpus(corpus="test", source=str(bench.folder), profile="hostile")
    return result


@pytest.mark.orchestrated
def test_harm_costs_one_file_each_and_the_others_are_loaded(limited: Bench) -> None:
    for word in hostile.CODES:
        (limited.folder / f"{word}.txt").write_text(word)
        (limited.folder / f"{word} is told.txt").write_text(f"What is {word}?")
    first = run(limited)["documents"]
    assert quarantine(limited) == {f"{word}.txt": code for word, code in hostile.CODES.items()}
    assert (first["new"], first["quarantined"]) == (len(hostile.CODES), len(hostile.CODES))
    assert len(limited.show("sleep is told.txt")) == 1


def test_the_last_good_version_stays_and_the_file_is_tried_again(limited: Bench) -> None:
    file = limited.folder / "a.txt"
    file.write_text("A good version.")
    run(limited)
    file.write_text("segfault")
    run(limited)
    assert quarantine(limited) == {"a.txt": "parse_crashed"}
    assert limited.show("a.txt")[0]["chunks"][0]["content"] == "A good version."
    assert run(limited)["documents"]["unchanged"] == 0  # it is read again
    file.write_text("A better version.")
    run(limited)
    assert quarantine(limited) == {}
    assert limited.show("a.txt")[0]["chunks"][0]["content"] == "A better version."


def test_archives_that_take_too_much_are_listed_under_their_names(limited: Bench) -> None:
    (limited.folder / "bomb.parquet").write_bytes(hostile.parquet_bomb(length=3_900_000, rows=250))
    (limited.folder / "good.txt").write_text("Good.")
    before = psutil.Process().memory_info().rss  # a worker that ran other tests holds their models
    for _ in range(2):
        run(limited)
        assert quarantine(limited) == {"bomb.parquet": "parse_memory"}
        assert len(limited.show("good.txt")) == 1
    assert psutil.Process().memory_info().rss - before < 512 << 20
