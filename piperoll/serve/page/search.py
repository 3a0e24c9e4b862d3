"""Show a search over one or several corpora."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from piperoll.corpora import registry
from piperoll.errors import UsageError
from piperoll.results.editions import CorpusShown
from piperoll.results.found import DocumentHit, Highlight
from piperoll.results.headnotes import HeadnoteStatement
from piperoll.search.highlight import highlights
from piperoll.search.options import SearchOptions
from piperoll.serve.access import Access
from piperoll.serve.options import HITS
from piperoll.serve.page import fields
from piperoll.serve.page.filters import FIELDS, Chosen, Facets, facets
from piperoll.serve.page.templates import language, link, shown
from piperoll.serve.page.text import Run, snippet
from piperoll.serve.page.visiting import Page, Searching

router = APIRouter(route_class=Page, include_in_schema=False)
FEW, MANY = 3, 10
"""Documents of a corpus on a page: of several, of one."""
WHY = {
    "dense": "meaning",
    "lexical": "words",
    "rule": "cited place",
    "route": "named document",
    "heading": "heading",
    "triplet": "statements",
    "rerank": "read by a model",
}
"""What scorers go by, for people."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Hold what is searched, and how."""

    query: str
    chosen: Chosen
    as_of: date | None
    repealed: bool
    editions: Mapping[str, int]
    begin: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that was found: where it stands, its words, and by which scorers."""

    where: str
    runs: Sequence[Run]
    before: bool
    behind: bool
    why: Sequence[tuple[str, float]]
    address: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was found, with its passages."""

    hit: DocumentHit
    lang: str
    passages: Sequence[Passage]

    @property
    def about(self) -> Sequence[str]:
        """Return what is known of it in one line."""
        known = self.hit.metadata
        named = (known.get(name) for name in ("citation", "court", "service", "company"))
        day = known.get("date") or known.get("fiscal_year") or self.hit.valid_from
        return [str(one) for one in dict.fromkeys((self.hit.document, *named, day)) if one]

    @property
    def held(self) -> Sequence[HeadnoteStatement]:
        """Return what its headnote says was held, without what was found wrong."""
        note = self.hit.headnote
        return [one for one in note.parts.get("holdings", ()) if not one.flags] if note else ()


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what one corpus has for a search; ``note``: why it was not searched."""

    corpus: CorpusShown
    edition: int
    documents: Sequence[Document] = ()
    more: bool = False
    note: str = ""


@router.get("/")
def search(
    request: Request,
    access: Searching,
    q: fields.Question = "",
    corpus: fields.Corpora = [],  # noqa: B006
    court: str = "",
    service: str = "",
    company: str = "",
    type: str = "",
    year_from: fields.Year = None,
    year_to: fields.Year = None,
    as_of: fields.Day = None,
    repealed: bool = False,
    edition: fields.Corpora = [],  # noqa: B006
    begin: Annotated[int, Query(ge=0, le=HITS)] = 0,
) -> Response:
    """Search, or show the form.

    Args:
        request: that is answered.
        access: who asks.
        q: the query; "": only the form is shown.
        corpus: names of corpora; none: all.
        court: only of this court.
        service: only of this service.
        company: only of this company.
        type: only documents of this type.
        year_from: only of this year or later.
        year_to: only of this year or earlier.
        as_of: the day on which it is in force; None: today.
        repealed: whether to show also what is not in force.
        edition: editions that are read, as NAME:NUMBER; of other corpora the published ones.
        begin: documents to leave out.
    """
    values = {name: value for name, value in zip(FIELDS, (court, service, company, type), strict=True) if value}
    chosen = Chosen(values, year_from, year_to)
    asked = Asked(q.strip(), chosen, as_of, repealed, dict(map(_pinned, edition)), begin)
    every = [one for one in access.visible() if one.published_edition]
    named = [one for one in every if one.name in corpus]
    searched = named or every
    known = {one.name: _facets(access, one, asked) for one in searched}
    most = MANY if len(searched) == 1 else FEW
    found = [_found(access, one, known[one.name], asked, most) for one in searched] if asked.query else []
    state: dict[str, Any] = {
        "q": q,
        "corpus": [one.name for one in named],
        **values,
        "year_from": year_from,
        "year_to": year_to,
    }
    state |= {"as_of": as_of, "repealed": "true" if repealed else "", "edition": edition}
    pins = {"edition": [f"{one.corpus.name}:{one.edition}" for one in found], "as_of": as_of or date.today()}
    return shown(
        request,
        "search",
        every=every,
        named={one.name for one in named},
        facets=_together(known.values()),
        years=any(one.year for one in known.values()),
        asked=asked,
        state=state,
        found=found,
        permanent=link("/", **(state | pins)),
        most=most,
        unpublished=not every,
    )


def _pinned(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition(":")
    if not (name and number.isascii() and number.isdigit() and len(number) < 10):
        raise UsageError("request_invalid", "An edition is not named as NAME:NUMBER.", remedy="Follow a link again.")
    return name, int(number)


def _facets(access: Access, corpus: CorpusShown, asked: Asked) -> Facets:
    reader = access.reader(corpus.name)
    return facets(reader, reader.edition(asked.editions.get(corpus.name)))


def _together(known: Iterable[Facets]) -> Mapping[str, Mapping[str, int]]:
    """Return the values of each field in all corpora."""
    together: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
    for one in known:
        for name, values in one.values.items():
            together[name].update(values)
    offered: dict[str, Mapping[str, int]] = {name: dict(sorted(values.items())) for name, values in together.items()}
    return {name: values for name, values in offered.items() if values}


def _found(access: Access, corpus: CorpusShown, known: Facets, asked: Asked, most: int) -> Found:
    """Return what one corpus has for a search.

    Args:
        access: who asks.
        corpus: that is searched.
        known: its fields.
        asked: the search.
        most: documents to show.
    """
    reader = access.reader(corpus.name)
    edition = reader.edition(asked.editions.get(corpus.name)).number
    try:
        where = tuple(asked.chosen.conditions(known))
    except LookupError as error:
        return Found(corpus, edition, note=f"Not searched: it has {error}.")
    end = min(HITS, asked.begin + most)
    options = SearchOptions(
        k=min(HITS, end + 1), where=where, as_of=asked.as_of, include_repealed=asked.repealed, edition=edition
    )
    hits = reader.documents(asked.query, options, with_headnotes=True).documents
    separator = registry.get(corpus.profile).header_separator
    documents = [
        Document(
            hit,
            language(corpus.language, hit.metadata),
            [_passage(corpus, hit, one, asked, separator) for one in hit.highlights],
        )
        for hit in hits[asked.begin : end]
    ]
    return Found(corpus, edition, documents, len(hits) > end)


def _passage(corpus: CorpusShown, hit: DocumentHit, one: Highlight, asked: Asked, separator: str) -> Passage:
    runs, before, behind = snippet(one.content, list(highlights(one.content, asked.query, corpus.language)))
    address = link(
        "/document",
        "passage",
        corpus=corpus.name,
        key=hit.document if hit.in_force else one.source,
        edition=asked.editions.get(corpus.name),
        as_of=asked.as_of if hit.in_force else None,
        q=asked.query,
        at=f"{one.start}-{one.end}",
    )
    why = [(WHY.get(name, name), score) for name, score in one.scores.items() if score and name != "fused"]
    where = " › ".join(one.header.split(separator)[1:]) or one.path
    return Passage(where, runs, before, behind, why, address)
