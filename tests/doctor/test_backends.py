"""The doctor compares the embedding models with the stored vectors."""

import sys
from pathlib import Path

import pytest

from piperoll.doctor import examine
from piperoll.embed import engine
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_vectors_of_another_form_of_the_model(config: Path, database: Database) -> None:
    assert {level for level, _ in facts("models", examine())} == {"ok"}
    with database.connect(autocommit=True) as connection:
        connection.execute("INSERT INTO backend VALUES ('minilm', 'another form', 384)")
    (text,) = [text for level, text in facts("models", examine()) if level == "fail"]
    assert "minilm" in text
    assert "another form" in text


def test_what_reads_many_texts(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts("models", examine())[-1] == ("ok", f"many texts are read with {engine.reader_of_many()}")
    for name in ("openvino", "torch"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed
    last = [finding for finding in examine() if finding.check == "models"][-1]
    assert (last.level, last.found[:31]) == ("warn", "many texts are read with numpy:")
    assert "piperoll[openvino]" in last.remedy
