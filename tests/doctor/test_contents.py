"""The doctor looks at what the database holds."""

from pathlib import Path
from uuid import uuid4

from piperoll.doctor import examine
from piperoll.store import corpora, runs
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.lexical_writer import Writer
from tests.doctor.findings import facts


def stored(connection: Connection) -> Corpus:
    """Store the corpus of the configuration."""
    return corpora.put(connection, name="laws", profile="se-law", language="swedish", backend="minilm", source="/laws")


def test_a_run_that_died(config: Path, database: Database) -> None:
    with database.connect(autocommit=True) as connection:
        corpus = stored(connection)
        runs.start(connection, corpus, uuid4(), "host process 1")
        level, text = facts("runs", examine())[0]
        assert (level, text[:19]) == ("warn", "the run of laws sin")
        with corpora.locked(connection, corpus):
            assert facts("runs", examine()) == [("ok", "none was lost")], "a run that works is not lost"


def test_an_edition_without_an_index_of_words(config: Path, database: Database) -> None:
    with database.connect(autocommit=True) as connection:
        corpus = stored(connection)
        assert facts("words", examine()) == [("ok", "nothing is published yet")]
        connection.execute("UPDATE corpus SET published_edition = 2")
        assert facts("words", examine()) == [("warn", "laws: edition 2 is not indexed by words")]
        Writer(connection, corpus).index(2)
        assert facts("words", examine()) == [("ok", "laws: 0 chunks, up to edition 2")]
