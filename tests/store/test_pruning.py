"""Pruning removes what no kept edition needs, and nothing that is read meanwhile."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from piperoll.errors import CorpusBusy, UsageError
from piperoll.store import corpora, editions, prune, vectors, verify
from piperoll.store.connection import Connection, Database
from piperoll.store.export import export
from tests.store.history import BACKEND, History, grown, law, rows, text_hash

PATIENCE = 60  # seconds that a poller may take for one round on a busy machine


@pytest.mark.parametrize(
    ("built", "published", "keep", "left"),
    [
        ([], 0, 1, []),
        ([1], 1, 1, [1]),
        ([1, 2, 3, 4], 4, 1, [4]),
        ([1, 2, 3, 4], 4, 2, [3, 4]),
        ([1, 2, 3, 4], 2, 1, [2, 4]),
        ([2, 4, 7], 2, 5, [2, 4, 7]),
    ],
)
def test_the_newest_and_the_published_are_kept(built: list[int], published: int, keep: int, left: list[int]) -> None:
    assert prune.kept_editions(built, published, keep) == left


def test_nothing_kept_is_refused(history: History) -> None:
    grown(history, 2)
    with pytest.raises(UsageError, match="0 editions cannot be kept"):
        prune.prune(history.connection, history.corpus, 0)
    assert history.corpus.editions == [1, 2]


def test_what_no_kept_edition_needs_is_gone_and_counted(history: History) -> None:
    grown(history, 4)
    history.build({"b.md": law("B", "wording 4")})  # A leaves
    counts = prune.prune(history.connection, history.corpus, 2)
    assert counts == {"editions": 3, "versions": 3, "chunks": 3, "documents": 0, "vectors": 3, "runs": 3}
    counts = prune.prune(history.connection, history.corpus, 1)
    assert counts == {"editions": 1, "versions": 1, "chunks": 1, "documents": 1, "vectors": 1, "runs": 1}
    assert [rows(history, table) for table in ("edition", "version", "chunk", "document", "run")] == [1] * 5
    assert set(prune.prune(history.connection, history.corpus, 1).values()) == {0}


def test_a_dry_run_changes_nothing_and_needs_no_lock(history: History, database: Database) -> None:
    grown(history, 3)
    with database.connect(autocommit=True) as other, corpora.locked(other, history.corpus):
        counts = prune.prune(history.connection, history.corpus, 1, dry_run=True)
        assert counts["versions"] == 2
        with pytest.raises(CorpusBusy):
            prune.prune(history.connection, history.corpus, 1)
    assert history.corpus.editions == [1, 2, 3]
    assert rows(history, "version") == 4


def test_a_kept_edition_reads_the_same_before_during_and_after(
    history: History, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown(history, 8)
    history.published = editions.rollback(history.connection, history.corpus, 3)
    before = {number: _export(database, number, tmp_path) for number in (3, 7, 8)}
    changed: list[int] = []
    rounds, stop = threading.Semaphore(0), threading.Event()

    def poll() -> None:
        while not stop.is_set():
            changed.extend(number for number, was in before.items() if _export(database, number, tmp_path) != was)
            rounds.release()

    real, waited = prune._batches, []

    def slowly(count: int, _: int) -> Iterator[dict[str, int]]:
        for batch in real(count, 1):
            yield batch
            waited.append(rounds.acquire(timeout=PATIENCE) and rounds.acquire(timeout=PATIENCE))

    monkeypatch.setattr(prune, "_batches", slowly)
    poller = threading.Thread(target=poll)
    poller.start()
    try:
        counts = prune.prune(history.connection, history.corpus, 2)
    finally:
        stop.set()
        poller.join(PATIENCE)
    assert (counts["editions"], counts["versions"], counts["vectors"]) == (5, 5, 5)
    assert len(waited) == 10
    assert all(waited)
    assert changed == []
    assert {number: _export(database, number, tmp_path) for number in before} == before
    with database.connect(autocommit=True) as other:
        assert verify.holds(verify.verify(other, history.corpus, 3))


def _export(database: Database, edition: int, folder: Path) -> bytes:
    out = folder / f"{threading.get_ident()}.jsonl"
    with database.connect(autocommit=True) as connection:
        export(connection, corpora.get(connection, "test"), edition, out)
    return out.read_bytes()


def test_an_edition_that_is_being_published_is_not_pruned(history: History, database: Database) -> None:
    grown(history, 3)
    done: list[dict[str, int]] = []

    def work() -> None:
        with database.connect(autocommit=True) as other:
            done.append(prune.prune(other, history.corpus, 1))

    pruner = threading.Thread(target=work)
    with history.connection.transaction():
        editions.rollback(history.connection, history.corpus, 1)
        pruner.start()
        _wait_for_lock(database)
    pruner.join(PATIENCE)
    assert done[0]["editions"] == 1
    assert history.corpus.editions == [1, 3]
    history.published = 1
    assert history.rows(1) == history.expected(1)


def _wait_for_lock(database: Database) -> None:
    with database.connect(autocommit=True) as watching:
        for _ in range(PATIENCE * 10):
            row = watching.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            ).fetchone()
            if row and row[0]:
                return
            watching.execute("SELECT pg_sleep(0.1)")
    raise AssertionError("nobody waited")


def test_vectors_stay_while_an_edition_is_unfinished(history: History) -> None:
    grown(history, 2)
    history._embed([law("C", "not loaded yet")])
    history.load({"a.md": law("A", "anew")})
    before = history.hashes()
    assert prune.prune(history.connection, history.corpus, 1)["vectors"] == 0
    assert history.hashes() == before
    history.build({"a.md": law("A", "anew")})
    assert prune.prune(history.connection, history.corpus, 1)["vectors"] == 4
    assert history.hashes() == {text_hash("kap1.§1", "anew")}


def test_corpora_that_share_texts_are_pruned_apart(history: History, connection: Connection) -> None:
    other = History(connection, "other")
    grown(history, 2)
    grown(other, 2)
    prune.prune(connection, history.corpus, 1)
    assert len(history.hashes()) == 2
    assert other.hashes() == other.needed()
    assert other.rows(1) == other.expected(1)
    # what was deleted is taken over from the other corpus when it is needed again
    assert history.vectors.missing(sorted(other.hashes())) == set()


@pytest.mark.parametrize(
    ("deleted", "appended", "done"), [(0, 0, "kept"), (1, 3, "kept"), (2, 0, "rebuilt"), (0, 11, "rebuilt")]
)
def test_an_index_is_built_anew_when_much_of_it_is_dead_or_new(
    history: History, monkeypatch: pytest.MonkeyPatch, deleted: int, appended: int, done: str
) -> None:
    monkeypatch.setattr(vectors, "DEAD_SHARE", 0.1)
    monkeypatch.setattr(vectors, "APPENDED_SHARE", 1.0)
    monkeypatch.setattr(vectors, "LEAST_INDEXED", 1)
    texts = [f"text {number}" for number in range(10)]
    history._embed([law("A", *texts)])
    assert history.vectors.index() == "built"
    assert history.vectors.index() == "kept"
    history.vectors.delete(sorted(history.hashes())[:deleted])
    history._embed([law("B", *(f"another {number}" for number in range(appended)))])
    assert history.vectors.index() == done
    assert history.vectors.index() == "kept"
    left = history.connection.execute(
        "SELECT entries, deleted FROM vector_index WHERE backend = %s", (BACKEND,)
    ).fetchone()
    assert left == ((10 + appended - deleted, 0) if done == "rebuilt" else (10, deleted))


def test_an_index_with_other_parameters_is_built_anew(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history._embed([law("A", "text")])
    monkeypatch.setattr(vectors, "LEAST_INDEXED", 1)
    with monkeypatch.context() as patched:
        patched.setattr(vectors, "HNSW", "m=4, ef_construction=16")
        assert [history.vectors.index(), history.vectors.index()] == ["built", "kept"]
    assert [history.vectors.index(), history.vectors.index()] == ["rebuilt", "kept"]


def test_few_vectors_have_no_index(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "LEAST_INDEXED", 3)
    assert history.vectors.index() == "empty"
    history._embed([law("A", "one", "two")])
    assert history.vectors.index() == "none"
    history._embed([law("B", "three")])
    assert history.vectors.index() == "built"
    history.vectors.delete(sorted(history.hashes())[:1])
    assert [history.vectors.index(), history.vectors.index()] == ["dropped", "none"]
