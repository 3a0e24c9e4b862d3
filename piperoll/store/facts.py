"""Read the facts of documents: the numbers that they report, with their periods and places."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from psycopg.rows import dict_row
from rapidfuzz import fuzz, process

from piperoll.errors import UsageError
from piperoll.store.company_names import Company, matching, merged
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query

BATCH = 2_000
NEAREST = 5
"""Names that an error lists."""
ALIKE = 50
"""Likeness from 0 to 100 below which a name is not listed."""


def facts(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    *,
    companies: Sequence[str] | None = None,
    concepts: Sequence[str] | None = None,
    year: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the facts in an edition, by document, those of the whole company first; few are in memory at a time.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        companies: only of these, as :func:`companies_named` returns them.
        concepts: only these, as :func:`concepts_named` returns them.
        year: only of periods that end in this fiscal year.
    """
    values = {"corpus": corpus.id, "edition": edition, "companies": companies, "concepts": concepts, "year": year}
    with connection.transaction(), connection.cursor(name="facts", row_factory=dict_row) as cursor:
        cursor.itersize = BATCH
        for row in cursor.execute(composed("facts"), values):
            yield row | {"value": _number(row["value"])}


def figures(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    companies: Sequence[str],
    concepts: Sequence[str],
    labels: Sequence[str],
) -> list[dict[str, Any]]:
    """Return the facts of whole companies in an edition, by filing, each with the table that prints it.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        companies: their ids.
        concepts: these,
        labels: and what stands in rows that are called so, in small letters and without marks.
    """
    named = {"companies": companies, "concepts": concepts, "labels": labels}
    values = {"corpus": corpus.id, "edition": edition} | {name: list(every) for name, every in named.items()}
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(composed("figures"), values).fetchall()
    return [row | {"value": _number(row["value"])} for row in rows]


def printed(
    connection: Connection, corpus: Corpus, edition: int, places: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return how figures are printed: for each place ``printed`` and the ``path`` of the chunk, None where nothing is.

    Args:
        connection: in autocommit, or in a transaction.
        corpus: whose edition.
        edition: its number.
        places: each with ``document``, ``start`` and ``end``, which may be None.
    """
    known = [place for place, one in enumerate(places) if one["start"] is not None]
    values = {
        "corpus": corpus.id,
        "edition": edition,
        "documents": [places[place]["document"] for place in known],
        "firsts": [places[place]["start"] for place in known],
        "lasts": [places[place]["end"] for place in known],
    }
    found: list[dict[str, Any]] = [{"printed": None, "path": None} for _ in places]
    for at, text, path in connection.execute(composed("printed"), values) if known else ():
        found[known[at - 1]] = {"printed": text, "path": path}
    return found


def without(
    connection: Connection, corpus: Corpus, edition: int, companies: Sequence[str] | None, year: int | None
) -> list[str]:
    """Return the keys of the documents in an edition that have no facts: filings without XBRL.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        companies: only of these; None: of all.
        year: only of this fiscal year.
    """
    values = {"corpus": corpus.id, "edition": edition, "companies": companies, "year": year}
    return [key for (key,) in connection.execute(composed("documents_without_facts"), values)]


def companies(connection: Connection, corpus: Corpus, edition: int) -> list[Company]:
    """Return the companies in an edition.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
    """
    rows = connection.execute(composed("companies_of_edition"), {"corpus": corpus.id, "edition": edition})
    return merged(rows.fetchall())


def companies_named(connection: Connection, corpus: Corpus, edition: int, asked: str) -> list[str]:
    """Return the ids of the company that is meant, by CIK, ticker or name: "320193", "aapl", "Apple".

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        asked: as a person names it.

    Raises:
        UsageError: ``unknown_company`` or ``ambiguous_company``; the remedy lists the nearest.
    """
    every = companies(connection, corpus, edition)
    found = matching(asked, every)
    if len(found) == 1:
        return found[0].ids
    if found:
        listed = ", ".join(sorted(f"{company.name} ({company.id})" for company in found)[: 2 * NEAREST])
        raise UsageError("ambiguous_company", f"{asked!r} may be several companies.", remedy=f"Name one: {listed}.")
    close = nearest_companies(asked, every)
    raise UsageError("unknown_company", f"{corpus.name} has no company {asked!r}.", remedy=_listed(close))


def concepts_named(connection: Connection, corpus: Corpus, edition: int, asked: str) -> list[str]:
    """Return the concepts that have a name, with or without its prefix: "us-gaap:Assets", "assets", "net income loss".

    Args:
        connection: in autocommit.
        corpus: whose facts.
        edition: the number of the edition that has them.
        asked: as a person names it.

    Raises:
        UsageError: ``unknown_concept``; the remedy lists the nearest.
    """
    values = {"corpus": corpus.id, "edition": edition}
    known = [concept for (concept,) in connection.execute(composed("concepts_of_edition"), values)]
    wanted = _folded(asked).replace(" ", "")
    if found := [one for one in known if wanted in (one.casefold(), _local(one).casefold())]:
        return found
    close = nearest(_local(wanted), known)
    raise UsageError("unknown_concept", f"{corpus.name} has no facts of {asked!r}.", remedy=_listed(close))


def terms_known(connection: Connection, corpus: Corpus, terms: Sequence[str]) -> set[str]:
    """Return those of some terms that the texts of a corpus have, in any edition.

    Args:
        connection: in autocommit.
        corpus: whose texts.
        terms: as the analysis of words makes them.
    """
    rows = connection.execute(query("terms_known"), {"corpus": corpus.id, "terms": list(terms)})
    return {term for (term,) in rows}


def nearest_companies(asked: str, every: Sequence[Company]) -> list[str]:
    """Return the names and tickers of companies that are most like what was asked for."""
    return nearest(asked, [name for company in every for name in (*company.names, *company.tickers)])


def nearest(asked: str, names: Sequence[str]) -> list[str]:
    """Return the names that are most like what was asked for, in any case and without the prefix of a concept."""
    known = {_local(_folded(name)): name for name in reversed(names)}
    found = process.extract(_folded(asked), list(known), scorer=fuzz.ratio, limit=NEAREST, score_cutoff=ALIKE)
    return [known[name] for name, _, _ in found]


def _listed(names: Sequence[str]) -> str:
    return f"Nearest: {', '.join(names)}." if names else ""


def _local(concept: str) -> str:
    return concept.rpartition(":")[2]


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
