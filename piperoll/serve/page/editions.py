"""Show the editions of a corpus: what changed, what the gate said, how well it answers; and what is in quarantine."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from piperoll.serve.page import curves, fields
from piperoll.serve.page.templates import shown
from piperoll.serve.page.visiting import Page, Reading

router = APIRouter(route_class=Page, include_in_schema=False)
LISTED = 500
"""Documents of a difference, and files in quarantine, that a page lists."""


@router.get("/editions")
def editions(request: Request, access: Reading, corpus: fields.Corpus = None) -> Response:
    """Show the editions of a corpus, newest first; without a name, the corpora.

    Args:
        request: that is answered.
        access: who reads.
        corpus: its name.
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
        editions=list(reversed(told.editions)),
        over_editions=curves.over_editions(evaluations),
        over_k=curves.over_k(evaluations, told.published),
        quarantine=quarantine[:LISTED],
        quarantined=len(quarantine),
        chart=curves,
    )


@router.get("/changes")
def changes(
    request: Request,
    access: Reading,
    corpus: fields.Corpus = None,
    before: fields.Number = None,
    after: fields.Number = None,
) -> Response:
    """Show what differs between two editions.

    Args:
        request: that is answered.
        access: who reads.
        corpus: its name.
        before: number of an edition.
        after: of another one.
    """
    result = access.reader(corpus).diff(before, after)
    return shown(request, "changes", result=result, changes=result.changes[:LISTED])
