"""Show the answer to a question, with its cited context."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from piperoll.serve.page import fields
from piperoll.serve.page.templates import language, shown
from piperoll.serve.page.visiting import Page, Searching

router = APIRouter(route_class=Page, include_in_schema=False)
BUDGET = 1_500
"""Tokens of the context: some pages, which people read."""
ELSEWHERE = ("cross-site", "same-site")
"""What a browser says of a link on another site: a question may cost money, so nobody else asks it for a reader."""


@router.get("/ask")
def ask(
    request: Request, access: Searching, q: fields.Question = "", corpus: fields.Corpus = None, as_of: fields.Day = None
) -> Response:
    """Answer a question, or show the form.

    Args:
        request: that is answered.
        access: who asks.
        q: the question.
        corpus: its name.
        as_of: the day.
    """
    every = [one for one in access.visible() if one.published_edition]
    told, lang = None, ""
    if q.strip() and request.headers.get("sec-fetch-site") not in ELSEWHERE:
        reader = access.reader(corpus)
        told = reader.ask(q, budget=BUDGET, as_of=as_of)
        lang = language(next(one.language for one in every if one.name == reader.name))
        corpus = reader.name
    return shown(request, "ask", every=every, corpus=corpus, q=q, as_of=as_of, told=told, lang=lang)
