"""The pipelines that search is compared with are what they are called."""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from piperoll.embed import backend
from piperoll.evaluate.gold import Gold, Place, Query
from tests.extras import needs

if TYPE_CHECKING:
    from benchmarks.pieces import Model

needs("langchain_text_splitters", "make frameworks, to test benchmarks beside LangChain")

TEXTS = {
    "lamp.txt": "The keeper lights the lamp at dusk. " * 20,
    "oil.txt": "Oil is delivered on the first Monday of every month.\n\n" + "Barrels are returned empty. " * 30,
}
ASKED = "when is oil delivered"


@pytest.fixture(scope="module")
def pieces() -> Any:
    """The module, which loads LangChain."""
    return importlib.import_module("benchmarks.pieces")


@pytest.fixture
def model(tmp_path: Path, pieces: Any) -> "Model":
    return pieces.Model(tmp_path / "vectors", queries={ASKED: backend.get("minilm").embed([ASKED]).vectors[0]})


def test_plain_pieces_are_the_text_cut_every_500_characters(model: "Model", pieces: Any) -> None:
    found = pieces.plain(TEXTS, model)
    for source, text in TEXTS.items():
        cut = [text[start:end] for of, start, end in found.places if of == source]
        assert "".join(cut) == text
        assert {len(one) for one in cut[:-1]} == {500}
    assert found.vectors.shape == (len(found.places), 384)


def test_what_is_nearest_comes_first_and_is_measured(model: "Model", pieces: Any) -> None:
    found = pieces.plain(TEXTS, model)
    gold = Gold("x", [Query("1", ASKED, ((Place("oil.txt", span=(0, 52)),),))])
    (row,) = found.ask(gold, model.queries, (1, 8))
    cosines = found.vectors @ model.queries[ASKED].astype(np.float32)
    assert [hit["score"] for hit in row.hits] == pytest.approx(sorted(cosines, reverse=True))
    assert row.hits[0]["source"] == "oil.txt"
    assert row.metrics["span_recall"] == {"1": 1.0, "8": 1.0}
    assert row.metrics["characters"]["1"] == 500


def test_langchains_store_finds_what_is_nearest(model: "Model", pieces: Any) -> None:
    found = pieces.langchain(TEXTS, model, 3)
    assert all(TEXTS[source][start:end].strip() for source, start, end in found.places)
    assert max(end - start for _, start, end in found.places) <= 500
    assert len(found.vectors) == len(found.places)


def test_what_was_embedded_is_read_again(model: "Model", pieces: Any) -> None:
    first = pieces.plain(TEXTS, model).vectors
    (file,) = model.folder.glob("*.npy")
    np.save(file, np.zeros_like(np.load(file)))
    assert first.any()
    assert not pieces.plain(TEXTS, model).vectors.any()
