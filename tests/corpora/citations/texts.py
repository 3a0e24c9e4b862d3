"""The text that the offsets of a gold file count in, made from a file of the archives without our own readers.

Rows of JSON lines: one column, that of an enactment without the marks of headings in Markdown. Plain text and Markdown:
as decoded. Akoma Ntoso: all text below ``judgmentBody``. HTML: all text below ``body``. The sentences of the Federal
Court, which are not well formed: tags as spaces, nothing moved.
"""

import json
import re
from functools import cache
from pathlib import Path

import lxml.etree
import lxml.html

from piperoll.text.decode import decode
from tests.corpora.real import real

COLUMNS = ("unofficial_text_en", "decision", "text")
TAG = re.compile(r"<[^<>]*>")
HEADING_MARK = re.compile(r"^#{1,6} ", re.MULTILINE)


@cache
def text(file: str, document: str = "") -> str:
    """The text of ``file`` ("sst/other-scc.jsonl"), of row ``document`` in it where it has rows; skips without data."""
    archive, _, name = file.partition("/")
    path = real(archive) / name
    if path.suffix == ".jsonl":
        row = _rows(path)[int(document)]
        return HEADING_MARK.sub("", row) if "/hk-legislation/" in file else row
    data = path.read_bytes()
    if path.suffix == ".xml" and "/akn/" in file:
        root = lxml.etree.fromstring(data)
        body = next(one for one in root.iter() if str(one.tag).endswith("}judgmentBody"))
        return "".join(str(part) for part in body.itertext())
    if path.suffix == ".htm":
        page = lxml.html.document_fromstring(decode(data)).find("body")
        assert page is not None
        return "".join(str(part) for part in page.itertext())
    if path.suffix == ".xml":
        return TAG.sub(lambda tag: " " * len(tag[0]), decode(data))
    return decode(data)


@cache
def _rows(path: Path) -> list[str]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [next((row[column] for column in COLUMNS if row.get(column)), "") for row in rows]
