"""The examples: every form is there, and every answer of the gold file exists."""

import json
from pathlib import Path

from tests.corpora.sec_10k.documents import items, read

FOLDER = Path(__file__).parents[3] / "examples" / "sec-10k"


def test_examples() -> None:
    paths = [path for path in sorted(FOLDER.iterdir()) if path.name != "gold.jsonl"]
    documents = [read(path.read_bytes(), path.name) for path in paths]
    assert [len(items(one)) for one in documents] == [14, 13, 23]
    there = {(one.key, chunk.path) for one in documents for chunk in one.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there
