"""This module holds a search request in the form that the search works with."""

from dataclasses import dataclass, field
from enum import StrEnum

from piperoll.search.conditions import Filters
from piperoll.search.fusion import DEFAULT, Fusion
from piperoll.search.rerank import Rerank


class Mode(StrEnum):
    """Choose which of the scorers that have a weight take part."""

    DENSE = "dense"
    LEXICAL = "lexical"
    HYBRID = "hybrid"

    @property
    def scorers(self) -> set[str]:
        """Return the names of the scorers: by meaning, by what the text says, or both."""
        if self is Mode.HYBRID:
            return set(DEFAULT.weights)
        return {"dense"} if self is Mode.DENSE else DEFAULT.weights.keys() - {"dense"}


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Hold a search request together with the settings of its corpus.

    :meth:`piperoll.search.options.SearchOptions.plan` makes one; without arguments it is a search without settings.
    """

    k: int = 10
    """Hits, or documents."""
    mode: Mode = Mode.HYBRID
    fusion: Fusion = DEFAULT
    rerank: Rerank | None = None
    filters: Filters = field(default_factory=Filters)
    edition: int | None = None
    """Number of the edition; None: the published one."""
    backend: str | None = None
    """Embedding backend whose vectors are compared; None: that of the corpus."""

    @property
    def fused(self) -> Fusion:
        """Return the fusion of the scorers that take part in this mode."""
        return self.fusion.only(self.mode.scorers)
