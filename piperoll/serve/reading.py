"""Offer the paths that read: corpora, editions, documents, facts."""

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from piperoll.results.base import Result
from piperoll.results.citations import CitedByResult
from piperoll.results.documents import ShownDocument, WordingDiff
from piperoll.results.editions import EditionsResult
from piperoll.serve.access import Reader
from piperoll.serve.answers import CitedByPage, CorporaResult, FactsPage, answer, cached
from piperoll.serve.options import KEY_CHARACTERS, NAME_CHARACTERS, PAGE, PAGE_MOST, QUERY_CHARACTERS
from piperoll.serve.pages import cursor_of

router = APIRouter(prefix="/api", tags=["read"])

Name = Annotated[
    str | None,
    Query(max_length=NAME_CHARACTERS, description="Name of the corpus; may be left out where there is only one."),
]
Key = Annotated[
    str,
    Path(
        min_length=1,
        max_length=KEY_CHARACTERS,
        description="The document's number as printed, or its path in the source.",
        examples=["SFS 2031:12"],
    ),
]
Edition = Annotated[int | None, Query(ge=1, le=999_999_999, description="An edition; none: the published one.")]
Unit = Annotated[str, Query(max_length=KEY_CHARACTERS, description="Only this unit and what is below it, as kap2.")]
AsOf = Annotated[date | None, Query(description="The day on which it is valid; none: today, else the newest.")]
Limit = Annotated[int, Query(ge=1, le=PAGE_MOST, description="Rows of a page.")]
Next = Annotated[str | None, Query(max_length=100, description="`next` of the page before; none: the first page.")]
Text = Annotated[str | None, Query(max_length=NAME_CHARACTERS)]


@router.get("/corpora", response_model=CorporaResult)
def corpora(access: Reader) -> Response:
    """List the corpora that may be asked, with their published editions."""
    return answer(CorporaResult(corpora=access.visible()))


@router.get("/editions", response_model=EditionsResult)
def editions(access: Reader, corpus: Name = None) -> Response:
    """List the editions of a corpus, oldest first; pruned ones are not there."""
    return answer(access.reader(corpus).editions())


@router.get("/documents/{key:path}/diff", response_model=WordingDiff)
def diff(
    request: Request,
    access: Reader,
    key: Key,
    before: Annotated[date, Query(alias="from", description="A day.", examples=["2031-06-01"])],
    after: Annotated[date, Query(alias="to", description="Another day.", examples=["2033-06-01"])],
    corpus: Name = None,
) -> Response:
    """Tell how the wording of a document differs between two days, unit by unit.
    \f
    Args:
        request: its tags of before, if it has any.
        access: who asks.
        key: of the document.
        before: a day.
        after: another day.
        corpus: of the document.
    """
    reader = access.reader(corpus)
    edition = reader.edition()
    return cached(request, edition, lambda: reader.diff_wording(key, before, after, edition=edition.number))


@router.get("/documents/{key:path}/cited-by", response_model=CitedByPage)
def cited_by(
    request: Request,
    access: Reader,
    key: Key,
    corpus: Name = None,
    path: Unit = "",
    as_of: AsOf = None,
    limit: Limit = PAGE,
    cursor: Next = None,
) -> Response:
    """List where the corpus cites a document, or a unit of it.
    \f
    Args:
        request: its tags of before, if it has any.
        access: who asks.
        key: of the document.
        corpus: of the document.
        path: of a unit; "": all.
        as_of: the day on which the document is valid.
        limit: citations of a page.
        cursor: where the page begins.
    """
    reader, begin = access.reader(corpus), cursor_of(cursor)
    edition = reader.edition(begin.edition)

    def page() -> Result:
        found: CitedByResult = reader.cited_by(key, path, as_of=as_of, edition=edition.number)
        rows, more = begin.page(found.cited_by, limit, edition.number)
        return CitedByPage.model_validate({**dict(found), "cited_by": rows, "next": more})

    return cached(request, edition, page)


@router.get("/documents/{key:path}", response_model=ShownDocument)
def document(
    request: Request,
    access: Reader,
    key: Key,
    corpus: Name = None,
    as_of: AsOf = None,
    edition: Edition = None,
    highlight: Annotated[
        str, Query(max_length=QUERY_CHARACTERS, description="A query, of which the words in the text are told.")
    ] = "",
    asked: Annotated[UUID | None, Query(description="The logged question after which it is read.")] = None,
) -> Response:
    """Return a document: its stored text, its chunks and what they cite, and the ranges that are no chunk.
    \f
    Args:
        request: its tags of before, if it has any.
        access: who asks.
        key: of the document.
        corpus: of the document.
        as_of: the day on which it is valid.
        edition: its number.
        highlight: a query.
        asked: the id of a question.
    """
    reader = access.reader(corpus)
    read = reader.edition(edition)

    def shown() -> Result:
        return reader.show(key, as_of=as_of, edition=read.number, with_text=True, highlight=highlight, asked=asked)

    return cached(request, read, shown)


@router.get("/facts", response_model=FactsPage)
def facts(
    request: Request,
    access: Reader,
    corpus: Name = None,
    company: Text = None,
    concept: Text = None,
    year: Annotated[int | None, Query(ge=1, le=9999)] = None,
    limit: Limit = PAGE,
    cursor: Next = None,
) -> Response:
    """List the numbers that filings report, with their places; those of the whole company first.
    \f
    Args:
        request: its tags of before, if it has any.
        access: who asks.
        corpus: of the filings.
        company: only of this one.
        concept: only this one.
        year: only of periods that end in this fiscal year.
        limit: facts of a page.
        cursor: where the page begins.
    """
    reader, begin = access.reader(corpus), cursor_of(cursor)
    edition = reader.edition(begin.edition)

    def page() -> Result:
        found = reader.facts(company, concept, year, edition=edition.number)
        rows, more = begin.page(found, limit, edition.number)
        return FactsPage(corpus=reader.name, edition=edition.number, facts=rows, next=more)

    return cached(request, edition, page)
