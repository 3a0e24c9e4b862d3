"""Estimate what embedding by a service will cost, and say what it did cost."""

from collections.abc import Iterable, Mapping
from typing import Any

from piperoll.embed.backend import get, metered
from piperoll.embed.batching import BYTES_A_TOKEN
from piperoll.pipeline.job import Job
from piperoll.store.services import PACE
from piperoll.store.vectors import Lacking, Vectors


def price_of(backend: str, tokens: int) -> float | None:
    """Return the price of so many tokens by a backend, in the currency of its settings; None: they name none."""
    service = metered(get(backend))
    if service is None or service.settings.price is None:
        return None
    return tokens * service.settings.price / 1_000_000


def tokens_of_bytes(source_bytes: int, job: Job, measured: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
    """Return about how many tokens the texts of new files have.

    Args:
        source_bytes: of these files.
        job: whose profile and backend.
        measured: profile and result of earlier runs: those of the profile tell how much of a file is embedded. Without
            any, all of it is.
    """
    read = tokens = 0
    for profile, result in measured:
        embedded = result["embeddings"]
        if profile == job.profile_name and result.get("backend") == job.backend and embedded["computed"]:
            read, tokens = read + result.get("bytes", 0), tokens + embedded["tokens"]
    return round(source_bytes * tokens / read) if read and tokens else source_bytes // BYTES_A_TOKEN


def tokens_of(lacking: Lacking) -> int:
    """Return about how many tokens the texts have that lack a vector: chunks with equal text share one."""
    return lacking.bytes * lacking.texts // (BYTES_A_TOKEN * lacking.without) if lacking.without else 0


def tokens_of_edition(vectors: Vectors, edition: int) -> int:
    """Return about how many tokens the texts of an edition have."""
    return vectors.bytes_of(edition) // BYTES_A_TOKEN


def told(outlay: Mapping[str, Any]) -> str:
    """Return what :func:`outlay` says, as a line for people."""
    minutes = f", at least {outlay['minutes']:,.1f} minutes" if outlay["minutes"] is not None else ""
    price = f", price {outlay['price']:,.4f}" if outlay["price"] is not None else ""
    return f"To embed by {outlay['backend']}: about {outlay['tokens']:,} tokens{minutes}{price}."


def outlay(job: Job, tokens: int) -> dict[str, Any]:
    """Return what embedding so many tokens needs, as ``plan --json`` prints it.

    Args:
        job: whose backend.
        tokens: about how many.

    Returns:
        ``minutes`` at the least, by the limit of tokens, and ``price``; both None for what settings do not say.
    """
    service = metered(get(job.backend))
    limit = service.settings.tokens_per_minute if service else None
    return {
        "backend": job.backend,
        "tokens": tokens,
        "minutes": tokens / (limit * PACE) if limit else None,
        "price": price_of(job.backend, tokens),
    }
