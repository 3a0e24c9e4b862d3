"""backfill: chosen stages once more, on a chosen range of what a corpus has.

A backfill is a plan made another way. A stage that makes rows from files sends its files through the same
loop as a reindex; a stage that puts something beside the rows fills in what is lacking.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from fnmatch import translate
from typing import Any

import polars as pl

from piperoll.embed.backend import get as get_backend
from piperoll.errors import UsageError
from piperoll.pipeline.embed import Embedded, embed_edition, vectors_of
from piperoll.pipeline.job import Job, plan_for
from piperoll.pipeline.plan import Plan
from piperoll.store import editions, ledger
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Lacking, Vectors

NOTHING = Plan(pl.DataFrame(schema={"source": pl.String, "size": pl.Int64}), [], 0)


@dataclass(frozen=True, slots=True)
class Range:
    """Which files of a corpus: those that meet every condition given. New files are a reindex's."""

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
        """Is nothing left out?"""
        return self == Range()


@dataclass(frozen=True, slots=True)
class Work:
    """What one stage has to do, counted; ``files``: the plan of what it reads again."""

    documents: int
    bytes: int
    chunks: int
    texts: int
    """To embed. Reading files again may find more of them."""
    files: Plan = NOTHING


@dataclass(frozen=True, slots=True)
class Stage:
    """What can be done once more. One entry in STAGES is all that a stage needs."""

    name: str
    does: str
    version: Callable[[Job], str]
    """Of the code that decides its results."""
    timed: Sequence[str]
    """The timings of earlier runs that tell how long it takes: keys of UNITS."""
    plan: Callable[[Job, Connection, Corpus, pl.DataFrame, bool], Work]
    """From the files in the range, as :func:`piperoll.store.ledger.within` gives them, and whether those are all."""
    fill: Callable[[Job, Connection, Corpus, Sequence[str] | None, Callable[[int], None]], Embedded] | None = None
    """Puts what is lacking beside the rows of the files named (None: of all). None: files go through the pipeline."""


def _plan_parse(job: Job, connection: Connection, corpus: Corpus, chosen: pl.DataFrame, whole: bool) -> Work:
    """Every file in the range is new to the plan, but those that a run which died has loaded already."""
    loaded = (pl.col("edition") > editions.newest_seen(connection, corpus)) & (pl.col("made_by") == job.maker)
    again = chosen.filter(~loaded)
    known = ledger.read(connection, corpus)
    forgotten = known.with_columns(made_by=pl.when(~pl.col("source").is_in(again["source"].implode())).then("made_by"))
    files = plan_for(job, corpus, forgotten, ledger.containers(connection, corpus))
    todo = files.todo.join(again.select("source", "chunks"), on="source", how="inner", maintain_order="left")
    lacking = _lacking(job, connection, corpus, todo["source"].to_list())
    return Work(
        documents=todo.height,
        bytes=int(todo["size"].sum()),
        chunks=int(todo["chunks"].sum()),
        texts=lacking.texts,
        files=Plan(todo.drop("chunks"), [], known.height - todo.height),
    )


def _plan_embed(job: Job, connection: Connection, corpus: Corpus, chosen: pl.DataFrame, whole: bool) -> Work:
    lacking = _lacking(job, connection, corpus, None if whole else chosen["source"].to_list())
    return Work(chosen.filter(pl.col("chunks") > 0).height, 0, lacking.chunks, lacking.texts)


def _lacking(job: Job, connection: Connection, corpus: Corpus, sources: Sequence[str] | None) -> Lacking:
    vectors = Vectors(connection, corpus, job.backend)
    return max(
        (vectors.lacking(edition, sources) for edition in _editions(corpus)),
        key=lambda one: one.texts,
        default=Lacking(0, 0, 0),
    )


def _editions(corpus: Corpus) -> set[int]:
    """The editions that a search or the next run may need: the published one, and the newest."""
    return {corpus.published_edition, corpus.built_edition} - {0}


def _fill_embed(
    job: Job, connection: Connection, corpus: Corpus, sources: Sequence[str] | None, progress: Callable[[int], None]
) -> Embedded:
    vectors, model = vectors_of(connection, corpus, job.backend)
    total = Embedded()
    for edition in sorted(_editions(corpus)):
        total += embed_edition(vectors, model, edition, sources, progress)
    return total


STAGES = {
    stage.name: stage
    for stage in (
        Stage(
            "parse",
            "reads, parses and cuts the files again",
            lambda job: f"{job.profile} {job.family.version}",
            ("parse", "embed", "load", "verify"),
            _plan_parse,
        ),
        Stage(
            "embed",
            "computes the vectors that are lacking",
            lambda job: get_backend(job.backend).identity,
            ("embed",),
            _plan_embed,
            _fill_embed,
        ),
    )
}
"""In the order in which they are done."""


@dataclass(frozen=True, slots=True)
class Backfill:
    """The plan of a backfill. ``sources``: the files in its range; None: all."""

    work: Mapping[str, Work]
    sources: Sequence[str] | None

    @property
    def files(self) -> Plan | None:
        """The files to read again, once for all stages that do; None: no stage reads any."""
        return next((one.files for name, one in self.work.items() if STAGES[name].fill is None), None)

    @property
    def fills(self) -> list[str]:
        """The stages that fill in what is lacking."""
        return [name for name in self.work if STAGES[name].fill]


def make_backfill(job: Job, connection: Connection, corpus: Corpus, names: Sequence[str], chosen: Range) -> Backfill:
    """What the stages ``names`` have to do on the files of a corpus that are in the range.

    Raises:
        UsageError: ``unknown_stage``, or ``backend_other`` where files would be loaded with the vectors of a
            backend that the corpus is not searched by.
        PiperollError: the source is empty.
    """
    unknown = [name for name in names if name not in STAGES]
    if unknown or not names:
        known = "; ".join(f"{stage.name} {stage.does}" for stage in STAGES.values())
        raise UsageError("unknown_stage", f"There is no stage {', '.join(unknown)!r}.", remedy=f"Choose of: {known}.")
    if job.backend != corpus.backend and any(STAGES[name].fill is None for name in names):
        raise UsageError(
            "backend_other",
            f"With backend {job.backend}, which {corpus.name} is not searched by, only embed can be backfilled.",
            remedy="Do the other stages first, without --backend.",
        )
    asked = asdict(chosen)
    pattern = asked.pop("files")
    files = ledger.within(connection, corpus, days=job.family.days, **asked)
    if pattern:
        matches = re.compile(translate(pattern)).match
        files = files.filter([bool(matches(source)) for source in files["source"]])
    work = {
        stage.name: stage.plan(job, connection, corpus, files, chosen.whole)
        for stage in STAGES.values()
        if stage.name in names
    }
    return Backfill(work, None if chosen.whole else files["source"].to_list())


UNITS: Mapping[str, Callable[[Mapping[str, Any]], int]] = {
    "parse": lambda run: run.get("bytes", 0),
    "embed": lambda run: run["embeddings"]["computed"],
    "load": lambda run: run["chunks"]["new"],
    "verify": lambda run: run["chunks"]["new"],
}
"""By what the seconds of a stage grow, in the result of a run."""


def rates(measured: Iterable[tuple[str, Mapping[str, Any]]], job: Job) -> dict[str, float]:
    """Seconds of one worker for one unit of each timing, over earlier runs of the profile (embed: of the backend).

    Args:
        measured: profile and result of each run.
    """
    seconds: Counter[str] = Counter()
    amounts: Counter[str] = Counter()
    for profile, result in measured:
        for name, amount in UNITS.items():
            fits = result.get("backend") == job.backend if name == "embed" else profile == job.profile
            if fits and name in result["seconds"] and amount(result):
                seconds[name] += result["seconds"][name]
                amounts[name] += amount(result)
    return {name: seconds[name] / amounts[name] for name in amounts}


def estimate(stage: Stage, work: Work, known: Mapping[str, float]) -> float | None:
    """Seconds that the stage will take one worker at these rates; None where one that it needs was never measured."""
    amounts = {"parse": work.bytes, "embed": work.texts, "load": work.chunks, "verify": work.chunks}
    needed = [(known.get(name), amounts[name]) for name in stage.timed if amounts[name]]
    known_only = [rate * amount for rate, amount in needed if rate is not None]
    return sum(known_only) if len(known_only) == len(needed) else None


def told(backfill: Backfill, job: Job, known: Mapping[str, float]) -> dict[str, Any]:
    """The plan as ``piperoll backfill --dry-run --json`` prints it."""
    seconds = {name: estimate(STAGES[name], work, known) for name, work in backfill.work.items()}
    measured = [one for one in seconds.values() if one is not None]
    return {
        "corpus": job.corpus,
        "backend": job.backend,
        "stages": [
            {
                "stage": name,
                "version": STAGES[name].version(job),
                "documents": work.documents,
                "bytes": work.bytes,
                "chunks": work.chunks,
                "texts": work.texts,
                "seconds": seconds[name],
            }
            for name, work in backfill.work.items()
        ],
        "seconds": sum(measured) if len(measured) == len(seconds) else None,
    }
