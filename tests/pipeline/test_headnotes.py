"""Headnotes in a run: asked for once a judgment, checked statement by statement, kept beside the version."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import piperoll
from flows.launch import launch
from flows.write_headnotes import write_headnotes
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.errors import PiperollError, UsageError
from piperoll.store.connection import Database
from piperoll.store.headnotes import PARTS
from tests.claude import ENVIRONMENT, Claude, claude
from tests.claude_answers import Reply, asked
from tests.commands import Commands
from tests.corpora.sst.decisions import WHOLE
from tests.extras import needs
from tests.headnotes import changed, writes
from tests.pipeline.conftest import Environment
from tests.sessions import end_runs

needs("anthropic", "the extra claude is not installed")

JUDGMENT = """{citation}

IN THE HIGH COURT OF THE
HONG KONG SPECIAL ADMINISTRATIVE REGION
COURT OF FIRST INSTANCE

BETWEEN
HARBOUR LIGHTS LIMITED v {party}

Before: Deputy High Court Judge Lam

JUDGMENT

1.  The plaintiff keeps a lighthouse at Waglan and claims the dues that {party} has not paid since 2019.

2.  The defendant appeals against the order of Master Wong, who gave summary judgment for the plaintiff.

Discussion

3.  The question is whether the keeper of a private lighthouse may demand dues from ships that merely pass by.

4.  In Trinity House v Clark [1915] UKHL 4 the court held that dues are owed for the benefit of the light alone.

5.  A ship which passes at night within sight of the lamp has that benefit, whether or not she calls there.{more}

Conclusion

6.  The appeal is dismissed with costs to the plaintiff, to be taxed if not agreed between the parties.
"""
SUMMARY = """<?xml version="1.0" encoding="utf-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" \
xmlns:uk="https://caselaw.nationalarchives.gov.uk/akn"><doc name="pressSummary"><meta><identification source="#tna">\
<FRBRWork><FRBRdate date="2021-05-04" name="release"/><FRBRname value="Press Summary of A v B"/></FRBRWork>\
</identification><proprietary source="#"><uk:summaryOfCite>[2021] HKCFI 7</uk:summaryOfCite></proprietary></meta>\
<mainBody><p>4 May 2021</p><p>PRESS SUMMARY</p><p>Harbour Lights Limited v Ferry Company</p>\
<p><b>BACKGROUND TO THE APPEAL</b></p><p>The keeper of a lighthouse claims dues from a company of ferries.</p>\
<p><b>JUDGMENT</b></p><p>The court dismisses the appeal and orders the company to pay the dues.</p>\
<p><b>REASONS FOR THE JUDGMENT</b></p><p>Whoever passes at night has the benefit of the light and owes for it.</p>\
</mainBody></doc></akomaNtoso>
"""


class Bench:
    """A corpus of judgments whose headnotes are written by a server of the test."""

    def __init__(self, folder: Path, database: Database, server: Claude) -> None:
        self.folder, self.database, self.server = folder, database, server

    def write(self, *numbers: int, more: str = "") -> None:
        for number in numbers:
            text = JUDGMENT.format(citation=f"[2021] HKCFI {number}", party=f"Ferry {number} Company", more=more)
            (self.folder / "cases" / f"{number}.txt").write_text(text, encoding="utf-8")

    def configure(self, month: float | None = None, **corpus: Any) -> None:
        tables = {
            "corpus.test": {"source": "cases", "profile": "hk-cases", "backend": "minilm_small", "batches": False}
            | {"headnotes": "m"}
            | corpus,
            "model.m": self.server.settings(),
        }
        lines = [f"ceiling_month = {month}"] if month is not None else []
        for name, table in tables.items():
            told = {key: value for key, value in table.items() if value is not None}
            lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in told.items())]
        (self.folder / "piperoll.toml").write_text("\n".join(lines), encoding="utf-8")
        configured.load.cache_clear()

    def run(self) -> dict[str, Any]:
        result: dict[str, Any] = launch("reindex_corpus", corpus="test")
        return result

    def headnote(self, key: str) -> dict[str, Any]:
        with piperoll.open() as base:
            told: dict[str, Any] = base["test"].show(key).to_dict()["versions"][0]["headnote"]
        return told

    def paid(self) -> int:
        assert set(self.server.paid.values()) <= {1}, "nothing is paid twice"
        return len(self.server.paid)


@pytest.fixture
def bench(environment: Environment, database: Database, tmp_path: Path) -> Iterator[Bench]:
    environment(ENVIRONMENT)
    (tmp_path / "cases").mkdir()
    with claude(writes) as server:
        made = Bench(tmp_path, database, server)
        made.configure()
        yield made


def flags(headnote: dict[str, Any]) -> list[str]:
    return [flag for statements in headnote["parts"].values() for one in statements for flag in one["flags"]]


def test_each_judgment_gets_a_headnote_of_eight_parts_by_one_request(bench: Bench) -> None:
    bench.write(1, 2)
    result = bench.run()
    assert bench.paid() == 2
    assert result["headnotes"] == {"written": 2, "flagged": 0, "none": 0, "kept": 0, "lacking": 0}
    found = bench.headnote("[2021] HKCFI 1")
    assert tuple(found["parts"]) == PARTS and all(found["parts"].values()) and not flags(found)
    assert found["document"] == "[2021] HKCFI 1" and found["made_by"] == "claude-haiku-4-5/headnotes/1"
    (disposition,) = found["parts"]["disposition"]
    (support,) = disposition["supports"]
    text = (bench.folder / "cases" / "1.txt").read_text()
    assert (support["path"], support["paragraph"]) == ("para.6", 6)
    assert disposition["statement"] in " ".join(text[support["start"] : support["end"]].split())


def test_a_run_with_nothing_changed_sends_nothing(bench: Bench) -> None:
    bench.write(1)
    bench.run()
    before = dict(bench.server.paths)
    assert bench.run()["headnotes"] == {"written": 0, "flagged": 0, "none": 0, "kept": 0, "lacking": 0}
    assert bench.server.paths == before


def test_a_changed_judgment_gets_another_and_an_earlier_edition_keeps_its_own(bench: Bench) -> None:
    bench.write(1, 2)
    bench.run()
    bench.write(1, more=" That was so already when ships were made of wood.")
    bench.run()
    assert bench.paid() == 3
    bench.server.brain = changed(lambda answer, _: None)
    with piperoll.open() as base:
        old, new = (base["test"].show("[2021] HKCFI 1", edition=edition).to_dict() for edition in (1, 2))
        assert base["test"].verify().holds and base["test"].verify().headnotes == 18
    assert old["versions"][0]["headnote"] and new["versions"][0]["headnote"]
    (bench.folder / "cases" / "1.txt").unlink()
    bench.run()
    launch("prune_corpus", corpus="test", keep=1)
    with bench.database.connect() as connection:
        assert connection.execute("SELECT count(DISTINCT version_id) FROM headnote").fetchone() == (1,)


def test_a_corpus_that_was_indexed_before_gets_them_by_the_flow_without_its_source(bench: Bench) -> None:
    bench.configure(headnotes=None)
    bench.write(1, 2)
    assert bench.run()["headnotes"] is None
    with pytest.raises(UsageError) as caught:
        launch("write_headnotes", corpus="test")
    assert caught.value.code == "headnotes_off"
    bench.configure()
    for path in (bench.folder / "cases").iterdir():
        path.unlink()
    result = launch("write_headnotes", corpus="test")
    assert result["headnotes"]["written"] == 2 and result["published"] == 1
    assert not flags(bench.headnote("[2021] HKCFI 2"))


def test_headnotes_of_an_older_model_are_written_again_only_when_asked(bench: Bench) -> None:
    bench.write(1)
    bench.run()
    with bench.database.connect() as connection:
        connection.execute("UPDATE headnote SET made_by = 'another/headnotes/0'")
    assert launch("write_headnotes", corpus="test")["headnotes"]["written"] == 0
    assert write_headnotes.fn(corpus="test", again=True)["headnotes"]["written"] == 1
    assert bench.paid() == 1, "the memo has it"
    assert bench.headnote("[2021] HKCFI 1")["made_by"] == "claude-haiku-4-5/headnotes/1"


def test_a_press_summary_is_the_headnote_of_its_judgment_and_no_model_is_asked(bench: Bench) -> None:
    bench.write(7, 8)
    (bench.folder / "cases" / "summary.xml").write_text(SUMMARY, encoding="utf-8")
    result = bench.run()
    assert bench.paid() == 1 and result["headnotes"]["kept"] == 1
    found = bench.headnote("[2021] HKCFI 7")
    assert (found["document"], found["made_by"]) == ("[2021] HKCFI 7 press summary", "source")
    assert [one["statement"] for one in found["parts"]["disposition"]] == [
        "JUDGMENT",
        "The court dismisses the appeal and orders the company to pay the dues.",
    ]
    (body,) = [asked(json.loads(name)) for name in bench.server.paid]
    assert '<example court="HKCFI">' in body and "owes for it" in body, "it is the example for the other"
    launch("write_headnotes", corpus="test", again=True)
    assert bench.headnote("[2021] HKCFI 7")["made_by"] == "source"
    (bench.folder / "cases" / "summary.xml").unlink()
    bench.run()
    assert bench.paid() == 2 and bench.headnote("[2021] HKCFI 7")["made_by"] != "source"


def test_examples_are_those_most_alike_else_of_the_same_court(bench: Bench) -> None:
    rows = [
        {"citation": "[2019] UKSC 1", "text": "Lighthouse dues are owed by ships that pass the lamp at night."},
        {"citation": "[2019] UKSC 2", "text": "A tenant may not keep bees on the roof of a block of flats."},
        {"neutral_citation": "[2019] HKCFI 3", "sections": [{"heading": "JUDGMENT", "paras": ["Tax on beer."]}]},
        {"citation": "[2021] HKCFI 1", "text": "What somebody else wrote of this judgment about lighthouse dues."},
        *({"citation": f"[2018] UKSC {n}", "text": f"A patent on a machine that folds paper, {n}."} for n in range(4)),
    ]
    path = bench.folder / "examples.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    bench.configure(headnote_examples="examples.jsonl")
    bench.write(1)
    bench.run()
    (body,) = [asked(json.loads(name)) for name in bench.server.paid]
    examples = body.partition("<judgment")[0]
    assert examples.count("<example ") == 2 and "pass the lamp" in examples and "Tax on beer" in examples
    assert "somebody else" not in examples, "no judgment is shown its own headnote"
    with bench.database.connect() as connection:
        assert connection.execute("SELECT count(*), count(vector) FROM headnote_corpus").fetchone() == (8, 8)
    path.write_text(json.dumps(rows[0]), encoding="utf-8")
    bench.run()
    with bench.database.connect() as connection:
        assert connection.execute("SELECT citation FROM headnote_corpus").fetchall() == [("[2019] UKSC 1",)]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"text": "a"}', '{"citation": "[2019] UKSC 1"}', '{"citation": "a", "text": 1}']
)
def test_examples_that_are_none_are_an_error_that_names_the_line(bench: Bench, line: str) -> None:
    (bench.folder / "examples.jsonl").write_text(f'{{"citation": "a", "text": "b"}}\n{line}', encoding="utf-8")
    bench.configure(headnote_examples="examples.jsonl")
    bench.write(1)
    with pytest.raises(UsageError) as caught:
        bench.run()
    assert caught.value.code == "headnote_examples" and "line 2" in caught.value.message


def test_without_a_key_the_rest_works_and_the_next_run_that_can_writes_them(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    bench.write(1, 2)
    result = bench.run()
    assert result["published"] == 1 and result["headnotes"]["lacking"] == 2
    assert len([record for record in caplog.records if "headnotes of test is off" in record.getMessage()]) == 1
    monkeypatch.setenv("ANTHROPIC_API_KEY", ENVIRONMENT["ANTHROPIC_API_KEY"])
    assert bench.run()["headnotes"]["written"] == 2


def test_at_a_ceiling_the_edition_is_published_and_the_next_run_goes_on(bench: Bench) -> None:
    bench.write(1, 2, 3)
    bench.configure(month=0.012)
    result = bench.run()
    assert result["published"] == 1 and 0 < result["headnotes"]["lacking"] < 3
    bench.configure(month=0.0, at_ceiling="stop")
    with pytest.raises(PiperollError) as caught:
        bench.run()
    assert caught.value.code == "model_ceiling"
    bench.configure()
    bench.run()
    assert bench.paid() == 3


def test_a_refusal_is_kept_as_what_it_is_and_not_asked_again(bench: Bench) -> None:
    bench.server.brain = lambda body: Reply("", "refusal")
    bench.write(1)
    assert bench.run()["headnotes"]["none"] == 1
    found = bench.headnote("[2021] HKCFI 1")
    assert [part for part, told in found["parts"].items() if told] == ["none"] and flags(found) == [
        "refused: the model refuses to answer"
    ]
    bench.run()
    assert bench.paid() == 1


def test_an_answer_that_lacks_a_part_is_asked_for_once_more(bench: Bench) -> None:
    bench.server.brain = changed(lambda answer, _: answer["holdings"].clear())
    bench.write(1)
    assert bench.run()["headnotes"]["none"] == 1
    assert bench.paid() == 2 and "holdings" in flags(bench.headnote("[2021] HKCFI 1"))[0]


def test_batches_and_direct_requests_give_the_same_headnotes(bench: Bench) -> None:
    bench.write(1, 2, 3)
    bench.run()
    direct = [bench.headnote(f"[2021] HKCFI {number}") for number in (1, 2, 3)]
    with bench.database.connect() as connection:
        connection.execute("TRUNCATE model_answer, headnote")
    bench.server.paid.clear()
    bench.configure(batches=True)
    bench.run()
    assert bench.paid() == 3 and len(bench.server.batches) == 1
    assert [bench.headnote(f"[2021] HKCFI {number}") for number in (1, 2, 3)] == direct


@pytest.mark.parametrize("batches", [False, True])
def test_a_run_that_is_killed_pays_nothing_twice(bench: Bench, commands: Commands, batches: bool) -> None:
    bench.write(*range(1, 9))
    bench.configure(batches=batches)
    bench.server.delay, bench.server.batch_seconds = 0.3, 3.0
    process = commands.start("reindex", "test", environment=os.environ)
    deadline = time.monotonic() + 120
    while not (bench.server.batches if batches else bench.server.paid) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    end_runs(bench.database)
    while bench.server.at_work:
        time.sleep(0.02)
    under_way = 0 if batches else len(bench.server.paid)
    bench.server.delay = 0.0
    bench.run()
    twice = sum(times - 1 for times in bench.server.paid.values())
    assert twice <= min(4, under_way), "only what was under way"
    assert len(bench.server.paid) == 8
    assert not any(flags(bench.headnote(f"[2021] HKCFI {number}")) for number in range(1, 9))


def test_show_prints_the_headnote_with_its_paragraphs(bench: Bench) -> None:
    bench.write(1)
    bench.run()
    shown = CliRunner().invoke(app, ["show", "test", "[2021] HKCFI 1"])
    assert "Headnote in [2021] HKCFI 1, by claude-haiku-4-5/headnotes/1" in shown.output
    assert "Key citations:\n  [1915] UKHL 4 [4]" in shown.output


def test_plan_tells_what_headnotes_will_take(bench: Bench) -> None:
    bench.write(*range(1, 9))

    def said() -> dict[str, Any]:
        planned = CliRunner().invoke(app, ["plan", "test", "--json"])
        told: dict[str, Any] = json.loads(planned.stdout)["headnotes"]
        return told

    assert said()["calls"] == 8
    bench.configure(headnotes=None)
    bench.run()
    bench.configure()
    before = said()
    assert before["calls"] == 8 and before["price"] > 0
    done = bench.run()["models"]
    assert (said()["calls"], said()["price"]) == (0, 0)
    bench.write(20)
    assert 0.5 < said()["price"] / (done["price"] / 8) < 2


def test_a_backfill_that_makes_new_versions_gives_them_their_headnotes_for_nothing(bench: Bench) -> None:
    bench.write(1, 2)
    bench.run()
    result = launch("backfill_corpus", corpus="test", stages=["parse"])
    assert result["published"] == 2 and result["headnotes"]["written"] == 2
    assert bench.paid() == 2 and not flags(bench.headnote("[2021] HKCFI 1"))


def test_a_decision_with_a_summary_of_itself_keeps_it_and_no_model_is_asked(bench: Bench) -> None:
    page = WHOLE.replace("Decision Content\n", "Summary\nShe took a course.\nIt was refused.\nDecision Content\n")
    for name, text in {"with": page, "without": WHOLE.replace("2041 SST 7", "2041 SST 8")}.items():
        (bench.folder / "cases" / f"{name}.txt").write_text(text, encoding="utf-8")
    bench.configure(profile="sst")
    result = bench.run()
    assert bench.paid() == 1 and result["headnotes"]["kept"] == 1
    found = bench.headnote("with.txt")
    assert found["made_by"] == "source"
    assert [one["statement"] for one in found["parts"]["holdings"]] == ["She took a course. It was refused."]
