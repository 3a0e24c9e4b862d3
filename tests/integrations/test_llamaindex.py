"""The retriever in LlamaIndex: nodes, their scores and metadata, alone and in a query engine."""

from typing import Any

import anyio
import pytest

from piperoll.library import EvidenceBase
from piperoll.results.found import SearchResult
from tests.extras import needs
from tests.integrations.conftest import QUERY

needs("llama_index", "make frameworks, to test LlamaIndex")


@pytest.fixture
def retriever(base: EvidenceBase) -> Any:
    from piperoll.integrations.llamaindex import PiperollRetriever

    return PiperollRetriever("laws", base=base, k=3, mode="lexical", as_of="2032-06-01")


def test_it_is_a_retriever_of_the_framework() -> None:
    from llama_index.core.base.base_retriever import BaseRetriever

    from piperoll.integrations.llamaindex import PiperollRetriever

    assert issubclass(PiperollRetriever, BaseRetriever)
    assert "BaseRetriever" in [one.__name__ for one in PiperollRetriever.__mro__]


def test_nodes_are_the_hits_and_cite(retriever: Any, hits: SearchResult) -> None:
    from llama_index.core.schema import MetadataMode

    found = retriever.retrieve(QUERY)
    assert [(one.node.get_content(), one.score) for one in found] == [(hit.content, hit.score) for hit in hits.hits]
    first = found[0].node
    assert {"citation", "document", "path", "start", "end", "edition", "as_of"} <= first.metadata.keys()
    shown = first.get_content(metadata_mode=MetadataMode.LLM)
    assert first.metadata["citation"] in shown
    assert "source: " not in shown
    again = anyio.run(retriever.aretrieve, QUERY)
    assert [one.node.node_id for one in again] == [one.node.node_id for one in found]


def test_nodes_are_written_and_read_again(retriever: Any) -> None:
    from llama_index.core.schema import TextNode

    for one in retriever.retrieve(QUERY):
        assert TextNode.from_dict(one.node.to_dict()) == one.node


def test_a_query_engine_answers_from_it(retriever: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from llama_index.core.llms import MockLLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.response_synthesizers import ResponseMode, get_response_synthesizer

    monkeypatch.setenv("IS_TESTING", "1")  # of LlamaIndex: its default model is none of a service
    synthesizer = get_response_synthesizer(llm=MockLLM(), response_mode=ResponseMode.NO_TEXT)
    engine = RetrieverQueryEngine(retriever, response_synthesizer=synthesizer)
    assert len(engine.query(QUERY).source_nodes) == 3
