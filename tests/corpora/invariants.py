"""What holds for a document of any family."""

from piperoll.coverage import measure
from piperoll.model import CITATION_KINDS, Document

WIDE = ((0x2E80, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))
"""Chinese, Japanese and Korean writing, of which a character is a token."""


def check(document: Document) -> None:
    """Offsets hold, every character is accounted for, paths are unique, tokens counted, citations within the text."""
    found = measure(
        document.text,
        [(chunk.start, chunk.end, chunk.content) for chunk in document.chunks],
        [(one.start, one.end, one.reason) for one in document.set_aside],
    )
    assert (found.uncovered, found.mismatches) == (0, 0), found.first_gap
    paths = [chunk.path for chunk in document.chunks]
    assert len(paths) == len(set(paths))
    assert all(0 < len(path) <= 500 for path in (*paths, document.key))
    for chunk in document.chunks:
        content = chunk.content.lstrip("\t" if chunk.role == "table" else "")  # its first cells may be empty
        assert content == (content.lstrip() if document.kind == "CONTRACT" else content.strip())
        wide = sum(any(first <= ord(one) <= last for first, last in WIDE) for one in chunk.content)
        assert chunk.tokens == -(-(len(chunk.content.rstrip()) + 3 * wide) // 4)
    assert all(0 <= one.start < one.end <= len(document.text) for one in document.citations)
    assert all(one.kind in CITATION_KINDS for one in document.citations)
