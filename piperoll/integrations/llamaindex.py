"""Search from LlamaIndex: a retriever whose nodes say where their words stand."""

from collections.abc import Iterable
from typing import Any

from llama_index.core.callbacks import CallbackManager
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from piperoll.integrations.passages import Finder, Passage
from piperoll.library import EvidenceBase

FOR_MODELS = frozenset({"citation", "title", "header", "in_force"})
"""Metadata that a model reads before the words; the rest is for programs."""


class PiperollRetriever(BaseRetriever):
    """This retriever searches one corpus."""

    def __init__(
        self,
        corpus: str,
        *,
        base: EvidenceBase | None = None,
        callback_manager: CallbackManager | None = None,
        **options: Any,
    ) -> None:
        """Prepare searches.

        Args:
            corpus: name of the corpus.
            base: an open evidence base; None: that of the settings.
            callback_manager: of LlamaIndex.
            options: of ``piperoll search``, as ``k=5, as_of="2020-01-01"``.

        Raises:
            UsageError: an option is wrong.
        """
        super().__init__(callback_manager=callback_manager)
        self._finder = Finder(corpus, base, options)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(self._finder.find(query_bundle.query_str))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(await self._finder.afind(query_bundle.query_str))


def _nodes(found: Iterable[Passage]) -> list[NodeWithScore]:
    nodes = []
    for one in found:
        facts = one.facts()
        unread = [name for name in facts if name not in FOR_MODELS]
        node = TextNode(
            id_=one.id,
            text=one.quote,
            metadata=facts,
            start_char_idx=one.start,
            end_char_idx=one.end,
            excluded_llm_metadata_keys=unread,
            excluded_embed_metadata_keys=unread,
        )
        nodes.append(NodeWithScore(node=node, score=one.score))
    return nodes
