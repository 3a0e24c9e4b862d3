"""The backfill: the range is done again, all else stays, and readers see one edition."""

import json
import signal
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from prefect.utilities.callables import parameter_schema
from typer.testing import CliRunner

from flows.backfill_corpus import backfill_corpus
from piperoll.cli import app
from piperoll.corpora.se_law import SeLaw
from piperoll.embed import backend
from piperoll.errors import CorpusBusy, PiperollError, UsageError
from piperoll.model import Status
from piperoll.pipeline.stages import again
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import backends, corpora, editions
from piperoll.store.connection import Connection
from piperoll.store.vectors import Vectors
from tests.flows.conftest import TOPICS, Bench, UseProfile
from tests.flows.profiles import Failing, OneSection

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PATIENCE = 120  # seconds that a child may take to get there on a busy machine


def rows(bench: Bench, query: str) -> list[Any]:
    with bench.database.connect() as connection:
        return connection.execute(query).fetchall()


def versions(bench: Bench) -> dict[str, int]:
    """The row of each source that is a member of the newest edition."""
    return dict(rows(bench, "SELECT source, id FROM version WHERE to_edition IS NULL"))


def dated(bench: Bench, topic: str, day: str) -> None:
    path = bench.path(topic)
    path.write_text(path.read_text(encoding="utf-8").replace("2001-01-01", day), encoding="utf-8")


@pytest.mark.parametrize(
    ("chosen", "done"),
    [
        ({}, {"fyrar.md", "bikupor.md", "kvarnar.md"}),
        ({"documents": ["SFS 1990:1"]}, {"fyrar.md"}),
        ({"documents": ["1990:1", "kvarnar.md"]}, {"fyrar.md", "kvarnar.md"}),
        ({"files": "*a?.md"}, {"fyrar.md", "kvarnar.md"}),
        ({"since": date(2001, 1, 2)}, {"bikupor.md", "kvarnar.md"}),
        ({"until": date(2001, 1, 1)}, {"fyrar.md"}),
        ({"since": date(2005, 5, 5), "until": date(2005, 5, 5)}, {"bikupor.md"}),
        ({"since": date(2010, 10, 10), "until": date(2010, 10, 10)}, {"kvarnar.md"}),
        ({"status": [Status.CHUNKED]}, {"fyrar.md", "bikupor.md", "kvarnar.md"}),
        ({"status": [Status.NO_BODY], "files": "*"}, set()),
        ({"made_before": SeLaw.version}, set()),
        ({"made_before": SeLaw.version + 1, "files": "b*"}, {"bikupor.md"}),
    ],
)
def test_a_range_is_done_again_and_all_else_stays(
    bench: Bench, tmp_path: Path, chosen: dict[str, Any], done: set[str]
) -> None:
    bench.write(*TOPICS[:3])
    dated(bench, "bikupor", "2005-05-05")
    dated(bench, "kvarnar", "2010-10-10")
    path = bench.path("kvarnar")  # does not tell when it entered into force, but when it was issued
    path.write_text(path.read_text(encoding="utf-8").replace("ikraft_datum", "utfardad_datum"), encoding="utf-8")
    bench.run()
    before, exported = versions(bench), bench.export(tmp_path / "before.jsonl")
    result = bench.backfill("parse", **chosen)
    after = versions(bench)
    assert {source for source in before if before[source] != after[source]} == done
    assert (result["documents"]["changed"], result["embeddings"]["computed"]) == (len(done), 0)
    assert result["edition"] == result["published"] == (2 if done else 1)
    assert bench.export(tmp_path / "after.jsonl") == exported
    assert bench.verified()["uncovered"] == 0
    assert bench.run()["partitions"] == {"parsed": 0, "reused": 0}, "the next night finds nothing to do"


def test_newer_code_on_a_range_leaves_the_rest_to_the_night(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write(*TOPICS[:3])
    bench.run()
    monkeypatch.setattr(SeLaw, "version", SeLaw.version + 1)
    assert bench.backfill("parse", documents=["1990:1"])["documents"]["changed"] == 1
    assert bench.backfill("parse", made_before=SeLaw.version)["documents"]["changed"] == 2
    assert bench.run()["documents"]["unchanged"] == 3


def test_a_changed_file_in_the_range_is_read_as_it_is_now_and_new_ones_are_left(bench: Bench, tmp_path: Path) -> None:
    bench.write(*TOPICS[:2])
    bench.run()
    for topic in TOPICS[:2]:
        path = bench.path(topic)
        path.write_text(path.read_text(encoding="utf-8").replace("Länsstyrelsen", "Kommunen"), encoding="utf-8")
    bench.write("kvarnar")
    assert bench.backfill("parse", documents=["1990:1"])["embeddings"]["computed"] == 1
    exported = bench.export(tmp_path / "out.jsonl")
    assert exported.count(b"Kommunen") == 1
    assert b"kvarnar" not in exported
    result = bench.run()
    assert (result["documents"]["new"], result["documents"]["changed"], result["documents"]["unchanged"]) == (1, 1, 1)


def test_files_that_left_the_source_stay_until_a_reindex(bench: Bench, tmp_path: Path) -> None:
    bench.write(*TOPICS[:2])
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    bench.path("fyrar").unlink()
    assert bench.backfill("parse")["documents"]["changed"] == 1
    assert bench.export(tmp_path / "after.jsonl") == before
    assert bench.run()["documents"]["gone"] == 1


def test_quarantined_files_are_tried_again(bench: Bench, use_profile: UseProfile) -> None:
    bench.write("fyrar")
    (bench.folder / "picture.md").write_bytes(b"\0\0\0")
    bench.run()
    result = bench.backfill("parse", status=[Status.QUARANTINED])
    assert (result["documents"]["quarantined"], result["edition"]) == (1, 1), "still broken: nothing changes"
    use_profile(OneSection)
    result = bench.backfill("parse", status=[Status.QUARANTINED])
    assert (result["documents"]["quarantined"], result["chunks"]["new"], result["edition"]) == (0, 1, 2)


def test_a_good_version_survives_a_backfill_that_breaks_on_it(
    bench: Bench, tmp_path: Path, use_profile: UseProfile
) -> None:
    bench.write(*TOPICS[:2])
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    use_profile(Failing)
    assert bench.backfill("parse", documents=["1990:1"])["documents"]["quarantined"] == 1
    assert bench.export(tmp_path / "after.jsonl") == before


def _loaded(bench: Bench) -> int:
    with bench.database.connect() as connection:
        return counted(connection)


def counted(connection: Connection) -> int:
    """Files in the ledger of the second edition."""
    row = connection.execute("SELECT count(*) FROM source_file WHERE edition = 2").fetchone()
    assert row
    return int(row[0])


@pytest.mark.orchestrated
@pytest.mark.small_partitions
def test_a_killed_backfill_is_continued_and_nobody_sees_it(bench: Bench, tmp_path: Path) -> None:
    bench.write(*TOPICS)
    bench.prepare()
    before, kept = bench.export(tmp_path / "before.jsonl"), 0
    for point in (2, 6):
        child = bench.start("backfill", "test", "--stage", "parse", "--files", "[a-h]*", "--json")
        deadline = time.monotonic() + PATIENCE
        with bench.database.connect(autocommit=True) as connection:  # one for all looks, which then cost little
            while counted(connection) < point and child.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
        child.send_signal(signal.SIGKILL)
        _, errors = child.communicate(timeout=PATIENCE)
        assert child.returncode == -signal.SIGKILL, errors
        assert _loaded(bench) >= max(point, kept), "finished partitions stay finished"
        kept = _loaded(bench)
        assert bench.corpus().published_edition == 1
        assert bench.export(tmp_path / "after.jsonl") == before
    result = bench.backfill("parse", files="[a-h]*")
    chosen = [topic for topic in TOPICS if topic[0] <= "h"]
    assert result["documents"]["changed"] == len(chosen) - kept, "what was loaded is not done again"
    assert (result["edition"], result["published"], _loaded(bench)) == (2, 2, len(chosen))
    assert bench.export(tmp_path / "end.jsonl") == before


@pytest.mark.small_partitions
def test_a_backfill_that_died_before_publishing_is_published_by_the_same_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write(*TOPICS[:2])
    bench.run()
    with monkeypatch.context() as patch:
        patch.setattr(editions, "publish", _fail)
        with pytest.raises(PiperollError):
            bench.backfill("parse")
    result = bench.backfill("parse")
    assert (result["documents"]["changed"], result["edition"], result["published"]) == (0, 2, 2)


def _fail(*_: object, **__: object) -> None:
    raise PiperollError("test", "stop here", remedy="Try again.")


def test_a_backfill_of_a_busy_corpus_is_told_so(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    with (
        bench.database.connect(autocommit=True) as holder,
        bench.database.connect(autocommit=True) as connection,
        corpora.locked(holder, bench.corpus()),
    ):
        with pytest.raises(CorpusBusy):
            bench.backfill("parse")
        with pytest.raises(CorpusBusy):
            backends.switch(connection, bench.corpus(), backend.get("minilm"), judge=lambda _: None)
        with pytest.raises(CorpusBusy):
            backends.drop(connection, bench.corpus(), "minilm_small")


@pytest.mark.parametrize(
    ("stages", "by", "code"),
    [
        (["weave"], None, "unknown_stage"),
        ([], None, "unknown_stage"),
        (["embed"], "nope", "backend_unknown"),
        (["parse", "embed"], "minilm_small", "backend_other"),
    ],
)
def test_wrong_use_is_named(bench: Bench, stages: list[str], by: str | None, code: str) -> None:
    bench.write("fyrar")
    bench.run()
    with pytest.raises(UsageError) as caught:
        bench.backfill(*stages, backend=by)
    assert caught.value.code == code
    assert bench.corpus().built_edition == 1


def test_a_second_backend_is_filled_searched_switched_to_and_the_old_one_dropped(bench: Bench) -> None:
    bench.write(*TOPICS[:3])
    dated(bench, "kvarnar", "2010-10-10")
    bench.run()
    result = bench.backfill("embed", backend="minilm_small", until=date(2005, 1, 1))
    assert (result["backend"], result["embeddings"]["computed"]) == ("minilm_small", 6)
    assert (result["edition"], bench.corpus().backend) == (1, "minilm")
    with bench.database.connect(autocommit=True) as connection:
        corpus = bench.corpus()
        part = search(connection, corpus, "tillsyn över kvarnar", SearchPlan(mode=Mode.DENSE, backend="minilm_small"))
        assert (part["backend"], part["vectors"]) == ("minilm_small", {"chunks": 9, "without": 3})
        assert {hit["document"] for hit in part["hits"]} == {"SFS 1990:1", "SFS 1991:2"}
        whole = search(connection, corpus, "tillsyn över kvarnar", SearchPlan(mode=Mode.DENSE))
        assert whole["backend"] == "minilm"
        assert "vectors" not in whole
        assert len(whole["hits"]) == 9
        with pytest.raises(PiperollError, match="3 of 9 chunks"):
            backends.switch(connection, corpus, backend.get("minilm_small"), judge=lambda _: None)
        with pytest.raises(UsageError, match="no vectors by backend minilm_fp32"):
            search(connection, corpus, "x", SearchPlan(backend="minilm_fp32", mode=Mode.DENSE))

        assert bench.backfill("embed", backend="minilm_small")["embeddings"]["computed"] == 3
        backends.switch(connection, corpus, backend.get("minilm_small"), judge=lambda _: None)
        assert search(connection, bench.corpus(), "tillsyn")["backend"] == "minilm_small"
        with pytest.raises(UsageError, match="is searched by backend minilm_small"):
            backends.drop(connection, corpus, "minilm_small")

        # a nightly run stays with the new one and embeds only what is new
        bench.write("broar")
        result = bench.run()
        assert (result["backend"], result["embeddings"]["computed"], bench.corpus().backend) == (
            "minilm_small",
            3,
            "minilm_small",
        )
        editions.rollback(connection, bench.corpus())
        assert bench.corpus().backend == "minilm_small", "rollback moves only the published number"

        assert backends.drop(connection, corpus, "minilm") == 9
        with pytest.raises(UsageError, match="no vectors by backend 'minilm'"):
            backends.drop(connection, corpus, "minilm")
    assert rows(bench, "SELECT name FROM backend") == [("minilm_small",)]
    # the name is free again
    assert bench.backfill("embed", backend="minilm")["embeddings"]["computed"] == 12


def test_what_a_backfill_publishes_has_its_vectors_by_the_backend_in_use(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    with monkeypatch.context() as patch:
        patch.setattr(editions, "publish", _fail)
        with pytest.raises(PiperollError):
            bench.run()  # builds edition 2 and dies
    with bench.database.connect(autocommit=True) as connection:
        bench.backfill("embed", backend="minilm_small", documents=["fyrar.md"])
        backends.switch(connection, bench.corpus(), backend.get("minilm_small"), judge=lambda _: None)
        bench.backfill("parse", documents=["fyrar.md"])
        corpus = bench.corpus()
        assert corpus.published_edition == 3
        assert Vectors(connection, corpus, "minilm_small").lacking(3).without == 0


def test_a_setting_that_names_another_backend_is_told_and_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.run()
    config = tmp_path / "piperoll.toml"
    config.write_text(f'[corpus.test]\nsource = "{bench.folder}"\nprofile = "se-law"\nbackend = "minilm_small"\n')
    bench.environment |= {"PIPEROLL_CONFIG": str(config)}
    child = bench.start("reindex", "test", "--json")
    out, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, err
    assert '"backend":"minilm"' in out
    assert "piperoll switch-backend test minilm_small" in err


def test_the_form_of_the_flow_says_what_each_parameter_is() -> None:
    schema = parameter_schema(backfill_corpus).model_dump()
    assert set(schema["required"]) == {"corpus", "stages"}
    assert schema["properties"]["stages"]["items"]["enum"] == list(again())
    assert all(one.get("description") for one in schema["properties"].values())
    assert "date" in str(schema["properties"]["since"])


@pytest.mark.orchestrated
def test_the_flow_itself(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    result = backfill_corpus(corpus="test", stages=["parse", "embed"], since=date(2000, 1, 1))
    assert (result["edition"], result["documents"]["changed"]) == (2, 1)


def test_the_command_shows_its_plan_and_changes_nothing_in_a_dry_run(bench: Bench) -> None:
    bench.write(*TOPICS[:3])
    bench.run()
    before = {table: bench.count(table) for table in ("run", "version", "embedding_minilm", "edition")}
    chosen = ("--document", "1990:1", "--document", "bikupor.md", "--dry-run", "--json")
    plan = _command("backfill", "test", "--stage", "embed", "--stage", "parse", *chosen)
    assert [stage["stage"] for stage in plan["stages"]] == ["parse", "embed"], "in the order in which they are done"
    first, second = plan["stages"]
    size = sum(bench.path(topic).stat().st_size for topic in TOPICS[:2])
    assert [first[name] for name in ("version", "documents", "bytes", "chunks", "texts")] == [
        f"se-law {SeLaw.version}", 2, size, 6, 0,
    ]  # fmt: skip
    assert first["seconds"] > 0 and second["seconds"] == 0
    assert plan["seconds"] == first["seconds"]

    small = _command("backfill", "test", "--stage", "embed", "--backend", "minilm_small", *chosen)
    assert (small["backend"], small["stages"][0]["texts"], small["seconds"]) == ("minilm_small", 6, None)
    assert before == {table: bench.count(table) for table in before}
    told = CliRunner().invoke(app, ["backfill", "test", "--stage", "embed", "--backend", "minilm_small", "--dry-run"])
    assert "Estimated time, from earlier runs: unknown." in told.stdout


def test_the_commands_of_a_second_backend(bench: Bench) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    assert _command("switch-backend", "test", "minilm_small", "--json", exit_code=1)["error"]["code"] == (
        "backend_incomplete"
    )
    assert _command("drop-backend", "test", "minilm", "--json", exit_code=2)["error"]["code"] == "backend_in_use"
    assert _command("drop-backend", "test", "a; b", "--json", exit_code=2)["error"]["code"] == "backend_empty"
    bench.backfill("embed", backend="minilm_small", documents=["1990:1"])
    found = _command("search", "test", "tillsyn", "--backend", "minilm_small", "--json")
    assert (found["backend"], found["vectors"]) == ("minilm_small", {"chunks": 6, "without": 3})
    said = CliRunner().invoke(app, ["search", "test", "tillsyn", "--backend", "minilm_small"])
    assert "3 of 6 chunks have no vector by minilm_small yet." in said.stderr
    bench.backfill("embed", backend="minilm_small")
    assert _command("switch-backend", "test", "minilm_small", "--json") == {
        "corpus": "test", "backend": "minilm_small", "before": "minilm",
    }  # fmt: skip
    dropped = _command("drop-backend", "test", "minilm", "--json")
    assert (dropped["vectors"], dropped["backend"]) == (6, "minilm_small")
    assert _command("search", "test", "tillsyn", "--json")["backend"] == "minilm_small"


def _command(*arguments: str, exit_code: int = 0) -> Any:
    done = CliRunner().invoke(app, [*arguments])
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)
