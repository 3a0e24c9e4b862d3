"""A corpus whose editions the tests write."""

from collections.abc import Iterator

import pytest

from piperoll.store.connection import Connection, Database
from tests.store.history import History


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


@pytest.fixture
def history(connection: Connection) -> History:
    return History(connection, "test")
