"""Embed texts without a model: each word adds to one number of the vector, which a hash chooses."""

import re
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from piperoll.embed.backend import EmbeddingResult, Progress

WORD = re.compile(r"\w+")


class HashedWords:
    """The backend ``hashed_words``."""

    name = "hashed_words"
    dimension = 256
    identity = "hashed_words 1: blake2b of lower-case words, 256 numbers"
    """Change it with anything that changes a vector, so that vectors of two kinds are never compared."""

    def check(self) -> None:
        """Do nothing: there are no files and no key that could be missing."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """Return a vector of length 1 for each text; a text without words has one too."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        count = 0
        for row, text in enumerate(texts):
            for word in WORD.findall(text.lower()):
                number = int.from_bytes(blake2b(word.encode(), digest_size=4).digest(), "big")
                vectors[row, number % self.dimension] += 1 if number >> 31 else -1  # collisions cancel out in the mean
                count += 1
            if not vectors[row].any():
                vectors[row, 0] = 1
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        if progress:
            progress(len(texts))
        return EmbeddingResult(vectors.astype(np.float16), windowed=0, tokens=count)
