"""Check Prefect: the library, other libraries that it does not work with, and its API."""

import importlib.metadata
import os
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from urllib.parse import urlsplit

from psycopg.conninfo import conninfo_to_dict
from pydantic import SecretStr

from piperoll.doctor.finding import Finding, fail, ok, warn
from piperoll.doctor.installation import Installation
from piperoll.redact import redact
from piperoll.settings import config_path, is_remote
from piperoll.store.connection import numbers

HTTP_SECONDS = 5
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
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


def workers(installation: Installation) -> Iterator[Finding]:
    """Check, where Prefect workers work on partitions, what they share with a run: API, database, source, workspace."""
    known = installation.settings
    if known.runner != "workers":
        yield ok(f"partitions are worked on by {known.runner}")
        return
    shared = True
    for lacks, found, remedy in (
        (known.orchestrator == "none", "orchestrator is 'none'", "Set PIPEROLL_ORCHESTRATOR=prefect."),
        (
            not os.environ.get("PREFECT_API_URL"),
            "PREFECT_API_URL is not set, and no worker finds a temporary API",
            "Start one (prefect server start), and name it on all machines.",
        ),
        (
            installation.embedded,
            "the embedded server is for this machine and this user",
            "Name a Postgres that all machines reach in PIPEROLL_DSN.",
        ),
    ):
        if lacks:
            shared = False
            yield fail(found, remedy)
    for address in _only_here(known.dsn, os.environ.get("PREFECT_API_URL")):
        yield warn(
            f"{address} is known to this machine only", "Workers of this machine reach it; others need its name."
        )
    for name, corpus in installation.configured().items():
        if not is_remote(corpus.source):
            place = (config_path().parent / corpus.source).resolve()
            yield ok(f"{name}: every worker must see its documents in {place}")
    if shared:
        yield ok("API and database can be shared; start python -m tasks.worker on each machine")


def _only_here(dsn: SecretStr | None, api: str | None) -> Iterator[str]:
    """Yield the hosts of the database and of the API that mean another machine to another machine."""
    hosts = {
        "PIPEROLL_DSN": str(conninfo_to_dict(dsn.get_secret_value()).get("host") or "localhost") if dsn else "",
        "PREFECT_API_URL": urlsplit(api).hostname or "" if api else "",
    }
    for name, host in hosts.items():
        if host in LOOPBACK or host.startswith("/"):
            yield f"{name} ({host})"


def _get(address: str) -> str:
    """Fetch the first bytes of an answer of Prefect's API, with the credentials that Prefect itself would send."""
    request = urllib.request.Request(address)
    if key := os.environ.get("PREFECT_API_KEY"):
        request.add_header("Authorization", f"Bearer {key}")
    elif pair := os.environ.get("PREFECT_API_AUTH_STRING"):
        request.add_header("Authorization", f"Basic {b64encode(pair.encode()).decode()}")
    with urllib.request.urlopen(request, timeout=HTTP_SECONDS) as answer:
        return str(answer.read(200).decode())
