"""Read terms of service, privacy policies and the like: Markdown of web pages, in dated snapshots.

``2026-06-01/Airbnb/Terms of Service.md`` is the version of ``Airbnb/Terms of Service`` that is valid from that day. The
stored text is the file, Markdown marks included; :mod:`piperoll.corpora.clauses` cuts it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath
from typing import Annotated, Any, ClassVar

from pydantic import Field

from piperoll.corpora.citations import citing
from piperoll.corpora.clauses.candidates.superseded import Superseded, superseded_documents
from piperoll.corpora.clauses.cut import MIN_TOKENS, cut, own_heading
from piperoll.corpora.clauses.words.cited import citations
from piperoll.corpora.clauses.words.references import named
from piperoll.corpora.common.profile import BaseProfile, Language
from piperoll.corpora.terms.dates import days_of_page
from piperoll.days import day_or_none
from piperoll.model import Chunk, Citation, Document, Status
from piperoll.text.decode import decode
from piperoll.text.language import guess

DAY = re.compile(r"\d{4}-\d\d-\d\d")
ARCHIVE = re.compile(r"(?i)\A.+?\.(?:zip|tar|tgz|gz|zst|jsonl|parquet)!/")
"""Matches the archive in front of the name of its member, not a service that is called "Lamps!"."""

TYPES = {
    **dict.fromkeys(("privacy policy", "privacy notice", "privacy statement"), "Privacy Policy"),
    **dict.fromkeys(("cookie policy", "cookies policy", "cookie notice", "cookie statement"), "Trackers Policy"),
    **dict.fromkeys(("terms of service", "terms of use", "terms and conditions"), "Terms of Service"),
    "acceptable use policy": "Acceptable Use Policy",
    "community guidelines": "Community Guidelines",
}
"""Type of a document in the snapshots (names of Open Terms Archive), by what services call it."""


@dataclass(frozen=True)
class Terms(BaseProfile):
    """The ``terms`` profile reads one document from each file.

    It has no expansions: those of contracts made the results of 400 statements about terms worse (docs/benchmarks.md).

    Attributes:
        max_tokens: of a chunk, at four characters a token.
        language: of the texts, as ``german``; ``unstemmed`` for several, or for one without rules such as Chinese.
    """

    name: ClassVar[str] = "terms"
    version: ClassVar[int] = 22
    suffixes: ClassVar[frozenset[str]] = frozenset({".md"})
    days: ClassVar[tuple[str, ...]] = ("updated", "effective")
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH

    max_tokens: Annotated[int, Field(ge=MIN_TOKENS)] = 220
    language: Language = "english"

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the one document in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        text = decode(data)
        key, valid_from = key_and_day(name)
        folder, _, kind = key.rpartition("/")
        service = folder.rpartition("/")[2]
        heading = "" if service else own_heading(text, markdown=True)
        title = f"{service} {kind}" if service else heading or kind
        own_type = kind if service else TYPES.get(heading.lower(), "")
        language = guess(text)
        metadata: dict[str, Any] = {"service": service, "type": own_type, "language": language}
        changed, holds = days_of_page(text, language)
        for name_of_day, day in zip(self.days, (changed or holds, holds), strict=True):
            metadata[name_of_day] = day.isoformat() if day else None
        clauses = cut(text, title, self.max_tokens, markdown=True)
        chunks = dated(clauses.chunks, superseded_documents(text))
        yield Document(
            key=key,
            title=title,
            kind="TERMS",
            status=Status.CHUNKED if chunks else Status.NO_BODY,
            text=text,
            chunks=chunks,
            set_aside=clauses.set_aside,
            citations=[_of_service(citation, folder) for citation in citations(text, chunks, (kind, title))],
            valid_from=valid_from,
            metadata={name: value for name, value in metadata.items() if value},
        )

    def references(self, query: str) -> list[Citation]:
        """Return the clauses that a query names: ``Section 3.2(a)`` → ``3.2.a``."""
        return named(query)


def dated(chunks: Sequence[Chunk], superseded: Sequence[Superseded]) -> Sequence[Chunk]:
    """Return the chunks of a page with the days of the documents that are no longer in force.

    Args:
        chunks: in the order of the text.
        superseded: the lines that head these documents, in order.
    """
    if not superseded:
        return chunks
    starts = [one.start for one in superseded]
    kept = []
    for chunk in chunks:
        document = superseded[at - 1] if (at := bisect_right(starts, chunk.start)) else None
        days = (document.valid_from, document.valid_to) if document else (None, None)
        kept.append(replace(chunk, valid_from=days[0], valid_to=days[1]))
    return kept


def _of_service(citation: Citation, folder: str) -> Citation:
    """Return a citation ("Privacy Notice" of Airbnb) with the key that a document of the same service has."""
    kind = TYPES.get(citation.target.lower())
    return replace(citation, target=f"{folder}/{kind}") if folder and kind and citation.kind == "document" else citation


def key_and_day(name: str) -> tuple[str, date | None]:
    """Return key and day of a path: ``x/2026-06-01/Airbnb/Privacy.md`` → ``Airbnb/Privacy`` and that day.

    Without a day among the folders the whole path is the key.
    """
    parts = PurePosixPath(ARCHIVE.sub("", name)).with_suffix("").parts
    for index in range(len(parts) - 2, -1, -1):
        if DAY.fullmatch(parts[index]) and (day := day_or_none(parts[index])):
            return "/".join(parts[index + 1 :]), day
    return "/".join(parts), None
