"""Write the locks: every package of an installation, with its version and the hashes of its files.

    python -m scripts.lock [WHEELS …]

WHEELS are folders of wheels that no index has, such as a CPU build of torch.
Needs uv, which knows what other systems and Pythons need too: ``pip install uv``. Versions are those of
constraints.txt. Run it after that file or the dependencies in pyproject.toml changed; tests/test_install.py compares
the three.
"""

import subprocess
import sys
import tomllib

from scripts.install import ROOT, lock_of

EXTRAS = {"": ["openvino", "mcp"], "dev": ["openvino", "dev"]}
"""Extras of each installation."""
UNREAD = "sentence-transformers; python_version < '0'\n"
"""The model's package names sentence-transformers, and by it torch, as needed. The files that are read of it need
neither, so what Piperoll runs on is installed without."""
BUILD = "editables\n"
"""What an editable installation needs besides the build backend."""
HEAD = "# Written by scripts/lock.py.\n"


def lock(extra: str, links: list[str]) -> None:
    """Write the lock of an installation.

    Args:
        extra: of it: "" or "dev".
        links: folders of further wheels, such as a CPU build of torch.
    """
    extras = [word for name in EXTRAS[extra] for word in ("--extra", name)]
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    command = [
        "uv", "pip", "compile", "pyproject.toml", "-", *extras, "--constraints", "constraints.txt",
        "--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--quiet",
        *(word for link in links for word in ("--find-links", link)),
    ]  # fmt: skip
    override = ROOT / "build" / "override.txt"
    if not extra:
        override.parent.mkdir(exist_ok=True)
        override.write_text(UNREAD, encoding="utf-8")
        command += ["--overrides", str(override)]
    needed = "\n".join(build) + "\n" + BUILD
    done = subprocess.run(command, cwd=ROOT, input=needed, text=True, stdout=subprocess.PIPE, check=True)
    lock_of(extra).write_text(HEAD + done.stdout, encoding="utf-8")


if __name__ == "__main__":
    for name in EXTRAS:
        lock(name, sys.argv[1:])
