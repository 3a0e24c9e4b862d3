"""A stage from outside between parse and embed: through reindex, kill, resume, backfill, verify and export."""

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from flows.launch import here
from flows.reindex_corpus import reindex_corpus
from piperoll.errors import PiperollError, UsageError
from piperoll.pipeline import enrich, stages
from piperoll.pipeline.job import job_for
from piperoll.settings import load
from tests.flows.conftest import TOPICS, Bench

STAGE = '''
"""Writes the topic of the statute as a prefix, and what it was called for into a file that outlives a kill."""

import os
import signal

from piperoll.pipeline.enrich import Enricher, Enrichment


class Topic(Enricher):
    name = "topic"
    does = "writes the topic of the statute in front of each chunk"

    def version(self, job):
        return os.environ.get("TOPIC_VERSION", "1")

    def enrich(self, document, job):
        calls = os.environ["TOPIC_CALLS"]
        with open(calls, "a") as file:
            file.write(document.key + "\\n")
        if os.environ.get("TOPIC_KILLS_AT") == document.key:
            os.kill(os.getpid(), signal.SIGKILL)
        topic = document.title.rsplit(" ", 1)[-1]
        return Enrichment(prefixes=[f"Om {topic}, {chunk.path}." for chunk in document.chunks])
'''


def shown(exported: bytes) -> list[dict[str, Any]]:
    """The rows of an export without the prefixes of the stage."""
    rows = [orjson.loads(line) for line in exported.splitlines()]
    return [{name: value for name, value in row.items() if name != "prefix"} for row in rows]


PATIENCE = 120  # seconds that a child may take on a busy machine


class Laws:
    """A corpus whose settings name the stage, and the count of the calls of the stage."""

    def __init__(self, bench: Bench, config: Path, calls: Path) -> None:
        self.bench, self.config, self.calls = bench, config, calls

    def configure(self, line: str) -> None:
        """Write the settings of the corpus, with one line more."""
        self.config.write_text(f'[corpus.laws]\nsource = "{self.bench.folder}"\nprofile = "se-law"\n{line}\n')
        load.cache_clear()

    def run(self) -> dict[str, Any]:
        return reindex_corpus(corpus="laws")

    def run_alone(self) -> dict[str, Any]:
        """The function of the flow, without Prefect."""
        found: dict[str, Any] = here(reindex_corpus.fn, {"corpus": "laws"})
        return found

    def killed(self, **environment: str) -> None:
        """Run the real command in a process of its own, in which the stage kills it."""
        self.bench.environment |= environment
        child = self.bench.start_anew("reindex", "laws", "--json")  # the stage is on the path of its interpreter
        _, errors = child.communicate(timeout=PATIENCE)
        assert child.returncode == -signal.SIGKILL, errors

    def called(self) -> Counter[str]:
        """Return how often the stage was called for each statute since the last question."""
        found = Counter(self.calls.read_text().split("\n")[:-1])
        self.calls.write_text("")
        return found

    def export(self, out: Path) -> bytes:
        return self.bench.export(out, name="laws")

    def prefixes(self) -> list[str]:
        with self.bench.database.connect() as connection:
            statement = (
                "SELECT c.prefix FROM chunk c JOIN version v ON v.id = c.version_id WHERE v.to_edition IS NULL"
                " ORDER BY v.source, c.ordinal"
            )
            return [prefix for (prefix,) in connection.execute(statement)]


pytestmark = pytest.mark.small_partitions


@pytest.fixture
def laws(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laws]:
    package = tmp_path / "package"
    info = package / "topic_stage-1.dist-info"
    info.mkdir(parents=True)
    (package / "topic_stage.py").write_text(STAGE, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: topic-stage\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[piperoll.stages]\ntopic = topic_stage:Topic\n")
    config, calls = tmp_path / "piperoll.toml", tmp_path / "calls"
    calls.write_text("")
    path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH", ""))))
    mine = {"PIPEROLL_CONFIG": str(config), "TOPIC_CALLS": str(calls), "PIPEROLL_WORKERS": "1"}
    for name, value in mine.items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(str(package))
    bench.environment |= mine | {"PYTHONPATH": path}
    enrich.get.cache_clear()
    made = Laws(bench, config, calls)
    made.configure('stages = ["topic"]')
    yield made
    enrich.get.cache_clear()
    sys.modules.pop("topic_stage", None)


def key(topic: str) -> str:
    place = TOPICS.index(topic)
    return f"SFS {1990 + place}:{place + 1}"


@pytest.mark.orchestrated
def test_a_stage_from_outside_goes_through_all_that_ours_do(
    laws: Laws, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.bench.write(*TOPICS[:4])
    result = laws.run()
    assert laws.called() == {key(topic): 1 for topic in TOPICS[:4]}
    assert result["embeddings"]["computed"] == result["chunks"]["new"] == 12
    assert "topic" in result["seconds"]
    assert "Om bikupor, kap1.§1." in laws.prefixes()
    exported = laws.export(tmp_path / "first.jsonl")
    assert laws.bench.verified("laws")["uncovered"] == 0

    assert laws.run_alone()["chunks"] == {"new": 0, "reused": 12}
    assert not laws.called(), "an unchanged night calls no stage"

    again = laws.bench.backfill("topic", corpus="laws", documents=[key("fyrar")])
    assert laws.called() == {key("fyrar"): 1}
    assert again["embeddings"]["computed"] == 0
    assert laws.export(tmp_path / "again.jsonl") == exported

    monkeypatch.setenv("TOPIC_VERSION", "2")
    changed = laws.run_alone()
    assert laws.called() == {key(topic): 1 for topic in TOPICS[:4]}, "another version of the stage does its work again"
    assert (changed["documents"]["changed"], changed["embeddings"]["computed"]) == (4, 0)

    laws.configure("")
    assert laws.run_alone()["documents"]["changed"] == 4
    assert set(laws.prefixes()) == {""}, "without the stage nothing of it is left"
    without = laws.export(tmp_path / "without.jsonl")
    assert b'"prefix"' in exported
    assert b'"prefix"' not in without
    assert shown(without) == shown(exported), "prefixes are embedded, and change nothing that is shown"


def test_a_stage_that_is_not_there_is_told_before_anything_is_done(laws: Laws) -> None:
    laws.bench.write("fyrar")
    laws.configure('stages = ["typo"]')
    with pytest.raises(UsageError) as caught:
        laws.run()
    assert caught.value.code == "stage_unknown"
    assert laws.bench.count("edition") == 0


def test_killed_in_the_stage_a_run_goes_on_where_it_was(laws: Laws, tmp_path: Path) -> None:
    """Statutes are partitions of their own: what the stage finished before the kill is not done twice."""
    laws.bench.write(*TOPICS[:5])
    order = sorted(TOPICS[:5])
    laws.killed(TOPIC_KILLS_AT=key(order[2]))
    assert laws.called() == {key(topic): 1 for topic in order[:3]}
    result = laws.run()
    assert laws.called() == {key(topic): 1 for topic in order[2:]}, "only where it died the stage works again"
    assert result["partitions"] == {"parsed": 2, "reused": 1}, "what was parsed before the kill is found"
    assert laws.bench.verified("laws")["uncovered"] == 0
    laws.bench.run(corpus="undisturbed")
    resumed, undisturbed = (
        laws.export(tmp_path / "a.jsonl"),
        laws.bench.export(tmp_path / "b.jsonl", name="undisturbed"),
    )
    assert resumed.count(b'"prefix"') == len(shown(resumed))
    assert shown(resumed) == shown(undisturbed)


@pytest.mark.orchestrated
@pytest.mark.parametrize("stage", [stages.ENRICH, stages.EMBED, stages.LOAD], ids=lambda stage: stage.name)
def test_what_was_finished_when_a_later_stage_failed_is_not_done_again(
    laws: Laws, monkeypatch: pytest.MonkeyPatch, stage: stages.Stage
) -> None:
    laws.bench.write("fyrar", "bikupor")
    with monkeypatch.context() as patch:
        patch.setattr(type(stage), "run", _fail)
        with pytest.raises(PiperollError, match="stop here"):
            laws.run()
    before = laws.called()
    result = laws.run()
    assert before + laws.called() == {key("bikupor"): 1, key("fyrar"): 1}
    assert result["partitions"]["reused"] == len(before) >= 1
    assert laws.bench.verified("laws")["uncovered"] == 0


def _fail(*_: object) -> None:
    raise PiperollError("test", "stop here", remedy="Try again.")


def test_every_part_reads_the_same_list(bench: Bench) -> None:
    bench.write("fyrar")
    result = bench.run()
    job = job_for(load(), "test", source=str(bench.folder), profile="se-law")
    timed = [stage.name for stage in stages.of_run(job)]
    assert list(result["seconds"]) == ["start", *timed, "outside"]
    assert [*stages.again()] == ["parse", *enrich.names(), "embed"]
    with bench.database.connect() as connection:
        row = connection.execute("SELECT manifest FROM edition").fetchone()
    assert row and row[0]["stages"] == {"parse": stages.PARSE.version(job)}


def test_results_leave_the_workspace_when_they_are_loaded(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.run()
    assert [path for path in (tmp_path / "workspace").rglob("*") if path.is_file()] == []
