"""The doctor lists the sources of the corpora."""

from pathlib import Path

from piperoll.doctor import examine
from piperoll.store import corpora
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_a_source_that_is_gone(config: Path, database: Database) -> None:
    (config.parent / "laws").rename(config.parent / "moved")
    findings = examine()
    assert facts("source laws", findings)[0][0] == "fail"
    assert "does not exist" in facts("source laws", findings)[0][1]


def test_sources_of_corpora_that_are_only_in_the_database(config: Path, database: Database) -> None:
    with database.connect(autocommit=True) as connection:
        values = {"profile": "se-law", "language": "swedish", "backend": "minilm"}
        corpora.put(connection, name="laws", source=str(config.parent / "laws"), **values)
        corpora.put(connection, name="other", source="/nowhere/at/all", **values)
    assert facts("stored sources", examine()) == [("fail", "The source folder /nowhere/at/all does not exist.")]
    assert facts("stored sources", examine("laws"))[0][0] == "ok", "only the named corpus"
    assert facts("stored sources", examine("nope")) == [("fail", "there is no corpus nope")]
