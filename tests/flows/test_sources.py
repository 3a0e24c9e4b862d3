"""Whole runs on documents in S3 and in archives, and with the workspace in S3."""

import os
from pathlib import Path
from typing import Any

import pytest

from flows.reindex_corpus import reindex_corpus
from piperoll import settings as configured
from piperoll.errors import PiperollError, UsageError
from piperoll.store import corpora, documents
from tests.flows.conftest import TOPICS, Bench
from tests.s3 import S3
from tests.sources.archives import ARCHIVES, jsonl


def run(source: str, corpus: str = "test", limit: int = 0) -> dict[str, Any]:
    return reindex_corpus(corpus=corpus, source=source, profile="se-law", limit=limit)


def files(bench: Bench) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(bench.folder.iterdir())}


def quarantine(bench: Bench, corpus: str = "test") -> dict[str, str]:
    with bench.database.connect() as connection:
        rows = documents.quarantined(connection, corpora.get(connection, corpus))
    return {row["source"]: row["code"] for row in rows}


def test_an_edition_from_s3_is_the_one_from_a_folder(
    bench: Bench, s3: S3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With faults on every kind of request, and what is parsed lying in S3 too."""
    bench.write(*TOPICS)
    for name, data in files(bench).items():
        s3.put(f"laws/{name}", data)
    bench.run(corpus="folder")
    monkeypatch.setenv("PIPEROLL_WORKSPACE", s3.address("room"))
    configured.load.cache_clear()
    number = iter(range(1_000_000))
    s3.fault = lambda kind, key: {0: "slow_down", 7: "cut"}.get(next(number) % 23, "")
    result = run(s3.address("laws"))
    assert result["documents"]["new"] == len(TOPICS)
    assert s3.faults["slow_down"]
    assert s3.faults["cut"]
    assert bench.export(tmp_path / "s3.jsonl") == bench.export(tmp_path / "folder.jsonl", name="folder")
    assert bench.verified()["uncovered"] == 0
    assert s3.keys("room/") == []

    s3.fault = lambda kind, key: ""
    s3.requests.clear()
    assert run(s3.address("laws"))["documents"]["unchanged"] == len(TOPICS)
    assert dict(s3.requests) == {"LIST": 2}  # the source and what dead workers left

    s3.put(f"laws/{TOPICS[0]}.md", files(bench)[f"{TOPICS[0]}.md"].replace("ska anmäla".encode(), b"anmaler"))
    s3.got.clear()
    result = run(s3.address("laws"))
    assert (result["documents"]["changed"], result["documents"]["unchanged"]) == (1, len(TOPICS) - 1)
    assert sum(key.startswith("laws") for key in s3.got) == 1


def test_an_object_that_is_replaced_after_the_listing_waits_for_the_next_run(
    bench: Bench, s3: S3, tmp_path: Path
) -> None:
    bench.write("fyrar", "bikupor")
    for name, data in files(bench).items():
        s3.put(f"laws/{name}", data)
    run(s3.address("laws"))
    good = bench.export(tmp_path / "good.jsonl")
    data = files(bench)["fyrar.md"]
    s3.put("laws/fyrar.md", data.replace(b"tillsyn", b"kontroll"))

    def replace(kind: str, key: str) -> str:
        if kind == "GET" and key == "laws/fyrar.md":
            s3.fault = lambda kind, key: ""
            s3.put("laws/fyrar.md", data.replace(b"tillsyn", b"koll"))
        return ""

    s3.fault = replace
    run(s3.address("laws"))
    assert quarantine(bench) == {"fyrar.md": "changed_while_read"}
    assert bench.export(tmp_path / "same.jsonl") == good
    run(s3.address("laws"))
    assert quarantine(bench) == {}
    assert b"koll" in bench.export(tmp_path / "new.jsonl")


@pytest.mark.parametrize("name", ["laws.zip", "laws.tar.gz"])
def test_of_an_archive_that_is_packed_anew_only_what_differs_is_done(bench: Bench, tmp_path: Path, name: str) -> None:
    bench.write(*TOPICS[:4])
    packed = tmp_path / "packed"
    packed.mkdir()
    archive = packed / name
    archive.write_bytes(ARCHIVES[name](files(bench)))
    bench.run(corpus="folder")
    result = run(str(packed))
    assert result["documents"]["new"] == 4
    plain = bench.export(tmp_path / "folder.jsonl", name="folder")
    assert bench.export(tmp_path / "packed.jsonl").replace(f"{name}!/".encode(), b"") == plain

    # what is no archive any more is noticed, though its size is the same and its time was set back
    times, whole = archive.stat(), archive.read_bytes()
    archive.write_bytes(bytes(len(whole)))
    os.utime(archive, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert run(str(packed))["documents"]["unchanged"] == 4
    assert quarantine(bench) == {name: "archive_damaged"}
    archive.write_bytes(whole)
    run(str(packed))

    changed = files(bench) | {"fyrar.md": files(bench)["fyrar.md"].replace(b"tillsyn", b"kontroll")}
    del changed["broar.md"]
    archive.write_bytes(ARCHIVES[name](changed))
    documents = run(str(packed))["documents"]
    assert documents == {"new": 0, "changed": 1, "gone": 1, "unchanged": 2, "no_body": 0, "quarantined": 0}
    before = bench.export(tmp_path / "before.jsonl")

    archive.write_bytes(whole[:-30])
    assert run(str(packed))["documents"]["unchanged"] == 3
    assert quarantine(bench) == {name: "archive_damaged"}
    assert bench.export(tmp_path / "same.jsonl") == before
    assert run(str(packed))["partitions"] == {"parsed": 0, "reused": 0}

    archive.write_bytes(ARCHIVES[name](changed))
    run(str(packed))
    assert quarantine(bench) == {}
    assert bench.export(tmp_path / "again.jsonl") == before
    assert bench.verified()["ledger_only"] == 0


def test_an_archive_that_is_touched_is_opened_once(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    packed = tmp_path / "packed"
    packed.mkdir()
    (packed / "laws.tar").write_bytes(ARCHIVES["laws.tar"](files(bench)))
    assert run(str(packed))["edition"] == 1
    os.utime(packed / "laws.tar", ns=(1, 1))
    for _ in range(2):
        result = run(str(packed))
        assert (result["documents"]["unchanged"], result["edition"], result["partitions"]["parsed"]) == (1, 1, 0)
    # a trial on part of the source does not make the rest of the archive known
    bench.write("kvarnar")
    (packed / "laws.tar").write_bytes(ARCHIVES["laws.tar"](files(bench)))
    run(str(packed), limit=1)
    assert run(str(packed))["documents"]["new"] == 1
    assert bench.verified()["documents"] == 2


def test_rows_are_documents(bench: Bench, tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {
            "documentType": "SFS_LAW",
            "documentNumber": f"2031:{number}",
            "title": f"Lag (2031:{number}) om {topic}",
            "chapters": [{"sections": [{"number": "1", "content": f"1 § Lagen gäller {topic}."}]}],
        }
        for number, topic in enumerate(TOPICS[:3], 1)
    ]
    (tmp_path / "laws.jsonl").write_bytes(jsonl(rows))
    result = run(str(tmp_path / "laws.jsonl"))
    assert (result["documents"]["new"], result["documents"]["quarantined"]) == (3, 0)
    text = bench.export(tmp_path / "out.jsonl")
    assert b"laws.jsonl!/2031:2" in text
    rows[1]["title"] = "Lag (2031:2) om nya bikupor"
    (tmp_path / "laws.jsonl").write_bytes(jsonl([rows[2], rows[1], rows[0]]))
    assert run(str(tmp_path / "laws.jsonl"))["documents"]["changed"] == 1


@pytest.mark.small_partitions
def test_an_unreachable_service_ends_the_run_and_the_next_one_continues(
    bench: Bench, s3: S3, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write(*TOPICS[:3])
    for name, data in files(bench).items():
        s3.put(f"laws/{name}", data)
    s3.fault = lambda kind, key: "denied" if key.endswith("fyrar.md") else ""
    with pytest.raises(PiperollError, match="refuses access"):
        run(s3.address("laws"))
    s3.fault = lambda kind, key: ""
    result = run(s3.address("laws"))
    assert result["edition"] == 1
    assert bench.verified()["documents"] == 3


def test_an_address_with_a_secret_is_not_written_down(bench: Bench) -> None:
    with pytest.raises(UsageError, match="An address in S3 is written"):
        run("s3://key:secret@bucket/laws")
    assert bench.count("corpus") == 0
