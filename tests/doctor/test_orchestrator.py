"""The doctor asks Prefect's API for its version."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from piperoll import settings as configured
from piperoll.doctor import examine
from tests.doctor.findings import facts
from tests.loopback import serve


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'"0.0.1"')

    def log_message(self, *_: Any) -> None:
        pass


def test_prefect_of_another_version_and_none(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), Api) as api:
        thread = serve(api)
        monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{api.server_port}/api")
        other = facts("prefect", examine())
        api.shutdown()
        thread.join(30)
    assert other[0][0] == "warn"
    assert "0.0.1" in other[0][1]
    assert facts("prefect", examine())[0][0] == "fail"


def test_what_workers_share_with_a_run(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts("workers", examine()) == [("ok", "partitions are worked on by threads")]
    monkeypatch.setenv("PIPEROLL_RUNNER", "workers")
    configured.load.cache_clear()
    temporary = facts("workers", examine())
    assert [level for level, _ in temporary] == ["fail", "warn", "ok"]
    assert "PREFECT_API_URL is not set" in temporary[0][1]
    assert "PIPEROLL_DSN (/" in temporary[1][1], "the server of these tests has a socket in a folder"
    assert str(config.parent / "laws") in temporary[2][1]

    monkeypatch.setenv("PREFECT_API_URL", "http://prefect.example:4200/api")
    monkeypatch.setenv("PIPEROLL_DSN", "postgresql://piperoll@db.example/laws?connect_timeout=1")
    configured.load.cache_clear()
    shared = facts("workers", examine())
    assert [level for level, _ in shared] == ["ok", "ok"]

    monkeypatch.delenv("PIPEROLL_DSN")
    monkeypatch.setenv("PIPEROLL_ORCHESTRATOR", "none")
    configured.load.cache_clear()
    assert [level for level, _ in facts("workers", examine())] == ["fail", "fail", "ok"]
