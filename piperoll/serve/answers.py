"""Write answers as JSON: those of the library as they are, and the few that only the API has."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.metadata import version
from typing import Any
from uuid import UUID

import orjson
from fastapi import Request
from pydantic import Field
from starlette.responses import Response

from piperoll.hashing import name
from piperoll.results.base import Result
from piperoll.results.citations import CitedByResult
from piperoll.results.editions import CorpusShown, EditionRead
from piperoll.results.figures import FactFound

JSON = "application/json"
VERSION = version("piperoll")


class Health(Result):
    """The process answers."""

    status: str = Field(examples=["ok"])


class Readiness(Result):
    """Whether models and indexes are in memory and the database answers."""

    ready: bool


class CorporaResult(Result):
    """The corpora that may be asked."""

    corpora: Sequence[CorpusShown]


class CitedByPage(CitedByResult):
    """A page of citations of a document. ``next`` is the cursor of the next one; null: this is the last."""

    next: str | None = None


class FactsPage(Result):
    """A page of facts. ``next`` is the cursor of the next one; null: this is the last."""

    corpus: str
    edition: int
    facts: Sequence[FactFound]
    next: str | None


class CaseHighlight(Result):
    """A passage of a case that fits the query; ``chunk_type`` is its role, such as facts, reasoning or order."""

    chunk_text: str
    chunk_type: str
    paragraph_numbers: Sequence[int]
    score: float


class CaseHit(Result):
    """A case that fits the query, with its best passages. What a judgment does not say is null."""

    case_id: str
    neutral_citation: str | None
    case_name: str
    court_code: str | None
    decision_date: date | None
    score: float
    headnote: str | None
    highlights: Sequence[CaseHighlight]


class CasesResult(Result):
    """The cases that fit the query, best first; ``asked`` is the id of the question where the corpus logs questions."""

    query: str
    corpus: str
    edition: int
    results: Sequence[CaseHit]
    asked: UUID | None = None


def as_json(value: Any) -> bytes:
    """Return a value as JSON."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)


def answer(result: Result, headers: Mapping[str, str] | None = None) -> Response:
    """Return a result of the library as an answer: what the command prints with ``--json``."""
    return Response(as_json(result.to_dict()), headers=headers, media_type=JSON)


def cached(request: Request, edition: EditionRead, make: Callable[[], Result]) -> Response:
    """Answer with what never changes in an edition, or say that the client has it already.

    The tag also names the day, which decides what is in force, and the version of the code.

    Args:
        request: its address is part of the tag, and it may have a tag of before.
        edition: that the answer is of.
        make: makes the answer if it is needed.
    """
    parts = (VERSION, str(edition.run), str(edition.number), date.today().isoformat(), str(request.url))
    tag = f'W/"{name(parts)}"'
    headers = {"ETag": tag, "Vary": "Accept-Encoding, Authorization"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return answer(make(), headers)
