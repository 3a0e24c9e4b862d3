"""How much of a later snapshot of the terms is already embedded, as one table.

    python benchmarks/terms_reuse.py [FOLDER] [--max-tokens N]

FOLDER is the unpacked ``terms`` data. A chunk is reused when its embedded text (header and content) stood in the
earlier snapshot. Columns: pair of days; documents of the later one by what became of them (same bytes, changed, new);
chunks; per cent of all chunks reused; of the chunks of changed documents; the mean and the lowest decile of that
share over the changed documents; the same over those in which nothing but white space, punctuation and link targets
changed.
"""

import argparse
import re
import statistics
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from piperoll.corpora.terms import Terms
from piperoll.model import embedding_text

ROOT = Path(__file__).resolve().parents[1]
TARGET = re.compile(r"\]\([^()\s]*\)|https?://\S+")


def texts(profile: Terms, root: Path, path: str) -> list[str]:
    """The embedded text of every chunk of one file."""
    document = next(profile.read((root / path).read_bytes(), path))
    return [embedding_text(chunk.header, chunk.prefix, chunk.content) for chunk in document.chunks]


def letters(data: bytes) -> str:
    """What stays where white space, punctuation and link targets are left out."""
    return "".join(filter(str.isalnum, TARGET.sub("", data.decode())))


def compare(profile: Terms, root: Path, before: str, after: str) -> Iterator[str]:
    old = {path.relative_to(root / before).as_posix(): path for path in (root / before).glob("*/*.md")}
    held = {one: set(texts(profile, root, f"{before}/{one}")) for one in old}
    everywhere = set().union(*held.values())
    counts = {"same": 0, "changed": 0, "new": 0}
    chunks = reused = changed_chunks = changed_reused = 0
    shares: list[float] = []
    formal: list[float] = []
    for path in sorted((root / after).glob("*/*.md")):
        name = path.relative_to(root / after).as_posix()
        data = path.read_bytes()
        what = "new" if name not in old else "same" if old[name].read_bytes() == data else "changed"
        counts[what] += 1
        found = texts(profile, root, f"{after}/{name}")
        chunks += len(found)
        reused += sum(one in everywhere for one in found)
        if what == "changed":
            kept = sum(one in held[name] for one in found)
            changed_chunks += len(found)
            changed_reused += kept
            shares.append(kept / len(found))
            if letters(data) == letters(old[name].read_bytes()):
                formal.append(kept / len(found))
    decile = statistics.quantiles(shares, n=10)[0]
    yield f"{before} {after} {counts['same']:5}{counts['changed']:5}{counts['new']:5}{chunks:8}"
    yield f"{100 * reused / chunks:8.1f}{100 * changed_reused / changed_chunks:9.1f}"
    yield f"{100 * statistics.mean(shares):9.1f}{100 * decile:8.1f}{len(formal):8}"
    yield f"{100 * statistics.mean(formal):9.1f}" if formal else f"{'-':>9}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "data" / "terms")
    parser.add_argument("--max-tokens", type=int, default=Terms().max_tokens)
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print("There are no terms here: give the folder of the unpacked data.", file=sys.stderr)
        return 2
    profile = Terms(max_tokens=arguments.max_tokens)
    days = sorted(path.name for path in arguments.folder.iterdir() if path.is_dir())
    print(
        f"{'snapshots':21} {'same':>5}{'chgd':>5}{'new':>5}{'chunks':>8}{'reused':>8}{'of chgd':>9}"
        f"{'mean doc':>9}{'decile':>8}{'formal':>8}{'reused':>9}"
    )
    for before, after in pairwise(days):
        print("".join(compare(profile, arguments.folder, before, after)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
