"""Read what the questions to a corpus may name: its companies, courts, acts, services, sections and years."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from uuid import UUID

from piperoll.cache import Cache
from piperoll.search.naming import Names, Spelled
from piperoll.store import editions, facts
from piperoll.store.company_names import Company
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query
from piperoll.text import analysis

ACTS = ["SFS_LAW", "HK_ENACTMENT"]
"""Kinds of documents that are acts."""
KEPT = 8
"""Editions whose universe this process remembers."""


@dataclass(frozen=True)
class Universe:
    """Hold what questions to one edition of a corpus may name."""

    profile: str = "plain"
    """The profile of the corpus; it knows how acts and cases are cited."""
    companies: Sequence[Company] = ()
    sections: frozenset[str] = frozenset()
    """Codes of the Items that its filings have."""
    courts: frozenset[str] = frozenset()
    """As in the metadata: ``EWCA Civ``."""
    acts: Mapping[str, str] = field(default_factory=dict)
    """Titles by key."""
    services: Sequence[str] = ()
    oldest: int | None = None
    newest: int | None = None
    """The first and the last fiscal year of filings; the years of the days of other documents."""
    spelled: Spelled = frozenset
    """Which words its texts have."""

    @cached_property
    def company_names(self) -> Names:
        """Return what its companies are called."""
        return Names.of(self.companies)

    @cached_property
    def service_names(self) -> Names:
        """Return what its services are called."""
        return Names.of([Company(service, [service], [service]) for service in self.services])


UNIVERSES: Cache[tuple[UUID, int], Universe] = Cache(KEPT)
"""By the run that built an edition, and its number; without what needs a connection."""


def universe_of(connection: Connection, corpus: Corpus, edition: int) -> Universe:
    """Return what questions to an edition may name.

    Args:
        connection: in autocommit; the universe asks it which words the texts have.
        corpus: whose edition.
        edition: its number.
    """
    key = editions.built_by(connection, corpus.id, edition), edition
    universe = UNIVERSES.get(key) or UNIVERSES.put(key, _read(connection, corpus, edition))
    return replace(universe, spelled=spelled_in(connection, corpus))


def _read(connection: Connection, corpus: Corpus, edition: int) -> Universe:
    values = {"corpus": corpus.id, "edition": edition, "acts": ACTS}
    row = connection.execute(query("universe_of_edition"), values).fetchone()
    assert row
    courts, services, sections, oldest, newest = row
    return Universe(
        profile=corpus.profile,
        companies=facts.companies(connection, corpus, edition),
        sections=frozenset(sections),
        courts=frozenset(courts),
        acts=dict(connection.execute(query("acts_of_edition"), values).fetchall()),
        services=services,
        oldest=oldest,
        newest=newest,
    )


def spelled_in(connection: Connection, corpus: Corpus, stems_of: frozenset[str] = frozenset()) -> Spelled:
    """Return what tells which words the texts of a corpus have.

    Args:
        connection: in autocommit.
        corpus: whose texts.
        stems_of: words that are known: one that only has the stem of one of these is none.
    """

    def spelled(words: Sequence[str]) -> set[str]:
        terms = {word: analysis.terms(word, corpus.language) for word in words}
        known = facts.terms_known(connection, corpus, [term for every in terms.values() for term in every])
        stems = {stem for word in stems_of for stem in analysis.terms(word, corpus.language)}
        return {word for word, every in terms.items() if known.issuperset(every) and stems.isdisjoint(every)}

    return lambda words: spelled(list(words)) if words else set()
