"""Proof over whole corpora that nothing is lost: every document read, cut and accounted for, as one table.

    python benchmarks/verify_corpora.py [NAME ...] [--data FOLDER] [--jobs N]

NAME is a profile or a line of CORPORA; none: all. FOLDER holds the unpacked archives; without it those
in ../shared/data are unpacked first, if they are there. Exit 1 when a character is uncovered, a chunk
does not match its range, a path comes twice, a citation stands outside its text, a page shows a
character that the stored text lacks, or the code fails on a document in any way but a DocumentError.

Columns: files; documents by status (C chunked, N no body, W stored whole, Q quarantined); MB read;
chunks; tokens of a chunk: least, median, 95th percentile, most; chunks of under 15 and of over 500;
set aside, in per cent of the characters, all reasons and the three largest; characters uncovered;
chunks that mismatch; paths that come twice; citations; characters that an independent parser
(selectolax for HTML, ElementTree for XML) sees and the stored text lacks; seconds of one process.
For Swedish law also: temporal markers in the raw files, in the stored text, and chunks that are dated by one.
"""

import argparse
import html
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
from selectolax.lexbor import LexborHTMLParser

from piperoll.corpora.common.profile import Profile
from piperoll.corpora.registry import get
from piperoll.corpora.se_law.temporal import MARKER
from piperoll.coverage import measure
from piperoll.model import Document, DocumentError, Status
from piperoll.sources import kinds
from piperoll.sources.documents import open_source
from piperoll.store.ledger import LEDGER

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"


@dataclass(frozen=True)
class Corpus:
    """Files of one form: those in ``archive`` below ``folder`` that ``pattern`` matches, read by ``profile``."""

    name: str
    profile: str
    archive: str
    pattern: str
    folder: str = ""


CORPORA = (
    Corpus("current", "se-law", "se-law", "current/**/*.md"),
    Corpus("official-html", "se-law", "se-law", "official-html/**/*.html"),
    Corpus("official-html-old", "se-law", "se-law", "official-html-old/**/*.html"),
    Corpus("official-json", "se-law", "se-law", "official-json/**/*.json"),
    Corpus("canonical-json", "se-law", "se-law", "canonical-json/**/*.json"),
    Corpus("canonical-html", "se-law", "se-law", "canonical-html/**/*.html"),
    Corpus("agency-html", "se-law", "se-law", "agency-html/**/*.html"),
    Corpus("agency-text", "se-law", "se-law", "agency-text/*.txt"),
    Corpus("amendments", "se-law", "se-law", "amendments/[th]*/*.*"),
    Corpus("versions", "se-law", "se-law", "versions/**/*.md"),
    Corpus("patterns", "se-law", "se-law", "patterns/*.[mj]*"),
    Corpus("patterns-text", "se-law", "se-law", "patterns-text/**/*.txt"),
    Corpus("sst", "sst", "sst", "*.jsonl"),
    Corpus("hk-html", "hk-cases", "hk-cases", "html/*.htm"),
    Corpus("hk-extracts", "hk-cases", "hk-cases", "extracts.jsonl"),
    Corpus("uk-akn", "hk-cases", "uk-cases", "akn/*.xml"),
    Corpus("uk-summaries", "hk-cases", "uk-cases", "press-summaries/*.xml"),
    Corpus("australia", "hk-cases", "uk-cases", "other-common-law/australia/*.xml"),
    Corpus("singapore", "hk-cases", "uk-cases", "other-common-law/singapore/**/*.md"),
    Corpus("scc", "hk-cases", "sst", "other-scc.jsonl"),
    Corpus("hk-legislation", "hk-legislation", "hk-cases", "**/*.*", "hk-legislation"),
    Corpus("terms", "terms", "terms", "**/*.md"),
    Corpus("contracts", "contracts", "legalbench-rag", "**/*.txt", "corpus"),
    Corpus("filings", "sec-10k", "sec-10k", "filings/*.*"),
    Corpus("filings-again", "sec-10k", "sec-10k", "duplicates/*.*"),
    Corpus("filings-damaged", "sec-10k", "sec-10k", "mutated/*.*"),
    Corpus("filings-refused", "sec-10k", "sec-10k", "not-10k/*.*"),
    Corpus("filings-items", "sec-10k", "sec-10k", "edgar-crawler/10-K/*.json"),
    Corpus("contracts-crlf", "contracts", "legalbench-rag", "**/*.txt", "corpus_crlf"),
)
NOT_DOCUMENTS = {
    "manifest.jsonl, headnotes.jsonl": "lists of the files beside them",
    "hk-legislation/chapters.csv": "a list of titles and addresses",
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
WRAPPED = re.compile(r"(?s)\A.*?<DOCUMENT>.*?<TEXT>|</TEXT>.*\Z")
"""What EDGAR puts around a document."""
HIDDEN = re.compile(r"display:\s*none|visibility:\s*hidden", re.IGNORECASE)
WIDTHLESS = dict.fromkeys((0x200B, 0xFEFF))
STATUSES = {Status.CHUNKED: "C", Status.NO_BODY: "N", Status.NOT_CHUNKED: "W"}
LISTS = ("index.jsonl", "manifest.jsonl", "headnotes.jsonl")
TAG = re.compile(r"<[^<>]*>")
BATCH = 64
SHORT, LONG = 15, 500
"""Tokens: a chunk of fewer says little, one of more is hard to point at."""


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
    citations: int = 0
    seconds: float = 0.0
    lettered: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def broken(self) -> bool:
        return bool(self.uncovered or self.mismatches or self.duplicates or self.unseen or self.failures)


def account(corpus: Corpus, root: Path, paths: list[Path]) -> Account:
    """Read and cut the files; runs in a worker process."""
    profile = get(corpus.profile)
    total = Account()
    for path in paths:
        total.files += 1
        total.size += path.stat().st_size
        for name, data in contents(path, path.relative_to(root).as_posix(), profile):
            started = time.perf_counter()
            try:
                if isinstance(data, DocumentError):
                    raise data
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
                _measure(total, document, name)
                if corpus.profile == "se-law":
                    _measure_markers(total, document, data, name)
            if isinstance(data, bytes) and documents and (shown := visible_in(data, name)) is not None:
                unseen = Counter(flat(shown)) - Counter(flat("".join(one.text for one in documents)))
                total.unseen += sum(unseen.values())
                if unseen:
                    total.failures.append(f"{name}: not in the stored text: {dict(unseen.most_common(8))}")
    return total


def contents(path: Path, name: str, profile: Profile) -> Iterator[tuple[str, bytes | DocumentError]]:
    """The file, or the documents in it where it holds many."""
    if not kinds.kind_of(path.name):
        yield name, path.read_bytes()
        return
    source = open_source(str(path), profile.suffixes, profile.row_keys)
    files = source.listing(pl.DataFrame(schema=LEDGER), {}).files
    for _, member, data in source.read_all(files.select("source", "fingerprint").iter_rows()):
        yield member, data


def _measure(total: Account, document: Document, name: str) -> None:
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
    total.citations += len(document.citations)
    astray = sum(not 0 <= one.start < one.end <= len(document.text) for one in document.citations)
    if found.uncovered or found.mismatches or len(paths) != len(set(paths)) or astray:
        total.failures.append(
            f"{name}: {found.uncovered} uncovered, {found.mismatches} mismatches, {astray} citations astray:"
            f" {found.first_gap!r}"
        )


def _measure_markers(total: Account, document: Document, data: bytes, name: str) -> None:
    """What is special to Swedish statutes: temporal markers, chapters that carry a letter."""
    raw = data.decode("utf-8", errors="replace")
    raw = html.unescape(raw) if name.endswith(".html") else raw
    total.raw_markers += len(RAW_MARKER.findall(raw))
    total.markers += sum(1 for _ in MARKER.finditer(document.text))
    total.dated += sum("validity" in chunk.metadata for chunk in document.chunks)
    if document.key == LETTERED:
        wanted = {label.replace(" ", "") for label in LETTER_CHAPTER.findall(raw.replace("\\r\\n", "\n"))}
        kept = {chunk.metadata.get("chapter", "") for chunk in document.chunks}
        total.lettered.append(f"{name}: {len(wanted & kept)} of {len(wanted)} chapters with a letter")
        if wanted - kept:
            total.failures.append(f"{name}: chapters {sorted(wanted - kept)} are not kept apart")


def flat(text: str) -> str:
    """The visible characters, raised and lowered figures as plain ones: the text of a statute has "10⁶" and "H₂O"."""
    return "".join(unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("–", "-").split())


def visible_in(data: bytes, name: str) -> str | None:
    """Every visible character of a page, by a parser that the library does not use; None: it is no page."""
    text = data.decode("utf-8", errors="replace")
    if name.endswith((".html", ".htm")):
        tree = LexborHTMLParser(WRAPPED.sub("", text) if WRAPPED.search(text) else text)
        tree.strip_tags(list(INVISIBLE))
        for hidden in tree.css("[style]"):
            if HIDDEN.search(hidden.attributes["style"] or ""):
                hidden.decompose()
        return "".join((tree.body.text(separator=" ") if tree.body else "").translate(WIDTHLESS).split())
    if not name.endswith(".xml"):
        return None
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:  # what was never XML: the characters between the tags
        return "".join(html.unescape(TAG.sub(" ", text)).split())
    meta = {id(one) for one in root.iter() if one.tag.rpartition("}")[2] == "meta"}
    return "".join("".join(_texts(root, meta)).split())


def _texts(element: ElementTree.Element, left_out: set[int]) -> Iterator[str]:
    if id(element) in left_out:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child, left_out)
        yield child.tail or ""


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
    least, median, p95, most = (percentile(total.tokens, share) for share in (0, 0.5, 0.95, 1))
    short = sum(count for tokens, count in total.tokens.items() if tokens < SHORT)
    long = sum(count for tokens, count in total.tokens.items() if tokens > LONG)
    share = 100 * total.aside.total() / max(1, total.characters)
    reasons = ", ".join(
        f"{reason} {100 * count / total.characters:.1f}" for reason, count in total.aside.most_common(3)
    )
    return (
        f"{name:18}{total.files:6} {statuses:22}{total.size / 1e6:6.1f}"
        f"{chunks:8}{least:5}{median:5}{p95:6}{most:6}{short:6}{long:6}"
        f"{share:7.1f}{total.uncovered:5}{total.mismatches:5}{total.duplicates:5}"
        f"{total.citations:8}{total.unseen:5}{total.seconds:7.1f}  {reasons}"
    )


def data_folder(name: str, given: str | None = None) -> Path | None:
    """The folder of an archive: in the folder given, or beside the repository, unpacked."""
    if given:
        return Path(given) / name
    unpack = DATA / "unpack"
    if not os.access(unpack, os.X_OK) or not (DATA / f"{name}.tar.xz").is_file():
        return None
    folder = subprocess.run([unpack, name], check=True, capture_output=True, text=True).stdout.strip()
    return Path(folder) / name


def files_of(corpus: Corpus, root: Path) -> list[Path]:
    """The files of a corpus, those that its profile does not read left out."""
    suffixes = get(corpus.profile).suffixes
    return [
        path
        for path in root.glob(corpus.pattern)
        if path.is_file() and path.name not in LISTS and kinds.holds_documents(path.name, suffixes)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--data")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    wanted = [one for one in CORPORA if not arguments.names or {one.name, one.profile} & set(arguments.names)]
    roots = {archive: data_folder(archive, arguments.data) for archive in dict.fromkeys(one.archive for one in wanted)}
    if not any(root is not None and root.is_dir() for root in roots.values()):
        print("There are no corpora here: give --data, the folder of the unpacked archives.", file=sys.stderr)
        return 2
    print(
        f"{'corpus':18}{'files':>6} {'documents':22}{'MB':>6}{'chunks':>8}"
        f"{'min':>5}{'med':>5}{'p95':>6}{'max':>6}{'<15':>6}{'>500':>6}{'aside%':>7}"
        f"{'unc':>5}{'mis':>5}{'dup':>5}{'cited':>8}{'lost':>5}{'s':>7}  largest reasons"
    )
    everything, families = Account(), {one.profile: Account() for one in wanted}
    started = time.perf_counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for corpus in wanted:
            root = roots[corpus.archive]
            if root is None:
                print(f"{corpus.name:18} is not here")
                continue
            root = root / corpus.folder
            total = Account()
            work = list(batches(files_of(corpus, root)))
            for part in pool.map(account, [corpus] * len(work), [root] * len(work), work):
                total.add(part)
            print(row(corpus.name, total), flush=True)
            everything.add(total)
            families[corpus.profile].add(total)
    print(*(row(f"all {name}", total) for name, total in families.items()), row("all", everything), sep="\n")
    if everything.raw_markers:
        print(
            f"temporal markers: {everything.raw_markers} in the raw files, {everything.markers} in the stored text,"
            f" {everything.dated} chunks dated by one"
        )
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
