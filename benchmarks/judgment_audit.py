"""Are the numbered paragraphs of judgments found? Every real judgment against a count of its own, as tables.

    python benchmarks/judgment_audit.py [--all]

Reads the archives beside the repository (hk-cases, uk-cases, sst). The counters here use nothing of the library:

- Akoma Ntoso: XPath, ``paragraph`` outside of paragraphs, quotations and lists, with a ``num`` that is a number;
- pages of Hong Kong: anchors of the class ``para`` by regular expression;
- Australia: the judge's own certificate ("the preceding fourteen (14) numbered paragraphs"), else a counter;
- Singapore, Canada, extracts: a counter that looks for 1, then for 2 behind it, and so on, in one dress of number.

Also proves that no character is uncovered, no chunk differs from its range, no path comes twice, no paragraph is in two
chunks but as overlap, and that everything that an independent parser sees in HTML and XML is in the stored text.
Exit 1 when one of these does not hold, or when the counts are not those of AGREE. ``--all`` names every document that
differs.
"""

import argparse
import html
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from piperoll.corpora.registry import get
from piperoll.coverage import measure
from piperoll.model import Document

UNPACK = Path(__file__).resolve().parents[2] / "shared" / "data" / "unpack"
AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"
DRESSES = {
    "bracket": r"(?:^|(?<=[\s—])) ?\[{n}\](?=\s+\S)",
    "dot": r"(?:^\s*|(?:(?<=[.!?:;”\"’)\]])|(?<=:[-–—])) {{1,6}}){n}\\?\.(?=\s+\S)",
    "wide": r"^{n}(?:[ ]?\xa0|  |\t)",
    "narrow": r"^[ ]*{n} (?=[A-Z“\"‘'(\[])",
}
MARKUP = re.compile(r"(?m:^ ?\|[-| ]{3,}$)|<style>[^<]*</style>|</?span[^<>]*>|\(\^\)|[*_#\\|]|\]\([^()\s]*\)|[\[\]]")
CERTIFIED = re.compile(r"preceding[^()]{0,80}\(\s*(\d+)\s*\)\s*numbered", re.IGNORECASE)


AGREE = {
    "hk html": (8, 185, 8),
    "akn": (86, 11_243, 73),
    "press summaries": (16, 0, 16),
    "singapore": (118, 7_217, 97),
    "australia": (120, 4_305, 86),
    "canada": (45, 4_482, 45),
    "extracts": (2_931, 7_966, 2_930),
}
"""Documents, paragraphs found, documents in which found and counted are alike."""
DIFFERENCES = {
    "akn": "5 number their headings too (“2. Refoulement”), which XPath counts as paragraphs; in 1 a list of "
    "questions within a paragraph is counted. All of them stay in the text of a paragraph. In 1 the paragraphs of an "
    "appendix stand below each other, in 4 they are a list, where XPath does not look; in 3 a fault of the "
    "converter put paragraphs into a quotation, in 1 all that follow into the last.",
    "singapore": "In 14 a converter drove the digits of a number apart (“5       2” is 52); in 5 a paragraph has a "
    "number in another dress (“24\\. As to”); 2003 SGCA 32 holds a second judgment, on costs. The counter misses "
    "these. In 2000 SGCA 20, which has no numbers, it takes a list for them.",
    "australia": "In 32 the numbers were lost at the source (most of 2009); the certificate still counts them. "
    "2008 FCA 1976 has only those of an agreed statement that it quotes. 2007 FCA 1000 "
    "holds the judgment as corrected (31) and as given (28).",
    "extracts": "“… are answered: No. 83.  For the reasons”: 83 is taken for the number of something.",
}
"""What the documents are in which found and counted differ, from reading them."""


@dataclass
class Row:
    """One folder of documents: how many agree, and what the others are."""

    documents: int = 0
    found: int = 0
    counted: int = 0
    alike: int = 0
    differing: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


def paragraphs(document: Document) -> list[int]:
    """The numbers of the paragraphs in the order of the chunks, repeated ones once."""
    numbers: list[int] = []
    for chunk in document.chunks:
        own = list(chunk.paragraphs)
        if chunk.overlap and own:
            own = [number for number in own if number not in numbers[-len(own) :]]
        numbers += own
    return numbers


def counter(text: str) -> list[int]:
    """The longest of the runs that looking for 1, then 2 and so on gives, one for each dress of number.

    Begins at the number that the text begins with; a number not found is skipped, three in a row end the run.
    """
    lead = re.match(r"\s*\[?(\d{1,4})[\].\s]", text)
    best: list[int] = []
    for dress in DRESSES.values():
        number = int(lead[1]) if lead else 1
        at, run, missed = 0, [], 0
        while missed < 3:
            match = re.compile(dress.format(n=number), re.MULTILINE).search(text, at)
            if match:
                run.append(number)
                at, missed = match.end(), 0
            else:
                missed += 1
            number += 1
        best = max(best, run, key=len)
    return best


def akoma_ntoso(data: bytes) -> tuple[list[int], str]:
    root = ET.fromstring(data)
    numbers: list[int] = []
    shown: list[str] = []

    def walk(element: ET.Element, quoted: bool) -> None:
        tag = element.tag.removeprefix(AKN)
        if tag in ("meta",):
            return
        if tag == "paragraph" and not quoted:
            number = element.find(f"{AKN}num")
            if number is not None and (m := re.fullmatch(r"\s*(\d+)\.?\s*", "".join(number.itertext()))):
                numbers.append(int(m[1]))
        quoted = quoted or tag in ("paragraph", "embeddedStructure", "blockContainer")
        shown.append(element.text or "")
        for child in element:
            walk(child, quoted)
            shown.append(child.tail or "")

    walk(root[0], False)
    return numbers, "".join(shown)


def page(data: bytes) -> tuple[list[int], str]:
    text = data.decode("utf-8")
    tree = LexborHTMLParser(text)
    for node in tree.css("script, style, head"):
        node.decompose()
    numbers = [int(one) for one in re.findall(r'class="para"[^>]*>(\d+)\.', text)]
    return numbers, tree.body.text() if tree.body else ""


def sentences(data: bytes) -> tuple[list[int], str]:
    text = html.unescape(re.sub(r"<[^>]*>", "", data.decode("utf-8").partition("?>")[2]))
    body = html.unescape(
        re.sub(r"<[^>]*>", "", data.decode("utf-8").partition("<sentences>")[2].replace("<sentence ", "\n<sentence "))
    )
    certified = CERTIFIED.search(text)
    return list(range(1, int(certified[1]) + 1)) if certified else counter(body), text


def report(data: bytes) -> tuple[list[int], str]:
    text = data.decode("utf-8").replace("\r\n", "\n")
    shown = MARKUP.sub("", text)
    return counter(re.sub(r"\[note: 1\] \(\^\).*", "", text, flags=re.DOTALL)), shown


def row_text(data: bytes) -> tuple[list[int], str]:
    row = json.loads(data)
    text = row.get("unofficial_text_en") or row["decision"]
    return counter(text), text


def documents(root: Path) -> Iterator[tuple[str, str, bytes]]:
    """Folder, name and bytes of every judgment."""
    uk = root / "uk-cases"
    for folder, pattern in (
        ("hk html", "hk-cases/html/*.htm"),
        ("akn", "uk-cases/akn/*.xml"),
        ("press summaries", "uk-cases/press-summaries/*.xml"),
        ("singapore", "uk-cases/other-common-law/singapore/*/report.md"),
        ("australia", "uk-cases/other-common-law/australia/*.xml"),
    ):
        for path in sorted(root.glob(pattern)):
            yield folder, path.relative_to(uk if uk in path.parents else root).as_posix(), path.read_bytes()
    for folder, file in (("canada", "sst/other-scc.jsonl"), ("extracts", "hk-cases/extracts.jsonl")):
        for number, line in enumerate((root / file).read_bytes().splitlines()):
            yield folder, f"{file}!/{number}.json", line


COUNTERS = {
    "hk html": page,
    "akn": akoma_ntoso,
    "press summaries": akoma_ntoso,
    "singapore": report,
    "australia": sentences,
    "canada": row_text,
    "extracts": row_text,
}


def audit(root: Path, folders: Sequence[str] = tuple(COUNTERS), every: int = 1) -> dict[str, Row]:
    """The row of each folder.

    Args:
        root: of the unpacked archives.
        folders: of judgments.
        every: so many judgments of a folder, one is read.
    """
    profile = get("hk-cases")
    rows = {folder: Row() for folder in folders}
    seen: Counter[str] = Counter()
    for folder, name, data in documents(root):
        seen[folder] += 1
        if folder not in rows or (seen[folder] - 1) % every:
            continue
        row = rows[folder]
        counted, shown = COUNTERS[folder](data)
        for document in profile.read(data, name):
            found = paragraphs(document)
            row.documents += 1
            row.found += len(found)
            row.counted += len(counted)
            counted = [number for at, number in enumerate(counted) if number not in counted[max(0, at - 1) : at]]
            if found == counted:
                row.alike += 1
            else:
                lost, more = Counter(counted) - Counter(found), Counter(found) - Counter(counted)
                row.differing.append(
                    f"{name}: {len(found)} found, {len(counted)} counted; "
                    f"not found {sorted(lost.elements())[:12]}, more {sorted(more.elements())[:12]}"
                )
            row.broken += [f"{name}: {what}" for what in faults(document, shown)]
    return rows


def faults(document: Document, shown: str) -> Iterator[str]:
    """What does not hold for a document of which an independent parser sees ``shown``."""
    account = measure(
        document.text,
        [(chunk.start, chunk.end, chunk.content) for chunk in document.chunks],
        [(one.start, one.end, one.reason) for one in document.set_aside],
    )
    if account.uncovered or account.mismatches:
        yield f"{account.uncovered} uncovered, {account.mismatches} mismatches: {account.first_gap!r}"
    paths = [chunk.path for chunk in document.chunks]
    if len(paths) != len(set(paths)):
        yield "a path comes twice"
    unseen = Counter("".join(shown.split())) - Counter("".join(document.text.split()))
    if unseen:
        yield f"not in the stored text: {dict(unseen.most_common(6))}"
    for one, after in zip(document.chunks, document.chunks[1:], strict=False):
        if after.start < one.end and after.overlap != one.end - after.start:
            yield f"{after.path} overlaps {one.path} by another length than it says"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    if not UNPACK.is_file():
        print("The archives of real judgments are not beside the repository.", file=sys.stderr)
        return 2
    names = ["hk-cases", "uk-cases", "sst"]
    root = Path(subprocess.run([UNPACK, *names], check=True, capture_output=True, text=True).stdout.strip())
    rows = audit(root)
    print(f"{'':18}{'documents':>10}{'found':>8}{'counted':>9}{'alike':>7}{'differ':>8}{'broken':>8}")
    for folder, row in rows.items():
        print(
            f"{folder:18}{row.documents:>10}{row.found:>8}{row.counted:>9}{row.alike:>7}"
            f"{len(row.differing):>8}{len(row.broken):>8}"
        )
    for folder, row in rows.items():
        if row.differing:
            print(f"{folder}: {DIFFERENCES[folder]}")
        for line in (row.differing if arguments.all else []) + row.broken:
            print(f"  {line}")
    changed = [folder for folder, row in rows.items() if (row.documents, row.found, row.alike) != AGREE[folder]]
    if changed:
        print(f"The counts of {', '.join(changed)} have changed: read the documents, then change AGREE.")
    return 1 if changed or any(row.broken for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
