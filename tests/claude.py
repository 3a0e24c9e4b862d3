"""A server that speaks as Claude does, over real HTTP: messages, streams, batches, counts of tokens, Bedrock's invoke.

What it answers depends on the request alone, so that two runs agree. It makes faults, and writes down what it is sent
and what it would bill. ``brain`` is the model: it gets the body of a request and returns a :class:`Reply`.
"""

import random
import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

import numpy as np
import orjson

from tests.claude_answers import PIECE, Body, Brain, Reply, by_schema, name_of, texts_of, tokens
from tests.loopback import serve

KEY = "sk-ant-nyckel-77aa01"
TRANSPORT = ("busy", "error", "overloaded", "cut", "broken", "event")
"""Faults that cost nothing: 429, 500, 529, a cut connection, an answer that is no JSON, an error in a stream. There is
also "half": the connection is cut amid an answer."""
ENVIRONMENT = {
    "ANTHROPIC_API_KEY": KEY,
    "AWS_ACCESS_KEY_ID": "AKIATESTTESTTEST",
    "AWS_SECRET_ACCESS_KEY": "geheim-9c01aa",
    "AWS_EC2_METADATA_DISABLED": "true",
}


@dataclass
class Batch:
    """A batch as the server keeps it: when it ends, and what came of each request."""

    id: str
    at: datetime
    ends: float
    results: dict[str, dict[str, Any]] = field(default_factory=dict)

    def told(self, url: str) -> dict[str, Any]:
        ended = time.monotonic() >= self.ends
        kinds = Counter(result["type"] for result in self.results.values()) if ended else Counter()
        return {
            "id": self.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {
                "processing": 0 if ended else len(self.results),
                **{name: kinds[name] for name in ("succeeded", "errored", "canceled", "expired")},
            },
            "created_at": self.at.isoformat(),
            "ended_at": datetime.now(UTC).isoformat() if ended else None,
            "expires_at": (self.at + timedelta(days=1)).isoformat(),
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{url}/v1/messages/batches/{self.id}/results" if ended else None,
        }


class Claude:
    """The server.

    ``share`` of the requests go wrong by one of ``faults``, drawn by a seed. ``sent`` counts how often each request
    came, ``paid`` how often it was answered, by what :func:`name_of` says; ``arrivals`` are the times of all requests
    with their tokens, ``billed`` the tokens of all answers by kind, ``at_once`` the most requests at the same time.
    """

    def __init__(self, brain: Brain = by_schema, share: float = 0.0, faults: Sequence[str] = TRANSPORT) -> None:
        self.brain, self.share, self.faults = brain, share, faults
        self.delay = 0.0
        self.batch_seconds = 0.0
        self.batch_fails: Callable[[Body], str] = lambda body: ""
        """Why a request of a batch fails: "errored" or "expired"; "": it does not."""
        self.retry_after = "0.2"
        self.window = 200_000
        self.storm_until = 0.0
        """Until then all requests are told to come again."""
        self.draw = random.Random(7)
        self.lock = threading.Lock()
        self.sent: Counter[bytes] = Counter()
        self.paid: Counter[bytes] = Counter()
        self.made: Counter[str] = Counter()
        self.paths: Counter[str] = Counter()
        self.keys: set[str] = set()
        self.billed: Counter[str] = Counter()
        self.batched: Counter[str] = Counter()
        """The same of those tokens that came in batches."""
        self.arrivals: list[tuple[float, int]] = []
        self.batches: dict[str, Batch] = {}
        self.cached: set[str] = set()
        self.at_work = self.at_once = 0
        self.server = Server(("127.0.0.1", 0), type("Handler", (Handler,), {"claude": self}))
        self.server.daemon_threads = True
        serve(self.server)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def settings(self, kind: str = "anthropic") -> dict[str, Any]:
        """Return the settings that lead to this server."""
        if kind == "bedrock":
            model = "eu.anthropic.claude-haiku-4-5-20251001-v1:0"
            return {"kind": kind, "model": model, "url": self.url, "region": "eu-north-1"}
        return {"model": "claude-haiku-4-5", "url": self.url}

    def most(self, seconds: float = 60.0) -> tuple[int, int]:
        """Return the most requests, and the most tokens, that arrived in any window of so many seconds."""
        arrivals = sorted(self.arrivals)
        times = [at for at, _ in arrivals]
        sums = np.cumsum([0, *(size for _, size in arrivals)])
        ends = [bisect_right(times, at + seconds - 1e-9) for at in times]
        requests = max((end - begin for begin, end in enumerate(ends)), default=0)
        return requests, max((int(sums[end] - sums[begin]) for begin, end in enumerate(ends)), default=0)

    def next_fault(self) -> str:
        with self.lock:
            if time.monotonic() < self.storm_until:
                fault = "busy"
            else:
                fault = self.draw.choice(self.faults) if self.draw.random() < self.share else ""
            self.made[fault] += 1
            return fault

    def message(self, body: Body, *, batch: bool = False) -> dict[str, Any]:
        """Return the answer to a request, and bill it."""
        reply = _bounded(self.brain(body), body.get("max_tokens", 0))
        with self.lock:
            usage = self._usage(body, reply, batch)
            self.paid[name_of(body)] += 1
            self.billed.update(usage)
            if batch:
                self.batched.update(usage)
        content: list[dict[str, Any]] = [{"type": "text", "text": reply.text}] if reply.text else []
        content += [{"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": {}} for name in reply.tools]
        return {
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", ""),
            "content": content,
            "stop_reason": reply.stopped,
            "stop_sequence": None,
            "usage": usage,
        }

    def _usage(self, body: Body, reply: Reply, batch: bool) -> dict[str, int]:
        read = written = plain = 0
        for text, keep in texts_of(body):
            size = tokens(text)
            if not keep:
                plain += size
            elif text in self.cached and not batch:
                read += size
            else:
                self.cached.add(text)
                written += size
        return {
            "input_tokens": plain,
            "output_tokens": tokens(reply.text),
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": written,
        }


def _bounded(reply: Reply, most: int) -> Reply:
    """The reply as far as it may be long."""
    said = PIECE.finditer(reply.text)
    end = next((piece.start() for place, piece in enumerate(said) if place == most), None)
    return reply if end is None else Reply(reply.text[:end], "max_tokens", reply.tools)


class Server(ThreadingHTTPServer):
    """A server that says nothing of clients that are gone."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """See :class:`ThreadingHTTPServer`."""


@contextmanager
def claude(brain: Brain = by_schema, **options: Any) -> Iterator[Claude]:
    """Serve meanwhile."""
    made = Claude(brain, **options)
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()


def error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    claude: ClassVar[Claude]

    def do_GET(self) -> None:
        one, path = self.claude, urlsplit(self.path).path
        with one.lock:
            one.paths[path] += 1
        parts = path.split("/")
        if path.startswith("/v1/models/"):
            self._answer(
                200, {"id": parts[3], "type": "model", "display_name": "", "created_at": "2025-10-01T00:00:00Z"}
            )
        elif path == "/v1/messages/batches":
            with one.lock:
                listed = [batch.told(one.url) for batch in reversed(one.batches.values())]
            self._answer(200, {"data": listed, "has_more": False, "first_id": None, "last_id": None})
        elif (batch := one.batches.get(parts[4])) is None:
            self._answer(404, error("not_found_error", "no such batch"))
        elif path.endswith("/results"):
            lines = [{"custom_id": name, "result": result} for name, result in reversed(batch.results.items())]
            self._answer(200, b"".join(orjson.dumps(line) + b"\n" for line in lines))
        else:
            self._answer(200, batch.told(one.url))

    def do_POST(self) -> None:
        one = self.claude
        with one.lock:
            one.at_work += 1
            one.at_once = max(one.at_once, one.at_work)
        try:
            self._serve(one, time.monotonic())
        except ConnectionError:  # who asked is gone
            self.close_connection = True
        finally:
            with one.lock:
                one.at_work -= 1

    def _serve(self, one: Claude, at: float) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = orjson.loads(self.rfile.read(length) or b"{}")
        path = unquote(urlsplit(self.path).path)
        size = sum(tokens(text) for text, _ in texts_of(body)) if "messages" in body else 0
        with one.lock:
            one.paths[path] += 1
            one.keys.add(self.headers.get("Authorization", "").removeprefix("Bearer ").partition(" ")[0])
            one.arrivals.append((at, size))
            if "messages" in body:
                one.sent[name_of(body)] += 1
        if path.endswith("/count_tokens"):
            self._answer(200, {"input_tokens": size})
            return
        if one.delay:
            time.sleep(one.delay)
        fault = one.next_fault()
        if fault == "busy":
            self._answer(429, error("rate_limit_error", "slow down"), {"retry-after": one.retry_after})
        elif fault == "error" or (fault == "event" and not body.get("stream")):
            self._answer(500, error("api_error", "out of order"))
        elif fault == "overloaded":
            self._answer(529, error("overloaded_error", "overloaded"))
        elif path.endswith("/batches"):
            self._batch(one, body, fault)
        elif path.endswith("/cancel"):
            one.batches[path.split("/")[4]].ends = 0.0
            self._answer(200, one.batches[path.split("/")[4]].told(one.url))
        elif size > one.window:
            self._answer(
                400, error("invalid_request_error", f"prompt is too long: {size} tokens > {one.window} maximum")
            )
        else:
            self._message(one, body, fault)

    def _batch(self, one: Claude, body: Body, fault: str) -> None:
        """Take a batch; where the connection is cut, whoever handed it in does not know its name."""
        with one.lock:
            batch = Batch(f"msgbatch_{len(one.batches)}", datetime.now(UTC), time.monotonic() + one.batch_seconds)
            one.batches[batch.id] = batch
        for request in body["requests"]:
            failed = one.batch_fails(request["params"])
            with one.lock:
                one.sent[name_of(request["params"])] += 1
            if failed == "errored":
                told: dict[str, Any] = {"type": failed, "error": error("api_error", "out of order")}
            elif failed:
                told = {"type": failed}
            else:
                told = {"type": "succeeded", "message": one.message(request["params"], batch=True)}
            batch.results[request["custom_id"]] = told
        if fault:
            self._cut(orjson.dumps(batch.told(one.url)))
        else:
            self._answer(200, batch.told(one.url))

    def _message(self, one: Claude, body: Body, fault: str) -> None:
        if fault == "broken":
            self._answer(200, b"event: nonsense\n{" if body.get("stream") else b'{"content": [')
        elif fault == "half":
            whole = {"content": [{"type": "text", "text": one.brain(body).text}], "usage": {}, "stop_reason": None}
            self._cut(b"".join(_events(whole)), STREAM)
        elif fault in ("cut", "event"):
            lines = _events({"content": [], "usage": {"input_tokens": 1, "output_tokens": 1}, "stop_reason": None})
            begun = b"".join(lines[:2])
            if fault == "event":
                self._answer(200, begun + _event("error", error("overloaded_error", "overloaded")), STREAM)
            else:
                self._cut(begun + b" " * 200, STREAM)
        elif body.get("stream"):
            self._answer(200, b"".join(_events(one.message(body))), STREAM)
        else:
            self._answer(200, one.message(body))

    def _cut(self, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        self._head(200, len(content), headers or {})
        self.wfile.write(content[: len(content) // 2])
        self.close_connection = True

    def _answer(self, status: int, told: Any, headers: Mapping[str, str] | None = None) -> None:
        content = told if isinstance(told, bytes) else orjson.dumps(told)
        self._head(status, len(content), headers or {})
        self.wfile.write(content)

    def _head(self, status: int, length: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(length), **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


STREAM = {"Content-Type": "text/event-stream"}


def _event(kind: str, told: Any) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + orjson.dumps({"type": kind} | told) + b"\n\n"


def _events(message: Mapping[str, Any]) -> list[bytes]:
    """The events of a stream that brings a message, its text in pieces."""
    empty = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
    empty = {"id": "msg_01", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None} | empty
    events = [_event("message_start", {"message": empty}), _event("ping", {})]
    for place, block in enumerate(message["content"]):
        start = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
        events.append(_event("content_block_start", {"index": place, "content_block": start}))
        text = block.get("text", "")
        for begin in range(0, len(text), 400):
            delta = {"type": "text_delta", "text": text[begin : begin + 400]}
            events.append(_event("content_block_delta", {"index": place, "delta": delta}))
        events.append(_event("content_block_stop", {"index": place}))
    ended = {"delta": {"stop_reason": message["stop_reason"], "stop_sequence": None}, "usage": message["usage"]}
    return [*events, _event("message_delta", ended), _event("message_stop", {})]
