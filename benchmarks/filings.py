"""Find the Items of annual reports, and compare them with what others found in the same filings.

    python -m benchmarks.filings [--data FOLDER] [--only WORD] [--table] [--memory FILE]

FOLDER is the unpacked archive ``sec-10k``; by default the one beside the repository. Prints, for all filings or those
whose name holds WORD:

- with ``--table``, filing × Item: characters that are no white space, marked r (incorporated by reference), n (not
  applicable), v (reserved);
- the Items of ``items-gold/text-chars`` (another library's sections): letters and digits that differ by more than 5 per
  cent, with ours and theirs;
- the Items of ``items-gold/html-chars``: those that only one side has;
- the cases of ``items-gold/checks``, damaged filings too: every expectation that does not hold;
- the ``dei`` facts that ``index.json`` lists, beside what was read;
- what is refused, and why; MB of files a second of one process; with ``--memory`` the peak of one file.
"""

import argparse
import json
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.verify_corpora import data_folder
from piperoll.corpora.registry import get
from piperoll.corpora.sec_10k.codes import CODES
from piperoll.coverage import measure
from piperoll.model import Document, DocumentError

TOLERANCE = 0.05
SMALL = 60
"""Letters by which two readings of a short Item may differ: a heading, a page number."""
MARKS = {"present": "", "incorporated_by_reference": "r", "not_applicable": "n", "reserved": "v"}
TOLD_HERE = frozenset({"present", "not_applicable", "reserved"})
ALIKE = {"present": TOLD_HERE, "extracted": TOLD_HERE, "incorporated_by_reference": {"incorporated_by_reference"}}
QUOTES = str.maketrans({"’": "'", "“": '"', "”": '"'})


class Readings:
    """The documents of a folder, each read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.profile = get("sec-10k")
        self.size = 0
        self.seconds = 0.0
        self.read: dict[str, Document | DocumentError] = {}

    def __getitem__(self, name: str) -> Document | DocumentError:
        if name not in self.read:
            data = (self.root / name).read_bytes()
            started = time.process_time()
            try:
                (document,) = self.profile.read(data, name)
                self.read[name] = document
                self.size += len(data)
                self.seconds += time.process_time() - started
            except DocumentError as error:
                self.read[name] = error
        return self.read[name]


def words(text: str) -> str:
    """The text with single spaces and plain quotation marks."""
    return " ".join(text.translate(QUOTES).split())


def plain(text: str) -> str:
    """The letters and digits of a text, small."""
    return "".join(one for one in text.lower() if one.isalnum())


def items(document: Document) -> dict[str, Any]:
    """The Items of a document, by code."""
    return dict(document.metadata["items"])


def text_of(document: Document, item: Mapping[str, Any]) -> str:
    """The text of an Item."""
    ranges = item.get("ranges") or [(item["start"], item["end"])]
    return "\n".join(document.text[start:end] for start, end in ranges)


def table(readings: Readings, names: list[str]) -> Iterator[str]:
    """Filing × Item."""
    yield f"{'':28}" + "".join(f"{code:>8}" for code in CODES)
    for name in names:
        document = readings[name]
        if isinstance(document, DocumentError):
            yield f"{Path(name).stem[:27]:28} {document.code}"
            continue
        found = items(document)
        cells = [
            f"{found[code]['characters']}{MARKS[found[code]['status']]}" if (code := f"ITEM_{one}") in found else "-"
            for one in CODES
        ]
        yield f"{Path(name).stem[:27]:28}" + "".join(f"{cell:>8}" for cell in cells)


def text_characters(readings: Readings, only: str) -> Iterator[str]:
    """Compare lengths with another library's."""
    compared = differing = 0
    for path in sorted((readings.root / "items-gold" / "text-chars").glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        document = readings[gold["file"]]
        if only not in gold["file"] or not gold["usable_as_gold"] or isinstance(document, DocumentError):
            continue
        found = items(document)
        for code in sorted({*found, *gold["items"]}):
            theirs = gold["items"].get(code, {}).get("letters_and_digits", 0)
            ours = len(plain(text_of(document, found[code]))) if code in found else 0
            compared += 1
            if abs(ours - theirs) > max(SMALL, TOLERANCE * theirs):
                differing += 1
                last = gold["items"].get(code, {}).get("last", "")
                yield f"  {path.stem[:28]:28} {code:8} ours {ours:7} theirs {theirs:7}  theirs ends {last!r}"
    yield f"text-chars: {compared} Items compared, {differing} differ by more than {TOLERANCE:.0%}"


def html_characters(readings: Readings, only: str) -> Iterator[str]:
    """Compare which Items there are; the lengths are those of HTML with its tags."""
    compared = 0
    for path in sorted((readings.root / "items-gold" / "html-chars").glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        document = readings[gold["file"]]
        if only not in gold["file"] or isinstance(document, DocumentError):
            continue
        theirs = {code for code, length in gold["items"].items() if length}
        ours = set(items(document)) - {"ITEM_1C", "ITEM_9C", "ITEM_16"}
        compared += len(theirs)
        if ours != theirs:
            yield f"  {path.stem[:28]:28} only ours {sorted(ours - theirs)}, only theirs {sorted(theirs - ours)}"
    yield f"html-chars: {compared} Items compared"


def checks(readings: Readings, only: str) -> Iterator[str]:
    """Hold every expectation of every case."""
    cases = failed = 0
    for path in sorted((readings.root / "items-gold" / "checks").glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if only not in case["file"]:
            continue
        cases += 1
        wrong = list(_wrong(case, readings[case["file"]]))
        failed += bool(wrong)
        yield from (f"  {path.stem:22} {one}" for one in wrong)
    yield f"checks: {cases} cases, {failed} with an expectation that does not hold"


def _wrong(case: Mapping[str, Any], document: Document | DocumentError) -> Iterator[str]:
    states = {
        state
        for one in case.get("document", {}).get("doc_status", [])
        for state in [one.get("value"), *one.get("in", [])]
    }
    if isinstance(document, DocumentError):
        if not states & {"unsupported", "failed"}:
            yield f"refused: {document.code}"
        return
    if states and states <= {"unsupported", "failed"}:
        yield "read, and should be refused"
    found = items(document)
    texts = {code: words(text_of(document, item)) for code, item in found.items()}
    status = case.get("status", {})
    for code in case.get("items_expected", []):
        if code not in found and status.get(code) not in ("missing", "omitted") and code in _printed(document):
            yield f"{code} is not found"
    for code, wanted in status.items():
        got = found.get(code, {}).get("status", "missing")
        if wanted in ("missing", "omitted"):
            if code in found and not found[code].get("unnumbered"):
                yield f"{code}: {got}, expected {wanted}"
        elif got not in ALIKE[wanted]:
            yield f"{code}: {got}, expected {wanted}"
    yield from (f"{code} is found, and should not be" for code in case.get("absent", []) if code in found)
    for code, title in case.get("title", {}).items():
        if plain(title) not in (plain(found[code]["title"]), plain(found[code]["canonical"])):
            yield f"{code}: title {found[code]['title']!r}, {found[code]['canonical']!r}, expected {title!r}"
    for code, part in case.get("part", {}).items():
        if found[code]["part"] != part:
            yield f"{code}: PART {found[code]['part']}, expected {part}"
    for code, least in case.get("min_chars", {}).items():
        if len(texts.get(code, "")) < least:
            yield f"{code}: {len(texts.get(code, ''))} characters, at least {least} expected"
    for code, most in case.get("max_chars", {}).items():
        if len(texts.get(code, "")) > most:
            yield f"{code}: {len(texts[code])} characters, at most {most} expected"
    for code, wanted_words in case.get("text_contains", {}).items():
        yield from (f"{code} lacks {one!r}" for one in wanted_words if words(one) not in texts.get(code, ""))
    for code, unwanted in case.get("text_not_contains", {}).items():
        yield from (f"{code} holds {one!r}" for one in unwanted if words(one) in texts.get(code, ""))


def _printed(document: Document) -> set[str]:
    """The Items whose number the filing prints at all: the cases list all that the form of the year has."""
    return {f"ITEM_{match[1].upper()}" for match in re.finditer(r"(?im)^\W*items?\s+(\d{1,2}[A-C]?)\b", document.text)}


def facts(readings: Readings, only: str) -> Iterator[str]:
    """Compare what was read with the ``dei`` facts that are listed for each filing."""
    rows = json.loads((readings.root / "index.json").read_text(encoding="utf-8"))
    compared: Counter[str] = Counter()
    for row in rows:
        if not row["file"].startswith("filings/") or only not in row["file"]:
            continue
        document = readings[row["file"]]
        if isinstance(document, DocumentError):
            yield f"  {row['file']}: {document.code}"
            continue
        meta, dei = document.metadata, row["dei"]
        wanted = {
            "company": dei.get("EntityRegistrantName"),
            "cik": dei.get("EntityCentralIndexKey"),
            "fiscal_year": dei.get("DocumentFiscalYearFocus") or row["fiscal_year"],
            "ticker": dei.get("TradingSymbol"),
            "accession": row["accession"] if row["accession"] and row["accession"] in row["file"] else None,
        }
        for name, value in wanted.items():
            if value is not None:
                compared[name] += 1
                if words(str(meta.get(name, ""))) != words(str(value)):
                    yield f"  {row['file'][8:36]:28} {name}: {meta.get(name)!r}, listed {value!r}"
    yield f"facts compared: {dict(compared)}"


def proof(readings: Readings) -> Iterator[str]:
    """What is uncovered or mismatched in all that was read, and the speed."""
    uncovered = mismatches = chunks = sentences = 0
    refused: Counter[str] = Counter()
    for document in readings.read.values():
        if isinstance(document, DocumentError):
            refused[document.code] += 1
            continue
        aside = [(one.start, one.end, one.reason) for one in document.set_aside]
        found = measure(document.text, [(one.start, one.end, one.content) for one in document.chunks], aside)
        uncovered, mismatches = uncovered + found.uncovered, mismatches + found.mismatches
        chunks += len(document.chunks)
        sentences += sum(len(one.metadata.get("sentences", ())) for one in document.chunks)
    yield f"refused: {dict(refused)}"
    yield f"{chunks} chunks, {sentences} sentences, {uncovered} characters uncovered, {mismatches} mismatches"
    yield f"{readings.size / 1e6:.1f} MB, {readings.size / 1e6 / max(readings.seconds, 1e-9):.1f} MB a processor second"


def memory(path: Path) -> str:
    """The peak of this process after reading one file."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (document,) = get("sec-10k").read(path.read_bytes(), path.name)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    size = path.stat().st_size / 1e6
    more = (peak - before) / 1024
    return f"{path.name}: {size:.1f} MB, {len(document.chunks)} chunks, peak {peak / 1024:.0f} MB, {more:.0f} more"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data")
    parser.add_argument("--only", default="")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--memory")
    arguments = parser.parse_args()
    if arguments.memory:
        print(memory(Path(arguments.memory)))
        return 0
    root = Path(arguments.data) if arguments.data else data_folder("sec-10k")
    if root is None or not root.is_dir():
        print("There are no filings here: give --data, the folder of the unpacked archive.", file=sys.stderr)
        return 2
    readings = Readings(root)
    names = sorted(
        path.relative_to(root).as_posix()
        for folder in ("filings", "mutated", "not-10k")
        for path in (root / folder).iterdir()
        if arguments.only in path.name
    )
    for name in names:
        readings[name]
    sections = [table(readings, [name for name in names if name.startswith("filings")])] if arguments.table else []
    sections += [part(readings, arguments.only) for part in (text_characters, html_characters, checks, facts)]
    for section in (*sections, proof(readings)):
        for line in section:
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
