"""Show a document as it is on a day: its text, what it cites, what cites it, and how two days differ."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from piperoll.corpora import registry
from piperoll.library import CorpusReader
from piperoll.results.citations import CitationBy, CitationFound, Resolved
from piperoll.results.documents import ShownDocument, ShownVersion, WordingChange
from piperoll.results.editions import CorpusShown
from piperoll.serve.access import Access
from piperoll.serve.page import fields
from piperoll.serve.page.templates import LISTED, Listed, language, link, shown
from piperoll.serve.page.text import Range, outline, units
from piperoll.serve.page.visiting import Page, Reading

router = APIRouter(route_class=Page, include_in_schema=False)
BESIDE = 8
"""Citations shown beside a document; a page of its own has them all."""
SAME = 240
"""Characters of unchanged words between two differences that are shown at each end."""
TOLD = 200
"""Characters of a field of the metadata that are shown."""


@dataclass(frozen=True, slots=True)
class Pins:
    """Hold what every address on a page of a document has: which corpus and edition, and which day."""

    corpus: str
    edition: int | None
    as_of: date | None

    def to(self, key: str, anchor: str = "", **parameters: Any) -> str:
        """Return the address of a document.

        Args:
            key: of the document.
            anchor: in the page.
            parameters: others.
        """
        return link("/document", anchor, **(self._of(key) | parameters))

    def at(self, page: str, key: str, path: str = "") -> str:
        """Return the address of another page about a document, or about a unit of it.

        Args:
            page: its path.
            key: of the document.
            path: of the unit.
        """
        return link(page, **self._of(key), path=path)

    def on(self, key: str, day: date, q: str = "", path: str = "") -> str:
        """Return the address of a document on another day.

        Args:
            key: of the document.
            day: on which it is valid.
            q: a query, of which the words are highlighted.
            path: of a unit that it is opened at.
        """
        return self.to(key, "passage" if path else "", as_of=day, q=q, path=path)

    def cited(self, place: Resolved) -> str:
        """Return the address of what a citation leads to."""
        return self.to(place.document, "passage" if place.path else "", path=place.path)

    def _of(self, key: str) -> dict[str, Any]:
        return {"corpus": self.corpus, "key": key, "edition": self.edition, "as_of": self.as_of}


@dataclass(frozen=True, slots=True)
class Opened:
    """A corpus that is read: its reader, the edition, and what its addresses have."""

    reader: CorpusReader
    corpus: CorpusShown
    number: int
    pins: Pins

    @property
    def newer(self) -> int | None:
        """Return the published edition, if another one is read."""
        published = self.corpus.published_edition
        return published if published != self.number else None


def opened(access: Access, name: str | None, edition: int | None, as_of: date | None) -> Opened:
    """Return a corpus that is read.

    Args:
        access: who reads.
        name: of the corpus; None: the only one.
        edition: its number; None: the published one.
        as_of: the day; None: today.
    """
    reader = access.reader(name)
    number = reader.edition(edition).number
    corpus = next(one for one in access.visible() if one.name == reader.name)
    return Opened(reader, corpus, number, Pins(reader.name, edition, as_of))


@router.get("/document")
def document(
    request: Request,
    access: Reading,
    key: fields.Key,
    corpus: fields.Corpus = None,
    edition: fields.Number = None,
    as_of: fields.Day = None,
    q: fields.Question = "",
    at: fields.Passage = "",
    path: fields.Place = "",
) -> Response:
    """Show a document, opened at a passage.

    Args:
        request: that is answered.
        access: who reads.
        key: of the document.
        corpus: its name.
        edition: its number.
        as_of: the day.
        q: a query, of which the words are highlighted.
        at: the passage, by characters; or
        path: by its unit.
    """
    read = opened(access, corpus, edition, as_of)
    told = read.reader.show(key, as_of=as_of, edition=read.number, with_text=True, highlight=q)
    passage = _range(at)
    version = chosen(told, passage)
    passage = passage or place_of(version, path)
    separator = registry.get(read.corpus.profile).header_separator
    cited = read.reader.cited_by(key, as_of=as_of, edition=read.number).cited_by
    elsewhere = [one for one in cited if one.document != told.document]
    day = as_of or date.today()
    permanent = read.pins.to(key, "passage" if passage else "", edition=read.number, as_of=day, q=q,
                             at=f"{passage[0]}-{passage[1]}" if passage else "")  # fmt: skip
    return shown(
        request,
        "document",
        read=read,
        told=told,
        version=version,
        lang=language(read.corpus.language, version.metadata),
        q=q,
        units=units(version, cites(read, told, version), passage, separator),
        outline=outline(version, separator),
        counts=_cited_units(version, cited),
        cited=elsewhere[:BESIDE],
        cited_more=len(cited) - len(elsewhere[:BESIDE]),
        day=day,
        outside=not (version.valid_from or day) <= day < (version.valid_to or date.max),
        timeline=timeline(told),
        known=_known(version.metadata),
        permanent=permanent,
    )


@router.get("/cited-by")
def cited_by(
    request: Request,
    access: Reading,
    key: fields.Key,
    corpus: fields.Corpus = None,
    edition: fields.Number = None,
    as_of: fields.Day = None,
    path: fields.Place = "",
    begin: fields.Begin = 0,
) -> Response:
    """Show where a document, or a unit of it, is cited.

    Args:
        request: that is answered.
        access: who reads.
        key: of the document.
        corpus: its name.
        edition: its number.
        as_of: the day.
        path: of the unit.
        begin: citations to leave out.
    """
    read = opened(access, corpus, edition, as_of)
    told = read.reader.cited_by(key, path, as_of=as_of, edition=read.number)
    version = read.reader.show(key, as_of=as_of, edition=read.number).versions[0]
    listed = Listed(sorted(told.cited_by, key=lambda one: one.document == told.document), begin, LISTED)
    by_document: dict[str, list[CitationBy]] = {}
    for one in listed.rows:
        by_document.setdefault(one.document, []).append(one)
    return shown(
        request,
        "cited_by",
        read=read,
        told=told,
        version=version,
        lang=language(read.corpus.language, version.metadata),
        path=path,
        by_document=by_document,
        listed=listed,
    )


@router.get("/diff")
def diff(
    request: Request,
    access: Reading,
    key: fields.Key,
    corpus: fields.Corpus = None,
    edition: fields.Number = None,
    before: fields.Day = None,
    after: fields.Day = None,
) -> Response:
    """Show how the wording of a document differs between two days; without them, between its two newest.

    Args:
        request: that is answered.
        access: who reads.
        key: of the document.
        corpus: its name.
        edition: its number.
        before: a day.
        after: another one.
    """
    read = opened(access, corpus, edition, None)
    told = read.reader.show(key, edition=read.number)
    known = timeline(told)
    after = after or (known[-1] if known else date.today())
    before = before or max((one for one in known if one < after), default=after)
    result = read.reader.diff_wording(key, before, after, edition=read.number)
    return shown(
        request,
        "diff",
        read=read,
        told=told,
        version=told.versions[0],
        lang=language(read.corpus.language, told.versions[0].metadata),
        result=result,
        separator=registry.get(read.corpus.profile).header_separator,
        changes=[(change, shortened(change)) for change in result.changes],
        before=before,
        after=after,
        timeline=known,
        permanent=link("/diff", corpus=read.reader.name, key=key, edition=read.number, before=before, after=after),
    )


def cites(read: Opened, told: ShownDocument, version: ShownVersion) -> Iterable[CitationFound]:
    """Return the citations in a version; where others are valid on the same day, only those in its chunks.

    Args:
        read: its corpus.
        told: the document.
        version: one of it.
    """
    if len(told.versions) > 1:
        return [one for chunk in version.chunks for one in chunk.citations]
    return read.reader.cites(told.document, as_of=read.pins.as_of, edition=read.number).cites


def chosen(told: ShownDocument, passage: Range | None) -> ShownVersion:
    """Return the version that has a passage as a chunk, else the first."""
    with_it = (one for one in told.versions if any((chunk.start, chunk.end) == passage for chunk in one.chunks))
    return next(with_it, told.versions[0])


def place_of(version: ShownVersion, path: str) -> Range | None:
    """Return the range of a unit: of what is at or below its path, of its paragraph, or of what is around it."""
    if not path:
        return None
    number = int(path.removeprefix("para.")) if path.startswith("para.") and path[5:].isdecimal() else None
    ranges = (
        [(one.start, one.end) for one in version.chunks if one.path == path or one.path.startswith(f"{path}.")],
        [(one.start, one.end) for one in version.chunks if number in one.metadata.get("paragraph_numbers", ())],
        [(one.start, one.end) for one in version.chunks if path.startswith(f"{one.path}.")],
    )
    found = next(filter(None, ranges), None)
    return (min(found)[0], max(end for _, end in found)) if found else None


def timeline(told: ShownDocument) -> Sequence[date]:
    """Return the days on which another wording of a document begins to be valid, oldest first."""
    days = {version.valid_from for version in told.versions} | {other.valid_from for other in told.others}
    days |= {chunk.valid_from for version in told.versions for chunk in version.chunks}
    return sorted(day for day in days if day)


def shortened(change: WordingChange) -> Iterable[tuple[str, str]]:
    """Yield the runs of a change; long runs of unchanged words without their middle."""
    last = len(change.words) - 1
    for place, (kind, text) in enumerate(change.words):
        if kind == "same" and len(text) > 2 * SAME:
            head, tail = text[:SAME].rpartition(" ")[0], text[-SAME:].partition(" ")[2]
            text = f"… {tail}" if place == 0 else f"{head} …" if place == last else f"{head} … {tail}"
        yield kind, text


def _range(at: str) -> Range | None:
    start, _, end = at.partition("-")
    return (int(start), int(end)) if at and int(start) < int(end) else None


def _cited_units(version: ShownVersion, cited: Iterable[CitationBy]) -> Mapping[str, int]:
    """Return how often each unit is cited."""
    counts = Counter(one.resolved.path for one in cited if one.resolved and one.resolved.path)
    return {chunk.path: counts[chunk.path] for chunk in version.chunks if counts[chunk.path]}


def _known(metadata: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return the fields of the metadata that can be told in a line."""
    told = []
    for name, value in metadata.items():
        items = value if isinstance(value, list) else [value]
        if items and all(isinstance(item, str | int | float) for item in items):
            text = ", ".join(map(str, items))
            told.append((name.replace("_", " "), text if len(text) <= TOLD else f"{text[:TOLD]}…"))
    return told
