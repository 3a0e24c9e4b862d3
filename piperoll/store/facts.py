"""Read the facts of documents: the numbers that they report, with their periods and places."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from psycopg.rows import dict_row

from piperoll.errors import UsageError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query

BATCH = 2_000
NEAREST = 5
"""Names that an error lists."""
ALIKE = 0.5
"""Likeness from 0 to 1 below which a name is not listed."""
FORMS = frozenset("inc incorporated corp corporation co company companies ltd limited plc llc lp sa nv the".split())
"""Words that a company's name may have or lack."""
WORD = re.compile(r"\w+")


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


def companies(connection: Connection, corpus: Corpus, edition: int) -> dict[str, list[str]]:
    """Return the names and tickers of the companies in an edition, by CIK, or by name where that is not known.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
    """
    rows = connection.execute(composed("companies_of_edition"), {"corpus": corpus.id, "edition": edition})
    return {id_: [*(names or ()), *(tickers or ())] for id_, names, tickers in rows}


def companies_named(connection: Connection, corpus: Corpus, edition: int, asked: str) -> list[str]:
    """Return the company that is meant, by CIK, ticker or name: "320193", "aapl", "Apple".

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        asked: as a person names it.

    Raises:
        UsageError: ``unknown_company`` or ``ambiguous_company``; the remedy lists the nearest.
    """
    named = companies(connection, corpus, edition)
    exact = {id_ for id_, names in named.items() if any(_folded(asked) == _folded(name) for name in names)}
    exact |= {id_ for id_ in named if asked.strip().isdigit() and id_ == asked.strip().zfill(len(id_))}
    words = _words(asked)
    found = exact or {
        id_ for id_, names in named.items() if words and any(_words(name)[: len(words)] == words for name in names)
    }
    if len(found) == 1:
        return [*found]
    if found:
        listed = ", ".join(sorted(f"{named[id_][0]} ({id_})" for id_ in found)[: 2 * NEAREST])
        raise UsageError("ambiguous_company", f"{asked!r} may be several companies.", remedy=f"Name one: {listed}.")
    close = nearest(asked, [name for names in named.values() for name in names])
    raise UsageError("unknown_company", f"{corpus.name} has no company {asked!r}.", remedy=_listed(close))


def concepts_named(connection: Connection, corpus: Corpus, asked: str) -> list[str]:
    """Return the concepts that have a name, with or without its prefix: "us-gaap:Assets", "assets", "net income loss".

    Args:
        connection: in autocommit.
        corpus: whose facts.
        asked: as a person names it.

    Raises:
        UsageError: ``unknown_concept``; the remedy lists the nearest.
    """
    known = [concept for (concept,) in connection.execute(query("concepts_of_corpus"), {"corpus": corpus.id})]
    wanted = _folded(asked).replace(" ", "")
    if found := [one for one in known if wanted in (one.casefold(), _local(one).casefold())]:
        return found
    close = nearest(_local(wanted), known)
    raise UsageError("unknown_concept", f"{corpus.name} has no facts of {asked!r}.", remedy=_listed(close))


def nearest(asked: str, names: Sequence[str]) -> list[str]:
    """Return the names that are most like what was asked for, in any case and without the prefix of a concept."""
    known = {_local(_folded(name)): name for name in reversed(names)}
    return [known[name] for name in get_close_matches(_folded(asked), known, NEAREST, ALIKE)]


def _listed(names: Sequence[str]) -> str:
    return f"Nearest: {', '.join(names)}." if names else ""


def _local(concept: str) -> str:
    return concept.rpartition(":")[2]


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _words(name: str) -> list[str]:
    return [word for word in WORD.findall(name.casefold()) if word not in FORMS]


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
