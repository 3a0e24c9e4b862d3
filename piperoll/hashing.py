"""Hash bytes and texts, in one way for all of Piperoll."""

import hashlib
from collections.abc import Iterable


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
