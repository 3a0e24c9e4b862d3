"""The packages of CONTRIBUTING.md work from outside: installed beside Piperoll, with the real commands."""

import ast
import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from piperoll.settings import Settings
from piperoll.store.connection import Database
from tests.commands import Commands

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "examples" / "packages"
RULES = """House rules of the Lanternfish lighthouse

1. The lamp is lit at dusk and put out at dawn.
2. Visitors leave their boots at the door.
   Dogs wait outside.
3. Nobody rings the fog bell for amusement.
4. Borrowed books come back within 14 days.
"""
Run = Callable[..., Any]


def install(package: Path, site: Path) -> None:
    """Make a package known as an installer would: its modules on the path, and its entry points in a dist-info."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups) + "\n", encoding="utf-8")
    for module in package.glob("*.py"):
        (site / module.name).write_bytes(module.read_bytes())


@pytest.fixture
def piperoll(tmp_path: Path, settings: Settings, database: Database, commands: Commands) -> Run:
    """Run the command in a process of its own, with the packages that the test names; returns its ``--json``."""
    assert settings.dsn
    dsn = settings.dsn.get_secret_value()

    def run(*arguments: str, packages: tuple[str, ...] = ()) -> Any:
        site = tmp_path / "-".join(("site", *packages))
        for name in packages if not site.exists() else ():
            install(PACKAGES / name, site)
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(site)]),
            "PIPEROLL_DSN": dsn,
            "PIPEROLL_WORKSPACE": str(tmp_path / "workspace"),
        }
        done = commands.start(*arguments, "--json", environment=environment, cwd=tmp_path, packages=site)
        out, err = done.communicate(timeout=240)
        assert done.returncode == 0, out + err
        lines = [json.loads(line) for line in out.splitlines()]
        return lines if arguments[0] == "chunks" else lines[0]

    return run


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with one file of house rules, and one that is none."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "rules.txt").write_text(RULES, encoding="utf-8")
    (folder / "letter.txt").write_text("Dear keeper, thank you for the tea.\n", encoding="utf-8")
    return folder


def test_a_profile(piperoll: Run, source: Path) -> None:
    chunks = piperoll("chunks", str(source / "rules.txt"), "--profile", "house-rules", packages=("profile",))
    assert [chunk["path"] for chunk in chunks] == ["rule.1", "rule.2", "rule.3", "rule.4"]
    assert [RULES[chunk["start"] : chunk["end"]] for chunk in chunks] == [chunk["content"] for chunk in chunks]
    assert chunks[1]["content"].endswith("Dogs wait outside.")

    result = piperoll("reindex", "rules", "--source", str(source), "--profile", "house-rules", packages=("profile",))
    assert (result["published"], result["chunks"]["new"]) == (1, 4)
    assert (result["documents"]["new"], result["documents"]["quarantined"]) == (1, 1)
    status = piperoll("status", "rules", packages=("profile",))
    assert "rules_wrong" in json.dumps(status), "what is no document is kept in view, with the code of the profile"
    assert piperoll("verify", "rules", packages=("profile",))["uncovered"] == 0

    hits = piperoll("search", "rules", "may I ring the bell", packages=("profile",))["hits"]
    assert hits[0]["path"] == "rule.3"
    named = piperoll("search", "rules", "what does rule 2 say", packages=("profile",))["hits"]
    assert named[0]["path"] == "rule.2"
    assert named[0]["scores"]["rule"] > 0


def configure(source: Path, line: str = "") -> None:
    """Write the settings of the corpus ``rules``, with one line more."""
    text = '[corpus.rules]\nsource = "source"\nprofile = "house-rules"\nbackend = "hashed_words"\n'
    (source.parent / "piperoll.toml").write_text(text + line, encoding="utf-8")


def test_a_backend(piperoll: Run, source: Path) -> None:
    both = ("profile", "backend")
    configure(source)
    result = piperoll("reindex", "rules", packages=both)
    assert result["backend"] == "hashed_words"
    assert result["embeddings"]["computed"] == 4
    found = piperoll("search", "rules", "boots at the door", "--mode", "dense", packages=both)
    assert found["backend"] == "hashed_words"
    assert found["hits"][0]["path"] == "rule.2"
    assert set(found["hits"][0]["scores"]) == {"dense"}
    again = piperoll("reindex", "rules", packages=both)
    assert again["embeddings"]["computed"] == 0


def test_a_scorer(piperoll: Run, source: Path) -> None:
    both, three = ("profile", "backend"), ("profile", "backend", "scorer")
    configure(source)
    piperoll("reindex", "rules", packages=both)
    query = 'lamp dusk dawn "fog bell"'
    without = piperoll("search", "rules", query, packages=both)["hits"]
    hits = piperoll("search", "rules", query, packages=three)["hits"]
    assert (without[0]["path"], hits[0]["path"]) == ("rule.1", "rule.3")
    assert {hit["path"]: hit["scores"].get("quoted") for hit in hits}["rule.3"] == 1.0
    assert [hit["path"] for hit in hits if "quoted" in hit["scores"]] == ["rule.3"]
    plain = piperoll("search", "rules", "lamp dusk dawn", packages=three)["hits"]
    assert not [hit for hit in plain if "quoted" in hit["scores"]]


def test_a_stage(piperoll: Run, source: Path) -> None:
    packages = ("profile", "backend", "stage")
    configure(source, 'stages = ["deadlines"]\n')
    result = piperoll("reindex", "rules", packages=packages)
    assert "deadlines" in result["seconds"]
    hits = piperoll("search", "rules", "time limit", "--mode", "dense", packages=packages)["hits"]
    assert hits[0]["path"] == "rule.4"
    assert hits[0]["scores"]["dense"] > 0.2
    assert hits[0]["content"] == "4. Borrowed books come back within 14 days.", "the prefix is not shown"
    assert piperoll("verify", "rules", packages=packages)["uncovered"] == 0
    assert piperoll("reindex", "rules", packages=packages)["embeddings"]["computed"] == 0


@pytest.mark.parametrize("package", sorted(path for path in PACKAGES.iterdir()), ids=lambda path: path.name)
def test_a_package_uses_public_names_only(package: Path) -> None:
    files = list(package.glob("*.py"))
    assert len(files) == 1
    source = files[0].read_text(encoding="utf-8")
    assert 20 <= len(source.splitlines()) <= 75
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("_")]
