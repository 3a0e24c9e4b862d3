"""Listing and reading a folder with archives: what is opened, and what a change on the way does."""

import gzip
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import polars as pl
import pytest

from piperoll.errors import UsageError
from piperoll.model import DocumentError
from piperoll.sources.base import Container, Listing
from piperoll.sources.documents import Documents, open_source
from piperoll.sources.folder import Folder
from tests.sources.archives import ARCHIVES, ROWS, jsonl, tar, zipped

SUFFIXES = {".md", ".json"}
LEDGER = {"source": pl.String, "known_size": pl.Int64, "known_fingerprint": pl.String}
NOTHING = pl.DataFrame(schema=LEDGER)


def ledger(listing: Listing) -> pl.DataFrame:
    """What the ledger would have after a run that loaded all of ``listing``."""
    return listing.files.rename({"size": "known_size", "fingerprint": "known_fingerprint"})


def read(source: Documents, listing: Listing) -> dict[str, tuple[str, bytes | str]]:
    rows = listing.files.select("source", "fingerprint").iter_rows()
    found = list(source.read_all(rows))
    assert len(found) == listing.files.height
    return {name: (file, data.code if isinstance(data, DocumentError) else data) for name, file, data in found}


class Watched(Folder):
    """A folder that knows which files were opened."""

    opened: list[str]

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        self.opened.append(name)
        with super().open(name) as file:
            yield file


@pytest.fixture
def source(tmp_path: Path) -> Documents:
    made = open_source(str(tmp_path), SUFFIXES, ("number",))
    assert isinstance(made, Documents)
    assert isinstance(made.files, Folder)
    made.files = Watched(tmp_path, made.files.wanted)
    made.files.opened = []
    return made


def opened(source: Documents) -> list[str]:
    assert isinstance(source.files, Watched)
    found, source.files.opened = source.files.opened, []
    return found


def test_files_members_and_rows_are_listed_in_order_and_read(source: Documents, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"A")
    (tmp_path / "b.zip").write_bytes(zipped({"z.md": b"Z", "c.md": b"C"}))
    (tmp_path / "c.jsonl").write_bytes(jsonl([{"number": "2031:1"}]))
    (tmp_path / "d.csv").write_bytes(b"1")
    (tmp_path / "e.md.gz").write_bytes(gzip.compress(b"E"))
    listing = source.listing(NOTHING, {})
    assert read(source, listing) == {
        "a.md": ("a.md", b"A"),
        "b.zip!/z.md": ("b.zip!/z.md", b"Z"),
        "b.zip!/c.md": ("b.zip!/c.md", b"C"),
        "c.jsonl!/2031:1": ("c.jsonl!/2031:1.json", b'{"number":"2031:1"}'),
        "e.md.gz": ("e.md", b"E"),
    }
    assert {name: one.members for name, one in listing.containers.items()} == {"b.zip": 2, "c.jsonl": 1}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_that_is_known_is_not_opened(source: Documents, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(ARCHIVES[name]({"z.md": b"Z", "c.md": b"C"}))
    first = source.listing(NOTHING, {})
    assert opened(source) == [name]
    again = source.listing(ledger(first), first.containers)
    assert opened(source) == []
    assert again.files.equals(first.files)
    assert again.containers == first.containers
    os.utime(tmp_path / name, ns=(1, 1))
    touched = source.listing(ledger(first), first.containers)
    assert opened(source) == [name]
    assert touched.files.equals(first.files)
    assert touched.containers != first.containers


@pytest.mark.parametrize("lose", ["a row", "a fingerprint", "the settings"])
def test_an_archive_is_opened_again_where_the_ledger_is_not_whole(source: Documents, tmp_path: Path, lose: str) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"z.md": b"Z", "c.md": b"C"}))
    first = source.listing(NOTHING, {})
    known = ledger(first)
    opened(source)
    if lose == "a row":
        known = known.head(1)
    elif lose == "a fingerprint":  # a member that is tried in every run
        known = known.with_columns(known_fingerprint=pl.lit(""))
    else:
        source.row_keys = ("other",)
    assert source.listing(known, first.containers).files.equals(first.files)
    assert opened(source) == ["a.zip"]


DAMAGE: Mapping[str, bytes] = {
    "laws.tar.gz": ARCHIVES["laws.tar.gz"]({"a.md": b"A" * 1_000, "b.md": b"B"})[:-20],
    "laws.zip": b"no zip",
    "laws.parquet": ROWS["laws.parquet"]([{"number": "1"}])[:-1],
    "laws.jsonl.gz": b"",
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_archive_is_one_bad_file_and_its_members_stay(source: Documents, tmp_path: Path, name: str) -> None:
    good = ARCHIVES[name]({"a.md": b"A", "b.md": b"B"}) if name in ARCHIVES else ROWS[name]([{"number": "1"}])
    (tmp_path / name).write_bytes(good)
    first = source.listing(NOTHING, {})
    (tmp_path / name).write_bytes(DAMAGE[name])
    bad = source.listing(ledger(first), first.containers)
    assert bad.files["source"].to_list() == [name, *first.files["source"]]
    assert bad.files.tail(-1).equals(first.files)
    rows = bad.files.head(1).select("source", "fingerprint").iter_rows()
    [(_, _, error)] = source.read_all(rows)
    assert isinstance(error, DocumentError)
    assert error.code == "archive_damaged"
    # nor is it opened again until it changes
    opened(source)
    assert source.listing(ledger(bad), bad.containers).files.sort("source").equals(bad.files.sort("source"))
    assert opened(source) == []
    (tmp_path / name).write_bytes(good)
    assert source.listing(ledger(bad), bad.containers).files.equals(first.files)


def test_what_is_replaced_after_the_listing_is_noticed(source: Documents, tmp_path: Path) -> None:
    for name in ("a.zip", "b.tar", "c.jsonl", "d.tar", "e.tar"):
        (tmp_path / name).write_bytes(
            jsonl([{"number": "1", "x": 1}]) if name == "c.jsonl" else
            (zipped if name == "a.zip" else tar)({"same.md": b"S", "other.md": b"1"})
        )  # fmt: skip
    listing = source.listing(NOTHING, {})
    (tmp_path / "a.zip").write_bytes(zipped({"same.md": b"S", "other.md": b"2"}))
    (tmp_path / "b.tar").write_bytes(tar({"same.md": b"S", "other.md": b"2"}))
    (tmp_path / "c.jsonl").write_bytes(jsonl([{"number": "1", "x": 2}]))
    (tmp_path / "d.tar").write_bytes(b"damaged")
    (tmp_path / "e.tar").unlink()
    assert {name: data for name, (_, data) in read(source, listing).items()} == {
        "a.zip!/same.md": b"S",
        "a.zip!/other.md": "changed_while_read",
        "b.tar!/same.md": b"S",
        "b.tar!/other.md": "changed_while_read",
        "c.jsonl!/1": "changed_while_read",
        "d.tar!/same.md": "changed_while_read",
        "d.tar!/other.md": "changed_while_read",
        "e.tar!/same.md": "vanished",
        "e.tar!/other.md": "vanished",
    }


def test_one_archive_is_a_source(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"a.md": b"A"}))
    (tmp_path / "b.zip").write_bytes(zipped({"b.md": b"B"}))
    listing = open_source(str(tmp_path / "a.zip"), SUFFIXES).listing(NOTHING, {})
    assert listing.files["source"].to_list() == ["a.zip!/a.md"]
    (tmp_path / "a.csv").write_bytes(b"")
    with pytest.raises(UsageError, match="no archive"):
        open_source(str(tmp_path / "a.csv"), SUFFIXES)


def test_a_folder_that_looks_like_an_archive_is_told_from_one(source: Documents, tmp_path: Path) -> None:
    (tmp_path / "a.zip!").mkdir()
    (tmp_path / "a.zip!" / "b.md").write_bytes(b"in the folder")
    (tmp_path / "a.zip").write_bytes(zipped({"b.md": b"in the archive"}))
    assert {name: data for name, (_, data) in read(source, source.listing(NOTHING, {})).items()} == {
        "a.zip!/b.md": b"in the archive",
        "a.zip\\x21/b.md": b"in the folder",
    }


def test_the_fingerprint_of_an_archive_is_no_members_business(source: Documents, tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar({"a.md": b"A"}))
    found = source.listing(NOTHING, {})
    assert found.containers["a.tar"] != Container(found.files["fingerprint"][0], 1)


@pytest.mark.parametrize("name", DAMAGE)
def test_members_of_a_damaged_archive_stay_though_no_listing_of_it_is_known(
    source: Documents, tmp_path: Path, name: str
) -> None:
    """As after a trial with --limit, or where the source is another folder than before."""
    good = ARCHIVES[name]({"a.md": b"A", "b.md": b"B"}) if name in ARCHIVES else ROWS[name]([{"number": "1"}])
    (tmp_path / name).write_bytes(good)
    first = source.listing(NOTHING, {})
    (tmp_path / name).write_bytes(DAMAGE[name])
    assert source.listing(ledger(first), {}).files["source"].to_list() == [name, *first.files["source"]]
