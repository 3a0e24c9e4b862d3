"""How many of LegalBench-RAG's gold spans lie whole in one chunk, beside a splitter by separators, as one table.

    python benchmarks/clause_spans.py [FOLDER] [--max-tokens N ...] [--step N]

FOLDER is the unpacked ``legalbench-rag`` data. The other splitter is LangChain's RecursiveCharacterTextSplitter with
its default separators (``pip install langchain-text-splitters``); a row is left out where it is not installed. Columns:
data set; chunks; mean characters of a chunk; per cent of the spans as given that lie in one chunk; the same without
the white space at their ends, which no splitter keeps at the end of a chunk; MB/s of text.
"""

import argparse
import json
import sys
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from piperoll.chunking.merge import Range
from piperoll.corpora.contracts import Contracts
from piperoll.text.paragraphs import trim

ROOT = Path(__file__).resolve().parents[1]
CHARACTERS = 500
"""Of a chunk of the other splitter."""
Splitter = Callable[[str], list[Range]]


def gold(folder: Path) -> dict[str, list[Range]]:
    """Spans by file, as given, each as often as it answers a query."""
    spans: dict[str, list[Range]] = defaultdict(list)
    for path in sorted((folder / "benchmarks").glob("*.json")):
        for test in json.loads(path.read_text(encoding="utf-8"))["tests"]:
            for snippet in test["snippets"]:
                spans[snippet["file_path"]].append((snippet["span"][0], snippet["span"][1]))
    return spans


def ours(max_tokens: int, text: str) -> list[Range]:
    document = next(Contracts(max_tokens=max_tokens).read(text.encode(), "contract.txt"))
    return [(chunk.start, chunk.end) for chunk in document.chunks]


def recursive() -> Splitter | None:
    """The other splitter, its chunks found again in the text in order."""
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter
    except ImportError:
        return None
    splitter = RecursiveCharacterTextSplitter(chunk_size=CHARACTERS, chunk_overlap=0)

    def split(text: str) -> list[Range]:
        found: list[Range] = []
        at = 0
        for content in splitter.split_text(text):
            start = text.index(content, at)
            at = start + len(content)
            found.append((start, at))
        return found

    return split


def rows(name: str, split: Splitter, folder: Path, spans: dict[str, list[Range]], step: int) -> Iterator[str]:
    """One row a data set that has spans."""
    for data in sorted({path.split("/")[0] for path in spans}):
        chunks = length = characters = given = trimmed = total = 0
        started = time.perf_counter()
        for path in sorted((folder / "corpus" / data).glob("*.txt"))[::step]:
            text = path.read_text(encoding="utf-8")
            found = split(text)
            chunks += len(found)
            length += sum(end - start for start, end in found)
            characters += len(text)
            for span in spans[f"{data}/{path.name}"]:
                total += 1
                given += _inside(found, *span)
                trimmed += _inside(found, *trim(text, *span))
        speed = characters / 1e6 / (time.perf_counter() - started)
        yield (
            f"{name:16}{data:13}{chunks:8}{length / chunks:8.1f}{100 * given / total:8.1f}{100 * trimmed / total:9.1f}"
            f"{speed:7.1f}"
        )


def _inside(found: list[Range], start: int, end: int) -> bool:
    index = bisect_right(found, (start, sys.maxsize)) - 1
    return index >= 0 and end <= found[index][1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "data" / "legalbench-rag")
    parser.add_argument("--max-tokens", type=int, nargs="+", default=[145, 155, 160, Contracts().max_tokens])
    parser.add_argument("--step", type=int, default=1, help="every Nth file only")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        print("There are no contracts here: give the folder of the unpacked data.", file=sys.stderr)
        return 2
    spans = gold(arguments.folder)
    print(f"{'splitter':16}{'set':13}{'chunks':>8}{'mean':>8}{'given':>8}{'trimmed':>9}{'MB/s':>7}")
    splitters: dict[str, Splitter | None] = {f"recursive {CHARACTERS}": recursive()}
    splitters |= {f"clauses {size}": partial(ours, size) for size in arguments.max_tokens}
    for name, split in splitters.items():
        for row in rows(name, split, arguments.folder, spans, arguments.step) if split else ():
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
