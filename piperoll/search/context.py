"""Answer a query with text: the best passages with what stands around them, within a budget."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.rows import class_row, dict_row

from piperoll.corpora import registry
from piperoll.search import amending
from piperoll.search.blocks import Assembled, Block, Hit, Passage, Piece, Version, assemble, distinct
from piperoll.search.options import BUDGET
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_context
from piperoll.search.search import RankedHits, find
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query
from piperoll.text.tokens import estimate


def context(
    connection: Connection,
    corpus: Corpus,
    text: str,
    plan: SearchPlan | None = None,
    *,
    budget: int = BUDGET,
    neighbours: int = 1,
    with_amendments: bool = False,
) -> dict[str, Any]:
    """Return the best ``plan.k`` passages for ``text`` that say different things, as blocks and as text.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search; None: without settings.
        budget: tokens of the text at most.
        neighbours: chunks that are added at each side of a passage, at most.
        with_amendments: add the acts that last amended the hits, behind the passages, as far as there is room.

    Returns:
        ``{query, edition, backend, budget, tokens, blocks, left_out, text}``; see
        :func:`piperoll.search.blocks.assemble` for what is in. With amendments, ``amendments`` as well.

    Raises:
        UsageError: as :func:`piperoll.search.search.search` has it.
    """
    plan = plan or SearchPlan()
    with reading(connection):
        ranked = find(connection, corpus, text, plan, pool=of_context(plan.k))
        gathered = gather(connection, corpus, ranked, plan, budget=budget, neighbours=neighbours)
        acts = amending.behind(connection, corpus, ranked, plan.k) if with_amendments else None
    assembled, versions = gathered.assembled, gathered.versions
    text, added = amending.added(assembled.text, acts or [], budget)
    return ranked.head | {
        "budget": budget,
        "tokens": estimate(text),
        "blocks": [_block(versions[block.version], block) for block in assembled.blocks],
        "left_out": _left_out(versions, assembled),
        **({"amendments": added} if with_amendments else {}),
        "text": text,
    }


@dataclass(frozen=True, slots=True)
class Gathered:
    """Hold what was put together of hits: the blocks, the versions that they are of, and how many hits differ."""

    assembled: Assembled
    versions: Mapping[int, Version]
    different: int
    beside: int
    """Chunks that stand beside the hits, and were looked at."""


def gather(
    connection: Connection, corpus: Corpus, ranked: RankedHits, plan: SearchPlan, *, budget: int, neighbours: int
) -> Gathered:
    """Return the best text that can be made of hits and of what stands around them.

    Args:
        connection: with the view in which they were found.
        corpus: as readers see it.
        ranked: the hits.
        plan: how they were found.
        budget: tokens of the text at most.
        neighbours: chunks that are added at each side of a passage, at most.
    """
    hits = distinct(map(_hit, ranked.hits), plan.k)
    around = _around(connection, corpus, plan, ranked, hits, neighbours)
    versions = _versions(connection, around)
    near = {(piece.version, piece.ordinal): piece for piece in around}
    passages = [Passage(near[hit.version, hit.ordinal], hit.score, also=hit.also) for hit in hits]
    assembled = assemble(
        passages, near.values(), versions,
        neighbours=neighbours, budget=budget, separator=registry.get(corpus.profile).header_separator,
    )  # fmt: skip
    return Gathered(assembled, versions, len(passages), len(near) - len(passages))


def _hit(row: Mapping[str, Any]) -> Hit:
    place = {name: row[name] for name in ("document", "source", "path", "start", "end")}
    return Hit(row["version_id"], row["ordinal"], row["score"], row["content"], place)


def _around(
    connection: Connection, corpus: Corpus, plan: SearchPlan, ranked: RankedHits, hits: Sequence[Hit], distance: int
) -> list[Piece]:
    """Read the chunks of these hits, and those up to ``distance`` before and after them."""
    values = {
        "versions": [hit.version for hit in hits],
        "ordinals": [hit.ordinal for hit in hits],
        "distance": distance,
        "day": ranked.day,
        "corpus": corpus.id,
        "edition": ranked.edition,
        "include_repealed": plan.filters.include_repealed,
    }
    with connection.cursor(row_factory=class_row(Piece)) as cursor:
        return cursor.execute(composed("chunks_around"), values).fetchall()


def _versions(connection: Connection, pieces: Iterable[Piece]) -> dict[int, Version]:
    spans: dict[int, tuple[int, int]] = {}
    for piece in pieces:
        first, last = spans.get(piece.version, (piece.start, piece.end))
        spans[piece.version] = min(first, piece.start), max(last, piece.end)
    values = {
        "versions": list(spans),
        "firsts": [first for first, _ in spans.values()],
        "lasts": [last for _, last in spans.values()],
    }
    with connection.cursor(row_factory=dict_row) as cursor:
        return {row.pop("id"): Version(**row) for row in cursor.execute(query("stretches"), values)}


def _block(version: Version, block: Block) -> dict[str, Any]:
    return {
        "document": version.document,
        "source": version.source,
        "title": version.title,
        "valid_from": version.valid_from,
        "paths": [passage.piece.path for passage in block.passages],
        "start": block.start,
        "end": block.end,
        "text": version.text(block.start, block.end),
        "score": block.score,
        "core": [core(passage) for passage in block.passages if passage.core],
    }


def core(passage: Passage) -> dict[str, Any]:
    """Return a hit within a block as readers get it."""
    piece = passage.piece
    return {
        "path": piece.path,
        "start": piece.start,
        "end": piece.end,
        "score": passage.score,
        "in_force": piece.in_force,
        "also": passage.also,
    }


def _left_out(versions: Mapping[int, Version], assembled: Assembled) -> list[dict[str, Any]]:
    return [
        {
            "document": versions[passage.piece.version].document,
            "source": versions[passage.piece.version].source,
            **core(passage),
        }
        for passage in assembled.left_out
    ]
