"""Filings for tests, as a crawler cuts them into Items: each line stands alone, and nothing tells how it is printed."""

import json

from piperoll.model import Document
from tests.corpora.sec_10k.documents import read

SAID = "The lamps are lit at dusk and burn all night, whatever wind may blow, until the keeper puts them out. " * 9
LITTLE = "Our lamps burn all night. " * 8


def crawled(code: str, *lines: str) -> Document:
    """Return a filing with one Item of these lines."""
    row = {"cik": 320, "company": "REEF INC /DE/", "filing_type": "10-K", "period_of_report": "2031-12-31"}
    return read(json.dumps(row | {f"item_{code}": "\n".join([f"Item {code}.", *lines])}), "a.json")


def told(code: str, *lines: str) -> list[list[str]]:
    """Return the sections of the chunks of an Item with these lines, each once, without those of its heading."""
    found = [one.metadata.get("section", []) for one in crawled(code, *lines).chunks]
    return [one for at, one in enumerate(found) if one and one not in found[:at]]
