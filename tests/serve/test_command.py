"""The command: it serves until it is told to end, and says what it lacks."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from piperoll.cli import app
from piperoll.cli.serving import of_the_demo
from piperoll.settings import Settings


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_it_serves_until_it_is_told_to_end(settings: Settings) -> None:
    assert settings.dsn
    port = free_port()
    command = [sys.executable, "-m", "piperoll.cli", "serve", "--port", str(port)]
    environment = os.environ | {"PIPEROLL_DSN": settings.dsn.get_secret_value()}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                until = time.monotonic() + 60
                while time.monotonic() < until:
                    try:
                        if client.get("/readyz").status_code == 200:
                            break
                    except httpx.ConnectError:
                        pass
                    time.sleep(0.1)
                told = client.get("/api/corpora").json()
                assert {"laws", "cases"} <= {one["name"] for one in told["corpora"]}
                assert client.get("/api/corpora?secret").status_code == 200
        finally:
            process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
    assert "Serving on http://127.0.0.1:" in said
    assert "GET /api/corpora 200" in said
    assert "secret" not in said
    assert process.returncode in (0, -signal.SIGTERM)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--host", "0.0.0.0"], "Nobody has a key"),
        (["--keys"], "Nobody has a key"),
        (["--rate", "often"], "is no rate"),
    ],
    ids=["address", "keys", "rate"],
)
def test_it_does_not_start_wrongly(configured_dsn: None, arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(app, ["serve", *arguments])
    assert done.exit_code == 2
    assert told in done.output


def test_it_says_which_package_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("piperoll.serve")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "limits", None)
    done = CliRunner().invoke(app, ["serve"])
    assert done.exit_code == 2
    assert "limits" in done.output
    assert "piperoll[serve]" in done.output


def test_the_demo_is_served_where_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["serve", "--demo"])
    assert done.exit_code == 2
    assert "make demo" in done.output
    (tmp_path / "build" / "demo").mkdir(parents=True)
    chosen = of_the_demo()
    assert (chosen.data_dir, chosen.dsn) == (tmp_path / "build" / "demo", None)
