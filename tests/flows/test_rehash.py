"""Files that look unchanged: which are opened, and what a difference leads to."""

import os
from pathlib import Path
from typing import Any

import pytest

from piperoll.pipeline import recheck
from piperoll.sources import fingerprint
from piperoll.store import documents
from tests.flows.conftest import TOPICS, Bench


def change_unseen(bench: Bench, topic: str) -> None:
    """Change a file, and let the ledger hold the fingerprint that it has now: as a disk does that rots."""
    path = bench.path(topic)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"anm", b"ANM"))
    mark = fingerprint.of(path.stat(), fingerprint.fleeting_devices())
    with bench.database.connect(autocommit=True) as connection:
        connection.execute("UPDATE source_file SET fingerprint = %s WHERE source = %s", (mark, path.name))


def status(bench: Bench) -> dict[str, Any]:
    with bench.database.connect() as connection:
        [row] = documents.status(connection)
    return row


def marks(bench: Bench) -> dict[str, str]:
    with bench.database.connect() as connection:
        return dict(connection.execute("SELECT source, fingerprint FROM source_file").fetchall())


def test_a_night_opens_a_few_unchanged_files_and_shouts(
    bench: Bench, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    assert bench.run()["checked"] == {"files": 2, "bytes": sum(map(size, bench.folder.iterdir())), "differ": []}
    change_unseen(bench, "fyrar")
    caplog.clear()
    result = bench.run()
    assert result["checked"]["differ"] == ["fyrar.md"]
    assert (result["documents"]["changed"], result["documents"]["unchanged"], result["edition"]) == (1, 1, 2)
    assert [record.levelname for record in caplog.records if "fyrar.md" in record.getMessage()] == ["ERROR"]
    assert status(bench)["differed"] == ["fyrar.md"]
    assert "ANM" in str(bench.show("SFS 1990:1"))
    assert bench.run()["checked"]["differ"] == status(bench)["differed"] == []


def size(path: Path) -> int:
    return path.stat().st_size


def test_a_sample_is_small_and_rehash_opens_everything(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "SAMPLE_FILES", 3)
    bench.write(*TOPICS)
    bench.run()
    assert bench.run()["checked"]["files"] == 3
    monkeypatch.setattr(recheck, "SAMPLE_BYTES", 1)
    for topic in TOPICS[3:5]:
        change_unseen(bench, topic)
    assert bench.run()["checked"] == {"files": 0, "bytes": 0, "differ": []}
    result = bench.run(rehash=True)
    assert result["checked"]["files"] == len(TOPICS)
    assert set(result["checked"]["differ"]) == {bench.path(topic).name for topic in TOPICS[3:5]}
    assert (result["documents"]["changed"], result["documents"]["unchanged"]) == (2, len(TOPICS) - 2)


def test_what_a_dead_run_found_is_not_forgotten(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    change_unseen(bench, "fyrar")
    with monkeypatch.context() as patch:
        patch.setattr("piperoll.pipeline.edition.Begin.run", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bench.run()
    monkeypatch.setattr(recheck, "SAMPLE_FILES", 0)
    assert bench.run()["documents"]["changed"] == 1


def test_a_file_with_other_content_and_its_old_time_is_noticed(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    path = bench.path("fyrar")
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"anm", b"ANM"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert bench.run()["documents"]["changed"] == 1


@pytest.mark.parametrize("how", ["chmod", "renamed", "restored"])
def test_a_file_of_which_only_inode_or_change_time_differ_is_the_same(bench: Bench, how: str) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    before = marks(bench)
    path = bench.path("fyrar")
    if how == "chmod":
        path.chmod(0o600)
    elif how == "renamed":
        path.rename(path.with_suffix(".away"))
        path.with_suffix(".away").rename(path)
    else:
        times, data = path.stat(), path.read_bytes()
        path.unlink()
        path.write_bytes(data)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    result = bench.run()
    assert (result["documents"]["unchanged"], result["edition"], result["chunks"]["new"]) == (2, 1, 0)
    after = marks(bench)
    assert after["fyrar.md"] != before["fyrar.md"] or how == "renamed"
    assert after["bikupor.md"] == before["bikupor.md"]


def test_fingerprints_of_an_older_version_stay_good(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        connection.execute("UPDATE source_file SET fingerprint = substring(fingerprint FROM '^\\d+-\\d+')")
    older = marks(bench)
    assert all(mark.count("-") == 1 for mark in older.values())
    result = bench.run()
    assert (result["documents"]["unchanged"], sum(result["partitions"].values())) == (2, 0)
    assert marks(bench) == older
    bench.path("fyrar").touch()
    assert bench.run()["documents"]["unchanged"] == 2
    assert {name: mark.count("-") for name, mark in marks(bench).items()} == {"fyrar.md": 3, "bikupor.md": 1}
