"""A folder: its links, what is read of files that change, and what gives no answer."""

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.errors import PiperollError
from piperoll.model import DocumentError
from piperoll.sources import fingerprint, helper, walk
from piperoll.sources.base import Entry
from piperoll.sources.folder import Folder


def wanted(name: str) -> bool:
    return name.endswith(".md")


def listed(root: Path, *, follow_outside: bool = False) -> dict[str, str]:
    return {one.source: one.fingerprint for one in Folder(root, wanted, follow_outside=follow_outside).entries()}


def read(folder: Folder, entries: list[Entry]) -> dict[str, bytes | str]:
    found = folder.read_all((one.source, one.fingerprint) for one in entries)
    return {name: data.code if isinstance(data, DocumentError) else data for name, data in found}


NAMES = st.sampled_from(["a", "b", "c", ".hidden"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
LINKS = st.tuples(PATHS, st.sampled_from(["l", "m.md", "n.md"]), PATHS, st.sampled_from(["", "x.md", "y.md", "gone"]))


@given(
    folders=st.lists(PATHS, min_size=1, max_size=6),
    files=st.lists(st.tuples(PATHS, st.sampled_from(["x.md", "y.md", "z.txt"])), max_size=8),
    links=st.lists(LINKS, max_size=8),
    outside=st.lists(st.sampled_from(["l", "m.md"]), max_size=2),
    seed=st.integers(0, 1_000),
)
def test_every_file_is_listed_under_one_name_however_links_lead(
    folders: list[str],
    files: list[tuple[str, str]],
    links: list[tuple[str, str, str, str]],
    outside: list[str],
    seed: int,
) -> None:
    top = Path(tempfile.mkdtemp(prefix="piperoll-walk-"))
    try:
        (top / "outside").mkdir()
        (top / "outside" / "o.md").write_bytes(b"outside")
        root = top / "root"
        for order in (1, -1):  # made in another order, the file system lists them in another
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir()
            build(root, folders, files, links, outside, random.Random(seed * order))
            found = listed(root)
            if order == 1:
                first = found
        assert found.keys() == first.keys()
        nodes = [(root / name).stat().st_ino for name, mark in found.items() if fingerprint.older_form(mark)]
        assert len(nodes) == len(set(nodes))
        visible = {
            path.stat().st_ino
            for path in root.rglob("*.md")
            if path.is_file()
            and not path.is_symlink()
            and not any(part.startswith(".") for part in path.relative_to(root).parts)
            and path.resolve() == root.resolve() / path.relative_to(root)
        }
        assert visible <= set(nodes)
        assert "outside" not in {(root / name).resolve().parent.name for name in found if found[name] != walk.OUTSIDE}
        everything = listed(root, follow_outside=True)
        assert walk.OUTSIDE not in everything.values()
    finally:
        shutil.rmtree(top)


def build(
    root: Path,
    folders: list[str],
    files: list[tuple[str, str]],
    links: list[tuple[str, str, str, str]],
    outside: list[str],
    order: random.Random,
) -> None:
    for folder in order.sample(folders, len(folders)):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for folder, name in order.sample(files, len(files)):
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / name).write_bytes(f"{folder}/{name}".encode())
    for folder, name, target_folder, target in links:  # the first of a name counts
        path = root / folder / name
        if path.parent.is_dir() and not os.path.lexists(path):
            path.symlink_to(root / target_folder / target)
    for name in outside:
        if not os.path.lexists(root / name):
            (root / name).symlink_to(root.parent / "outside" / ("o.md" if name.endswith(".md") else ""))


def test_folders_linked_crosswise_end(tmp_path: Path) -> None:
    """Each of eight holds links to all: by names there are more ways through them than could ever be walked."""
    names = "abcdefgh"
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.md").write_bytes(name.encode())
    for name in names:
        for other in names:
            (tmp_path / name / f"to-{other}").symlink_to(tmp_path / other)
    files = {name for name, mark in listed(tmp_path).items() if mark != walk.LOOP}
    assert files == {f"{name}/{name}.md" for name in names}


def test_links_out_of_the_source_are_listed_and_not_followed(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / ".store").mkdir(parents=True)
    outside.mkdir()
    (outside / "a.md").write_bytes(b"secret")
    (root / ".store" / "blob").write_bytes(b"blob")
    (root / "blob.md").symlink_to(".store/blob")  # the only name of what a hidden folder holds
    (root / "same.md").symlink_to(".store/blob")
    (root / "a.md").symlink_to(outside / "a.md")
    (root / "shared").symlink_to(outside)
    (root / "kernel.md").symlink_to("/proc/kmsg")
    (root / "null.md").symlink_to("/dev/zero")
    folder = Folder(root, wanted)
    assert read(folder, folder.entries()) == {
        "blob.md": b"blob",
        "a.md": "link_outside",
        "shared": "link_outside",
        "kernel.md": "link_outside",
        "null.md": "link_outside",
    }
    with pytest.raises(DocumentError, match="leads out"), folder.open("a.md"):
        pass
    following = Folder(root, wanted, follow_outside=True)
    assert read(following, following.entries()) == {
        "blob.md": b"blob",
        "shared/a.md": b"secret",
        "kernel.md": b"",  # it looks empty, and to read it would wait for ever
        "null.md": "not_a_file",
    }


CHANGES: dict[str, Callable[[Path], object]] = {
    "appended": lambda path: path.write_bytes(path.read_bytes() + b"."),
    "rewritten": lambda path: (path.write_bytes(b"ANOTHER"), os.utime(path, ns=(1, 1))),
    "replaced": lambda path: (path.with_suffix(".new").write_bytes(b"another"), path.with_suffix(".new").rename(path)),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("when", ["before", "while"])
def test_what_is_read_is_what_was_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, when: str
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"content")
    os.utime(path, ns=(1, 1))
    (tmp_path / "b.md").write_bytes(b"B")
    folder = Folder(tmp_path, wanted)
    entries = folder.entries()
    if when == "before":
        CHANGES[change](path)
    else:
        real = os.read

        def torn(file: int, size: int) -> bytes:
            data = real(file, size)
            if data == b"content":
                CHANGES[change](path)
            return data

        monkeypatch.setattr(os, "read", torn)
    assert read(folder, entries) == {"a.md": "changed_while_read", "b.md": b"B"}


def test_a_file_that_is_away_for_a_moment_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, away = tmp_path / "place", tmp_path / "away"
    place.mkdir()
    (place / "a.md").write_bytes(b"content")
    folder = Folder(tmp_path, wanted)
    entries = folder.entries()
    place.rename(away)
    monkeypatch.setattr("time.sleep", lambda _: away.rename(place))
    assert read(folder, entries) == {"place/a.md": b"content"}


def test_a_read_that_blocks_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "STALL_SECONDS", 0.2)
    for name in "abc":
        (tmp_path / f"{name}.md").write_bytes(name.encode())
    os.mkfifo(tmp_path / "pipe")

    class Hung(Folder):
        def read(self, name: str, listed: str) -> bytes:
            return (self.root / "pipe").read_bytes() if name == "b.md" else super().read(name, listed)

    folder = Hung(tmp_path, wanted)
    assert read(folder, folder.entries()) == {"a.md": b"a", "b.md": "stalled", "c.md": b"c"}
    entries = [Entry("b.md", 1, "")] * 5
    with pytest.raises(PiperollError) as error:
        list(folder.read_all((one.source, one.fingerprint) for one in entries))
    assert error.value.code == "source_stalled"
    for _ in range(5):  # the threads that were left behind end when the pipe does
        os.close(os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK))


def test_a_listing_that_blocks_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "STALL_SECONDS", 0.2)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.md").write_bytes(b"a")

    def hung(name: str) -> bool:
        return bool((tmp_path / "pipe").read_bytes())

    with pytest.raises(PiperollError, match="did not answer") as error:
        Folder(tmp_path, hung).entries()
    assert str(tmp_path) in error.value.message
    os.close(os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK))


@pytest.mark.parametrize(
    ("limit", "value", "code"),
    [
        ("MAX_ENTRIES", 2, "source_too_many"),
        ("MAX_DEPTH", 2, "source_too_deep"),
        ("MAX_SECONDS", -1.0, "source_too_slow"),
    ],
)
def test_a_listing_without_end_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: float, code: str
) -> None:
    (tmp_path / "a" / "b" / "c" / "d").mkdir(parents=True)
    assert listed(tmp_path) == {}
    monkeypatch.setattr(walk, limit, value)
    with pytest.raises(PiperollError) as error:
        listed(tmp_path)
    assert error.value.code == code
    assert str(tmp_path) in error.value.message
    assert error.value.remedy


def test_a_fingerprint_has_inode_and_change_time_and_an_older_form(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"12345")
    status = path.stat()
    mark = fingerprint.of(status, frozenset())
    assert mark == f"5-{status.st_mtime_ns}-{status.st_ino}-{status.st_ctime_ns}"
    assert fingerprint.of(status, frozenset({status.st_dev})) == f"5-{status.st_mtime_ns}-0-{status.st_ctime_ns}"
    assert fingerprint.older_form(mark) == f"5-{status.st_mtime_ns}"
    assert [fingerprint.older_form(other) for other in ("5-1", "5-abc-2", "5-9f-1-1", walk.LOOP, "")] == [""] * 5
    assert [fingerprint.size_in(other) for other in (mark, walk.LOOP, "")] == [5, 0, 0]


def test_file_systems_that_number_files_anew_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "36 35 98:0 / /mnt rw,noatime master:1 - ext4 /dev/root rw\n"
        "40 35 0:52 / /bucket rw - fuse.rclone remote rw\n"
        "41 35 0:53 / /share rw shared:3 - cifs //server/share rw\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(fingerprint, "MOUNTS", mounts)
    assert fingerprint.fleeting_devices() == {os.makedev(0, 52), os.makedev(0, 53)}
    monkeypatch.setattr(fingerprint, "MOUNTS", tmp_path / "none")
    assert fingerprint.fleeting_devices() == frozenset()
