"""Connections that are used again: they live, cannot write, and give up what takes too long."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest

from piperoll.errors import UsageError
from piperoll.serve.pool import PooledBase
from piperoll.settings import Settings
from piperoll.store.connection import open_database


@pytest.fixture
def base(settings: Settings) -> Iterator[PooledBase]:
    """An empty database, whose statements may take a fifth of a second."""
    with PooledBase(open_database(settings), settings, timeout=0.2) as opened:
        yield opened


def process(base: PooledBase) -> int:
    """The process of the server behind a connection."""
    with base.connect() as connection:
        return connection.info.backend_pid


def test_a_connection_is_used_again(base: PooledBase) -> None:
    assert process(base) == process(base)


def test_threads_have_a_connection_each(base: PooledBase) -> None:
    together = Barrier(4)

    def one(_: int) -> int:
        with base.connect() as connection:
            together.wait(10)
            return connection.info.backend_pid

    with ThreadPoolExecutor(4) as pool:
        first, second = set(pool.map(one, range(4))), set(pool.map(one, range(4)))
    assert len(first) == 4
    assert first == second


def test_one_that_the_server_has_ended_is_not_used_again(base: PooledBase, settings: Settings) -> None:
    before = process(base)
    with open_database(settings) as database, database.connect(autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (before,))
    assert process(base) != before


def test_one_left_in_a_transaction_is_not_used_again(base: PooledBase) -> None:
    with base.connect() as connection:
        before = connection.info.backend_pid
        connection.execute("BEGIN")
    assert process(base) != before


def test_it_cannot_write(base: PooledBase) -> None:
    with base.connect() as connection, pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        connection.execute("DELETE FROM access_key")


def test_a_statement_that_takes_too_long_is_given_up(base: PooledBase) -> None:
    with base.connect() as connection, pytest.raises(psycopg.errors.QueryCanceled):
        connection.execute("SELECT pg_sleep(60)")


def test_a_closed_base_opens_nothing(base: PooledBase) -> None:
    process(base)
    base.close()
    with pytest.raises(UsageError) as caught, base.connect():
        pass
    assert caught.value.code == "closed"
