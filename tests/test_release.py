"""A release has one version, and a wheel holds all that the checkout has."""

import zipfile
from pathlib import Path

from scripts.check_wheel import ROOT, expected, flaws, newest_release, version


def packed(wheel: Path, without: str = "") -> Path:
    """Write a wheel of the checkout, without the file of that name."""
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, path in expected().items():
            if name != without:
                archive.write(path, name)
        archive.write(ROOT / "LICENSE", f"piperoll-{version()}.dist-info/licenses/LICENSE")
    return wheel


def test_the_changelog_describes_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert newest_release() == version()
    assert text.index("## [Unreleased]") < text.index(f"## [{version()}]")


def test_a_whole_wheel_has_no_flaw(tmp_path: Path) -> None:
    assert list(flaws(packed(tmp_path / "whole.whl"))) == []


def test_what_is_missing_or_strange_in_a_wheel_is_told(tmp_path: Path) -> None:
    wheel = packed(tmp_path / "flawed.whl", without="piperoll/py.typed")
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("piperoll/notes.txt", "left over")
    assert list(flaws(wheel)) == ["missing: piperoll/py.typed", "not of the checkout: piperoll/notes.txt"]
    assert "piperoll/sql/queries/search/search_dense.sql" in expected()
