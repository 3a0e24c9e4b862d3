"""Commands that answer a query: search, context."""

from datetime import date
from enum import StrEnum
from typing import Annotated

import typer

from piperoll import settings, terminal
from piperoll.cli.common import (
    AsJson,
    AsOf,
    CorpusName,
    EditionNumber,
    FusionMethod,
    RerankerName,
    SearchMode,
    ToRerank,
    Weights,
    app,
    corpus_named,
    day,
    errors,
)
from piperoll.errors import UsageError
from piperoll.search import conditions
from piperoll.search import context as contexts
from piperoll.search import fusion as fusing
from piperoll.search import group as groups
from piperoll.search import rerank as reranking
from piperoll.search import search as searching
from piperoll.search.query import Filters
from piperoll.search.search import Mode

Query = Annotated[str, typer.Argument(help="What you look for, in words or as a citation.")]
InDocument = Annotated[
    str | None, typer.Option("--document", help="Only this document: its number, or its path in the source.")
]
InPath = Annotated[str | None, typer.Option("--path", help="Only this unit and what is below it, such as kap2.")]
OfRole = Annotated[str | None, typer.Option("--role", help="Only chunks of this role, such as TRANSITION_PROVISION.")]
Where = Annotated[
    list[str] | None,
    typer.Option(metavar="CONDITION", help="Only where the metadata is so, as court=HKCFI or year>=2018; repeatable."),
]
ByBackend = Annotated[
    str | None, typer.Option("--backend", help="By the vectors of this backend (default: that of the corpus).")
]


class Group(StrEnum):
    """What hits can be grouped by."""

    DOCUMENT = "document"


@app.command()
def search(
    corpus: CorpusName,
    query: Query,
    k: Annotated[int, typer.Option("--k", "-k", min=1, max=1000, help="How many hits, or documents.")] = 10,
    mode: SearchMode = Mode.HYBRID,
    fusion: FusionMethod = None,
    weights: Weights = None,
    rerank: ToRerank = None,
    reranker: RerankerName = None,
    group: Annotated[Group | None, typer.Option(help="Show documents with their best passages, not hits.")] = None,
    document: InDocument = None,
    path: InPath = None,
    role: OfRole = None,
    where: Where = None,
    as_of: AsOf = None,
    edition: EditionNumber = None,
    backend: ByBackend = None,
    as_json: AsJson = False,
) -> None:
    """Search the published edition by meaning and by words."""
    with errors(as_json):
        _not_empty(query)
        filters = _filters(document, path, role, where, as_of)
        how = fusing.configured(settings.load(), corpus, method=fusion, weights=weights, asked=mode.scorers)
        model = reranking.configured(settings.load(), corpus, wanted=rerank, name=reranker)
        find = groups.documents if group else searching.search
        with corpus_named(corpus) as (connection, known):
            result = find(
                connection, known, query,
                k=k, mode=mode, fusion=how, filters=filters, edition=edition, by=backend, rerank=model,
            )  # fmt: skip
        if as_json:
            terminal.print_json(result)
            return
        terminal.lacking(result)
        (terminal.documents if group else terminal.hits)(result)


@app.command()
def context(
    corpus: CorpusName,
    query: Query,
    budget: Annotated[
        int, typer.Option(min=1, max=contexts.BUDGET_MOST, help="Tokens of the text at most, four characters each.")
    ] = contexts.BUDGET,
    k: Annotated[int, typer.Option("--k", "-k", min=1, max=1000, help="How many hits.")] = 10,
    neighbours: Annotated[int, typer.Option(min=0, max=100, help="Chunks beside each hit, at each side.")] = 1,
    mode: SearchMode = Mode.HYBRID,
    rerank: ToRerank = None,
    reranker: RerankerName = None,
    document: InDocument = None,
    path: InPath = None,
    role: OfRole = None,
    where: Where = None,
    as_of: AsOf = None,
    edition: EditionNumber = None,
    backend: ByBackend = None,
    as_json: AsJson = False,
) -> None:
    """Put the best passages and what stands around them together, as text to put before a model."""
    with errors(as_json):
        _not_empty(query)
        filters = _filters(document, path, role, where, as_of)
        model = reranking.configured(settings.load(), corpus, wanted=rerank, name=reranker)
        with corpus_named(corpus) as (connection, known):
            result = contexts.context(
                connection,
                known,
                query,
                budget=budget,
                k=k,
                neighbours=neighbours,
                mode=mode,
                fusion=fusing.configured(settings.load(), corpus),
                filters=filters,
                edition=edition,
                by=backend,
                rerank=model,
            )
        if as_json:
            terminal.print_json(result)
            return
        terminal.lacking(result)
        left = len(result["left_out"])
        if result["text"] or not left:
            terminal.say(result["text"] or "No hits.")
        if left:
            some = f"{left} of the hits did not fit" if result["text"] else "There are hits, but none fits"
            terminal.say(f"{some} into {budget:,} tokens.", to=terminal.err)


def _not_empty(query: str) -> None:
    if not query.strip():
        raise UsageError("empty_query", "The query is empty.", remedy="Say what you look for.")


def _filters(
    document: str | None, path: str | None, role: str | None, where: list[str] | None, as_of: str | None
) -> Filters:
    on = day(as_of) if as_of else date.today()
    return Filters(document, path, role, on, [conditions.parse(one) for one in where or ()])
