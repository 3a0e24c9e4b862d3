"""Show the editions of a corpus: what changed, what the gate said, how well it answers; and what is in quarantine."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from piperoll.serve.page import curves, fields
from piperoll.serve.page.templates import LISTED, Listed, shown
from piperoll.serve.page.visiting import Page, Reading

router = APIRouter(route_class=Page, include_in_schema=False)
EDITIONS = 50
"""Editions that a page shows: some weeks of nights."""


@router.get("/editions")
def editions(
    request: Request,
    access: Reading,
    corpus: fields.Corpus = None,
    begin: fields.Begin = 0,
    quarantined: fields.Begin = 0,
) -> Response:
    """Show the editions of a corpus, newest first; without a name, the corpora.

    Args:
        request: that is answered.
        access: who reads.
        corpus: its name.
        begin: editions to leave out.
        quarantined: files in quarantine to leave out.
    """
    every = access.visible()
    if corpus is None and len(every) != 1:
        return shown(request, "corpora", every=every)
    reader = access.reader(corpus)
    told, evaluations, quarantine = reader.editions(), reader.evaluations(), reader.quarantine()
    return shown(
        request,
        "editions",
        told=told,
        editions=Listed(list(reversed(told.editions)), begin, EDITIONS),
        over_editions=curves.over_editions(evaluations),
        over_k=curves.over_k(evaluations, told.published),
        quarantine=Listed(quarantine, quarantined, LISTED),
        chart=curves,
    )


@router.get("/changes")
def changes(
    request: Request,
    access: Reading,
    corpus: fields.Corpus = None,
    before: fields.Number = None,
    after: fields.Number = None,
    begin: fields.Begin = 0,
) -> Response:
    """Show what differs between two editions.

    Args:
        request: that is answered.
        access: who reads.
        corpus: its name.
        before: number of an edition.
        after: of another one.
        begin: documents to leave out.
    """
    result = access.reader(corpus).diff(before, after)
    return shown(request, "changes", result=result, changes=Listed(result.changes, begin, LISTED))
