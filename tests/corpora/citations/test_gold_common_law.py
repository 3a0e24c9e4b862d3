"""References that were noted by hand in real texts, against those that the rules find.

A gold file holds passages, chosen at random by a seed, and below each every reference that stands in it; a passage
that was ``seen`` was read while the rules were made. A reference over the edge of a passage is not counted.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from piperoll.corpora.citations.common_law import find
from piperoll.corpora.registry import get
from piperoll.model import Citation
from tests.corpora.citations.texts import text
from tests.corpora.real import real

FOLDER = Path(__file__).parent / "gold"
Span = tuple[int, int]
Named = tuple[str, str, str]
LEAST = 200
"""References in a gold file."""
FLOORS = {
    # family: precision and recall of the span; of span, kind, target and path together
    "sst": (0.97, 0.97, 0.97, 0.97),
    "hk-cases": (0.97, 0.97, 0.95, 0.95),
    "hk-legislation": (0.98, 0.98, 0.98, 0.98),
}


def passages(family: str) -> Iterator[tuple[str, str, Span, dict[Span, Named]]]:
    """File, row, range, and the references in it."""
    rows = [json.loads(line) for line in (FOLDER / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()]
    at: tuple[str, str, Span] | None = None
    wanted: dict[Span, Named] = {}
    for row in [*rows, {"passage": None}]:
        if "passage" not in row:
            wanted[row["start"], row["end"]] = (row["kind"], row["target"], row["path"])
            continue
        if at is not None:
            yield *at, wanted
        at, wanted = (row.get("file", ""), row.get("document", ""), row["passage"]), {}


@cache
def found_in(family: str, file: str, document: str) -> tuple[Citation, ...]:
    """References in a judgment as the rules find them; in an enactment as its profile does."""
    whole = text(file, document)
    if family != "hk-legislation":
        return tuple(find(whole))
    archive, _, name = file.partition("/")
    data = (real(archive) / name).read_bytes()
    if document:
        data, name = data.splitlines()[int(document)], f"{name}!/row.json"
    (one,) = get("hk-legislation").read(data, name)
    assert one.text == whole
    return tuple(one.citations)


@pytest.mark.parametrize("family", FLOORS)
def test_against_gold(family: str) -> None:
    counts: dict[str, int] = dict.fromkeys(("wanted", "found", "spans", "whole"), 0)
    for file, document, (start, end), wanted in passages(family):
        found: dict[Span, Any] = {
            (one.start, one.end): (one.kind, one.target, one.path)
            for one in found_in(family, file, document)
            if start <= one.start and one.end <= end
        }
        counts["wanted"] += len(wanted)
        counts["found"] += len(found)
        counts["spans"] += len(found.keys() & wanted.keys())
        counts["whole"] += sum(found.get(span) == named for span, named in wanted.items())
    assert counts["wanted"] >= LEAST
    reached = tuple(round(counts[right] / counts[of], 3) for right in ("spans", "whole") for of in ("found", "wanted"))
    assert all(one >= floor for one, floor in zip(reached, FLOORS[family], strict=True)), reached
