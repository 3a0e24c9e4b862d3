"""Reranking: the blend, real models made for the test, and what happens without one."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from piperoll.embed.minilm import MiniLM
from piperoll.search.normalise import Floats
from piperoll.search.rerank import (
    CrossEncoder,
    LateInteraction,
    Rerank,
    blend,
    configured,
    get,
    rerank,
)
from piperoll.settings import CorpusSettings, Settings
from tests.loopback import serve

pytestmark = pytest.mark.transformers
WORDS = "lights must burn keepers watch fines are paid who pays the".split()
NAN = float("nan")
HEAVY = "torch transformers sentence_transformers".split()


def make_cross_encoder(folder: Path, labels: int = 1) -> str:
    """A BERT of two layers with random weights and a vocabulary of a few words."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
    words = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    words.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=words, model_max_length=64, **names).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, num_labels=labels, initializer_range=0.5,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)


class Fixed:
    """Scores that are known beforehand."""

    name = "fixed"
    tokens = 512

    def __init__(self, *scores: float) -> None:
        self.scores = scores

    def score(self, query: str, passages: Sequence[str]) -> Floats:
        return np.array(self.scores[: len(passages)])


@pytest.mark.parametrize(
    ("combined", "reranked", "weight", "expected"),
    [
        ([3, 2, 1], [0, 5, 10], 0.3, [0.7, 0.5, 0.3]),
        ([3, 2, 1], [0, 5, 10], 0, [1, 0.5, 0]),
        ([3, 2, 1], [0, 5, 10], 1, [0, 0.5, 1]),
        ([3, 2, 1], [0, NAN, 10], 0.5, [0.5, 0.5, 0.5]),
        ([3, 2, 1], [NAN, NAN, NAN], 0.3, [1, 0.5, 0]),
        ([3, 2, 1], [float("inf"), 1, 2], 0.5, [1, 0.25, 0.5]),
        ([3, 2, 1], [7, 7, 7], 0.3, [1, 0.5, 0]),
        ([2, 2], [0, 1], 0.3, [0.7, 1]),
        ([2], [1], 0.3, [1]),
        ([], [], 0.3, []),
    ],
)
def test_the_blend(combined: list[float], reranked: list[float], weight: float, expected: list[float]) -> None:
    assert blend(np.array(combined, float), np.array(reranked, float), weight).tolist() == pytest.approx(expected)


SCORES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20)


@given(SCORES, st.floats(0, 1), st.randoms())
def test_scores_stay_between_0_and_1_and_no_candidate_is_lost(
    combined: list[float], weight: float, chance: object
) -> None:
    model = Fixed(*(chance.choice([NAN, chance.random()]) for _ in combined))  # type: ignore[attr-defined]
    done = rerank(Rerank(model, weight), "q", ["p"] * len(combined), combined)
    assert sorted(done.order) == list(range(len(combined)))
    assert all(0 <= score <= 1 for score in done.scores)
    assert [done.scores[one] for one in done.order] == sorted(done.scores, reverse=True)


def test_candidates_that_are_not_read_keep_their_score() -> None:
    done = rerank(Rerank(Fixed(0, 1), 0.5), "q", ["a", "b"], [4, 3, 2, 0])
    assert done.scores == pytest.approx([0.5, 0.875, 0.5, 0.0])
    assert done.by_model == [0, 1, None, None]
    assert done.order == [1, 0, 2, 3]


def test_the_pool() -> None:
    how = Rerank(Fixed(), candidates=20)
    assert [how.pool(k) for k in (1, 6, 7, 10, 33, 34, 1000)] == [20, 20, 21, 30, 99, 100, 100]


def test_a_cross_encoder_reads_each_pair(tmp_path: Path) -> None:
    model = CrossEncoder(make_cross_encoder(tmp_path))
    passages = ["fines are paid", "lights must burn", "fines are paid", "lights must burn " * 100]
    scores = model.score("who pays the fines", passages)
    assert scores.shape == (4,)
    assert scores[0] == pytest.approx(scores[2], abs=1e-6)
    assert len({round(float(one), 5) for one in scores}) == 3
    assert model.score("keepers watch", passages)[0] != pytest.approx(scores[0], abs=1e-5)


def test_a_reranker_tells_how_much_it_reads(tmp_path: Path) -> None:
    assert CrossEncoder(make_cross_encoder(tmp_path)).tokens == 64
    assert CrossEncoder(str(tmp_path / "none")).tokens == LateInteraction().tokens == 2048


def test_a_pair_on_which_the_model_fails_has_no_score(tmp_path: Path) -> None:
    name = make_cross_encoder(tmp_path)
    whole = CrossEncoder(name).score("who pays", ["fines are paid", "keepers watch"])
    broken: list[str] = ["fines are paid", None, "keepers watch"]  # type: ignore[list-item]
    scores = CrossEncoder(name).score("who pays", broken)
    assert scores[[0, 2]] == pytest.approx(whole, abs=1e-6)
    assert np.isnan(scores[1])


def test_a_model_with_several_scores_a_pair_changes_nothing_and_says_so(tmp_path: Path) -> None:
    done = rerank(Rerank(CrossEncoder(make_cross_encoder(tmp_path, labels=3))), "q", ["lights", "fines"], [2, 1])
    assert done.order == [0, 1]
    assert done.problem
    assert "3 scores" in done.problem


def test_a_model_of_broken_numbers_changes_nothing_and_says_so() -> None:
    done = rerank(Rerank(Fixed(NAN, NAN)), "q", ["a", "b"], [2, 1])
    assert (done.order, done.by_model) == ([0, 1], [None, None])
    assert done.problem == "The reranker fixed gave no score."


LOAD = """
import sys
from piperoll.search.rerank import CrossEncoder, Rerank, rerank
for wanted in sys.argv[1:]:
    name, _, download = wanted.partition("=")
    how = Rerank(CrossEncoder(name, download=download == "download"))
    print(rerank(how, "q", ["lights must", "fines"], [2, 1]).problem)
"""


class Hub(HTTPServer):
    """Has no model, and knows who asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Answer)
        serve(self)

    def load(self, home: Path, *wanted: str) -> list[str]:
        """The problem of each reranker, in a process that has this for its Hub."""
        environment = os.environ | {"HF_ENDPOINT": f"http://127.0.0.1:{self.server_port}", "HF_HOME": str(home)}
        environment.pop("HF_HUB_OFFLINE", None)
        command = [sys.executable, "-c", LOAD, *wanted]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
        return done.stdout.splitlines()


class Answer(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_error(404)

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as started:
        yield started
        started.shutdown()


def test_the_network_is_for_what_the_settings_name_and_this_machine_lacks(hub: Hub, tmp_path: Path) -> None:
    cached = tmp_path / "hub" / "models--nobody--tiny"
    (cached / "refs").mkdir(parents=True)
    (cached / "refs" / "main").write_text("abc")
    folder = make_cross_encoder(cached / "snapshots" / "abc")
    part = tmp_path / "hub" / "models--nobody--part"
    shutil.copytree(cached, part)
    (part / "snapshots" / "abc" / "model.safetensors").unlink()
    names = [folder, "nobody/tiny", "nobody/tiny=download", "nobody/part", "nobody/none", "./no/such/folder"]
    missing = [f"The reranker {name} is not on this machine. " for name in names[3:]]
    *told, asked = hub.load(tmp_path, *names, "nobody/else=download")
    assert told[:3] == ["None"] * 3
    assert all(problem.startswith(start) for problem, start in zip(told[3:], missing, strict=True))
    assert asked.startswith("The reranker nobody/else cannot be loaded: ")
    assert {name for name in [*names, "nobody/else"] if any(name in path for path in hub.asked)} == {"nobody/else"}


def test_without_the_packages_of_cross_encoders_the_extra_is_named() -> None:
    code = """
import sys
sys.modules["sentence_transformers"] = None  # as if it were not installed
from piperoll.search.rerank import Rerank, get, rerank
done = rerank(Rerank(get("nobody/none")), "who pays", ["fines are paid"], [1.0])
print(done.order, done.problem)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout == (
        "[0] The reranker nobody/none needs a package that is not installed: sentence_transformers."
        " Install it with pip install 'piperoll[rerank]'; the reranker late-interaction needs nothing.\n"
    )


def test_a_hub_that_does_not_answer_is_asked_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes connections, and says nothing
        port = silent.getsockname()[1]
        environment = os.environ | {"HF_ENDPOINT": f"http://127.0.0.1:{port}", "HF_HOME": str(tmp_path)}
        environment.pop("HF_HUB_OFFLINE", None)
        code = f"from piperoll.search import rerank\nrerank.ANSWER = 0.2\n{LOAD}print(*sys.modules.keys() & {HEAVY})"
        command = [sys.executable, "-c", code, "nobody/none=download", "nobody/none=download"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
        silent.settimeout(1)
        connections = 0
        with pytest.raises(TimeoutError):
            while silent.accept():
                connections += 1
    assert connections == 1
    start = "The reranker nobody/none is not on this machine, and its Hub does not answer: "
    *problems, loaded = done.stdout.splitlines()
    assert len(problems) == 2
    assert all(line.startswith(start) for line in problems)
    assert not loaded, "a model that is not here costs no time"
    assert "etry" not in done.stderr


@pytest.mark.parametrize(
    ("name", "query", "passages"),
    [
        (
            "late-interaction",
            "when must the keeper light the lamp",
            ["Fees are due on the first of May.", "The keeper must light the lamp at dusk.", ""],
        ),
        (
            "late-interaction-e5",
            "när ska lampan tändas",
            ["Avgifter betalas den första maj.", "Fyrvaktaren ska tända lampan i skymningen.", ""],
        ),
    ],
)
def test_late_interaction_prefers_the_passage_that_says_it(name: str, query: str, passages: list[str]) -> None:
    reranker = get(name)
    scores = reranker.score(query, passages)
    assert reranker.name == name
    assert scores[1] > scores[0]
    assert np.isnan(scores[2])
    assert np.isnan(reranker.score("", passages)).all()


def test_a_text_has_itself_as_best_match() -> None:
    text = "The keeper must light the lamp at dusk."
    assert LateInteraction().score(text, [text])[0] == pytest.approx(1, abs=0.02)  # bfloat16, and paddings differ


def test_token_vectors_are_of_norm_one_and_up_to_the_limit() -> None:
    long, short = MiniLM().token_vectors(["lamp " * 700, "lamp"], limit=512)
    assert (long.shape, short.shape) == ((512, 384), (1, 384))
    assert np.linalg.norm(long, axis=1) == pytest.approx(np.ones(512), abs=1e-3)


NAMED = CorpusSettings(source=".", profile="se-law", reranker="folder/model", rerank_weight=0.6, rerank_candidates=7)
PLAIN = CorpusSettings(source=".", profile="se-law")


@pytest.mark.parametrize(
    ("corpus", "wanted", "name", "expected"),
    [
        ("plain", None, None, None),
        ("plain", True, None, ("BAAI/bge-reranker-v2-m3", False, 0.3, 20)),
        ("unknown", True, None, ("BAAI/bge-reranker-v2-m3", False, 0.3, 20)),
        ("plain", None, "other/model", ("other/model", False, 0.3, 20)),
        ("named", None, None, ("folder/model", True, 0.6, 7)),
        ("named", None, "other/model", ("other/model", False, 0.6, 7)),
        ("named", False, None, None),
        ("named", False, "other/model", None),
    ],
)
def test_what_the_settings_and_the_options_ask_for(
    corpus: str, wanted: bool | None, name: str | None, expected: tuple[str, bool, float, int] | None
) -> None:
    settings = Settings(corpus={"named": NAMED, "plain": PLAIN})
    how = configured(settings, corpus, wanted=wanted, name=name)
    if expected is None:
        assert how is None
    else:
        assert how
        assert isinstance(how.model, CrossEncoder)
        assert (how.model.name, how.model.download, how.weight, how.candidates) == expected
