"""Plan a run: compare the listing of the source with the ledger, and cut the work into partitions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from piperoll.hashing import name as hashed
from piperoll.model import DocumentError
from piperoll.sources.base import Container
from piperoll.sources.fingerprint import OLDER
from piperoll.sources.kinds import read_together

PLANNED = {
    "source": pl.String,
    "size": pl.Int64,
    "fingerprint": pl.String,
    "why": pl.String,
    "known_hash": pl.Binary,
}
"""The columns of the files to read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan holds the work of one run.

    ``todo`` has the columns source, size, fingerprint, why (``new``, ``changed``, ``code``) and
    known_hash (of the content that the ledger knows, null where the code that made it is older);
    ``gone`` lists sources that left; ``unchanged`` counts the good files that need not be opened.
    ``containers`` are all archives as this listing saw them, None where the ledger knows them so.
    ``same`` are the files that look as the ledger knows them, with the hash of their content.
    """

    todo: pl.DataFrame
    gone: list[str]
    unchanged: int
    containers: Mapping[str, Container] | None = None
    same: pl.DataFrame = field(default_factory=pl.DataFrame)

    @property
    def empty(self) -> bool:
        """Return whether there is nothing to do."""
        return not (self.todo.height or self.gone or self.containers is not None)

    @property
    def bytes(self) -> int:
        """Return the source bytes of the files to read."""
        return int(self.todo["size"].sum())

    @property
    def counts(self) -> dict[str, int]:
        """Return how many files there are by what a run would do with them."""
        why = dict(self.todo["why"].value_counts().iter_rows())
        return {
            "new": why.get("new", 0),
            "changed": why.get("changed", 0),
            "older_code": why.get("code", 0),
            "gone": len(self.gone),
            "unchanged": self.unchanged,
        }


def make_plan(listing: pl.DataFrame, ledger: pl.DataFrame, made_by: str, *, moved: bool = False) -> Plan:
    """Compare ``listing`` (source, size, fingerprint) with ``ledger`` (as :func:`piperoll.store.ledger.read` gives it).

    Args:
        made_by: what :func:`piperoll.pipeline.enrich.made_by` says of this run; rows made by another are done again.
        moved: the listing is of another place than the one that the ledger knows, where a file of the same
            name, size and time may be another file: all are opened, and told by their content.
    """
    joined = listing.join(ledger, on="source", how="left", maintain_order="left")
    known, listed = pl.col("known_fingerprint"), pl.col("fingerprint")
    older_form = known.str.contains(f"^{OLDER.pattern}$") & listed.str.starts_with(known + "-")
    same_file = ((listed == known) | older_form).fill_null(False) & pl.lit(not moved)
    same_code = (pl.col("made_by") == made_by).fill_null(False)
    todo = (
        joined.filter(~(same_file & same_code))
        .with_columns(
            why=pl.when(pl.col("known_fingerprint").is_null())
            .then(pl.lit("new"))
            .when(~same_code)
            .then(pl.lit("code"))
            .otherwise(pl.lit("changed")),
            known_hash=pl.when(same_code & (pl.col("status") != "quarantined")).then(pl.col("content_hash")),
        )
        .select(*PLANNED)
    )
    gone = ledger.join(listing, on="source", how="anti")["source"].sort().to_list()
    kept = joined.filter(same_file & same_code & (pl.col("status") != "quarantined"))
    same = joined.filter(same_file & same_code & pl.col("content_hash").is_not_null())
    return Plan(todo, gone, kept.height, same=same.select("source", "size", "fingerprint", "content_hash"))


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition is the part of a run that one task run works on; ``name`` is derived from all that decides it.

    ``refused``: why its files go to quarantine unread, by source; empty: they are read.
    """

    index: int
    name: str
    files: pl.DataFrame
    refused: Mapping[str, DocumentError] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """Return the source bytes of its files."""
        return int(self.files["size"].sum())

    def to_json(self) -> dict[str, Any]:
        """Return the partition as JSON takes it; :meth:`from_json` makes the same one of it."""
        files = self.files.with_columns(pl.col("known_hash").bin.encode("hex"))
        return {
            "index": self.index,
            "name": self.name,
            "files": files.to_dict(as_series=False),
            "refused": {source: error.to_json() for source, error in self.refused.items()},
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Partition":
        """Return the partition that :meth:`to_json` told of."""
        files = pl.DataFrame(told["files"], schema={**PLANNED, "known_hash": pl.String})
        refused = {source: DocumentError.from_json(error) for source, error in told["refused"].items()}
        return cls(told["index"], told["name"], files.with_columns(pl.col("known_hash").str.decode("hex")), refused)

    def halves(self) -> tuple["Partition", "Partition"]:
        """Return its first and its second half; it has two files or more."""
        middle = self.files.height // 2
        first, second = self.files.head(middle), self.files.slice(middle)
        return (
            Partition(self.index, hashed([self.name, "first"]), first),
            Partition(self.index, hashed([self.name, "second"]), second),
        )

    def without(self, sources: Collection[str]) -> "Partition":
        """Return a partition of the files but these."""
        files = self.files.filter(~pl.col("source").is_in(list(sources)))
        return Partition(self.index, hashed([self.name, "without", *sorted(sources)]), files)

    def refusing(self, reasons: Mapping[str, DocumentError]) -> "Partition":
        """Return a partition of those files that have a reason why they go to quarantine."""
        files = self.files.filter(pl.col("source").is_in(list(reasons)))
        told = [f"{source}\n{error.code}\n{error.message}" for source, error in reasons.items()]
        return Partition(self.index, hashed([self.name, *told]), files, reasons)


def partitions(plan: Plan, scope: str, target_bytes: int) -> Iterator[Partition]:
    """Cut the work into partitions of about ``target_bytes``, in the order of the sources.

    A partition ends with the file that fills it. So when whole partitions drop out because an
    earlier run finished them, the others are cut as before and what was parsed for them is found
    again under its name. An archive that is read in one pass is in one partition.

    Args:
        plan: the work.
        scope: all that decides what files are parsed to, besides the files.
        target_bytes: source bytes of a partition.
    """
    todo = plan.todo
    passes = [read_together(source) for source in todo["source"]]
    before = todo["size"].cum_sum() - todo["size"]
    start, base, index = 0, 0, 0
    for row in range(1, todo.height + 1):
        if row == todo.height or (before[row] - base >= target_bytes and passes[row] != passes[row - 1]):
            files = todo.slice(start, row - start)
            parts = [
                scope,
                *(f"{source}\n{mark}" for source, mark in files.select("source", "fingerprint").iter_rows()),
            ]
            known = b"".join(value or b"-" for value in files["known_hash"])
            index += 1
            yield Partition(index, hashed([*parts, known]), files)
            start, base = row, before[row] if row < todo.height else 0
