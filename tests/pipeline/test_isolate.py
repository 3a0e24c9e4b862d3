"""A file that keeps its partition from being loaded costs no other file, and little work."""

from math import ceil, log2
from typing import Any

import polars as pl
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.pipeline.isolate import MOST, blames_a_file, load_all
from piperoll.pipeline.plan import Partition


def partition(count: int) -> Partition:
    return Partition(1, "all", pl.DataFrame({"source": [f"{number:03}.md" for number in range(count)]}))


class Store:
    """Loads partitions without a poisoned file, whole or not at all."""

    def __init__(self, poisoned: set[str], error: Exception) -> None:
        self.poisoned, self.error = poisoned, error
        self.loaded: list[str] = []
        self.refused: dict[str, str] = {}
        self.calls: list[str] = []
        self.given_up: list[str] = []

    def load(self, part: Partition) -> int:
        self.calls.append(part.name)
        sources = part.files["source"].to_list()
        if part.refused:
            self.refused |= {source: part.refused[source].code for source in sources}
        elif self.poisoned & set(sources):
            raise self.error
        else:
            self.loaded += sources
        return len(sources)

    def give_up(self, part: Partition) -> None:
        self.given_up.append(part.name)


@given(st.data(), st.integers(1, 300))
def test_all_but_the_poisoned_files_are_loaded(data: st.DataObject, count: int) -> None:
    whole = partition(count)
    sources = whole.files["source"].to_list()
    poisoned = data.draw(st.sets(st.sampled_from(sources), max_size=MOST))
    store = Store(poisoned, ValueError("poison"))
    done, failed = load_all(whole, store.load, store.give_up)
    assert store.loaded == [source for source in sources if source not in poisoned]
    assert store.refused == dict.fromkeys(sorted(poisoned), "load_failed")
    assert set(failed) == poisoned
    assert sum(done) == count
    # each poisoned file makes two loads of each depth at most, and one refuses them all
    assert len(store.calls) <= 2 * len(poisoned) * ceil(log2(max(count, 2))) + 2
    assert len(set(store.calls)) == len(store.calls) - (count == len(poisoned) == 1), "no two have one name"
    assert len(store.given_up) + len(done) == len(store.calls)


def test_a_file_that_fails_only_once_is_loaded() -> None:
    class Moody(Store):
        def load(self, part: Partition) -> int:
            if not self.calls:
                self.calls.append(part.name)
                raise self.error
            return super().load(part)

    for count in (1, 2, 9):
        store = Moody(set(), ValueError("moody"))
        assert load_all(partition(count), store.load, store.give_up)[1] == {}
        assert len(store.loaded) == count


def test_more_than_some_files_stop_the_run_and_none_is_in_quarantine() -> None:
    whole = partition(200)
    store = Store(set(whole.files["source"]), ValueError("the disk is odd"))
    with pytest.raises(ValueError, match="odd"):
        load_all(whole, store.load, store.give_up)
    assert not store.refused
    assert len(store.calls) < 4 * MOST


@pytest.mark.parametrize(
    "error",
    [
        PiperollError("run_superseded", "Another run.", remedy="Try again."),
        UsageError("backend_unknown", "No.", remedy="Try again."),
        OSError(28, "No space left on device"),
        psycopg.errors.DiskFull(),
        psycopg.errors.ReadOnlySqlTransaction(),
        psycopg.errors.UndefinedTable(),
        psycopg.errors.InsufficientPrivilege(),
        psycopg.errors.QueryCanceled(),
        psycopg.OperationalError("the connection is lost"),
        ModuleNotFoundError("torch"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_is_no_fault_of_a_file_is_raised_at_once(error: Exception) -> None:
    store = Store({"003.md"}, error)
    with pytest.raises(type(error)):
        load_all(partition(10), store.load, store.give_up)
    assert len(store.calls) == 1
    assert not store.refused


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.ProgramLimitExceeded(),
        psycopg.errors.UntranslatableCharacter(),
        psycopg.errors.CheckViolation(),
        psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"),
        MemoryError(),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
        RuntimeError("the model cannot read this"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_a_file_may_have_caused_is_its_own(error: Exception) -> None:
    assert blames_a_file(error)


def test_an_error_that_says_what_is_wrong_with_a_document_is_kept_as_it_is() -> None:
    store = Store({"003.md"}, DocumentError("too_odd", "It is too odd.", remedy="Try again."))
    load_all(partition(10), store.load, store.give_up)
    assert store.refused == {"003.md": "too_odd"}


def test_what_cannot_even_be_refused_ends_the_run() -> None:
    class Broken(Store):
        def load(self, part: Partition) -> int:
            raise self.error

    store: Any = Broken(set(), ValueError("the database is odd"))
    with pytest.raises(ValueError, match="odd"):
        load_all(partition(3), store.load, store.give_up)
