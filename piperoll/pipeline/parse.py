"""Parse: the files of a partition become rows of documents, chunks, citations and facts in the workspace."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from piperoll import bounded
from piperoll.arguments import as_text
from piperoll.contract import CHUNKS, CITATIONS, DOCUMENTS, FACTS
from piperoll.corpora.common.profile import Profile
from piperoll.corpora.registry import options_of
from piperoll.hashing import digest
from piperoll.model import DocumentError
from piperoll.pipeline import parquet
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.rows import DEFECT, Row, parsed, rows_of
from piperoll.pipeline.stage import BaseStage, Context, StageResult, find_or_write
from piperoll.pipeline.workspace import Summary
from piperoll.redact import redact

SAME = "same"
"""Outcome of a file whose bytes are what the ledger knows: only its fingerprint is written down."""
QUARANTINED = "quarantined"
LONGEST_REASON = 500
"""Characters of an error without a code of its own: it may hold a whole row."""
CODE = "2"
"""Of what stands between a profile and the stored rows: raise it when those rows come out differently."""


class Parse(BaseStage):
    """The stage reads files, parses them by the profile and cuts them into chunks.

    A file that cannot be used becomes a quarantined row with its reason. So does one on which a profile fails in any
    other way, or that takes too much memory or time: it must cost one document, not the night. Profiles therefore work
    in a child process (:mod:`piperoll.bounded`).
    """

    name = "parse"
    does = "reads, parses and cuts the files again"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return f"{job.profile_name} {job.profile.version}"

    def depends_on(self, job: Job) -> Sequence[str]:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return code_of(job.profile)

    def run(self, context: Context) -> StageResult:
        """Write the rows of the files of a partition.

        Raises:
            PiperollError: the source cannot be reached, or the workspace has no room.
        """
        partition = context.partition
        assert partition
        summary, reused = find_or_write(context.workspace, self.result(context), lambda draft: _write(context, draft))
        counts = {**summary["counts"], "chunks": summary["chunks"]}
        files = ", ".join(f"{count:,} {word}" for word, count in sorted(summary["counts"].items()))
        how = "found from an earlier run" if reused else f"{partition.bytes / 1e6:.1f} MB read"
        message = f"partition {partition.index}: files {files}; {summary['chunks']:,} chunks; {how}"
        return StageResult(self.name, counts, reused=reused, message=message)


def code_of(profile: Profile) -> list[str]:
    """Return all that decides the rows of a file besides its bytes: code versions, language and options."""
    options = (f"{name}={value!r}" for name, value in sorted(options_of(profile).items()))
    return [CODE, profile.name, str(profile.version), profile.language, *options]


def _write(context: Context, draft: Path) -> Summary:
    """Write the files of a partition as rows, and count files by what became of them."""
    assert context.partition
    files = {file["source"]: file for file in context.partition.files.iter_rows(named=True)}
    counts: Counter[str] = Counter()
    chunk_count = 0
    with (
        parquet.Writer(draft / DOCUMENTS.file, DOCUMENTS.schema) as documents,
        parquet.Writer(draft / CHUNKS.file, CHUNKS.schema) as chunks,
        parquet.Writer(draft / CITATIONS.file, CITATIONS.schema) as citations,
        parquet.Writer(draft / FACTS.file, FACTS.schema) as facts,
    ):
        for source, name, data in _read(context.job, context.partition):
            file = files[source]
            for row, its_chunks, its_citations, its_facts in _file(file, name, data, context.job.profile):
                counts[tally(file["why"], row["outcome"])] += row["ordinal"] == 0
                documents.add([row])
                chunk_count += chunks.add(its_chunks)
                citations.add(its_citations)
                facts.add(its_facts)
    return {"counts": counts, "chunks": chunk_count}


def _read(job: Job, partition: Partition) -> Iterator[tuple[str, str, bytes | DocumentError]]:
    """Yield source, file name and bytes of the files of a partition."""
    if partition.refused:
        yield from ((source, source, error) for source, error in partition.refused.items())
    else:
        yield from job.open_source().read_all(partition.files.select("source", "fingerprint").iter_rows())


def _file(
    file: Mapping[str, Any], name: str, data: bytes | DocumentError, profile: Profile
) -> Iterator[tuple[Row, list[Row], list[Row], list[Row]]]:
    """Yield a row of DOCUMENTS for each document in a file, with its rows of CHUNKS, CITATIONS and FACTS."""
    base = {column: file[column] for column in ("source", "size", "fingerprint")} | {"ordinal": 0}
    try:
        if isinstance(data, DocumentError):
            raise data
        content_hash = digest(data)
        base["content_hash"] = content_hash
        if content_hash == file["known_hash"]:
            yield base | {"outcome": SAME}, [], [], []
            return
        made = list(bounded.run(parsed, profile, data, name, file["source"], size=len(data)))
    except (DocumentError, bounded.Defect) as error:  # a defect in a profile must cost one document, not the night
        refused = as_document_error(error, "defect", DEFECT)
        row = {"outcome": QUARANTINED, "code": refused.code, "reason": refused.message, "remedy": refused.remedy}
        yield base | row, [], [], []
        return
    for row, chunks, citations, facts in map(rows_of, made):
        yield base | row, chunks, citations, facts


def as_document_error(error: Exception, code: str, remedy: str) -> DocumentError:
    """Return why a file cannot be used, as it is stored: ``error`` itself, if it tells that.

    Args:
        error: what came of the file.
        code: of any other error.
        remedy: of any other error.
    """
    if isinstance(error, DocumentError):
        return DocumentError(error.code, as_text(error.message), remedy=as_text(error.remedy))
    told = str(error) if isinstance(error, bounded.Defect) else f"{type(error).__name__}: {error}"
    reason = redact(told)[:LONGEST_REASON]
    return DocumentError(code, as_text(reason), remedy=remedy)


def tally(why: str, outcome: str) -> str:
    """Return the word under which a file is counted: ``new``, ``changed``, ``unchanged`` or ``quarantined``."""
    if outcome == QUARANTINED:
        return QUARANTINED
    if outcome == SAME:
        return "unchanged"
    return "new" if why == "new" else "changed"
