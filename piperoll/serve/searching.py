"""Offer the paths that answer a query."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from piperoll.results.citations import CheckResult
from piperoll.results.contexts import ContextResult
from piperoll.results.found import DocumentsResult, SearchResult
from piperoll.serve.access import Searcher
from piperoll.serve.answers import CasesResult, answer
from piperoll.serve.cases import PROFILE, search_cases
from piperoll.serve.events import Events, Tell, described
from piperoll.serve.requests import AskRequest, CasesRequest, CheckRequest, ContextRequest, SearchRequest

router = APIRouter(prefix="/api", tags=["search"])


@router.post("/search", response_model=SearchResult | DocumentsResult)
def search(asked: SearchRequest, access: Searcher) -> Response:
    """Search the published edition by meaning and by words."""
    reader = access.reader(asked.corpus)
    return answer((reader.documents if asked.group else reader.search)(asked.query, asked))


@router.post("/search/cases", response_model=CasesResult)
def cases(asked: CasesRequest, access: Searcher) -> Response:
    """Search for cases, each with the passages that fit."""
    return answer(search_cases(access.reader(asked.corpus, PROFILE), asked))


@router.post("/context", response_model=ContextResult)
def context(asked: ContextRequest, access: Searcher) -> Response:
    """Put the best passages and what stands around them together, as text for a model."""
    return answer(access.reader(asked.corpus).context(asked.query, asked))


@router.post("/ask", status_code=200, response_class=Response, responses={200: described("/api/ask")})
def ask(asked: AskRequest, access: Searcher) -> Response:
    """Answer a question: the cited context and the facts, and an answer where the corpus has a model for it.

    The answer comes as server-sent events: `sentence` for each sentence of an answer of a model as soon as it is
    whole and checked, `again` where the answer begins once more (the sentences before do not count), and last `answer`
    with all that `piperoll ask --json` prints, or `problem`.
    """
    reader = access.reader(asked.corpus)

    def work(tell: Tell) -> None:
        def heard(sentence: Mapping[str, Any] | None) -> None:
            tell("again" if sentence is None else "sentence", sentence or {})

        tell("answer", reader.ask(asked.query, asked, heard=heard).to_dict())

    return Events(work)


@router.post("/check", response_model=CheckResult)
def check(asked: CheckRequest, access: Searcher) -> Response:
    """Check every citation and quotation of a text against the published editions of corpora."""
    names = [access.reader(name).name for name in asked.corpora or (None,)]
    return answer(access.service.base.check(asked.text, names, as_of=asked.as_of))
