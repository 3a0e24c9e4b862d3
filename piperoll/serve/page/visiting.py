"""Let people in: by the key that they typed once, which their browser keeps where no script reads it."""

from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from piperoll.serve.access import Access, let_in
from piperoll.serve.page.templates import link, shown
from piperoll.serve.problems import HEADERS, Problem, answer_problem, as_error, told_of
from piperoll.serve.service import service_of
from piperoll.store import keys
from piperoll.store.keys import Scope

COOKIE = "piperoll_key"
MONTH = 30 * 24 * 3_600
"""Seconds that a browser keeps the key; the key itself may end before."""
SIGN_IN = "/sign-in"
FOR_PEOPLE = {
    "request_invalid": "Correct the address, or start with a search.",
    "unknown_page": "Start with a search.",
}
"""Remedies of the API that would not help who reads a page, and what is told instead."""


def visiting(scope: Scope) -> Callable[..., Access]:
    """Return a dependency that lets in who has a key for ``scope`` in their browser."""

    def visit(request: Request) -> Access:
        request.state.signed_in = COOKIE in request.cookies
        return let_in(request, request.cookies.get(COOKIE), scope)

    return visit


Searching = Annotated[Access, Depends(visiting(Scope.SEARCH))]
Reading = Annotated[Access, Depends(visiting(Scope.READ))]


class Page(APIRoute):
    """A path whose errors are pages, too; who has no key is asked for one."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """See FastAPI."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                response: Response = await handle(request)
            except Exception as error:
                if (told := told_of(as_error(error))).code == "key_needed":
                    return RedirectResponse(link(SIGN_IN, next=_here(request)), 303)
                response = _problem(request, told)
            return response

        return answer


async def nothing_here(request: Request, error: Exception) -> Response:
    """Tell a browser on a page what the framework refuses, such as an address that leads nowhere; programs as ever."""
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return await answer_problem(request, error)
    return _problem(request, told_of(as_error(error)))


def _problem(request: Request, told: Problem) -> Response:
    """Return the page that tells of a problem."""
    remedy = FOR_PEOPLE.get(told.code, told.remedy)
    headers = dict(HEADERS.get(told.status, {}))
    return shown(request, "problem", told.status, headers, problem=told.model_copy(update={"remedy": remedy}))


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def ask_for_key(request: Request, then: str = "/", wrong: bool = False) -> Response:
    """Return the form that asks for a key.

    Args:
        request: that it answers.
        then: where to go with a key.
        wrong: whether the key before was none.
    """
    request.state.signed_in = False
    return shown(request, "sign_in", 401 if wrong else 200, then=_own(then), wrong=wrong)


async def sign_in(request: Request) -> Response:
    """Keep a key in the browser, and go where somebody wanted to go."""
    given = parse_qs((await request.body()).decode("utf-8", "replace"))
    key, then = given.get("key", [""])[0].strip(), _own(given.get("next", ["/"])[0])
    return await run_in_threadpool(_keep, request, key, then)


def _keep(request: Request, key: str, then: str) -> Response:
    origin = request.headers.get("origin", "")
    if origin and urlsplit(origin).netloc != request.headers.get("host"):
        return ask_for_key(request, then, wrong=True)
    service = service_of(request)
    service.rate.hit(request.client.host if request.client else "")
    with service.base.connect() as connection:
        known = keys.find(connection, key)
    if not known:
        return ask_for_key(request, then, wrong=True)
    answer = RedirectResponse(then, 303)
    secure = origin.startswith("https:")
    answer.set_cookie(COOKIE, key, max_age=MONTH, path="/", httponly=True, samesite="strict", secure=secure)
    return answer


def _own(address: str) -> str:
    """Return an address of this service; "/" for any other."""
    parts = urlsplit(address.replace("\\", "/"))
    own = address.startswith("/") and not address.startswith("//") and not (parts.scheme or parts.netloc)
    return address if own and address.isprintable() else "/"
