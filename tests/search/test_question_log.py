"""Questions are logged where a corpus asks for it, with what was opened, for so many days, and never in a log line."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.library import CorpusReader
from piperoll.pipeline.job import job_for
from piperoll.settings import CorpusSettings, Settings
from piperoll.store import corpora, questions
from piperoll.store.connection import open_database
from tests.conftest import name_of
from tests.search.indexing import build

LAWS = str(Path(__file__).parents[2] / "examples" / "se-law")
FYRLAG = "SFS 2031:12"
QUESTION = "Vem ansvarar för att fyren lyser enligt fyrlagen?"
DAYS = 30


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """The examples of statutes, without vectors."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        for name in ("laws", "others"):
            build(connection, job_for(filled, name, source=LAWS, profile="se-law"))
    return name_of(filled)


@pytest.fixture
def logging(settings: Settings) -> Settings:
    """Settings of a corpus that logs its questions."""
    laws = CorpusSettings(source=LAWS, profile="se-law", log_questions=DAYS)
    return settings.model_copy(update={"corpus": {"laws": laws}})


def logged(settings: Settings, corpus: str = "laws") -> list[dict[str, Any]]:
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        return questions.every(connection, corpora.get(connection, corpus))


def test_nothing_is_logged_unless_the_corpus_says_so(settings: Settings) -> None:
    with piperoll.open(settings) as base:
        assert "asked" not in base["laws"].search(QUESTION, mode="lexical").to_dict()
    assert logged(settings) == []


def test_a_question_is_logged_with_what_it_names_and_finds(logging: Settings) -> None:
    with piperoll.open(logging) as base:
        laws = base["laws"]
        found = laws.search(QUESTION, mode="lexical", k=3, document=FYRLAG, as_of="2033-01-01")
        answers = [laws.documents(QUESTION, mode="lexical"), laws.context(QUESTION, mode="lexical")]
        answers += [laws.ask(QUESTION, mode="lexical")]
    first, *others = logged(logging)
    assert first["asked"] == found.asked
    assert (first["command"], first["question"], first["edition"]) == ("search", QUESTION, found.edition)
    assert first["filters"] == {"document": FYRLAG, "as_of": "2033-01-01"}
    assert first["entities"]["act"] == [FYRLAG]
    places = [{name: getattr(hit, name) for name in first["hits"][0]} for hit in found.hits]
    assert first["hits"] == places
    assert set(places[0]) == {"rank", "document", "source", "path", "start", "end"}
    assert [one["command"] for one in others] == ["search", "context", "ask"]
    assert [one["asked"] for one in others] == [answer.asked for answer in answers]
    assert all(one["hits"][0]["document"] == FYRLAG and one["hits"][0]["rank"] == 1 for one in others)


def test_what_is_opened_after_a_question_is_noted_once(logging: Settings) -> None:
    with piperoll.open(logging) as base:
        asked = base["laws"].search(QUESTION, mode="lexical").asked
        for _ in range(2):
            base["laws"].show("2031:12", asked=asked)
        base["laws"].show(FYRLAG, asked=uuid4())  # forgotten since
        base["others"].show(FYRLAG, asked=asked)
    assert [one["opened"] for one in logged(logging)] == [[FYRLAG]]


def test_a_question_is_kept_for_as_many_days_as_the_corpus_says(logging: Settings) -> None:
    with piperoll.open(logging) as base:
        for _ in range(2):
            base["laws"].search(QUESTION, mode="lexical")
        with base.connect() as connection:
            old = "UPDATE question SET asked_at = now() - make_interval(days => %s) WHERE id = %s"
            for days, one in zip((DAYS + 1, DAYS - 1), logged(logging), strict=True):
                connection.execute(old, (days, one["asked"]))
        assert len(logged(logging)) == 2
        base["laws"].search("another question", mode="lexical")
    assert [one["question"] for one in logged(logging)] == [QUESTION, "another question"]


def test_who_may_only_read_gets_the_answer_and_no_log_has_the_question(
    logging: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    assert logging.dsn
    dsn = make_conninfo(logging.dsn.get_secret_value(), options="-c default_transaction_read_only=on")
    with piperoll.open(logging.model_copy(update={"dsn": SecretStr(dsn)})) as base:
        found = CorpusReader(base, "laws").search(QUESTION, mode="lexical")
    assert found.hits
    assert found.asked is None
    assert [record.getMessage() for record in caplog.records if record.name == "piperoll"] == [
        "What was asked of laws is not logged: ReadOnlySqlTransaction."
    ]
    assert logged(logging) == []


@pytest.fixture
def command(logging: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command in a folder whose piperoll.toml lets the corpus log; returns its JSON."""
    file = tmp_path / "piperoll.toml"
    file.write_text(f'[corpus.laws]\nsource = "{LAWS}"\nprofile = "se-law"\nlog_questions = {DAYS}\n', "utf-8")
    assert logging.dsn
    monkeypatch.setenv("PIPEROLL_DSN", logging.dsn.get_secret_value())
    monkeypatch.setenv("PIPEROLL_CONFIG", str(file))
    configured.load.cache_clear()

    def run(*words: str) -> Any:
        done = CliRunner().invoke(app, [*words])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout) if "--json" in words else done.stdout

    yield run
    configured.load.cache_clear()


def test_the_questions_are_listed_drafted_as_a_gold_set_and_forgotten(command: Any, tmp_path: Path) -> None:
    asked = command("search", "laws", QUESTION, "--mode", "lexical", "--json")["asked"]
    command("search", "laws", QUESTION.upper(), "--mode", "lexical", "--json")
    command("search", "laws", "something else", "--mode", "lexical", "--json")
    command("show", "laws", FYRLAG, "--asked", asked)
    told = command("questions", "laws", "--json")["questions"]
    assert [one["opened"] for one in told] == [[FYRLAG], [], []]
    assert told[0]["question"] == QUESTION
    assert "fyren" in command("questions", "laws")
    gold = tmp_path / "gold.jsonl"
    assert command("questions", "laws", "--export", str(gold), "--json") == {
        "corpus": "laws", "asked": 3, "written": 1, "file": str(gold),
    }  # fmt: skip
    evaluated = command("evaluate", "laws", "--gold", str(gold), "--mode", "lexical", "--json")
    assert evaluated["queries"]["asked"] == 1
    assert evaluated["metrics"]["recall"]["1"] == 1.0
    assert command("questions", "laws", "--forget", "--json") == {"corpus": "laws", "forgotten": 3}
    assert command("questions", "laws", "--json") == {"corpus": "laws", "questions": []}


def test_what_was_opened_goes_with_its_question(logging: Settings) -> None:
    assert logging.dsn
    with piperoll.open(logging) as base:
        base["laws"].show(FYRLAG, asked=base["laws"].search(QUESTION, mode="lexical").asked)
    with psycopg.connect(logging.dsn.get_secret_value(), autocommit=True) as connection:
        connection.execute("DELETE FROM piperoll.question")
        assert connection.execute("SELECT count(*) FROM piperoll.opened_document").fetchone() == (0,)
