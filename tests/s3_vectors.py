"""A server that speaks Amazon S3 Vectors: it compares by exact cosine, keeps its limits, and makes faults.

Filters are evaluated as the service documents them: ``$eq`` and ``$in`` hold of a list where they hold of an element,
``$gt`` and its sisters of numbers alone, and a field that is missing meets ``$exists: false`` and nothing else.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import ge, gt, le, lt
from typing import Any, ClassVar

import numpy as np
import orjson
import pytest

from piperoll import s3_vectors as client
from tests.loopback import serve

SECRET = "geheim-71be02"
BUCKET = "our-vectors"
COMPARED = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}
FILTERABLE, PAYLOAD = 2_048, 20 << 20
FAULTS = ("slow_down", "unavailable", "cut", "lost")


class Invalid(Exception):
    """What the service answers with a ValidationException."""


def holds(condition: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Return whether a filter holds of the metadata of a vector."""
    for key, wanted in condition.items():
        if key in ("$and", "$or"):
            if not wanted:
                raise Invalid(f"{key} of nothing")
            if not (all if key == "$and" else any)(holds(one, metadata) for one in wanted):
                return False
        elif not all(_meets(test, to, metadata.get(key)) for test, to in _tests(wanted).items()):
            return False
    return True


def _tests(wanted: Any) -> dict[str, Any]:
    return wanted if isinstance(wanted, dict) else {"$eq": wanted}


def _meets(test: str, to: Any, value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    if test == "$exists":
        return (value is not None) is to
    if test in COMPARED:
        if isinstance(to, bool) or not isinstance(to, int | float):
            raise Invalid(f"{test} of no number")
        return isinstance(value, int | float) and bool(COMPARED[test](value, to))
    if test in ("$in", "$nin"):
        if not isinstance(to, list) or not to:
            raise Invalid(f"{test} of no list")
        return value is not None and any(one in to for one in values) is (test == "$in")
    if test in ("$eq", "$ne") and isinstance(to, str | int | float | bool):
        return value is not None and (to in values) is (test == "$eq")
    raise Invalid(f"operator {test}")


class Index:
    """The vectors of one index, by key in the order of the keys."""

    def __init__(self, dimension: int, metric: str) -> None:
        self.dimension, self.metric = dimension, metric
        self.vectors: dict[str, np.ndarray] = {}
        self.metadata: dict[str, dict[str, Any]] = {}

    def nearest(self, vector: np.ndarray, condition: Mapping[str, Any]) -> list[tuple[str, float]]:
        keys = [key for key, metadata in self.metadata.items() if holds(condition, metadata)]
        if not keys:
            return []
        compared = np.stack([self.vectors[key] for key in keys])
        lengths = np.linalg.norm(compared, axis=1) * np.linalg.norm(vector)
        distances = 1 - compared @ vector / lengths
        return [(keys[place], float(distances[place])) for place in np.argsort(distances, kind="stable")]


class S3Vectors:
    """A vector bucket. ``fault`` gets each operation and names what goes wrong with it: ``slow_down`` (429),
    ``unavailable`` (503), ``cut`` (no answer), ``lost`` (done, but not answered), ``denied``, or nothing."""

    def __init__(self, top_most: int = 10_000, page: int = 100) -> None:
        self.top_most, self.page = top_most, page
        self.indexes: dict[str, Index] = {}
        self.fault: Callable[[str], str] = lambda operation: ""
        self.requests: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.put: Counter[str] = Counter()
        """How often each key was put."""
        self.asked: list[dict[str, Any]] = []
        self.lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"one": self}))
        self.server.daemon_threads = True
        serve(self.server)

    @property
    def environment(self) -> dict[str, str]:
        """What leads a process to this server, and nowhere else."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.server.server_address[1]}",
            "AWS_ACCESS_KEY_ID": "AKIATESTTESTTEST",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "eu-north-1",
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def address(self, index: str = "laws") -> str:
        return f"s3vectors://{BUCKET}/{index}"

    def held(self, index: str = "laws") -> set[str]:
        """The keys of its vectors."""
        return set(self.indexes[index].vectors) if index in self.indexes else set()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def answer(self, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        """Do what a request asks.

        Raises:
            KeyError: there is no such index, or bucket.
            Invalid: the service refuses the request.
        """
        if body["vectorBucketName"] != BUCKET:
            raise KeyError(BUCKET)
        if operation == "CreateIndex":
            self.indexes.setdefault(body["indexName"], Index(body["dimension"], body["distanceMetric"]))
            return {"indexArn": "arn:aws:s3vectors:eu-north-1:123456789012:bucket/one/index/one"}
        index = self.indexes[body["indexName"]]
        done: dict[str, Any] = getattr(self, f"_{operation}")(index, body)
        return done

    def _GetIndex(self, index: Index, body: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        told = {"vectorBucketName": BUCKET, "indexName": body["indexName"], "indexArn": "arn", "creationTime": 0}
        facts = {"dataType": "float32", "dimension": index.dimension, "distanceMetric": index.metric}
        return {"index": told | facts}

    def _PutVectors(self, index: Index, body: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        made = {one["key"]: np.asarray(one["data"]["float32"], np.float32) for one in body["vectors"]}
        if not 1 <= len(body["vectors"]) <= 500 or len(made) != len(body["vectors"]):
            raise Invalid("number of vectors")
        if any(len(one) != index.dimension or not np.isfinite(one).all() or not one.any() for one in made.values()):
            raise Invalid("vector")
        if any(len(orjson.dumps(one["metadata"])) > FILTERABLE or len(one["metadata"]) > 10 for one in body["vectors"]):
            raise Invalid("metadata")
        index.vectors |= made
        index.metadata |= {one["key"]: one["metadata"] for one in body["vectors"]}
        self.put.update(list(made))
        return {}

    def _DeleteVectors(self, index: Index, body: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        if not 1 <= len(body["keys"]) <= 500:
            raise Invalid("number of keys")
        for key in body["keys"]:
            index.vectors.pop(key, None)
            index.metadata.pop(key, None)
        return {}

    def _ListVectors(self, index: Index, body: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        keys, start = sorted(index.vectors), int(body.get("nextToken", 0))
        if body["maxResults"] > 1_000:
            raise Invalid("maxResults")
        end = start + body["maxResults"]
        vectors = [{"key": key, "metadata": index.metadata[key]} for key in keys[start:end]]
        return {"vectors": vectors} | ({"nextToken": str(end)} if end < len(keys) else {})

    def _QueryVectors(self, index: Index, body: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        self.asked.append(body)
        vector = np.asarray(body["queryVector"]["float32"], np.float32)
        if not 1 <= body["topK"] <= self.top_most or len(vector) != index.dimension or not vector.any():
            raise Invalid("topK or vector")
        found = index.nearest(vector, body.get("filter") or {})[: body["topK"]]
        start = int(body.get("nextToken", 0))
        end = start + self.page
        vectors = [{"key": key, "distance": distance} for key, distance in found[start:end]]
        more = {"nextToken": str(end)} if end < len(found) else {}
        return {"vectors": vectors, "distanceMetric": index.metric} | more


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    one: ClassVar[S3Vectors]

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        operation = self.path.strip("/")
        data = self.rfile.read(int(self.headers["Content-Length"]))
        with self.one.lock:
            self.one.requests[operation] += 1
            fault = self.one.fault(operation)
            self.one.faults[fault] += 1
            if fault in ("", "lost"):
                status, kind, told = self._done(operation, data)
        if fault in ("cut", "lost"):
            self.close_connection = True
            return
        refused = {
            "slow_down": (429, "TooManyRequestsException"),
            "unavailable": (503, "ServiceUnavailableException"),
            "denied": (403, "AccessDeniedException"),
        }
        if fault:
            status, kind = refused[fault]
            told = {"message": f"{kind}: the key was {SECRET}"}
        body = orjson.dumps(told)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if kind:
            self.send_header("x-amzn-ErrorType", kind)
        self.end_headers()
        self.wfile.write(body)

    def _done(self, operation: str, data: bytes) -> tuple[int, str, dict[str, Any]]:
        try:
            if len(data) > PAYLOAD:
                raise Invalid("payload")
            return 200, "", self.one.answer(operation, orjson.loads(data))
        except KeyError:
            return 404, "NotFoundException", {"message": "The specified resource could not be found."}
        except Invalid as error:
            return 400, "ValidationException", {"message": str(error)}


@pytest.fixture
def s3_vectors(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Vectors]:
    """A fresh vector bucket, and an environment that leads there."""
    made = S3Vectors()
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    client.client.cache_clear()
    yield made
    client.client.cache_clear()
    made.close()
