"""Lines of JSON: what each holds, in threads and in processes of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = """
import logging
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from multiprocessing import get_context

from piperoll import logs

def say(partition):
    logs.setup("json")
    with logs.about(partition=partition, stage="parse"):
        logging.getLogger("piperoll").info("partition %d", partition, extra={"files": 3})

if __name__ == "__main__":
    logs.setup("json")
    logs.setup("json")
    with logs.about(run="r1", corpus="laws"):
        with ThreadPoolExecutor(2) as pool:
            for number in (1, 2):
                pool.submit(copy_context().run, say, number).result()
        logging.getLogger("library").warning("careful: %s", "postgresql://u:hemlig123@h/d", extra={"stage": "theirs"})
        logging.getLogger("library").info("not shown")
    child = get_context("spawn").Process(target=say, args=(3,))
    child.start()
    child.join(60)
    try:
        raise ValueError("postgresql://u:hemlig123@h/d")
    except ValueError:
        logging.getLogger("piperoll").exception("a defect")
"""


def lines(script: str, tmp_path: Path) -> list[dict[str, Any]]:
    file = tmp_path / "script.py"
    file.write_text(script, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, str(file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "hemlig123" not in done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_every_line_knows_what_it_belongs_to(tmp_path: Path) -> None:
    first, second, library, child, defect = lines(SCRIPT, tmp_path)
    assert (first["partition"], second["partition"], first["files"]) == (1, 2, 3)
    assert (first["level"], first["logger"], first["message"]) == ("INFO", "piperoll", "partition 1")
    assert (first["run"], first["corpus"], first["stage"]) == ("r1", "laws", "parse")
    assert first["time"].endswith("+00:00")
    assert isinstance(first["process"], int)
    assert first["host"]
    assert library["message"] == "careful: postgresql://u:***@h/d"
    assert (library["run"], library.get("partition")) == ("r1", None)
    assert (child["partition"], child.get("run")) == (3, None)
    assert child["process"] != first["process"]
    assert "ValueError: postgresql://u:***@h/d" in defect["traceback"]
    assert "run" not in defect


def test_a_line_whose_words_and_values_do_not_fit_stops_nobody() -> None:
    script = "import logging; from piperoll import logs; logs.setup('json'); logging.warning('%d', 'one'); print('on')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "on\n"


def test_an_error_that_is_told_has_no_traceback() -> None:
    script = """
import logging
from piperoll import logs
from piperoll.errors import UsageError
logs.setup("text")
for error in (UsageError("bad_k", "No list of ks.", remedy="Write one."), KeyError("k")):
    try:
        raise error
    except (UsageError, KeyError):
        logging.getLogger("prefect").exception("run failed")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.count("run failed") == 2
    assert done.stderr.count("Traceback") == 1
    assert "KeyError" in done.stderr


def test_lines_go_where_stderr_leads_now() -> None:
    script = """
import io, logging, sys
from piperoll import logs
sys.stderr, first = io.StringIO(), sys.stderr
logs.lines()
sys.stderr.close()
sys.stderr = first
logging.getLogger("piperoll").info("lit")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.endswith(" lit\n") and done.stderr.count("\n") == 1
