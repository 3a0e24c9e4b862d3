"""Passages: the words, their place, and the line that cites them."""

import anyio
import pytest

from piperoll.errors import UsageError
from piperoll.integrations.passages import Finder
from piperoll.library import EvidenceBase
from piperoll.results.found import SearchResult
from tests.integrations.conftest import QUERY

OPTIONS = {"k": 3, "mode": "lexical", "as_of": "2032-06-01"}


def test_passages_are_the_hits_with_their_citation(base: EvidenceBase, hits: SearchResult) -> None:
    finder = Finder("laws", base, OPTIONS)
    found = finder.find(QUERY)
    assert [(one.quote, one.document, one.path, one.start, one.end, one.score) for one in found] == [
        (hit.content, hit.document, hit.path, hit.start, hit.end, hit.score) for hit in hits.hits
    ]
    first = found[0]
    text = base["laws"].show(first.document, as_of="2032-06-01", with_text=True).versions[0].text
    assert text and text[first.start : first.end] == first.quote
    assert first.citation == (
        f"{first.document}, {first.path} (laws, edition 1, characters {first.start}–{first.end}, as of 2032-06-01)"
    )
    assert first.facts()["as_of"] == "2032-06-01"
    assert len({one.id for one in found}) == 3
    assert [one.id for one in anyio.run(finder.afind, QUERY)] == [one.id for one in found]
    assert [one.id for one in finder.find(QUERY, k=1)] == [first.id]


def test_a_wrong_option_is_told_before_anything_is_opened() -> None:
    with pytest.raises(UsageError) as caught:
        Finder("laws", None, {"depth": 3})
    assert caught.value.code == "option_invalid"


def test_a_corpus_that_is_not_there_is_told(base: EvidenceBase) -> None:
    with pytest.raises(UsageError) as caught:
        Finder("nothing", base, {}).find(QUERY)
    assert caught.value.code == "unknown_corpus"
