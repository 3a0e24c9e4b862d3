"""The examples: every form is there, and every answer of the gold file exists."""

import json
from collections import Counter
from pathlib import Path

import polars as pl

from piperoll.corpora.registry import get
from piperoll.model import Status
from piperoll.sources.documents import open_source
from tests.corpora.se_law.documents import check

FOLDER = Path(__file__).parents[3] / "examples" / "se-law"


def test_examples() -> None:
    profile = get("se-law")
    files = [path for path in sorted(FOLDER.iterdir()) if path.suffix in profile.suffixes]
    documents = [document for path in files for document in profile.read(path.read_bytes(), path.name)]
    for document in documents:
        check(document)
    assert Counter(document.status for document in documents) == {
        Status.CHUNKED: 6,
        Status.NO_BODY: 1,
        Status.NOT_CHUNKED: 1,
    }
    there = {(document.key, chunk.path) for document in documents for chunk in document.chunks}
    assert 25 <= sum("§" in path for _, path in there) <= 45
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(gold) == 10
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there


def test_nothing_of_the_examples_is_quarantined() -> None:
    profile = get("se-law")
    source = open_source(str(FOLDER), profile.suffixes, profile.row_keys)
    listing = source.listing(pl.DataFrame(), {})
    files = list(source.read_all(listing.files.select("source", "fingerprint").iter_rows()))
    assert len(files) == 8
    for _, name, data in files:
        assert isinstance(data, bytes)
        assert list(profile.read(data, name))
