"""Offer the command that checks a text: check."""

from bisect import bisect_right
from typing import Annotated

import typer

from piperoll import library, settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, AsOf, configured, errors
from piperoll.results.citations import CheckResult

STYLES = {
    "verbatim": "green",
    "altered": "red",
    "misattributed": "red",
    "repealed": "magenta",
    "not_found": "red",
    "unchecked": "yellow",
}
SHOWN = 60
"""Characters of a citation that the table shows."""


@app.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The text: plain text, markdown or HTML; - is standard input.")
    ],
    corpus: Annotated[
        list[str],
        typer.Option(
            metavar="CORPUS", help="Name of a corpus to check against; may be repeated.", autocompletion=configured
        ),
    ],
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Check every citation and quotation of a text against corpora; exit 1 if any is false."""
    from piperoll.check import memo

    with errors(as_json), library.open(settings.load()) as base:
        text = memo.read(file)
        result = base.check_memo(text, corpus, as_of=as_of)
        if as_json:
            terminal.print_json(result.to_dict())
        else:
            _print(text.text, result)
        if not result.holds:
            raise typer.Exit(1)


def _print(text: str, result: CheckResult) -> None:
    if not result.citations:
        terminal.say("Nothing is cited or quoted.")
        return
    lines = [0, *(place + 1 for place, sign in enumerate(text) if sign == "\n")]
    rows = []
    for one in result.citations:
        line = bisect_right(lines, one.start)
        printed = " ".join(one.text.split())
        shown = printed if len(printed) <= SHOWN else f"{printed[: SHOWN - 1]}…"
        at = " ".join(part for part in (one.document, one.path) if part)
        rows.append([f"{line}:{one.start - lines[line - 1] + 1}", one.verdict, shown, at, one.detail])
    false = sum(one.false for one in result.citations)
    columns = ["line", "verdict", "text", "document", "detail"]
    terminal.table(f"{len(rows):,} citations and quotations, {false:,} false", columns, rows, styles=STYLES)
