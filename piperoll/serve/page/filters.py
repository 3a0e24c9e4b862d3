"""Know what a corpus can be narrowed by: the fields that its documents have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from piperoll.cache import Cache
from piperoll.library import CorpusReader
from piperoll.results.editions import EditionRead

FIELDS = ("court", "service", "company", "type")
"""Fields of the metadata of which a value can be chosen."""
YEARS = ("date", "fiscal_year")
"""Fields of the metadata that hold a day or a year; the first that a corpus has is asked."""
CHOICES = 300
"""Values of a field that a list can offer."""


@dataclass(frozen=True, slots=True)
class Facets:
    """The fields of a corpus: values with how many documents have each; which one holds the year."""

    values: Mapping[str, Mapping[str, int]]
    year: str | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """Hold what a search is narrowed to."""

    values: Mapping[str, str] = field(default_factory=dict)
    year_from: int | None = None
    year_to: int | None = None

    def conditions(self, facets: Facets) -> Iterator[str]:
        """Yield the conditions of a search.

        Raises:
            LookupError: the corpus has no such field; the message names it.
        """
        for name, value in self.values.items():
            if value not in facets.values.get(name, ()):
                raise LookupError(f"no {name} {value}")
            yield f"{name}={value}"
        if self.year_from or self.year_to:
            if not facets.year:
                raise LookupError("no year")
            if self.year_from:
                yield f"{facets.year}>={self.year_from:04}"
            if self.year_to:
                yield f"{facets.year}<={self.year_to:04}"


CACHE: Cache[UUID, Facets] = Cache(100)


def facets(reader: CorpusReader, edition: EditionRead) -> Facets:
    """Return the fields of an edition.

    Args:
        reader: of the corpus.
        edition: that is read.
    """
    known = CACHE.get(edition.run)
    if known is None:
        found = {name: reader.values(name, edition=edition.number) for name in FIELDS}
        year = next((name for name in YEARS if reader.values(name, edition=edition.number)), None)
        offered = {name: values for name, values in found.items() if 0 < len(values) <= CHOICES}
        known = CACHE.put(edition.run, Facets(offered, year))
    return known
