"""Keys: who may ask, and that who may not learns nothing."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.errors import UsageError
from piperoll.serve.options import ServeOptions
from piperoll.serve.run import serve as serve_until_ended
from piperoll.settings import Settings
from piperoll.store import keys
from piperoll.store.connection import open_database
from piperoll.store.keys import Scope
from tests.serve.conftest import Serve

ALL = {
    "search": ("POST", "/api/search", {"corpus": "laws", "query": "fyr"}),
    "cases": ("POST", "/api/search/cases", {"corpus": "cases", "query": "light"}),
    "context": ("POST", "/api/context", {"corpus": "laws", "query": "fyr"}),
    "ask": ("POST", "/api/ask", {"corpus": "laws", "query": "fyr"}),
    "check": ("POST", "/api/check", {"corpora": ["laws"], "text": "x"}),
    "corpora": ("GET", "/api/corpora", None),
    "editions": ("GET", "/api/editions?corpus=laws", None),
    "document": ("GET", "/api/documents/SFS 2031:12?corpus=laws", None),
    "diff": ("GET", "/api/documents/SFS 2031:12/diff?corpus=laws&from=2031-06-01&to=2033-06-01", None),
    "cited-by": ("GET", "/api/documents/SFS 2031:12/cited-by?corpus=laws", None),
    "facts": ("GET", "/api/facts?corpus=filings", None),
    "metrics": ("GET", "/metrics", None),
}
SEARCHES, METRICS = {"search", "cases", "context", "ask", "check"}, {"metrics"}


def make(settings: Settings, name: str = "desk", scopes: Any = tuple(Scope), **named: Any) -> dict[str, str]:
    """The header of a new key."""
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        return {"Authorization": f"Bearer {keys.add(connection, name, scopes=scopes, **named)}"}


def ask(client: httpx.Client, which: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """The answer to one of the requests."""
    method, path, body = ALL[which]
    return client.request(method, path, json=body, headers=headers)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def test_a_key_opens_what_its_scopes_name(serve: Serve, settings: Settings) -> None:
    given = {scope: make(settings, scope, [scope]) for scope in Scope}
    client = serve(keys=True)
    for which in ALL:
        needed = Scope.SEARCH if which in SEARCHES else Scope.METRICS if which in METRICS else Scope.READ
        for scope, headers in given.items():
            answer = ask(client, which, headers)
            assert answer.status_code == 200 if scope is needed else code(answer) == (403, "forbidden")


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer piperoll_AAAA"}, {"Authorization": "Basic YTpi"},
     {"Authorization": "Bearer " + "x" * 5_000}, {"X-API-Key": "piperoll_AAAA"}],
    ids=["none", "empty", "wrong", "basic", "long", "elsewhere"],
)  # fmt: skip
def test_without_a_key_everything_is_refused_alike(serve: Serve, settings: Settings, headers: dict[str, str]) -> None:
    make(settings)
    client = serve(keys=True)
    told = {json.dumps(ask(client, which, headers).json()) for which in ALL}
    assert len(told) == 1
    assert json.loads(told.pop())["code"] == "key_needed"
    hidden = client.get("/api/editions", params={"corpus": "nothing"}, headers=headers)
    assert code(hidden) == (401, "key_needed")
    assert hidden.headers["www-authenticate"] == "Bearer"


def test_an_expired_or_removed_key_is_as_good_as_none(serve: Serve, settings: Settings) -> None:
    expired = make(settings, "old", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    removed = make(settings, "gone")
    lasting = make(settings, "new", expires_at=datetime.now(UTC) + timedelta(days=1))
    client = serve(keys=True)
    assert ask(client, "corpora", removed).status_code == 200
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        keys.remove(connection, "gone")
    without = ask(client, "corpora").content
    assert ask(client, "corpora", expired).content == without
    assert ask(client, "corpora", removed).content == without
    assert ask(client, "corpora", lasting).status_code == 200


def test_another_corpus_looks_like_one_that_does_not_exist(serve: Serve, settings: Settings) -> None:
    headers = make(settings, corpora=["laws"])
    client = serve(keys=True)
    assert [one["name"] for one in ask(client, "corpora", headers).json()["corpora"]] == ["laws"]
    assert ask(client, "search", headers).status_code == 200
    for name in ("cases", "nothing"):
        for answer in (
            client.post("/api/search", json={"corpus": name, "query": "x"}, headers=headers),
            client.get("/api/documents/x", params={"corpus": name}, headers=headers),
        ):
            assert code(answer) == (403, "forbidden")
            assert name not in answer.text
    assert code(ask(client, "metrics", headers)) == (403, "forbidden"), "metrics name every corpus"
    named = client.post("/api/search", json={"query": "fyr"}, headers=headers)
    assert named.json()["hits"], "the only corpus that it opens need not be named"
    cases = client.post("/api/search/cases", json={"query": "fyr", "courts": ["CFA"]}, headers=headers)
    assert cases.json()["corpus"] == "laws"


def test_any_address_but_loopback_needs_a_key(settings: Settings) -> None:
    with pytest.raises(UsageError) as caught:
        serve_until_ended(settings, ServeOptions(host="0.0.0.0"))
    assert caught.value.code == "keys_missing"
    with pytest.raises(UsageError) as caught:
        serve_until_ended(settings, ServeOptions(keys=True))
    assert caught.value.code == "keys_missing"


@pytest.mark.parametrize(
    ("host", "needed"),
    [("127.0.0.1", False), ("localhost", False), ("::1", False), ("127.8.8.8", False), ("0.0.0.0", True), ("::", True),
     ("192.168.1.2", True), ("example.org", True), ("localhost.example.org", True), ("", True)],
)  # fmt: skip
def test_which_addresses_are_this_machine_alone(host: str, needed: bool) -> None:
    assert ServeOptions(host=host).needs_keys is needed


def test_a_key_is_stored_as_its_hash(settings: Settings) -> None:
    key = make(settings)["Authorization"].removeprefix("Bearer ")
    assert re.fullmatch(r"piperoll_[\w-]{43}", key)
    with open_database(settings) as database, database.connect() as connection:
        stored = str(connection.execute("SELECT * FROM access_key").fetchall())
        assert key.removeprefix("piperoll_") not in stored
        assert keys.find(connection, key)
        assert not keys.find(connection, key[:-1] + ("A" if key[-1] != "A" else "B"))


def test_the_command_makes_lists_and_removes_keys(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()

    def run(*arguments: str) -> tuple[int, Any]:
        done = CliRunner().invoke(app, ["keys", *arguments, "--json"])
        return done.exit_code, json.loads(done.stdout)

    exit_code, made = run("add", "desk", "--scope", "search", "--corpus", "laws", "--expires", "2999-12-31")
    assert (exit_code, made.get("name")) == (0, "desk"), made
    (listed,) = run("list")[1]["keys"]
    assert (listed["scopes"], listed["corpora"]) == (["search"], ["laws"])
    assert listed["expires_at"].startswith("2999-12-31T23:59:59")
    assert made["key"] not in str(listed)
    assert run("add", "desk")[1]["error"]["code"] == "key_taken"
    assert run("add", "n" * 61)[1]["error"]["code"] == "key_name"
    assert run("add", "other", "--corpus", "nothing")[1]["error"]["code"] == "unknown_corpus"
    assert run("add")[1]["error"]["code"] == "name_missing"
    assert run("remove", "desk") == (0, {"removed": "desk"})
    assert run("remove", "desk")[1]["error"]["code"] == "key_unknown"
    configured.load.cache_clear()
