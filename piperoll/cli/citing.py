"""Offer the commands about what is around a document: what it refers to, what refers to it, and what amended it."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from piperoll import terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, AsOf, CorpusName, EditionNumber, errors, reader_of

Key = Annotated[
    str, typer.Argument(metavar="KEY", help="The document: its number as printed, or its path in the source.")
]
Path = Annotated[
    str, typer.Argument(metavar="[PATH]", help="Only this unit and what is below it, such as kap2 or para.12.")
]


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
    with errors(as_json), reader_of(corpus) as reader:
        result = reader.cites(key, path, as_of=as_of, edition=edition).to_dict()
        if as_json:
            terminal.print_json(result)
            return
        rows = [[row["path"], row["text"], terminal.cited(row)] for row in result["cites"]]
        _print(f"{_unit(result)} cites", ["in", "as printed", "cited"], rows)


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
    with errors(as_json), reader_of(corpus) as reader:
        result = reader.cited_by(key, path, as_of=as_of, edition=edition).to_dict()
        if as_json:
            terminal.print_json(result)
            return
        names = ("document", "path", "text", "target_path")
        rows = [[row[name] for name in names] for row in result["cited_by"]]
        _print(f"{_unit(result)} is cited by", ["document", "in", "as printed", "cited"], rows)


@app.command()
def amendments(
    corpus: CorpusName, key: Key, path: Path = "", edition: EditionNumber = None, as_json: AsJson = False
) -> None:
    """List the acts that amended a document, or a unit of it, newest first; with --json one object a line."""
    with errors(as_json), reader_of(corpus) as reader:
        for act in reader.amendments(key, path, edition=edition):
            (terminal.print_json if as_json else terminal.amendment)(act.to_dict())


def _unit(result: dict[str, Any]) -> str:
    return f"{result['document']} {result['path']}".strip()


def _print(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    if not rows:
        terminal.say(f"{title}: nothing.")
        return
    terminal.table(title, columns, [[" ".join(str(cell or "").split()) for cell in row] for row in rows])
