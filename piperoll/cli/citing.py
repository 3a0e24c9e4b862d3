"""Commands about citations: what a document refers to, and what refers to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

import typer

from piperoll import terminal
from piperoll.cli.common import AsJson, AsOf, CorpusName, EditionNumber, app, corpus_named, errors
from piperoll.days import parse_day
from piperoll.store import citations, documents, editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

Key = Annotated[
    str, typer.Argument(metavar="KEY", help="The document: its number as printed, or its path in the source.")
]
Path = Annotated[
    str, typer.Argument(metavar="[PATH]", help="Only this unit and what is below it, such as kap2 or para.12.")
]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A document in an edition on a day."""

    connection: Connection
    corpus: Corpus
    edition: int
    day: date
    document: str
    versions: list[int]


@contextmanager
def _asked(corpus: str, key: str, as_of: str | None, edition: int | None) -> Iterator[_Asked]:
    on = parse_day(as_of) if as_of else None
    with corpus_named(corpus) as (connection, known):
        number = editions.seen(known, edition)
        found = documents.versions(connection, known, number, key, on or date.today())
        shown = documents.seen(found, on)
        yield _Asked(connection, known, number, on or date.today(), shown[0]["document"], [one["id"] for one in shown])


@app.command()
def cites(
    corpus: CorpusName,
    key: Key,
    path: Path = "",
    as_of: AsOf = None,
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """List what a document cites, or a unit of it: as printed, and what it names."""
    with errors(as_json), _asked(corpus, key, as_of, edition) as asked:
        rows = citations.cites(asked.connection, asked.corpus, asked.edition, asked.day, asked.versions, path)
        _print(as_json, asked, path, "cites", rows, [[row["path"], row["text"], terminal.cited(row)] for row in rows])


@app.command("cited-by")
def cited_by(
    corpus: CorpusName,
    key: Key,
    path: Path = "",
    as_of: AsOf = None,
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """List where the corpus cites a document, or a unit of it."""
    with errors(as_json), _asked(corpus, key, as_of, edition) as asked:
        rows = citations.cited_by(
            asked.connection, asked.corpus, asked.edition, asked.day, asked.document, asked.versions, path
        )
        shown = [[row["document"], row["path"], row["text"], row["target_path"]] for row in rows]
        _print(as_json, asked, path, "cited_by", rows, shown)


COLUMNS = {"cites": ["in", "as printed", "cited"], "cited_by": ["document", "in", "as printed", "cited"]}


def _print(
    as_json: bool, asked: _Asked, path: str, name: str, rows: list[dict[str, Any]], shown: list[list[Any]]
) -> None:
    if as_json:
        terminal.print_json(
            {
                "corpus": asked.corpus.name,
                "edition": asked.edition,
                "document": asked.document,
                "path": path,
                name: rows,
            }
        )
        return
    place = f"{asked.document} {path}".strip()
    title = f"{place} cites" if name == "cites" else f"{place} is cited by"
    if not rows:
        terminal.say(f"{title}: nothing.")
        return
    terminal.table(title, COLUMNS[name], [[" ".join(str(cell or "").split()) for cell in row] for row in shown])
