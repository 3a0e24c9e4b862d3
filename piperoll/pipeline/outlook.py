"""Estimate what models will be asked in a run, and what that will cost, before anything is sent."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
import polars as pl
from psycopg import Connection

from piperoll import bounded, settings
from piperoll.llm import examples, models
from piperoll.llm.budget import Ceilings
from piperoll.llm.headnotes import Example, Reader
from piperoll.llm.prices import Usage, price
from piperoll.llm.request import Request
from piperoll.model import Document, DocumentError, Status
from piperoll.pipeline.asking import wants_batches, why_not
from piperoll.pipeline.headnotes import EXAMPLES, Headnotes, Writing
from piperoll.pipeline.job import Job
from piperoll.pipeline.model_stage import asked
from piperoll.pipeline.plan import Plan
from piperoll.pipeline.rows import chunk_of, parsed, rows_of
from piperoll.store import answers
from piperoll.store.answers import Asker
from piperoll.store.corpora import Corpus

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
    """Return what a run will ask models on its way to an edition, as ``plan --json`` prints it; None: nothing.

    Args:
        job: the corpus and its settings.
        plan: what the run will do.
        connection: to the memo of answers.
    """
    stages = asked(job)
    if not stages:
        return None
    asking = [Asking(connection, job.corpus, stage.name, stage.model(job), stage.writes) for stage in stages]

    def estimate(document: Document) -> Estimate:
        each = zip(stages, asking, strict=True)
        return sum((one.of(stage.requests(job, document)) for stage, one in each), Estimate())

    return _told(asking, _of_files(job, plan, estimate), plan)


def headnotes(job: Job, plan: Plan, connection: Connection, corpus: Corpus | None) -> dict[str, Any] | None:
    """Return what a run will ask for headnotes, as :func:`outlook` does: of new files, and of judgments without one.

    Args:
        job: the corpus and its settings.
        plan: what the run will do.
        connection: to the memo of answers, in autocommit.
        corpus: as it is stored, if it is.
    """
    if not job.headnotes:
        return None
    table, kinds = models.described(job.headnotes), job.profile.judgments
    path = settings.load().headnote_examples_of(job.corpus)
    shown = [Example(*one) for one in examples.read(path)[:EXAMPLES]] if path else []

    asking = Asking(connection, job.corpus, Headnotes.name, job.headnotes, Headnotes.name)

    def estimate(document: Document) -> Estimate:
        lacks = document.kind in kinds and "summary" not in document.metadata
        return asking.of([Reader(document, table, shown).request()]) if lacks else Estimate()

    found = _of_files(job, plan, estimate)
    if corpus:
        writing = Writing(connection, corpus, corpus.built_edition, job)
        found += _of_stored(asking, writing, set(plan.todo["source"]))
    return _told([asking], found, plan)


class Asking:
    """An asking is what a stage of a corpus asks a model, by the tokens that its answers had until now."""

    def __init__(self, connection: Connection, corpus: str, stage: str, model: str, writes: str) -> None:
        """Look up what is known.

        Args:
            connection: to the memo of answers.
            corpus: its name.
            stage: its name.
            model: its name in the settings.
            writes: what the stage writes, for people.
        """
        self.writes = writes
        self.connection, self.model, self.asker = connection, model, Asker(corpus, "", stage)
        self.table = models.described(model)
        self.rates = answers.rates(connection, self.table.model, self.asker) or (1.0, 1.0)
        self.batches = wants_batches(corpus, model)
        self.off = why_not(model)
        """Why the model cannot be asked now; "": it can."""

    def of(self, requests: Sequence[Request]) -> Estimate:
        """Return what requests will take that have no answer yet."""
        keys = [request.key(self.table) for request in requests]
        known = answers.find(self.connection, keys)
        found, kept = Estimate(answered=len(known)), set[str]()
        for request in (request for key, request in zip(keys, requests, strict=True) if key not in known):
            usage = _usage(request, self.rates, request.shared in kept and not self.batches)
            cost = price(self.model, self.table, usage, batch=self.batches)
            found += Estimate(1, 0, usage.read, usage.output, cost)
            kept.add(request.shared)
        return found


def _of_files(job: Job, plan: Plan, estimate: Callable[[Document], Estimate]) -> Estimate:
    """Return what the files of a plan will take, by what a sample of them takes document by document."""
    sample = _sample(plan)
    found = sum(map(estimate, _documents(job, sample)), Estimate())
    read = int(sample["size"].sum())
    return found * (plan.bytes / read if read else 0.0)


def _of_stored(asking: Asking, writing: Writing, read_again: Container[str]) -> Estimate:
    """Return what the judgments of an edition will take that have no headnote, by the first of them."""
    found, seen = Estimate(), 0
    for judgments in writing.pages():
        found += asking.of([one.reader.request() for one in judgments if one.source not in read_again])
        seen += len(judgments)
        if seen >= SAMPLE:
            return found * (writing.lacking.count() / seen)
    return found


def _sample(plan: Plan) -> pl.DataFrame:
    return plan.todo.gather_every(-(-plan.todo.height // SAMPLE) or 1)


def _told(asking: Sequence[Asking], whole: Estimate, plan: Plan) -> dict[str, Any]:
    first = asking[0]
    left = Ceilings.of(settings.load(), first.asker.corpus).left(
        answers.spending(first.connection, first.asker)._replace(run=0.0)
    )
    return {
        "model": ", ".join(dict.fromkeys(one.model for one in asking)),
        "for": [one.writes for one in asking],
        "off": next(filter(None, (one.off for one in asking)), ""),
        "batches": all(one.batches for one in asking),
        "calls": round(whole.calls),
        "answered": round(whole.answered),
        "input_tokens": round(whole.input_tokens),
        "output_tokens": round(whole.output_tokens),
        "price": whole.price,
        "left": None if left == float("inf") else left,
        "read": {"files": _sample(plan).height, "of": plan.todo.height},
    }


def told(estimate: Mapping[str, Any]) -> str:
    """Return what an estimate says, as a line for people."""
    how = "in batches" if estimate["batches"] else "directly"
    left = f"; ${estimate['left']:,.2f} are left below the ceilings" if estimate["left"] is not None else ""
    off = f" It cannot be asked now: {estimate['off']}" if estimate["off"] else ""
    what = " and ".join(estimate["for"])
    return (
        f"To ask model {estimate['model']} for {what} {how}: about {estimate['calls']:,} requests"
        f" ({estimate['answered']:,} more are answered), {estimate['input_tokens']:,} tokens read and"
        f" {estimate['output_tokens']:,} written, ${estimate['price']:,.4f}{left}.{off}"
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
                    row["key"], row["title"], row["kind"], Status.CHUNKED, row["text"], list(map(chunk_of, chunks)),
                    metadata=orjson.loads(row["metadata"]),
                )  # fmt: skip


def _usage(request: Request, rates: Sequence[float], kept: bool) -> Usage:
    """Return the tokens of a request; ``kept``: what it shares with another is read from the cache."""
    reckoned = request.reckoned()
    reading, writing = rates
    shared = round(reckoned.cache_write * reading)
    usage = Usage(round(reckoned.input * reading), round(reckoned.output * writing), cache_write=shared)
    return replace(usage, cache_read=shared, cache_write=0) if kept else usage
