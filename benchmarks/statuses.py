"""Count the statutes by status, and compare what the profile says of each with what the registers say, as tables.

    python benchmarks/statuses.py [FOLDER] [--all]

FOLDER holds the unpacked forms of ``se-law``; without it, the archive beside the repository is used. The days and the
repealing acts of the registers are read here a second time, by a few lines that use nothing of the profile: boxes of
the official pages, fields of the register entries, lines of the front matter. Every form of a statute is compared with
every register that knows it. A register of an earlier day cannot know of a later repeal: that is counted apart.

``--all`` names every difference.
"""

import argparse
import html
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from verify_corpora import data_folder

from piperoll.corpora.registry import get
from piperoll.model import Document, DocumentError, Status

FORMS = {
    "current": "current/**/*.md",
    "official-html": "official-html/**/*.html",
    "official-html-old": "official-html-old/**/*.html",
    "official-json": "official-json/**/*.json",
    "canonical-json": "canonical-json/**/*.json",
}
LAYERS = {"official-html": date(2024, 4, 15), "current": date(2025, 9, 1), "official-json": date(2026, 4, 30)}
"""The day of each register: the newest act or day that it names."""
BOX = re.compile(r'<span class="bold">\s*([^<>:]+):</span>([^<]*)')
LINE = re.compile(r"^(ikraft_datum|utgar_datum):[ \t]*(.*)$", re.MULTILINE)
ENTRY = re.compile(r"\n *- beteckning: *['\"]?(\d{4}:\d+)")
ENDS = re.compile(r"anteckningar: *['\"]?upph\w*\.?['\"]?\s*(?:\n|\Z)")
ENTERS = re.compile(r"ikraft_datum: *(\d{4}-\d{2}-\d{2})")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
ACT = re.compile(r"\d{4}:\d+")


@dataclass(frozen=True)
class Facts:
    """What is said of one statute: the first day, the first day behind its end, the act that repealed it."""

    begins: str = ""
    ends: str = ""
    act: str = ""


@dataclass(frozen=True)
class Row:
    """A statute in one form: what the profile says of it, and what the register in the same file says."""

    form: str
    name: str
    document: Document
    register: Facts | None

    @property
    def said(self) -> Facts:
        """Return what the profile says, estimates left out."""
        one = self.document
        return Facts(
            "" if one.valid_from_estimated or one.valid_from is None else one.valid_from.isoformat(),
            "" if one.valid_to_estimated or one.valid_to is None else one.valid_to.isoformat(),
            (one.repealed_by or "").removeprefix("SFS "),
        )


def register_facts(form: str, text: str) -> Facts | None:
    """Return what the register in a file says, read without the profile; None for a form without a register."""
    if form == "official-json":
        entry = json.loads(text)
        return Facts(
            _first(DAY, entry["ikraftDateTime"]),
            _first(DAY, entry["upphavdDateTime"]) or _first(DAY, entry["tidsbegransadDateTime"]),
            _first(ACT, entry["fulltext"]["upphavdGenom"]),
        )
    if form.startswith("official-html"):
        boxes: dict[str, str] = {}
        for name, value in BOX.findall(html.unescape(text)):
            boxes.setdefault(name, value)
        return Facts(
            _first(DAY, boxes.get("Ikraft")),
            _first(DAY, boxes.get("Upphävd")) or _first(DAY, boxes.get("Tidsbegränsad")),
            _first(ACT, boxes.get("Författningen har upphävts genom")),
        )
    if form == "current":
        front = text.split("\n---", 1)[0] + "\n"
        lines = dict(LINE.findall(front))
        _, *entries = ENTRY.split(front)
        acts = {
            act: _first(DAY, _first(ENTERS, told))
            for act, told in zip(entries[::2], entries[1::2], strict=True)
            if ENDS.search(told)
        }
        last = max(acts, key=lambda act: [int(number) for number in act.split(":")], default="")
        ends = _first(DAY, lines.get("utgar_datum"))
        return Facts(_first(DAY, lines.get("ikraft_datum")), acts.get(last) or ends, last)
    return None


def _first(pattern: re.Pattern[str], value: str | None) -> str:
    match = pattern.search(value or "")
    return match[0] if match else ""


def rows(root: Path) -> Iterator[Row]:
    """Yield every statute of every form."""
    profile = get("se-law")
    for form, pattern in FORMS.items():
        for path in sorted(root.glob(pattern)):
            name = path.relative_to(root).as_posix()
            try:
                documents = list(profile.read(path.read_bytes(), name)) if path.is_file() else []
            except DocumentError:
                continue
            for document in documents:
                if document.key.startswith("SFS "):
                    yield Row(form, name, document, register_facts(form, path.read_text("utf-8")))


def state(document: Document, day: date) -> str:
    """Return whether a statute is law on ``day``, as far as its own file says."""
    if document.valid_to is not None and document.valid_to <= day:
        return "repealed"
    if document.valid_from is not None and document.valid_from > day:
        return "not yet"
    return "unknown" if document.valid_from is None else "in force"


def counts(found: list[Row]) -> Iterator[str]:
    """Yield the lines of the table of statuses, a form a line."""
    columns = ("documents", "in force", "not yet", "repealed", "unknown", "day", "act", "no body")
    begins = ("register", "text", "estimated", "missing")
    yield f"{'':18}" + "".join(f"{name:>10}" for name in (*columns, *begins))
    for form in FORMS:
        table: Counter[str] = Counter()
        for row in found:
            if row.form == form:
                one = row.document
                table.update(["documents", state(one, max(LAYERS.values()))])
                table["day"] += one.valid_to is not None and not one.valid_to_estimated
                table["act"] += one.repealed_by is not None
                table["no body"] += one.status is Status.NO_BODY
                table[
                    "missing"
                    if one.valid_from is None
                    else "estimated"
                    if one.valid_from_estimated
                    else "register"
                    if row.register and row.register.begins
                    else "text"
                ] += 1
        yield f"{form:18}" + "".join(f"{table[name]:>10}" for name in (*columns, *begins))


def differences(found: list[Row]) -> Iterator[tuple[str, str]]:
    """Yield each difference between a document and a register that knows its statute: a class, and the words."""
    registers = defaultdict(list)
    for row in found:
        if row.register:
            registers[row.document.key].append(row)
    for row in found:
        for other in registers[row.document.key]:
            own = other.name == row.name
            known = other.register
            assert known is not None
            for what in ("begins", "ends", "act"):
                ours, theirs = getattr(row.said, what), getattr(known, what)
                unsaid = what == "begins" and not (theirs and (own or ours))  # the text says more than its register
                if ours != theirs and not unsaid:
                    yield _difference(row, other, what, ours, theirs)


def _difference(row: Row, other: Row, what: str, ours: str, theirs: str) -> tuple[str, str]:
    place = "own register" if other.name == row.name else f"{row.form}, register of {other.form}"
    later = {row.form: ours, other.form: theirs}
    older = min(later, key=lambda form: LAYERS.get(form, date.min))
    if what != "begins" and place != "own register" and not later[older]:
        why = "the older one does not say it"
    else:
        why = "only ours" if not theirs else "only theirs" if not ours else "differ"
    return f"{place}: {what}: {why}", f"{row.name}: {ours or '-'}, {other.name}: {theirs or '-'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    root = Path(arguments.folder) if arguments.folder else data_folder("se-law")
    if root is None:
        print("The archive se-law is not beside the repository: give FOLDER.", file=sys.stderr)
        return 2
    found = list(rows(root))
    print("\n".join(counts(found)))
    classes: dict[str, list[str]] = defaultdict(list)
    for name, words in differences(found):
        classes[name].append(words)
    for name, listed in sorted(classes.items(), key=lambda one: -len(one[1])):
        print(f"{len(listed):>6}  {name}")
        for words in listed if arguments.all else listed[:3]:
            print(f"          {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
