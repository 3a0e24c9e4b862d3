"""What is read from archives of every kind, and what is refused."""

import gzip
import io
import tarfile
import tracemalloc
import zipfile
from datetime import date

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piperoll.model import DocumentError
from piperoll.sources import base, containers, kinds, streams
from tests.sources.archives import ARCHIVES, ROWS, Files, jsonl, tar, zipped, zstd

SUFFIXES = {".md", ".json"}
KEYS = ("number", "name")
FILES = {"a.md": b"# A\n", "sub/b.md": b"# B\n" * 5_000, "c.MD": b"", "notes.csv": b"1,2"}


def read(name: str, data: bytes) -> dict[str, bytes | str]:
    """Members with their bytes, or the code of what is wrong with them."""
    found: dict[str, bytes | str] = {}
    for member in containers.members(name, io.BytesIO(data), SUFFIXES, KEYS):
        assert member.name not in found
        try:
            found[member.name] = member.load()
        except DocumentError as error:
            found[member.name] = error.code
    return found


def marks(name: str, data: bytes) -> dict[str, str]:
    return {one.name: one.fingerprint() for one in containers.members(name, io.BytesIO(data), SUFFIXES, KEYS)}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_gives_its_documents(name: str) -> None:
    assert read(name, ARCHIVES[name](FILES)) == {key: data for key, data in FILES.items() if key != "notes.csv"}


@pytest.mark.parametrize("name", ARCHIVES)
def test_of_a_repacked_archive_only_what_differs_has_another_fingerprint(name: str) -> None:
    before = marks(name, ARCHIVES[name](FILES))
    after = marks(name, ARCHIVES[name]({"new.md": b"# N\n"} | FILES | {"a.md": b"# a\n"}))
    assert {key for key in after if before.get(key) != after[key]} == {"new.md", "a.md"}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_json_named_by_its_key(name: str) -> None:
    rows: list[dict[str, object]] = [
        {"number": "2031:1", "name": "x", "day": date(2031, 1, 2)},
        {"number": None, "name": "y", "day": None},
        {"number": "2031:1", "name": "z", "day": None},
        {"number": "", "name": "", "day": None},
        {"number": "../../etc", "name": "", "day": None},
    ]
    found = read(name, ROWS[name](rows))
    nameless = containers.content_mark(orjson.dumps(rows[3]))[:16]
    assert list(found) == ["2031:1", "y", "2031:1.2", nameless, "etc"]
    assert orjson.loads(found["2031:1"]) == {"number": "2031:1", "name": "x", "day": "2031-01-02"}


def test_a_row_that_is_no_json_or_too_long_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "MAX_BYTES", 1_000)
    data = b'\xef\xbb\xbf{"number":"1"}\r\n\n{"number":\n' + b"x" * 5_000 + b'\n{"number":"2"}'
    broken = containers.content_mark(b'{"number":')[:16]
    assert read("a.jsonl", data) == {
        "1": b'{"number":"1"}', broken: b'{"number":', "row 3": "too_large", "2": b'{"number":"2"}',
    }  # fmt: skip


def test_a_compressed_file_is_read_as_what_it_holds() -> None:
    assert streams.inflated("a.md.gz", gzip.compress(b"# A")) == b"# A"
    assert streams.inflated("a.md.zst", zstd(b"# A")) == b"# A"
    for data in (gzip.compress(b"# A" * 100)[:-3], b"# A"):
        with pytest.raises(DocumentError, match="damaged"):
            streams.inflated("a.md.gz", data)
    with pytest.raises(DocumentError, match="Over"):
        streams.inflated("a.md.gz", gzip.compress(bytes(base.MAX_BYTES + 1)))


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("a.md", True), ("a.csv", False), ("a.md.gz", True), ("a.csv.gz", False), ("a.gz", False), ("a.zip", True),
     ("a.TGZ", True), ("a.jsonl.zst", True), (".md", False), ("a.md/b", False)],
)  # fmt: skip
def test_what_can_hold_documents(name: str, wanted: bool) -> None:
    assert kinds.holds_documents(name, SUFFIXES) is wanted


def test_rows_need_a_profile_that_reads_json() -> None:
    assert not kinds.holds_documents("a.parquet", {".md"})


@pytest.mark.parametrize(
    ("source", "container", "together"),
    [
        ("a.md", "", "a.md"),
        ("x/a.zip!/b/c.md", "x/a.zip", "x/a.zip!/b/c.md"),
        ("a.tar.gz!/b.zip!/c.md", "a.tar.gz", "a.tar.gz"),
        ("wow!/a.jsonl!/2031:1", "wow!/a.jsonl", "wow!/a.jsonl"),
        ("a.jsonl", "", "a.jsonl"),
    ],
)
def test_where_a_document_lies(source: str, container: str, together: str) -> None:
    assert (kinds.container_of(source), kinds.read_together(source)) == (container, together)


def test_names_that_lead_out_are_only_names() -> None:
    files = {"../../up.md": b"1", "/abs.md": b"2", "a/./b//c.md": b"3", "up.md": b"4", ".hidden/x.md": b"5"}
    for name in ("laws.tar", "laws.zip"):
        assert read(name, ARCHIVES[name](files)) == {
            "up.md": b"1", "abs.md": b"2", "a/b/c.md": b"3", "up.2.md": b"4",
        }  # fmt: skip


def test_links_devices_and_archives_in_an_archive_are_refused() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("s.md", tarfile.SYMTYPE), ("h.md", tarfile.LNKTYPE), ("d.md", tarfile.CHRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("inner.zip")
        info.size = 3
        archive.addfile(info, io.BytesIO(b"PK!"))
    assert read("a.tar", out.getvalue()) == {
        "s.md": "not_a_file", "h.md": "not_a_file", "d.md": "not_a_file", "inner.zip": "nested_archive",
    }  # fmt: skip
    link = zipfile.ZipInfo("s.md")
    link.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped_file:
        zipped_file.writestr(link, "/etc/passwd")
        zipped_file.writestr("inner.tar.gz", b"x")
    assert read("a.zip", out.getvalue()) == {"s.md": "not_a_file", "inner.tar.gz": "nested_archive"}


def test_a_member_with_holes_is_refused() -> None:
    """A thousand of them fit into two megabytes and would give sixteen gigabytes to read."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a.md")
        info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "15000000"}
        data = b"1\n14999999\n1\n".ljust(512, b"\0") + b"x"
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    assert read("a.tar", out.getvalue()) == {"a.md": "not_a_file"}


def test_an_encrypted_member_costs_only_itself() -> None:
    data = bytearray(zipped({"a.md": b"A", "b.md": b"B"}))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert read("a.zip", bytes(data)) == {"a.md": "encrypted", "b.md": b"B"}


def test_a_damaged_member_of_a_zip_costs_only_itself() -> None:
    data = zipped({"a.md": b"A" * 100, "b.md": b"B"})
    at = data.index(b"a.md") + 4
    broken = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
    assert read("a.zip", broken) == {"a.md": "archive_damaged", "b.md": b"B"}


def lying_zip() -> bytes:
    """A directory that says 10 bytes where there are thousands."""
    data = zipped({"a.md": b"A" * 10_000})
    return data.replace((10_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))


def test_a_zip_that_lies_about_a_size_is_found_out() -> None:
    assert read("a.zip", lying_zip()) == {"a.md": "archive_damaged"}


def gigantic_header() -> bytes:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 200_000_000
    return gzip.compress(info.tobuf() + bytes(200_000_000) + tar({"a.md": b"A"}), 1)


BOMBS = {
    "zeros.tar.gz": lambda: gzip.compress(tar({"zeros.csv": bytes(containers.RATIO_FREE + 1)})),
    "zeros.jsonl.gz": lambda: gzip.compress(bytes(containers.RATIO_FREE + 1)),
    "zeros.jsonl.zst": lambda: zstd(bytes(containers.RATIO_FREE + 1)),
    "zeros.zip": lambda: zipped({f"{i}.md": bytes(base.MAX_BYTES) for i in range(5)}),
    "header.tar.gz": gigantic_header,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_and_takes_no_memory(name: str) -> None:
    data = BOMBS[name]()
    tracemalloc.start()
    try:
        with pytest.raises(DocumentError) as caught:
            read(name, data)
        assert tracemalloc.get_traced_memory()[1] < 5 * base.MAX_BYTES
    finally:
        tracemalloc.stop()
    assert caught.value.code == "archive_bomb"


@pytest.mark.parametrize("name", [*ARCHIVES, *ROWS])
def test_an_archive_of_too_many_members_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_MEMBERS", 2)
    data = (
        ARCHIVES[name]({f"{i}.md": b"" for i in range(3)})
        if name in ARCHIVES
        else ROWS[name]([{"number": str(i)} for i in range(3)])
    )
    with pytest.raises(DocumentError, match="more than 2"):
        read(name, data)


def test_repeated_values_of_parquet_are_a_bomb_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "RATIO_FREE", 1_000_000)
    monkeypatch.setattr(containers, "MAX_RATIO", 2)
    with pytest.raises(DocumentError, match="unpacks to"):
        read("a.parquet", ROWS["laws.parquet"]([{"number": "1", "text": "x" * 100_000}] * 200))


def test_a_member_that_is_too_large_is_never_in_memory() -> None:
    data = tar({"big.md": bytes(base.MAX_BYTES + 1), "a.md": b"A"})
    assert read("a.tar", data) == {"big.md": "too_large", "a.md": b"A"}


@pytest.mark.parametrize("name", [*ARCHIVES, "laws.jsonl.gz", "laws.jsonl.zst", "laws.parquet"])
@settings(max_examples=30, deadline=None)
@given(share=st.floats(0, 0.999))
def test_an_archive_that_was_cut_is_damaged_and_never_short(name: str, share: float) -> None:
    whole = ARCHIVES[name](FILES) if name in ARCHIVES else ROWS[name]([{"number": str(i)} for i in range(500)])
    end = len(whole) - 1_024 if name == "laws.tar" else len(whole)  # tar pads its end
    cut = whole[: int(end * share)]
    if name.endswith("tar"):
        cut = cut.rstrip(b"\0")
    with pytest.raises(DocumentError, match="damaged"):
        read(name, cut)


@pytest.mark.parametrize("name", [*ARCHIVES, *ROWS])
@settings(max_examples=60, deadline=None)
@given(noise=st.binary(max_size=200), at=st.floats(0, 1))
def test_whatever_bytes_are_members_or_damage(name: str, noise: bytes, at: float) -> None:
    whole = ARCHIVES[name](FILES) if name in ARCHIVES else ROWS[name]([{"number": str(i)} for i in range(5)])
    place = int(len(whole) * at)
    for data in (noise, whole[:place] + noise + whole[place + len(noise) :]):
        try:
            read(name, data)
        except DocumentError as error:
            assert error.code in ("archive_damaged", "archive_bomb")


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=400).map(
    lambda n: f"{n}.md"
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=50), max_size=6), st.sampled_from(sorted(ARCHIVES)))
def test_every_member_comes_once_under_a_safe_name(files: Files, name: str) -> None:
    found = read(name, ARCHIVES[name](files))
    shown = {key: data for key, data in files.items() if not any(p[:1] == "." for p in _parts(key))}
    assert sorted(found.values()) == sorted(shown.values())
    for one in found:
        assert len(one) <= containers.LONGEST_NAME + 4
        assert not [sign for sign in one if sign < " " or "\x7f" <= sign <= "\x9f"]
        assert not {"", ".", ".."} & set(one.split("/"))
        assert one.endswith(".md")


def _parts(name: str) -> list[str]:
    return [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]


def test_lines_of_a_thousand_repeated_keys_are_told_apart() -> None:
    found = read("a.jsonl", jsonl([{"number": "1", "n": i} for i in range(1_000)]))
    assert len(found) == 1_000
    assert "1.1000" in found
