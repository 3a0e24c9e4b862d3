"""Real documents by every runner: the time of a first run, and whether the editions are equal byte for byte.

    python benchmarks/runners.py FOLDER [FILES] [RUNNER …]

The files are the first ones of the folder, statutes of the profile se-law, in about sixteen partitions. Each run is a
process of its own with a fresh database, against one Prefect server on loopback, with two workers. ``workers`` are two
`python -m tasks.worker` processes, each with a home of its own. Vectors are those of the example package
``examples/packages/backend``, which cost next to nothing: the table shows what each runner costs.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from chaos import PrefectServer

from tests.chaos.harness import CORPUS, Fire

ROOT = Path(__file__).parents[1]
RUNNERS = ("threads", "processes", "dask", "ray", "workers")
PARTITIONS = 16
WORKERS_START_SECONDS = 20


def main() -> None:
    files = sorted(Path(sys.argv[1]).glob("*.md")) or sorted(Path(sys.argv[1]).rglob("*.md"))
    files = files[: int(sys.argv[2]) if len(sys.argv) > 2 else 80]
    size = sum(path.stat().st_size for path in files)
    rows, exports = [], set()
    with tempfile.TemporaryDirectory() as home:
        server = PrefectServer(Path(home) / "prefect")
        try:
            for runner in sys.argv[3:] or RUNNERS:
                row, export = measure(Path(home) / runner, server, runner, files)
                print(row, flush=True)
                rows.append(row)
                exports.add(export)
        finally:
            server.kill()
    print(f"\n{len(files)} documents, {size:,} bytes, two workers\n")
    print(f"| {'runner':9} | partitions | chunks | wall s | processor s | parse s | embed s | load s |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for runner, wall, processor, result in rows:
        stages = " | ".join(f"{result['seconds'][name]:.1f}" for name in ("parse", "embed", "load"))
        counts = f"{result['partitions']['parsed']} | {result['chunks']['new']:,}"
        print(f"| {runner:9} | {counts} | {wall:.1f} | {processor:.1f} | {stages} |")
    print(f"\neditions equal byte for byte: {len(exports) == 1}")


def measure(
    folder: Path, server: PrefectServer, runner: str, files: list[Path]
) -> tuple[tuple[str, float, float, dict[str, Any]], str]:
    """Return of one first run the runner, seconds by the clock and of processors, its result; and its export's hash."""
    folder.mkdir()
    data_dir = Path(tempfile.mkdtemp(prefix="piperoll-runners-"))
    data_dir.chmod(0o755)
    settings = {
        "PIPEROLL_PARTITION_BYTES": str(sum(path.stat().st_size for path in files) // PARTITIONS),
        "PIPEROLL_RUNNER": runner,
        "PIPEROLL_CONFIG": str(folder / "piperoll.toml"),
        "PREFECT_API_URL": server.url,
        "PREFECT_HOME": str(folder / "prefect"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "examples/packages/backend"), str(package(folder))]),
    }
    fire = Fire(folder, data_dir, 0, settings)
    for path in files:
        shutil.copy(path, fire.source)
    (folder / "piperoll.toml").write_text(
        f'[corpus.{CORPUS}]\nsource = "{fire.source}"\nprofile = "se-law"\nbackend = "hashed_words"\n', encoding="utf-8"
    )
    workers: list[subprocess.Popen[bytes]] = []
    used = processor_seconds()
    with fire.database:
        try:
            if runner == "workers":
                workers = [serve(fire, folder / f"worker-{number}") for number in (1, 2)]
                time.sleep(WORKERS_START_SECONDS)
            began = time.perf_counter()
            result = fire.finish()
            wall = time.perf_counter() - began
        finally:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.wait(60)
        return (runner, wall, processor_seconds() - used, result), sha256(fire.export()).hexdigest()


def package(folder: Path) -> Path:
    """Make the example backend known as an installer would, and return the folder that does so."""
    info = folder / "site" / "hashed_words-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hashed-words\nVersion: 1.0\n", encoding="utf-8")
    entry = "[piperoll.backends]\nhashed_words = hashed_words:HashedWords\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    return info.parent


def serve(fire: Fire, home: Path) -> "subprocess.Popen[bytes]":
    """Start a Prefect worker that shares neither home nor workspace with the run."""
    own = {"HOME": str(home), "PREFECT_HOME": str(home / "prefect"), "PIPEROLL_WORKSPACE": str(home / "workspace")}
    home.mkdir()
    return subprocess.Popen(
        [sys.executable, "-m", "tasks.worker"],
        env=fire.environment | own,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def processor_seconds() -> float:
    """Return the seconds that processors have worked for processes that were started here and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
