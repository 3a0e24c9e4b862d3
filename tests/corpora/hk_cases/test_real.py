"""Some real judgments, where their archives lie beside the repository; ``benchmarks/judgment_audit.py`` counts all."""

import pytest

from benchmarks.judgment_audit import COUNTERS, audit
from tests.corpora.real import real

AGREE = {
    # folder: one of how many; documents, paragraphs found, documents in which found and counted are alike
    "hk html": (1, 8, 185, 8),
    "akn": (8, 11, 1_535, 11),
    "press summaries": (4, 4, 0, 4),
    "singapore": (8, 15, 827, 12),
    "australia": (6, 20, 532, 14),
    "canada": (6, 8, 866, 8),
    "extracts": (20, 147, 397, 147),
}


@pytest.mark.parametrize("folder", COUNTERS)
def test_paragraphs_against_a_count_of_their_own(folder: str) -> None:
    root = real("hk-cases").parent
    for archive in ("uk-cases", "sst"):
        assert real(archive).parent == root
    every, *counts = AGREE[folder]
    row = audit(root, [folder], every)[folder]
    assert not row.broken
    assert [row.documents, row.found, row.alike] == counts
