"""Questions by server-sent events, texts that are checked, and headnotes of cases."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from piperoll import settings as configured
from piperoll.library import EvidenceBase
from piperoll.serve.options import TEXT_CHARACTERS, ServeOptions
from piperoll.settings import Settings
from piperoll.store import corpora, headnotes
from piperoll.store.connection import open_database
from tests.claude import ENVIRONMENT, claude
from tests.claude_answers import by_stage
from tests.serve.conftest import Serve, running
from tests.serve.test_keys import make

QUESTION = "vem ansvarar för att fyren lyser"
QUOTED = "Fyrhållaren ansvarar för att fyren lyser under hela mörkertiden"
ASKED = {"corpus": "laws", "query": QUESTION, "budget": 300}


def events(answer: httpx.Response) -> list[tuple[str, Any]]:
    """The events of an answer, by name and data."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = []
    for block in answer.text.split("\n\n")[:-1]:
        name, data = block.split("\n")
        told.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return told


@pytest.fixture
def base(settings: Settings) -> Iterator[EvidenceBase]:
    with EvidenceBase(open_database(settings), settings) as opened:
        yield opened


def test_without_a_model_the_only_event_is_the_context(client: httpx.Client, base: EvidenceBase) -> None:
    [(name, told)] = events(client.post("/api/ask", json=ASKED))
    assert name == "answer"
    assert told == base["laws"].ask(QUESTION, budget=300).to_dict()
    assert told["answer"] is None and told["blocks"]


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [({"corpus": "nothing"}, 404, "unknown_corpus"), ({"edition": 99}, 404, "unknown_edition"),
     ({"where": ["nothing=1"]}, 400, "unknown_key"), ({"reranker": "x"}, 400, "option_invalid")],
)  # fmt: skip
def test_what_is_wrong_before_the_first_event_is_a_problem(
    client: httpx.Client, wrong: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/ask", json=ASKED | wrong)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_model_is_heard_sentence_by_sentence(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.dsn
    file = tmp_path / "piperoll.toml"
    mine = {"PIPEROLL_CONFIG": str(file), "PIPEROLL_DSN": settings.dsn.get_secret_value()}
    for name, value in (mine | ENVIRONMENT).items():
        monkeypatch.setenv(name, value)
    with claude(by_stage) as model:
        lines = (f"{name} = {json.dumps(value)}" for name, value in model.settings().items())
        file.write_text(
            "\n".join(["[model.m]", *lines, "[corpus.laws]", 'source = "x"', 'profile = "se-law"', 'answers = "m"']),
            encoding="utf-8",
        )
        configured.load.cache_clear()
        with (
            running(configured.load(), ServeOptions()) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            *heard, (name, whole) = events(client.post("/api/ask", json=ASKED))
            again = events(client.post("/api/ask", json=ASKED))
        configured.load.cache_clear()
        paid = sum(model.paid.values())
    assert whole["sentences"] and name == "answer"
    assert heard == [("sentence", sentence) for sentence in whole["sentences"]]
    assert all(one["verified"] for one in whole["citations"])
    assert again == [*heard, (name, whole)] and paid == 1, "what was paid for is kept, though requests only read"


def test_a_text_is_checked(client: httpx.Client, base: EvidenceBase) -> None:
    text = (
        f"Lagen säger “{QUOTED}” (2 kap. 1 § SFS 2031:12) och “fyren lyser aldrig på dagen” (2 kap. 2 § SFS 2031:12)."
    )
    told = client.post("/api/check", json={"text": text, "corpora": ["laws", "cases"], "as_of": "2032-06-01"}).json()
    assert told == base.check(text, ["laws", "cases"], as_of="2032-06-01").to_dict()
    verdicts = [one["verdict"] for one in told["citations"]]
    assert "verbatim" in verdicts and "not_found" in verdicts


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "x"}, 400, "corpus_missing"),
        ({"text": "x", "corpora": ["nothing"]}, 404, "unknown_corpus"),
        ({"text": "x", "corpora": []}, 422, "request_invalid"),
        ({"text": "x" * (TEXT_CHARACTERS + 1), "corpora": ["laws"]}, 422, "request_invalid"),
        ({"text": "a\0b", "corpora": ["laws"]}, 400, "not_utf8"),
        ({"corpora": ["laws"]}, 422, "request_invalid"),
        ({"text": "x", "corpora": ["laws"], "as_of": "no"}, 422, "request_invalid"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_texts_that_cannot_be_checked(client: httpx.Client, body: dict[str, Any], status: int, code: str) -> None:
    answer = client.post("/api/check", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_key_of_one_corpus_checks_against_no_other(serve: Serve, settings: Settings) -> None:
    headers, client = make(settings, corpora=["laws"]), serve(keys=True)
    assert client.post("/api/check", json={"text": "x"}, headers=headers).status_code == 200
    answer = client.post("/api/check", json={"text": "x", "corpora": ["laws", "cases"]}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_cases_have_the_headnotes_that_are_stored(serve: Serve, settings: Settings) -> None:
    key = "[2031] HKCFI 9901"
    statements = [
        {"part": "holdings", "statement": "The owner keeps the light.", "flags": [],
         "supports": [{"path": "para5", "paragraph": 5, "start": 0, "end": 1}]},
        {"part": "disposition", "statement": "Appeal dismissed.", "flags": ["not supported"], "supports": []},
    ]  # fmt: skip
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "cases")
        versions = connection.execute(
            "SELECT v.id FROM version v JOIN document d ON d.id = v.document_id WHERE d.key = %s", (key,)
        ).fetchall()
        for (version,) in versions:
            headnotes.put(connection, corpus, version, "model 1", statements)
    told = serve().post("/api/search/cases", json={"query": "harbour light", "limit": 20}).json()
    notes = {case["case_id"]: case["headnote"] for case in told["results"]}
    assert notes.pop(key) == "Holdings: The owner keeps the light. [5]\nDisposition: Appeal dismissed. (not supported)"
    assert set(notes.values()) == {None}
