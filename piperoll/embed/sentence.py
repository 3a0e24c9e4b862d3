"""Embed with any model of sentence-transformers: a folder on this machine, or a name on the Hugging Face Hub.

A text that is longer than the model reads is cut into the fewest windows of equal length, as by
:mod:`piperoll.embed.engine`. Code that a model brings along is not run. The model computes on a GPU where there is one;
rounding there is another, and is not in the identity.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from piperoll.embed import hub
from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.errors import PiperollError, UsageError
from piperoll.settings import BackendSettings, config_path

SLAB_TEXTS: Final = 1_024
"""Windows sorted by length and embedded together, between two reports of progress."""
BATCH_TEXTS: Final = 32
"""Windows in a batch, unless settings say otherwise."""
PIECES, PIECE = 1_024, 4_096
"""A file of weights is told by so many pieces of so many bytes, spread evenly, and by its size. To read all of some
gigabytes would take every search seconds; a model that was trained further differs in every layer, which is longer than
the way between two pieces."""
TOLD_BY: Final = ("*.json", "*.txt", "*.model", "*.safetensors", "*.bin")
INSTALL: Final = "pip install 'piperoll[rerank]' brings sentence-transformers and torch."


class SentenceModel:
    """SentenceModel is a model that settings describe; it satisfies :class:`piperoll.embed.backend.Backend`."""

    def __init__(self, name: str, table: BackendSettings) -> None:
        self.name: Final = name
        self.table: Final = table
        self._lock = Lock()
        """Held while the model loads, or reads: its tokenizer serves one thread."""

    @cached_property
    def dimension(self) -> int:
        """Return the length of a vector, by the files of the model."""
        whole = _dimension(self._folder)
        if (self.table.dimension or whole) > whole:
            raise UsageError(
                "backend_settings",
                f"[backend.{self.name}] asks for {self.table.dimension} numbers, and the model gives {whole}.",
                remedy="Leave out dimension, or set a smaller one.",
            )
        return self.table.dimension or whole

    @cached_property
    def identity(self) -> str:
        """Return the files of the model and all settings that decide a vector."""
        told = self.table
        return (
            f"sentence-transformers files={_digest(self._folder)} {told.dtype} dimension={self.dimension}"
            f" query={told.query_prefix!r} passage={told.passage_prefix!r} tokens={told.max_tokens or 'model'}"
            " windows=balanced-mean normalised float16"
        )

    def check(self) -> None:
        """See :meth:`piperoll.embed.backend.Backend.check`."""
        if not _found(self.table):
            raise PiperollError(
                "model_missing",
                f"The model {self.table.model} is not on this machine.",
                remedy="The first run downloads it from the Hub; a folder must hold config.json.",
            )

    def load(self) -> None:
        """Load the model, before there is something to embed."""
        with self._lock:
            _ = self._model

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :meth:`piperoll.embed.backend.Backend.embed`. Threads may call it at once, and wait for each other.

        Raises:
            PiperollError: ``model_not_installed``, ``model_missing`` or ``model_broken``.
        """
        return self._embed(texts, self.table.passage_prefix, progress)

    def embed_query(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :func:`piperoll.embed.backend.embed_queries`.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._embed(texts, self.table.query_prefix, progress)

    def _embed(self, texts: Sequence[str], prefix: str, progress: Progress | None) -> EmbeddingResult:
        if not texts:
            return EmbeddingResult(np.zeros((0, self.dimension), np.float16), 0, 0)
        with self._lock:
            cut = [self._windows(prefix, text) for text in texts]
            flat = [prefix + window for windows, _ in cut for window in windows]
            starts = np.cumsum([0, *(len(windows) for windows, _ in cut)])[:-1]
            vectors = np.empty((len(flat), self.dimension), np.float32)
            order = np.argsort([-len(window) for window in flat], kind="stable")
            for begin in range(0, len(order), SLAB_TEXTS):
                slab = order[begin : begin + SLAB_TEXTS]
                vectors[slab] = self._vectors([flat[place] for place in slab])
                if progress:
                    progress(int(np.isin(slab, starts).sum()))
        means = _normalised(np.add.reduceat(vectors, starts))
        return EmbeddingResult(
            means.astype(np.float16), sum(len(windows) > 1 for windows, _ in cut), sum(tokens for _, tokens in cut)
        )

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        """Return vectors of the dimension, each of L2 norm 1."""
        found = self._model.encode(
            texts,
            batch_size=self.table.batch_texts or BATCH_TEXTS,
            show_progress_bar=False,
            convert_to_numpy=False,
            convert_to_tensor=True,
        )
        vectors = found.float().cpu().numpy()
        if vectors.shape[1] < self.dimension:
            raise self._broken(f"its vectors have {vectors.shape[1]} numbers, and its files say {self.dimension}")
        return _normalised(vectors[:, : self.dimension])

    def _windows(self, prefix: str, text: str) -> tuple[list[str], int]:
        """Return the windows of a text, and their tokens: the fewest equal ones that the model reads whole.

        Cut in two a token may become two, so the windows are counted, and are one more where one is too long.
        """
        ends = self._ends(text)
        room = max(1, self._limit - len(self._ids(prefix)) + (1 if prefix else 0))
        count = max(1, -(-len(ends) // room))
        while True:
            places = [0, *(ends[len(ends) * part // count - 1] for part in range(1, count)), len(text)]
            windows = [text[begin:end] for begin, end in pairwise(places)]
            sizes = [len(self._ids(prefix + window)) for window in windows]
            if max(sizes) <= self._limit or count >= len(ends):
                return windows, sum(sizes)
            count += 1

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._model.tokenizer(text, truncation=False, verbose=False)["input_ids"]
        return ids

    def _ends(self, text: str) -> list[int]:
        """Return where each token of a text ends."""
        found = self._model.tokenizer(
            text, add_special_tokens=False, truncation=False, verbose=False, return_offsets_mapping=True
        )
        return [end for _, end in found["offset_mapping"]]

    @cached_property
    def _limit(self) -> int:
        """Return the tokens that the model reads at once, special tokens included."""
        known = [limit for limit in (self.table.max_tokens, self._model.max_seq_length) if limit]
        return min(known, default=512)

    @cached_property
    def _folder(self) -> Path:
        """Return the folder of the model; a model of the Hub is downloaded if it is not here."""
        return _found(self.table) or _downloaded(self.table)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ModuleNotFoundError as error:
            raise _not_installed(error) from None
        try:
            with hub.no_progress_bar():
                model = SentenceTransformer(
                    str(self._folder),
                    device=self.table.device,
                    local_files_only=True,
                    trust_remote_code=False,
                    model_kwargs={"dtype": self.table.dtype},
                )
        except Exception as error:  # what a library says of files that are missing, broken, or of another kind
            raise self._broken(str(error).strip().partition("\n")[0]) from error
        if not getattr(model.tokenizer, "is_fast", False):
            raise self._broken("it has no fast tokenizer, which says where tokens stand in a text")
        return model

    def _broken(self, reason: str) -> PiperollError:
        return PiperollError(
            "model_broken",
            f"The model {self.table.model} cannot be used: {reason}.",
            remedy="Check its files, and dtype and device in the settings of the backend.",
        )


def _found(table: BackendSettings) -> Path | None:
    """Return the folder of a model that is on this machine: as named, or where the Hub's client has put it."""
    folder = config_path().parent / table.model
    if folder.is_dir():
        return folder if (folder / "config.json").is_file() else None
    return hub.downloaded(table.model, table.revision or None) if find_spec("huggingface_hub") else None


def _downloaded(table: BackendSettings) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ModuleNotFoundError as error:
        raise _not_installed(error) from None
    try:
        return Path(snapshot_download(table.model, revision=table.revision or None))
    except Exception as error:  # of the client's library, which is another one from version to version
        raise PiperollError(
            "model_missing",
            f"The model {table.model} is neither a folder here nor can it be downloaded ({type(error).__name__}).",
            remedy="Check model in the settings of the backend, and whether the Hub can be reached.",
        ) from None


def _not_installed(error: ModuleNotFoundError) -> PiperollError:
    return PiperollError("model_not_installed", f"The package {error.name} is not installed.", remedy=INSTALL)


def _dimension(folder: Path) -> int:
    """Return the length of the vectors of a model by its files: of its last dense layer, or its width."""
    modules = _json(folder / "modules.json")
    for module in reversed(modules if isinstance(modules, list) else []):
        told = _json(folder / module.get("path", "") / "config.json")
        if module.get("type", "").endswith("Dense") and (size := told.get("out_features")):
            return int(size)
    told = _json(folder / "config.json")
    size = told.get("hidden_size") or told.get("text_config", {}).get("hidden_size") or told.get("d_model")
    if not size:
        raise PiperollError(
            "model_broken", f"{folder / 'config.json'} does not say how wide the model is.", remedy="Use another model."
        )
    return int(size)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _digest(folder: Path) -> str:
    """Return a hash of the files that decide vectors, by their names."""
    sha = hashlib.sha256()
    for path in sorted({path for pattern in TOLD_BY for path in folder.rglob(pattern)}):
        sha.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
        for piece in _pieces(path):
            sha.update(piece)
    return sha.hexdigest()[:16]


def _pieces(path: Path) -> Iterator[bytes]:
    size = path.stat().st_size
    with path.open("rb") as file:
        if size <= PIECES * PIECE:
            yield file.read()
            return
        for number in range(PIECES):
            file.seek((size - PIECE) * number // (PIECES - 1))
            yield file.read(PIECE)


def _normalised(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    result: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result
