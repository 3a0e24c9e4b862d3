"""The component in Haystack: it is written down and read again, alone and in a pipeline."""

from typing import Any

import anyio
import pytest

from piperoll import library
from piperoll.library import EvidenceBase
from piperoll.results.found import SearchResult
from tests.extras import needs
from tests.integrations.conftest import QUERY

needs("haystack", "make frameworks, to test Haystack")
pytestmark = pytest.mark.transformers

OPTIONS = {"k": 3, "mode": "lexical", "as_of": "2032-06-01"}


@pytest.fixture
def retriever(base: EvidenceBase) -> Any:
    """The component; Haystack loads torch."""
    from piperoll.integrations.haystack import PiperollRetriever

    return PiperollRetriever("laws", base=base, **OPTIONS)


@pytest.fixture
def pipeline(retriever: Any) -> Any:
    """A pipeline of that component alone."""
    from haystack import Pipeline

    made = Pipeline()
    made.add_component("laws", retriever)
    return made


@pytest.fixture(autouse=True)
def no_telemetry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Haystack reports what it runs unless it is told not to."""
    monkeypatch.setattr("haystack.telemetry._telemetry.telemetry", None)


def test_documents_are_the_hits_and_cite(retriever: Any, hits: SearchResult) -> None:
    found = retriever.run(QUERY)["documents"]
    assert [(one.content, one.score) for one in found] == [(hit.content, hit.score) for hit in hits.hits]
    assert {"citation", "document", "path", "start", "end", "edition", "as_of"} <= found[0].meta.keys()


def test_a_pipeline_is_written_and_read_again(
    pipeline: Any, base: EvidenceBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = pipeline.dumps()
    assert "as_of: '2032-06-01'" in text
    before = pipeline.run({"laws": {"query": QUERY}})
    monkeypatch.setattr(library, "open", lambda: base)
    read = type(pipeline).loads(text, allowed_modules=["piperoll.integrations.haystack"])
    assert read.run({"laws": {"query": QUERY}}) == before
    assert read.dumps() == text


def test_it_runs_beside_other_work(pipeline: Any) -> None:
    told = anyio.run(pipeline.run_async, {"laws": {"query": QUERY}})
    assert len(told["laws"]["documents"]) == 3
