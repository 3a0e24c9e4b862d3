"""Only what stands around the hits that survive is read: rows of the table of chunks, as Postgres counts them."""

from collections.abc import Iterator

import pytest

from piperoll.search.context import gather
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_context
from piperoll.search.search import find
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.lexical_units import UNITS
from piperoll.store.lexical_writer import Writer
from tests.store.history import Content, History

K = 2
COPIES, CHUNKS = 40, 9
READ = "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables WHERE relname = 'chunk'"


@pytest.fixture
def lamps(database: Database) -> Iterator[tuple[Connection, Corpus]]:
    """Documents of nine chunks; the one in the middle is a hit, and says the same in every second."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "lamps")
        acts = {}
        for number in range(COPIES):
            said = ("The lamp burns.", "One lamp burns.")[number % 2]
            texts = [said if at == 4 else f"Rope {number} of {at}." for at in range(CHUNKS)]
            chunks = tuple((f"p.{at}", text) for at, text in enumerate(texts))
            acts[f"{number}.md"] = Content(f"Act {number}", 2001, chunks)
        history.build(acts)
        for unit in UNITS:
            Writer(connection, history.corpus, unit=unit).index(1)
        yield connection, corpora.get(connection, "lamps")


def rows(connection: Connection) -> int:
    row = connection.execute(READ).fetchone()
    return int(row[0]) if row else 0


@pytest.mark.parametrize("neighbours", [0, 1, 3])
def test_expansion_reads_the_windows_of_the_hits_that_survive(
    lamps: tuple[Connection, Corpus], neighbours: int
) -> None:
    connection, corpus = lamps
    plan = SearchPlan(k=K, mode=Mode.LEXICAL)
    with connection.transaction():
        connection.execute("SET LOCAL enable_seqscan = off")  # a small table is read whole otherwise
        ranked = find(connection, corpus, "lamp burns", plan, pool=of_context(K))
        before = rows(connection)
        gathered = gather(connection, corpus, ranked, plan, budget=1_000, neighbours=neighbours)
        read = rows(connection) - before
    assert len(ranked.hits) == of_context(K) > gathered.different == K
    assert K * (1 + 2 * neighbours) <= read <= K * CHUNKS  # by which index is the planner's choice
    assert gathered.beside == K * 2 * neighbours
