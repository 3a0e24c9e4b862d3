"""Print what files that do harm cost: the memory of all processes of a command at its peak, and its seconds.

    python benchmarks/hostile.py [TREE]

Each file is cut by ``piperoll chunks`` of the source tree TREE (this one), which reads it as a run does.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import orjson
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import hostile

STATUTE = b"# Lag om fyrar\n\n### 1 \xc2\xa7\n\nDenna lag g\xc3\xa4ller fyrar.\n"
FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "good.md": ("se-law", lambda: STATUTE),
    "repeated value.parquet": ("se-law", hostile.parquet_bomb),
    "many spaces.zip": ("se-law", lambda: hostile.zip_bomb(40)),
    "spaces.zip": ("se-law", lambda: hostile.zip_bomb(4)),
    "zeros.md.gz": ("se-law", hostile.gzip_bomb),
    "open tags.html": ("se-law", hostile.million_tags),
    "deep.json": ("se-law", hostile.deep_json),
    "deep.xml": ("hk-cases", hostile.deep_xml),
    "one line.md": ("se-law", hostile.one_line),
}
EVERY_SECONDS = 0.02
LONGEST_SECONDS = 300


def main() -> None:
    tree = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).parents[1]
    print("| file | bytes | result | peak MiB | seconds |\n|---|--:|---|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, (profile, make) in FILES.items():
            path = Path(folder) / name
            path.write_bytes(make())
            result, peak, seconds = measured(tree, path, profile)
            print(f"| {name} | {path.stat().st_size:,} | {result} | {peak / 2**20:,.0f} | {seconds:.1f} |", flush=True)
            path.unlink()


def measured(tree: Path, path: Path, profile: str) -> tuple[str, int, float]:
    """Return what became of a file, the bytes in memory of all processes at their peak, and the seconds."""
    command = [sys.executable, "-m", "piperoll.cli", "chunks", str(path), "--profile", profile, "--json"]
    began, peak = time.monotonic(), 0
    with tempfile.TemporaryFile() as out:
        run = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": str(tree)}, stdout=out, stderr=subprocess.DEVNULL, cwd=path.parent
        )
        while run.poll() is None and time.monotonic() - began < LONGEST_SECONDS:
            with suppress(psutil.NoSuchProcess):
                tree_of = psutil.Process(run.pid)
                peak = max(peak, sum(memory(one) for one in (tree_of, *tree_of.children(recursive=True))))
            time.sleep(EVERY_SECONDS)
        seconds = time.monotonic() - began
        if run.poll() is None:
            run.kill()
            run.wait()
            return "hung, ended by us", peak, seconds
        out.seek(0)
        codes = {one.get("error", {}).get("code", "") for one in map(orjson.loads, out)}
    told = ", ".join(sorted(filter(None, codes)))
    return told or ("read" if run.returncode == 0 else f"died ({run.returncode})"), peak, seconds


def memory(process: psutil.Process) -> int:
    """Return the bytes in memory of a process; 0 when it has ended."""
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


if __name__ == "__main__":
    main()
