"""Open files that look unchanged, and compare their content with what is known: all of them, or a few every night."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import polars as pl

from piperoll.hashing import digest
from piperoll.pipeline.job import Job
from piperoll.settings import is_remote
from piperoll.sources.kinds import container_of, read_together

SAMPLE_FILES, SAMPLE_BYTES = 20, 20_000_000
"""Files and bytes of a night's sample: a tenth of a second on a slow disk."""
OTHER = ("changed_while_read", "archive_damaged", "vanished")
"""Reasons for which a member of an archive that looks unchanged cannot be read: the archive is another one."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Hold how many files were opened, their bytes, and those that have other content than is known."""

    files: int = 0
    bytes: int = 0
    differ: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as the result of a run has it."""
        return {"files": self.files, "bytes": self.bytes, "differ": list(self.differ)}


def check(job: Job, same: pl.DataFrame) -> Checked:
    """Open files that look unchanged, and return which have other content.

    With ``job.rehash`` all are opened. Else a run draws a few by its id, so that every night has others; of S3 none,
    because the fingerprints there come from the content.

    Args:
        job: the corpus, and the run.
        same: the files, with columns source, size, fingerprint and content_hash.
    """
    chosen = same if job.rehash else _sample(job, same)
    known: Mapping[str, bytes] = dict(chosen.select("source", "content_hash").iter_rows())
    differ = tuple(_differing(job, chosen, known)) if known else ()
    return Checked(chosen.height, int(chosen["size"].sum()), differ)


def _differing(job: Job, chosen: pl.DataFrame, known: Mapping[str, bytes]) -> Iterator[str]:
    for source, _, data in job.open_source().read_all(chosen.select("source", "fingerprint").iter_rows()):
        if isinstance(data, bytes):
            other = digest(data) != known[source]
        else:  # a file of its own is another one since it was listed, so the next run sees it
            other = data.code in OTHER and bool(container_of(source))
        if other:
            yield source


def _sample(job: Job, same: pl.DataFrame) -> pl.DataFrame:
    """Return a few files, none of which needs that others are read before it."""
    if not job.run or is_remote(job.source):
        return same.clear()
    chosen: list[int] = []
    size = 0
    rows = range(same.height)
    for row in Random(f"{job.corpus} {job.run}").sample(rows, min(2 * SAMPLE_FILES, len(rows))):
        source, its_size = same["source"][row], same["size"][row]
        if len(chosen) < SAMPLE_FILES and size + its_size <= SAMPLE_BYTES and read_together(source) == source:
            chosen.append(row)
            size += its_size
    return same[sorted(chosen)]
