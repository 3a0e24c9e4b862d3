"""Read documents and print a digest of each part of what came out, one line of JSON a document file.

    python benchmarks/parsed.py < FILES

FILES are lines of JSON: [profile, path, row], with row null for a file that is one document and else the number of the
line in a file of JSON lines. It needs only what parsing needs (``pythons.NEEDED``), and ``pythons.py`` runs it with
every Python there is.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from piperoll.corpora.common.profile import Profile
from piperoll.corpora.registry import get
from piperoll.hashing import name as hashed
from piperoll.model import Document, DocumentError
from piperoll.text import analysis, statements


@lru_cache(maxsize=1)
def lines(path: str) -> list[bytes]:
    """Return the lines of a file; the rows of one file are asked for one after another."""
    return Path(path).read_bytes().splitlines()


def parts(profile: Profile, data: bytes, name: str) -> Iterator[tuple[str, Any]]:
    """Yield whatever parsing makes of a file, each with the name of its part; a refusal is a part too."""
    try:
        documents = list(profile.read(data, name))
    except DocumentError as error:
        yield "refused", [error.code, str(error)]
        return
    for document in documents:
        for field in fields(Document):
            yield field.name, getattr(document, field.name)
        yield "terms", [analysis.terms(chunk.content, profile.language) for chunk in document.chunks]
        for chunk in document.chunks:
            yield "triplets", list(statements.triplets(document.text, chunk.start, chunk.end, profile.language))


def digests(profile_name: str, path: str, row: int | None) -> dict[str, str]:
    """Return the digest of each part of one file."""
    data, name = (Path(path).read_bytes(), path) if row is None else (lines(path)[row], f"{path}!/{row}.json")
    collected: dict[str, list[bytes]] = {}
    for part, value in parts(get(profile_name), data, name):
        collected.setdefault(part, []).append(orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS))
    return {part: hashed(values) for part, values in collected.items()}


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)


if __name__ == "__main__":
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(orjson.dumps(digests(*orjson.loads(line))) + b"\n")
