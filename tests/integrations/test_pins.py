"""What the frameworks bring has the versions of constraints.txt."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytest.importorskip("langchain_tests", reason="make frameworks, to test what it installs")
PINS = Path(__file__).parents[2] / "constraints.txt"


def brought(name: str, extras: frozenset[str], found: dict[str, str], seen: set[tuple[str, frozenset[str]]]) -> None:
    """Add a package, and whatever it needs here, to ``found``."""
    if (name, extras) in seen:
        return
    seen.add((name, extras))
    try:
        package = distribution(name)
    except PackageNotFoundError:  # needed by nothing that is used: the model's package names sentence-transformers
        return
    found[canonicalize_name(name)] = package.version
    for line in package.requires or ():
        one = Requirement(line)
        if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras or {""}):
            brought(canonicalize_name(one.name), frozenset(one.extras), found, seen)


def test_every_package_is_pinned() -> None:
    rows = re.findall(r"^([\w.-]+)==(\S+)", PINS.read_text(encoding="utf-8"), re.MULTILINE)
    pinned = {canonicalize_name(name): version for name, version in rows}
    found: dict[str, str] = {}
    brought("piperoll", frozenset({"dev-frameworks"}), found, set())
    assert {"haystack-ai", "langchain-tests", "llama-index-core", "nltk"} <= found.keys()
    others = {name: version for name, version in found.items() if pinned.get(name) != version.partition("+")[0]}
    others.pop("piperoll")
    assert others == {}
