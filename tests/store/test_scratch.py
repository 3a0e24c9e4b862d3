"""Trial corpora: named by their options, and gone with all their rows."""

import pytest

from piperoll.errors import CorpusBusy
from piperoll.store import corpora, scratch
from piperoll.store.connection import Database
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors, tables


def made(database: Database, name: str) -> Corpus:
    """Store a corpus with a table of vectors."""
    with database.connect(autocommit=True) as connection:
        corpus = corpora.put(
            connection, name=name, profile="se-law", language="swedish", backend="minilm", source="/laws"
        )
        Vectors(connection, corpus, "minilm").ensure("minilm 1", 384)
        return corpus


def test_the_same_options_have_the_same_name() -> None:
    name = scratch.name("laws", {"max_tokens": 300, "footnotes": True})
    assert name == scratch.name("laws", {"footnotes": True, "max_tokens": 300})
    assert name.startswith("laws-trial-")
    assert name != scratch.name("laws", {"max_tokens": 400, "footnotes": True})
    assert len(scratch.name("l" * 60, {})) <= 60, "a corpus may have no longer name"


def test_a_trial_leaves_nothing_of_itself_and_all_of_others(database: Database) -> None:
    kept, trial = made(database, "laws"), made(database, scratch.name("laws", {}))
    with database.connect(autocommit=True) as connection:
        with corpora.locked(connection, trial), database.connect(autocommit=True) as other, pytest.raises(CorpusBusy):
            scratch.drop(other, trial)
        scratch.drop(connection, trial)
        assert corpora.find(connection, trial.name) is None
        assert tables(connection) == [("minilm", kept.name)]
