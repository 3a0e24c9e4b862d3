"""Backfill: chosen stages once more, on chosen files of what a corpus has.

A backfill is a plan made another way. Where a chosen stage makes rows, its files go through the same stages as in a
reindex. Embed fills in the vectors that are lacking.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from fnmatch import translate
from typing import Any

import polars as pl

from piperoll.errors import UsageError
from piperoll.pipeline import enrich
from piperoll.pipeline.cost import outlay, tokens_of
from piperoll.pipeline.discover import plan_for
from piperoll.pipeline.embed import needed_editions
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Plan
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.pipeline.stages import EMBED, again
from piperoll.store import editions, ledger
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Lacking, Vectors


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection holds conditions on files of a corpus; a file is in it if it meets all that are given.

    New files are in none: they are a reindex's.
    """

    documents: Sequence[str] = ()
    """Keys, or paths in the source."""
    files: str | None = None
    """Pattern of paths in the source: ``*`` stands for anything, ``?`` for one character."""
    since: date | None = None
    until: date | None = None
    """First and last day on which a version entered into force; where that is not known, was issued or decided."""
    status: Sequence[str] = ()
    made_before: int | None = None
    """Made by a version of the profile below this one."""

    @property
    def whole(self) -> bool:
        """Return whether no file is left out."""
        return self == Selection()


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one stage, counted. ``files`` is the plan of what is read again; None: the stage reads no file."""

    documents: int
    bytes: int
    chunks: int
    texts: int
    """To embed. Reading files again may find more of them."""
    files: Plan | None = None
    tokens: int = 0
    """About how many the texts to embed have."""


@dataclass(frozen=True, slots=True)
class Backfill:
    """The plan of a backfill. ``sources``: the files that are selected; None: all."""

    work: Mapping[str, Work]
    sources: Sequence[str] | None

    @property
    def files(self) -> Plan | None:
        """Return the plan of the files to read again, once for all stages; None: no stage reads any."""
        return next((work.files for work in self.work.values() if work.files is not None), None)

    @property
    def embeds(self) -> bool:
        """Return whether vectors that are lacking are to be computed."""
        return EMBED.name in self.work


@dataclass(frozen=True, slots=True)
class PlanBackfill(BaseStage):
    """The stage counts what chosen stages have to do on the files of a selection; no document is opened."""

    stages: Sequence[str]
    selection: Selection = field(default_factory=Selection)
    name = "discover"
    does = "plans a backfill"

    def run(self, context: Context) -> StageResult:
        """Make the plan, a :class:`Backfill`, which is the ``value`` of the result. See :func:`make_backfill`."""
        with context.connect() as (connection, corpus):
            plan = make_backfill(context.job, connection, corpus, self.stages, self.selection)
        told = "; ".join(
            f"{name}: {work.documents} documents, {work.chunks} chunks, {work.texts} texts to embed"
            for name, work in plan.work.items()
        )
        return StageResult(self.name, message=told, value=plan)


def make_backfill(
    job: Job, connection: Connection, corpus: Corpus, stages: Sequence[str], selection: Selection
) -> Backfill:
    """Return what stages have to do on the files of a corpus that are selected.

    Args:
        job: the corpus and its settings.
        connection: in autocommit.
        corpus: as it is stored.
        stages: their names.
        selection: which files.

    Raises:
        UsageError: ``unknown_stage``, or ``backend_other`` where files would be loaded with the vectors of a
            backend that the corpus is not searched by.
        PiperollError: the source is empty.
    """
    known = {name: stage for name, stage in again().items() if name in usable(job)}
    if not stages or (unknown := [name for name in stages if name not in known]):
        missing = ", ".join(unknown) if stages else ""
        remedy = "; ".join(f"{stage.name} {stage.does}" for stage in known.values())
        raise UsageError("unknown_stage", f"There is no stage {missing!r}.", remedy=f"Choose of: {remedy}.")
    if job.backend != corpus.backend and {*stages} - {EMBED.name}:
        raise UsageError(
            "backend_other",
            f"With backend {job.backend}, which {corpus.name} is not searched by, only embed can be backfilled.",
            remedy="Do the other stages first, without --backend.",
        )
    conditions = asdict(selection)
    pattern = conditions.pop("files")
    files = ledger.within(connection, corpus, days=job.profile.days, **conditions)
    if pattern:
        matches = re.compile(translate(pattern)).match
        files = files.filter([bool(matches(source)) for source in files["source"]])
    sources = None if selection.whole else files["source"].to_list()
    work: dict[str, Work] = {}
    if rows := [name for name in known if name in stages and name != EMBED.name]:
        work |= dict.fromkeys(rows, _read_again(job, connection, corpus, files))
    if EMBED.name in stages:
        lacking = _lacking(job, connection, corpus, sources)
        with_chunks = files.filter(pl.col("chunks") > 0).height
        work[EMBED.name] = Work(with_chunks, 0, lacking.chunks, lacking.texts, tokens=tokens_of(lacking))
    return Backfill(work, sources)


def usable(job: Job) -> list[str]:
    """Return the names of the stages that a backfill of this corpus can do."""
    return [enrich.PARSE.name, *job.stages, EMBED.name]


def _read_again(job: Job, connection: Connection, corpus: Corpus, chosen: pl.DataFrame) -> Work:
    """Return the work of reading files again: all that are chosen, but those that a run which died has loaded."""
    newest = editions.newest_seen(connection, corpus)
    loaded = (pl.col("edition") > newest) & (pl.col("made_by") == enrich.made_by(job))
    files = chosen.filter(~loaded)
    known = ledger.read(connection, corpus)
    forgotten = known.with_columns(made_by=pl.when(~pl.col("source").is_in(files["source"].implode())).then("made_by"))
    plan = plan_for(job, corpus, forgotten, ledger.containers(connection, corpus))
    todo = plan.todo.join(files.select("source", "chunks"), on="source", how="inner", maintain_order="left")
    lacking = _lacking(job, connection, corpus, todo["source"].to_list())
    return Work(
        documents=todo.height,
        bytes=int(todo["size"].sum()),
        chunks=int(todo["chunks"].sum()),
        texts=lacking.texts,
        files=Plan(todo.drop("chunks"), [], known.height - todo.height),
        tokens=tokens_of(lacking),
    )


def _lacking(job: Job, connection: Connection, corpus: Corpus, sources: Sequence[str] | None) -> Lacking:
    vectors = Vectors(connection, corpus, job.backend)
    return max(
        (vectors.lacking(edition, sources) for edition in needed_editions(corpus)),
        key=lambda lacking: lacking.texts,
        default=Lacking(0, 0, 0, 0),
    )


UNITS: Mapping[str, Callable[[Mapping[str, Any]], int]] = {
    "parse": lambda run: run.get("bytes", 0),
    "embed": lambda run: run["embeddings"]["computed"],
    "load": lambda run: run["chunks"]["new"],
    "verify": lambda run: run["chunks"]["new"],
}
"""By what the seconds of a stage grow, in the result of a run; those of other stages grow by chunks."""


def rates(measured: Iterable[tuple[str, Mapping[str, Any]]], job: Job) -> dict[str, float]:
    """Return the seconds of one worker for one unit of each stage, over earlier runs of the profile.

    Those of embed are over runs of the backend.

    Args:
        measured: profile and result of each run.
        job: whose profile and backend.
    """
    seconds: Counter[str] = Counter()
    amounts: Counter[str] = Counter()
    units = {**dict.fromkeys(job.stages, UNITS["load"]), **UNITS}
    for profile, result in measured:
        for name, amount in units.items():
            fits = result.get("backend") == job.backend if name == "embed" else profile == job.profile_name
            if fits and name in result["seconds"] and amount(result):
                seconds[name] += result["seconds"][name]
                amounts[name] += amount(result)
    return {name: seconds[name] / amounts[name] for name in amounts}


def estimate(stage: str, work: Work, known: Mapping[str, float], job: Job) -> float | None:
    """Return the seconds that the stage will take one worker; None where a rate that it needs was never measured.

    Args:
        stage: its name.
        work: what it has to do.
        known: rates, as :func:`rates` gives them.
        job: whose stages the files go through.
    """
    amounts = {"embed": work.texts}
    if stage != EMBED.name:
        amounts |= {"parse": work.bytes, "load": work.chunks, "verify": work.chunks}
        amounts |= dict.fromkeys(job.stages, work.chunks)
    needed = [(known.get(name), amount) for name, amount in amounts.items() if amount]
    measured = [rate * amount for rate, amount in needed if rate is not None]
    return sum(measured) if len(measured) == len(needed) else None


def summary(backfill: Backfill, job: Job, known: Mapping[str, float]) -> dict[str, Any]:
    """Return the plan as ``piperoll backfill --dry-run --json`` prints it.

    Args:
        backfill: the plan.
        job: the corpus and its settings.
        known: rates, as :func:`rates` gives them.
    """
    stages = again()
    seconds = {name: estimate(name, work, known, job) for name, work in backfill.work.items()}
    measured = [value for value in seconds.values() if value is not None]
    return {
        "corpus": job.corpus,
        "backend": job.backend,
        "stages": [
            {
                "stage": name,
                "version": stages[name].version(job),
                "documents": work.documents,
                "bytes": work.bytes,
                "chunks": work.chunks,
                "texts": work.texts,
                "seconds": seconds[name],
            }
            for name, work in backfill.work.items()
        ],
        "embedding": outlay(job, max((work.tokens for work in backfill.work.values()), default=0)),
        "seconds": sum(measured) if len(measured) == len(seconds) else None,
    }
