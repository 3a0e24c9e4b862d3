"""Run Piperoll's command, and write down when its parts began: ``python -m benchmarks.peers.parts reindex CORPUS``.

What is before and after the stages is not in the result of a run, so the moments are noted around them. They lie in the
file that ``PEERS_PARTS`` names, in seconds since the start of the process.
"""

import atexit
import json
import os
import time
from functools import wraps
from pathlib import Path
from typing import Any

import psutil

BEGAN = psutil.Process().create_time()
"""By the clock of the day, to a hundredth of a second; so are the other moments."""
MOMENTS: dict[str, float] = {}


def note(moment: str) -> None:
    """Write down that a moment has come."""
    MOMENTS[moment] = time.time() - BEGAN


def main() -> None:
    """Run the command line of Piperoll with notes."""
    note("python")
    from piperoll import cli
    from piperoll.cli import indexing

    note("command")
    original = indexing.flow

    def noted(name: str) -> Any:
        note("asked")
        flow = original(name)
        note("flows")
        body = flow.fn if hasattr(flow, "fn") else flow

        @wraps(body)  # Prefect reads the names of the parameters
        def body_noted(*arguments: Any, **named: Any) -> Any:
            note("begun")
            try:
                return body(*arguments, **named)
            finally:
                note("done")

        if hasattr(flow, "fn"):
            flow.fn = body_noted
            return flow
        return body_noted

    indexing.flow = noted
    atexit.register(lambda: Path(os.environ["PEERS_PARTS"]).write_text(json.dumps(MOMENTS)))
    cli.main()


if __name__ == "__main__":
    main()
