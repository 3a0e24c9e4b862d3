"""Real judgments, where their archives lie beside the repository, as ``benchmarks/judgment_audit.py`` counts them."""

import pytest

from benchmarks.judgment_audit import AGREE, audit
from tests.corpora.real import real


@pytest.mark.parametrize("folder", sorted(AGREE))
def test_paragraphs_against_a_count_of_their_own(folder: str) -> None:
    root = real("hk-cases").parent
    for archive in ("uk-cases", "sst"):
        assert real(archive).parent == root
    row = audit(root, [folder])[folder]
    assert not row.broken
    assert (row.documents, row.found, row.alike) == AGREE[folder]
