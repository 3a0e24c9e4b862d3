"""Estimate what models will be asked in a run, and what that will cost, before anything is sent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from psycopg import Connection

from piperoll import bounded, settings
from piperoll.llm import models
from piperoll.llm.budget import Ceilings
from piperoll.llm.prefixes import Reader
from piperoll.llm.prices import Usage, price
from piperoll.llm.request import Request
from piperoll.model import Document, DocumentError, Status
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Plan
from piperoll.pipeline.prefixes import PrefixStage, batched
from piperoll.pipeline.rows import chunk_of, parsed, rows_of
from piperoll.store import answers
from piperoll.store.answers import Asker

SAMPLE = 400
"""Files that are read, spread over all; what the others will cost is reckoned by their bytes."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate tells what a run will ask. ``answered`` counts requests whose answers are known, and free."""

    calls: float = 0
    answered: float = 0
    input_tokens: float = 0
    output_tokens: float = 0
    price: float = 0

    def __mul__(self, factor: float) -> "Estimate":
        return Estimate(*(factor * value for value in self._values))

    def __add__(self, other: "Estimate") -> "Estimate":
        return Estimate(*(one + two for one, two in zip(self._values, other._values, strict=True)))

    @property
    def _values(self) -> tuple[float, ...]:
        return self.calls, self.answered, self.input_tokens, self.output_tokens, self.price


def outlook(job: Job, plan: Plan, connection: Connection) -> dict[str, Any] | None:
    """Return what a run will ask models, as ``plan --json`` prints it; None: nothing, whatever the documents are.

    Args:
        job: the corpus and its settings.
        plan: what the run will do.
        connection: to the memo of answers.
    """
    if PrefixStage.name not in job.stages:
        return None
    step = -(-plan.todo.height // SAMPLE) or 1
    sample = plan.todo.gather_every(step)
    asker = Asker(job.corpus, "", PrefixStage.name)
    rates = answers.rates(connection, models.described(job.prefixes).model, asker) or (1.0, 1.0)
    found = sum((_of(job, document, connection, rates) for document in _documents(job, sample)), Estimate())
    read = int(sample["size"].sum())
    whole = found * (plan.bytes / read if read else 0.0)
    left = Ceilings.of(settings.load(), job.corpus).left(answers.spending(connection, asker)._replace(run=0.0))
    return {
        "model": job.prefixes,
        "batches": batched(job),
        "calls": round(whole.calls),
        "answered": round(whole.answered),
        "input_tokens": round(whole.input_tokens),
        "output_tokens": round(whole.output_tokens),
        "price": whole.price,
        "left": None if left == float("inf") else left,
        "read": {"files": sample.height, "of": plan.todo.height},
    }


def told(estimate: Mapping[str, Any]) -> str:
    """Return what :func:`outlook` says, as a line for people."""
    how = "in batches" if estimate["batches"] else "directly"
    left = f"; ${estimate['left']:,.2f} are left below the ceilings" if estimate["left"] is not None else ""
    return (
        f"To ask model {estimate['model']} {how}: about {estimate['calls']:,} requests"
        f" ({estimate['answered']:,} more are answered), {estimate['input_tokens']:,} tokens read and"
        f" {estimate['output_tokens']:,} written, ${estimate['price']:,.4f}{left}."
    )


def _documents(job: Job, files: pl.DataFrame) -> Iterator[Document]:
    """Yield the documents of files that have chunks, read as a run reads them."""
    profile = job.profile
    for source, name, data in job.open_source().read_all(files.select("source", "fingerprint").iter_rows()):
        if not isinstance(data, bytes):
            continue
        try:
            made = list(bounded.run(parsed, profile, data, name, source, size=len(data)))
        except (bounded.Defect, DocumentError):
            continue
        for row, chunks, _, _ in map(rows_of, made):
            if chunks:
                yield Document(
                    row["key"], row["title"], row["kind"], Status.CHUNKED, row["text"], list(map(chunk_of, chunks))
                )


def _of(job: Job, document: Document, connection: Connection, rates: tuple[float, float]) -> Estimate:
    """Return what the prefixes of one document will take."""
    table = models.described(job.prefixes)
    reader = Reader(document, table, questions=job.questions)
    requests = [reader.request(call) for call in reader.calls()]
    keys = [request.key(table) for request in requests]
    known = answers.find(connection, keys)
    found, in_batches, kept = Estimate(answered=len(known)), batched(job), set[str]()
    for request in (request for key, request in zip(keys, requests, strict=True) if key not in known):
        usage = _usage(request, rates, request.shared in kept and not in_batches)
        cost = price(job.prefixes, table, usage, batch=in_batches)
        found += Estimate(1, 0, usage.read, usage.output, cost)
        kept.add(request.shared)
    return found


def _usage(request: Request, rates: Sequence[float], kept: bool) -> Usage:
    """Return the tokens of a request; ``kept``: what it shares with another is read from the cache."""
    reckoned = request.reckoned()
    reading, writing = rates
    shared = round(reckoned.cache_write * reading)
    usage = Usage(round(reckoned.input * reading), round(reckoned.output * writing), cache_write=shared)
    return replace(usage, cache_read=shared, cache_write=0) if kept else usage
