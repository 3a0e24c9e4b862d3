"""What a backfill is told to take: rates of earlier runs, and the registry of stages."""

from pathlib import Path

import pytest

from piperoll.corpora.se_law import SeLaw
from piperoll.embed import backend
from piperoll.pipeline.backfill import STAGES, Backfill, Range, Work, estimate, rates, told
from piperoll.pipeline.job import Job, backend_note
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
    assert estimate(STAGES[stage], work, rates(RUNS, job())) == pytest.approx(seconds)


def test_what_was_never_measured_is_unknown() -> None:
    known = rates(RUNS, job("minilm_fp32"))
    assert estimate(STAGES["embed"], Work(1, 0, 1, 1), known) is None
    assert estimate(STAGES["embed"], Work(1, 0, 1, 0), known) == 0, "nothing to do takes no time"
    plan = Backfill({"parse": Work(1, 100, 10, 0), "embed": Work(1, 0, 10, 1)}, None)
    shown = told(plan, job("minilm_fp32"), known)
    assert [stage["seconds"] for stage in shown["stages"]] == [pytest.approx(3), None]
    assert shown["seconds"] is None


def test_a_stage_tells_the_version_of_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: stage.version(job()) for name, stage in STAGES.items()}
    monkeypatch.setattr(SeLaw, "version", SeLaw.version + 1)
    after = {name: stage.version(job()) for name, stage in STAGES.items()}
    assert before["parse"] != after["parse"]
    assert before["embed"] == after["embed"] == backend.get("minilm").identity


def test_a_plan_tells_stages_that_read_files_from_those_that_fill() -> None:
    plan = Backfill({"parse": Work(0, 0, 0, 0), "embed": Work(0, 0, 0, 0)}, None)
    assert plan.files is not None
    assert plan.fills == ["embed"]
    assert Backfill({"embed": Work(0, 0, 0, 0)}, None).files is None
    assert Range().whole and not Range(made_before=1).whole


@pytest.mark.parametrize(("named", "used", "note"), [(None, "minilm_small", ""), ("minilm", "minilm", "")])
def test_settings_that_agree_need_no_note(tmp_path: Path, named: str | None, used: str, note: str) -> None:
    settings = Settings(corpus={"test": CorpusSettings(source=".", profile="se-law", backend=named)}, data_dir=tmp_path)
    assert backend_note(settings, "test", used) == note
    assert backend_note(settings, "unknown", used) == ""
    told = backend_note(settings, "test", "minilm_fp32")
    assert bool(told) == (named is not None)
