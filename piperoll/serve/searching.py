"""Offer the paths that answer a query."""

from fastapi import APIRouter
from starlette.responses import Response

from piperoll.results import ContextResult, DocumentsResult, SearchResult
from piperoll.serve.access import Searcher
from piperoll.serve.answers import CasesResult, answer
from piperoll.serve.cases import PROFILE, search_cases
from piperoll.serve.requests import CasesRequest, ContextRequest, SearchRequest

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
