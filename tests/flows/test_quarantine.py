"""Files that cannot be read or parsed: they are put aside and told, and the others are done."""

import os
from pathlib import Path

import pytest

from piperoll.model import DocumentError
from piperoll.sources.folder import Folder
from piperoll.store import corpora, documents
from tests.flows.conftest import Bench

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("empty.md", b"", "empty"),
        ("picture.md", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 50, "binary"),
        ("cut.md", "# Lag om åar\n\n1 § Åar är vatten.".encode()[:-2] + b"\xc3", "broken_encoding"),
        ("deep.json", b"[" * 200_000, "broken_json"),
        ("bomb.md", b"---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n# T\n", "front_matter"),
        ("nul.json", b'{"documentType":"SFS_LAW","title":"a\\u0000b","chapters":[]}', "nul_character"),
    ],
)
def test_bad_input_is_quarantined_and_the_run_goes_on(bench: Bench, name: str, data: bytes, code: str) -> None:
    bench.write("fyrar")
    (bench.folder / name).write_bytes(data)
    result = bench.run()
    assert result["documents"]["quarantined"] == 1
    assert result["documents"]["new"] == 1
    with bench.database.connect() as connection:
        rows = documents.quarantined(connection, bench.corpus())
    assert [(row["source"], row["code"]) for row in rows] == [(name, code)]
    assert rows[0]["reason"]
    # and it is not tried again until it changes
    assert bench.run()["documents"] == {
        "new": 0,
        "changed": 0,
        "gone": 0,
        "unchanged": 1,
        "no_body": 0,
        "quarantined": 1,
    }
    (bench.folder / name).unlink()
    assert bench.run()["documents"]["quarantined"] == 0


def test_links_pipes_and_giants_are_quarantined(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piperoll.sources.base.MAX_BYTES", 10_000)
    bench.write("fyrar")
    (bench.folder / "self.md").symlink_to("self.md")
    (bench.folder / "above").symlink_to("..")
    (bench.folder / "above" / "source").exists()
    (bench.folder / "here").symlink_to(".")
    os.mkfifo(bench.folder / "pipe.md")
    (bench.folder / "giant.md").write_bytes(b"a" * 10_001)
    result = bench.run(corpus="links")
    with bench.database.connect() as connection:
        rows = {
            row["source"]: row["code"] for row in documents.quarantined(connection, corpora.get(connection, "links"))
        }
    assert rows["giant.md"] == "too_large"
    assert rows["pipe.md"] == "not_a_file"
    assert rows["self.md"] == "symlink_loop"
    assert rows["here"] == "symlink_loop"
    assert result["documents"]["new"] >= 1


def test_a_file_that_vanishes_is_quarantined_and_gone_next_time(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("fyrar", "bikupor")
    read = Folder.read

    def vanish(self: Folder, source: str, listed: str) -> bytes:
        bench.path("bikupor").unlink(missing_ok=True)
        return read(self, source, listed)

    monkeypatch.setattr(Folder, "read", vanish)
    assert bench.run()["documents"]["quarantined"] == 1
    monkeypatch.setattr(Folder, "read", read)
    result = bench.run()
    assert (result["documents"]["gone"], result["documents"]["quarantined"]) == (1, 0)


def test_a_good_version_survives_a_broken_file(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    good = bench.export(tmp_path / "good.jsonl")
    bench.path("fyrar").write_bytes(b"\0\0\0")
    result = bench.run()
    assert result["documents"]["quarantined"] == 1
    assert bench.export(tmp_path / "still.jsonl") == good
    bench.write("fyrar")
    assert bench.run()["documents"]["quarantined"] == 0


def test_files_without_text_are_counted(bench: Bench) -> None:
    bench.write("fyrar")
    (bench.folder / "tom.md").write_text("---\nbeteckning: 1999:9\nrubrik: Lag om intet\n---\n", encoding="utf-8")
    assert bench.run()["documents"] == {
        "new": 2,
        "changed": 0,
        "gone": 0,
        "unchanged": 0,
        "no_body": 1,
        "quarantined": 0,
    }


def test_an_unreadable_file_is_tried_in_every_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("fyrar")
    read = Folder.read

    def unreadable(self: Folder, source: str, listed: str) -> bytes:
        raise DocumentError("unreadable", "Permission denied.", remedy="Try again.")

    monkeypatch.setattr(Folder, "read", unreadable)
    assert bench.run()["documents"]["quarantined"] == 1
    assert bench.run()["documents"]["quarantined"] == 1
    monkeypatch.setattr(Folder, "read", read)
    result = bench.run()
    assert (result["documents"]["quarantined"], result["chunks"]["new"]) == (0, 3)
