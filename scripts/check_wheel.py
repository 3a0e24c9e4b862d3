"""Compare a wheel with the checkout that it was built from.

    python scripts/check_wheel.py build/wheel/piperoll-0.1.0-py3-none-any.whl

It must hold every file of the packages and of ``sql/``, unchanged, and nothing else but its own metadata.
"""

import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = {"piperoll": "piperoll", "flows": "flows", "tasks": "tasks", "sql": "piperoll/sql"}
"""Folders of the checkout, and where the wheel has them."""
RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\]", re.MULTILINE)


def version() -> str:
    """Return the version of the checkout."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def newest_release() -> str:
    """Return the newest version that the changelog describes."""
    match = RELEASE.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return match[1] if match else ""


def expected() -> dict[str, Path]:
    """Return the files that a wheel must hold, by their names in it."""
    return {
        f"{target}/{path.relative_to(ROOT / folder).as_posix()}": path
        for folder, target in FOLDERS.items()
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def flaws(wheel: Path) -> Iterator[str]:
    """Yield what is wrong with a wheel."""
    info = f"piperoll-{version()}.dist-info"
    files = expected()
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
        yield from (f"missing: {name}" for name in sorted(files.keys() - names))
        yield from (
            f"not of the checkout: {name}" for name in sorted(names - files.keys()) if not name.startswith(f"{info}/")
        )
        yield from (
            f"differs: {name}"
            for name in sorted(names & files.keys())
            if archive.read(name) != files[name].read_bytes()
        )
        licence = f"{info}/licenses/LICENSE"
        if licence not in names or archive.read(licence) != (ROOT / "LICENSE").read_bytes():
            yield f"missing or other: {licence}"
    if newest_release() != version():
        yield f"the changelog's newest version is {newest_release()}, that of pyproject.toml {version()}"


if __name__ == "__main__":
    found = list(flaws(Path(sys.argv[1])))
    print("\n".join(found) or f"{sys.argv[1]} is whole.")
    sys.exit(bool(found))
