"""Documents in S3: a server that really speaks it, with faults made on the way."""

import time

import polars as pl
import pytest

from piperoll import s3 as client
from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.sources import base
from piperoll.sources import s3 as module
from piperoll.sources.base import Listing
from piperoll.sources.documents import open_source
from tests.s3 import S3
from tests.sources.archives import ARCHIVES, ROWS, Files

SUFFIXES = {".md", ".json"}
NOTHING = pl.DataFrame(schema={"source": pl.String, "known_size": pl.Int64, "known_fingerprint": pl.String})


def listed(s3: S3, key: str = "laws") -> Listing:
    return open_source(s3.address(key), SUFFIXES, ("number",)).listing(NOTHING, {})


def read(s3: S3, listing: Listing, key: str = "laws") -> dict[str, bytes | str]:
    source = open_source(s3.address(key), SUFFIXES, ("number",))
    rows = listing.files.select("source", "fingerprint").iter_rows()
    return {name: data.code if isinstance(data, DocumentError) else data for name, _, data in source.read_all(rows)}


def fill(s3: S3, count: int) -> Files:
    files = {f"{number:03}.md": f"# {number}\n".encode() * (number + 1) for number in range(count)}
    for name, data in files.items():
        s3.put(f"laws/{name}", data)
    return files


def once(s3: S3, kind: str, fault: str) -> None:
    """The first request for each object goes wrong."""
    seen: set[str] = set()

    def first(asked: str, key: str) -> str:
        if asked != kind or key in seen:
            return ""
        seen.add(key)
        return fault

    s3.fault = first


def test_objects_are_listed_by_pages_and_read_in_order(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 10)
    monkeypatch.setattr(module, "AHEAD_OBJECTS", 5)
    files = fill(s3, 35)
    for key in ("laws/.hidden/a.md", "laws/folder/", "laws/notes.csv", "lawsuit/a.md"):
        s3.put(key, b"x")
    listing = listed(s3)
    assert dict(s3.requests) == {"LIST": 4}
    assert listing.files["source"].to_list() == sorted(files)
    found = read(s3, listing)
    assert list(found) == sorted(files)
    assert found == files
    assert dict(s3.requests) == {"LIST": 4, "GET": 35}


def test_an_object_that_is_put_again_has_its_old_fingerprint_only_with_its_old_content(s3: S3) -> None:
    fill(s3, 2)
    before = listed(s3).files
    s3.put("laws/000.md", b"# 0\n")
    assert listed(s3).files.equals(before)
    s3.put("laws/000.md", b"# 1\n")
    assert listed(s3).files["fingerprint"][0] != before["fingerprint"][0]


@pytest.mark.parametrize("fault", ["slow_down", "cut", "flip"])
def test_faults_that_pass_are_tried_again(s3: S3, fault: str) -> None:
    files = fill(s3, 5)
    listing = listed(s3)
    once(s3, "GET", fault)
    assert read(s3, listing) == files
    assert s3.faults[fault] == 5


def test_a_listing_is_tried_again(s3: S3) -> None:
    fill(s3, 3)
    once(s3, "LIST", "slow_down")
    assert listed(s3).files.height == 3
    assert s3.requests["LIST"] == 2


def test_a_stalled_body_ends_and_is_tried_again(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "READ_SECONDS", 1)
    client.client.cache_clear()
    files = fill(s3, 2)
    listing = listed(s3)
    once(s3, "GET", "stall")
    assert read(s3, listing) == files
    assert s3.faults["stall"] == 2


def test_most_requests_may_be_told_to_slow_down(s3: S3) -> None:
    files = fill(s3, 30)
    listing = listed(s3)
    number = iter(range(1_000))
    s3.fault = lambda kind, key: "slow_down" if next(number) % 5 < 3 else ""
    assert read(s3, listing) == files
    assert s3.faults["slow_down"] > 30


def test_a_service_that_stays_down_is_told_as_what_may_pass(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "REQUEST_ATTEMPTS", 2)
    client.client.cache_clear()
    s3.fault = lambda kind, key: "slow_down"
    with pytest.raises(PiperollError) as caught:
        listed(s3)
    assert caught.value.code == "s3_unreachable"
    assert s3.requests["LIST"] == 2


def test_what_is_replaced_or_gone_after_the_listing_is_noticed(s3: S3) -> None:
    files = dict(fill(s3, 4))
    listing = listed(s3)
    s3.put("laws/001.md", b"# other\n")
    s3.delete("laws/002.md")
    assert read(s3, listing) == files | {"001.md": "changed_while_read", "002.md": "vanished"}


def test_a_large_object_is_read_by_ranges_and_a_giant_not_at_all(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RANGE", 1_000)
    monkeypatch.setattr(base, "MAX_BYTES", 5_000)
    large = bytes(range(250)) * 18 + b"end"
    s3.put("laws/large.md", large)
    s3.put("laws/giant.md", bytes(5_001))
    s3.put("laws/empty.md", b"")
    once(s3, "GET", "cut")
    assert read(s3, listed(s3)) == {"empty.md": b"", "giant.md": "too_large", "large.md": large}
    assert s3.requests["GET"] == 1 + 5 + 1  # one was cut in the middle


def test_an_object_that_is_replaced_between_two_ranges_is_noticed(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RANGE", 1_000)
    s3.put("laws/large.md", b"a" * 3_000)
    listing = listed(s3)

    def replace(kind: str, key: str) -> str:
        if s3.requests["GET"] == 2:
            s3.put("laws/large.md", b"b" * 3_000)
        return ""

    s3.fault = replace
    assert read(s3, listing) == {"large.md": "changed_while_read"}


@pytest.mark.parametrize("name", [*ARCHIVES, *ROWS])
def test_archives_are_read_where_they_lie(s3: S3, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(module, "RANGE", 4_000)
    files = {f"{number}.md": bytes([number % 251]) * number * 40 for number in range(60)}
    rows: list[dict[str, object]] = [{"number": f"{number}.md", "text": "x" * number} for number in range(60)]
    s3.put(f"laws/{name}", ARCHIVES[name](files) if name in ARCHIVES else ROWS[name](rows))
    once(s3, "GET", "cut")
    listing = listed(s3)
    assert listing.files.height == 60
    found = read(s3, listing)
    assert list(found) == [f"{name}!/{number}.md" for number in range(60)]
    if name in ARCHIVES:
        assert found == {f"{name}!/{key}": data for key, data in files.items()}
    # and by its own address
    assert read(s3, listed(s3, f"laws/{name}"), f"laws/{name}") == found


def test_refused_access_is_told_without_secrets(s3: S3) -> None:
    fill(s3, 1)
    listing = listed(s3)
    s3.fault = lambda kind, key: "denied"
    for attempt in (lambda: listed(s3), lambda: read(s3, listing)):
        with pytest.raises(PiperollError) as caught:
            attempt()
        assert caught.value.code == "s3_denied"
        assert "test-secret" not in str(caught.value)
        assert "127.0.0.1" not in str(caught.value)


def test_wrong_addresses_are_told_without_their_secrets(s3: S3) -> None:
    for address in ("s3://key:secret@bucket/x", "gs://bucket/x", "s3://"):
        with pytest.raises(UsageError) as caught:
            open_source(address, SUFFIXES)
        assert "secret" not in str(caught.value)
    with pytest.raises(UsageError, match="no bucket"):
        open_source("s3://nothing-here/x", SUFFIXES).listing(NOTHING, {})


def test_missing_credentials_are_told(s3: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    client.client.cache_clear()
    with pytest.raises(PiperollError, match="no credentials"):
        listed(s3)


def test_reading_that_is_left_early_leaves_no_thread_behind(s3: S3) -> None:
    import threading

    fill(s3, 20)
    listing = listed(s3)
    source = open_source(s3.address("laws"), SUFFIXES)
    reading = source.read_all(listing.files.select("source", "fingerprint").iter_rows())
    next(reading)
    reading.close()  # type: ignore[attr-defined]
    deadline = time.monotonic() + 10
    while any(one.name.startswith("s3_") for one in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(one.name.startswith("s3_") for one in threading.enumerate())
