"""A server that speaks the protocols of embedding services, makes faults, and writes down what it was sent.

A vector depends on the text alone. A text with ``POISON`` is refused, one with ``CRASH`` lets the server fail each
time, and one that is longer than ``longest`` is refused as too long.
"""

import hashlib
import random
import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

import numpy as np
import orjson
from numpy.typing import NDArray

from piperoll.patience import TRIES
from tests.loopback import serve

KEY = "nyckel-4d1f77"
FAULTS = ("busy", "busy_date", "error", "cut", "malformed", "few", "many", "short", "nan")
MOST_FAULTS = TRIES - 1
KINDS = ("openai", "azure-openai", "bedrock-titan", "bedrock-cohere")
"""As settings name them."""


def vector(text: str, dimension: int) -> NDArray[np.float32]:
    """Return the vector of a text, of L2 norm 1."""
    bits = hashlib.shake_256(text.encode()).digest(dimension)
    values = np.frombuffer(bits, np.uint8).astype(np.float32) - 127.5
    return np.asarray(values / np.linalg.norm(values), np.float32)


def tokens(text: str) -> int:
    """Return what the server counts for a text: by another rule than Piperoll's estimate."""
    return len(text) // 4 + 1


class Embedder:
    """The server of one kind of service.

    ``share`` of the requests go wrong by one of ``faults``, drawn by a seed; unless it is all of them, no text
    meets more than MOST_FAULTS, as it would be blamed for the next. ``sent`` counts how often each text was in
    a request, ``given`` how often a request with it was answered well; ``arrivals`` are the times of all requests with
    their tokens.
    """

    def __init__(
        self, dimension: int, share: float = 0.0, faults: Sequence[str] = FAULTS, longest: int = 32_000
    ) -> None:
        self.dimension, self.share, self.faults, self.longest = dimension, share, faults, longest
        self.delay = 0.0
        self.draw = random.Random(7)
        self.lock = threading.Lock()
        self.sent: Counter[str] = Counter()
        self.given: Counter[str] = Counter()
        self.made: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.arrivals: list[tuple[float, int]] = []
        self.at_work = 0
        """Requests that have come, and have no answer yet."""
        self.kinds: Counter[str] = Counter()
        self.paths: Counter[str] = Counter()
        self.keys: set[str] = set()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"embedder": self}))
        self.server.daemon_threads = True
        serve(self.server)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def settings(self, kind: str) -> dict[str, Any]:
        """Return the settings that lead to this server."""
        shared: dict[str, Any] = {"kind": kind, "model": "m-1", "url": self.url, "dimension": self.dimension}
        if kind == "openai":
            return shared | {"url": f"{self.url}/v1", "key_env": "EMBEDDER_KEY", "max_tokens": 8_000}
        if kind == "azure-openai":
            return shared | {"deployment": "our-m", "key_env": "EMBEDDER_KEY"}
        model = "amazon.titan-embed-text-v2:0" if kind == "bedrock-titan" else "cohere.embed-v4:0"
        return shared | {"model": model, "region": "eu-north-1"}

    def most(self, seconds: float = 60.0) -> tuple[int, int]:
        """Return the most requests, and the most tokens, that arrived in any window of so many seconds."""
        arrivals = sorted(self.arrivals)
        times = [at for at, _ in arrivals]
        sums = np.cumsum([0, *(size for _, size in arrivals)])
        ends = [bisect_right(times, at + seconds - 1e-9) for at in times]
        requests = max((end - begin for begin, end in enumerate(ends)), default=0)
        return requests, max((int(sums[end] - sums[begin]) for begin, end in enumerate(ends)), default=0)

    def next_fault(self, texts: Sequence[str]) -> str:
        with self.lock:
            fault = self.draw.choice(self.faults) if self.draw.random() < self.share else ""
            if self.share < 1 and max(self.failed[text] for text in texts) >= MOST_FAULTS:
                fault = ""
            self.made[fault] += 1
            if fault:
                self.failed.update(texts)
            return fault


ENVIRONMENT = {
    "EMBEDDER_KEY": KEY,
    "AWS_ACCESS_KEY_ID": "AKIATESTTESTTEST",
    "AWS_SECRET_ACCESS_KEY": "geheim-9c01aa",
    "AWS_EC2_METADATA_DISABLED": "true",
}
"""What a process needs to use any of the servers."""


@contextmanager
def embedder(dimension: int, **options: Any) -> Iterator[Embedder]:
    """Serve meanwhile."""
    made = Embedder(dimension, **options)
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    embedder: ClassVar[Embedder]

    def do_POST(self) -> None:
        one = self.embedder
        with one.lock:
            one.at_work += 1
        try:
            self._serve(one, time.monotonic())
        except ConnectionError:  # who asked is gone
            self.close_connection = True
        finally:
            with one.lock:
                one.at_work -= 1

    def _serve(self, one: Embedder, at: float) -> None:
        body = orjson.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = unquote(urlsplit(self.path).path)
        texts = body.get("input") or body.get("texts") or [body["inputText"]]
        with one.lock:
            one.arrivals.append((at, sum(map(tokens, texts))))
            one.sent.update(texts)
            one.paths[self.path] += 1
            one.kinds[body.get("input_type", "")] += 1
            one.keys.add(self.headers.get("api-key") or self.headers.get("Authorization", "").partition(",")[0])
        if one.delay:
            time.sleep(one.delay)
        if self._refuses(texts, path):
            return
        fault = one.next_fault(texts)
        if fault == "busy":
            self._answer(429, {"error": {"message": "slow down"}}, {"Retry-After": "0.2"})
        elif fault == "busy_date":
            self._answer(429, {"error": {"message": "slow down"}}, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
        elif fault == "error" or any("CRASH" in text for text in texts):
            self._answer(500, {"error": {"message": "out of order"}})
        else:
            self._vectors(path, texts, fault)

    def _refuses(self, texts: Sequence[str], path: str) -> bool:
        if any(len(text) > self.embedder.longest for text in texts):
            message = "This model's maximum context length is 8192 tokens."
        elif any("POISON" in text for text in texts):
            message = f"content filter; the key was {KEY}"
        elif "" in texts:
            message = "input is empty"
        else:
            return False
        self._answer(
            400, {"error": {"message": message}, "message": message}, {"x-amzn-ErrorType": "ValidationException"}
        )
        return True

    def _vectors(self, path: str, texts: Sequence[str], fault: str) -> None:
        one = self.embedder
        dimension = one.dimension - 1 if fault == "short" else one.dimension
        vectors: list[Any] = [vector(text, dimension).tolist() for text in texts]
        if fault == "few":
            vectors = vectors[:-1]
        if fault == "many":
            vectors.append(vectors[0])
        if fault == "nan":
            vectors[0] = [*vectors[0][:-1], None]
        used = sum(map(tokens, texts))
        headers: dict[str, str] = {}
        if path.endswith("/embeddings"):
            data = [{"index": place, "embedding": value} for place, value in enumerate(vectors)]
            told: dict[str, Any] = {"data": data[::-1], "usage": {"prompt_tokens": used}}
        elif "titan" in path:
            told = {"embedding": vectors[0] if vectors else [], "inputTextTokenCount": used}
            fault = "" if fault == "many" else fault  # it has no way to answer more than one
        else:
            told = {"embeddings": {"float": vectors}, "response_type": "embeddings_by_type"}
            headers = {"X-Amzn-Bedrock-Input-Token-Count": str(used)}
        if not fault:  # before it is sent: who has the answer may be quick
            with one.lock:
                one.given.update(texts)
        if fault == "cut":
            content = orjson.dumps(told)
            self._head(200, len(content), headers)
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
            return
        if fault == "malformed":
            self._answer(200, b'{"data": [', headers)
            return
        self._answer(200, told, headers)

    def _answer(self, status: int, told: Any, headers: dict[str, str] | None = None) -> None:
        content = told if isinstance(told, bytes) else orjson.dumps(told)
        self._head(status, len(content), headers or {})
        self.wfile.write(content)

    def _head(self, status: int, length: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(length), **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""
