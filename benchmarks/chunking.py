"""How fast documents are read and cut, in one process, and that twice the text takes twice the time.

    python benchmarks/chunking.py [FOLDER]

FOLDER is the unpacked ``se-law`` data (default: the archive beside the repository, if there is one).
Times are the process's own processor time, which neighbours on a shared machine hardly touch. The
second table doubles inputs that are made to be hard; a ratio near 2 is linear.
"""

import contextlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

from verify_corpora import DOCUMENTS, data_folder

from piperoll.corpora.registry import get
from piperoll.model import DocumentError

SAMPLE = 60_000_000
"""Bytes of one folder that are read at most."""
SIZE = 400_000
"""Characters of a hard input, before it is doubled."""

HARD: dict[str, Callable[[int], str]] = {
    "statute": lambda n: "".join(
        f"{i} § Den som håller fyr ska hålla den tänd. Lag (2031:{i}).\n\n" for i in range(n // 60)
    ),
    "one long line": lambda n: "Den som håller fyr ska hålla den tänd. " * (n // 39),
    "one long word": lambda n: "x" * n,
    "headings": lambda n: "## Rubrik\n\n" * (n // 11),
    "hashes": lambda n: "#" * n,
    "open brackets": lambda n: "[" * n,
    "nested links": lambda n: "[a](" * (n // 4),
    "slashes": lambda n: "/" * n,
    "marker starts": lambda n: "/Träder i kraft I: " * (n // 19),
    "lines of §": lambda n: "\n".join(f"{i % 50} § Lagen" for i in range(n // 10)),
    "chapters": lambda n: "".join(f"{i % 900} kap. Namn\n\n" for i in range(n // 14)),
    "divisions": lambda n: "AVDELNING II\n\n" * (n // 14),
    "appendices": lambda n: "Bilaga\n\nArtikel 1\n\n" * (n // 19),
    "articles": lambda n: "".join(f"Artikel {i}\n\n" for i in range(n // 12)),
    "acts": lambda n: "1 § A\n\nÖvergångsbestämmelser\n\n" + "2031:12\n\n" * (n // 9),
    "blank lines": lambda n: "a\n \n" * (n // 4),
    "front matter": lambda n: "---\n" + "rubrik: x\n" * (n // 10) + "---\n",
}


def rate(root: Path, name: str, pattern: str) -> str:
    """One row: what was read of a folder, in megabytes of input and of stored text a second."""
    profile = get("se-law")
    size = characters = files = 0
    seconds = 0.0
    for path in sorted(root.glob(pattern)):
        if not path.is_file() or size > SAMPLE:
            continue
        data = path.read_bytes()
        started = time.process_time()
        with contextlib.suppress(DocumentError):
            characters += sum(len(document.text) for document in profile.read(data, path.relative_to(root).as_posix()))
        seconds += time.process_time() - started
        size += len(data)
        files += 1
    return f"{name:20}{files:7}{size / 1e6:9.1f}{size / 1e6 / seconds:12.1f}{characters / 1e6 / seconds:12.1f}"


def doubling(make: Callable[[int], str], suffix: str) -> tuple[float, float]:
    """Seconds for an input and for one of twice its length, the better of two runs."""
    profile = get("se-law")

    def seconds(length: int) -> float:
        data = make(length).encode()
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            try:
                for _ in profile.read(data, f"hard{suffix}"):
                    pass
            except DocumentError:
                pass
            best = min(best, time.process_time() - started)
        return best

    return seconds(SIZE), seconds(2 * SIZE)


def main() -> int:
    root = data_folder(sys.argv[1] if len(sys.argv) > 1 else None)
    if root is not None and root.is_dir():
        print(f"{'folder':20}{'files':>7}{'MB':>9}{'MB in/s':>12}{'MB text/s':>12}")
        for name, pattern in DOCUMENTS.items():
            print(rate(root, name, pattern), flush=True)
    print(f"\n{'hard input':20}{'form':>7}{'MB/s':>9}{'time ×':>9}")
    for name, make in HARD.items():
        for suffix in (".md", ".txt", ".html"):
            once, twice = doubling(make, suffix)
            print(f"{name:20}{suffix:>7}{SIZE / 1e6 / once:9.1f}{twice / once:9.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
