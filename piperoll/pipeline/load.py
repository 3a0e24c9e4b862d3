"""Load: the results of a partition go into the edition that is being built."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from piperoll.contract import CHUNKS, CITATIONS, DOCUMENTS, FACTS, PREFIXES, TEXT_COLUMNS, TEXTS, TRIPLETS, Table
from piperoll.errors import PiperollError
from piperoll.pipeline import enrich, parquet
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.pipeline.workspace import lost
from piperoll.store import ledger

log = logging.getLogger("piperoll")


class Load(BaseStage):
    """The stage copies a partition and merges it with its ledger entries, in one transaction.

    The results of the partition leave the workspace once they are in the database. If they cannot, the rows are there
    all the same.
    """

    name = "load"
    does = "merges rows and ledger entries into the edition"

    def run(self, context: Context) -> StageResult:
        """Load a partition into the edition.

        Raises:
            PiperollError: ``run_superseded``: another run has taken over the edition; ``workspace_lost``: a result of
                the partition is not whole, and must be made again.
        """
        job = context.job
        parsed, *added = inputs = enrich.ENRICH.inputs(context)
        enriched = enrich.ENRICH.result(context, *inputs)
        with ExitStack() as files, context.connect() as (connection, corpus):

            def rows(name: str, table: Table, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
                return parquet.read(files.enter_context(context.workspace.file(name, table.file)), columns)

            chunks = rows(parsed, CHUNKS, CHUNKS.names)
            texts = rows(enriched, TEXTS, [column.name for column in TEXT_COLUMNS])
            loaded = ledger.merge(
                connection,
                corpus,
                context.edition,
                run=job.run,
                made_by=enrich.made_by(job),
                profile_version=job.profile.version,
                documents=_as_listed(context, rows(parsed, DOCUMENTS, DOCUMENTS.names)),
                chunks=(chunk + text for chunk, text in zip(chunks, texts, strict=True)),
                citations=rows(parsed, CITATIONS, CITATIONS.names),
                facts=rows(parsed, FACTS, FACTS.names),
                triplets=(row for name in added for row in rows(name, TRIPLETS, TRIPLETS.names)),
                lacking={
                    source
                    for name in added
                    for source, prefix in rows(name, PREFIXES, ("source", "prefix"))
                    if prefix is None
                },
                made_in_part=enrich.made_by(job) + enrich.LACKING,
            )
        drop_results(context)
        message = f"{loaded:,} chunks are in edition {context.edition}"
        return StageResult(self.name, {"chunks": loaded}, message=message)


def drop_results(context: Context) -> None:
    """Remove the results of a partition from the workspace; what cannot be removed stays."""
    inputs = enrich.ENRICH.inputs(context)
    for name in (*inputs, enrich.ENRICH.result(context, *inputs)):
        try:
            context.workspace.drop(name)
        except (PiperollError, OSError) as error:
            log.warning("%s: %s stays in the workspace: %s", context.label, name, error)


def _as_listed(context: Context, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of documents, and prove that they are of the files of the partition as those were listed.

    Where one is not, no result of the partition stays.

    Raises:
        PiperollError: ``workspace_lost``: a row is of another file, or of another state of one.
    """
    assert context.partition
    listed = dict(context.partition.files.select("source", "fingerprint").iter_rows())
    source, fingerprint = DOCUMENTS.names.index("source"), DOCUMENTS.names.index("fingerprint")
    for row in rows:
        if listed.get(row[source]) != row[fingerprint]:
            drop_results(context)
            raise lost(
                context.workspace, enrich.PARSE.result(context), f"It holds {row[source]} otherwise than it was listed."
            )
        yield row
