"""The same corpus by every runner: the time of a first run, and whether the editions are equal byte for byte.

    python benchmarks/runners.py [DOCUMENTS] [RUNNER …]

Each run is a process of its own with a fresh database, against one Prefect server on loopback. ``workers`` are two
`python -m tasks.worker` processes. On a machine with two cores there is little to gain: embedding fills both already.
The table shows what each runner costs; more machines are what it is for.
"""

import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from chaos import PrefectServer

from tests.chaos.harness import Fire

RUNNERS = ("threads", "processes", "dask", "workers")


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    runners = sys.argv[2:] or RUNNERS
    rows, exports = [], set()
    with tempfile.TemporaryDirectory() as home:
        server = PrefectServer(Path(home) / "prefect")
        try:
            for runner in runners:
                row, export = measure(Path(home) / runner, server, runner, size)
                rows.append(row)
                exports.add(export)
        finally:
            server.kill()
    print(f"{size:,} documents, two workers\n")
    print(f"| {'runner':9} | wall s | parse s | embed s | load s |\n|---|--:|--:|--:|--:|")
    for runner, wall, seconds in rows:
        stages = " | ".join(f"{seconds[name]:7.1f}" for name in ("parse", "embed", "load"))
        print(f"| {runner:9} | {wall:6.1f} | {stages} |")
    print(f"\neditions equal byte for byte: {len(exports) == 1}")


def measure(
    folder: Path, server: PrefectServer, runner: str, size: int
) -> tuple[tuple[str, float, dict[str, float]], str]:
    """One first run: (runner, wall seconds, seconds of all workers by stage), and the hash of its export."""
    folder.mkdir()
    data_dir = Path(tempfile.mkdtemp(prefix="piperoll-runners-"))
    data_dir.chmod(0o755)
    settings = {
        "PIPEROLL_PARTITION_BYTES": str(size * 300 // 16),
        "PIPEROLL_RUNNER": runner,
        "PREFECT_API_URL": server.url,
        "PREFECT_HOME": server.environment["PREFECT_HOME"],
    }
    fire = Fire(folder, data_dir, size, settings)
    workers = []
    if runner == "workers":
        serve = [sys.executable, "-m", "tasks.worker"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        root = Path(__file__).parents[1]
        workers = [subprocess.Popen(serve, env=fire.environment, cwd=root, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        time.sleep(20)
    try:
        with fire.database:
            began = time.perf_counter()
            result = fire.finish()
            wall = time.perf_counter() - began
            return (runner, wall, result["seconds"]), sha256(fire.export()).hexdigest()
    finally:
        for worker in workers:
            worker.terminate()


if __name__ == "__main__":
    main()
