"""Search from LangChain: a retriever whose documents say where their words stand."""

from collections.abc import Iterable
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from piperoll.integrations.passages import Finder, Passage
from piperoll.library import EvidenceBase


class PiperollRetriever(BaseRetriever):
    """This retriever searches one corpus. ``retriever.invoke(query, k=3)`` changes options for one search."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    finder: Finder

    def __init__(
        self,
        corpus: str,
        *,
        base: EvidenceBase | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Prepare searches.

        Args:
            corpus: name of the corpus.
            base: an open evidence base; None: that of the settings.
            tags: of LangChain, for callbacks.
            metadata: of LangChain, for callbacks.
            options: of ``piperoll search``, as ``k=5, as_of="2020-01-01"``.

        Raises:
            UsageError: an option is wrong.
        """
        super().__init__(finder=Finder(corpus, base, options), tags=tags, metadata=metadata)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **changed: Any
    ) -> list[Document]:
        return _documents(self.finder.find(query, **changed))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **changed: Any
    ) -> list[Document]:
        return _documents(await self.finder.afind(query, **changed))


def _documents(found: Iterable[Passage]) -> list[Document]:
    return [Document(id=one.id, page_content=one.quote, metadata={**one.facts(), "score": one.score}) for one in found]
