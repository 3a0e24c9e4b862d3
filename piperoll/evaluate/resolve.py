"""Where the answers of a gold set stand in an edition: looked up before anything is asked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from psycopg.rows import class_row

from piperoll.errors import UsageError
from piperoll.evaluate.gold import Answer, Gold, Place, Query
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query as statement


@dataclass(frozen=True, slots=True)
class Resolved:
    """A gold set as an edition has it.

    ``lacking`` queries have an answer that the edition lost: they are asked, and it counts as not found.
    ``unknown`` ones have no answer that any edition knows: they are not in ``queries``.
    ``moved`` ranges were found again at another place, by their quotes. ``not_valid`` queries have an answer in a
    document of which no version is valid on their day: they are asked, and cannot find it.
    """

    queries: list[Query]
    lacking: int
    unknown: int
    moved: int
    not_valid: int


@dataclass(frozen=True, slots=True)
class _Version:
    """A version of a document that the gold set calls ``name``; ``member``: of the edition that is asked."""

    name: str
    id: int
    source: str
    valid_from: date | None
    valid_to: date | None
    member: bool

    def seen(self, day: date) -> bool:
        """Is it of the edition, and valid on that day?"""
        since, until = self.valid_from or date.min, self.valid_to or date.max
        return self.member and since <= day < until


def resolve(
    connection: Connection, corpus: Corpus, edition: int, gold: Gold, day: date, *, partial: bool = False
) -> Resolved:
    """Look up every place of ``gold`` in ``edition``, for a search of the law of ``day`` where a query names no other.

    A document, unit or quote that this edition lacks and another one has is lost. One that no edition has is an error,
    or with ``partial`` left out. A range whose quote stands elsewhere in the document is moved to the nearest such
    place. One without a quote that ends after the text is an error, or with ``partial`` lost.

    Raises:
        UsageError: ``gold_unknown``, ``gold_span``; ``gold_foreign`` if nothing in the gold set is of this corpus.
    """
    versions = _versions(connection, corpus, edition, gold)
    if not versions:
        raise _foreign(corpus, gold)
    settled, outside = _settled(connection, versions, {place for query in gold.queries for place in _places(query)})
    queries, lacking, unknown, not_valid = [], 0, 0, 0
    for query in gold.queries:
        asked = query.filters.get("document")
        strangers = [place for place in _places(query) if settled[place] is None]
        if not partial and (strangers or (asked and asked not in versions)):
            raise _unknown(corpus, query, strangers[0] if strangers else Place(asked or ""))
        if not partial and (beyond := next((place for place in _places(query) if place in outside), None)):
            raise _outside(query, beyond, outside[beyond])
        answers = [tuple(new for place in answer if (new := settled[place])) for answer in query.answers]
        if known := tuple(answer for answer in answers if answer):
            queries.append(replace(query, answers=known))
            lost = any(all(place.lost for place in answer) for answer in known)
            lacking += lost
            on = query.day or day
            not_valid += not lost and any(not _seen(versions, answer, on) for answer in query.answers)
        else:
            unknown += 1
    if not queries:
        raise _foreign(corpus, gold)
    moved = sum(new is not None and new.span != old.span for old, new in settled.items())
    return Resolved(queries, lacking, unknown, moved, not_valid)


def _seen(versions: Mapping[str, list[_Version]], answer: Answer, day: date) -> bool:
    return any(version.seen(day) for place in answer for version in versions.get(place.document, []))


def _places(query: Query) -> Iterable[Place]:
    return (place for answer in query.answers for place in answer)


def _versions(connection: Connection, corpus: Corpus, edition: int, gold: Gold) -> Mapping[str, list[_Version]]:
    """The versions of every document that the gold set names, of all editions, by that name."""
    names = {place.document for query in gold.queries for place in _places(query)}
    names |= {query.filters["document"] for query in gold.queries if "document" in query.filters}
    versions: defaultdict[str, list[_Version]] = defaultdict(list)
    with connection.cursor(row_factory=class_row(_Version)) as cursor:
        values = {"corpus": corpus.id, "edition": edition, "names": sorted(names)}
        for version in cursor.execute(statement("gold_documents"), values):
            versions[version.name].append(version)
    return dict(versions)


def _settled(
    connection: Connection, versions: Mapping[str, list[_Version]], places: Iterable[Place]
) -> tuple[dict[Place, Place | None], dict[Place, int]]:
    """What each place is in the edition (None: no edition knows it), and the texts' lengths of those beyond them."""
    ordered = sorted(places, key=lambda place: place.document)  # so that no text is read twice
    having = _having(connection, versions, ordered)
    text_of = _Texts(connection)
    settled: dict[Place, Place | None] = {}
    outside: dict[Place, int] = {}
    for number, place in enumerate(ordered):
        known = versions.get(place.document, [])
        if place.path is not None:
            known = [version for version in known if (number, version.id) in having]
        members = [version for version in known if version.member]
        if place.span and members:
            texts = [(version.source, text_of(version.id)) for version in members]
            settled[place] = _ranged(place, texts)
            longest = max(len(text) for _, text in texts)
            if place.quote is None and place.range[1] > longest:
                outside[place] = longest
        else:
            settled[place] = replace(place, lost=not members) if known else None
    return settled, outside


def _having(
    connection: Connection, versions: Mapping[str, list[_Version]], places: Sequence[Place]
) -> set[tuple[int, int]]:
    """Number of a place and id of a version that has the unit that the place names."""
    wanted = [
        (number, version.id, place.path)
        for number, place in enumerate(places)
        if place.path is not None
        for version in versions.get(place.document, [])
    ]
    values = {name: [row[at] for row in wanted] for at, name in enumerate(("places", "versions", "paths"))}
    return set(connection.execute(statement("gold_paths"), values))


class _Texts:
    """Texts of versions; those of one document are asked for one after another, so the last ones are kept."""

    KEPT = 4

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.last: dict[int, str] = {}

    def __call__(self, version: int) -> str:
        if version not in self.last:
            row = self.connection.execute("SELECT text FROM version WHERE id = %s", (version,)).fetchone()
            assert row
            if len(self.last) == self.KEPT:
                del self.last[next(iter(self.last))]
            self.last[version] = row[0]
        return self.last[version]


def _ranged(place: Place, texts: Sequence[tuple[str, str]]) -> Place:
    """A range in the texts (each with its path in the source) that the edition has of its document."""
    start, end = place.range
    for source, text in texts:
        if end <= len(text) and place.quote in (None, text[start:end]):
            return replace(place, document=source)
    if place.quote is None:
        return replace(place, lost=True)
    found = [(abs(at - start), at, source) for source, text in texts for at in _occurrences(place.quote, text)]
    if not found:
        return replace(place, lost=True)
    _, at, source = min(found)
    return replace(place, document=source, span=(at, at + len(place.quote)))


def _occurrences(quote: str, text: str) -> Iterable[int]:
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + 1)


def _foreign(corpus: Corpus, gold: Gold) -> UsageError:
    return UsageError(
        "gold_foreign",
        f"Corpus {corpus.name} has no answer to any query of {gold.name}; the first is to be in"
        f" {gold.queries[0].answers[0][0].document!r}.",
        remedy="Documents are named by their numbers, or by their paths in the source of the corpus.",
    )


def _unknown(corpus: Corpus, query: Query, place: Place) -> UsageError:
    unit = f" {place.path} in" if place.path is not None else ""
    return UsageError(
        "gold_unknown",
        f"{query.where}: no edition of {corpus.name} has{unit} {place.document!r}.",
        document=place.document,
        remedy="Correct it; or leave out what the corpus does not have: --partial",
    )


def _outside(query: Query, place: Place, characters: int) -> UsageError:
    start, end = place.range
    return UsageError(
        "gold_span",
        f"{query.where}: characters {start}–{end} of {place.document!r} are outside its text of {characters:,}.",
        document=place.document,
        remedy="Count code points of the text from 0, the end exclusive; or give the quote, by which it is found.",
    )
