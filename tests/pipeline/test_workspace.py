"""The workspace in a folder and in S3: a partition is there whole or not at all."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from piperoll.errors import PiperollError
from piperoll.pipeline.workspace import FolderWorkspace, Workspace, open_workspace
from tests.s3 import S3

KINDS = ["folder", "s3"]
Make = Callable[[str], Workspace]


@pytest.fixture
def make(tmp_path: Path, s3: S3) -> Make:
    return lambda kind: open_workspace(str(tmp_path) if kind == "folder" else s3.address("room"), "laws")


def write(workspace: Workspace, name: str, text: str) -> None:
    with workspace.draft(name) as draft:
        (draft / "a.txt").write_text(text, encoding="utf-8")
        (draft / "b.txt").write_text(text, encoding="utf-8")
        workspace.finish(name, draft, {"text": text})
    assert not draft.exists()


def left(make: Make, kind: str, tmp_path: Path, s3: S3) -> list[str]:
    workspace = make(kind)
    if isinstance(workspace, FolderWorkspace):
        return [path.name for path in workspace.root.rglob("*") if path.is_file()]
    return s3.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_a_partition_is_found_read_and_dropped(make: Make, kind: str, tmp_path: Path, s3: S3) -> None:
    workspace = make(kind)
    assert workspace.find("p1") is None
    write(workspace, "p1", "one")
    write(workspace, "p2", "two")
    elsewhere = make(kind)
    assert elsewhere.find("p1") == {"text": "one"}
    for file in ("a.txt", "b.txt"):
        with elsewhere.file("p1", file) as path:
            assert path.read_text(encoding="utf-8") == "one"
    elsewhere.drop("p1")
    elsewhere.drop("p1")
    assert workspace.find("p1") is None
    workspace.drop("p2")
    assert left(make, kind, tmp_path, s3) == []


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_workers_the_first_counts(make: Make, kind: str, tmp_path: Path, s3: S3) -> None:
    with make(kind).draft("p") as draft:
        (draft / "a.txt").write_text("late", encoding="utf-8")
        write(make(kind), "p", "first")
        before = len(left(make, kind, tmp_path, s3))
        make(kind).finish("p", draft, {"text": "late"})
    assert make(kind).find("p") == {"text": "first"}
    with make(kind).file("p", "a.txt") as path:
        assert path.read_text(encoding="utf-8") == "first"
    assert len(left(make, kind, tmp_path, s3)) <= before


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_that_fails_is_no_partition(make: Make, kind: str, tmp_path: Path, s3: S3) -> None:
    with pytest.raises(ValueError, match="stop"), make(kind).draft("p") as draft:
        (draft / "a.txt").write_text("half", encoding="utf-8")
        raise ValueError("stop")
    assert make(kind).find("p") is None
    assert left(make, kind, tmp_path, s3) == []


def test_files_of_a_worker_that_died_are_swept_and_finished_partitions_stay(make: Make, s3: S3) -> None:
    workspace = make("s3")
    write(workspace, "done", "done")
    finished = s3.keys()
    s3.put("room/laws/finished/done/other-attempt/a.txt", b"half")
    s3.put("room/laws/finished/dead/attempt/a.txt", b"half")
    s3.put("room/laws2/finished/dead/attempt/a.txt", b"of another corpus")
    workspace.sweep(finished=False)
    assert s3.keys() == sorted([*finished, "room/laws2/finished/dead/attempt/a.txt"])


def test_drafts_of_a_worker_that_died_are_swept(make: Make, tmp_path: Path) -> None:
    (tmp_path / "laws" / "drafts" / "p-1").mkdir(parents=True)
    make("folder").sweep(finished=False)
    assert not (tmp_path / "laws" / "drafts").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_results_that_nobody_needs_are_swept(make: Make, kind: str, tmp_path: Path, s3: S3) -> None:
    write(make(kind), "loaded", "one")
    s3.put("room/laws2/finished/other.json", b"of another corpus")
    make(kind).sweep(finished=True)
    assert make(kind).find("loaded") is None
    assert left(make, kind, tmp_path, s3) == ([] if kind == "folder" else ["room/laws2/finished/other.json"])


def test_an_answer_that_was_lost_does_not_make_a_worker_its_own_rival(make: Make, s3: S3) -> None:
    seen: list[str] = []

    def lose(kind: str, key: str) -> str:
        if kind == "PUT" and key.endswith("p.json") and not seen:
            seen.append(key)
            return "lost"
        return ""

    s3.fault = lose
    write(make("s3"), "p", "mine")
    assert seen
    with make("s3").file("p", "a.txt") as path:
        assert path.read_text(encoding="utf-8") == "mine"


def test_a_partition_that_is_gone_is_told(make: Make) -> None:
    with pytest.raises(PiperollError, match="not whole"), make("s3").file("p", "a.txt"):
        pass


KEY = b"a key that nobody else has"
Damage = Callable[[bytes], bytes | None]


def alter(kind: str, file: str, damage: Damage, tmp_path: Path, s3: S3) -> None:
    """Put something else in place of what is stored: of a file, or of the marker; None: nothing."""
    if kind == "folder":
        path = next((tmp_path / "laws" / "finished").rglob("summary.json" if file == "marker" else file))
        data = damage(path.read_bytes())
        path.unlink() if data is None else path.write_bytes(data)
        return
    [key] = [key for key in s3.keys("room/") if key.endswith(".json" if file == "marker" else f"/{file}")]
    data = damage(s3.direct.get_object(Bucket=s3.bucket, Key=key)["Body"].read())
    s3.delete(key) if data is None else s3.put(key, data)


DAMAGES: dict[str, Damage] = {
    "flipped": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "cut": lambda data: data[:-1],
    "empty": lambda data: b"",
    "gone": lambda data: None,
    "longer": lambda data: data + b"x",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("file", ["b.txt", "marker"])
def test_what_is_damaged_is_absent_and_made_again(
    make: Make, kind: str, damage: str, file: str, tmp_path: Path, s3: S3
) -> None:
    write(make(kind), "p", "one")
    alter(kind, file, DAMAGES[damage], tmp_path, s3)
    found = make(kind).find("p")
    if found is not None:  # it shows when the file is read
        with pytest.raises(PiperollError) as lost, make(kind).file("p", "b.txt"):
            pass
        assert lost.value.code == "workspace_lost"
        found = make(kind).find("p")
    assert found is None
    write(make(kind), "p", "again")
    with make(kind).file("p", "b.txt") as path:
        assert path.read_text(encoding="utf-8") == "again"


FORGERIES: dict[str, Damage] = {
    "other counts": lambda data: data.replace(b'"text":"one"', b'"text":"two"'),
    "no object": lambda data: b"[]",
    "other types": lambda data: orjson.dumps({**orjson.loads(data), "files": 7}),
    "no seal": lambda data: orjson.dumps({**orjson.loads(data), "seal": None}),
    "as older code wrote it": lambda data: orjson.dumps(orjson.loads(data)["summary"]),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_marker_that_is_no_longer_what_was_sealed_does_not_count(
    make: Make, kind: str, forgery: str, tmp_path: Path, s3: S3
) -> None:
    write(make(kind), "p", "one")
    alter(kind, "marker", FORGERIES[forgery], tmp_path, s3)
    assert make(kind).find("p") is None
    write(make(kind), "p", "again")
    assert make(kind).find("p") == {"text": "again"}


@pytest.mark.parametrize("kind", KINDS)
def test_only_who_has_the_key_can_put_a_result_there(kind: str, tmp_path: Path, s3: S3) -> None:
    address = str(tmp_path) if kind == "folder" else s3.address("room")

    def keyed(key: bytes) -> Workspace:
        return open_workspace(address, "laws", key)

    write(keyed(KEY), "p", "ours")
    assert keyed(KEY).find("p") == {"text": "ours"}
    for stranger in (b"", b"another key"):
        write(keyed(KEY), "q", "ours")
        assert keyed(stranger).find("q") is None
        write(keyed(stranger), "q", "forged")
        assert keyed(KEY).find("q") is None


def test_a_result_under_another_name_does_not_count(make: Make, tmp_path: Path) -> None:
    write(make("folder"), "p", "one")
    finished = tmp_path / "laws" / "finished"
    (finished / "p").rename(finished / "q")
    assert make("folder").find("q") is None
    (finished / "r").write_text("a file where a folder should be", encoding="utf-8")
    assert make("folder").find("r") is None
    write(make("folder"), "r", "one")
    assert make("folder").find("r") == {"text": "one"}


@pytest.mark.parametrize("umask", [0, 0o022])
def test_only_this_account_may_read_the_workspace(tmp_path: Path, umask: int) -> None:
    address = tmp_path / "data" / "workspace"
    before = os.umask(umask)
    try:
        if umask == 0:  # an older version made it for everybody
            (address / "laws" / "finished").mkdir(parents=True)
        workspace = open_workspace(str(address), "laws")
        write(workspace, "p", "one")
    finally:
        os.umask(before)
    rights = {path: stat.S_IMODE(path.stat().st_mode) for path in (address / "laws").rglob("*")}
    rights[address / "laws"] = stat.S_IMODE((address / "laws").stat().st_mode)
    assert {rights[path] for path in rights if path.is_dir()} == {0o700}
    assert {rights[path] for path in rights if path.is_file()} == {0o600}
    # the data folder stays open to the account of the embedded Postgres, and a folder of others as they made it
    assert stat.S_IMODE(address.parent.stat().st_mode) == 0o777 & ~umask
    assert stat.S_IMODE(address.stat().st_mode) == (0o777 if umask == 0 else 0o700)


FILL = """
import resource, sys
from contextlib import nullcontext
from piperoll.errors import PiperollError
from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import Parse
from piperoll.pipeline.plan import make_plan, partitions
from piperoll.pipeline.stage import Context
from piperoll.store.ledger import LEDGER
import polars as pl

job = Job("laws", sys.argv[1], "se-law", "minilm", sys.argv[2], 10**9)
ledger = pl.DataFrame(schema=LEDGER)
plan = make_plan(job.open_source().listing(ledger, {}).files, ledger, "code")
[partition] = partitions(plan, "scope", 10**9)
context = Context(job, nullcontext, partition=partition)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    Parse().run(context)
    print("done")
except PiperollError as error:
    print(error.code)
print(context.workspace.find(Parse().result(context)) is not None)
"""


def test_a_full_disk_is_told_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk; it is met at the beginning, in the middle and at the end."""
    laws, workspace = tmp_path / "laws", tmp_path / "workspace"
    laws.mkdir()
    for number in range(40):
        body = "".join(f"### {part} §\n\nLagen {number} gäller sak {part * 7919 % 1009}.\n\n" for part in range(1, 30))
        (laws / f"{number}.md").write_text(f"# Lag om {number}\n\n{body}", encoding="utf-8")

    def parse(limit: int) -> list[str]:
        command = [sys.executable, "-c", FILL, str(laws), str(workspace), str(limit)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        return done.stdout.split()

    for limit in (0, 3_000, 10_000):
        assert parse(limit) == ["workspace_full", "False"]
        assert [path for path in workspace.rglob("*") if path.is_file()] == []
    assert parse(-1) == ["done", "True"]


def test_a_partition_whose_removal_is_cut_short_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = FolderWorkspace(tmp_path)
    write(workspace, "p", "one")

    def dies(path: Path, **_: object) -> None:
        (path / "a.txt").unlink()

    with monkeypatch.context() as patch:
        patch.setattr("shutil.rmtree", dies)
        workspace.drop("p")
    assert workspace.find("p") is None
    write(workspace, "p", "again")
    with workspace.file("p", "a.txt") as path:
        assert path.read_text(encoding="utf-8") == "again"
    workspace.sweep(finished=False)
    assert not (tmp_path / "drafts").exists()
