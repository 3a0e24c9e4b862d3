"""Hold a search request in the form that the search works with."""

from dataclasses import dataclass, field

from piperoll.search.conditions import Filters
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Mode
from piperoll.search.rerank import Rerank
from piperoll.search.scorers import of_mode
from piperoll.text.thesaurus import Thesauri


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Hold a search request together with the settings of its corpus.

    :meth:`piperoll.search.options.SearchOptions.plan` makes one; without arguments it is a search without settings.
    """

    k: int = 10
    """Hits, or documents."""
    mode: Mode = Mode.HYBRID
    fusion: Fusion = field(default_factory=Fusion)
    rerank: Rerank | None = None
    filters: Filters = field(default_factory=Filters)
    edition: int | None = None
    """Number of the edition; None: the published one."""
    backend: str | None = None
    """Embedding backend whose vectors are compared; None: that of the corpus."""
    thesauri: Thesauri = field(default_factory=Thesauri)

    def fused(self, model: str) -> Fusion:
        """Return the fusion of the scorers that take part in this mode, by the vectors of the backend of that name."""
        return self.fusion.only(of_mode(self.mode), model)
