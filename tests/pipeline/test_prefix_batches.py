"""Prefixes asked for in batches, and runs that are killed while they wait for an answer."""

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.claude_answers import asked
from tests.commands import Commands
from tests.extras import needs
from tests.pipeline.prefixes import TOPICS, Bench, changed
from tests.sessions import end_runs

needs("anthropic", "the extra claude is not installed")


def test_batches_and_direct_requests_give_the_same_rows(bench: Bench) -> None:
    bench.write(*TOPICS)
    bench.run()
    direct = bench.chunks()
    with bench.database.connect() as connection:
        connection.execute("TRUNCATE model_answer")
        connection.execute("UPDATE source_file SET made_by = 'another'")
    dear = bench.server.billed.copy()
    bench.server.paid.clear()
    bench.configure(batches=True)
    result = bench.run()
    assert bench.chunks() == direct and bench.paid() == 4
    assert bench.server.batched == bench.server.billed - dear
    assert result["models"]["price"] == pytest.approx(
        (bench.server.batched["input_tokens"] * 1.0 + bench.server.batched["output_tokens"] * 5.0) / 2_000_000
    )


def test_a_batch_is_one_of_all_documents_of_a_partition(bench: Bench) -> None:
    bench.configure(batches=True)
    bench.server.batch_seconds = 0.5
    bench.write(*TOPICS)
    bench.run()
    assert len(bench.server.batches) == 1 and bench.paid() == 4
    assert all(bench.chunks().values())
    with bench.database.connect() as connection:
        assert connection.execute("SELECT FROM model_batch UNION ALL SELECT FROM model_request").fetchone() is None


@pytest.mark.parametrize("failed", ["errored", "expired", "canceled"])
def test_what_fails_in_a_batch_is_handed_in_again_alone(bench: Bench, failed: str) -> None:
    times: list[str] = []

    def fails(body: Any) -> str:
        times.append(asked(body))
        return failed if "fyrar" in asked(body) and len(times) < 6 else ""

    bench.configure(batches=True)
    bench.server.batch_fails = fails
    bench.write(*TOPICS)
    bench.run()
    assert [len(batch.results) for batch in bench.server.batches.values()] == [4, 1, 1]
    assert bench.paid() == 4 and all(bench.chunks().values())


def test_what_always_fails_in_batches_is_asked_directly(bench: Bench) -> None:
    bench.configure(batches=True)
    bench.server.batch_fails = lambda body: "errored" if "fyrar" in asked(body) else ""
    bench.write(*TOPICS)
    bench.run()
    assert len(bench.server.batches) == 3 and bench.server.paths["/v1/messages"] == 1
    assert bench.paid() == 4 and all(bench.chunks().values())


def test_a_further_question_is_handed_in_too(bench: Bench) -> None:
    bench.configure(batches=True)
    bench.server.brain = lambda body: changed(body, lambda told: told[:1])
    bench.write(*TOPICS)
    bench.run()
    assert [len(batch.results) for batch in bench.server.batches.values()] == [4, 4]
    assert bench.paid() == 8 and all(bench.chunks().values())
    assert "/v1/messages" not in bench.server.paths


def test_faults_while_a_batch_is_handed_in_pay_nothing_twice(bench: Bench) -> None:
    bench.configure(batches=True)
    bench.server.share, bench.server.retry_after = 0.6, "0.01"
    bench.write(*TOPICS)
    bench.run()
    assert bench.paid() == 4 and all(bench.chunks().values())
    assert len(bench.server.batches) == 1


def test_a_ceiling_holds_for_batches_and_the_next_run_goes_on(bench: Bench) -> None:
    bench.configure(batches=True, ceiling_run=0.0015)
    bench.write(*TOPICS)
    first = bench.run()
    assert first["published"] == 1 and first["models"]["price"] <= 0.0015
    assert 0 < bench.paid() < 4
    bench.configure(batches=True)
    bench.run()
    assert bench.paid() == 4 and all(bench.chunks().values())


def test_without_batches_at_the_service_requests_are_direct(bench: Bench) -> None:
    bench.configure(model=bench.server.settings("bedrock"), batches=True)
    bench.write("fyrar")
    bench.run()
    assert bench.paid() == 1 and all(bench.chunks().values())


def killed_once(bench: Bench, commands: Commands, when: Callable[[], bool]) -> None:
    """Start a run in a process of its own, and kill it when something is so."""
    process = commands.start("reindex", "test", environment=os.environ)
    deadline = time.monotonic() + 60
    while not when():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.wait()
    end_runs(bench.database)
    while bench.server.at_work:
        time.sleep(0.02)


def test_a_run_that_is_killed_while_it_waits_for_a_batch_loses_nothing(bench: Bench, commands: Commands) -> None:
    bench.configure(batches=True)
    bench.server.batch_seconds = 3.0
    bench.write(*TOPICS)
    killed_once(
        bench, commands, lambda: any(path.startswith("/v1/messages/batches/") for path in dict(bench.server.paths))
    )
    bench.run()
    assert len(bench.server.batches) == 1 and bench.paid() == 4
    assert all(bench.chunks().values())


def test_a_run_that_is_killed_between_direct_requests_pays_again_for_what_was_under_way(
    bench: Bench, commands: Commands
) -> None:
    bench.configure(model={"connections": 1})
    bench.server.delay = 0.4
    bench.write(*TOPICS)
    killed_once(bench, commands, lambda: len(bench.server.paid) >= 2)
    bench.run()
    assert len(bench.server.paid) == 4 and sum(bench.server.paid.values()) <= 5
    assert all(bench.chunks().values())
