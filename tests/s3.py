"""A server that speaks S3, behind a proxy that counts requests and makes faults on the way."""

import http.client
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import boto3
import pytest

from piperoll import s3 as client
from tests.loopback import serve

SLOW_DOWN = (
    b"<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
)
DENIED = b"<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
STALL_SECONDS = 30
CREDENTIALS = {"aws_access_key_id": "test-key", "aws_secret_access_key": "test-secret", "region_name": "us-east-1"}
buckets = count()


class S3:
    """One fresh bucket, reached by a proxy of its own.

    ``fault`` gets kind and key of each request and names what goes wrong with it: ``slow_down``, ``denied``, ``lost``
    (it is done, but the answer is not sent), ``cut``, ``stall``, ``flip`` (a byte of the body) or nothing.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.bucket = f"test-{next(buckets)}"
        self.fault: Callable[[str, str], str] = lambda kind, key: ""
        self.requests: Counter[str] = Counter()
        self.got: list[str] = []
        self.faults: Counter[str] = Counter()
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self.direct: Any = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", **CREDENTIALS)
        self.direct.create_bucket(Bucket=self.bucket)
        self.proxy = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"s3": self}))
        self.proxy.daemon_threads = True
        serve(self.proxy)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.proxy.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """What leads a process to the proxy, and nowhere else."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ACCESS_KEY_ID": CREDENTIALS["aws_access_key_id"],
            "AWS_SECRET_ACCESS_KEY": CREDENTIALS["aws_secret_access_key"],
            "AWS_DEFAULT_REGION": CREDENTIALS["region_name"],
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def address(self, key: str = "") -> str:
        return f"s3://{self.bucket}/{key}"

    def put(self, key: str, data: bytes) -> None:
        self.direct.put_object(Bucket=self.bucket, Key=key, Body=data)

    def delete(self, key: str) -> None:
        self.direct.delete_object(Bucket=self.bucket, Key=key)

    def keys(self, prefix: str = "") -> list[str]:
        found = self.direct.list_objects_v2(Bucket=self.bucket, Prefix=prefix)
        return [one["Key"] for one in found.get("Contents", ())]

    def close(self) -> None:
        self.closing.set()
        self.proxy.shutdown()
        self.proxy.server_close()


class Handler(BaseHTTPRequestHandler):
    s3: S3
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        pass

    def _forward(self) -> None:
        url = urlsplit(self.path)
        key = unquote(url.path).removeprefix(f"/{self.s3.bucket}").removeprefix("/")
        kind = "LIST" if "list-type" in parse_qs(url.query) else self.command
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.s3.lock:
            self.s3.requests[kind] += 1
            self.s3.got += [key] if kind == "GET" else []
            fault = self.s3.fault(kind, key)
            self.s3.faults[fault] += 1
        if fault in ("slow_down", "denied"):
            self._answer(*((503, SLOW_DOWN) if fault == "slow_down" else (403, DENIED)), {})
            return
        upstream = http.client.HTTPConnection("127.0.0.1", self.s3.port, timeout=60)
        upstream.request(
            self.command, self.path, body, {k: v for k, v in self.headers.items() if k not in ("Expect", "Connection")}
        )
        answer = upstream.getresponse()
        data = answer.read()
        upstream.close()
        if fault == "lost":
            self.close_connection = True
            return
        left_out = ("content-length", "transfer-encoding", "connection", "date", "server")
        headers = {name: value for name, value in answer.getheaders() if name.lower() not in left_out}
        if self.command == "HEAD":
            headers["Content-Length"] = answer.getheader("Content-Length") or "0"
        self._answer(answer.status, data, headers, fault)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _forward  # noqa: N815

    def _answer(self, status: int, data: bytes, headers: dict[str, str], fault: str = "") -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if fault == "flip" and data:
            data = bytes([data[0] ^ 1]) + data[1:]
        if fault in ("cut", "stall"):
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            if fault == "stall":
                self.s3.closing.wait(STALL_SECONDS)
            self.close_connection = True
        else:
            self.wfile.write(data)


@pytest.fixture(scope="session")
def s3_port() -> Iterator[int]:
    """The port of an S3 server for this test process."""
    from moto.server import ThreadedMotoServer  # half a second, which processes without such a test save

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield server.get_host_and_port()[1]
    server.stop()


@pytest.fixture
def s3(s3_port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[S3]:
    """A fresh bucket, and an environment that leads there."""
    made = S3(s3_port)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    client.client.cache_clear()
    yield made
    client.client.cache_clear()
    made.close()
