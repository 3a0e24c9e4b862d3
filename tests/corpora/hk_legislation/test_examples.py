"""The examples: every form is there, and every answer of the gold file exists."""

import json
from pathlib import Path

import polars as pl

from piperoll.corpora.registry import get
from piperoll.sources.documents import open_source
from piperoll.store.ledger import LEDGER
from tests.corpora.hk_legislation.documents import check

FOLDER = Path(__file__).parents[3] / "examples" / "hk-legislation"


def test_examples() -> None:
    profile = get("hk-legislation")
    source = open_source(str(FOLDER), profile.suffixes, profile.row_keys)
    files = source.listing(pl.DataFrame(schema=LEDGER), {}).files.select("source", "fingerprint").iter_rows()
    contents = [(name, data) for _, name, data in source.read_all(files)]
    documents = [one for name, data in contents if isinstance(data, bytes) for one in profile.read(data, name)]
    assert len(documents) == len(contents) == 5
    for document in documents:
        check(document)
    there = {(document.key, chunk.path) for document in documents for chunk in document.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(gold) == 11
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there
