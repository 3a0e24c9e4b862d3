"""One way to hash."""

import hashlib
from collections.abc import Iterable


def digest(*parts: bytes | str) -> bytes:
    """SHA-256 of ``parts``, each with its length in front, so that no two lists of parts look alike."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.digest()


def name(parts: Iterable[bytes | str]) -> str:
    """The first 16 bytes of the digest of ``parts`` in hexadecimal: a file name."""
    return digest(*parts)[:16].hex()
