"""Read annual reports beside edgartools: Items found, processor seconds, memory, failures.

    python -m benchmarks.filings_peers [--python PATH] [--data FOLDER] [--only WORD]

PATH is the interpreter of an environment with ``pip install edgartools``; without it the rows of that library are left
out, with a line that says so. FOLDER is the unpacked archive ``sec-10k``. Every filing is read by each library in a
process of its own, one after another; what is measured is the processor time of that process after its imports, and the
most memory that it ever held. Both are given the same file:

- ours: the profile ``sec-10k``, with all that it makes: chunks, sentences, facts, the proof's ranges;
- edgartools: ``TenK`` over the page (what its own ``filing.obj()`` makes), its ``items`` and the text of each. It reads
  HTML; of plain text it says nothing, so those filings are counted apart.

Items are compared code by code: of those that only one side has, and of those whose letters and digits differ by more
than 5 per cent, every one is listed.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

TOLERANCE = 0.05
SMALL = 60
"""Letters by which two readings of a short Item may differ: a heading, a page number."""
FORM = re.compile(r"ITEM_(?:[1-9]|1[0-6]|1[ABC]|4A|7A|9[ABC])")
"""The Items of the form; what else is found, as ``ITEM_8F`` of "Item 8Financial", is no Item."""
PATIENCE = 600
"""Seconds of the clock that one filing may take."""
OURS, THEIRS = "piperoll", "edgartools"
MODULES = {
    OURS: ("piperoll.corpora.registry", "piperoll.corpora.sec_10k"),
    THEIRS: ("edgar.company_reports", "edgar.documents.extractors.hybrid_section_detector"),
}
"""Modules that a process imports before anything is measured, by the name of the library."""
Reading = dict[str, Any]


def letters(text: str) -> int:
    """Letters and digits of a text."""
    return sum(character.isalnum() for character in text)


def ours(data: bytes, name: str) -> dict[str, int]:
    """The letters and digits of each Item."""
    from piperoll.corpora.registry import get

    (document,) = get("sec-10k").read(data, name)
    found = {}
    for code, item in document.metadata["items"].items():
        ranges = item.get("ranges") or [(item["start"], item["end"])]
        found[code] = sum(letters(document.text[start:end]) for start, end in ranges)
    return found


def theirs(data: bytes, name: str) -> dict[str, int]:
    """The letters and digits of each Item that ``TenK`` lists; nothing of the network is asked."""
    from edgar.company_reports import TenK

    class Local:
        """A filing whose page is at hand: what ``TenK`` asks of one."""

        form, company, accession_number, base_dir = "10-K", "", name, ""

        def html(self) -> str | None:
            text = data.decode("utf-8", "replace")
            start = text.lower().find("<html")
            return text[start:] if start >= 0 else None

    report = TenK(Local())
    found = {}
    for item in report.items:
        found[f"ITEM_{item.removeprefix('Item ').upper()}"] = letters(str(report[item] or ""))
    return found


def one(library: str, path: Path) -> Reading:
    """What one library makes of one file, measured in this process."""
    for module in MODULES[library]:
        import_module(module)
    before = most_memory()
    data, started = path.read_bytes(), time.process_time()
    reading: Reading = {"items": {}}
    try:
        reading["items"] = (ours if library == OURS else theirs)(data, path.name)
    except Exception as error:  # whatever it is, it is what a user would see
        reading["failed"] = f"{type(error).__name__}: {error}"[:200]
    return reading | {"seconds": time.process_time() - started, "peak": most_memory(), "before": before}


def most_memory() -> float:
    """The most that this process ever held, in MB; ``ru_maxrss`` would begin with what its parent held."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def read(python: str, library: str, path: Path) -> Reading:
    """The same in a process of its own."""
    command = [python, __file__, "--one", library, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        return {"items": {}, "failed": f"{type(error).__name__}", "seconds": 0.0, "peak": 0.0, "before": 0.0}
    reading: Reading = json.loads(done.stdout.splitlines()[-1])
    return reading


def differences(path: Path, found: Mapping[str, Reading]) -> Iterator[str]:
    """The Items that only one has, and those of other lengths."""
    mine, others = found[OURS]["items"], found[THEIRS]["items"]
    for name, more in (("only ours", mine.keys() - others), ("only theirs", others.keys() - mine)):
        if more:
            sizes = ", ".join(f"{code} {mine.get(code) or others.get(code)}" for code in sorted(more))
            yield f"  {path.stem[:28]:28} {name}: {sizes}"
    for code in sorted(mine.keys() & others):
        if not _alike(mine[code], others[code]):
            yield f"  {path.stem[:28]:28} {code}: letters ours {mine[code]}, theirs {others[code]}"


def _alike(mine: int, others: int) -> bool:
    return abs(mine - others) <= max(SMALL, TOLERANCE * mine)


def row(library: str, readings: Mapping[Path, Reading]) -> str:
    """One row of the table."""
    size = sum(path.stat().st_size for path in readings) / 1e6
    seconds = [reading["seconds"] for reading in readings.values()]
    items = sum(bool(FORM.fullmatch(code)) for reading in readings.values() for code in reading["items"])
    nothing = sum(not reading["items"] for reading in readings.values())
    failed = sum("failed" in reading for reading in readings.values())
    peak = max(reading["peak"] for reading in readings.values())
    more = median(reading["peak"] - reading["before"] for reading in readings.values())
    return (
        f"| {library} | {len(readings)} | {items} | {nothing} | {failed} | {sum(seconds) / len(seconds):.2f} | "
        f"{max(seconds):.1f} | {size / sum(seconds):.1f} | {peak:.0f} | {more:.0f} |"
    )


def report(found: Mapping[Path, Mapping[str, Reading]]) -> Iterator[str]:
    """The table, then what differs."""
    yield "| library | filings | Items | without any | failed | seconds, mean | most | MB/s | peak MB | more, median |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    pages = {path for path in found if path.suffix != ".txt"}
    for label, paths in (("HTML", sorted(pages)), ("plain text", sorted(found.keys() - pages))):
        for library in (OURS, THEIRS):
            if paths and library in found[paths[0]]:
                yield row(f"{library}, {label}", {path: found[path][library] for path in paths})
    if all(THEIRS in readings for readings in found.values()):
        pairs = [(readings[OURS]["items"], readings[THEIRS]["items"]) for readings in found.values()]
        both = [(mine[code], others[code]) for mine, others in pairs for code in mine.keys() & others]
        alike = sum(_alike(*lengths) for lengths in both)
        yield f"\n{len(both)} Items are found by both; {alike} of them are as long within {TOLERANCE:.0%}"
    yield ""
    for path, readings in found.items():
        yield from (
            f"  {path.stem[:28]:28} {library}: {one['failed']}" for library, one in readings.items() if "failed" in one
        )
        if THEIRS in readings:
            yield from differences(path, readings)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="interpreter with edgartools")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--one", nargs=2, metavar=("LIBRARY", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(given.one[0], Path(given.one[1]))))
        return 0
    from benchmarks.verify_corpora import data_folder

    root = given.data or data_folder("sec-10k")
    if root is None or not root.is_dir():
        print("There are no filings here: give --data, the folder of the unpacked archive.", file=sys.stderr)
        return 2
    pythons = {OURS: sys.executable} | ({THEIRS: given.python} if given.python else {})
    if not given.python:
        print(f"{THEIRS} is not compared: give --python, an interpreter that has it.", file=sys.stderr)
    found: dict[Path, dict[str, Reading]] = {}
    for path in sorted((root / "filings").iterdir()):
        if given.only in path.name:
            found[path] = {library: read(python, library, path) for library, python in pythons.items()}
            print(path.name, file=sys.stderr, flush=True)
    for line in report(found):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
