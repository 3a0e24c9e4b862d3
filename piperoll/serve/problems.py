"""Tell what went wrong: the codes of the command line as problem details (RFC 9457)."""

import logging
from collections.abc import Mapping
from typing import Any

import psycopg
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response as Answer

from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.redact import redact, scrub
from piperoll.serve.answers import as_json

LOG = logging.getLogger("piperoll.serve")
MEDIA_TYPE = "application/problem+json"
STATUS: Mapping[str, int] = {
    "key_needed": 401,
    "forbidden": 403,
    "unknown_corpus": 404,
    "unknown_document": 404,
    "unknown_edition": 404,
    "unknown_page": 404,
    "unknown_company": 404,
    "unknown_concept": 404,
    "not_valid": 404,
    "nothing_published": 404,
    "method_unknown": 405,
    "body_late": 408,
    "body_too_large": 413,
    "host_unknown": 421,
    "request_invalid": 422,
    "rate_exceeded": 429,
    "service_busy": 503,
    "statement_slow": 503,
    "database_failed": 503,
    "database_unreachable": 503,
}
"""The status of a code; of others 400 where the use is wrong, else 500."""
HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"WWW-Authenticate": "Bearer"},
    429: {"Retry-After": "1"},
    503: {"Retry-After": "1"},
}
TOLD = (400, 401, 403, 404, 413, 422, 429, 503)
"""The problems that every path may answer with."""


class Problem(BaseModel):
    """A problem is what went wrong, and what to do about it. ``code`` is stable; ``detail`` is about this case."""

    type: str = "about:blank"
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    code: str = Field(examples=["unknown_document"])
    detail: str = Field(examples=["Edition 3 of laws has no document 'SFS 1:1'."])
    remedy: str = Field(default="", examples=["Give its number as printed, or its path in the source."])
    document: str | None = None


DOCUMENTED: dict[int | str, dict[str, Any]] = {
    status: {
        "description": HTTPException(status).detail,
        "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}},
    }
    for status in TOLD
}
"""The problems as the description of the API has them."""


def told_of(error: PiperollError | DocumentError) -> Problem:
    """Return what is told of an error."""
    status = STATUS.get(error.code, 400 if isinstance(error, UsageError | DocumentError) else 500)
    return Problem(
        title=HTTPException(status).detail,
        status=status,
        code=error.code,
        detail=redact(error.message),
        remedy=redact(error.remedy),
        document=getattr(error, "document", None),
    )


def problem(error: PiperollError | DocumentError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer that tells of an error."""
    told = told_of(error)
    given = {**HEADERS.get(told.status, {}), **(headers or {})}
    return Answer(as_json(told.model_dump(exclude_none=True)), told.status, headers=given, media_type=MEDIA_TYPE)


def as_error(error: Exception) -> PiperollError | DocumentError:
    """Return what may be told of whatever went wrong, and log what may not."""
    if isinstance(error, PiperollError | DocumentError):
        return error
    if isinstance(error, RequestValidationError):
        return _invalid(error)
    if isinstance(error, HTTPException):
        return _refused(error)
    if isinstance(error, psycopg.Error):
        return _database(error)
    scrub(error)
    LOG.error("A defect.", exc_info=error)
    return PiperollError(
        "defect",
        "This is a defect; the log of the service says more.",
        remedy="Tell the people who run the service when it happened.",
    )


def translate(app: FastAPI) -> None:
    """Let ``app`` answer every error as a problem."""
    app.add_exception_handler(PiperollError, answer_problem)
    app.add_exception_handler(DocumentError, answer_problem)
    app.add_exception_handler(RequestValidationError, answer_problem)
    app.add_exception_handler(HTTPException, answer_problem)
    app.add_exception_handler(psycopg.Error, answer_problem)
    app.add_exception_handler(Exception, answer_problem)


async def answer_problem(request: Request, error: Exception) -> Response:
    """Answer with a problem; the header that lists the methods of a path stays."""
    return problem(as_error(error), getattr(error, "headers", None))


def _invalid(error: RequestValidationError) -> UsageError:
    """Tell of the first field that is wrong, without its value: it may be long, or secret."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return UsageError("request_invalid", f"{place or 'The body'}: {first['msg']}.", remedy="See /api/openapi.json.")


def _refused(error: HTTPException) -> UsageError:
    """Tell of what the framework refuses before any function of ours is called."""
    if error.status_code == 404:
        return UsageError("unknown_page", "There is nothing here.", remedy="See /api/openapi.json.")
    if error.status_code == 405:
        return UsageError("method_unknown", "This path does not take this method.", remedy="See /api/openapi.json.")
    return UsageError("request_invalid", "The request cannot be read.", remedy="Send JSON in UTF-8.")


def _database(error: psycopg.Error) -> PiperollError:
    """Tell that the database failed, and log why: its words may quote what others stored."""
    if isinstance(error, psycopg.errors.QueryCanceled):
        return PiperollError("statement_slow", "The database took too long.", remedy="Ask for less, or set --timeout.")
    LOG.error("The database failed: %s", redact(str(error).strip()))
    return PiperollError("database_failed", "The database failed.", remedy="Try again; the log says more.")
