"""Define what a BERT encoder offers and what it is made of, and read that from the files of transformers."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Precision = Literal["bf16", "fp32"]

PADDED_TO: Final = 16
"""Windows are padded to a multiple of this: attention takes up to twice as long on lengths between."""


class Encoder(Protocol):
    """An encoder turns token ids into states; any number of threads may use it at once."""

    def use_threads(self, count: int) -> None:
        """Let the calling thread use so many threads of the processor for one operation, where the encoder can."""

    def read(self, windows: Sequence[Sequence[int]]) -> list[Floats]:
        """Return the last hidden states of each window, shape (tokens, dimension), of its ids with special tokens."""
        ...


class Config(NamedTuple):
    """Hold what the weights do not say themselves."""

    heads: int
    epsilon: float


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Hold the numbers of an encoder."""

    config: Config
    arrays: Mapping[str, Floats]
    """All but the embeddings of tokens, by the names that transformers gives them."""
    words: Callable[[NDArray[np.intp]], Floats]
    """Returns the embeddings of token ids, one row an id: most of the numbers of a model, of which a text needs few."""

    @property
    def dimension(self) -> int:
        """Return the length of a vector."""
        return int(self.arrays["embeddings.LayerNorm.weight"].shape[0])


def weights_of(folder: Path) -> Weights:
    """Return the weights in the files ``config.json`` and ``model.safetensors`` of a folder."""
    config = json.loads((folder / "config.json").read_bytes())
    arrays = mapped(folder / "model.safetensors")
    words = arrays.pop("embeddings.word_embeddings.weight")
    return Weights(Config(config["num_attention_heads"], config["layer_norm_eps"]), arrays, words.__getitem__)


def mapped(path: Path) -> dict[str, Floats]:
    """Return the float32 arrays of a safetensors file by name, as views of the file, of which nothing is read yet.

    The file begins with the length of a header in eight bytes; the header is JSON and says where each array lies.
    """
    data = np.memmap(path, np.uint8, "r")
    begin = 8 + int.from_bytes(data[:8].tobytes(), "little")
    facts = {name: fact for name, fact in json.loads(data[8:begin].tobytes()).items() if fact.get("dtype") == "F32"}
    return {
        name: data[slice(*(begin + offset for offset in fact["data_offsets"]))].view(np.float32).reshape(fact["shape"])
        for name, fact in facts.items()
    }
