"""Serve a Prefect API to one process, for as long as it lives.

Prefect would start one by itself, but only when it is first asked, and leaves it behind when the process is killed.
This one starts while the process does other things, listens on loopback, answers only to a secret that this process
drew, and ends with it, however it ends: the process holds the other end of its standard input.
"""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO, NamedTuple

from piperoll.errors import PiperollError

PATIENCE_SECONDS = 120
"""How long it may take to answer: 3 seconds of a processor, and more where it has to make its database."""
LEAVE_SECONDS = 10
"""How long it may take to write its last events when its process has gone."""


class Api(NamedTuple):
    """Hold the address of an API, what a request must carry, and its process."""

    url: str
    secret: str
    process: "subprocess.Popen[bytes]"
    said: IO[bytes]
    """What it wrote. It has no part in the output of its run, which a reader would wait for as long as it lives."""


@cache
def start() -> Api:
    """Start the API of this process, and return it before it answers; the next call returns the same."""
    secret = f"piperoll:{secrets.token_urlsafe(32)}"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port, handle = listening.getsockname()[1], listening.fileno()
        environment = os.environ | {
            "PREFECT_SERVER_API_AUTH_STRING": secret,
            "PREFECT_UI_ENABLED": "0",
            "PREFECT__SERVER_EPHEMERAL": "1",
            "PREFECT__SERVER_FINAL": "1",
        }
        command = [sys.executable, "-m", "flows.temporary_api", str(handle)]
        said = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as this process)
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=said, stderr=said, pass_fds=[handle]
        )
    return Api(f"http://127.0.0.1:{port}/api", secret, process, said)


@contextmanager
def served() -> Iterator[None]:
    """Let Prefect use the temporary API within, from when it answers.

    Raises:
        PiperollError: ``api_failed``: it ended, or does not answer in time.
    """
    api = start()
    variables = {"PREFECT_API_URL": api.url, "PREFECT_API_AUTH_STRING": api.secret}
    os.environ |= variables  # for processes of runners
    from prefect.settings import (
        PREFECT_API_AUTH_STRING,
        PREFECT_API_URL,
        PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
        temporary_settings,
    )

    _wait(api)
    here = {PREFECT_API_URL: api.url, PREFECT_API_AUTH_STRING: api.secret, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}
    try:
        with temporary_settings(here):  # nobody watches the heartbeats, and each run would wait a second for their end
            yield
    finally:
        for name in variables:
            del os.environ[name]


def _wait(api: Api) -> None:
    from urllib.request import urlopen  # loads much, and most runs start no API

    try:
        with urlopen(f"{api.url}/health", timeout=PATIENCE_SECONDS):
            return
    except OSError as error:
        ended = "" if api.process.poll() is None else f" It ended with code {api.process.returncode}."
        api.said.seek(0)
        if lines := api.said.read().decode(errors="replace").splitlines():
            ended += f" Its last line: {lines[-1]}"
        raise PiperollError(
            "api_failed",
            f"The temporary Prefect API does not answer: {error}.{ended}",
            remedy="Set PIPEROLL_ORCHESTRATOR=none to run without one, or name yours with PREFECT_API_URL.",
        ) from None


def main() -> None:
    """Serve the API on the socket whose number is the argument, until standard input ends."""
    import uvicorn

    config = uvicorn.Config(
        "prefect.server.api.server:create_app", factory=True, fd=int(sys.argv[1]), log_level="error", lifespan="on"
    )
    server = uvicorn.Server(config)

    def leave() -> None:
        sys.stdin.buffer.read()
        server.should_exit = True
        threading.Timer(LEAVE_SECONDS, os._exit, (0,)).start()

    threading.Thread(target=leave, daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
