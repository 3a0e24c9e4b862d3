"""Define what an embedding model must offer, and load a model by its name.

A backend is cheap to get: it knows its name, its dimension and its identity without loading anything heavy. Settings
describe some, as tables ``[backend.NAME]``. Other packages add theirs by an entry point of the group
``piperoll.backends`` that names a callable without arguments.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from threading import Lock
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from piperoll import settings
from piperoll.errors import PiperollError, UsageError
from piperoll.patience import Meter
from piperoll.plugins import loading
from piperoll.settings import BackendSettings

GROUP = "piperoll.backends"

_BUILT_IN = (
    EntryPoint("minilm", "piperoll.embed.minilm:MiniLM", GROUP),
    EntryPoint("minilm_fp32", "piperoll.embed.minilm:MiniLM.fp32", GROUP),
    EntryPoint("minilm_small", "piperoll.embed.minilm:MiniLM.small", GROUP),
    EntryPoint("e5", "piperoll.embed.e5:E5", GROUP),
    EntryPoint("e5_fp32", "piperoll.embed.e5:E5.fp32", GROUP),
)

_MODEL = EntryPoint("model", "piperoll.embed.sentence:SentenceModel", GROUP)
_SERVICE = EntryPoint("service", "piperoll.embed.services:service", GROUP)
"""Make a backend of a name and its table in the settings; imported by name, as they import this module."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""Matches names that are safe as a part of a table name."""

_lock = Lock()

Progress = Callable[[int], None]
"""Called now and then with the number of texts embedded since the last call."""


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddingResult:
    """Hold the vectors of some texts and what they cost.

    Attributes:
        vectors: of shape (texts, dimension), one row a text in the order given, each of L2 norm 1 within half
            precision: exactly what a ``halfvec`` column holds.
        windowed: how many texts were over the model's limit and embedded in several windows.
        tokens: how many tokens the model read, with its special tokens and without padding.
    """

    vectors: NDArray[np.float16]
    windowed: int
    tokens: int


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Hold the vectors of some of the texts that a service was sent.

    Attributes:
        places: of these texts, in the order of the vectors.
        vectors: as in :class:`EmbeddingResult`.
        refused: why the service does not take texts, by their places.
        windowed: as in :class:`EmbeddingResult`.
        tokens: that the service says it read.
        reserved: tokens that a :class:`Meter` was told before.
        requests: that were answered.
    """

    places: Sequence[int]
    vectors: NDArray[np.float16]
    refused: Mapping[int, str] = field(default_factory=dict)
    windowed: int = 0
    tokens: int = 0
    reserved: int = 0
    requests: int = 1


class Metered(Protocol):
    """A metered backend is a service: its answers are stored as they come, and its limits are shared.

    Other backends do not have this method.
    """

    @property
    def settings(self) -> BackendSettings:
        """Return what the settings say of it: limits and price."""

    def parts(self, texts: Sequence[str], meter: Meter, progress: Progress | None = None) -> Iterator[Part]:
        """Yield the vectors of ``texts`` as the service answers; each text is in one part, or refused in one.

        Args:
            texts: to embed, as passages.
            meter: is asked before each request.
            progress: see :data:`Progress`.

        Raises:
            PiperollError: ``service_*``; whatever other requests brought until then was yielded before.
        """


class Backend(Protocol):
    """A backend is an embedding model.

    A service has one more method, ``parts``, and its ``settings`` (:class:`Metered`). Any may have two more: ``load()``
    loads what many texts need, and a run calls it while other things go on; ``embed_query(texts, progress)`` is
    ``embed`` for what is looked for, where the model reads that otherwise than what is found (:func:`embed_queries`).
    And any may have ``dense_weight``, what its vectors count in a search without settings, where words count 3.
    """

    @property
    def name(self) -> str:
        """Return a stable short name, part of a table's name: ``[a-z][a-z0-9_]*``."""

    @property
    def dimension(self) -> int:
        """Return the length of a vector."""

    @property
    def identity(self) -> str:
        """Return everything that decides a vector, in one line; known without loading the model."""

    def check(self) -> None:
        """Make sure, without loading the model, that all it needs is here: its files, the keys of its service.

        Raises:
            PiperollError: something is missing; the remedy says what to do. No key is ever shown.
        """

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """Return the vectors of ``texts``; an empty text has one, too. No text is truncated.

        Raises:
            PiperollError: the model cannot be used; the remedy says what to do.
        """


def embed_queries(name: str, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float16]:
    """Return the vectors of queries by the backend of that name, as its chunks are compared with.

    Args:
        name: of the backend.
        texts: in order.
        progress: see :data:`Progress`.

    Raises:
        PiperollError: see :meth:`Backend.embed`.
    """
    model = get(name)
    result: EmbeddingResult = getattr(model, "embed_query", model.embed)(texts, progress)
    return result.vectors


def dense_weight(name: str, usual: float) -> float:
    """Return what the vectors of the backend of that name count in a search without settings.

    Args:
        name: of the backend.
        usual: what those of most backends count.
    """
    weight: float = getattr(get(name), "dense_weight", usual)
    return weight


def get(name: str) -> Backend:
    """Return the backend of that name, the same object each time in one process.

    Raises:
        UsageError: there is no such backend.
        PiperollError: the package that provides it does not work.
    """
    with _lock:  # two threads that ask first must not each get a model of their own
        return _create(name, settings.load().backend.get(name))


@cache
def _create(name: str, table: BackendSettings | None) -> Backend:
    entries = {entry.name: entry for entry in _BUILT_IN}
    if name not in entries:  # all that is installed is looked through for it
        entries = {entry.name: entry for entry in entry_points(group=GROUP)} | entries
    if table:
        return _described(name, table, taken=name in entries)
    if name not in entries:
        raise UsageError(
            "backend_unknown",
            f"No embedding backend is named {name!r}.",
            remedy=f"There are: {', '.join(sorted({*entries, *settings.load().backend}))}."
            f" Or describe it in the settings: [backend.{name}].",
        )
    entry = entries[name]
    with loading(entry, "Embedding backend", "backend_broken"):
        backend: Backend = entry.load()()
    if backend.name != name or not _NAME.fullmatch(name):
        raise PiperollError(
            "backend_broken",
            f"Embedding backend {name!r} ({entry.value}) calls itself {backend.name!r}.",
            remedy="Both names must be the same and match [a-z][a-z0-9_]*, at most 32 characters.",
        )
    return backend


def _described(name: str, table: BackendSettings, *, taken: bool) -> Backend:
    """Return the backend that settings describe; what it needs is imported when it is used."""
    if taken or not _NAME.fullmatch(name):
        raise UsageError(
            "backend_name",
            f"A backend of the settings cannot be named {name!r}.",
            remedy="Use letters, digits and _, as in my_model, at most 32, and no name of a bundled backend.",
        )
    backend: Backend = (_MODEL if table.kind == "sentence-transformers" else _SERVICE).load()(name, table)
    return backend


def metered(backend: Backend) -> Metered | None:
    """Return the backend if it is a service."""
    return cast(Metered, backend) if hasattr(backend, "parts") else None
