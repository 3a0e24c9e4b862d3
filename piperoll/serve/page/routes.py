"""Put the pages together, with what they are drawn with."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from piperoll.serve.options import KEY_CHARACTERS
from piperoll.serve.page import asking, document, editions, search, visiting
from piperoll.serve.page.visiting import COOKIE, SIGN_IN, Page

STATIC = Path(__file__).parent / "static"
router = APIRouter(route_class=Page, include_in_schema=False)


@router.get(SIGN_IN)
def form(request: Request, next: Annotated[str, Query(max_length=2 * KEY_CHARACTERS)] = "/") -> Response:
    """Ask for a key."""
    return visiting.ask_for_key(request, next)


@router.post(SIGN_IN)
async def sign_in(request: Request) -> Response:
    """Take a key."""
    return await visiting.sign_in(request)


@router.post("/sign-out")
def sign_out() -> Response:
    """Forget the key."""
    answer = RedirectResponse(SIGN_IN, 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


def add_page(app: FastAPI) -> None:
    """Let ``app`` show the page."""
    app.add_exception_handler(HTTPException, visiting.nothing_here)
    app.mount("/static", StaticFiles(directory=STATIC))
    for one in (router, search.router, document.router, editions.router, asking.router):
        app.include_router(one)
