"""The flow from listing to published edition: what is done, what is not done again, what readers see."""

import os
from pathlib import Path
from typing import Any

import pytest
from psycopg import OperationalError

from flows.reindex_corpus import reindex_corpus
from piperoll.corpora.se_law import SeLaw
from piperoll.errors import CorpusBusy, PiperollError, UsageError
from piperoll.pipeline.load import Load
from piperoll.pipeline.stage import Context, StageResult
from piperoll.pipeline.workspace import FolderWorkspace
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import corpora, editions, ledger, runs
from tests.flows.conftest import TOPICS, Bench
from tests.sessions import end_runs

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.mark.orchestrated
def test_a_first_run_publishes_everything(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    result = bench.run()
    assert result["documents"] == {"new": 2, "changed": 0, "gone": 0, "unchanged": 0, "no_body": 0, "quarantined": 0}
    assert result["edition"] == result["published"] == 1
    assert result["chunks"] == {"new": 6, "reused": 0}
    assert result["embeddings"]["computed"] == 6
    report = bench.verified()
    assert (report["documents"], report["chunks"], report["uncovered"], report["mismatches"]) == (2, 6, 0, 0)
    assert (report["ledger_only"], report["rows_only"]) == (0, 0)
    with bench.database.connect(autocommit=True) as connection:
        found = search(connection, bench.corpus(), "vem utövar tillsyn över bikupor", SearchPlan(k=2))
    assert found["hits"][0]["document"] == "SFS 1991:2"
    assert found["hits"][0]["path"] == "kap2.§1"


@pytest.mark.orchestrated
def test_a_run_at_once_after_it_does_nothing(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    before = {table: bench.count(table) for table in ("version", "chunk", "embedding_minilm", "source_file", "edition")}
    result = bench.run()
    assert result["documents"]["unchanged"] == 2
    assert result["embeddings"]["computed"] == 0
    assert result["edition"] == 1
    assert before == {table: bench.count(table) for table in before}


@pytest.mark.orchestrated
def test_a_run_with_nothing_to_embed_does_not_load_the_model(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    script = (
        "import sys; from flows.reindex_corpus import reindex_corpus;"
        f"r = reindex_corpus(corpus='test', source={str(bench.folder)!r}, profile='se-law');"
        "print(r['embeddings']['computed'], bool({'openvino', 'torch'} & set(sys.modules)))"
    )
    out, err = bench.commands().start(environment=bench.environment, code=script).communicate(timeout=120)
    assert out.split() == ["0", "False"], err


@pytest.mark.orchestrated
def test_one_changed_provision_costs_one_embedding(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    text = bench.path("fyrar").read_text(encoding="utf-8")
    bench.path("fyrar").write_text(text.replace("ska anmäla", "får anmäla"), encoding="utf-8")
    result = bench.run()
    assert result["documents"]["changed"] == 1
    assert result["embeddings"]["computed"] == 1
    assert result["chunks"] == {"new": 3, "reused": 3}
    assert "får anmäla" in bench.show("SFS 1990:1")[0]["chunks"][1]["content"]


def test_a_deleted_file_leaves_the_next_edition_and_rollback_brings_it_back(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    both = bench.export(tmp_path / "both.jsonl")
    bench.path("fyrar").unlink()
    assert bench.run()["documents"]["gone"] == 1
    one = bench.export(tmp_path / "one.jsonl")
    assert b"fyrar" in both
    assert b"fyrar" not in one
    with bench.database.connect(autocommit=True) as connection:
        assert editions.rollback(connection, bench.corpus()) == 1
    assert bench.export(tmp_path / "back.jsonl") == both
    # a further run builds on the newest built edition, not on the published one, and publishes what the source says
    bench.write("kvarnar")
    result = bench.run()
    assert (result["edition"], result["documents"]["new"]) == (3, 1)
    assert b"fyrar" not in bench.export(tmp_path / "third.jsonl")
    assert bench.export(tmp_path / "first.jsonl", edition=1) == both


def test_a_run_after_a_rollback_with_nothing_new_publishes_the_newest(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        editions.rollback(connection, bench.corpus())
    assert bench.run()["published"] == 2


def test_a_file_that_is_touched_is_read_but_not_done_again(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    os.utime(bench.path("fyrar"), (1, 1))
    result = bench.run()
    assert (result["documents"]["unchanged"], result["edition"], result["chunks"]["new"]) == (1, 1, 0)
    assert bench.run()["partitions"] == {"parsed": 0, "reused": 0}


def test_newer_code_does_every_document_again_and_embeds_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    monkeypatch.setattr(SeLaw, "version", SeLaw.version + 1)
    result = bench.run()
    assert (result["documents"]["changed"], result["embeddings"]["computed"], result["edition"]) == (2, 0, 2)


STATEMENTS = (
    "drop_unseen_versions",
    "close_changed_versions",
    "load_versions",
    "load_chunks",
    "load_ledger",
)


@pytest.mark.small_partitions
@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_fault_while_loading_leaves_no_trace_and_the_next_run_continues(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    bench.write(*TOPICS[:3])
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    for topic in TOPICS[:3]:
        path = bench.path(topic)
        path.write_text(path.read_text(encoding="utf-8").replace("Länsstyrelsen", "Kommunen"), encoding="utf-8")
    real = ledger.query
    calls: list[str] = []

    def failing(name: str) -> Any:
        calls.append(name)
        if name == statement and calls.count(name) == 2:
            return "SELECT FROM nowhere"
        return real(name)

    monkeypatch.setattr(ledger, "query", failing)
    with pytest.raises(Exception, match="nowhere"):
        bench.run()
    assert bench.export(tmp_path / "during.jsonl") == before
    monkeypatch.setattr(ledger, "query", real)
    result = bench.run()
    assert result["edition"] == 2
    assert result["documents"]["unchanged"] == 2  # those beside the fault came to their end
    assert result["partitions"] == {"parsed": 0, "reused": 1}
    assert result["embeddings"]["computed"] == 0
    assert bench.export(tmp_path / "after.jsonl").count(b"Kommunen") == 3


def test_a_second_run_of_a_busy_corpus_is_told_so(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    with (
        bench.database.connect(autocommit=True) as connection,
        corpora.locked(connection, bench.corpus()),
        pytest.raises(CorpusBusy) as caught,
    ):
        bench.run()
    assert caught.value.exit_code == 4


def test_an_unknown_profile_and_a_missing_folder_are_named(bench: Bench) -> None:
    with pytest.raises(UsageError, match="no profile"):
        reindex_corpus(corpus="test", source=str(bench.folder), profile="nope")
    with pytest.raises(UsageError, match="does not exist"):
        reindex_corpus(corpus="test", source=str(bench.folder / "nope"), profile="se-law")


def test_unpublished_rows_are_seen_by_nobody(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.run()
    before = bench.export(tmp_path / "a.jsonl")
    bench.write("bikupor")
    monkeypatch.setattr(editions, "complete", _fail)
    with pytest.raises(PiperollError):
        bench.run()
    assert bench.count("version") == 2
    assert bench.export(tmp_path / "b.jsonl") == before
    with bench.database.connect(autocommit=True) as connection:
        for mode in Mode:
            hits = search(connection, bench.corpus(), "bikupor", SearchPlan(mode=mode))["hits"]
            assert {hit["document"] for hit in hits} <= {"SFS 1990:1"}


def _fail(*_: object) -> int:
    raise PiperollError("test", "stop here", remedy="Try again.")


def test_filters_hold_before_ranking(bench: Bench) -> None:
    bench.write(*TOPICS)
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        corpus = bench.corpus()
        by_number = search(connection, corpus, "tillsyn", SearchPlan(filters=Filters(document="1992:3")))["hits"]
        by_source = search(connection, corpus, "tillsyn", SearchPlan(filters=Filters(document="kvarnar.md")))["hits"]
        by_path = search(connection, corpus, "tillsyn", SearchPlan(filters=Filters(path="kap2"), k=20))["hits"]
        by_role = search(connection, corpus, "tillsyn", SearchPlan(filters=Filters(role="TABLE")))["hits"]
        cited = search(connection, corpus, "lag om kvarnar 2 kap. 1 §")["hits"]
    assert {hit["document"] for hit in by_number} == {hit["document"] for hit in by_source} == {"SFS 1992:3"}
    assert len(by_path) == len(TOPICS)
    assert {hit["path"] for hit in by_path} == {"kap2.§1"}
    assert by_role == []
    assert (cited[0]["document"], cited[0]["path"]) == ("SFS 1992:3", "kap2.§1")


def test_the_law_of_a_day(bench: Bench) -> None:
    bench.write("fyrar")
    later = (
        bench.path("fyrar")
        .read_text(encoding="utf-8")
        .replace("2001-01-01", "2010-01-01")
        .replace("ska anmäla", "får anmäla")
    )
    (bench.folder / "fyrar@2010-01-01.md").write_text(later, encoding="utf-8")
    bench.run()
    from datetime import date

    def wording(day: date) -> set[str]:
        with bench.database.connect(autocommit=True) as connection:
            hits = search(
                connection, bench.corpus(), "anmäla till länsstyrelsen", SearchPlan(filters=Filters(day=day))
            )["hits"]
        return {hit["source"] for hit in hits}

    assert wording(date(2005, 5, 5)) == {"fyrar.md"}
    assert wording(date(2015, 5, 5)) == {"fyrar@2010-01-01.md"}
    assert wording(date(1999, 5, 5)) == set()


def test_files_of_two_folders_that_look_alike_are_told_apart(bench: Bench, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for folder, topic in ((bench.folder, "fyrar"), (other, "broar")):
        (folder / "a.md").write_text(f"# Lag om {topic}\n\n### 1 §\n\nLagen gäller {topic}.\n", encoding="utf-8")
        os.utime(folder / "a.md", ns=(1, 1))
    bench.run()
    reindex_corpus(corpus="other", source=str(other), profile="se-law")
    assert b"broar" in bench.export(tmp_path / "other.jsonl", name="other")
    # and a corpus whose source moves to the other folder
    assert reindex_corpus(corpus="test", source=str(other), profile="se-law")["documents"]["changed"] == 1
    assert b"broar" in bench.export(tmp_path / "moved.jsonl")


def test_a_trial_on_part_of_another_source_does_not_move_the_corpus(bench: Bench, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for folder, topics in ((bench.folder, ("fyrar", "hamnar")), (other, ("broar", "skogar"))):
        for name, topic in zip(("a.md", "b.md"), topics, strict=True):
            (folder / name).write_text(f"# Lag om {topic}\n\n### 1 §\n\nLagen gäller {topic}.\n", encoding="utf-8")
            os.utime(folder / name, ns=(1, 1))
    bench.run()
    moved = {"corpus": "test", "source": str(other), "profile": "se-law"}
    assert reindex_corpus(**moved, limit=1)["documents"]["changed"] == 1
    assert bench.corpus().source == str(bench.folder)
    assert reindex_corpus(**moved)["documents"]["changed"] == 1
    assert bench.corpus().source == str(other)
    assert b"skogar" in bench.export(tmp_path / "moved.jsonl")


def test_a_run_that_cannot_begin_at_first_begins_later(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = runs.start
    failures = iter([OperationalError("the connection is lost")])

    def fails_once(*arguments: Any) -> None:
        starts(*arguments)
        if failure := next(failures, None):
            raise failure

    monkeypatch.setattr(runs, "start", fails_once)
    bench.write("fyrar")
    assert bench.run()["published"] == 1


def test_what_was_parsed_and_cannot_be_removed_fails_no_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise PiperollError("s3_unreachable", "S3 cannot be reached.", remedy="Try again.")

    monkeypatch.setattr(FolderWorkspace, "drop", fails)
    bench.write("fyrar")
    assert bench.run()["published"] == 1


def test_metadata_is_data(bench: Bench) -> None:
    bench.write("fyrar")
    text = bench.path("fyrar").read_text(encoding="utf-8")
    hostile = 'departement: X\\u0000","kind":"stolen'
    bench.path("fyrar").write_text(text.replace("rubrik:", f"{hostile}\nrubrik:"), encoding="utf-8")
    assert bench.run()["documents"]["new"] == 1
    metadata = bench.show("SFS 1990:1")[0]["metadata"]
    assert metadata["departement"] == hostile.removeprefix("departement: ")
    assert "kind" not in metadata


def test_an_emptied_source_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    bench.path("fyrar").unlink()
    with pytest.raises(PiperollError, match="holds 0 documents"):
        bench.run()
    assert bench.export(tmp_path / "after.jsonl") == before


def test_register_data_without_text_hides_no_statute(bench: Bench) -> None:
    bench.write("fyrar")
    twin = "---\nbeteckning: 1990:1\nrubrik: Lag om fyrar\nikraft_datum: 2020-01-01\n---\n"
    (bench.folder / "twin.md").write_text(twin, encoding="utf-8")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        assert search(connection, bench.corpus(), "tillsyn över fyrar")["hits"]


@pytest.mark.small_partitions
def test_a_run_that_lost_its_corpus_writes_nothing_more(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    run = Load.run
    taken = False

    def overtaken(stage: Load, context: Context) -> StageResult:
        nonlocal taken
        if not taken:
            taken = True
            end_runs(bench.database)
            bench.run()  # another run takes over and publishes
        return run(stage, context)

    monkeypatch.setattr(Load, "run", overtaken)
    with pytest.raises(PiperollError, match="Another run has taken"):
        bench.run()
    with bench.database.connect() as connection:
        states = [row[0] for row in connection.execute("SELECT state FROM run ORDER BY started_at")]
    assert states == ["completed", "lost", "completed"]
    assert bench.verified()["documents"] == 2


@pytest.mark.small_partitions
def test_a_source_that_lost_most_of_its_files_changes_nothing_unless_allowed(bench: Bench) -> None:
    bench.write(*TOPICS)
    bench.run()
    for topic in TOPICS[:6]:
        bench.path(topic).unlink()
    with pytest.raises(PiperollError) as caught:
        bench.run()
    assert caught.value.code == "source_shrank"
    assert bench.corpus().published_edition == 1
    assert bench.run(allow_shrink=True)["documents"]["gone"] == 6
    bench.path(TOPICS[6]).unlink()  # a few are an everyday matter
    assert bench.run()["documents"]["gone"] == 1
