"""The retriever passes LangChain's own tests of retrievers."""

from typing import Any

import pytest

pytest.importorskip("langchain_tests", reason="make frameworks, to test LangChain")

from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from piperoll.integrations.langchain import PiperollRetriever
from piperoll.library import EvidenceBase
from piperoll.results.found import SearchResult
from tests.integrations.conftest import QUERY


@pytest.mark.anyio
class TestRetriever(RetrieversIntegrationTests):
    """Runs LangChain's tests."""

    @pytest.fixture(autouse=True)
    def _on(self, base: EvidenceBase) -> None:
        self.base = base

    @pytest.fixture
    def anyio_backend(self) -> str:
        """The event loop of LangChain."""
        return "asyncio"

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return PiperollRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"corpus": "laws", "base": self.base, "mode": "lexical"}

    @property
    def retriever_query_example(self) -> str:
        return QUERY


def test_documents_cite(base: EvidenceBase, hits: SearchResult) -> None:
    found = PiperollRetriever("laws", base=base, k=3, mode="lexical", as_of="2032-06-01").invoke(QUERY)
    assert [one.page_content for one in found] == [hit.content for hit in hits.hits]
    first = found[0]
    names = {"citation", "document", "path", "start", "end", "edition", "as_of", "score"}
    assert names <= first.metadata.keys()
    assert first.id and first.metadata["document"] in first.metadata["citation"]
