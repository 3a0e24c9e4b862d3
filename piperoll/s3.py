"""Use S3: its addresses, its client, what is tried again, and its errors as ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO, Any

import boto3
import stamina
from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    CredentialRetrievalError,
    NoCredentialsError,
    PartialCredentialsError,
    ProfileNotFound,
)

from piperoll.errors import PiperollError, UsageError

CONNECT_SECONDS = 10
READ_SECONDS = 30
"""Seconds without a byte after which a read has stalled: it ends and is tried again."""
REQUEST_ATTEMPTS = 5
"""Attempts at one request, by boto3, which waits longer each time, with jitter, and stops early where most requests
fail. Its mode is ``standard``: ``adaptive`` sends ever fewer requests as long as one in twenty is answered with
SlowDown."""
READ_ATTEMPTS = 8
"""Attempts at reading one object, where all attempts at a request failed, or a body was cut."""
CONNECTIONS = 32
PASSING = (429, 500, 502, 503, 504)
REFUSED = ("AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken")


class CutBody(Exception):
    """The body of an answer ended early, stalled, or does not match its checksum."""


def parse(address: str) -> tuple[str, str]:
    """Return bucket and key of an address: ``s3://bucket/some/key`` → ``("bucket", "some/key")``.

    Raises:
        UsageError: it is not of this form.
    """
    scheme, _, rest = address.partition("://")
    bucket, _, key = rest.partition("/")
    if scheme != "s3" or not bucket or "@" in bucket:  # the text is not shown: it may hold a secret
        raise UsageError(
            "bad_address",
            "An address in S3 is written s3://BUCKET/PREFIX.",
            remedy="Credentials come from the environment, another service's address from AWS_ENDPOINT_URL.",
        )
    return bucket, key


@cache
def client() -> Any:
    """Return the client of this process; it may be used from any thread. ``AWS_*`` variables and files configure it.

    Raises:
        botocore.exceptions.BotoCoreError: see :func:`errors`.
    """
    config = Config(
        retries={"mode": "standard", "total_max_attempts": REQUEST_ATTEMPTS},
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        max_pool_connections=CONNECTIONS,
    )
    return boto3.session.Session().client("s3", config=config)


def passes(error: Exception) -> bool:
    """Return whether the error may pass, so that another try is worth it."""
    return isinstance(error, CutBody) or (isinstance(error, ClientError) and status_of(error) in PASSING)


@stamina.retry(on=passes, attempts=READ_ATTEMPTS, timeout=None)
def get(bucket: str, key: str, *, start: int = 0, stop: int | None = None, **conditions: str) -> bytes:
    """Return the bytes of an object or of a range of it.

    Args:
        bucket: its name.
        key: of the object.
        start: offset of the first byte.
        stop: offset behind the last byte; None for the whole object.
        conditions: such as ``IfMatch``.

    Returns:
        The bytes.

    Raises:
        ClientError: the service refuses, or a condition does not hold.
        CutBody: no try gave the whole body.
    """
    parameters = {**conditions, **({"Range": f"bytes={start}-{stop - 1}"} if stop is not None else {})}
    answer = client().get_object(Bucket=bucket, Key=key, **parameters)
    try:
        data: bytes = answer["Body"].read()  # compared with length and checksum, where the service gives them
    except (BotoCoreError, OSError) as error:
        raise CutBody(type(error).__name__) from error
    if len(data) != (answer["ContentLength"] if stop is None else stop - start):
        raise CutBody(f"{len(data)} bytes")
    return data


def get_if_there(bucket: str, key: str) -> bytes | None:
    """Return the bytes of an object; None where there is none."""
    try:
        return get(bucket, key)
    except ClientError as error:
        if is_missing(error):
            return None
        raise


def download_if_there(bucket: str, key: str, into: IO[bytes]) -> bool:
    """Write the bytes of an object into a file, in their order, and return whether there is one.

    Args:
        bucket: its name.
        key: of the object.
        into: where they go.
    """
    try:
        client().download_fileobj(bucket, key, into)
    except ClientError as error:
        if is_missing(error):
            return False
        raise
    return True


def put_new(bucket: str, key: str, data: bytes) -> bool:
    """Put an object where there is none.

    Args:
        bucket: its name.
        key: of the object.
        data: the bytes.

    Returns:
        True where it was put; False where there is one already.
    """
    try:
        client().put_object(Bucket=bucket, Key=key, Body=data, IfNoneMatch="*")
    except ClientError as error:
        if status_of(error) in (409, 412):
            return False
        raise
    return True


def is_missing(error: ClientError) -> bool:
    """Return whether there is no such object, by the status: the body of an answer may be cut, or missing."""
    return status_of(error) == 404 and _code(error) != "NoSuchBucket"


def is_other(error: ClientError) -> bool:
    """Return whether the object is not the one that was requested."""
    return status_of(error) == 412


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


def status_of(error: ClientError) -> int:
    """Return the HTTP status of an answer; 0: there is none."""
    return int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))


@contextmanager
def errors(bucket: str) -> Iterator[None]:
    """Raise errors of S3 as ours, without their own texts: those may hold an address with a secret.

    Raises:
        UsageError: ``bucket_missing``.
        PiperollError: ``s3_denied``, ``s3_credentials``, ``s3_failed``, or ``s3_unreachable``, which may pass.
    """
    try:
        yield
    except ClientError as error:
        code, status = _code(error), status_of(error)
        if code == "NoSuchBucket":
            raise UsageError(
                "bucket_missing", f"There is no bucket {bucket}.", remedy="Check the address and AWS_ENDPOINT_URL."
            ) from None
        if status in (401, 403) or code in REFUSED:
            raise PiperollError(
                "s3_denied",
                f"S3 refuses access to bucket {bucket} ({error.operation_name}: {code}).",
                remedy="Check the credentials (AWS_PROFILE, AWS_ACCESS_KEY_ID) and their rights to list and to read.",
            ) from None
        raise PiperollError(
            "s3_unreachable" if passes(error) else "s3_failed",
            f"S3 failed at bucket {bucket} ({error.operation_name}: {code}, HTTP {status}).",
            remedy="The same command continues where it stopped.",
        ) from None
    except (NoCredentialsError, PartialCredentialsError, CredentialRetrievalError, ProfileNotFound) as error:
        raise PiperollError(
            "s3_credentials",
            f"There are no credentials for bucket {bucket} ({type(error).__name__}).",
            remedy="Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
        ) from None
    except (BotoCoreError, Boto3Error, CutBody) as error:
        raise PiperollError(
            "s3_unreachable",
            f"S3 cannot be reached for bucket {bucket} ({type(error).__name__}).",
            remedy="Check the network and AWS_ENDPOINT_URL; the same command continues where it stopped.",
        ) from None
