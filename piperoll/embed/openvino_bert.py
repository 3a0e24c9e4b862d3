"""Read texts with a BERT encoder in OpenVINO: for many texts, where torch is not installed.

The graph is made here, operation by operation, from the weights; OpenVINO compiles it for the processor in about a second.
"""

import os
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from threading import local

import numpy as np
import openvino
from openvino import Model, Node, Type, opset13

from piperoll.embed.bert import PADDED_TO, Config, Floats, Precision, config_of, mapped

NOT_SHOWN = np.float32(-1e9)


class OpenvinoBert:
    """OpenvinoBert is an encoder of one precision, made from the files ``config.json`` and ``model.safetensors``."""

    def __init__(self, folder: Path, layers: Sequence[int], precision: Precision, streams: int) -> None:
        self.process = os.getpid()
        arrays = mapped(folder / "model.safetensors")
        self._compiled = openvino.Core().compile_model(
            _Graph(arrays, config_of(folder)).model(layers),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16" if precision == "bf16" else "f32",
                "NUM_STREAMS": streams,
                "INFERENCE_NUM_THREADS": streams,
                "ENABLE_CPU_PINNING": False,
            },
        )
        self._of_thread = local()

    def use_threads(self, count: int) -> None:
        """See :meth:`piperoll.embed.bert.Encoder.use_threads`."""

    def read(self, windows: Sequence[Sequence[int]]) -> list[Floats]:
        """See :meth:`piperoll.embed.bert.Encoder.read`."""
        longest = max(map(len, windows))
        shape = len(windows), -(-longest // PADDED_TO) * PADDED_TO
        ids, mask = np.zeros(shape, np.int32), np.full(shape, NOT_SHOWN)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = 0
        if not hasattr(self._of_thread, "request"):
            self._of_thread.request = self._compiled.create_infer_request()
        request = self._of_thread.request
        request.infer({0: ids, 1: mask[:, None, None, :], 2: np.arange(shape[1], dtype=np.int32)}, share_inputs=True)
        hidden = request.get_output_tensor(0).data.copy()
        return [hidden[row, : len(window)] for row, window in enumerate(windows)]


class _Graph:
    def __init__(self, arrays: Mapping[str, Floats], config: Config) -> None:
        self._arrays, self._config = arrays, config

    def model(self, layers: Sequence[int]) -> Model:
        ids = opset13.parameter([-1, -1], Type.i32)
        mask = opset13.parameter([-1, 1, 1, -1], Type.f32)
        places = opset13.parameter([-1], Type.i32)
        states = self._embedded(ids, places)
        for index in layers:
            states = self._layer(f"encoder.layer.{index}", states, mask)
        return Model([opset13.result(states)], [ids, mask, places])

    def _embedded(self, ids: Node, places: Node) -> Node:
        axis = opset13.constant(np.int32(0))
        word = opset13.gather(self._constant("embeddings.word_embeddings.weight"), ids, axis)
        position = self._arrays["embeddings.position_embeddings.weight"]
        kind = self._arrays["embeddings.token_type_embeddings.weight"][0]
        place = opset13.gather(opset13.constant(position + kind), places, axis)
        return self._norm("embeddings.LayerNorm", opset13.add(word, place))

    def _layer(self, name: str, states: Node, mask: Node) -> Node:
        seen = self._linear(f"{name}.attention.output.dense", self._attention(f"{name}.attention.self", states, mask))
        states = self._norm(f"{name}.attention.output.LayerNorm", opset13.add(seen, states))
        inner = opset13.gelu(self._linear(f"{name}.intermediate.dense", states), "ERF")
        return self._norm(
            f"{name}.output.LayerNorm", opset13.add(self._linear(f"{name}.output.dense", inner), states)
        )

    def _attention(self, name: str, states: Node, mask: Node) -> Node:
        query, key, value = (self._split(self._linear(f"{name}.{part}", states)) for part in ("query", "key", "value"))
        seen = opset13.scaled_dot_product_attention(query, key, value, mask)
        return opset13.reshape(_swapped(seen), [0, 0, -1], special_zero=True)

    def _split(self, states: Node) -> Node:
        return _swapped(opset13.reshape(states, [0, 0, self._config.heads, WIDTH // self._config.heads], special_zero=True))

    def _linear(self, name: str, states: Node) -> Node:
        product = opset13.matmul(states, self._constant(f"{name}.weight"), False, True)
        return opset13.add(product, self._constant(f"{name}.bias"))

    def _norm(self, name: str, states: Node) -> Node:
        norm = opset13.mvn(states, [-1], True, self._config.epsilon, "INSIDE_SQRT")
        return opset13.add(opset13.multiply(norm, self._constant(f"{name}.weight")), self._constant(f"{name}.bias"))

    def _constant(self, name: str) -> Node:
        return opset13.constant(np.ascontiguousarray(self._arrays[name]))

WIDTH = 384
def _swapped(states: Node) -> Node:
    return opset13.transpose(states, [0, 2, 1, 3])
