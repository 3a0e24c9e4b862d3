"""Precision and recall on passages of real documents, drawn at random, that people marked before the rules saw them.

A row is a passage, {"file", "passage": [start, end], "half"}, or a citation in the passage before it. Offsets are
into the file's text (of ``se-law``: into the stored text). Half "seen" was looked at while the rules were written.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from piperoll.corpora.citations import american, clauses
from piperoll.corpora.registry import get
from tests.corpora.real import real

GOLD = Path(__file__).parent / "gold"
Row = tuple[int, int, tuple[str, str, str]]
"""Start, end, and what is cited: kind, target, path or label."""


def _statute(file: str) -> list[Row]:
    path = real("se-law") / file
    (document,) = get("se-law").read(path.read_bytes(), file)
    return [(one.start, one.end, (one.kind, one.target, one.path)) for one in document.citations]


def _clauses(text: str, own: tuple[str, ...]) -> list[Row]:
    acts: list[Row] = [(one.start, one.end, (one.kind, one.target, one.path)) for one in american.find(text)]
    return acts + [
        (one.start, one.end, ("document" if one.of else "internal", one.of, one.label))
        for one in clauses.find(text, own=own)
    ]


def _contract(file: str) -> list[Row]:
    return _clauses((real("legalbench-rag") / "corpus" / file).read_text(encoding="utf-8"), ())


def _terms(file: str) -> list[Row]:
    service, kind = Path(file).parent.name, Path(file).stem
    text = (real("terms") / "2026-06-01" / file).read_text(encoding="utf-8")
    return _clauses(text, (kind, f"{service} {kind}"))


def _passages(family: str) -> Iterator[tuple[dict[str, Any], list[Row]]]:
    rows = [json.loads(line) for line in (GOLD / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()]
    marks: list[Row] = []
    for row in rows:
        if "passage" in row:
            marks = []
            yield row, marks
        else:
            marks.append((row["start"], row["end"], (row["kind"], row["target"], row["path"] or row.get("label", ""))))


def _matches(marks: list[Row], found: list[Row], *, meaning: bool) -> int:
    """How many marks have a citation of their own that overlaps them and, with ``meaning``, says the same."""
    left = list(found)
    count = 0
    for start, end, what in marks:
        hit = next((one for one in left if one[0] < end and start < one[1] and (not meaning or one[2] == what)), None)
        if hit is not None:
            left.remove(hit)
            count += 1
    return count


@pytest.mark.parametrize(
    ("family", "read", "least"),
    [("se-law", _statute, 290), ("contracts", _contract, 290), ("terms", _terms, 290)],
)
def test_precision_and_recall(family: str, read: Callable[[str], list[Row]], least: int) -> None:
    files: dict[str, list[Row]] = {}
    totals: Counter[str] = Counter()
    for passage, marks in list(_passages(family)):
        if (file := passage["file"]) not in files:
            files[file] = read(file)
        start, end = passage["passage"]
        found = [one for one in files[file] if start <= one[0] and one[1] <= end]
        totals["marked"] += len(marks)
        totals["found"] += len(found)
        totals["full"] += _matches(marks, found, meaning=True)
        totals["span"] += _matches(marks, found, meaning=False)
    assert totals["marked"] >= least
    assert totals["full"] / totals["found"] >= 0.95
    assert totals["full"] / totals["marked"] >= 0.93
    assert totals["span"] / totals["found"] >= 0.97
    assert totals["span"] / totals["marked"] >= 0.95
