"""The deployments on a real server, started by a real worker; limits, and what is told of a run that failed."""

import json
from collections.abc import Iterator
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from uuid import uuid4

import pytest
import yaml
from prefect import flow
from prefect.blocks.webhook import Webhook
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import GlobalConcurrencyLimitCreate
from prefect.deployments import run_deployment

from deployments import apply
from flows.prune_corpus import prune_corpus
from flows.publish_edition import publish_edition
from flows.reindex_corpus import reindex_corpus
from flows.roll_back import roll_back
from piperoll import settings as configured
from piperoll.errors import UsageError
from tasks.limits import LIMITS, limited
from tests.flows.conftest import Bench
from tests.loopback import serve

pytestmark = pytest.mark.orchestrated

ROOT = Path(__file__).parents[2]
PREFECT = "import runpy; runpy.run_module('prefect', run_name='__main__', alter_sys=True)"
PATIENCE = 120
"""Seconds for a command on a machine that has other work."""


def prefect(bench: Bench, *words: str) -> None:
    """Do a command of Prefect; it must succeed."""
    environment = bench.environment | {"PWD": str(ROOT)}  # as a shell sets it; prefect.yaml reads it
    done = bench.commands().start(*words, environment=environment, code=PREFECT)
    out, err = done.communicate(timeout=PATIENCE)
    assert done.returncode == 0, out + err


@pytest.fixture
def told() -> Iterator[tuple[str, "Queue[dict[str, Any]]"]]:
    """The address of a webhook on loopback, and what it is sent."""
    messages: Queue[dict[str, Any]] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            messages.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = serve(server)
        yield f"http://127.0.0.1:{server.server_port}/", messages
        server.shutdown()
        thread.join()


def test_what_is_deployed_runs_by_a_worker(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.configure("test")
    pool = ("work-pool", "create", "piperoll", "--type", "process", "--overwrite")
    prefect(bench, *pool, "--base-job-template", "deployments/pools/process.json")
    prefect(bench, "--no-prompt", "deploy", "--prefect-file", "deployments/prefect.yaml", "--all")

    parameters = {"corpus": "test", "source": str(bench.folder), "profile": "se-law"}
    run: Any = run_deployment("reindex-corpus/reindex", parameters=parameters, timeout=0, as_subflow=False)
    prefect(bench, "worker", "start", "--pool", "piperoll", "--run-once")
    with get_client(sync_client=True) as client:
        state = client.read_flow_run(run.id).state
    assert state
    assert state.is_completed(), state.message
    assert bench.corpus().published_edition == 1


def test_limits_and_automations_are_applied_once(
    bench: Bench, told: tuple[str, "Queue[dict[str, Any]]"], monkeypatch: Any
) -> None:
    Webhook(url=told[0]).save("applied", overwrite=True)  # type: ignore[arg-type, unused-coroutine]
    wanted = yaml.safe_load(apply.AUTOMATIONS.read_text(encoding="utf-8"))["automations"]
    with get_client(sync_client=True) as client:

        def automations() -> list[dict[str, Any]]:
            return list(client.request("POST", "/automations/filter", json={}).json())

        def there() -> list[str]:
            return sorted(one["name"] for one in automations())

        apply.automations(deepcopy(wanted), None)
        assert there() == ["piperoll stillborn", "piperoll zombie"], "who can tell nobody is left out"
        for _ in range(2):
            apply.limits(client)
            apply.automations(deepcopy(wanted), "webhook/applied")
        assert there() == sorted(one["name"] for one in wanted)
        for name, slots in LIMITS.items():
            assert client.read_global_concurrency_limit_by_name(name).limit == slots
            client.delete_global_concurrency_limit_by_name(name)  # a later test on this API would wait for its slots
        for automation in automations():
            path: Any = f"/automations/{automation['id']}"  # the client's type lists no path with an identifier
            client.request("DELETE", path)


def test_on_demand_flows_move_the_published_edition(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    bench.run()
    assert roll_back.fn("test") == {"corpus": "test", "published": 1}
    assert bench.corpus().published_edition == 1
    assert publish_edition.fn("test") == {"corpus": "test", "published": 2}
    assert publish_edition.fn("test", 1) == {"corpus": "test", "published": 1}
    with pytest.raises(UsageError, match="edition 7"):
        publish_edition.fn("test", 7)
    assert bench.corpus().published_edition == 1


def test_prune_on_demand(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    bench.run()
    assert prune_corpus.fn("test", keep=1, dry_run=True)["deleted"]["editions"] == 1
    assert bench.count("edition") == 2
    assert prune_corpus.fn("test", keep=1)["deleted"]["editions"] == 1
    assert bench.count("edition") == 1


def test_a_failed_run_is_told(bench: Bench, told: tuple[str, "Queue[dict[str, Any]]"], monkeypatch: Any) -> None:
    url, messages = told
    Webhook(url=url).save("told", overwrite=True)  # type: ignore[arg-type, unused-coroutine]
    monkeypatch.setenv("PIPEROLL_NOTIFY", "webhook/told")
    configured.load.cache_clear()
    with pytest.raises(UsageError):
        reindex_corpus(corpus="test", source=str(bench.folder / "nowhere"), profile="se-law")
    message = messages.get(timeout=PATIENCE)
    assert message["subject"] == "reindex test: Failed"
    assert "nowhere does not exist" in message["body"]


def test_a_block_that_is_missing_does_not_hide_the_failure(bench: Bench, monkeypatch: Any) -> None:
    monkeypatch.setenv("PIPEROLL_NOTIFY", "webhook/not-there")
    configured.load.cache_clear()
    with pytest.raises(UsageError, match="does not exist"):
        reindex_corpus(corpus="test", source=str(bench.folder / "nowhere"), profile="se-law")


def test_a_limit_is_held_where_there_is_one(prefect_api: str) -> None:
    name = f"test-{uuid4()}"
    with get_client(sync_client=True) as client:

        def taken() -> int:
            return client.read_global_concurrency_limit_by_name(name).active_slots

        @flow
        def hold(slots: int) -> None:
            with limited(name):
                assert not slots or taken() == slots
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            hold(0)  # no such limit: nothing happens
        client.create_global_concurrency_limit(GlobalConcurrencyLimitCreate(name=name, limit=1))
        with pytest.raises(ZeroDivisionError):
            hold(1)
        assert taken() == 0
        with pytest.raises(ZeroDivisionError), limited(name):
            assert taken() == 0, "no run of Prefect, no slot"
            raise ZeroDivisionError
