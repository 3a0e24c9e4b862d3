"""Write the vectors of the lines of thesauri, which a search compares with its question.

    python -m scripts.line_vectors

A file has ``wordings``; ``vectors``, one of each line, its names and the wording as one passage, in eight bits a
number; and ``common``, the mean of the vectors of the names alone, each line as a question. What they are for:
:mod:`piperoll.search.near_wordings`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from piperoll.corpora import se_law
from piperoll.embed import backend
from piperoll.search.near_wordings import Floats, unit
from piperoll.text import thesaurus


def passages(names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return each line of a thesaurus as a text: its names, then its wording."""
    return [f"{', '.join(given)}. {wording}" for wording, given in names.items()]


def eight_bits(vectors: Floats) -> NDArray[np.int8]:
    """Return vectors in eight bits a number, up to a factor each. Shape as given."""
    return np.asarray(np.rint(vectors * (127 / np.abs(vectors).max(axis=1, keepdims=True))), np.int8)


def write(file: Path, names: Mapping[str, Sequence[str]], model: str) -> None:
    """Write the vectors of the lines of a thesaurus.

    Args:
        file: to write.
        names: of each wording.
        model: name of the embedding backend.
    """
    vectors = backend.get(model).embed(passages(names)).vectors.astype(np.float32)
    asked = backend.embed_queries(model, [", ".join(given) for given in names.values()]).astype(np.float32)
    common = unit(asked).mean(axis=0)
    np.savez_compressed(file, wordings=np.array(list(names)), vectors=eight_bits(vectors), common=common)


if __name__ == "__main__":
    for name, path in se_law.LINE_VECTORS.items():
        write(path, thesaurus.names_of(se_law.THESAURUS), name)
