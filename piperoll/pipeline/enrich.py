"""Run the stages between parse and embed: enrichers add to chunks, then the text to embed of each chunk is final.

An :class:`Enricher` is a stage that a corpus asks for. It writes a prefix of each chunk (a line between header and
content, embedded with them) or rows beside the chunks (triplets). :class:`Enrich`, after all of them, puts the
prefixes together and computes the hash of what is embedded. A corpus names its enrichers in its settings; other
packages offer theirs by an entry point of the group ``piperoll.stages``, which names a callable without arguments
that returns an enricher.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson
import polars as pl

from piperoll.contract import CHUNKS, DOCUMENTS, PREFIXES, TEXTS, TRIPLETS
from piperoll.errors import PiperollError, UsageError
from piperoll.hashing import digest
from piperoll.hashing import name as hashed
from piperoll.model import LONGEST_NAME, Document, Status, Triplet, embedding_text
from piperoll.pipeline import parquet
from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import Parse, code_of
from piperoll.pipeline.rows import chunk_of, triplet_rows
from piperoll.pipeline.stage import BaseStage, Context, StageResult, find_or_write
from piperoll.pipeline.workspace import Summary
from piperoll.plugins import loading
from piperoll.store.connection import Connection

GROUP = "piperoll.stages"
PARSE = Parse()
LACKING = " lacking"
"""Ends what made a file, where something could not be added yet."""
Found = tuple[str, int, Document]
"""A document with its file and its ordinal in the file."""


@dataclass(frozen=True, slots=True)
class Enrichment:
    """An enrichment holds what a stage adds to the chunks of one document."""

    prefixes: Sequence[str | None] = ()
    """One for each chunk, in their order, "" for none; or empty, if the enricher writes no prefixes. None: it is not
    known yet, and the next run does the file again."""
    triplets: Mapping[int, Sequence[Triplet]] = field(default_factory=dict)
    """By the index of the chunk in ``document.chunks``, from 0."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """What else there is to count."""


class Enricher(BaseStage):
    """An enricher is a stage that adds to chunks. Each has a name, a version and :meth:`enrich`."""

    def made_by(self, job: Job) -> str:
        """Return the text that names the producer of rows: name, version and settings.

        It is stored with triplets, and is part of what decides whether the documents of a corpus are done again.
        """
        return "/".join([self.name, self.version(job), *self.depends_on(job)])

    def enrich(self, document: Document, job: Job) -> Enrichment:
        """Return what the enricher adds to the chunks of one document. Every enricher overrides this method.

        The document has at least one chunk; it comes without its citations and set-aside ranges. This must be a pure
        function: all else that decides the result belongs in the version or in :meth:`depends_on`.
        """
        raise NotImplementedError

    def can(self, job: Job, connection: Connection) -> bool:
        """Return whether the enricher could add now what it could not add before."""
        return False

    def enriched(self, context: Context, found: Iterator[Found]) -> Iterator[tuple[Found, Enrichment]]:
        """Yield the documents of a partition with what the enricher adds to each.

        An enricher that works on many documents at once, or needs the database, overrides this method.
        """
        for one in found:
            yield one, self.enrich(one[2], context.job)

    def run(self, context: Context) -> StageResult:
        """Enrich every document of a partition that has chunks, or find that an earlier run has."""
        parsed = PARSE.result(context)
        summary, reused = find_or_write(
            context.workspace, self.result(context, parsed), lambda draft: self._write(context, parsed, draft)
        )
        told = ", ".join(f"{count:,} {what}" for what, count in summary.items())
        return StageResult(self.name, dict(summary), reused=reused, message=f"{context.label}: {told}")

    def _write(self, context: Context, parsed: str, draft: Path) -> Summary:
        counts = Counter(chunks=0, prefixes=0, triplets=0)
        made_by = self.made_by(context.job)
        if len(made_by) > LONGEST_NAME:  # it is indexed
            made_by = f"{self.name}/{hashed([made_by])}"
        with (
            parquet.Writer(draft / PREFIXES.file, PREFIXES.schema) as prefixes,
            parquet.Writer(draft / TRIPLETS.file, TRIPLETS.schema) as triplets,
            context.workspace.file(parsed, DOCUMENTS.file) as documents_file,
            context.workspace.file(parsed, CHUNKS.file) as chunks_file,
        ):
            for (source, ordinal, document), added in self.enriched(context, documents(documents_file, chunks_file)):
                written = added.prefixes or [""] * len(document.chunks)
                counts["chunks"] += prefixes.add(
                    {"source": source, "document": ordinal, "ordinal": position, "prefix": prefix}
                    for position, (_, prefix) in enumerate(zip(document.chunks, written, strict=True))
                )
                counts["prefixes"] += sum(map(bool, written))
                counts["triplets"] += triplets.add(triplet_rows(added.triplets, source, ordinal, made_by))
                counts.update(added.counts)
        return dict(counts)


_BUILT_IN = (
    EntryPoint("triplets", "piperoll.pipeline.rule_triplets:Triplets", GROUP),
    EntryPoint("model_triplets", "piperoll.pipeline.model_triplets:ModelTriplets", GROUP),
    EntryPoint("prefixes", "piperoll.pipeline.prefixes:PrefixStage", GROUP),
)


def names() -> list[str]:
    """Return the names of all enrichers that are installed."""
    return sorted({entry.name for entry in (*_BUILT_IN, *entry_points(group=GROUP))})


@cache
def get(name: str) -> Enricher:
    """Return the enricher of that name, the same object each time in one process.

    Raises:
        UsageError: ``stage_unknown``: none is installed under that name.
        PiperollError: ``stage_broken``: the package that offers it cannot be loaded, or its enricher has another name.
    """
    found = {entry.name: entry for entry in _BUILT_IN}
    if name not in found:  # all that is installed is looked through for it
        found = {entry.name: entry for entry in entry_points(group=GROUP)} | found
    if name not in found:
        raise UsageError(
            "stage_unknown", f"There is no stage {name!r}.", remedy=f"There are: {', '.join(sorted(found))}."
        )
    with loading(found[name], "Stage", "stage_broken"):
        stage: Enricher = found[name].load()()
    if stage.name != name:
        raise PiperollError(
            "stage_broken",
            f"Stage {name!r} ({found[name].value}) calls itself {stage.name!r}.",
            remedy="Both names must be the same.",
        )
    return stage


def enrichers(job: Job) -> list[Enricher]:
    """Return the enrichers of a corpus, in the order in which its settings name them; see :func:`get` for errors."""
    return [get(name) for name in job.stages]


def made_by(job: Job) -> str:
    """Return a hash of all code and settings that decide the rows of a file: of parse, and of the enrichers."""
    return hashed([*code_of(job.profile), *(f"{stage.name}={stage.made_by(job)}" for stage in enrichers(job))])


def settled(job: Job, connection: Connection, known: pl.DataFrame) -> pl.DataFrame:
    """Return the ledger, where files to which something could not be added count as done if it still cannot.

    Args:
        job: the corpus and its settings.
        connection: by which enrichers see whether they can.
        known: the ledger, as :func:`piperoll.store.ledger.read` gives it.
    """
    in_part = pl.col("made_by").str.ends_with(LACKING)
    if not known.select(in_part.any()).item() or any(stage.can(job, connection) for stage in enrichers(job)):
        return known
    return known.with_columns(made_by=pl.col("made_by").str.strip_suffix(LACKING))


class Enrich(BaseStage):
    """The stage puts the prefixes of each chunk together, and computes the hash of what is embedded."""

    name = "enrich"
    does = "fixes the text to embed"

    def inputs(self, context: Context) -> list[str]:
        """Return the names of the results that this stage reads: that of parse, then those of the enrichers."""
        parsed = PARSE.result(context)
        return [parsed, *(stage.result(context, parsed) for stage in enrichers(context.job))]

    def run(self, context: Context) -> StageResult:
        """Write prefix and hash of each chunk of a partition, or find them written by an earlier run."""
        inputs = self.inputs(context)
        summary, reused = find_or_write(
            context.workspace, self.result(context, *inputs), lambda draft: _write_texts(context, inputs, draft)
        )
        return StageResult(self.name, dict(summary), reused=reused)


ENRICH = Enrich()


def _write_texts(context: Context, inputs: Sequence[str], draft: Path) -> Summary:
    parsed, *added = inputs
    with ExitStack() as files:

        def rows(name: str, file: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
            return parquet.read(files.enter_context(context.workspace.file(name, file)), columns)

        chunks = rows(parsed, CHUNKS.file, ("source", "document", "ordinal", "header", "content"))
        prefixes = [rows(name, PREFIXES.file, ("prefix",)) for name in added]
        writer = files.enter_context(parquet.Writer(draft / TEXTS.file, TEXTS.schema))
        count = writer.add(
            _text(chunk, "\n".join(line for (line,) in lines if line))
            for chunk, *lines in zip(chunks, *prefixes, strict=True)
        )
    return {"chunks": count}


def _text(chunk: tuple[Any, ...], prefix: str) -> dict[str, Any]:
    source, document, ordinal, header, content = chunk
    text_hash = digest(embedding_text(header, prefix, content))
    return {"source": source, "document": document, "ordinal": ordinal, "prefix": prefix, "text_hash": text_hash}


_DOCUMENT_COLUMNS = ("source", "ordinal", "key", "title", "kind", "text", "metadata")


def documents(documents_file: Path, chunks_file: Path) -> Iterator[Found]:
    """Yield the documents of a parsed partition that have chunks: file, ordinal in the file, document with its chunks.

    Both files are in the order in which parse wrote them. Citations and set-aside ranges are not read.
    """
    rows = (dict(zip(CHUNKS.names, row, strict=True)) for row in parquet.read(chunks_file, CHUNKS.names))
    groups = groupby(rows, key=lambda row: (row["source"], row["document"]))
    key, its_rows = next(groups, (None, iter(())))
    for source, ordinal, number, title, kind, text, metadata in parquet.read(documents_file, _DOCUMENT_COLUMNS):
        if (source, ordinal) == key:
            chunks = [chunk_of(row) for row in its_rows]
            yield source, ordinal, Document(
                number, title, kind, Status.CHUNKED, text, chunks, metadata=orjson.loads(metadata)
            )  # fmt: skip
            key, its_rows = next(groups, (None, iter(())))
