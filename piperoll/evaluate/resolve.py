"""Look up where the answers of a gold set stand in an edition, before anything is asked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from psycopg.rows import class_row

from piperoll.cache import Cache
from piperoll.corpora import registry
from piperoll.errors import UsageError
from piperoll.evaluate.gold import Answer, Gold, Place, Query
from piperoll.evaluate.metrics import within
from piperoll.search import conditions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed
from piperoll.store.sql import query as statement


@dataclass(frozen=True, slots=True)
class Resolved:
    """Hold a gold set as an edition has it."""

    queries: list[Query]
    lacking: int
    """Queries with an answer that the edition lost: they are asked, and it counts as not found."""
    unknown: int
    """Queries with an answer, or with a document to search in, that no edition has: they are not in ``queries``."""
    moved: int
    """Ranges that were found again at another place, by their quotes."""
    not_valid: int
    """Queries with an answer that stands in no version valid on their day: they are asked, and cannot find it."""


@dataclass(frozen=True, slots=True)
class _Version:
    """Hold a version of a document that the gold set names."""

    name: str
    """The name in the gold set."""
    id: int
    source: str
    member: bool
    """Whether the edition that is asked has it."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """Hold a place as the edition has it on a day."""

    place: Place
    seen: bool = False
    """Whether it stands in a version that is valid then."""
    beyond: int | None = None
    """Length of the longest text, where the range ends after it."""
    below: Sequence[Place] = ()
    """The uppermost units below it whose paths do not begin with its own."""


def resolve(
    connection: Connection, corpus: Corpus, edition: int, gold: Gold, day: date, *, partial: bool = False
) -> Resolved:
    """Look up every place of ``gold`` in ``edition``, for a search of the law of ``day`` where a query names no other.

    A document, unit or quote that this edition lacks and another one has is lost. A range is looked for in the versions
    that are valid on the day, then in the others; one whose quote stands elsewhere in them is moved to the nearest such
    place.

    Args:
        connection: to the database.
        corpus: the corpus.
        edition: number of the edition.
        gold: the queries with their answers.
        day: whose law is searched where a query names no other.
        partial: leave out queries with a document, unit or quote that no edition has, and take a range without a quote
            that ends after the text for lost; otherwise both are errors.

    Raises:
        UsageError: ``gold_unknown``, ``gold_span``, ``unknown_key`` of a condition; ``gold_foreign`` if nothing in the
            gold set is of this corpus.
    """
    versions = _versions(connection, corpus, edition, gold)
    if not versions:
        raise _foreign(corpus, gold)
    wanted = {(place, query.day or day) for query in gold.queries for place in _places(query)}
    seen = _seen(connection, corpus, edition, versions, {on for _, on in wanted})
    settled = _settled(connection, corpus, versions, seen, wanted)
    queries, lacking, unknown, not_valid = [], 0, 0, 0
    for query in gold.queries:
        of_query = {place: settled[place, query.day or day] for place in _places(query)}
        if (document := query.filters.get("document")) and document not in versions:
            of_query[Place(document)] = None
        if not partial:
            _demand(corpus, query, of_query)
        answers = [[one for place in answer if (one := of_query[place])] for answer in query.answers]
        if not all(answers) or (document and document not in versions):
            unknown += 1
            continue
        _conditions(connection, corpus, edition, query)
        queries.append(replace(query, answers=tuple(_alternatives(answer) for answer in answers)))
        lost = any(all(one.place.lost for one in answer) for answer in answers)
        lacking += lost
        not_valid += not lost and not all(any(one.seen for one in answer) for answer in answers)
    if not queries:
        raise _foreign(corpus, gold)
    moved = {old for (old, _), new in settled.items() if new and new.place.span != old.span}
    return Resolved(queries, lacking, unknown, len(moved), not_valid)


def _conditions(connection: Connection, corpus: Corpus, edition: int, query: Query) -> None:
    """Make sure that the edition has the fields that the query's conditions name."""
    try:
        conditions.divided(
            connection, corpus.id, edition, [conditions.parse(one) for one in query.filters.get("where", ())]
        )
    except UsageError as error:
        raise UsageError(error.code, f"{query.where}: {error.message}", remedy=error.remedy) from None


def _alternatives(answer: Iterable[_Settled]) -> Answer:
    """Return the places and the units below them, each of which is the answer."""
    return tuple(place for one in answer for place in (one.place, *one.below))


def _places(query: Query) -> Iterable[Place]:
    return (place for answer in query.answers for place in answer)


def _versions(connection: Connection, corpus: Corpus, edition: int, gold: Gold) -> Mapping[str, list[_Version]]:
    """Return the versions of every document that the gold set names, of all editions, by that name."""
    names = {place.document for query in gold.queries for place in _places(query)}
    names |= {query.filters["document"] for query in gold.queries if "document" in query.filters}
    versions: defaultdict[str, list[_Version]] = defaultdict(list)
    with connection.cursor(row_factory=class_row(_Version)) as cursor:
        values = {"corpus": corpus.id, "edition": edition, "names": sorted(names)}
        for version in cursor.execute(statement("gold_documents"), values):
            versions[version.name].append(version)
    return dict(versions)


def _seen(
    connection: Connection, corpus: Corpus, edition: int, versions: Mapping[str, list[_Version]], days: Iterable[date]
) -> dict[date, set[int]]:
    """Return by day the versions that a search may find."""
    query = composed("gold_seen")
    ids = sorted({version.id for of_name in versions.values() for version in of_name})
    values = {"corpus": corpus.id, "edition": edition, "versions": ids}
    return {day: {row[0] for row in connection.execute(query, values | {"day": day})} for day in days}


def _settled(
    connection: Connection,
    corpus: Corpus,
    versions: Mapping[str, list[_Version]],
    seen: Mapping[date, set[int]],
    wanted: Iterable[tuple[Place, date]],
) -> dict[tuple[Place, date], _Settled | None]:
    """Return each place as the edition has it, for a search on that day; None: no edition has it."""
    ordered = sorted(wanted, key=lambda pair: pair[0].document)  # so that no text is read twice
    having = _having(connection, corpus, versions, {place for place, _ in ordered})
    text_of = _Texts(connection)
    settled: dict[tuple[Place, date], _Settled | None] = {}
    for place, day in ordered:
        of_document = versions.get(place.document, [])
        if place.path is not None:
            of_document = [version for version in of_document if (place, version.id) in having]
        members = [version for version in of_document if version.member]
        if place.span and members:
            texts = [(version.source, text_of(version.id), version.id in seen[day]) for version in members]
            settled[place, day] = _ranged(place, texts)
        elif of_document:
            valid = any(version.id in seen[day] for version in members)
            paths = dict.fromkeys(path for version in members for path in having.get((place, version.id), ()))
            below = [replace(place, path=path) for path in paths]
            settled[place, day] = _Settled(replace(place, lost=not members), valid, below=below)
        else:
            settled[place, day] = None
    return settled


def _having(
    connection: Connection, corpus: Corpus, versions: Mapping[str, list[_Version]], places: Iterable[Place]
) -> dict[tuple[Place, int], list[str]]:
    """Return the uppermost paths below each unit which do not begin with its own.

    They are listed by the place that names the unit and the id of a version that has the unit.
    """
    wanted = [
        (place, version.id, place.path)
        for place in places
        if place.path is not None
        for version in versions.get(place.document, [])
    ]
    values = {
        "corpus": corpus.id,
        "places": list(range(len(wanted))),
        "versions": [version for _, version, _ in wanted],
        "paths": [path for _, _, path in wanted],
        "header_separator": registry.get(corpus.profile).header_separator,
    }
    below = composed("gold_paths")
    having: dict[tuple[Place, int], list[str]] = {}
    for number, path in connection.execute(below, values):
        place, version, unit = wanted[number]
        uppermost = having.setdefault((place, version), [])
        if not any(within(path, upper) for upper in (unit, *uppermost)):
            uppermost.append(path)
    return having


class _Texts:
    """Read texts of versions, and remember the last ones: those of one document are read one after another."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._texts: Cache[int, str] = Cache(4)

    def __call__(self, version: int) -> str:
        text = self._texts.get(version)
        if text is None:
            row = self._connection.execute("SELECT text FROM version WHERE id = %s", (version,)).fetchone()
            assert row
            text = self._texts.put(version, row[0])
        return text


def _ranged(place: Place, texts: Sequence[tuple[str, str, bool]]) -> _Settled:
    """Find a range in the texts that the edition has of its document: the nearest one, first in texts that are seen.

    Args:
        place: the range.
        texts: path in the source, text, and whether it is seen.
    """
    start, end = place.range
    found = [(not seen, abs(at - start), at, source) for source, text, seen in texts for at in _starts(place, text)]
    if not found:
        beyond = max(len(text) for _, text, _ in texts) if place.quote is None else None
        return _Settled(replace(place, lost=True), beyond=beyond)
    unseen, _, at, source = min(found)
    length = end - start if place.quote is None else len(place.quote)
    return _Settled(replace(place, document=source, span=(at, at + length)), not unseen)


def _starts(place: Place, text: str) -> Iterable[int]:
    """Return where a text has the range; if its quote does not stand there, everywhere that it stands."""
    start, end = place.range
    if place.quote is None:
        return [start] if end <= len(text) else []
    return [start] if text.startswith(place.quote, start) else _occurrences(place.quote, text)


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


def _demand(corpus: Corpus, query: Query, settled: Mapping[Place, _Settled | None]) -> None:
    """Make sure that an edition has every place of a query."""
    for place, found in settled.items():
        if found is None:
            raise _unknown(corpus, query, place)
        if found.beyond is not None:
            raise _outside(query, place, found.beyond)


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
