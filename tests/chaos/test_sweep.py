"""Kills at some moments of each operation; ``benchmarks/kill_sweep.py`` does all of them."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.chaos.mortal import plain, statements
from tests.chaos.operations import OPERATIONS
from tests.chaos.sweep import Sweep

KILLS = 2  # of each operation
INITDB_KILLS = 1  # they take seconds


@pytest.fixture(scope="module")
def sweep(server_dsn: str, make_dir: Callable[[], Path]) -> Iterator[Sweep]:
    made = Sweep(make_dir() / "sweep", server_dsn)
    try:
        made.prepare()
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_was_killed_is_done_by_the_same_command(sweep: Sweep, name: str) -> None:
    operation = OPERATIONS[name]
    moments = sweep.reference(operation).moments
    killed = 0
    for moment in random.Random(name).sample(range(1, moments), KILLS if operation.begins else INITDB_KILLS):
        outcome = sweep.kill(operation, moment)
        assert not outcome.found, outcome
        killed += outcome.killed
    assert killed or not operation.begins, "no try was killed"


def test_a_script_is_cut_into_its_statements() -> None:
    script = "-- a; b\nCREATE TABLE a (b text DEFAULT 'x;y');\nDO $$ BEGIN; END $$;\nCOMMENT ON TABLE a IS 'it''s;';\n"
    cut = [plain(one) for one in statements(script)]
    assert cut == [
        "CREATE TABLE a (b text DEFAULT 'x;y');",
        "DO $$ BEGIN; END $$;",
        "COMMENT ON TABLE a IS 'it''s;';",
    ]
