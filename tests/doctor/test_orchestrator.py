"""The doctor asks Prefect's API for its version."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from piperoll.doctor import examine
from tests.doctor.findings import facts


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'"0.0.1"')

    def log_message(self, *_: Any) -> None:
        pass


def test_prefect_of_another_version_and_none(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), Api) as api:
        thread = threading.Thread(target=api.serve_forever)
        thread.start()
        monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{api.server_port}/api")
        other = facts("prefect", examine())
        api.shutdown()
        thread.join(30)
    assert other[0][0] == "warn"
    assert "0.0.1" in other[0][1]
    assert facts("prefect", examine())[0][0] == "fail"
