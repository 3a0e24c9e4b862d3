"""Read texts with a BERT encoder in OpenVINO: the fastest way for many texts, and far smaller than torch.

The graph is made here from the weights, operation by operation, and compiled for the processor in a third of a second.
It computes what :mod:`piperoll.embed.torch_bert` computes; in bfloat16 it rounds in fewer places.

Each import of OpenVINO tells its maker of itself over the network, unless its package for that is missing. So it is
hidden here while OpenVINO is imported: Piperoll opens no connection that nobody asked for.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from threading import local
from typing import Any, Final

import numpy as np

from piperoll.embed.bert import PADDED_TO, Config, Floats, Precision, Weights

TELEMETRY: Final = "openvino_telemetry"
HINTS: Final = {"bf16": "bf16", "fp32": "f32"}
"""What OpenVINO calls each precision."""
NOT_SHOWN: Final = np.float32(-1e9)
"""Added to the weight of a token that only fills up: none is left of it."""


def _imported() -> tuple[Any, Any]:
    """Return OpenVINO and its operations, imported without its telemetry."""
    hidden: dict[str, Any] = {TELEMETRY: sys.modules.get(TELEMETRY)}
    sys.modules.update({TELEMETRY: None})  # type: ignore[dict-item]
    try:
        import openvino
        from openvino import opset13
    finally:
        del sys.modules[TELEMETRY]
        sys.modules.update({name: module for name, module in hidden.items() if module})
    return openvino, opset13


openvino, ops = _imported()
Node = Any
"""The result of an operation of the graph."""


class OpenvinoBert:
    """OpenvinoBert is an encoder of one precision.

    Vectors agree with those of numpy and of torch to half precision in float32, and in bfloat16 to a cosine of .99994
    (400 texts, .9999 at worst).
    """

    def __init__(
        self, weights: Weights, layers: Sequence[int], precision: Precision, streams: int, threads: int
    ) -> None:
        """Compile the graph.

        Args:
            weights: of the model.
            layers: indices of the layers to compute.
            precision: of the products.
            streams: batches that are computed at a time; each by its share of the threads.
            threads: of the processor.
        """
        self.process = os.getpid()
        self._words = weights.words
        graph = _Graph(weights.arrays, weights.config)
        options = {
            "INFERENCE_PRECISION_HINT": HINTS[precision],
            "NUM_STREAMS": streams,
            "INFERENCE_NUM_THREADS": threads,
            "ENABLE_CPU_PINNING": False,  # other programs may need these very processors
        }
        self._compiled = openvino.Core().compile_model(graph.model(layers), "CPU", options)
        self._of_thread = local()

    def use_threads(self, count: int) -> None:
        """See :meth:`piperoll.embed.bert.Encoder.use_threads`: the graph was compiled for a number."""

    def read(self, windows: Sequence[Sequence[int]]) -> list[Floats]:
        """See :meth:`piperoll.embed.bert.Encoder.read`."""
        longest = max(map(len, windows))
        shape = len(windows), -(-longest // PADDED_TO) * PADDED_TO
        ids, mask = np.zeros(shape, np.intp), np.full(shape, NOT_SHOWN)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = 0
        if not hasattr(self._of_thread, "request"):
            self._of_thread.request = self._compiled.create_infer_request()
        request = self._of_thread.request
        places = np.arange(shape[1], dtype=np.int32)
        request.infer([self._words(ids), mask[:, None, None, :], places], share_inputs=True)
        hidden: Floats = request.get_output_tensor(0).data.copy()
        return [hidden[row, : len(window)] for row, window in enumerate(windows)]


class _Graph:
    """Write the encoder as operations of OpenVINO."""

    def __init__(self, arrays: Mapping[str, Floats], config: Config) -> None:
        self._arrays, self._config = arrays, config

    def model(self, layers: Sequence[int]) -> Any:
        """Return the graph: from embeddings, mask and places of the tokens to the last hidden states."""
        words = ops.parameter([-1, -1, self._arrays["embeddings.position_embeddings.weight"].shape[1]], np.float32)
        mask = ops.parameter([-1, 1, 1, -1], np.float32)
        places = ops.parameter([-1], np.int32)
        states = self._embedded(words, places)
        for index in layers:
            states = self._layer(f"encoder.layer.{index}", states, mask)
        return openvino.Model([ops.result(states)], [words, mask, places])

    def _embedded(self, words: Node, places: Node) -> Node:
        kinds, at = (self._arrays[f"embeddings.{name}_embeddings.weight"] for name in ("token_type", "position"))
        at_places = ops.gather(ops.constant(at + kinds[0]), places, ops.constant(np.int32(0)))
        return self._norm("embeddings.LayerNorm", ops.add(words, at_places))

    def _layer(self, name: str, states: Node, mask: Node) -> Node:
        seen = self._linear(f"{name}.attention.output.dense", self._attention(f"{name}.attention.self", states, mask))
        states = self._norm(f"{name}.attention.output.LayerNorm", ops.add(seen, states))
        inner = ops.gelu(self._linear(f"{name}.intermediate.dense", states), "ERF")
        return self._norm(f"{name}.output.LayerNorm", ops.add(self._linear(f"{name}.output.dense", inner), states))

    def _attention(self, name: str, states: Node, mask: Node) -> Node:
        by_head = [0, 0, self._config.heads, -1]  # 0: as before
        query, key, value = (
            _swapped(ops.reshape(self._linear(f"{name}.{part}", states), by_head, special_zero=True))
            for part in ("query", "key", "value")
        )
        seen = ops.scaled_dot_product_attention(query, key, value, mask)
        return ops.reshape(_swapped(seen), [0, 0, -1], special_zero=True)

    def _linear(self, name: str, states: Node) -> Node:
        return ops.add(
            ops.matmul(states, self._constant(f"{name}.weight"), False, True), self._constant(f"{name}.bias")
        )

    def _norm(self, name: str, states: Node) -> Node:
        norm = ops.mvn(states, [-1], True, self._config.epsilon, "INSIDE_SQRT")
        return ops.add(ops.multiply(norm, self._constant(f"{name}.weight")), self._constant(f"{name}.bias"))

    def _constant(self, name: str) -> Node:
        return ops.constant(self._arrays[name])


def _swapped(states: Node) -> Node:
    """Return states of shape (batch, tokens, heads, …) as (batch, heads, tokens, …), or the other way."""
    return ops.transpose(states, [0, 2, 1, 3])
