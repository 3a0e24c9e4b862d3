"""Read texts with a BERT encoder in numpy: slower than torch for many texts, but ready at once for a few.

Importing torch and sentence-transformers takes seconds of processor time; a query takes 15 milliseconds here. Where the
weights are mapped and not read, only the pages that a text needs come into memory.

The tokens of all windows stand below one another without padding, so no mask is needed; only attention goes window by
window. A matrix product uses one thread. The threads of numpy's matrix library wait for each other in a loop, which
for matrices of this size takes up to three times the processor time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from threading import Lock

import numpy as np
from threadpoolctl import ThreadpoolController

from piperoll.embed.bert import Config, Floats, Precision, Weights

ERF_SCALE = 0.3275911
ERF_TERMS = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
"""Numbers of formula 7.1.26 in Abramowitz and Stegun, "Handbook of Mathematical Functions": erf within 1.5e-7."""
GELU_ROWS = 32
"""Tokens of which the inner activations are computed at a time: so many stay in the cache."""


class NumpyBert:
    """NumpyBert is an encoder that computes in float32.

    Its weights have the precision given, as those of torch beside it. So vectors of both agree to a cosine of .99998 in
    bfloat16 (700 texts, .99995 at worst), against .99995 (.9999) if the weights were not rounded, and to half precision
    in float32.
    """

    def __init__(self, weights: Weights, layers: Sequence[int], precision: Precision) -> None:
        config, arrays, self._words = weights.config, weights.arrays, weights.words
        self._rounded = precision == "bf16"
        if self._rounded:
            arrays = {name: rounded(array) for name, array in arrays.items()}
        self._places = arrays["embeddings.position_embeddings.weight"]
        self._kind = arrays["embeddings.token_type_embeddings.weight"][0]
        self._norm = _Norm.of(arrays, "embeddings.LayerNorm", config.epsilon)
        self._layers = [_Layer.of(arrays, f"encoder.layer.{index}", config) for index in layers]

    def use_threads(self, count: int) -> None:
        """See :meth:`piperoll.embed.bert.Encoder.use_threads`: a product uses one, whatever the number."""

    def read(self, windows: Sequence[Sequence[int]]) -> list[Floats]:
        """See :meth:`piperoll.embed.bert.Encoder.read`."""
        ends = np.cumsum([len(window) for window in windows]).tolist()
        spans = [slice(end - len(window), end) for window, end in zip(windows, ends, strict=True)]
        words = self._words(np.concatenate(windows))
        if self._rounded:
            words = rounded(words)
        places = np.concatenate([self._places[: len(window)] for window in windows])
        with _one_thread:
            states = self._norm(words + places + self._kind)
            for layer in self._layers:
                states = layer(states, spans)
        return [states[span] for span in spans]


@dataclass(frozen=True, slots=True)
class _Linear:
    weight: Floats
    bias: Floats

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], *names: str) -> "_Linear":
        """Return the product by that name; of several names one product that gives their results side by side."""
        weight, bias = ([arrays[f"{name}.{part}"] for name in names] for part in ("weight", "bias"))
        return cls(weight[0], bias[0]) if len(names) == 1 else cls(np.concatenate(weight), np.concatenate(bias))

    def __call__(self, states: Floats) -> Floats:
        result: Floats = states @ self.weight.T
        result += self.bias
        return result


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: Floats
    bias: Floats
    epsilon: np.float32

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], name: str, epsilon: float) -> "_Norm":
        return cls(arrays[f"{name}.weight"], arrays[f"{name}.bias"], np.float32(epsilon))

    def __call__(self, states: Floats) -> Floats:
        states = states - states.mean(axis=-1, keepdims=True)
        states /= np.sqrt(np.square(states).mean(axis=-1, keepdims=True) + self.epsilon)
        states *= self.weight
        states += self.bias
        return states


@dataclass(frozen=True, slots=True)
class _Layer:
    heads: int
    ask: _Linear
    answer: _Linear
    widen: _Linear
    narrow: _Linear
    norms: tuple[_Norm, _Norm]

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], name: str, config: Config) -> "_Layer":
        attention = f"{name}.attention"
        return cls(
            heads=config.heads,
            ask=_Linear.of(arrays, *(f"{attention}.self.{part}" for part in ("query", "key", "value"))),
            answer=_Linear.of(arrays, f"{attention}.output.dense"),
            widen=_Linear.of(arrays, f"{name}.intermediate.dense"),
            narrow=_Linear.of(arrays, f"{name}.output.dense"),
            norms=(
                _Norm.of(arrays, f"{attention}.output.LayerNorm", config.epsilon),
                _Norm.of(arrays, f"{name}.output.LayerNorm", config.epsilon),
            ),
        )

    def __call__(self, states: Floats, spans: Sequence[slice]) -> Floats:
        asked = self.ask(states)
        seen = np.concatenate([self._attend(asked[span]) for span in spans])
        states = self.norms[0](self.answer(seen) + states)
        inner = self.widen(states)
        for begin in range(0, len(inner), GELU_ROWS):
            rows = inner[begin : begin + GELU_ROWS]
            rows *= normal_share(rows)
        return self.norms[1](self.narrow(inner) + states)

    def _attend(self, asked: Floats) -> Floats:
        """Return what each token of one window takes from the others, from queries, keys and values side by side."""
        query, key, value = asked.reshape(len(asked), 3, self.heads, -1).transpose(1, 2, 0, 3)
        weights = (query * np.float32(1 / sqrt(query.shape[-1]))) @ key.transpose(0, 2, 1)
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        seen = weights @ value
        seen /= weights.sum(axis=-1, keepdims=True)
        return np.asarray(seen.transpose(1, 0, 2), np.float32).reshape(len(asked), -1)


def normal_share(values: Floats) -> Floats:
    """Return how much of the normal distribution lies below each value, ``(1 + erf(value / sqrt(2))) / 2``: a GELU is
    this times the value."""
    size = np.abs(values)
    size *= np.float32(1 / sqrt(2))
    step = size * np.float32(ERF_SCALE)
    step += 1
    np.reciprocal(step, out=step)
    above = step * np.float32(ERF_TERMS[0])
    for term in ERF_TERMS[1:]:
        above += np.float32(term)
        above *= step
    np.square(size, out=size)
    np.negative(size, out=size)
    np.exp(size, out=size)
    above *= size  # 1 - erf(size)
    above *= np.float32(0.5)
    return np.where(values < 0, above, np.float32(1) - above)


def rounded(values: Floats) -> Floats:
    """Return float32 numbers rounded to the nearest bfloat16, which has the upper half of their bits; ties to even."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    up = (bits >> 16) & 1
    up += bits
    up += 0x7FFF
    up &= 0xFFFF0000
    return up.view(np.float32)


class _OneThread:
    """Let matrix products use one thread while any thread of this process is in such a ``with`` block."""

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = ThreadpoolController().limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()


_one_thread = _OneThread()
