"""Commands about editions."""

from typing import Annotated

import typer

from piperoll import terminal
from piperoll.cli.common import AsJson, CorpusName, app, corpus_named, errors
from piperoll.store import editions


@app.command()
def rollback(
    corpus: CorpusName,
    edition: Annotated[
        int | None, typer.Option(help="The edition to publish (default: the one before the published).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let readers see an earlier edition again. The next reindex publishes the newest."""
    with errors(as_json), corpus_named(corpus) as (connection, known):
        number = editions.rollback(connection, known, edition)
        if as_json:
            terminal.print_json({"corpus": corpus, "published": number, "before": known.published_edition})
        else:
            terminal.say(f"Edition {number} of {corpus} is published (before: {known.published_edition}).")
