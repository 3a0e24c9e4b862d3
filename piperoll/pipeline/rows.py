"""Make the rows of a parsed document, with the columns that :mod:`piperoll.contract` declares."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import orjson

from piperoll.corpora.common.profile import Profile
from piperoll.coverage import measure
from piperoll.model import CITATION_KINDS, LONGEST_NAME, Chunk, Document, DocumentError, Triplet

Row = dict[str, Any]
DEFECT = "This is a defect of the profile: report it with the file."


def storable(document: Document) -> Document:
    """Return ``document`` if the store can hold it and its chunks lose nothing of its text.

    Raises:
        DocumentError: ``nul_character``, ``half_character``, ``name_too_long`` (keys, paths and roles are indexed),
            ``text_lost``, ``duplicate_path``, ``citation_misplaced``, ``citation_too_long`` or ``fact_misplaced``.
    """
    _check_texts(document)
    account = measure(
        document.text,
        ((chunk.start, chunk.end, chunk.content) for chunk in document.chunks),
        ((range_.start, range_.end, range_.reason) for range_ in document.set_aside),
    )
    if account.uncovered or account.mismatches:
        raise DocumentError(
            "text_lost", f"{account.uncovered} characters are in no chunk, first: {account.first_gap!r}.", remedy=DEFECT
        )
    if len({chunk.path for chunk in document.chunks}) < len(document.chunks):
        raise DocumentError("duplicate_path", "Two chunks have one path.", remedy=DEFECT)
    for citation in document.citations:
        if not 0 <= citation.start < citation.end <= len(document.text) or citation.kind not in CITATION_KINDS:
            raise DocumentError("citation_misplaced", f"A citation stands outside the text: {citation}.", remedy=DEFECT)
        if len(citation.target) + len(citation.path) > LONGEST_NAME:
            raise DocumentError(
                "citation_too_long", f"A citation names something odd: {citation.target[:60]!r}.", remedy=DEFECT
            )
    for fact in document.facts:
        hidden = fact.start is None and fact.end is None
        if not hidden and not 0 <= (fact.start or 0) < (fact.end or 0) <= len(document.text):
            raise DocumentError("fact_misplaced", f"A fact stands outside the text: {fact}.", remedy=DEFECT)
    return document


def _check_texts(document: Document) -> None:
    """Make sure that Postgres takes every text of a document as text, and as a key where it is indexed.

    Raises:
        DocumentError: ``nul_character``, ``half_character`` or ``name_too_long``.
    """
    indexed = [document.key, document.amends or "", document.repealed_by or ""]
    texts = [document.text, document.title, document.kind, *(range_.reason for range_ in document.set_aside)]
    for chunk in document.chunks:
        indexed += (chunk.path, chunk.role, chunk.parent or "", *chunk.clauses)
        texts += (chunk.header, *chunk.subsections)
    cited = (text for citation in document.citations for text in (citation.target, citation.path))
    indexed += {fact.concept for fact in document.facts}
    told = {
        text for fact in document.facts for text in (fact.label, fact.unit, *fact.dimensions, *fact.dimensions.values())
    }
    every = "\n".join((*indexed, *texts, *cited, *told))
    if "\0" in every:
        raise DocumentError("nul_character", "The text holds NUL characters.", remedy="Remove them.")
    try:
        every.encode()
    except UnicodeEncodeError:
        raise DocumentError(
            "half_character", "The text holds half a character (a lone surrogate).", remedy="Write it in UTF-8."
        ) from None
    if longest := next((name for name in indexed if len(name) > LONGEST_NAME), ""):
        raise DocumentError(
            "name_too_long",
            f"A name of {len(longest):,} characters: {longest[:60]!r}…",
            remedy="Check what the message shows; if it is right, report it with the file.",
        )


def parsed(profile: Profile, data: bytes, name: str, source: str) -> Iterator[bytes]:
    """Yield each document of a file as JSON: its row of DOCUMENTS, those of CHUNKS, CITATIONS and FACTS.

    The columns that describe the file are not among them. None is yielded before all are made.

    Args:
        profile: reads the file.
        data: its content.
        name: by which the profile knows it.
        source: by which the rows name it.

    Raises:
        DocumentError: the file cannot be used.
    """
    documents = [storable(document) for document in profile.read(data, name)]
    yield from [
        orjson.dumps(
            [
                document_row(document, ordinal),
                list(chunk_rows(document, source, ordinal)),
                list(citation_rows(document, source, ordinal)),
                list(fact_rows(document, source, ordinal)),
            ]
        )
        for ordinal, document in enumerate(documents)
    ]


def rows_of(parsed_document: bytes) -> tuple[Row, list[Row], list[Row], list[Row]]:
    """Return the rows that :func:`parsed` wrote as JSON."""
    row, chunks, citations, facts = orjson.loads(parsed_document)
    _dated((row, *chunks), ("valid_from", "valid_to"))
    _dated(facts, ("period_start", "period_end"))
    return row, chunks, citations, facts


def _dated(rows: Iterable[Row], names: Sequence[str]) -> None:
    """Make days of the texts that stand for them in JSON."""
    for row in rows:
        for name in names:
            if row[name]:
                row[name] = date.fromisoformat(row[name])


def document_row(document: Document, ordinal: int) -> Row:
    """Return what a document gives to its row; the columns that describe the file are not among it.

    Args:
        document: a document that :func:`storable` accepted.
        ordinal: its place in the file, from 0.
    """
    set_aside = [[range_.start, range_.end, range_.reason] for range_ in document.set_aside]
    return {
        "outcome": document.status.value,
        "ordinal": ordinal,
        "key": document.key,
        "title": document.title,
        "kind": document.kind,
        "text": document.text,
        "set_aside": orjson.dumps(set_aside).decode(),
        "metadata": _json(document.metadata),
        "valid_from": document.valid_from,
        "valid_to": document.valid_to,
        "amends": document.amends,
        "repealed_by": document.repealed_by,
        "valid_from_estimated": document.valid_from_estimated,
        "valid_to_estimated": document.valid_to_estimated,
    }


def chunk_rows(document: Document, source: str, ordinal: int) -> Iterator[Row]:
    """Yield a row for each chunk.

    Args:
        document: a document that :func:`storable` accepted.
        source: the file.
        ordinal: place of the document in the file, from 0.
    """
    for position, chunk in enumerate(document.chunks):
        yield {
            "source": source,
            "document": ordinal,
            "ordinal": position,
            "path": chunk.path,
            "role": chunk.role,
            "parent": chunk.parent,
            "header": chunk.header,
            "content": chunk.content,
            "start": chunk.start,
            "end": chunk.end,
            "tokens": chunk.tokens,
            "paragraphs": chunk.paragraphs,
            "clauses": chunk.clauses,
            "subsections": chunk.subsections,
            "overlap": chunk.overlap,
            "metadata": _json(chunk.metadata),
            "valid_from": chunk.valid_from,
            "valid_to": chunk.valid_to,
            "in_force": chunk.in_force,
        }


def citation_rows(document: Document, source: str, ordinal: int) -> Iterator[Row]:
    """Yield a row for each citation, with the ordinal of its chunk: of two that overlap, the first; none: set aside.

    Args:
        document: a document that :func:`storable` accepted.
        source: the file.
        ordinal: place of the document in the file, from 0.
    """
    chunks = document.chunks
    order = sorted(range(len(chunks)), key=lambda index: chunks[index].start)
    starts = [chunks[index].start + chunks[index].overlap for index in order]
    for position, citation in enumerate(document.citations):
        at = bisect_right(starts, citation.start) - 1
        holder = order[at] if at >= 0 and citation.end <= chunks[order[at]].end else None
        yield {
            "source": source,
            "document": ordinal,
            "ordinal": position,
            "chunk": holder,
            "start": citation.start,
            "end": citation.end,
            "kind": citation.kind,
            "target": citation.target,
            "target_path": citation.path,
        }


def fact_rows(document: Document, source: str, ordinal: int) -> Iterator[Row]:
    """Yield a row for each fact.

    Args:
        document: a document that :func:`storable` accepted.
        source: the file.
        ordinal: place of the document in the file, from 0.
    """
    for position, fact in enumerate(document.facts):
        yield {
            "source": source,
            "document": ordinal,
            "ordinal": position,
            "concept": fact.concept,
            "label": fact.label,
            "value": fact.value,
            "unit": fact.unit,
            "period_start": fact.period_start,
            "period_end": fact.period_end,
            "year": fact.year,
            "decimals": fact.decimals,
            "dimensions": _json(fact.dimensions),
            "start": fact.start,
            "end": fact.end,
        }


def chunk_of(row: Mapping[str, Any]) -> Chunk:
    """Return the chunk that :func:`chunk_rows` made a row of."""
    names = "path role header content start end tokens parent valid_from valid_to overlap in_force".split()
    values = {name: row[name] for name in names}
    values |= {name: tuple(row[name]) for name in ("paragraphs", "clauses", "subsections")}
    return Chunk(**values, metadata=orjson.loads(row["metadata"]))


def triplet_rows(triplets: Mapping[int, Iterable[Triplet]], source: str, ordinal: int, made_by: str) -> Iterator[Row]:
    """Yield a row for each triplet of a document.

    Args:
        triplets: by the place of their chunk in the document.
        source: the file.
        ordinal: place of the document in the file, from 0.
        made_by: who extracted them, with its version, such as ``rules/1``.
    """
    position = 0
    for chunk, its_triplets in sorted(triplets.items()):
        for triplet in its_triplets:
            yield {
                "source": source,
                "document": ordinal,
                "made_by": made_by,
                "ordinal": position,
                "chunk": chunk,
                "start": triplet.start,
                "end": triplet.end,
                "subject": triplet.subject,
                "predicate": triplet.predicate,
                "object": triplet.object,
            }
            position += 1


def _json(value: Mapping[str, Any]) -> str:
    return orjson.dumps(_without_nul(dict(value)), option=orjson.OPT_SORT_KEYS).decode()


def _without_nul(value: Any) -> Any:
    """Return ``value`` without NUL characters, which ``jsonb`` cannot hold."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, dict):
        return {_without_nul(key): _without_nul(item) for key, item in value.items()}
    return [_without_nul(item) for item in value] if isinstance(value, list | tuple) else value
