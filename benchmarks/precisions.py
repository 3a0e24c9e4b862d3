"""Measure the bundled models in float32, bfloat16 and int8: speed beside the processor's limit, memory, what is found.

    python -m benchmarks.precisions SWEFAQ [--texts N] [--rounds N]

SWEFAQ is the unpacked data of that name: questions to Swedish authorities, one answer among all. Each model in each
precision has a process of its own with one thread. They take their turns round by round; medians are printed. The clock
is the processor time of the process. The limit is the rate of the products of a layer in that precision, on batches of
the size that the engine reads.

float32 and bfloat16 are the models as Piperoll has them, in OpenVINO. int8 is tried here only, in torch: weights of
eight bits with a scale for each row, and inputs of each product rounded to eight bits by the range that they have.
"""

import argparse
import os
import resource
import statistics
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.embedding import LAYER_FLOP, LINEAR, product_rate
from benchmarks.everyday import swefaq
from benchmarks.retrieval import table
from piperoll.embed import backend
from piperoll.embed.engine import BATCH_TOKENS
from piperoll.embed.torch_bert import TorchBert

LAYERS = {"minilm": 6, "e5": 12}
VARIANTS = {
    f"{model} {kind}": (model, kind, f"{model}_fp32" if kind != "bf16" else model)
    for model in LAYERS
    for kind in ("fp32", "bf16", "int8")
}
"""Model, precision, and the backend that reads with it; by int8 that of float32 is changed."""
REPEATS = 20
"""Times that the products of a layer are taken for the limit."""
MIB = 1024

Floats = NDArray[np.float32]


class Int8Bert(TorchBert):
    """Int8Bert multiplies integers of eight bits; all else is float32."""

    def __init__(self, weights: Any, layers: Any) -> None:
        super().__init__(weights, layers, "fp32")
        self._packed = {
            name.removesuffix(".weight"): packed(tensor, self._tensors[name.replace(".weight", ".bias")])
            for name, tensor in self._tensors.items()
            if name.endswith("dense.weight") or (".attention.self." in name and name.endswith(".weight"))
        }

    def _linear(self, name: str, states: torch.Tensor) -> torch.Tensor:
        multiplied: torch.Tensor = torch.ops.quantized.linear_dynamic(states.contiguous(), self._packed[name])
        return multiplied


def packed(weight: torch.Tensor, bias: torch.Tensor) -> Any:
    """Return weights as eight bits a number, with a scale for each row, as torch multiplies them."""
    scales = (weight.abs().amax(dim=1) / 127).double()
    rounded = torch.quantize_per_channel(weight, scales, torch.zeros_like(scales).long(), 0, torch.qint8)
    return torch.ops.quantized.linear_prepack(rounded, bias)


def int8_rate() -> float:
    """Return the operations a second of the products of a layer in int8: the limit."""
    operands = [
        (torch.randn(BATCH_TOKENS, inputs), packed(torch.randn(outputs, inputs), torch.zeros(outputs)))
        for inputs, outputs in LINEAR
    ]
    begin = time.process_time()
    with torch.inference_mode():
        for states, weight in operands * REPEATS:
            torch.ops.quantized.linear_dynamic(states, weight)
    return REPEATS * BATCH_TOKENS * LAYER_FLOP / (time.process_time() - begin)


@dataclass(frozen=True, slots=True)
class Round:
    """Hold what one round of a variant measured: rates a processor second, and the most memory until then in KiB."""

    tokens: float
    limit: float
    memory: int


class Worker:
    """A worker embeds with one variant in a process of its own."""

    def __init__(self, variant: str) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=_start, initargs=(variant,))

    def round(self, texts: list[str]) -> Round:
        """Return what a round measures."""
        return self._pool.submit(_round, texts).result()

    def vectors(self, texts: list[str], *, queries: bool) -> Floats:
        """Return the vectors of questions or of answers."""
        return self._pool.submit(_vectors, texts, queries).result()


_VARIANT: dict[str, Any] = {}
"""In a worker: its backend and its precision."""


def _start(variant: str) -> None:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    _, kind, name = VARIANTS[variant]
    model: Any = backend.get(name)
    model.load()
    if kind == "int8":
        engine = model._engine()
        engine._many = Int8Bert(engine._weights, engine._layers)
    _VARIANT.update(backend=model, kind=kind)


def _round(texts: list[str]) -> Round:
    begin = time.process_time()
    tokens = _VARIANT["backend"].embed(texts).tokens
    rate = tokens / (time.process_time() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # before the limit, which needs memory of its own
    kind = _VARIANT["kind"]
    limit = int8_rate() if kind == "int8" else product_rate(kind, 1, time.process_time)
    return Round(rate, limit, memory)


def _vectors(texts: list[str], queries: bool) -> Floats:
    model = _VARIANT["backend"]
    found = backend.embed_queries(model.name, texts) if queries else model.embed(texts).vectors
    vectors: Floats = found.astype(np.float32)
    return vectors


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("swefaq", type=Path)
    parser.add_argument("--texts", type=int, default=110, help="answers that are embedded in a round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"  # the backends heed it, in the processes that start here

    asks = swefaq(given.swefaq)
    names = list(asks.documents)
    answers = [asks.documents[name].decode() for name in names]
    right = np.array([names.index(query.answers[0][0].document) for query in asks.gold.queries])
    workers = {variant: Worker(variant) for variant in VARIANTS}
    found = {}
    for variant, worker in workers.items():
        asked = worker.vectors([query.text for query in asks.gold.queries], queries=True)
        found[variant] = worker.vectors(answers, queries=False), asked
        print(f"embedded by {variant}", file=sys.stderr)
    rounds = [
        {variant: worker.round(answers[: given.texts]) for variant, worker in workers.items()}
        for _ in range(given.rounds)
    ]
    lines = []
    for variant, (model, _, _) in VARIANTS.items():
        middle = statistics.median
        tokens = middle(one[variant].tokens for one in rounds)
        share = middle(one[variant].tokens * LAYERS[model] * LAYER_FLOP / one[variant].limit for one in rounds)
        ratio = middle(one[variant].tokens / one[f"{model} fp32"].tokens for one in rounds)
        made, asked = found[variant]
        cosine = (made * found[f"{model} fp32"][0]).sum(axis=1)
        ranks = np.argsort(-(asked @ made.T), axis=1)
        at = [(ranks[:, :k] == right[:, None]).any(axis=1).mean() for k in (1, 5)]
        memory = max(one[variant].memory for one in rounds) / MIB
        lines.append([variant, f"{tokens:,.0f}", f"{ratio:.2f}", f"{share:.0%}", f"{memory:,.0f}",
                      f"{cosine.mean():.4f}, {cosine.min():.4f}", *(f"{one:.3f}" for one in at)])  # fmt: skip
    table(f"{len(answers)} texts, {given.rounds} rounds", [
        "model", "tokens a processor second", "to fp32", "of the limit", "MiB", "cosine to fp32: mean, worst",
        "recall@1", "recall@5",
    ], lines)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
