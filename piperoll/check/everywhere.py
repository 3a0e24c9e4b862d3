"""Find quotations anywhere in an edition: chunks by their rarest words, in batches, then compared word by word."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from psycopg.rows import dict_row

from piperoll.check.nearest import nearest
from piperoll.check.wording import Plain, Wording
from piperoll.search.lexical import EditionSegments, idf
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import Lexical
from piperoll.store.sql import composed, query
from piperoll.text import analysis

BATCH = 200
"""Quotations that are looked for at once: bounds memory."""
TERMS = 8
"""Words of a quotation by which it is looked for, the rarest: they stand together almost nowhere else."""
READ = 2_000
"""Characters of a quotation of which the words are taken."""
CANDIDATES = 24
"""Chunks that are compared with a quotation, the best."""
MOST_CANDIDATES = 200
"""Chunks that are compared with a quotation of which that many have all the rarest words."""
AROUND = 3
"""Of them so many with the text around them, for a quotation that runs over the end of a chunk."""
MARGIN = 3_000
"""Characters of the text around a chunk."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hold where a quotation stands: its document and the range of the text; ``share`` is 1 for every word."""

    document: str
    version: int
    path: str
    start: int
    end: int
    share: float
    seen: bool
    text: str
    """What stands there."""


@dataclass(frozen=True, slots=True)
class Edition:
    """Hold an edition of a corpus as it is read on a day."""

    connection: Connection
    corpus: Corpus
    number: int
    day: Any

    def rows(self, name: str, **values: Any) -> list[dict[str, Any]]:
        """Return the rows of a statement about this edition."""
        values |= {"corpus": self.corpus.id, "edition": self.number, "day": self.day}
        with self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(composed(name), values).fetchall()


class TooCommon:
    """Say that more chunks have the words of a quotation than were compared with it."""


def look_for(edition: Edition, wordings: Sequence[Wording]) -> "list[Found | TooCommon | None]":
    """Return for each wording where the edition has it word by word, else where it has nearly that; None: nowhere."""
    found: list[Found | TooCommon | None] = []
    distinct = list({one.text: one for one in wordings}.values())
    for start in range(0, len(distinct), BATCH):
        found += _batch(edition, distinct[start : start + BATCH])
    by_text = dict(zip((one.text for one in distinct), found, strict=True))
    return [by_text[one.text] for one in wordings]


def _batch(edition: Edition, wordings: Sequence[Wording]) -> "list[Found | TooCommon | None]":
    ranked = _candidates(edition, wordings)
    wanted = sorted({chunk for chunks in ranked for chunk in chunks})
    chunks = {row["id"]: row for row in edition.rows("check_chunks", chunks=wanted)}
    plains: dict[int, Plain] = {}

    def plain(chunk: int) -> Plain:
        if chunk not in plains:
            plains[chunk] = Plain(chunks[chunk]["content"])
        return plains[chunk]

    found: list[Found | TooCommon | None] = []
    for wording, candidates in zip(wordings, ranked, strict=True):
        exact = [_of(chunks[one], plain(one), span) for one in candidates if (span := wording.find(plain(one)))]
        found.append(next((one for one in exact if one.seen), exact[0] if exact else None))
    missing = [place for place, one in enumerate(found) if one is None and ranked[place]]
    texts = _stretches(edition, chunks, {one for place in missing for one in ranked[place][:AROUND]})
    for place in missing:
        near = _around(wordings[place], [chunks[one] for one in ranked[place][:AROUND]], texts)
        common = len(ranked[place]) >= MOST_CANDIDATES and (near is None or near.share < 1)
        found[place] = TooCommon() if common else near
    return found


def _of(chunk: Mapping[str, Any], plain: Plain, span: tuple[int, int]) -> Found:
    start, end = plain.span(*span)
    first = chunk["start"]
    text = chunk["content"][start:end]
    return Found(
        chunk["document"], chunk["version_id"], chunk["path"], first + start, first + end, 1.0, chunk["seen"], text
    )


def _around(
    wording: Wording, chunks: Sequence[Mapping[str, Any]], texts: Mapping[int, tuple[int, str, Plain]]
) -> Found | None:
    """Return where a wording stands around the best chunks: word by word, else nearly."""
    best: Found | None = None
    for chunk in chunks:
        offset, text, plain = texts[chunk["id"]]
        if span := wording.find(plain):
            start, end = plain.span(*span)
            share = 1.0
        elif near := nearest(wording.plain, plain, 0, len(text)):
            share, start, end = near
            share = min(share, 0.999)
        else:
            continue
        if best is None or share > best.share:
            path = chunk["path"]
            best = Found(
                chunk["document"], chunk["version_id"], path, offset + start, offset + end, share, chunk["seen"],
                text[start:end],
            )  # fmt: skip
    return best


def _stretches(
    edition: Edition, chunks: Mapping[int, Mapping[str, Any]], wanted: Iterable[int]
) -> dict[int, tuple[int, str, Plain]]:
    """Return the text around chunks, each with its offset."""
    ids = sorted(wanted)
    firsts = [max(0, chunks[one]["start"] - MARGIN) for one in ids]
    values = {
        "versions": [chunks[one]["version_id"] for one in ids],
        "firsts": firsts,
        "lasts": [chunks[one]["end"] + MARGIN for one in ids],
    }
    by_place: dict[tuple[int, int], str] = {}
    with edition.connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(query("stretches"), values):
            key = row["id"], row["offset"]
            by_place[key] = max(by_place.get(key, ""), row["stretch"], key=len)
    texts = {one: by_place[chunks[one]["version_id"], first] for one, first in zip(ids, firsts, strict=True)}
    return {one: (first, texts[one], Plain(texts[one])) for one, first in zip(ids, firsts, strict=True)}


def _candidates(edition: Edition, wordings: Sequence[Wording]) -> list[list[int]]:
    """Return the chunks that have the most of the rarest words of each wording, best first."""
    lexical = Lexical(edition.connection, edition.corpus)
    terms = [list(dict.fromkeys(analysis.terms(one.text[:READ], edition.corpus.language))) for one in wordings]
    every = sorted({term for listed in terms for term in listed})
    rows = edition.connection.execute(query("check_frequencies"), {**lexical.values, "terms": every})
    room: dict[str, int] = dict(rows.fetchall())
    rarest = [
        sorted((one for one in listed if one in room), key=lambda one: (room[one], one))[:TERMS] for listed in terms
    ]
    seen = EditionSegments(lexical.read({one for listed in rarest for one in listed}, edition.number), edition.number)
    having = seen.frequencies(room)
    weights = {term: idf(seen.units, having[term]) for term in having}
    return [_best(seen, listed, weights) for listed in rarest]


def _best(seen: EditionSegments, terms: Sequence[str], weights: Mapping[str, float]) -> list[int]:
    scores: dict[int, float] = defaultdict(float)
    for members, postings, inside in seen:
        places, shares = [], []
        for term in terms:
            if term in postings and weights.get(term):
                at, counts = postings[term]
                here = np.flatnonzero(counts) if at is None else np.asarray(at)
                here = here[inside[here]]
                places.append(here)
                shares.append(np.full(len(here), weights[term]))
        if places:
            distinct, numbers = np.unique(np.concatenate(places), return_inverse=True)
            total = np.bincount(numbers, np.concatenate(shares))
            for place in np.argsort(-total, kind="stable")[:MOST_CANDIDATES]:
                scores[int(members.chunks[distinct[place]])] = float(total[place])
    ranked = sorted(scores, key=lambda one: (-scores[one], one))
    every = sum(weights.get(term, 0.0) for term in terms) * 0.999  # sums of floats depend on their order
    full = sum(scores[one] >= every for one in ranked)
    return ranked[: max(CANDIDATES, min(full, MOST_CANDIDATES))]
