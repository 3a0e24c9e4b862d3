"""Read texts with a BERT encoder in torch: the fastest way for many texts, once torch is imported.

The encoder is written out here, because importing sentence-transformers takes longer than importing torch. It runs the
operations of transformers in their order, so that the vectors are those of sentence-transformers.
"""

import os
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from piperoll.embed.bert import PADDED_TO, Floats, Precision, Weights


class TorchBert:
    """TorchBert is an encoder of one precision."""

    def __init__(self, weights: Weights, layers: Sequence[int], precision: Precision) -> None:
        self.process = os.getpid()
        self._config, self._words = weights.config, weights.words
        self._layers = [f"encoder.layer.{index}" for index in layers]
        self._dtype = torch.bfloat16 if precision == "bf16" else torch.float32
        self._tensors = {name: torch.tensor(array, dtype=self._dtype) for name, array in weights.arrays.items()}

    def use_threads(self, count: int) -> None:
        """See :meth:`piperoll.embed.bert.Encoder.use_threads`; it also holds for threads that start later."""
        torch.set_num_threads(count)

    def read(self, windows: Sequence[Sequence[int]]) -> list[Floats]:
        """See :meth:`piperoll.embed.bert.Encoder.read`."""
        longest = max(map(len, windows))
        shape = len(windows), -(-longest // PADDED_TO) * PADDED_TO
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.bool_)
        for row, window in enumerate(windows):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = True
        with torch.inference_mode():
            states = self._embedded(torch.from_numpy(self._words(ids)).to(self._dtype))
            shown = torch.from_numpy(mask)[:, None, None, :].expand(-1, 1, shape[1], -1)
            for layer in self._layers:
                states = self._layer(layer, states, shown)
            hidden = states.float().numpy()
        return [hidden[row, : len(window)] for row, window in enumerate(windows)]

    def _embedded(self, words: Tensor) -> Tensor:
        kinds, places = (self._tensors[f"embeddings.{name}_embeddings.weight"] for name in ("token_type", "position"))
        return self._norm("embeddings.LayerNorm", words + kinds[0] + places[: words.shape[1]])

    def _layer(self, name: str, states: Tensor, shown: Tensor) -> Tensor:
        seen = self._linear(f"{name}.attention.output.dense", self._attention(f"{name}.attention.self", states, shown))
        states = self._norm(f"{name}.attention.output.LayerNorm", seen + states)
        inner = functional.gelu(self._linear(f"{name}.intermediate.dense", states))
        return self._norm(f"{name}.output.LayerNorm", self._linear(f"{name}.output.dense", inner) + states)

    def _attention(self, name: str, states: Tensor, shown: Tensor) -> Tensor:
        query, key, value = (
            self._linear(f"{name}.{part}", states).view(*states.shape[:2], self._config.heads, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=shown)
        return seen.transpose(1, 2).flatten(2)

    def _linear(self, name: str, states: Tensor) -> Tensor:
        return functional.linear(states, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"])

    def _norm(self, name: str, states: Tensor) -> Tensor:
        weight, bias = self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"]
        return functional.layer_norm(states, weight.shape, weight, bias, self._config.epsilon)
