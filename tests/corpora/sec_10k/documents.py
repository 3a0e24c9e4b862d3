"""Small filings, and what is asked of every one of them."""

from typing import Any

from piperoll.corpora.registry import get
from piperoll.model import Document
from tests.corpora.invariants import check

COVER = (
    "<html><body><p>FORM 10-K</p><p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)</p>"
    "<p>For the fiscal year ended December 31,2031</p><p>LANTERNFISH LAMPS, INC.</p>"
    "<p>(Exact name of registrant as specified in its charter)</p>"
)
SAID = "A lamp that burns for a long time in a cold wind may go out. " * 12
"""A text that is long enough to have a heading."""
BREAK = '<hr style="page-break-after:always"/>'
PLAIN = "FORM 10-K\n\nFor the fiscal year ended June 30, 1996\n\n"


def read(data: str | bytes, name: str = "filing.htm", **options: Any) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    documents = list(get("sec-10k", options).read(data.encode() if isinstance(data, str) else data, name))
    assert len(documents) == 1
    check(documents[0])
    return documents[0]


def page(*lines: str) -> Document:
    """A page of HTML with the cover, and each line a paragraph; those with a star in front are bold."""
    shown = (f"<p><b>{line[1:]}</b></p>" if line.startswith("*") else f"<p>{line}</p>" for line in lines)
    return read(COVER + "".join(shown))


def items(document: Document) -> dict[str, str]:
    """The status of each Item."""
    return {code.removeprefix("ITEM_"): item["status"] for code, item in document.metadata["items"].items()}


def text_of(document: Document, code: str) -> str:
    """The text of an Item."""
    item = document.metadata["items"][f"ITEM_{code}"]
    return document.text[item["start"] : item["end"]]


def sections(*lines: str) -> list[list[str]]:
    """The sections of the chunks of an Item with these lines."""
    document = page("*Item 8. Financial Statements", *lines)
    return [one.metadata.get("section", []) for one in document.chunks if one.path.startswith("ITEM_8")]


def told(*lines: str) -> list[list[str]]:
    """The sections of the chunks of an Item with these lines, each once."""
    found = sections(*lines)
    return [one for at, one in enumerate(found) if one not in found[:at]]
