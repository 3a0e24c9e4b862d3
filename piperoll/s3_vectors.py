"""Use Amazon S3 Vectors: an index of vectors with metadata, its client, and its errors as ours."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import boto3
import stamina
from botocore.config import Config
from botocore.exceptions import ClientError, HTTPClientError

from piperoll import s3
from piperoll.errors import PiperollError, UsageError
from piperoll.settings import VECTOR_INDEX

PUT_MOST, DELETE_MOST, LIST_MOST = 500, 500, 1_000
"""Vectors in a request, as the service allows."""
PAYLOAD = 16 << 20
NUMBER_BYTES = 24
"""Bytes of a request that putting fills, of the 20 MiB that are allowed, and those of one number in it at most."""
TOP_MOST = (10_000, 100)
"""Vectors that a query may ask for: where the service refuses the first number, as some regions do, the second."""


@cache
def client() -> Any:
    """Return the client of this process; it may be used from any thread. ``AWS_*`` variables and files configure it.

    Raises:
        botocore.exceptions.BotoCoreError: see :func:`piperoll.s3.errors`.
    """
    config = Config(
        retries={"mode": "standard", "total_max_attempts": s3.REQUEST_ATTEMPTS},
        connect_timeout=s3.CONNECT_SECONDS,
        read_timeout=s3.READ_SECONDS,
        max_pool_connections=s3.CONNECTIONS,
    )
    return boto3.session.Session().client("s3vectors", config=config)


def _passes(error: Exception) -> bool:
    """Return whether a request of a run is worth another try: the service is busy, failed, or was cut off."""
    return s3.passes(error) or isinstance(error, HTTPClientError)


@stamina.retry(on=_passes, attempts=s3.READ_ATTEMPTS, timeout=None)
def _patiently(operation: str, **parameters: Any) -> Any:
    """Return the answer to a request of a run, which has more time than a reader."""
    return getattr(client(), operation)(**parameters)


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """Use one index of a vector bucket."""

    bucket: str
    name: str

    @classmethod
    def at(cls, address: str) -> "VectorIndex":
        """Return the index at ``s3vectors://BUCKET/INDEX``.

        Raises:
            UsageError: the address is not of this form.
        """
        match = re.fullmatch(VECTOR_INDEX, address)
        if not match:  # the text is not shown: it may hold a secret
            raise UsageError(
                "bad_vector_index",
                "The address of a vector index is written s3vectors://BUCKET/INDEX.",
                remedy="Credentials come from the environment, another service's address from AWS_ENDPOINT_URL.",
            )
        return cls(*match.groups())

    def ensure(self, dimension: int) -> None:
        """Make sure that the index is there and takes vectors of this length; create it if there is none.

        Raises:
            UsageError: ``bucket_missing``, or ``vector_index_unfit``: it takes vectors of another length, or compares
                them otherwise.
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        with self._errors():
            found = self._described()
            if found is None:
                try:
                    _patiently(
                        "create_index", **self._place, dataType="float32", dimension=dimension, distanceMetric="cosine"
                    )
                except ClientError as error:
                    if s3.status_of(error) == 404:
                        raise UsageError(
                            "bucket_missing",
                            f"There is no vector bucket {self.bucket}.",
                            remedy="Create it, or check the address and AWS_ENDPOINT_URL.",
                        ) from None
                    if s3.status_of(error) != 409:  # another run has created it meanwhile
                        raise
                found = self._described() or {}
        if (found.get("dimension"), found.get("distanceMetric")) != (dimension, "cosine"):
            raise UsageError(
                "vector_index_unfit",
                f"Vector index {self.name} in {self.bucket} takes {found.get('dimension')} numbers and compares them by"
                f" {found.get('distanceMetric')}; these vectors have {dimension}, and are compared by cosine.",
                remedy="Name another index in the setting vector_index: each backend needs one of its own length.",
            )

    def exists(self) -> bool:
        """Return whether there is such an index.

        Raises:
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        with self._errors():
            return self._described() is not None

    def listed(self, prefix: str) -> Iterator[tuple[str, Any]]:
        """Yield key and metadata of the vectors whose keys begin so. There may be other corpora in the index.

        Raises:
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        token: dict[str, str] = {}
        while True:
            with self._errors():
                answer = _patiently("list_vectors", **self._place, maxResults=LIST_MOST, returnMetadata=True, **token)
            for vector in answer["vectors"]:
                if vector["key"].startswith(prefix):
                    yield vector["key"], vector.get("metadata") or {}
            if not answer.get("nextToken"):
                return
            token = {"nextToken": answer["nextToken"]}

    def put(self, entries: Iterable[tuple[str, Sequence[float], Mapping[str, Any]]]) -> None:
        """Put vectors with their keys and metadata, at most :meth:`batch` at once; equal keys are replaced.

        Raises:
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        vectors = [
            {"key": key, "data": {"float32": list(vector)}, "metadata": dict(metadata)}
            for key, vector, metadata in entries
        ]
        with self._errors():
            _patiently("put_vectors", **self._place, vectors=vectors)

    @staticmethod
    def batch(dimension: int) -> int:
        """Return how many vectors of this length fit into one request."""
        return max(1, min(PUT_MOST, PAYLOAD // (dimension * NUMBER_BYTES)))

    def delete(self, keys: Sequence[str]) -> None:
        """Delete the vectors with these keys, as far as there are any.

        Raises:
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        for start in range(0, len(keys), DELETE_MOST):
            with self._errors():
                _patiently("delete_vectors", **self._place, keys=list(keys[start : start + DELETE_MOST]))

    def nearest(self, vector: Sequence[float], count: int, condition: Mapping[str, Any]) -> Iterator[list[str]]:
        """Yield the keys of the ``count`` nearest vectors that meet a condition, nearest first, page by page.

        There may be fewer: the service finds approximately, and takes no more than it allows.

        Args:
            vector: what they are near to.
            count: how many.
            condition: on the metadata, as the service writes filters.

        Raises:
            PiperollError: see :func:`piperoll.s3.errors`.
        """
        asked = {"queryVector": {"float32": list(vector)}, "filter": dict(condition)}
        with self._errors():
            try:
                answer = client().query_vectors(**self._place, **asked, topK=min(count, TOP_MOST[0]))
            except ClientError as error:
                if s3.status_of(error) != 400 or count <= TOP_MOST[1]:
                    raise
                count = TOP_MOST[1]
                answer = client().query_vectors(**self._place, **asked, topK=count)
        while True:
            yield [found["key"] for found in answer["vectors"]]
            if not answer.get("nextToken"):
                return
            with self._errors():
                answer = client().query_vectors(
                    **self._place, **asked, topK=min(count, TOP_MOST[0]), nextToken=answer["nextToken"]
                )

    @property
    def _place(self) -> dict[str, str]:
        return {"vectorBucketName": self.bucket, "indexName": self.name}

    def _described(self) -> dict[str, Any] | None:
        """Return what the service says of the index; None: there is none."""
        try:
            described: dict[str, Any] = _patiently("get_index", **self._place)["index"]
        except ClientError as error:
            if s3.status_of(error) == 404:
                return None
            raise
        return described

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise errors of the service as ours; that there is no such index is told by its name."""
        with s3.errors(self.bucket):
            try:
                yield
            except ClientError as error:
                if s3.status_of(error) != 404:
                    raise
                raise PiperollError(
                    "vector_index_missing",
                    f"There is no vector index {self.name} in {self.bucket}.",
                    remedy="The next run of the corpus creates and fills it; or check AWS_ENDPOINT_URL.",
                ) from None
