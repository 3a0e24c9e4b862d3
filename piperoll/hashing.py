"""Hash bytes and texts, in one way for all of Piperoll."""

import hashlib
import hmac
from collections.abc import Iterable
from pathlib import Path


def digest(*parts: bytes | str) -> bytes:
    """Return the SHA-256 of ``parts``, each with its length in front, so that no two lists of parts look alike."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.digest()


def name(parts: Iterable[bytes | str]) -> str:
    """Return the first 16 bytes of the digest of ``parts`` in hexadecimal, for a file name."""
    return digest(*parts)[:16].hex()


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; it is read as a stream."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seal(key: bytes, data: bytes) -> str:
    """Return the HMAC-SHA256 of ``data`` in hexadecimal: without ``key`` nobody can make it."""
    return hmac.new(key, data, hashlib.sha256).hexdigest()
