"""Tell by a file's name what it is: an archive, a compressed file, a document, or a member of an archive."""

import re
from collections.abc import Collection

MARK = "!/"
"""Stands between an archive and its member: ``laws.zip!/1977/1160.md``."""
ROW = ".json"
"""Ending under which a row of JSON lines or Parquet is read."""
GOLD = "gold.jsonl"
"""Questions with the provisions that answer them: this file lies beside the documents and is no document."""
COMPRESSED = {".gz": "gzip", ".zst": "zstd"}
TAR = (".tar", ".tar.gz", ".tgz", ".tar.zst")
ROWS = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")
DIRECT = (".zip",)
"""Archives whose members can be read in any order. In the others a member is reached only by reading all before it."""
CONTAINERS = (*TAR, *ROWS, *DIRECT)
INSIDE = re.compile(f"(.+?(?:{'|'.join(map(re.escape, CONTAINERS))})){MARK}", re.IGNORECASE | re.DOTALL)


def kind_of(name: str) -> str:
    """Return the ending of an archive, as ``.tar.gz``; "" for any other file."""
    lower = name.lower()
    return next((ending for ending in sorted(CONTAINERS, key=len, reverse=True) if lower.endswith(ending)), "")


def compression_of(name: str) -> str:
    """Return ``gzip`` or ``zstd`` for one compressed file, "" for an archive and any other file."""
    return "" if kind_of(name) else COMPRESSED.get(f".{name.lower().rpartition('.')[2]}", "")


def container_of(source: str) -> str:
    """Return the archive that holds a document: ``laws.zip`` for ``laws.zip!/a.md``; "" for a file of its own."""
    match = INSIDE.match(source)
    return match[1] if match else ""


def read_together(source: str) -> str:
    """Return what is read in one pass: the archive, where its members can only be read in order, else ``source``."""
    container = container_of(source)
    return container if container and kind_of(container) not in DIRECT else source


def holds_documents(name: str, suffixes: Collection[str]) -> bool:
    """Return whether a file of this name can hold documents that end on one of ``suffixes``."""
    if name.rpartition("/")[2] == GOLD:
        return False
    kind = kind_of(name)
    if kind:
        return ROW in suffixes if kind in ROWS else True
    plain = name.rpartition(".")[0] if compression_of(name) else name
    return suffix(plain) in suffixes


def suffix(name: str) -> str:
    """Return the ending of a file's name in lower case, as ``.md``; "" for a name that has none."""
    stem, dot, ending = name.rpartition("/")[2].rpartition(".")
    return f"{dot}{ending}".lower() if stem else ""
