"""Search from Haystack: a component whose documents say where their words stand."""

from collections.abc import Iterable
from typing import Any, Self

from haystack import Document, component, default_from_dict, default_to_dict

from piperoll.integrations.passages import Finder, Passage
from piperoll.library import EvidenceBase


@component
class PiperollRetriever:
    """This component searches one corpus."""

    def __init__(self, corpus: str, *, base: EvidenceBase | None = None, **options: Any) -> None:
        """Prepare searches.

        Args:
            corpus: name of the corpus.
            base: an open evidence base; None: that of the settings, which is also what a loaded pipeline uses.
            options: of ``piperoll search``, as ``k=5, as_of="2020-01-01"``.

        Raises:
            UsageError: an option is wrong.
        """
        self._finder = Finder(corpus, base, options)

    @component.output_types(documents=list[Document])
    def run(self, query: str) -> dict[str, list[Document]]:
        """Return the passages that fit a query, best first."""
        return {"documents": _documents(self._finder.find(query))}

    @component.output_types(documents=list[Document])
    async def run_async(self, query: str) -> dict[str, list[Document]]:
        """Return the same from a thread, while the event loop goes on."""
        return {"documents": _documents(await self._finder.afind(query))}

    def to_dict(self) -> dict[str, Any]:
        """Return the component as a pipeline is written down: its corpus and options, no connection."""
        written: dict[str, Any] = default_to_dict(self, corpus=self._finder.corpus, **self._finder.options)
        return written

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Return the component that :meth:`to_dict` wrote."""
        made: Self = default_from_dict(cls, data)
        return made


def _documents(found: Iterable[Passage]) -> list[Document]:
    return [Document(id=one.id, content=one.quote, meta=one.facts(), score=one.score) for one in found]
