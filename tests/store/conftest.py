"""A corpus whose editions the tests write, and data folders of servers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from piperoll.store import server
from piperoll.store.connection import Connection, Database
from tests.store.history import History
from tests.store.servers import postmaster, run


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


@pytest.fixture
def history(connection: Connection) -> History:
    return History(connection, "test")


@pytest.fixture(scope="module")
def used_dir(make_dir: Callable[[], Path]) -> Path:
    """A data folder whose cluster has been made."""
    folder = make_dir()
    with server.embedded(folder) as dsn:
        run(dsn, "CREATE TABLE kept AS SELECT 42 AS x")
    return folder


@pytest.fixture
def data_dir(used_dir: Path) -> Iterator[Path]:
    yield used_dir
    left = used_dir / "postgres" in server._members
    while used_dir / "postgres" in server._members:
        server.detach(used_dir)
    assert not left
    assert postmaster(used_dir) is None
