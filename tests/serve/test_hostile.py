"""Whatever is sent, the answer is a typed problem, and the service goes on."""

import asyncio
import contextlib
import json
import logging
import socket
from typing import Any

import httpx
import pytest

from piperoll.serve import guard
from piperoll.serve.options import BODY_BYTES, QUERY_CHARACTERS, TEXT_BYTES
from tests.serve.conftest import Serve

NUL = "a\0b"
HALF = "\ud800"


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an answer that is a problem."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    told = answer.json()
    assert told["status"] == answer.status_code
    assert told["title"]
    assert told["detail"]
    return answer.status_code, told["code"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, (400, "option_invalid")),
        ([], (400, "option_invalid")),
        ("text", (400, "option_invalid")),
        (None, (422, "request_invalid")),
        ({"query": ""}, (400, "option_invalid")),
        ({"query": "  "}, (400, "empty_query")),
        ({"query": 5}, (400, "option_invalid")),
        ({"query": {"$gt": ""}}, (400, "option_invalid")),
        ({"query": NUL}, (400, "not_utf8")),
        ({"query": HALF}, (400, "not_utf8")),
        ({"query": "x", "corpus": NUL}, (400, "not_utf8")),
        ({"query": "x", "corpus": "nothing"}, (404, "unknown_corpus")),
        ({"query": "x", "corpus": "'; DROP TABLE chunk; --"}, (404, "unknown_corpus")),
        ({"query": "x", "corpus": None}, (400, "corpus_missing")),
        ({"query": "x" * (QUERY_CHARACTERS + 1)}, (400, "option_invalid")),
        ({"query": "x", "k": 0}, (400, "option_invalid")),
        ({"query": "x", "k": 101}, (400, "option_invalid")),
        ({"query": "x", "k": 10**400}, (400, "option_invalid")),
        ({"query": "x", "k": 1e308}, (400, "option_invalid")),
        ({"query": "x", "mode": "all"}, (400, "option_invalid")),
        ({"query": "x", "edition": 10**30}, (404, "unknown_edition")),
        ({"query": "x", "edition": -1}, (404, "unknown_edition")),
        ({"query": "x", "as_of": "yesterday"}, (400, "bad_date")),
        ({"query": "x", "where": ["court"]}, (400, "bad_where")),
        ({"query": "x", "where": ["a=b"] * 21}, (400, "option_invalid")),
        ({"query": "x", "where": ["a=" + "b" * 5_000]}, (400, "option_invalid")),
        ({"query": "x", "where": ["nothing=1"]}, (400, "unknown_key")),
        ({"query": "x", "weights": {"dense": -1}}, (400, "bad_weights")),
        ({"query": "x", "weights": {"nothing": 1}}, (400, "unknown_scorer")),
        ({"query": "x", "reranker": "/etc"}, (400, "option_invalid")),
        ({"query": "x", "backend": "e5"}, (400, "option_invalid")),
        ({"query": "x", "shell": "rm"}, (400, "option_invalid")),
        ({"query": "x", "document": NUL}, (400, "not_utf8")),
        ({"query": "x", "weights": {NUL: 1}}, (400, "not_utf8")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_searches(client: httpx.Client, body: Any, told: tuple[int, str]) -> None:
    if isinstance(body, dict) and body.get("query") and "corpus" not in body:
        body = body | {"corpus": "laws"}
    sent = json.dumps(body)
    headers = {"Content-Type": "application/json"}
    assert problem(client.post("/api/search", content=sent, headers=headers)) == told
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/api/search", "/api/search/cases", "/api/context", "/api/ask", "/api/check"])
@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 30_000, b'{"query":' * 6_000, b'{"query": NaN}', b'"' + b"\\u0000" * 100 + b'"',
     b'{"query": "x", "k": ' + b"9" * 5_000 + b"}", b"query=x"],
    ids=["nothing", "half", "bytes", "deep list", "deep object", "nan", "nul", "digits", "form"],
)  # fmt: skip
def test_bodies_that_are_no_request(client: httpx.Client, path: str, content: bytes) -> None:
    status, _ = problem(client.post(path, content=content, headers={"Content-Type": "application/json"}))
    assert status in (400, 422)


def test_large_bodies_are_not_read(client: httpx.Client) -> None:
    body = json.dumps({"query": "x", "corpus": "laws", "path": "y" * BODY_BYTES})
    assert problem(client.post("/api/search", content=body)) == (413, "body_too_large")

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    assert problem(client.post("/api/search", content=endless())) == (413, "body_too_large")
    assert problem(client.post("/api/check", json={"text": "x" * TEXT_BYTES})) == (413, "body_too_large")


def test_a_body_that_does_not_come_is_not_waited_for(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.1)
    client = serve()
    with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
        raw.settimeout(30)
        raw.sendall(b"POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert raw.recv(1_000).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/documents/nothing?corpus=laws", (404, "unknown_document")),
        ("/api/documents/a%00b?corpus=laws", (400, "not_utf8")),
        ("/api/documents/%ff%fe?corpus=laws", (404, "unknown_document")),
        ("/api/documents/..%2f..%2fetc%2fpasswd?corpus=laws", (404, "unknown_document")),
        ("/api/documents/%27%20OR%201=1--?corpus=laws", (404, "unknown_document")),
        (f"/api/documents/{'x' * 5_000}?corpus=laws", (422, "request_invalid")),
        ("/api/documents/SFS%202031:12?corpus=laws&as_of=0001-01-01", (404, "not_valid")),
        ("/api/documents/SFS%202031:12?corpus=laws&as_of=no", (422, "request_invalid")),
        ("/api/documents/SFS%202031:12?corpus=laws&edition=99", (404, "unknown_edition")),
        ("/api/documents/SFS%202031:12?corpus=laws&edition=99999999999999", (422, "request_invalid")),
        ("/api/documents/SFS%202031:12?corpus=laws&highlight=%00", (400, "not_utf8")),
        ("/api/documents/SFS%202031:12?corpus=%00", (400, "not_utf8")),
        ("/api/documents/SFS%202031:12/diff?corpus=laws", (422, "request_invalid")),
        ("/api/documents/SFS%202031:12/diff?corpus=laws&from=2031-06-01&to=0001-01-01", (404, "not_valid")),
        ("/api/documents/SFS%202031:12/cited-by?corpus=laws&cursor=x", (400, "bad_cursor")),
        ("/api/documents/SFS%202031:12/cited-by?corpus=laws&cursor=%C3%A9", (400, "bad_cursor")),
        ("/api/documents/SFS%202031:12/cited-by?corpus=laws&limit=1001", (422, "request_invalid")),
        ("/api/facts?corpus=filings&company=nobody", (404, "unknown_company")),
        ("/api/facts?corpus=filings&concept=nothing", (404, "unknown_concept")),
        ("/api/facts?corpus=filings&year=99999999999", (422, "request_invalid")),
        ("/api/editions?corpus=laws%00", (400, "not_utf8")),
        ("/api/editions", (400, "corpus_missing")),
        ("/api/nothing", (404, "unknown_page")),
        ("/docs", (404, "unknown_page")),
    ],
    ids=lambda value: str(value)[:60],
)
def test_wrong_addresses(client: httpx.Client, path: str, told: tuple[int, str]) -> None:
    assert problem(client.get(path)) == told


def test_strange_methods_and_headers(client: httpx.Client) -> None:
    answer = client.get("/api/search")
    assert problem(answer) == (405, "method_unknown")
    assert answer.headers["allow"] == "POST"
    for path, status in [
        ("/api/corpora", 200),
        ("/healthz", 200),
        ("/", 200),
        ("/api/nothing", 404),
        ("/api/search", 405),
    ]:
        head, body = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (status, b"")
        assert head.headers["content-type"] == body.headers["content-type"]
    for headers in ({"If-None-Match": "*" * 5_000}, {"Accept": "text/html"}, {"Range": "bytes=0-1"}, {"X": "\x01"}):
        assert client.get("/api/corpora", headers=headers).status_code == 200
    with contextlib.suppress(httpx.NetworkError):  # it may hang up before all is sent
        assert client.get("/api/corpora", headers={"X": "x" * 2_000_000}).status_code in (400, 431)
    assert client.get("/api/corpora").status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("localhost:8321", 200), ("127.0.0.1", 200), ("[::1]:8321", 200), ("[::1]", 200),
     ("elsewhere.example", 421), ("localhost.elsewhere.example:80", 421), ("", 421),
     ("127.0.0.1.elsewhere.example", 421)],
)  # fmt: skip
def test_another_name_does_not_lead_here(client: httpx.Client, host: str, status: int) -> None:
    assert client.get("/api/corpora", headers={"Host": host}).status_code == status


def test_who_asks_too_often_is_told_to_wait(serve: Serve) -> None:
    client = serve(rate="3/minute")
    answers = [client.get("/api/corpora") for _ in range(4)]
    assert [answer.status_code for answer in answers[:3]] == [200, 200, 200]
    assert problem(answers[3]) == (429, "rate_exceeded")
    assert answers[3].headers["retry-after"] == "1"
    assert client.get("/healthz").status_code == 200


def test_a_statement_that_takes_too_long_is_told(serve: Serve) -> None:
    client = serve(timeout=0.001)
    answer = client.post("/api/search", json={"corpus": "laws", "query": "fyr"})
    assert problem(answer) == (503, "statement_slow")
    assert client.get("/healthz").status_code == 200


def test_more_than_can_wait_are_turned_away(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WAITING", 0)
    client = serve(connections=1)

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=client.base_url, timeout=60) as other:
            body = {"corpus": "laws", "query": "vem ansvarar för fyren"}
            return await asyncio.gather(*(other.post("/api/search", json=body) for _ in range(20)))

    answers = asyncio.run(ask())
    busy = [answer for answer in answers if answer.status_code != 200]
    assert 0 < len(busy) < 20
    assert {problem(answer) for answer in busy} == {(503, "service_busy")}


def test_the_log_has_no_word_of_what_was_asked(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    secret = "divorce-of-mister-smith"
    with caplog.at_level(logging.DEBUG):
        client.post("/api/search", json={"corpus": "laws", "query": secret})
        client.get(f"/api/documents/{secret}", params={"corpus": "laws", "highlight": secret})
        client.get(f"/{secret}")
    lines = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert any(line.startswith("POST /api/search 200") for line in lines)
    assert any(line.startswith("GET /api/documents/{key:path} 404") for line in lines)
    assert secret not in " ".join(lines)
