"""Print how many megabytes each installed package takes, the largest first.

    python -m scripts.installed [ROWS]

Counted are the files that a package lists as its own, on disk, in the environment that runs this.
"""

import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROWS = 10
MB = 1_000_000


def size_of(package: Distribution) -> int:
    """Return the bytes of the files of a package."""
    paths = (Path(str(package.locate_file(file))) for file in package.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def sizes() -> dict[str, int]:
    """Return the bytes of every installed package by name and version, the largest first."""
    found = {f"{package.name} {package.version}": size_of(package) for package in distributions()}
    return dict(sorted(found.items(), key=lambda one: -one[1]))


if __name__ == "__main__":
    found = sizes()
    print(f"{len(found)} packages, {sum(found.values()) / MB:,.0f} MB", "\n| package | MB |\n|---|---:|", sep="\n")
    for name, size in list(found.items())[: int(sys.argv[1]) if len(sys.argv) > 1 else ROWS]:
        print(f"| {name} | {size / MB:,.0f} |")
