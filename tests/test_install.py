"""An installation says how far it is, from what pip prints."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scripts.install import ROOT, Progress, lock_of, steps, unlocked
from scripts.installed import sizes

PIP = """\
Obtaining file:///home/me/piperoll
Collecting torch>=2.13
  Downloading https://user:secret@index.example/torch-2.13.0%2Bcpu-cp311-cp311-linux_x86_64.whl (183.0 MB)
Collecting numpy>=2 (from piperoll==0.1.0)
  Using cached numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl.metadata (6.6 kB)
Processing /wheels/sympy-1.14.0-py3-none-any.whl
Requirement already satisfied: rich>=14 in ./.venv/lib/python3.11/site-packages (15.0.0)
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (0, "0 packages found; starting"),
        (2, "1 packages found; collecting torch>=2.13"),
        (3, "1 packages found; downloading torch-2.13.0%2Bcpu-cp311-cp311-linux_x86_64.whl (183.0 MB)"),
        (4, "2 packages found; collecting numpy>=2"),
        (5, "2 packages found; using cached numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl.metadata (6.6 kB)"),
        (7, "2 packages found; processing sympy-1.14.0-py3-none-any.whl"),
    ],
)
def test_what_pip_is_at_is_told_without_addresses(lines: int, told: str) -> None:
    progress = Progress()
    for line in PIP.splitlines(keepends=True)[:lines]:
        progress.read(line)
    assert progress.told() == told


def test_the_packages_in_place_are_counted_while_pip_installs() -> None:
    progress = Progress()
    progress.read("Installing collected packages: mpmath, torch, numpy, sympy\n")
    progress.before -= 3
    assert progress.told() == "3 of 4 packages are in place"


def test_sizes_are_those_of_the_files_of_each_package() -> None:
    found = sizes()
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert found[f"pytest {pytest.__version__}"] > 500_000


def pinned(file: Path) -> dict[str, str]:
    """Return the versions of a lock, or of constraints.txt; one that is for other systems alone is left out."""
    lines = re.findall(r"^([\w.-]+)==([\w.]+)[^;\n]*$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name.lower()): version for name, version in lines}


@pytest.mark.parametrize("extra", ["", "dev"])
def test_every_file_that_is_installed_is_known_by_its_hash(extra: str) -> None:
    locked, ours = steps(extra)
    assert {"--no-deps", "--require-hashes", str(lock_of(extra))} == set(locked) - {"--requirement"}
    assert ours[-2:] == ["--editable", str(ROOT)]
    entries = re.split(r"\n(?=\S)", lock_of(extra).read_text(encoding="utf-8"))[1:]
    assert len(entries) > 140
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


def test_without_the_build_of_the_lock_the_pinned_versions_come() -> None:
    asked = unlocked("dev")
    assert asked == ["--constraint", str(ROOT / "constraints.txt"), "--editable", f"{ROOT}[openvino,serve,dev]"]


@pytest.mark.parametrize("extra", ["", "dev"])
def test_the_locks_have_the_versions_that_constraints_have(extra: str) -> None:
    constraints, locked = pinned(ROOT / "constraints.txt"), pinned(lock_of(extra))
    assert {name: version for name, version in locked.items() if constraints.get(name) != version} == {}


@pytest.mark.parametrize("extra", ["", "dev"])
def test_the_locks_have_what_the_project_needs(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["openvino"], *extras["serve"], *(extras[extra] if extra else [])]
    names = {Requirement(one).name.lower() for one in needed} - {"piperoll"}
    text = lock_of(extra).read_text(encoding="utf-8")
    assert names <= {name.lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}


def test_what_piperoll_runs_on_comes_without_torch() -> None:
    assert not {"torch", "sentence-transformers"} & set(pinned(lock_of("")))
