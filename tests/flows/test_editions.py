"""Editions of real runs: retention, pruning around runs that died, days and editions together."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import corpora, editions, ledger, prune
from tests.flows.conftest import Bench

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def reword(bench: Bench, topic: str, old: str, new: str) -> None:
    path = bench.path(topic)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def pruned(bench: Bench, keep: int, corpus: str = "test") -> dict[str, int]:
    with bench.database.connect(autocommit=True) as connection:
        return prune.prune(connection, corpora.get(connection, corpus), keep)


@pytest.fixture
def keeping_two(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench whose corpus keeps two editions."""
    config = tmp_path / "piperoll.toml"
    config.write_text(
        f"[corpus.test]\nsource = {str(bench.folder)!r}\nprofile = 'se-law'\nkeep_editions = 2\n", encoding="utf-8"
    )
    monkeypatch.setenv("PIPEROLL_CONFIG", str(config))
    configured.load.cache_clear()
    return bench


def test_a_reindex_leaves_as_many_editions_as_the_settings_want(keeping_two: Bench) -> None:
    keeping_two.write("fyrar")
    for wording in ("Länsstyrelsen", "Kommunen", "Regionen", "Staten"):
        keeping_two.write("fyrar")
        reword(keeping_two, "fyrar", "Länsstyrelsen", wording)
        assert keeping_two.run()["published"] == keeping_two.corpus().built_edition
    assert keeping_two.corpus().editions == [3, 4]
    assert keeping_two.count("version") == 2
    assert keeping_two.verified()["uncovered"] == 0


def test_a_pruning_that_fails_fails_no_run_and_is_said(keeping_two: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    with keeping_two.database.connect() as connection:
        connection.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$;"
            "CREATE TRIGGER refuse BEFORE DELETE ON edition FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    said: list[str] = []
    monkeypatch.setattr("tasks.common.say", lambda message, *values: said.append(message % values))
    for wording in ("Länsstyrelsen", "Kommunen", "Regionen"):
        keeping_two.write("fyrar")
        reword(keeping_two, "fyrar", "Länsstyrelsen", wording)
        keeping_two.run()
    assert keeping_two.corpus().published_edition == 3
    assert keeping_two.corpus().editions == [1, 2, 3]
    assert any("pruning failed" in line and "out of order" in line for line in said)


def test_a_run_that_died_is_continued_after_a_pruning(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write("fyrar", "bikupor", "kvarnar")
    bench.run()
    reword(bench, "fyrar", "Länsstyrelsen", "Kommunen")
    bench.run()
    before = bench.export(tmp_path / "before.jsonl")
    for topic in ("fyrar", "bikupor"):
        reword(bench, topic, "ska anmäla", "får anmäla")
    real = ledger.query
    monkeypatch.setattr(ledger, "query", lambda name: "SELECT 1 / 0" if name == "load_chunks" else real(name))
    with pytest.raises(Exception, match="division by zero"):
        bench.run()
    monkeypatch.setattr(ledger, "query", real)
    embedded = bench.count("embedding_minilm")

    assert pruned(bench, 1)["editions"] == 1
    assert bench.count("embedding_minilm") == embedded, "a dead run's vectors are kept for the one that continues it"
    assert bench.export(tmp_path / "during.jsonl") == before
    result = bench.run()
    assert (result["edition"], result["published"]) == (3, 3)
    bench.run(corpus="undisturbed")
    assert bench.export(tmp_path / "a.jsonl") == bench.export(tmp_path / "b.jsonl", name="undisturbed")
    assert bench.verified()["uncovered"] == 0


def test_pruning_one_of_two_corpora_leaves_the_other_searchable(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    assert bench.run(corpus="other")["embeddings"]["computed"] == 0
    other = bench.export(tmp_path / "a.jsonl", name="other")
    bench.path("fyrar").unlink()
    bench.run()
    assert pruned(bench, 1)["vectors"] == 3
    assert bench.export(tmp_path / "b.jsonl", name="other") == other
    with bench.database.connect(autocommit=True) as connection:
        for name, document in (("other", "SFS 1990:1"), ("test", "SFS 1991:2")):
            hits = search(connection, corpora.get(connection, name), "innehav av fyrar", SearchPlan(k=1))["hits"]
            assert hits[0]["document"] == document
    bench.write("fyrar")
    assert bench.run()["embeddings"]["computed"] == 0, "taken over from the other corpus"


def test_a_deleted_document_comes_back_after_a_pruning(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    both = bench.export(tmp_path / "both.jsonl")
    bench.path("fyrar").unlink()
    bench.run()
    assert pruned(bench, 1)["documents"] == 1
    bench.write("fyrar")
    bench.run()
    assert bench.export(tmp_path / "again.jsonl") == both
    assert pruned(bench, 1)["versions"] == 0
    assert bench.export(tmp_path / "still.jsonl") == both


def test_a_day_and_an_edition_together(bench: Bench) -> None:
    bench.write("fyrar")
    later = bench.path("fyrar").read_text(encoding="utf-8").replace("2001-01-01", "2010-01-01")
    (bench.folder / "fyrar@2010-01-01.md").write_text(later.replace("ska anmäla", "får anmäla"), encoding="utf-8")
    bench.run()
    (bench.folder / "fyrar@2010-01-01.md").write_text(later.replace("ska anmäla", "bör anmäla"), encoding="utf-8")
    bench.run()
    bench.write("bikupor")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        editions.rollback(connection, bench.corpus(), 1)
    pruned(bench, 2)  # leaves 1, which is published, and 2 and 3
    bench.write("kvarnar")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        editions.rollback(connection, bench.corpus(), 1)

    def wording(day: date, edition: int | None) -> set[str]:
        filters = Filters(document="1990:1", day=day)
        with bench.database.connect(autocommit=True) as connection:
            hits = search(connection, bench.corpus(), "anmäla", SearchPlan(filters=filters, edition=edition))["hits"]
        words = {word for hit in hits for word in ("ska", "får", "bör") if f"{word} anmäla" in hit["content"]}
        assert all(hit["document"] == "SFS 1990:1" for hit in hits)
        return words

    assert wording(date(1999, 1, 1), None) == set()
    for edition, since_2010 in ((None, "får"), (1, "får"), (2, "bör"), (4, "bör")):
        assert wording(date(2005, 5, 5), edition) == {"ska"}
        assert wording(date(2015, 5, 5), edition) == {since_2010}


def test_the_commands_tell_of_editions(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.run()
    bench.write("bikupor")
    result = bench.run()
    reword(bench, "fyrar", "Länsstyrelsen", "Kommunen")
    bench.run()

    def told(*arguments: str, exit_code: int = 0) -> Any:
        done = CliRunner().invoke(app, [*arguments, "--json"])
        assert done.exit_code == exit_code, done.output
        return json.loads(done.stdout)

    listed = told("editions", "test")
    assert [(row["number"], row["state"], row["published"]) for row in listed["editions"]] == [
        (1, "built", False), (2, "built", False), (3, "built", True),
    ]  # fmt: skip
    assert listed["editions"][1]["run"] == result["run"]
    assert listed["editions"][1]["counts"]["documents"] == 2

    change = {"added": [], "removed": [], "changed": ["kap1.§2", "kap2.§1"]}
    found = told("diff", "test")
    assert (found["from"], found["to"]) == (2, 3)
    assert found["documents"] == {"added": 0, "removed": 0, "changed": 1}
    assert found["chunks"] == {"added": 0, "removed": 0, "changed": 1}
    assert [row["chunks"] for row in found["changes"]] == [change | {"changed": ["kap2.§1"]}]
    assert told("diff", "test", "3", "1")["documents"] == {"added": 0, "removed": 1, "changed": 1}

    assert told("rollback", "test") == {"corpus": "test", "published": 2, "before": 3}
    would = told("prune", "test", "--keep", "1", "--dry-run")
    assert (would["dry_run"], would["editions"], would["pruned"]["editions"]) == (True, [2, 3], 1)
    assert told("prune", "test", "--keep", "1") == {**would, "dry_run": False}
    assert [row["number"] for row in told("status", "test")["corpora"][0]["editions"]] == [2, 3]

    out = str(tmp_path / "out.jsonl")
    for command in (
        ("search", "test", "fyrar", "--edition", "1"),
        ("show", "test", "SFS 1990:1", "--edition", "1"),
        ("export", "test", "--out", out, "--edition", "1"),
        ("verify", "test", "--edition", "1"),
        ("rollback", "test", "--edition", "1"),
        ("diff", "test", "1", "3"),
    ):
        error = told(*command, exit_code=2)["error"]
        assert error["code"] == "unknown_edition"
        assert error["message"] == "Corpus test has no edition 1: it was pruned."
        assert error["remedy"] == "It has 2 to 3."
    assert told("rollback", "test", exit_code=2)["error"]["code"] == "no_earlier_edition"
    assert told("diff", "test", exit_code=2)["error"]["code"] == "no_earlier_edition"
    assert told("prune", "test", exit_code=2)["error"]["code"] == "keep_editions"
    assert told("rollback", "test", "--edition", "3")["published"] == 3
    with bench.database.connect(autocommit=True) as connection, corpora.locked(connection, bench.corpus()):
        assert told("prune", "test", "--keep", "1", exit_code=4)["error"]["code"] == "corpus_busy"
    for command in (["editions", "test"], ["diff", "test", "2", "3"], ["prune", "test", "--keep", "1"]):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
        assert "3" in done.stdout


WORDING = """---
beteckning: 2001:7
rubrik: Lag om fyrar
---

# Lag om fyrar

### 1 §

Fyrar ska lysa {how}.
"""
EMPTY = "---\nbeteckning: 2001:7\nrubrik: Lag om fyrar\n---\n"


def seen_on(bench: Bench, day: str) -> list[str]:
    with bench.database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "test")
        found = search(
            connection,
            corpus,
            "fyrar lysa",
            SearchPlan(mode=Mode.LEXICAL, filters=Filters(day=date.fromisoformat(day))),
        )
    return sorted(hit["content"].split()[-1] for hit in found["hits"])


def test_a_dated_version_without_a_body_ends_the_statute_unless_its_text_comes_again(bench: Bench) -> None:
    for name, how in (("2020-01-01", "svagt"), ("2021-01-01", ""), ("2022-01-01", "starkt"), ("2022-01-01-2", "jämt")):
        text = WORDING.format(how=how) if how else EMPTY
        (bench.folder / f"sfs-2001-7@{name}.md").write_text(text, encoding="utf-8")
    bench.run()
    assert seen_on(bench, "2019-06-01") == []
    assert seen_on(bench, "2020-06-01") == ["svagt."]
    assert seen_on(bench, "2021-06-01") == ["svagt."], "its text was only missing"
    assert seen_on(bench, "2022-06-01") == ["jämt."], "of one day, the one numbered later"
    (bench.folder / "sfs-2001-7@2023-01-01.md").write_text(EMPTY, encoding="utf-8")
    bench.run()
    assert seen_on(bench, "2022-06-01") == ["jämt."]
    assert seen_on(bench, "2023-06-01") == [], "repealed"
