"""The examples: every form is there, nothing is refused, and every answer of the gold file exists."""

import json
from collections import Counter
from pathlib import Path

import polars as pl

from piperoll.corpora.registry import get
from piperoll.sources.documents import open_source
from tests.corpora.hk_cases.documents import check

NOTHING = pl.DataFrame(schema={"source": str, "known_size": pl.Int64, "known_fingerprint": str})
FOLDER = Path(__file__).parents[3] / "examples" / "hk-cases"


def test_examples() -> None:
    profile = get("hk-cases")
    source = open_source(str(FOLDER), profile.suffixes, profile.row_keys)
    listing = source.listing(NOTHING, {})
    documents = []
    for _, name, data in source.read_all(listing.files.select("source", "fingerprint").iter_rows()):
        assert isinstance(data, bytes)
        documents += profile.read(data, name)
    for document in documents:
        check(document)
    assert Counter(document.kind for document in documents) == {
        "judgment": 4,
        "corrigendum": 1,
        "press summary": 1,
        "extract": 1,
    }
    there = {(document.key, chunk.path) for document in documents for chunk in document.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(gold) == 10
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there
