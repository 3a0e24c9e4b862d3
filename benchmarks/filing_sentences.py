"""Compare where sentences end in paragraphs of annual reports with boundaries that were checked by hand.

    python -m benchmarks.filing_sentences [--data FOLDER]

``tests/corpora/sec_10k/gold/sentences.jsonl`` names paragraphs of 16 filings by the hash of their characters, and after
how many characters that are no white space a sentence ends. Prints precision, recall, F1 and speed of the profile's own
rules, of the general ones of ``piperoll.text``, and of pysbd and blingfire where they are installed.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from benchmarks.verify_corpora import data_folder
from piperoll.corpora.sec_10k import read_filing
from piperoll.corpora.sec_10k.blocks import blocks_of
from piperoll.corpora.sec_10k.sentences import sentences
from piperoll.text.sentences import ends

GOLD = Path(__file__).parents[1] / "tests" / "corpora" / "sec_10k" / "gold" / "sentences.jsonl"
Splitter = Callable[[str], list[str]]


def bare(text: str) -> str:
    """The characters of a text that are no white space."""
    return "".join(text.split())


def cuts(pieces: list[str]) -> set[int]:
    """After how many characters each piece but the last ends."""
    found, at = set(), 0
    for piece in pieces[:-1]:
        at += len(bare(piece))
        found.add(at)
    return found


def paragraphs(root: Path) -> Iterator[tuple[str, set[int]]]:
    """The paragraphs of the gold file with their boundaries, in the filings as they are read now."""
    wanted: dict[str, dict[str, set[int]]] = {}
    for line in GOLD.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        wanted.setdefault(row["file"], {})[row["paragraph"]] = set(row["cuts"])
    for name, rows in wanted.items():
        filing = read_filing((root / "filings" / name).read_bytes(), name)
        for block in blocks_of(filing):
            text = filing.text[block.start : block.end]
            if (found := rows.pop(hashlib.sha256(bare(text).encode()).hexdigest()[:16], None)) is not None:
                yield text, found
        if rows:
            print(f"{name}: {len(rows)} paragraphs are cut otherwise now", file=sys.stderr)


def splitters() -> dict[str, Splitter]:
    """What is compared, by name."""

    def general(text: str) -> list[str]:
        bounds = [0, *ends(text, 0, len(text)), len(text)]
        return [text[start:end] for start, end in pairwise(bounds)]

    known: dict[str, Splitter] = {
        "sec-10k": lambda text: [text[start:end] for start, end in sentences(text, 0, len(text))],
        "piperoll.text": general,
    }
    if find_spec("pysbd"):
        segment = import_module("pysbd").Segmenter(language="en", clean=False).segment
        known["pysbd"] = segment
        known["pysbd, one line"] = lambda text: segment(" ".join(text.split()))
    if find_spec("blingfire"):
        split = import_module("blingfire").text_to_sentences
        known["blingfire"] = lambda text: split(" ".join(text.split())).split("\n")
    return known


def score(splitter: Splitter, rows: list[tuple[str, set[int]]]) -> tuple[int, int, int, float]:
    """How many boundaries are right, found and wanted, and megabytes a second."""
    right = found = wanted = size = 0
    started = time.process_time()
    pieces = [splitter(text) for text, _ in rows]
    seconds = time.process_time() - started
    for own, (text, gold) in zip(pieces, rows, strict=True):
        here = cuts(own)
        right, found, wanted, size = right + len(here & gold), found + len(here), wanted + len(gold), size + len(text)
    return right, found, wanted, size / 1e6 / max(seconds, 1e-9)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data")
    arguments = parser.parse_args()
    root = Path(arguments.data) if arguments.data else data_folder("sec-10k")
    if root is None or not root.is_dir():
        print("There are no filings here: give --data, the folder of the unpacked archive.", file=sys.stderr)
        return 2
    rows = list(paragraphs(root))
    print(f"{len(rows)} paragraphs, {sum(len(gold) for _, gold in rows)} boundaries")
    print(f"{'':18}{'precision':>10}{'recall':>8}{'F1':>8}{'MB/s':>8}")
    for name, splitter in splitters().items():
        right, found, wanted, speed = score(splitter, rows)
        precision, recall = right / max(1, found), right / max(1, wanted)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f"{name:18}{precision:10.3f}{recall:8.3f}{f1:8.3f}{speed:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
