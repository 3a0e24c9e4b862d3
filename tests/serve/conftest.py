"""A real server on loopback, on a real Postgres, for the tests of the service."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn

from piperoll.pipeline.embed import embed_edition, vectors_of
from piperoll.pipeline.job import job_for
from piperoll.serve.options import ServeOptions
from piperoll.serve.page.routes import add_page
from piperoll.serve.pool import PooledBase
from piperoll.serve.run import config
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import open_database
from tests.conftest import copied, name_of
from tests.search.indexing import build

ROOT = Path(__file__).parents[2]
CORPORA = {"laws": "se-law", "cases": "hk-cases", "filings": "sec-10k", "terms": "terms"}
"""Corpora by the profile of the examples that they have."""
Serve = Callable[..., httpx.Client]


@pytest.fixture(scope="session")
def examples(server_dsn: str, counter: Iterator[int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The database of the examples, which no test changes: each has a copy."""
    with copied(server_dsn, f"examples_{next(counter)}", tmp_path_factory.mktemp("examples")) as settings:
        fill(settings)
        yield name_of(settings)


@pytest.fixture(scope="module")
def template(examples: str) -> str:
    """The examples."""
    return examples


def fill(filled: Settings) -> None:
    """Build the examples of statutes in two editions, and those of judgments, filings and terms in one."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        for name, profile in CORPORA.items():
            source = str(ROOT / "examples" / profile)
            job = job_for(filled, name, source=source, profile=profile, backend="minilm_small")
            if name == "laws":
                build(
                    connection, job_for(filled, name, source=source, profile=profile, limit=6, backend="minilm_small")
                )
            build(connection, job)
            corpus = corpora.get(connection, name)
            for edition in corpus.editions:
                embed_edition(*vectors_of(connection, corpus, job.backend), edition)


@contextmanager
def running(settings: Settings, options: ServeOptions) -> Iterator[str]:
    """A server in a thread, by its address."""
    base = PooledBase(open_database(settings), settings, options.timeout)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config(base, options, [add_page]))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def given(**options: object) -> ServeOptions:
    """These options, and as many requests as come."""
    return ServeOptions(**({"rate": "10000/second"} | options))  # type: ignore[arg-type]


@pytest.fixture
def serve(settings: Settings) -> Iterator[Serve]:
    """Starts a server with these options, and returns a client of it."""
    with ExitStack() as stack:

        def start(**options: object) -> httpx.Client:
            address = stack.enter_context(running(settings, given(**options)))
            return stack.enter_context(httpx.Client(base_url=address, timeout=60))

        yield start


@pytest.fixture(scope="module")
def shared(
    server_dsn: str, template: str, counter: Iterator[int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """Settings with a copy of the database for the tests of a module that only read."""
    with copied(server_dsn, f"shared_{next(counter)}", tmp_path_factory.mktemp("shared"), template) as settings:
        yield settings


@pytest.fixture(scope="module")
def client(shared: Settings) -> Iterator[httpx.Client]:
    """A client of a server without keys, for the tests of a module that only read."""
    with running(shared, given()) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client
