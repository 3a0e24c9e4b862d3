"""Filings as they are really published, where their archive lies beside the repository."""

import json

import pytest

from benchmarks.filing_sentences import paragraphs, score, splitters
from benchmarks.filings import Readings, checks
from piperoll.corpora.registry import get
from tests.corpora.real import real
from tests.corpora.sec_10k.documents import items, read

DESTROYED = {"malformed-html": {"ITEM_1A is not found"}}
"""What cannot hold: of the heading of that Item six letters are left."""


def test_every_case_of_another_project_holds() -> None:
    told = [line.strip() for line in checks(Readings(real("sec-10k")), "mutated/")]
    wrong = {(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in told[:-1]}
    assert wrong == {(case, one) for case, all_ in DESTROYED.items() for one in all_}


def test_boundaries_that_were_checked_by_hand() -> None:
    rows = list(paragraphs(real("sec-10k")))
    assert sum(len(gold) for _, gold in rows) == 694
    right, found, wanted, _ = score(splitters()["sec-10k"], rows)
    assert (right, found) == (wanted, wanted)


@pytest.mark.parametrize("name", ["ge_", "intc_", "mcd_"])
def test_filings_with_nothing_but_a_table_of_cross_references(name: str) -> None:
    (path,) = (real("sec-10k") / "filings").glob(f"{name}*")
    found = read(path.read_bytes(), path.name)
    told = items(found)
    assert len(told) == 23
    assert {code for code, status in told.items() if status == "incorporated_by_reference"} >= {"11", "13", "14"}
    assert all(found.metadata["items"][f"ITEM_{code}"]["characters"] > 10_000 for code in ("1", "1A", "7", "8"))


def test_items_of_a_crawler_are_as_they_were_cut() -> None:
    path = sorted((real("sec-10k") / "edgar-crawler" / "10-K").glob("*.json"))[0]
    row = json.loads(path.read_bytes())
    (found,) = get("sec-10k").read(path.read_bytes(), path.name)
    assert [code.lower() for code in items(found)] == [
        key.removeprefix("item_").lower()
        for key in sorted(row, key=list(row).index)
        if key.startswith("item_") and row[key]
    ]
