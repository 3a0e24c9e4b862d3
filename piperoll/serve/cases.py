"""Search for cases: documents grouped with their best passages, filtered by court and year."""

from collections.abc import Iterable, Mapping
from typing import Any

from piperoll.library import CorpusReader
from piperoll.results.found import DocumentHit
from piperoll.results.headnotes import Headnote, HeadnoteStatement
from piperoll.serve.answers import CaseHighlight, CaseHit, CasesResult
from piperoll.serve.requests import CasesRequest
from piperoll.store.headnotes import NONE

PROFILE = "hk-cases"
"""Its corpora hold judgments: the one that is asked where none is named."""
COUNTRY = 2
"""Letters in front of a court's code: HK in HKCFA, UK in UKSC."""


def search_cases(reader: CorpusReader, asked: CasesRequest) -> CasesResult:
    """Return the cases that fit the query best.

    Args:
        reader: of the corpus.
        asked: query and filters.

    Raises:
        UsageError: nothing is published, or the corpus has no courts or dates to filter by.
    """
    edition = reader.edition().number
    where = list(_years(asked))
    if asked.courts:
        codes = codes_named(asked.courts, reader.values("court", edition=edition))
        if not codes:
            return _result(reader, asked, edition, [])
        where.append(f"court={'|'.join(codes)}")
    found = reader.documents(asked.query, k=asked.limit, where=tuple(where), edition=edition, with_headnotes=True)
    result = _result(reader, asked, edition, found.documents)
    return result.model_copy(update={"asked": found.asked}) if found.asked else result


def _years(asked: CasesRequest) -> Iterable[str]:
    """Yield the conditions for the years."""
    if asked.year_from:
        yield f"date>={asked.year_from:04}"
    if asked.year_to:
        yield f"date<={asked.year_to:04}"


def codes_named(courts: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the codes of the courts that are meant: HKCFA by HKCFA or CFA, EWHC-Chancery by EWHC.

    Args:
        courts: as they are asked for.
        known: the codes in the corpus.
    """
    wanted = {court.strip().casefold() for court in courts}
    return [code for code in known if not wanted.isdisjoint(_forms(code.casefold()))]


def _forms(known: str) -> set[str]:
    court = known.partition("-")[0]
    return {known, court, known[COUNTRY:], court[COUNTRY:]}


def _result(reader: CorpusReader, asked: CasesRequest, edition: int, documents: Iterable[DocumentHit]) -> CasesResult:
    results = [_case(document) for document in documents]
    return CasesResult(query=asked.query, corpus=reader.name, edition=edition, results=results)


def _case(hit: DocumentHit) -> CaseHit:
    metadata: Mapping[str, Any] = hit.metadata
    return CaseHit(
        case_id=hit.document,
        neutral_citation=metadata.get("citation"),
        case_name=metadata.get("name") or hit.title,
        court_code=metadata.get("court"),
        decision_date=metadata.get("date") or hit.valid_from,
        score=hit.score,
        headnote=_text(hit.headnote) if hit.headnote else None,
        highlights=[
            CaseHighlight(
                chunk_text=passage.content,
                chunk_type=passage.role,
                paragraph_numbers=passage.paragraph_numbers,
                score=passage.score,
            )
            for passage in hit.highlights
        ],
    )


def _text(headnote: Headnote) -> str | None:
    """Return a headnote as text, a statement a line; what was found wrong with one stands behind it."""
    lines = [
        f"{part.replace('_', ' ').capitalize()}: {_line(one)}"
        for part, statements in headnote.parts.items()
        for one in statements
        if part != NONE
    ]
    return "\n".join(lines) or None


def _line(one: HeadnoteStatement) -> str:
    numbers = ", ".join(str(support.paragraph) for support in one.supports if support.paragraph)
    return " ".join(filter(None, (one.statement, f"[{numbers}]" if numbers else "", *map("({})".format, one.flags))))
