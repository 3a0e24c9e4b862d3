"""The examples: every form is there, and every answer of the gold file exists."""

import json
from pathlib import Path

import polars as pl

from piperoll.corpora.registry import get
from piperoll.model import Document
from piperoll.sources.documents import open_source
from piperoll.store.ledger import LEDGER
from tests.corpora.sst.decisions import check

FOLDER = Path(__file__).parents[3] / "examples" / "sst"


def documents() -> list[Document]:
    """What a run would make of the folder."""
    profile = get("sst")
    source = open_source(str(FOLDER), profile.suffixes, profile.row_keys)
    files = source.listing(pl.DataFrame(schema=LEDGER), {}).files.select("source", "fingerprint").iter_rows()
    found = []
    for _, name, data in source.read_all(files):
        assert isinstance(data, bytes)
        found += list(profile.read(data, name))
    return found


def test_examples() -> None:
    found = documents()
    for document in found:
        check(document)
    assert sorted(document.key for document in found) == [
        "2035 SSTGDIS 44",
        "2041 SST 17",
        "2042 SST 5",
        "ferry-company-v-passenger.txt",
    ]
    there = {(document.key, chunk.path) for document in found for chunk in document.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(gold) == 10
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there
