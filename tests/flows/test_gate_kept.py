"""The gate stays with its corpus: whoever runs it, from wherever, and whatever became of the settings and the file.

The functions of the flows are called as they are, as without a Prefect API.
"""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterKey
from typer.testing import CliRunner

from flows.backfill_corpus import backfill_corpus
from flows.publish_edition import publish_edition
from flows.reindex_corpus import reindex_corpus
from flows.roll_back import roll_back
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.embed.minilm import MiniLM
from piperoll.errors import GateNotPassed, PiperollError, UsageError
from piperoll.settings import Settings
from piperoll.store import gates
from tests.conftest import name_of
from tests.flows.conftest import TOPICS, Bench, filling

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

QUESTIONS = [(f"Vad ska anmälas enligt lagen om {topic}?", topic) for topic in TOPICS[:4]]


class Gated:
    """A corpus of four statutes, with the gate that its settings name."""

    def __init__(self, bench: Bench, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bench, self.folder, self.patch = bench, folder, monkeypatch
        self.gold = folder / "gold.jsonl"
        bench.write(*TOPICS[:4])
        self.ask(QUESTIONS)
        self.settings("gold = 'gold.jsonl'")

    def settings(self, *lines: str) -> None:
        """The settings file, with these lines beside source and profile."""
        config = self.folder / "piperoll.toml"
        table = [f"[corpus.test]\nsource = {str(self.bench.folder)!r}\nprofile = 'se-law'", *lines]
        config.write_text("\n".join(table), encoding="utf-8")
        self.use(config)

    def use(self, config: Path | None) -> None:
        if config:
            self.patch.setenv("PIPEROLL_CONFIG", str(config))
        else:
            self.patch.delenv("PIPEROLL_CONFIG")
        configured.load.cache_clear()

    def ask(self, questions: list[tuple[str, str]]) -> None:
        rows = [
            {"query": query, "relevant": [{"source": f"{topic}.md", "path": "kap1.§2"}]} for query, topic in questions
        ]
        self.gold.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    def worsen(self) -> None:
        """One of four answers leaves the source."""
        self.bench.path(TOPICS[0]).unlink()

    def run(self, **options: Any) -> dict[str, Any]:
        result: dict[str, Any] = reindex_corpus.fn(
            corpus="test", source=str(self.bench.folder), profile="se-law", **options
        )
        return result

    def refused(self) -> GateNotPassed:
        with pytest.raises(GateNotPassed) as caught:
            self.run()
        assert self.published == 1
        return caught.value

    @property
    def published(self) -> int:
        return self.bench.corpus().published_edition

    def reasons(self) -> list[tuple[int, str]]:
        with self.bench.database.connect() as connection:
            return [(one["edition"], one["reason"]) for one in gates.overrides(connection, self.bench.corpus())]

    def execute(self, statement: str) -> None:
        with self.bench.database.connect() as connection:
            assert connection.execute(statement).rowcount == 1


@pytest.fixture(scope="module")
def template(filled: Settings, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The corpus in its first edition."""
    folder = tmp_path_factory.mktemp("gated")
    with filling(filled, folder) as bench, pytest.MonkeyPatch.context() as patch:
        assert Gated(bench, folder, patch).run()["gate_changes"] == [
            "the gate of test: gold set gold.jsonl (4 questions), metric ndcg@10, margin 0.02"
        ]
    return name_of(filled)


@pytest.fixture
def gated(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gated:
    return Gated(bench, tmp_path, monkeypatch)


def elsewhere(gated: Gated) -> None:
    """The run starts in a folder without a settings file."""
    gated.use(None)
    gated.patch.chdir(gated.bench.folder)


def silent(gated: Gated) -> None:
    gated.settings()


def other(gated: Gated) -> None:
    """The settings file knows other corpora only."""
    config = gated.folder / "piperoll.toml"
    config.write_text("[corpus.other]\nsource = '.'\nprofile = 'se-law'\n", encoding="utf-8")
    gated.use(config)


@pytest.mark.parametrize("change", [elsewhere, silent, other])
def test_a_run_whose_settings_say_nothing_is_judged_by_the_stored_gate(
    gated: Gated, change: Callable[[Gated], None]
) -> None:
    change(gated)
    gated.gold.unlink()
    gated.worsen()
    assert "ndcg@10 of gold.jsonl fell" in gated.refused().message


def gone(gated: Gated) -> None:
    gated.gold.unlink()


def empty(gated: Gated) -> None:
    gated.gold.write_text("\n", encoding="utf-8")


def unreadable(gated: Gated) -> None:
    """A name that no file system takes stands for a file that may not be read: tests may run as root."""
    gated.settings(f"gold = {'x' * 300!r}")


@pytest.mark.parametrize(
    ("change", "code"), [(gone, "gold_missing"), (empty, "gold_empty"), (unreadable, "gold_unreadable")]
)
def test_a_gold_set_that_is_named_and_cannot_be_read_is_an_error(
    gated: Gated, change: Callable[[Gated], None], code: str
) -> None:
    change(gated)
    gated.worsen()
    for options in ({}, {"override_gate": "no time"}):
        with pytest.raises(UsageError) as caught:
            gated.run(**options)
        assert caught.value.code == code
        assert 'to remove the gate: gold = "" in [corpus.test]' in caught.value.remedy
    assert gated.bench.corpus().built_edition == 1


def test_settings_that_differ_replace_what_is_stored_and_are_told(gated: Gated) -> None:
    gated.settings("gate_margin = 0.5", "gate_metric = 'recall@5'")
    assert gated.run()["gate_changes"] == [
        "the metric of the gate: ndcg@10 to recall@5", "the margin of the gate: 0.02 to 0.5",
    ]  # fmt: skip
    silent(gated)
    assert gated.run()["gate_changes"] == []
    gated.worsen()
    result = gated.run()
    assert (result["published"], result["gate"]["metric"], result["gate"]["margin"]) == (2, "recall@5", 0.5)


def test_both_editions_are_judged_by_the_new_questions(gated: Gated) -> None:
    gated.ask(QUESTIONS[1:])
    gated.settings("gold = 'gold.jsonl'")
    gated.worsen()
    result = gated.run()
    assert result["gate_changes"] == ["the gold set of the gate: gold.jsonl (4 questions) to gold.jsonl (3 questions)"]
    assert (result["published"], result["gate"]["queries"]["asked"]) == (2, 3)


def test_a_refusal_says_that_the_gate_was_changed_by_the_run(gated: Gated) -> None:
    gated.settings("gold = 'gold.jsonl'", "gate_margin = 0.01")
    gated.worsen()
    assert "This run changed the margin of the gate: 0.02 to 0.01." in gated.refused().message


def test_a_gate_is_removed_by_an_empty_gold_set_in_the_settings(gated: Gated) -> None:
    gated.settings("gold = ''")
    gated.worsen()
    result = gated.run()
    assert (result["published"], result["gate"], result["gate_changes"]) == (2, None, ["the gate of test: removed"])
    elsewhere(gated)
    assert gated.run()["gate_changes"] == []
    assert gated.bench.count("gate") == 0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE gate SET queries = queries - 0",
        "UPDATE gate SET queries = '[]'",
        "UPDATE gate SET queries = '[1]'",
        "UPDATE gate SET gold_hash = 'x'",
        "UPDATE gate SET queries = jsonb_set(queries, '{0,text}', '\"Vad är klockan?\"')",
    ],
)
def test_questions_that_were_changed_in_the_database_are_found(gated: Gated, damage: str) -> None:
    gated.execute(damage)
    silent(gated)
    gated.worsen()
    with pytest.raises(PiperollError) as caught:
        gated.run()
    assert caught.value.code == "gate_damaged"
    assert gated.published == 1
    gated.settings("gold = 'gold.jsonl'")
    assert "This run changed the " in gated.refused().message


def test_a_reason_lets_an_edition_pass_and_is_kept(gated: Gated, tmp_path: Path) -> None:
    gated.worsen()
    for reason in ("", " \t"):
        with pytest.raises(UsageError, match="has no reason"):
            gated.run(override_gate=reason)
    assert gated.bench.corpus().built_edition == 1
    result = gated.run(override_gate="the statute is\nrepealed")
    assert (result["published"], result["gate"]["passed"]) == (2, False)
    assert result["gate"]["override"] == "the statute is repealed"
    assert gated.reasons() == [(2, "the statute is repealed")]
    told = CliRunner().invoke(app, ["editions", "test", "--json"])
    row = json.loads(told.stdout)["editions"][1]
    assert (row["gate"]["passed"], row["overrides"][0]["reason"]) == (False, "the statute is repealed")
    assert "ndcg@10 of gold.jsonl fell" in row["overrides"][0]["refused"]
    shown = CliRunner().invoke(app, ["editions", "test"], env=os.environ | {"COLUMNS": "300"}).stdout
    assert "published past the gate: the statute is repealed" in shown
    assert "refused" in shown


def test_a_reason_that_was_not_needed_is_not_kept(gated: Gated) -> None:
    gated.bench.write(TOPICS[4])
    result = gated.run(override_gate="just in case")
    assert (result["published"], result["gate"]["override"], gated.reasons()) == (2, None, [])


def publish_flow(**options: Any) -> Any:
    return publish_edition(corpus="test", **options)


def roll_back_flow(**options: Any) -> Any:
    return roll_back(corpus="test", edition=2, **options)


def backfill_flow(**options: Any) -> Any:
    return backfill_corpus.fn(corpus="test", stages=["parse"], **options)


def rollback_command(override_gate: str | None = None) -> None:
    reason = [] if override_gate is None else ["--override-gate", override_gate]
    done = CliRunner().invoke(app, ["rollback", "test", "--edition", "2", "--json", *reason])
    if done.exit_code:
        error = json.loads(done.stdout)["error"]
        kind = {3: GateNotPassed, 2: UsageError}[done.exit_code]
        raise kind(error["code"], error["message"], remedy=error["remedy"])


@pytest.mark.orchestrated
@pytest.mark.parametrize("way", [publish_flow, roll_back_flow, backfill_flow, rollback_command])
def test_every_way_to_publish_needs_the_reason(gated: Gated, way: Callable[..., Any]) -> None:
    gated.worsen()
    gated.refused()
    with pytest.raises(GateNotPassed):
        way()
    with pytest.raises(UsageError, match="has no reason"):
        way(override_gate=" ")
    assert gated.published == 1
    way(override_gate="the statute is repealed")
    assert gated.published > 1
    assert gated.reasons() == [(gated.published, "the statute is repealed")]
    if way in (publish_flow, roll_back_flow):
        with get_client(sync_client=True) as client:
            key = ArtifactFilterKey(any_=["test-overrides"])
            found = client.read_artifacts(artifact_filter=ArtifactFilter(key=key))
        assert "the statute is repealed" in str(found[-1].data)


def test_another_edition_published_meanwhile_is_one_that_the_gate_did_not_compare(
    gated: Gated, monkeypatch: pytest.MonkeyPatch
) -> None:
    gated.bench.write(TOPICS[4])
    gated.run()
    gated.bench.write(TOPICS[5])
    keep = gates.keep_verdict

    def rolled_back(*given: Any) -> None:
        keep(*given)
        roll_back.fn(corpus="test")

    monkeypatch.setattr(gates, "keep_verdict", rolled_back)
    with pytest.raises(GateNotPassed, match="did not judge it against edition 1"):
        gated.run()
    monkeypatch.setattr(gates, "keep_verdict", keep)
    assert gated.run()["published"] == 3


def test_a_backend_that_answers_worse_is_not_switched_to(gated: Gated, monkeypatch: pytest.MonkeyPatch) -> None:
    real = MiniLM.embed

    def noise(self: MiniLM, texts: Any, progress: Any = None) -> Any:
        found = real(self, texts, progress)
        if self.name != "minilm_small":
            return found
        drawn = np.random.default_rng(len(texts)).normal(size=found.vectors.shape)
        return replace(found, vectors=(drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16))

    monkeypatch.setattr(MiniLM, "embed", noise)
    backfill_corpus.fn(corpus="test", stages=["embed"], backend="minilm_small")
    switch = ["switch-backend", "test", "minilm_small", "--json"]
    done = CliRunner().invoke(app, switch)
    assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (3, "gate_not_passed")
    assert gated.bench.corpus().backend == "minilm"
    assert CliRunner().invoke(app, [*switch, "--override-gate", ""]).exit_code == 2
    assert CliRunner().invoke(app, [*switch, "--override-gate", "half the time"]).exit_code == 0
    assert gated.bench.corpus().backend == "minilm_small"
    assert gated.reasons() == [(1, "half the time")]
