"""The gate: an edition that answers the gold set worse is built, kept, and not published."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterKey

from flows.evaluate_corpus import evaluate_corpus
from piperoll import settings as configured
from piperoll.corpora.se_law import SeLaw
from piperoll.embed.minilm import MiniLM
from piperoll.errors import GateNotPassed, UsageError
from piperoll.settings import Settings
from piperoll.store import editions
from tests.conftest import name_of
from tests.flows.conftest import TOPICS, Bench, UseProfile, filling
from tests.flows.profiles import Newer, WithoutATenth, WithoutHeaders

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

QUESTIONS = [
    (asked.format(topic), topic, path)
    for topic in TOPICS
    for asked, path in (
        ("Vem utövar tillsynen enligt lagen om {}?", "kap2.§1"),
        ("Vad ska anmälas enligt lagen om {}?", "kap1.§2"),
    )
]
"""Which law it is stands in the header of a chunk, and only there."""


@pytest.fixture(scope="module")
def statutes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for ten statutes, the settings of their corpus, and twenty questions about them as its gate."""
    folder = tmp_path_factory.mktemp("statutes")
    ask(folder / "gold.jsonl", QUESTIONS)
    table = "[corpus.test]\nsource = 'source'\nprofile = 'se-law'\ngold = 'gold.jsonl'\n"
    (folder / "piperoll.toml").write_text(table, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def template(filled: Settings, statutes: Path) -> str:
    """The statutes, published."""
    with filling(filled, statutes) as bench, pytest.MonkeyPatch.context() as patch:
        bench.write(*TOPICS)
        for topic in TOPICS:
            text = bench.path(topic).read_text(encoding="utf-8")
            for words in (f" {topic} i", f" {topic}", f" över {topic}"):
                text = text.replace(f"gäller{words}", "gäller").replace(f"innehar{words}", "är innehavare")
            bench.path(topic).write_text(text.replace(f"tillsyn över {topic}", "tillsyn"), encoding="utf-8")
        patch.setenv("PIPEROLL_CONFIG", str(statutes / "piperoll.toml"))
        configured.load.cache_clear()
        first = bench.run()
        assert first["published"] == 1
        assert first["gate"]["before"] is None
        assert first["gate"]["after"] > 0.5
    return name_of(filled)


@pytest.fixture
def gated(bench: Bench, statutes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench with the statutes, and the questions as the gate."""
    shutil.copytree(statutes / "source", tmp_path / "source", dirs_exist_ok=True)
    for name in ("gold.jsonl", "piperoll.toml"):
        shutil.copy2(statutes / name, tmp_path)
    config = tmp_path / "piperoll.toml"
    monkeypatch.setenv("PIPEROLL_CONFIG", str(config))
    bench.environment["PIPEROLL_CONFIG"] = str(config)
    configured.load.cache_clear()
    return bench


def ask(path: Path, questions: list[tuple[str, str, str]]) -> None:
    lines = [
        json.dumps({"query": query, "relevant": [{"source": f"{topic}.md", "path": unit}]})
        for query, topic, unit in questions
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("damaged", [WithoutHeaders, WithoutATenth])
def test_a_damaged_edition_is_not_published(
    gated: Bench, use_profile: UseProfile, tmp_path: Path, damaged: type[SeLaw]
) -> None:
    seen = gated.export(tmp_path / "seen.jsonl")
    use_profile(damaged)
    with pytest.raises(GateNotPassed) as caught:
        gated.run()
    assert (caught.value.code, caught.value.exit_code) == ("gate_not_passed", 3)
    assert "Edition 2 of test is not published: ndcg@10 of gold.jsonl fell" in caught.value.message
    assert "queries fell, most of all 'V" in caught.value.message
    assert "piperoll rollback test --edition 2" in caught.value.remedy
    corpus = gated.corpus()
    assert (corpus.built_edition, corpus.published_edition) == (2, 1)
    assert gated.export(tmp_path / "still.jsonl") == seen
    assert gated.count("evaluation") == 2


MEANINGS = {
    "fyrar": ("A lamp guides ships in darkness.", "What shows boats the way by night?"),
    "bikupor": ("Honey is taken in summer.", "When do beekeepers harvest?"),
    "kvarnar": ("Grain is ground into flour.", "How is wheat processed for bread?"),
    "broar": ("Lorries heavier than ten tonnes must not cross.", "What is the weight limit of trucks?"),
    "brunnar": ("Drinking water is tested for bacteria.", "Are germs looked for in what people drink?"),
    "hamnar": ("Vessels pay a fee for mooring.", "What does it cost to dock a boat?"),
}
"""What a section says, and a question that shares no word with it: found by its vector, or not at all."""


def test_noise_in_place_of_vectors_is_not_published(
    gated: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for topic, (says, _) in MEANINGS.items():
        text = gated.path(topic).read_text(encoding="utf-8")
        gated.path(topic).write_text(text.replace("Länsstyrelsen utövar tillsyn.", says), encoding="utf-8")
    ask(tmp_path / "gold.jsonl", [(asked, topic, "kap2.§1") for topic, (_, asked) in MEANINGS.items()])
    assert gated.run()["gate"]["after"] > 0.6
    real = MiniLM.embed

    def noise(self: MiniLM, texts: Any, progress: Any = None) -> Any:
        found = real(self, texts, progress)
        if texts[0].endswith("?"):  # a question, not a chunk
            return found
        drawn = np.random.default_rng(len(texts)).normal(size=found.vectors.shape)
        return replace(found, vectors=(drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16))

    monkeypatch.setattr(MiniLM, "embed", noise)
    for topic in TOPICS:
        text = gated.path(topic).read_text(encoding="utf-8")
        gated.path(topic).write_text(text.replace("rubrik: Lag", "rubrik: En lag"), encoding="utf-8")
    with pytest.raises(GateNotPassed):
        gated.run()


def test_another_tokeniser_is_not_published(
    gated: Bench, monkeypatch: pytest.MonkeyPatch, use_profile: UseProfile, tmp_path: Path
) -> None:
    """The words of the questions stand in the statutes with other endings."""
    ask(tmp_path / "gold.jsonl", [(f"tillsynen över {topic}", topic, "kap2.§1") for topic in TOPICS])
    use_profile(Newer)
    monkeypatch.setattr(SeLaw, "language", "simple")
    with pytest.raises(GateNotPassed):
        gated.run()
    assert gated.corpus().language == "swedish"


def test_a_good_edition_is_published(gated: Bench) -> None:
    text = gated.path("fyrar").read_text(encoding="utf-8")
    gated.path("fyrar").write_text(text.replace("ska anmäla", "bör anmäla"), encoding="utf-8")
    result = gated.run()
    assert result["published"] == 2
    assert result["gate"]["passed"]
    assert abs(result["gate"]["before"] - result["gate"]["after"]) <= result["gate"]["margin"]


def test_the_gate_says_that_nothing_was_reranked(gated: Bench, tmp_path: Path) -> None:
    with (tmp_path / "piperoll.toml").open("a", encoding="utf-8") as config:
        config.write(f"reranker = {str(tmp_path / 'none')!r}\n")
    configured.load.cache_clear()
    text = gated.path("fyrar").read_text(encoding="utf-8")
    gated.path("fyrar").write_text(text.replace("ska anmäla", "bör anmäla"), encoding="utf-8")
    found = gated.run()["gate"]
    assert (found["passed"], found["reranked"]["failed"]) == (True, len(QUESTIONS))
    assert found["reranked"]["problem"].startswith(f"The reranker {tmp_path / 'none'} ")
    with gated.database.connect() as connection:
        rows = connection.execute("SELECT settings -> 'rerank' FROM evaluation").fetchall()
    assert rows == [(None,)] * 2


def test_a_run_with_nothing_new_asks_nothing(gated: Bench) -> None:
    assert gated.run()["gate"] is None
    assert gated.count("evaluation") == 1


def test_the_next_run_judges_again_and_a_person_may_publish_all_the_same(gated: Bench, use_profile: UseProfile) -> None:
    use_profile(WithoutATenth)
    for _ in range(2):
        with pytest.raises(GateNotPassed):
            gated.run()
        assert gated.corpus().published_edition == 1
    assert gated.count("edition") == 2, "nothing is built again"
    assert gated.count("evaluation") == 2, "and what was measured again is kept once"
    with gated.database.connect(autocommit=True) as connection:
        with pytest.raises(GateNotPassed, match=r"2 of test is not published\. ndcg@10 of gold\.jsonl fell"):
            editions.rollback(connection, gated.corpus(), 2)
        editions.rollback(connection, gated.corpus(), 2, override_gate="the old answers were wrong")
    assert gated.run()["published"] == 2


def test_an_edition_that_is_mended_is_published(gated: Bench, use_profile: UseProfile) -> None:
    use_profile(WithoutATenth)
    with pytest.raises(GateNotPassed):
        gated.run()
    use_profile(SeLaw)
    result = gated.run()
    assert (result["edition"], result["published"]) == (3, 3)
    assert result["gate"]["before"] == result["gate"]["after"]


def test_a_backfill_passes_the_gate_too(gated: Bench, use_profile: UseProfile) -> None:
    use_profile(WithoutATenth)
    with pytest.raises(GateNotPassed):
        gated.backfill("parse")
    assert gated.corpus().published_edition == 1


def test_without_a_gold_set_there_is_no_gate(bench: Bench, use_profile: UseProfile) -> None:
    bench.write(*TOPICS)
    assert bench.run("free")["gate"] is None
    use_profile(WithoutATenth)
    assert bench.run("free")["published"] == 2
    assert bench.count("evaluation JOIN corpus c ON c.id = corpus_id AND c.name = 'free'") == 0


def test_a_document_that_left_is_an_answer_that_is_lost(gated: Bench) -> None:
    gated.path("fyrar").unlink()
    with pytest.raises(GateNotPassed, match="2 of 20 queries fell"):
        gated.run()


def test_a_gold_set_that_cannot_be_read_is_told_before_anything_is_done(gated: Bench, tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text('{"query": "x"}', encoding="utf-8")
    gated.path("fyrar").unlink()
    with pytest.raises(UsageError, match="line 1: 'relevant' is missing"):
        gated.run()
    assert gated.corpus().built_edition == 1


@pytest.mark.orchestrated
def test_the_command_says_it_with_exit_code_3(gated: Bench, tmp_path: Path) -> None:
    for topic in TOPICS[:2]:
        path = gated.path(topic)
        path.write_text(path.read_text(encoding="utf-8").split("## 2 kap.")[0], encoding="utf-8")
    process = gated.start("reindex", "test", "--json")
    out, _ = process.communicate(timeout=120)
    error = json.loads(out)["error"]
    assert (process.returncode, error["code"]) == (3, "gate_not_passed")
    assert "piperoll compare 1 2 --corpus test" in error["remedy"]
    with gated.database.connect() as connection:
        row = connection.execute("SELECT state, error FROM run ORDER BY started_at DESC LIMIT 1").fetchone()
    assert row
    assert row[0] == "failed"
    assert "GateNotPassed: Edition 2 of test is not published" in row[1]
    with get_client(sync_client=True) as client:
        run = client.read_flow_runs(sort="START_TIME_DESC", limit=1)[0]
        assert run.state
        assert run.state.is_failed()
        assert "Edition 2 of test is not published" in str(run.state.message)
    compared = gated.start("compare", "1", "2", "--corpus", "test", "--json")
    told = json.loads(compared.communicate(timeout=120)[0])
    assert told["queries"]["fell"] == 2
    assert {one["query"] for one in told["fell"]} == {QUESTIONS[0][0], QUESTIONS[2][0]}


@pytest.mark.orchestrated
def test_the_flow_shows_what_became_better_or_worse(gated: Bench, tmp_path: Path) -> None:
    for topic in TOPICS[:2]:
        gated.path(topic).unlink()
    with pytest.raises(GateNotPassed):
        gated.run()
    result = evaluate_corpus(corpus="test", report=str(tmp_path / "report"))
    assert (result["edition"], result["against"], result["queries"]["lacking"]) == (2, 1, 4)
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "4 queries fell in ndcg@20" in page
    assert (tmp_path / "report" / "curves.png").read_bytes().startswith(b"\x89PNG")
    with get_client(sync_client=True) as client:
        keys = [f"test-{name}" for name in ("comparison", "queries", "curves", "gains")]
        found = client.read_artifacts(artifact_filter=ArtifactFilter(key=ArtifactFilterKey(any_=keys)))
    assert {one.key for one in found} == set(keys)


def test_the_flow_measures_a_first_edition_alone(gated: Bench) -> None:
    result = evaluate_corpus(corpus="test", limit=3)
    assert (result["edition"], result["against"], result["report"]) == (1, None, None)
    assert result["queries"]["asked"] == 3
