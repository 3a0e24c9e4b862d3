"""Embedding backends of Piperoll that log what they embed, as the set-ups of the peers do.

``peers_model`` is ``minilm`` itself, ``peers_cheap`` makes vectors of a hash. The driver makes them known by entry
points.
"""

import time
from collections.abc import Sequence

import numpy as np

from benchmarks.peers.common import DIMENSION, HashModel, log
from piperoll.embed.backend import EmbeddingResult, Progress
from piperoll.embed.minilm import MiniLM


class Logged:
    """The backend ``peers_model``."""

    name = "peers_model"
    dimension = DIMENSION

    def __init__(self) -> None:
        self._model = MiniLM()
        self.identity = self._model.identity

    def check(self) -> None:
        """See :class:`MiniLM`."""
        self._model.check()

    def load(self) -> None:
        """See :class:`MiniLM`."""
        self._model.load()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :class:`MiniLM`."""
        began = time.perf_counter()
        result = self._model.embed(texts, progress)
        log(texts, time.perf_counter() - began)
        return result


class Cheap:
    """The backend ``peers_cheap``."""

    name = "peers_cheap"
    dimension = DIMENSION
    identity = "peers_cheap 1: shake_128, 384 numbers"

    def check(self) -> None:
        """Do nothing: there is nothing that could be missing."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """Return a vector of length 1 for each text."""
        began = time.perf_counter()
        vectors = HashModel().encode(texts).astype(np.float16)
        log(texts, time.perf_counter() - began)
        if progress:
            progress(len(texts))
        return EmbeddingResult(vectors, windowed=0, tokens=sum(len(text) // 4 for text in texts))
