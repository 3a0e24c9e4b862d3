"""Triplets by a model in a run: beside those of the rules, found by search, and asked for only where text changed."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

import piperoll
from piperoll.cli import app
from tests.claude_answers import Reply, by_stage
from tests.extras import needs
from tests.pipeline.prefixes import Bench

needs("anthropic", "the extra claude is not installed")


def rows(bench: Bench) -> list[dict[str, Any]]:
    """The triplets of the published edition, each with the text of its statement."""
    statement = """
        SELECT t.made_by, d.key, c.path, t.subject, t.object,
               substr(v.text, t.char_start + 1, t.char_end - t.char_start) AS sentence
        FROM triplet t JOIN version v ON v.id = t.version_id JOIN chunk c ON c.id = t.chunk_id
        JOIN document d ON d.id = v.document_id JOIN corpus k ON k.id = v.corpus_id
        WHERE v.from_edition <= k.published_edition AND (v.to_edition IS NULL OR v.to_edition > k.published_edition)
        ORDER BY d.key, t.made_by, t.ordinal"""
    with bench.database.connect() as connection:
        cursor = connection.execute(statement)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]


@pytest.mark.parametrize("batches", [False, True])
def test_they_stand_beside_those_of_the_rules_and_are_found(bench: Bench, batches: bool) -> None:
    bench.server.brain = by_stage
    bench.configure(prefixes=None, triplets="m", batches=batches)
    bench.write("fyrar", "hamnar")
    result = bench.run()
    made = {row["made_by"].partition("/")[0] for row in rows(bench)}
    assert made == {"rules", "model"}
    assert result["triplets"] == {"triplets": 4, "refused": 0, "lacking": 0} and bench.paid() == 4
    for row in rows(bench):
        assert row["subject"] in row["sentence"] and row["made_by"].startswith(("rules/1", "model/claude-haiku-4-5/1/"))
    assert bool(bench.server.batches) == batches
    with piperoll.open() as db:
        report = db["test"].verify()
        assert report.holds and report.misplaced_triplets == 0
        [hit] = db["test"].search("innehar hamnar", k=1, weights="lexical=1,triplet=1").hits
        assert hit.document == "SFS 2000:2" and hit.scores["triplet"] > 0
        assert any(one.made_by.startswith("model/") for one in hit.triplets)


def test_a_changed_provision_asks_for_itself_alone(bench: Bench) -> None:
    bench.server.brain = by_stage
    bench.configure(prefixes=None, triplets="m")
    bench.write("fyrar", "hamnar")
    bench.run()
    bench.write("fyrar", how=" till länsstyrelsen")
    bench.run()
    assert bench.paid() == 5
    assert sum("länsstyrelsen" in row["sentence"] for row in rows(bench) if row["made_by"].startswith("model")) == 1
    before = dict(bench.server.paths)
    bench.run()
    assert bench.server.paths == before, "nothing has changed"


def test_both_stages_ask_in_batches_and_plan_counts_both(bench: Bench) -> None:
    bench.server.brain = by_stage
    bench.configure(triplets="m", batches=True)
    bench.write("fyrar", "hamnar")
    said = json.loads(CliRunner().invoke(app, ["plan", "test", "--json"]).stdout)["models"]
    result = bench.run()
    assert said["calls"] == bench.paid() == 6 and result["models"]["answers"] == 6
    assert result["prefixes"]["prefixes"] == 4 and result["triplets"]["triplets"] == 4
    assert all(bench.chunks().values())


def test_without_a_key_the_rules_work_and_a_run_with_one_adds_the_rest(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench.server.brain = by_stage
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    bench.configure(prefixes=None, triplets="m")
    bench.write("fyrar")
    assert bench.run()["triplets"]["lacking"] == 2
    assert {row["made_by"] for row in rows(bench)} == {"rules/1"}
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-1")
    assert bench.run()["triplets"]["lacking"] == 0
    assert len({row["made_by"] for row in rows(bench)}) == 2


def test_a_refusal_is_told_and_not_paid_again(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.server.brain = lambda body: Reply("", "refusal")
    bench.configure(prefixes=None, triplets="m")
    bench.write("fyrar")
    assert bench.run()["triplets"] == {"triplets": 0, "refused": 2, "lacking": 0}
    assert "triplets of SFS 2000:1: 2 refused" in caplog.text
    bench.run()
    assert bench.paid() == 2
