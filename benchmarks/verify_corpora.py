"""Proof over whole corpora that nothing is lost: every document read, cut and accounted for, as one table.

    python benchmarks/verify_corpora.py [FOLDER] [--jobs N]

FOLDER is the unpacked ``se-law`` data; without it the archives in ../shared/data are unpacked
first, if they are there. Exit 1 when a character is uncovered, a chunk does not match its range, a
path comes twice, an HTML page shows a character that the stored text lacks, or the code fails on a
document in any way but a DocumentError.

Columns: files; documents by status (C chunked, N no body, W stored whole, Q quarantined); MB read;
chunks; tokens of a chunk, mean and 95th percentile; set aside, in per cent of the characters, all
reasons and the three largest; characters uncovered; chunks that mismatch; paths that come twice;
temporal markers in the raw file / in the stored text / chunks that are dated by one; characters
that an independent HTML parser (selectolax) sees and the stored text lacks; seconds of one process.
"""

import argparse
import html
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from piperoll.corpora.registry import get
from piperoll.corpora.se_law.temporal import MARKER
from piperoll.coverage import measure
from piperoll.model import Document, DocumentError, Status

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = {
    "current": "current/**/*.md",
    "official-html": "official-html/**/*.html",
    "official-html-old": "official-html-old/**/*.html",
    "official-json": "official-json/**/*.json",
    "canonical-json": "canonical-json/**/*.json",
    "canonical-html": "canonical-html/**/*.html",
    "agency-html": "agency-html/**/*.html",
    "agency-text": "agency-text/*.txt",
    "amendments": "amendments/[th]*/*.*",
    "versions": "versions/**/*.md",
    "patterns": "patterns/*.[mj]*",
    "patterns-text": "patterns-text/**/*.txt",
}
NOT_DOCUMENTS = {
    "index.tsv, patterns/index.tsv, versions/index.jsonl": "lists of the files beside them",
    "amendments/index": "yearly lists of acts: number, title, date, base law; no text",
    "agency-index": "registers of 1,400 and 76 regulations; no text",
    "provisions-json": "flat lists of §§ without structure, an inventory to compare with (parser_audit.py)",
    "patterns-text/**/*.xml": "what another parser makes of the .txt beside it",
}
RAW_MARKER = re.compile(r"/[^/\n]{0,90}?\b[IU]\s?:\s?(?:\d{4}-\d\d-\d\d|den dag)")
LETTER_CHAPTER = re.compile(r"^(?:#+ )?(\d{1,3} [a-z]) kap\. [A-ZÅÄÖ/]", re.MULTILINE)
LETTERED = "SFS 1999:1229"
"""Inkomstskattelagen: the statute with the most chapters that carry a letter."""
INVISIBLE = ("script", "style", "head", "template", "noscript", "svg", "math", "object", "iframe", "textarea", "select")
STATUSES = {Status.CHUNKED: "C", Status.NO_BODY: "N", Status.NOT_CHUNKED: "W"}
BATCH = 64


@dataclass
class Account:
    """What a number of files came to; accounts add up."""

    files: int = 0
    size: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    characters: int = 0
    aside: Counter[str] = field(default_factory=Counter)
    uncovered: int = 0
    mismatches: int = 0
    duplicates: int = 0
    raw_markers: int = 0
    markers: int = 0
    dated: int = 0
    unseen: int = 0
    seconds: float = 0.0
    lettered: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def broken(self) -> bool:
        return bool(self.uncovered or self.mismatches or self.duplicates or self.unseen or self.failures)


def account(root: Path, paths: list[Path]) -> Account:
    """Read and cut the files; runs in a worker process."""
    profile = get("se-law")
    total = Account()
    for path in paths:
        data, name = path.read_bytes(), path.relative_to(root).as_posix()
        total.files += 1
        total.size += len(data)
        started = time.perf_counter()
        try:
            documents = list(profile.read(data, name))
        except DocumentError as error:
            total.statuses[f"Q {error.code}"] += 1
            continue
        except Exception as error:  # the whole point is to hear of it
            total.failures.append(f"{name}: {error!r}")
            continue
        finally:
            total.seconds += time.perf_counter() - started
        for document in documents:
            _measure(total, document, data, name)
    return total


def _measure(total: Account, document: Document, data: bytes, name: str) -> None:
    found = measure(
        document.text,
        [(chunk.start, chunk.end, chunk.content) for chunk in document.chunks],
        [(one.start, one.end, one.reason) for one in document.set_aside],
    )
    total.statuses[STATUSES[document.status]] += 1
    total.characters += found.characters
    total.aside.update(found.set_aside)
    total.uncovered += found.uncovered
    total.mismatches += found.mismatches
    paths = [chunk.path for chunk in document.chunks]
    total.duplicates += len(paths) - len(set(paths))
    total.tokens.update(chunk.tokens for chunk in document.chunks)
    if found.uncovered or found.mismatches or len(paths) != len(set(paths)):
        total.failures.append(
            f"{name}: {found.uncovered} uncovered, {found.mismatches} mismatches: {found.first_gap!r}"
        )
    raw = data.decode("utf-8", errors="replace")
    raw = html.unescape(raw) if name.endswith(".html") else raw
    total.raw_markers += len(RAW_MARKER.findall(raw))
    total.markers += sum(1 for _ in MARKER.finditer(document.text))
    total.dated += sum("validity" in chunk.metadata for chunk in document.chunks)
    if name.endswith(".html"):
        unseen = Counter(_shown(data)) - Counter("".join(document.text.split()))
        total.unseen += sum(unseen.values())
        if unseen:
            total.failures.append(f"{name}: not in the stored text: {dict(unseen.most_common(8))}")
    if document.key == LETTERED:
        wanted = {label.replace(" ", "") for label in LETTER_CHAPTER.findall(raw.replace("\\r\\n", "\n"))}
        kept = {chunk.metadata.get("chapter", "") for chunk in document.chunks}
        total.lettered.append(f"{name}: {len(wanted & kept)} of {len(wanted)} chapters with a letter")
        if wanted - kept:
            total.failures.append(f"{name}: chapters {sorted(wanted - kept)} are not kept apart")


def _shown(data: bytes) -> str:
    """Every visible character of a page, by a parser that the library does not use."""
    tree = LexborHTMLParser(data.decode("utf-8", errors="replace"))
    tree.strip_tags(list(INVISIBLE))
    return "".join((tree.body.text(separator=" ") if tree.body else "").split())


def batches(paths: list[Path]) -> Iterator[list[Path]]:
    """Files in batches of about equal work, the large ones first."""
    rest = iter(sorted(paths, key=lambda path: -path.stat().st_size))
    while batch := list(islice(rest, BATCH)):
        yield batch


def percentile(tokens: Counter[int], share: float) -> int:
    """The token count that ``share`` of the chunks do not pass."""
    wanted = share * tokens.total()
    for value in sorted(tokens):
        wanted -= tokens[value]
        if wanted <= 0:
            return value
    return 0


def row(name: str, total: Account) -> str:
    statuses = " ".join(f"{count}{key}" for key, count in sorted(total.statuses.items()))
    chunks = total.tokens.total()
    mean = sum(value * count for value, count in total.tokens.items()) / chunks if chunks else 0
    share = 100 * total.aside.total() / max(1, total.characters)
    reasons = ", ".join(
        f"{reason} {100 * count / total.characters:.1f}" for reason, count in total.aside.most_common(3)
    )
    return (
        f"{name:18}{total.files:6} {statuses:22}{total.size / 1e6:6.1f}"
        f"{chunks:8}{mean:6.0f}{percentile(total.tokens, 0.95):6}"
        f"{share:6.1f}{total.uncovered:5}{total.mismatches:5}{total.duplicates:5}"
        f"{total.raw_markers:6}/{total.markers}/{total.dated:<6}{total.unseen:5}{total.seconds:7.1f}  {reasons}"
    )


def data_folder(argument: str | None) -> Path | None:
    """The folder named, or the archive beside the repository, unpacked."""
    if argument:
        return Path(argument)
    unpack = ROOT.parent / "shared" / "data" / "unpack"
    if not os.access(unpack, os.X_OK):
        return None
    folder = subprocess.run([unpack, "se-law"], check=True, capture_output=True, text=True).stdout.strip()
    return Path(folder) / "se-law"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    root = data_folder(arguments.folder)
    if root is None or not root.is_dir():
        print("There are no corpora here: give the folder of the unpacked se-law data.", file=sys.stderr)
        return 2
    print(
        f"{'folder':18}{'files':>6} {'documents':22}{'MB':>6}{'chunks':>8}{'mean':>6}{'p95':>6}{'aside%':>6}"
        f"{'unc':>5}{'mis':>5}{'dup':>5}{'markers':>14}{'lost':>5}{'s':>7}  largest reasons"
    )
    everything = Account()
    started = time.perf_counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for name, pattern in DOCUMENTS.items():
            total = Account()
            work = list(batches([path for path in root.glob(pattern) if path.is_file() and path.name != "index.jsonl"]))
            for part in pool.map(account, [root] * len(work), work):
                total.add(part)
            print(row(name, total), flush=True)
            everything.add(total)
    print(row("all", everything))
    for line in everything.lettered:
        print(f"letter chapters: {line}")
    for what, why in NOT_DOCUMENTS.items():
        print(f"not read: {what}: {why}")
    for failure in everything.failures[:40]:
        print(f"FAILED {failure}")
    print(f"{time.perf_counter() - started:.0f} s: {'BROKEN' if everything.broken else 'nothing lost'}")
    return 1 if everything.broken else 0


if __name__ == "__main__":
    sys.exit(main())
