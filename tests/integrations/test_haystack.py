"""The component in Haystack: it is written down and read again, alone and in a pipeline."""

import anyio
import pytest

pytest.importorskip("haystack", reason="make frameworks, to test Haystack")

from haystack import Pipeline

from piperoll import library
from piperoll.integrations.haystack import PiperollRetriever
from piperoll.library import EvidenceBase
from piperoll.results import SearchResult
from tests.integrations.conftest import QUERY

OPTIONS = {"k": 3, "mode": "lexical", "as_of": "2032-06-01"}


@pytest.fixture(autouse=True)
def no_telemetry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Haystack reports what it runs unless it is told not to."""
    monkeypatch.setattr("haystack.telemetry._telemetry.telemetry", None)


def test_documents_are_the_hits_and_cite(base: EvidenceBase, hits: SearchResult) -> None:
    found = PiperollRetriever("laws", base=base, **OPTIONS).run(QUERY)["documents"]
    assert [(one.content, one.score) for one in found] == [(hit.content, hit.score) for hit in hits.hits]
    assert {"citation", "document", "path", "start", "end", "edition", "as_of"} <= found[0].meta.keys()


def test_a_pipeline_is_written_and_read_again(base: EvidenceBase, monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline = Pipeline()
    pipeline.add_component("laws", PiperollRetriever("laws", base=base, **OPTIONS))
    text = pipeline.dumps()
    assert "as_of: '2032-06-01'" in text
    before = pipeline.run({"laws": {"query": QUERY}})
    monkeypatch.setattr(library, "open", lambda: base)
    read = Pipeline.loads(text, allowed_modules=["piperoll.integrations.haystack"])
    assert read.run({"laws": {"query": QUERY}}) == before
    assert read.dumps() == text


def test_it_runs_beside_other_work(base: EvidenceBase) -> None:
    pipeline = Pipeline()
    pipeline.add_component("laws", PiperollRetriever("laws", base=base, **OPTIONS))
    told = anyio.run(pipeline.run_async, {"laws": {"query": QUERY}})
    assert len(told["laws"]["documents"]) == 3
