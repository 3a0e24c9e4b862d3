"""Isolate: find the files that keep a partition from being loaded, so that they cost no other file."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import psycopg

from piperoll.errors import PiperollError
from piperoll.model import DocumentError
from piperoll.pipeline.parse import as_document_error
from piperoll.pipeline.plan import Partition

R = TypeVar("R")

MOST = 20
"""Files of a run that may fail in this way. More of them have one cause, which is none of theirs: a full quarantine
would hide it."""
OF_DATA = ("21", "22", "23", "54")
"""Classes of SQLSTATE that a row can cause: too many rows, a wrong value, a broken constraint, a value over a limit.
Not those of a full disk, missing rights, a missing table or a lost connection."""
REMEDY = "Report it with the file. piperoll backfill CORPUS --stage parse --quarantined tries it again."


REMEDY_OF_ALL = "So many have one cause, such as a wrong setting of the backend: mend it, then the same command again."


class FilesRefused(Exception):
    """A stage found out which files of a partition it cannot take, and did its work for the others."""

    def __init__(self, files: Mapping[str, DocumentError]) -> None:
        super().__init__("; ".join(f"{source}: {error.message}" for source, error in files.items()))
        self.files = files


def blames_a_file(error: Exception) -> bool:
    """Return whether one file may have caused an error of a stage; else it would come of any file."""
    if isinstance(error, psycopg.Error):
        return isinstance(error, psycopg.DataError) or (error.sqlstate or "")[:2] in OF_DATA
    return not isinstance(error, PiperollError | OSError | ImportError)


def load_all(
    partition: Partition, load: Callable[[Partition], R], give_up: Callable[[Partition], None]
) -> tuple[list[R], dict[str, DocumentError]]:
    """Load a partition; where that fails its halves, down to the files that fail alone, which go to quarantine.

    No file does that has failed only once.

    Args:
        partition: the files.
        load: brings a partition into the edition; doing it twice leaves what doing it once leaves.
        give_up: called with each part that could not be loaded.

    Returns:
        What ``load`` returned for each part, and why files failed, by source.

    Raises:
        Exception: as ``load`` raised it, if no file caused it, or more than MOST of them fail alone.
    """
    failed: dict[str, DocumentError] = {}

    def halved(part: Partition, again: bool = False) -> list[R]:
        alone = part.files.height == 1
        try:
            return [load(part)]
        except FilesRefused as error:
            failed.update(error.files)
            give_up(part)
            if len(failed) > MOST:
                raise PiperollError(
                    "texts_refused", f"{len(failed)} files have texts that are refused: {error}", remedy=REMEDY_OF_ALL
                ) from None
            rest = part.without(error.files)
            return halved(rest) if rest.files.height else []
        except Exception as error:
            if not blames_a_file(error):
                raise
            if alone and again:
                failed[part.files["source"][0]] = as_document_error(error, "load_failed", REMEDY)
                if len(failed) > MOST:
                    raise
        give_up(part)
        if alone:  # it failed with others before, or is tried once more
            return [] if again else halved(part, again=True)
        return [done for half in part.halves() for done in halved(half, again=True)]

    done = halved(partition)
    if failed:
        done.append(load(partition.refusing(failed)))
    return done, failed
