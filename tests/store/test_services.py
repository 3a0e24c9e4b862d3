"""Limits are those of all processes together, and no two processes send one text."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager

import numpy as np
import psycopg
import pytest

from piperoll.hashing import digest
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database
from piperoll.store.services import PACE, Claims, Limits, claims
from piperoll.store.vectors import Vectors

HASHES = [digest(str(number)) for number in range(50)]


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


def starts(database: Database, connection: Connection, sizes: list[int], processes: int, **limits: int) -> list[float]:
    """Return when requests of several processes may begin, in seconds, in their order."""
    times: list[float] = []
    lock = threading.Lock()
    requests, tokens = limits.get("requests"), limits.get("tokens")

    def work(mine: list[int]) -> None:
        with database.connect(autocommit=True) as own:
            known = Limits(own, "svc", requests, tokens)
            for size in mine:
                with lock:  # the row says when the newest may begin
                    known.take(size)
                    row = own.execute("SELECT extract(epoch FROM starts_at)::float8 FROM service").fetchone()
                    assert row
                    times.append(row[0])

    threads = [threading.Thread(target=work, args=(sizes[number::processes],)) for number in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def test_requests_of_all_processes_follow_one_another(database: Database, connection: Connection) -> None:
    times = np.array(starts(database, connection, [1] * 90, 3, requests=60))
    assert np.diff(times).min() >= 60 / (60 * PACE) - 1e-5
    assert max(((times >= at) & (times < at + 60)).sum() for at in times) <= 60


def test_tokens_of_all_processes_stay_below_the_limit(database: Database, connection: Connection) -> None:
    sizes = [100, 900, 300, 50, 700] * 12  # none over a tenth of the limit, as requests are cut
    times = np.array(starts(database, connection, sizes, 1, tokens=9_000))
    for at in times:
        assert np.array(sizes)[(times >= at) & (times < at + 60)].sum() <= 9_000
    assert times[-1] - times[0] < sum(sizes) / 9_000 * 60 / PACE + 1, "nor slower than that"


def test_what_was_reckoned_too_high_is_given_back(database: Database, connection: Connection) -> None:
    known = Limits(connection, "svc", None, 600)
    known.take(540)
    known.spend(connection, requests=1, texts=3, tokens=90, reserved=540)
    assert 5 < known.take(1) <= 10, "a sixth of the minute, and not all of it"
    assert connection.execute("SELECT requests, texts, tokens FROM service").fetchone() == (1, 3, 90)


def test_all_wait_when_the_service_asks_for_it(database: Database, connection: Connection) -> None:
    known = Limits(connection, "svc", None, None)
    known.take(1)
    known.hold(30)
    with database.connect(autocommit=True) as other:
        assert 25 < Limits(other, "svc", None, None).take(1) <= 30
        assert Limits(other, "another", None, None).take(1) == 0


@pytest.fixture
def vectors(connection: Connection) -> Vectors:
    values = {"profile": "se-law", "backend": "svc", "language": "simple", "source": "/nowhere"}
    made = Vectors(connection, corpora.put(connection, name="a", **values), "svc")
    made.ensure("svc, 2 dimensions", 2)
    return made


def of(vectors: Vectors) -> AbstractContextManager[Claims]:
    return claims(vectors.connection, vectors.backend, (vectors.table_name, "text_hash"))


def other(database: Database, vectors: Vectors) -> Vectors:
    return Vectors(database.connect_anew(), vectors.corpus, "svc")


def test_a_text_belongs_to_one_process_until_it_is_given_back(database: Database, vectors: Vectors) -> None:
    theirs = other(database, vectors)
    with of(vectors) as mine, of(theirs) as yours:
        assert mine.take(HASHES[:10]) == set(HASHES[:10])
        assert mine.take(HASHES[:10]) == set(HASHES[:10]), "asked again"
        assert yours.take(HASHES[:12]) == set(HASHES[10:12])
        mine.drop(HASHES[:5])
        assert yours.take(HASHES[:12]) == {*HASHES[:5], *HASHES[10:12]}
    assert vectors.connection.execute("SELECT FROM text_claim").fetchone() is None
    theirs.connection.close()


def test_a_text_with_a_vector_is_nobodys(database: Database, vectors: Vectors) -> None:
    vectors.put(HASHES[:3], np.ones((3, 2), np.float16))
    with of(vectors) as mine:
        assert mine.take(HASHES[:5]) == set(HASHES[3:5])


def test_what_a_dead_process_had_is_taken_over(database: Database, vectors: Vectors) -> None:
    theirs = other(database, vectors)
    dead = of(theirs)
    dead.__enter__().take(HASHES)
    with of(vectors) as mine:
        assert mine.take(HASHES) == set()
        killed = theirs.connection.info.backend_pid
        vectors.connection.execute("SELECT pg_terminate_backend(%s, 10000)", (killed,))
        assert mine.take(HASHES) == set(HASHES)
    with pytest.raises(psycopg.Error):
        theirs.connection.execute("SELECT 1")


def test_many_that_claim_the_same_texts_share_them(database: Database, vectors: Vectors) -> None:
    taken: list[set[bytes]] = []
    barrier = threading.Barrier(4)

    def work(number: int) -> None:
        theirs = other(database, vectors)
        with of(theirs) as mine:
            barrier.wait()
            taken.append(mine.take(HASHES if number % 2 else HASHES[::-1]))
            barrier.wait()
        theirs.connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 4
    assert sum(map(len, taken)) == len(HASHES) == len(set().union(*taken))


def test_a_text_that_is_done_while_another_claims_it_is_nobodys(database: Database, vectors: Vectors) -> None:
    theirs, taken = other(database, vectors), threading.Event()
    got: set[bytes] = set(HASHES)

    def claim() -> None:
        with of(theirs) as yours:
            got.intersection_update(yours.take(HASHES[:5]))
        taken.set()

    waits = "SELECT pid FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
    with database.connect(autocommit=True) as looking, of(vectors) as mine:
        mine.take(HASHES[:3])
        with vectors.connection.transaction():
            vectors.put(HASHES[:3], np.ones((3, 2), np.float16))
            mine.drop(HASHES[:3])
            threading.Thread(target=claim).start()
            while not looking.execute(waits, [theirs.connection.info.backend_pid]).fetchone():
                assert not taken.wait(0.01), "it waits for whoever stores"
        assert taken.wait(60)
    assert got == set(HASHES[3:5])
    theirs.connection.close()
