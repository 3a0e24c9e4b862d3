"""Real documents, where the archives lie beside the repository; they are not part of it."""

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

UNPACK = Path(__file__).parents[2].parent / "shared" / "data" / "unpack"


@cache
def _folder(name: str) -> Path | None:
    if not os.access(UNPACK, os.X_OK) or not UNPACK.with_name(f"{name}.tar.xz").is_file():
        return None
    found = subprocess.run([UNPACK, name], check=True, capture_output=True, text=True).stdout.strip()
    return Path(found) / name


def real(name: str) -> Path:
    """The folder of an unpacked archive, such as ``sst``; skips the test where there is none."""
    folder = _folder(name)
    if folder is None:
        pytest.skip(f"the archive {name} is not beside the repository")
    return folder
