"""Install the project into the environment that runs this: say what will come, how far it is, and what came.

    python -m scripts.install [EXTRA]

Without EXTRA that is what Piperoll runs on, with OpenVINO and without torch; with ``dev`` also the tools that test it,
and torch. Packages and the hashes of their files are those of ``locks/``, indexes those of pip's own configuration.
Every ten seconds one line tells what pip is at.
"""

import importlib
import re
import subprocess
import sys
import sysconfig
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from scripts.installed import MB, sizes

ROOT = Path(__file__).resolve().parents[1]
BRINGS = {
    "": "What Piperoll runs on comes into .venv now: 160 packages, 1.3 GB, one to ten minutes.",
    "dev": "What tests need comes into .venv now: 75 packages, 1.6 GB, two to ten minutes.",
}
CUDA = """\
On Linux, the torch of most indexes brings CUDA: several gigabytes more, which nothing here needs. For the CPU build
stop, set PIP_EXTRA_INDEX_URL to the CPU index that PyTorch's site names, and start again: docs/installing.md."""
UNLOCKED = """\
The lock names the CPU build of torch, and no index of pip's has it here. The versions of constraints.txt come instead,
without their hashes, and torch with what its index has."""
PAUSE = 10.0
"""Seconds between two lines."""
STEP = re.compile(r"\s*(?P<step>Collecting|Downloading|Using cached|Processing|Installing)\b (?P<what>.+)")
"""It matches the lines in which pip says what it is at: "Collecting numpy>=2 (from piperoll)", "  Downloading
numpy-2.4.6-….whl (16.6 MB)"."""


def in_place() -> int:
    """Return how many packages are in the environment."""
    return sum(1 for _ in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))


@dataclass
class Progress:
    """Hold how far pip is, as its output tells."""

    collected: int = 0
    at: str = "starting"
    installing: int = 0
    before: int = field(default_factory=in_place)

    def read(self, line: str) -> None:
        """Take in one line of pip's output."""
        if not (step := STEP.match(line)):
            return
        if step["step"] == "Installing" and step["what"].startswith("collected"):
            self.installing = step["what"].count(",") + 1
        self.collected += step["step"] == "Collecting"
        file = re.sub(r"\S*/", "", step["what"].partition(" (from")[0])
        self.at = f"{step['step'].lower()} {file[:70]}"

    def told(self) -> str:
        """Return the progress in words; pip does not tell how far its last step is, so the folder is counted."""
        if not self.installing:
            return f"{self.collected} packages found; {self.at}"
        return f"{max(in_place() - self.before, 0)} of {self.installing} packages are in place"


def lock_of(extra: str) -> Path:
    """Return the file that names every package of an installation."""
    return ROOT / "locks" / f"{extra or 'run'}.txt"


def steps(extra: str) -> list[list[str]]:
    """Return what pip is told, step by step. The lock names all that is needed, also to build the project."""
    locked = ["--no-deps", "--require-hashes", "--requirement", str(lock_of(extra))]
    return [locked, ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]]


def unlocked(extra: str) -> list[str]:
    """Return what pip is told where no index of it has a file that the lock names."""
    extras = ",".join(name for name in ("openvino", "mcp", extra) if name)
    return ["--constraint", str(ROOT / "constraints.txt"), "--editable", f"{ROOT}[{extras}]"]


def install(arguments: list[str]) -> list[str]:
    """Run pip and print a line about it now and then; return the end of its output if it fails, else nothing."""
    command = [sys.executable, "-m", "pip", "install", "--progress-bar", "off", "--disable-pip-version-check"]
    command += arguments
    progress, output, done, started = Progress(), [], threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(PAUSE):
            print(f"{time.monotonic() - started:5.0f} s  {progress.told()}", flush=True)

    teller = threading.Thread(target=tell)
    teller.start()
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
            for line in pip.stdout or ():
                output.append(line.rstrip())
                progress.read(line)
    finally:
        done.set()
        teller.join()
    return output[-30:] if pip.returncode else []


def main(extra: str = "") -> int:
    """Install, and say before what comes and afterwards what came."""
    before, started = sizes(), time.monotonic()
    print(BRINGS[extra], *([CUDA] if extra else []), sep="\n", flush=True)
    for arguments in steps(extra):
        failed = install(arguments)
        if any("+cpu" in line for line in failed):
            print(UNLOCKED, flush=True)
            failed = install(unlocked(extra))
        if failed:
            print(*failed, sep="\n", file=sys.stderr)
            return 1
    importlib.invalidate_caches()
    came = {name: size for name, size in sizes().items() if name not in before}
    seconds, size = time.monotonic() - started, sum(came.values()) / MB
    print(f"Installed {len(came)} packages in {seconds:.0f} s: {size:,.0f} MB.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
