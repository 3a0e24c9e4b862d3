"""Whatever files are called: each is listed once, under a name that can be stored, and read by that name."""

import io
import os
import tarfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import DocumentError
from piperoll.sources import kinds, names
from piperoll.sources.base import Listing
from piperoll.sources.documents import open_source
from tests.s3 import S3
from tests.sources.archives import jsonl

NOTHING = pl.DataFrame(schema={"source": pl.String, "known_size": pl.Int64, "known_fingerprint": pl.String})
PIECES = [b"a", b"x", b"\\", b"\\x", b"\\xff", b"\xff", b"\xc3", "ö".encode(), "o\u0308".encode(), b"\n", b"\x85", b"!"]
NAMES = st.one_of(st.binary(max_size=30), st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join))
ODD = [
    b"l\xe4g.md",
    b"l\\xe4g.md",
    b"l\\x5cxe4g.md",
    b"l\\g.md",
    b"two\nlines.md",
    b"two\\x0alines.md",
    "två\x85.md".encode(),
    "\u00f6.md".encode(),
    "o\u0308.md".encode(),
    b"a.zip!/b.md",
    b"a.zip\\x21/b.md",
    b"deep.tar.gz!/a.zip!/c.md",
    b"\xff/\xfe.md",
    b"'; DROP TABLE chunk; --.md",
    b" .md",
]


def as_python(name: bytes) -> str:
    """A name as Python reads it from a folder."""
    return name.decode("utf-8", "surrogateescape")


@given(NAMES)
def test_a_name_is_turned_back_into_its_bytes(name: bytes) -> None:
    shown = names.shown(as_python(name))
    assert names.real(shown) == name
    assert not [one for one in shown if one < " " or "\x7f" <= one <= "\x9f"]
    assert shown.encode().decode() == shown


@given(NAMES, NAMES)
def test_two_names_are_shown_as_two(one: bytes, other: bytes) -> None:
    assert (names.shown(as_python(one)) == names.shown(as_python(other))) == (one == other)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="\\")))
def test_a_name_without_oddities_stays(name: str) -> None:
    assert names.shown(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"1977/1160 \\ a.md", "1977/1160 \\ a.md"),
        (b"a\xff.md", "a\\xff.md"),
        (b"a\\xff.md", "a\\x5cxff.md"),
        (b"a\nb.md", "a\\x0ab.md"),
        ("a\x85b.md".encode(), "a\\xc2\\x85b.md"),
    ],
)
def test_how_a_name_is_shown(name: bytes, shown: str) -> None:
    assert names.shown(as_python(name)) == shown


@given(st.text(max_size=2), st.text(st.characters(codec="utf-8"), min_size=1, max_size=40))
def test_a_name_that_is_cut_fits_and_is_no_other(first: str, piece: str) -> None:
    long = names.shown(first + piece * (names.LONGEST // len(piece) + 1))
    cut = names.cut(long)
    assert names.fits(cut)
    assert cut != names.cut(long + "a")
    assert names.shown(as_python(names.real(cut))) != cut


def read(address: str) -> tuple[Listing, dict[str, bytes | str]]:
    """The listing of a source, and what is read by it: bytes, or the code of what is wrong."""
    source = open_source(address, {".md", ".json"}, ("number",))
    listing = source.listing(NOTHING, {})
    rows = listing.files.select("source", "fingerprint").iter_rows()
    found = list(source.read_all(rows))
    assert len(found) == len({name for name, _, _ in found}) == listing.files.height
    return listing, {name: data.code if isinstance(data, DocumentError) else data for name, _, data in found}


def test_files_of_odd_names_are_read(tmp_path: Path) -> None:
    for name in ODD:
        path = tmp_path / "laws" / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name)
    _, found = read(str(tmp_path / "laws"))
    assert sorted(found.values(), key=str) == sorted(ODD, key=str)
    assert found["l\\xe4g.md"] == b"l\xe4g.md"
    assert not [name for name in found if kinds.container_of(name)]


def test_objects_of_odd_names_are_read(s3: S3) -> None:
    keys = [name.decode() for name in ODD if b"\xff" not in name and b"\xe4" not in name]
    keys = [key for key in keys if "\n" not in key]  # the server of the tests takes none
    for key in keys:
        s3.put(f"laws/{key}", key.encode())
    _, found = read(s3.address("laws"))
    assert sorted(found.values(), key=str) == sorted((key.encode() for key in keys), key=str)


def test_members_of_odd_names_are_read(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT, encoding="utf-8") as archive:
        for name in ODD:
            info = tarfile.TarInfo(as_python(name))
            info.size = len(name)
            archive.addfile(info, io.BytesIO(name))
    (tmp_path / "a.tar").write_bytes(out.getvalue())
    _, found = read(str(tmp_path / "a.tar"))
    assert sorted(found.values(), key=str) == sorted(ODD, key=str)
    assert found["a.tar!/l\\xe4g.md"] == b"l\xe4g.md"
    assert found["a.tar!/two\\x0alines.md"] == b"two\nlines.md"


def test_rows_of_odd_names_are_read(tmp_path: Path) -> None:
    keys = ["a\nb", "a\0b", "a\\b", "ö", "o\u0308", "x" * 100_000, "x" * 100_001, "\U0001f600" * 5_000]
    (tmp_path / "a.jsonl").write_bytes(jsonl([{"number": key} for key in keys]))
    _, found = read(str(tmp_path / "a.jsonl"))
    assert len(found) == len(keys)
    assert "a.jsonl!/a\\x00b" in found
    assert all(names.fits(name) for name in found)


def deep(folder: Path, levels: int) -> int:
    """Make folders of 250 letters each below one another, as no single path could name them; a file in each."""
    at = os.open(folder, os.O_RDONLY)
    for level in range(levels):
        file = os.open(f"{level}.md", os.O_WRONLY | os.O_CREAT, dir_fd=at)
        os.write(file, b"# T")
        os.close(file)
        os.mkdir("d" * 250, dir_fd=at)
        below = os.open("d" * 250, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)
    return levels


def test_a_path_that_is_too_long_is_refused_and_seen(tmp_path: Path) -> None:
    folder = tmp_path / "laws"
    folder.mkdir()
    deep(folder, 30)
    listing, found = read(str(folder))
    refused = {name for name, data in found.items() if data == "path_too_long"}
    assert len(found) - len(refused) == 11, "what fits is read"
    assert refused, "what does not is accounted for"
    assert all(names.fits(name) for name in found)
    assert all(name.startswith("d" * 250) and names.CUT in name for name in refused)
    assert listing.files.equals(read(str(folder))[0].files)


def test_an_archive_whose_members_would_not_fit_is_refused(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["d" * 250] * 6)
    folder.mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(jsonl([{"number": "\U0001f600" * 300}]))
    listing, found = read(str(tmp_path))
    assert list(found.values()) == ["path_too_long"]
    assert not listing.containers
