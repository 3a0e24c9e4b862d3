"""What a backfill is told to take: rates of earlier runs, and the registry of stages."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from piperoll.corpora.se_law import SeLaw
from piperoll.embed import backend
from piperoll.pipeline.backfill import Backfill, Selection, Work, estimate, rates, summary
from piperoll.pipeline.job import Job, backend_note
from piperoll.pipeline.plan import Plan
from piperoll.pipeline.stages import again
from piperoll.settings import CorpusSettings, Settings


def job(by: str = "minilm") -> Job:
    return Job("test", "source", "se-law", by, "workspace", 1)


def result(by: str, *, size: int, chunks: int, computed: int, **seconds: float) -> dict[str, object]:
    return {
        "backend": by,
        "bytes": size,
        "chunks": {"new": chunks},
        "embeddings": {"computed": computed},
        "seconds": seconds,
    }


RUNS = [
    ("se-law", result("minilm", size=100, chunks=10, computed=10, parse=2.0, load=1.0, verify=1.0, embed=10.0)),
    ("se-law", result("minilm", size=300, chunks=30, computed=0, parse=2.0, load=3.0, verify=3.0, embed=99.0)),
    ("other", result("minilm_small", size=1, chunks=1, computed=10, parse=99.0, load=99.0, verify=99.0, embed=5.0)),
    ("se-law", {"seconds": {"parse": 9.0}, "chunks": {"new": 0}, "embeddings": {"computed": 0}}),
]


def test_rates_are_of_the_profile_and_those_of_embedding_of_the_backend() -> None:
    assert rates(RUNS, job()) == {"parse": 0.01, "load": 0.1, "verify": 0.1, "embed": 1.0}
    assert rates(RUNS, job("minilm_small"))["embed"] == 0.5
    assert "embed" not in rates(RUNS, job("minilm_fp32"))
    assert rates([], job()) == {}


@pytest.mark.parametrize(
    ("stage", "work", "seconds"),
    [
        ("parse", Work(1, 100, 10, 5), 1 + 1 + 1 + 5),
        ("parse", Work(0, 0, 0, 0), 0),
        ("embed", Work(1, 0, 10, 5), 5),
    ],
)
def test_an_estimate_is_amounts_by_rates(stage: str, work: Work, seconds: float) -> None:
    assert estimate(stage, work, rates(RUNS, job()), job()) == pytest.approx(seconds)


def test_what_was_never_measured_is_unknown() -> None:
    known = rates(RUNS, job("minilm_fp32"))
    assert estimate("embed", Work(1, 0, 1, 1), known, job()) is None
    assert estimate("embed", Work(1, 0, 1, 0), known, job()) == 0, "nothing to do takes no time"
    plan = Backfill({"parse": Work(1, 100, 10, 0), "embed": Work(1, 0, 10, 1)}, None)
    shown = summary(plan, job("minilm_fp32"), known)
    assert [stage["seconds"] for stage in shown["stages"]] == [pytest.approx(3), None]
    assert shown["seconds"] is None


def test_a_stage_tells_the_version_of_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: stage.version(job()) for name, stage in again().items()}
    monkeypatch.setattr(SeLaw, "version", SeLaw.version + 1)
    after = {name: stage.version(job()) for name, stage in again().items()}
    assert before["parse"] != after["parse"]
    assert before["embed"] == after["embed"] == backend.get("minilm").identity


def test_a_plan_tells_stages_that_read_files_from_those_that_fill() -> None:
    files = Plan(pl.DataFrame(), [], 0)
    plan = Backfill({"parse": Work(0, 0, 0, 0, files), "embed": Work(0, 0, 0, 0)}, None)
    assert plan.files is files and plan.embeds
    assert Backfill({"embed": Work(0, 0, 0, 0)}, None).files is None
    assert Selection().whole and not Selection(made_before=1).whole


def test_an_enricher_of_the_corpus_is_estimated_with_the_stages_that_files_go_through() -> None:
    with_triplets = replace(job(), stages=("triplets",))
    runs = [("se-law", result("minilm", size=100, chunks=10, computed=1, parse=1, triplets=5, load=1, verify=1))]
    known = rates(runs, with_triplets)
    assert estimate("triplets", Work(1, 100, 10, 0), known, with_triplets) == pytest.approx(1 + 5 + 1 + 1)
    assert estimate("parse", Work(1, 100, 10, 0), known, job()) == pytest.approx(1 + 1 + 1)


@pytest.mark.parametrize(("named", "used", "note"), [(None, "minilm_small", ""), ("minilm", "minilm", "")])
def test_settings_that_agree_need_no_note(tmp_path: Path, named: str | None, used: str, note: str) -> None:
    settings = Settings(corpus={"test": CorpusSettings(source=".", profile="se-law", backend=named)}, data_dir=tmp_path)
    assert backend_note(settings, "test", used) == note
    assert backend_note(settings, "unknown", used) == ""
    told = backend_note(settings, "test", "minilm_fp32")
    assert bool(told) == (named is not None)
