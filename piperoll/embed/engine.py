"""Embed texts on the CPU with a BERT model that a package carries: no download, no network.

A text that is longer than the model reads at once is cut on its token sequence into the fewest windows that fit, of
equal size within one token, and its vector is the normalised mean of theirs. Equal windows make the plain mean fair: no
short remainder weighs as much as a full window.

The weights are bfloat16 where the processor multiplies it natively (1.8 to 4 times the speed; cosine to float32 .9999
in the mean, .9998 at worst) and float32 elsewhere.

A process reads its first texts with numpy (:mod:`piperoll.embed.numpy_bert`), and loads OpenVINO once it reads more
than that is worth; where OpenVINO is not installed torch, and where neither is it goes on with numpy. So the last bits
of a vector depend on what is installed and what the process read before: in float32 it is the same within a step of
half precision, in bfloat16 within a cosine of .9998.

Every processor works on batches of its own. When all of them work on one batch, as is usual, they meet after each of
its hundred small steps. That is several times slower where another process holds one of them up, and lets a vector
depend on the number of processors.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.embed.bert import PADDED_TO, Encoder, Floats, Precision, Weights
from piperoll.embed.numpy_bert import NumpyBert
from piperoll.errors import PiperollError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from piperoll.embed.openvino_bert import OpenvinoBert
    from piperoll.embed.torch_bert import TorchBert

BATCH_TOKENS: Final = 2048
"""Tokens in a batch, padding included: of 512 to 8k the most for a second of processor time. Much more, and
a layer's activations leave the cache; much less, and Python's share shows."""
FEW_TOKENS: Final = 15_000
"""Tokens that a process reads with numpy before it loads torch or OpenVINO: as many as make up for the import of torch.
That takes 2.5 seconds of processor time, a token .36 ms with numpy, and with torch .20 ms in bfloat16 (in float32
.42)."""
MAX_WORKERS: Final = 8
"""Batches at a time; with more processors, several share one. Near a tenth of a batch is Python, one at a time."""
SLAB_TEXTS: Final = 8192
"""Texts tokenized and sorted together: bounds memory, and lengths within a batch stay close."""

Ids = Sequence[int]
"""Ids of tokens."""


class Engine:
    """Engine embeds texts with one model of one precision. Threads may use it at once."""

    def __init__(
        self, weights: Weights, tokenizer: "Tokenizer", layers: Sequence[int], precision: Precision, max_tokens: int
    ) -> None:
        """Hold a model; what reads many texts is loaded with the first of them.

        Args:
            weights: of the model.
            tokenizer: of the model; puts one special token before a text and one after it.
            layers: indices of the layers to compute.
            precision: of the products.
            max_tokens: that the model reads at once, special tokens included.
        """
        self._weights, self._layers, self._precision, self._max_tokens = weights, layers, precision, max_tokens
        self._tokenizer = tokenizer
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._open, self._close = self._tokenizer.encode("").ids
        self._few = NumpyBert(weights, layers, precision)
        self._few_tokens = 0
        self._many: OpenvinoBert | TorchBert | None = None
        self._lock = Lock()
        """Held while an encoder is chosen or loads."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None, prefix: str = "") -> EmbeddingResult:
        """Return the vectors of ``texts``: the means of their tokens' states.

        Args:
            texts: in order.
            progress: see :data:`piperoll.embed.backend.Progress`.
            prefix: of each window of each text, as the model was trained with.

        Raises:
            PiperollError: this process was forked from one that had used the model (``model_forked``).
        """
        slabs = [
            self._slab(texts[begin : begin + SLAB_TEXTS], progress, prefix)
            for begin in range(0, max(1, len(texts)), SLAB_TEXTS)
        ]
        return EmbeddingResult(
            vectors=np.concatenate([slab.vectors for slab in slabs]),
            windowed=sum(slab.windowed for slab in slabs),
            tokens=sum(slab.tokens for slab in slabs),
        )

    def token_vectors(self, texts: Sequence[str], limit: int, prefix: str = "") -> list[Floats]:
        """Return the vectors of the tokens of each text, before the mean of them is taken.

        Args:
            texts: in order.
            limit: tokens read of a text, from its beginning; windows as in :meth:`embed`.
            prefix: see :meth:`embed`; its own tokens are left out.

        Returns:
            One array a text, of shape (tokens, dimension): what the model makes of a token in its context, each of L2
            norm 1.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        before = self._before(prefix)
        cut = [self._windows(ids[:limit], before) for ids in self._tokenize(texts)]
        flat = [window for of_text in cut for window in of_text]
        vectors = iter(self._read(flat, lambda states: normalised(states[len(before) : -1])))
        return [np.concatenate([next(vectors) for _ in of_text]) for of_text in cut]

    def load(self) -> None:
        """Load the encoder of many texts."""
        self._encoder(FEW_TOKENS + 1)

    def _slab(self, texts: Sequence[str], progress: Progress | None, prefix: str) -> EmbeddingResult:
        before = self._before(prefix)
        cut = [self._windows(ids, before) for ids in self._tokenize(texts)]
        flat = [window for of_text in cut for window in of_text]
        first = np.cumsum([0, *map(len, cut)])[:-1]

        def done(batch: NDArray[np.intp]) -> None:
            if progress:  # a text counts with its first window; the others, as long, are close behind
                progress(int(np.isin(batch, first, assume_unique=True).sum()))

        read = self._read(flat, lambda states: normalised(states.sum(axis=0)), done)
        vectors = np.array(read, np.float32).reshape(len(flat), self._weights.dimension)
        means = np.add.reduceat(vectors, first) if len(flat) else vectors
        return EmbeddingResult(
            vectors=normalised(means).astype(np.float16),
            windowed=sum(len(of_text) > 1 for of_text in cut),
            tokens=sum(map(len, flat)),
        )

    def _before(self, prefix: str) -> list[int]:
        """Return the ids that every window begins with; the space after the prefix is part of the next token."""
        return [self._open, *self._tokenizer.encode(prefix.rstrip(), add_special_tokens=False).ids]

    def _windows(self, ids: Ids, before: Sequence[int]) -> list[Ids]:
        """Return the windows of a text as the model reads them, with what stands before and after each."""
        return [[*before, *window, self._close] for window in windows(ids, self._max_tokens - len(before) - 1)]

    def _tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text, without special tokens."""
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in encoded]

    def _read(
        self,
        flat: Sequence[Ids],
        take: Callable[[Floats], Floats],
        done: Callable[[NDArray[np.intp]], None] = lambda batch: None,
    ) -> list[Floats]:
        """Return what ``take`` makes of the last hidden states of each window.

        Args:
            flat: windows with special tokens.
            take: gets shape (tokens, dimension).
            done: gets the indices of each batch that was read.

        Returns:
            One array a window.
        """
        taken: list[Floats] = [np.empty(0, np.float32)] * len(flat)
        encoder = self._encoder(sum(map(len, flat)))

        def work(batch: NDArray[np.intp]) -> NDArray[np.intp]:
            states = encoder.read([flat[index] for index in batch])
            for index, of_window in zip(batch, states, strict=True):
                taken[index] = take(of_window)
            return batch

        workers, cpus = _workers()
        cut = list(batches([padded(window) for window in flat], BATCH_TOKENS))
        if len(cut) == 1:  # a query: threads of its own would take a third of its time
            encoder.use_threads(cpus // workers)
            done(work(cut[0]))
            return taken
        pool = ThreadPoolExecutor(workers, "embed", encoder.use_threads, (cpus // workers,))
        try:
            for batch in pool.map(work, cut):
                done(batch)
        finally:
            pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C, without the rest of the slab
        return taken

    def _encoder(self, tokens: int) -> Encoder:
        """Return the encoder that reads so many tokens at the least cost, its import included."""
        with self._lock:
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

                return OpenvinoBert(self._weights, self._layers, self._precision, *_workers())
            case "torch":
                from piperoll.embed.torch_bert import TorchBert

                return TorchBert(self._weights, self._layers, self._precision)
        return None


def normalised(vectors: Floats) -> Floats:
    """Return vectors of the same directions and of L2 norm 1."""
    result: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result


def windows(ids: Ids, limit: int) -> list[Ids]:
    """Cut ``ids`` into the fewest pieces of at most ``limit`` tokens, as equal as can be; at least one."""
    count = max(1, -(-len(ids) // limit))
    return [ids[len(ids) * part // count : len(ids) * (part + 1) // count] for part in range(count)]


def padded(window: Ids) -> int:
    """Return the length at which the model reads a window: with padding."""
    return -(-len(window) // PADDED_TO) * PADDED_TO


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
