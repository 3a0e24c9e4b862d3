"""Add to a context the acts that last amended its passages."""

from collections.abc import Mapping, Sequence
from typing import Any

from piperoll.search.blocks import BETWEEN
from piperoll.search.search import RankedHits
from piperoll.store.amendments import act_of, amendments
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.text.tokens import estimate


def behind(connection: Connection, corpus: Corpus, ranked: RankedHits, k: int) -> list[dict[str, Any]]:
    """Return the acts that last amended the best hits, in the order of the hits.

    Args:
        connection: to the database.
        corpus: that was searched.
        ranked: what was found.
        k: how many of the hits.

    Returns:
        The acts as :func:`piperoll.store.amendments.amendments` has them, with ``amends``, the document of the hits,
        and ``paths``, those of the hits.
    """
    paths: dict[tuple[str, str], list[str]] = {}
    for hit in ranked.hits[:k]:
        if act := act_of(hit["metadata"]):
            paths.setdefault((hit["document"], act), []).append(hit["path"])
    documents = {document: {act for of, act in paths if of == document} for document, _ in paths}
    found = {
        (document, one["document"]): one
        for document, acts in documents.items()
        for one in amendments(connection, corpus, ranked.edition, document, acts=acts)
    }
    return [found[of] | {"amends": of[0], "paths": named} for of, named in paths.items() if of in found]


def added(text: str, acts: Sequence[Mapping[str, Any]], budget: int) -> tuple[str, list[dict[str, Any]]]:
    """Return the text with those of the acts that fit behind it, and the acts with ``in_text``.

    Args:
        text: of the passages.
        acts: as :func:`behind` returns them.
        budget: tokens of the whole text at most.
    """
    rows = []
    for act in acts:
        head = " | ".join(part for part in (act["document"], act["title"], f"amends {act['amends']}") if part)
        longer = f"{text}{BETWEEN}=== {head} ===\n{act['text']}"
        fits = bool(act["text"]) and estimate(longer) <= budget
        text = longer if fits else text
        rows.append({**act, "in_text": fits})
    return text, rows
