"""The doctor compares the embedding models with the stored vectors."""

import sys
from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.doctor import examine
from piperoll.embed import engine
from piperoll.store.connection import Database
from tests.doctor.findings import facts


def test_vectors_of_another_form_of_the_model(config: Path, database: Database) -> None:
    assert {level for level, _ in facts("models", examine())} == {"ok"}
    with database.connect(autocommit=True) as connection:
        connection.execute("INSERT INTO backend VALUES ('minilm', 'another form', 384)")
    [wrong] = [found for level, found in facts("models", examine()) if level == "fail"]
    assert wrong.startswith("minilm: ")
    assert "another form" in wrong


def test_a_service_of_the_settings(config: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    table = '[backend.svc]\nkind = "openai"\nmodel = "m"\ndimension = 8\n'
    config.write_text(config.read_text(encoding="utf-8") + table, encoding="utf-8")
    configured.load.cache_clear()
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert any(level == "fail" and "OPENAI_API_KEY" in found for level, found in facts("models", examine()))
    monkeypatch.setenv("OPENAI_API_KEY", "nyckel-123456")
    assert any(level == "ok" and found.startswith("svc: openai m ") for level, found in facts("models", examine()))
    with database.connect(autocommit=True) as connection:
        connection.execute("INSERT INTO backend VALUES ('svc', 'as it was', 8), ('gone', 'of no settings', 8)")
    wrong = [finding for finding in examine() if finding.check == "models" and finding.level == "fail"]
    assert [finding.found[:5] for finding in wrong] == ["gone:", "svc: "]
    assert "another name" in wrong[1].remedy


def test_what_reads_many_texts(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts("models", examine())[-1] == ("ok", f"many texts are read with {engine.reader_of_many()}")
    for name in ("openvino", "torch"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed
    last = [finding for finding in examine() if finding.check == "models"][-1]
    assert (last.level, last.found[:31]) == ("warn", "many texts are read with numpy:")
    assert "piperoll[openvino]" in last.remedy


@pytest.mark.parametrize("stage", ["prefixes", "triplets", "answers"])
def test_a_language_model_that_a_corpus_names(config: Path, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    assert facts("language models", examine()) == [("ok", "no corpus asks a language model")]
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    text = config.read_text(encoding="utf-8")
    corpus = f'[corpus.asking]\nsource = "laws"\nprofile = "se-law"\n{stage} = "m"\n'
    config.write_text(f'{text}{corpus}[model.m]\nmodel = "claude-haiku-4-5"\n', encoding="utf-8")
    configured.load.cache_clear()
    [(level, found)] = facts("language models", examine())
    assert level == "warn" and "off" in found
    pytest.importorskip("anthropic", reason="the extra claude is not installed")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "nyckel-123456")
    assert facts("language models", examine()) == [("ok", "m: anthropic claude-haiku-4-5")]
    config.write_text(f'{text}{corpus}[model.m]\nmodel = "claude-nobody"\n', encoding="utf-8")
    configured.load.cache_clear()
    [(level, found)] = facts("language models", examine())
    assert level == "fail" and "price" in found
