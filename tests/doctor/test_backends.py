"""The doctor compares the embedding models with the stored vectors."""

from pathlib import Path

from piperoll.doctor import examine
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_vectors_of_another_form_of_the_model(config: Path, database: Database) -> None:
    assert facts("models", examine())[0][0] == "ok"
    with database.connect(autocommit=True) as connection:
        connection.execute("INSERT INTO backend VALUES ('minilm', 'another form', 384)")
    level, text = facts("models", examine())[0]
    assert level == "fail"
    assert "another form" in text
