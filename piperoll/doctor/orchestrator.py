"""Check Prefect: the library, other libraries that it does not work with, and its API."""

import importlib.metadata
import os
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator

from piperoll.doctor.finding import Finding, fail, ok, warn
from piperoll.doctor.installation import Installation
from piperoll.redact import redact
from piperoll.store.connection import numbers

HTTP_SECONDS = 5
TOO_NEW = {"fastapi": "0.151", "sqlalchemy": "2.1"}
"""From these versions on Prefect 3.8 does not work: its API refuses its own client, its scheduler plans no run."""


def prefect(installation: Installation) -> Iterator[Finding]:
    """Check the versions of Prefect and its libraries, and the API where PREFECT_API_URL names one."""
    version = importlib.metadata.version("prefect")
    if numbers(version)[:2] == [3, 8]:
        for name, limit in TOO_NEW.items():
            if numbers(installed := importlib.metadata.version(name)) >= numbers(limit):
                yield fail(f"Prefect {version} does not work with {name} {installed}", f'pip install "{name}<{limit}"')
    address = os.environ.get("PREFECT_API_URL")
    if not address:
        yield ok(f"version {version}; PREFECT_API_URL is not set: what Prefect's profile says, else a temporary API")
        return
    try:
        theirs = _get(f"{address.rstrip('/')}/admin/version").strip('"')
    except (urllib.error.URLError, OSError, ValueError) as error:
        yield fail(redact(f"{address} does not answer: {error}"), "Start it (prefect server start), or unset it.")
        return
    if theirs != version:
        yield warn(f"the API has version {theirs}, here it is {version}", "Use the same version on both sides.")
    else:
        yield ok(redact(f"version {version}, as the API at {address}"))


def _get(address: str) -> str:
    """Fetch the first bytes of an answer of Prefect's API, with the credentials that Prefect itself would send."""
    request = urllib.request.Request(address)
    if key := os.environ.get("PREFECT_API_KEY"):
        request.add_header("Authorization", f"Bearer {key}")
    elif pair := os.environ.get("PREFECT_API_AUTH_STRING"):
        request.add_header("Authorization", f"Basic {b64encode(pair.encode()).decode()}")
    with urllib.request.urlopen(request, timeout=HTTP_SECONDS) as answer:
        return str(answer.read(200).decode())
