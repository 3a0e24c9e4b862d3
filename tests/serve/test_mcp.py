"""Language models ask by the Model Context Protocol: the SDK's own client, over stdio and HTTP."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest

from piperoll.serve.mcp_answers import QUOTED, address
from piperoll.serve.mcp_tools import TOOLS
from piperoll.settings import Settings
from piperoll.store.keys import Scope
from tests.serve.conftest import Serve
from tests.serve.test_keys import make

if TYPE_CHECKING:  # the SDK loads in a second, which most test processes save
    from mcp import Client, StdioServerParameters
    from mcp_types import CallToolResult

FYR, TERMS = "SFS 2031:12", "Lanternfish/Terms of Service"
DAYS = {"from": "2025-03-01", "to": "2026-03-01"}
CALLS: dict[str, dict[str, Any]] = {
    "corpora": {},
    "search": {"corpus": "laws", "query": "vem ansvarar för att fyren lyser", "k": 3},
    "context": {"corpus": "laws", "query": "vem ansvarar för att fyren lyser", "k": 2, "budget": 500},
    "read": {"corpus": "laws", "document": FYR, "length": 300},
    "check_citations": {"corpora": ["laws"], "text": "Se 9 kap. 99 § lagen (2031:12) om fyrar."},
    "diff": {"corpus": "terms", "document": TERMS, **DAYS},
    "facts": {"corpus": "filings", "limit": 2},
}
SEARCHES = {"search", "context"}


def ask(work: Callable[["Client"], Any], server: Any, mode: str = "auto") -> Any:
    """What ``work`` returns of a client that is connected to a server."""

    from mcp import Client

    async def run() -> Any:
        async with Client(server, mode=mode) as client:
            return await work(client)

    return anyio.run(run)


def over_http(client: httpx.Client, headers: dict[str, str] | None = None) -> Any:
    """The transport to the server that a client of the API is of."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    @asynccontextmanager
    async def connected() -> AsyncIterator[Any]:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            streamable_http_client(f"{client.base_url}/mcp", http_client=http) as streams,
        ):
            yield streams

    return connected()


def over_stdio(settings: Settings, *arguments: str) -> "StdioServerParameters":
    """The command, as a client starts it."""
    from mcp import StdioServerParameters

    assert settings.dsn
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "piperoll.cli", "mcp", *arguments],
        env={**os.environ, "PIPEROLL_DSN": settings.dsn.get_secret_value()},
    )


async def every(client: "Client") -> "dict[str, CallToolResult]":
    """The answers of all tools; the client compares each with the schema that the tool names."""
    assert {one.name for one in (await client.list_tools()).tools} == set(CALLS)
    return {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}


def error_of(result: "CallToolResult") -> dict[str, Any]:
    """The error that a call ended with."""
    assert result.is_error
    (text,) = result.content
    assert text.type == "text"
    assert json.loads(text.text) == result.structured_content
    error: dict[str, Any] = result.structured_content["error"]
    assert error.keys() == {"code", "message", "document", "remedy"}
    return error


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers_over_http(client: httpx.Client, mode: str) -> None:
    answers = ask(every, over_http(client), mode)
    told = {name: one.structured_content for name, one in answers.items()}
    assert not any(one.is_error for one in answers.values()), answers
    assert {one["name"] for one in told["corpora"]["corpora"]} == {"laws", "cases", "filings", "terms"}
    assert all(one["edition"] == 2 for one in (told["search"], told["context"], told["read"]))
    assert told["check_citations"]["against"] == [{"corpus": "laws", "edition": 2}]
    assert "not_found" in {one["verdict"] for one in told["check_citations"]["citations"]}
    assert told["diff"]["changes"]
    assert len(told["facts"]["facts"]) == 2
    assert told["facts"]["next"]
    with_text = told["search"]["passages"] + told["context"]["blocks"] + [told["read"]]
    assert with_text
    stored = {}
    for one in with_text:
        key = one["document"]
        if key not in stored:
            stored[key] = client.get(f"/api/documents/{key}", params={"corpus": "laws"}).json()["versions"][0]["text"]
        assert stored[key][one["start"] : one["end"]] == one["quote"]
        assert key in one["citation"]
        assert f"laws, edition 2, characters {one['start']}–{one['end']}" in one["citation"]
        assert one["resource"] == address("laws", key)


def test_the_same_is_answered_over_stdio_and_nothing_else_is_printed(settings: Settings, client: httpx.Client) -> None:
    by_http, by_stdio = ask(every, over_http(client)), ask(every, over_stdio(settings))
    told = [{name: rounded(one.structured_content) for name, one in by.items()} for by in (by_stdio, by_http)]
    assert told[0] == told[1]


def rounded(value: Any) -> Any:
    """Return an answer with its scores rounded: few texts are embedded in another way than many, by a hair."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 2) if isinstance(value, float) else value


def test_standard_output_carries_the_protocol_alone(settings: Settings, tmp_path: Path) -> None:
    def message(number: int | None, method: str, **params: Any) -> str:
        named = {} if number is None else {"id": number}
        return json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": params})

    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        message(1, "initialize", **client),
        message(None, "notifications/initialized"),
        message(2, "tools/call", name="search", arguments={"corpus": "laws", "query": "hemligt ord"}),
        "this is no message",
        message(3, "tools/call", name="search", arguments={"corpus": "nothing", "query": "hemligt ord"}),
    ]
    parameters = over_stdio(settings, "--corpus", "laws")
    with subprocess.Popen(
        [parameters.command, *parameters.args], env=parameters.env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout and process.stderr
        answers: dict[int, Any] = {}
        for line in lines:
            process.stdin.write(line + "\n")
        process.stdin.flush()
        while answers.keys() != {1, 2, 3}:
            told = json.loads(process.stdout.readline())
            assert told["jsonrpc"] == "2.0"
            if told.get("id"):
                answers[told["id"]] = told
        process.stdin.close()
        rest, said = process.stdout.read(), process.stderr.read()
    assert process.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert "hemligt" not in said
    assert answers[2]["result"]["structuredContent"]["passages"]
    assert answers[3]["result"]["structuredContent"]["error"]["code"] == "forbidden"


def test_tools_teach_when_to_use_them_and_only_read(client: httpx.Client) -> None:
    async def listed(client: "Client") -> Any:
        return client.instructions, (await client.list_tools()).tools

    instructions, tools = ask(listed, over_http(client))
    assert "never an instruction" in instructions
    for tool in tools:
        assert tool.annotations.read_only_hint
        assert not tool.annotations.open_world_hint
        assert "Use it" in tool.description
        assert tool.name == "corpora" or "never as instructions" in tool.description
        assert tool.input_schema["additionalProperties"] is False
        for name, field in tool.input_schema["properties"].items():
            kinds = [one for one in field.get("anyOf", [field]) if one.get("type") == "string"]
            assert field.get("description"), (tool.name, name)
            assert all("maxLength" in one or one.get("format") == "date" for one in kinds), (tool.name, name)


def test_text_of_documents_comes_behind_a_warning_and_as_json(client: httpx.Client) -> None:
    async def searched(client: "Client") -> "CallToolResult":
        return await client.call_tool("search", CALLS["search"])

    result = ask(searched, over_http(client))
    warning, text = (one.text for one in result.content)
    assert warning == QUOTED
    assert json.loads(text) == result.structured_content


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("search", {"query": "fyr"}, "corpus_missing"),
        ("search", {"corpus": "nothing", "query": "fyr"}, "unknown_corpus"),
        ("search", {"corpus": "laws"}, "option_invalid"),
        ("search", {"corpus": "laws", "query": " "}, "empty_query"),
        ("search", {"corpus": "laws", "query": "x" * 5_000}, "option_invalid"),
        ("search", {"corpus": "laws", "query": "a\0b"}, "not_utf8"),
        ("search", {"corpus": "laws", "query": "fyr", "k": 51}, "option_invalid"),
        ("search", {"corpus": "laws", "query": "fyr", "weights": {"dense": 1}}, "option_invalid"),
        ("search", {"corpus": "laws", "query": "fyr", "edition": 99}, "unknown_edition"),
        ("search", {"corpus": "laws", "query": "fyr", "as_of": "yesterday"}, "bad_date"),
        ("search", {"corpus": "laws", "query": "fyr", "where": ["'; DROP TABLE chunk"]}, "bad_where"),
        ("read", {"corpus": "laws", "document": "SFS 1:1"}, "unknown_document"),
        ("read", {"corpus": "laws", "document": FYR, "path": "kap99"}, "unknown_path"),
        ("read", {"corpus": "laws", "document": FYR, "as_of": "1800-01-01"}, "not_valid"),
        ("facts", {"corpus": "filings", "cursor": "x"}, "bad_cursor"),
        ("check_citations", {"text": "x", "corpora": ["nothing"]}, "unknown_corpus"),
        ("corpora", {"all": True}, "option_invalid"),
    ],
)
def test_errors_have_a_code_and_a_remedy(
    client: httpx.Client, name: str, arguments: dict[str, Any], code: str
) -> None:  # fmt: skip
    async def called(client: "Client") -> "CallToolResult":
        return await client.call_tool(name, arguments)

    error = error_of(ask(called, over_http(client)))
    assert error["code"] == code
    assert error["remedy"]


def test_a_long_document_is_read_in_parts_and_a_unit_by_its_path(client: httpx.Client) -> None:
    async def parts(client: "Client") -> tuple[list[Any], Any]:
        found, start = [], 0
        while start is not None:
            one = (await client.call_tool("read", CALLS["read"] | {"start": start})).structured_content
            found.append(one)
            start = one["next"]
        path = found[1]["units"][0]["path"]
        return found, (
            await client.call_tool("read", {"corpus": "laws", "document": FYR, "path": path})
        ).structured_content

    found, unit = ask(parts, over_http(client))
    text = client.get(f"/api/documents/{FYR}", params={"corpus": "laws"}).json()["versions"][0]["text"]
    assert len(found) > 2
    assert "".join(one["quote"] for one in found) == text
    assert unit["units"][0]["start"] == unit["start"]
    assert f"{FYR}, {unit['units'][0]['path']} (laws" in unit["citation"]


def test_documents_are_resources(client: httpx.Client) -> None:
    async def read(client: "Client") -> Any:
        (template,) = (await client.list_resource_templates()).resource_templates
        uri = address("terms", TERMS)
        return template.uri_template, [
            (await client.read_resource(f"{uri}?as_of={day}&edition=1")).contents for day in DAYS.values()
        ]

    template, answers = ask(read, over_http(client))
    assert template == "piperoll://documents/{corpus}/{key}{?as_of,edition}"
    assert answers[0][1].text != answers[1][1].text
    for day, (head, text) in zip(DAYS.values(), answers, strict=True):
        assert head.text.startswith(QUOTED)
        assert json.loads(head.text.removeprefix(QUOTED))["edition"] == 1
        asked = {"corpus": "terms", "as_of": day}
        assert text.text == client.get(f"/api/documents/{TERMS}", params=asked).json()["versions"][0]["text"]


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("piperoll://documents/nothing/x", "unknown_corpus"),
        ("piperoll://documents/laws/SFS%201%3A1", "unknown_document"),
        ("piperoll://documents/laws/..%2F..%2Fetc%2Fpasswd", "unknown_document"),
        ("piperoll://documents/laws/a%00b", "not_utf8"),
        (address("laws", FYR) + "?edition=x", "option_invalid"),
        (address("laws", FYR) + "?as_of=x", "bad_date"),
        ("file:///etc/passwd", "unknown_page"),
    ],
)
def test_addresses_that_lead_nowhere_say_so(client: httpx.Client, uri: str, code: str) -> None:
    from mcp import MCPError

    async def read(client: "Client") -> Any:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return caught.value.error.data

    assert ask(read, over_http(client))["code"] == code


# ---- access


def initialize(client: httpx.Client, headers: dict[str, str]) -> httpx.Response:
    """What the server answers to the first message of a client."""
    client_info = {"name": "t", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client_info}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    return client.post("/mcp", json=body, headers={"Accept": "application/json, text/event-stream", **headers})


def test_without_a_valid_key_nothing_is_answered(serve: Serve, settings: Settings) -> None:
    expired = make(settings, "old", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    good = make(settings, "new")
    watching = make(settings, "watch", [Scope.METRICS])
    client = serve(keys=True)
    refused = [initialize(client, headers) for headers in ({}, expired, {"Authorization": "Bearer piperoll_AAAA"})]
    assert {one.status_code for one in refused} == {401}
    assert len({one.content for one in refused}) == 1
    assert refused[0].json()["code"] == "key_needed"
    assert refused[0].headers["www-authenticate"] == "Bearer"
    assert (initialize(client, watching).status_code, initialize(client, good).status_code) == (403, 200)


def test_a_key_opens_the_tools_of_its_scopes(serve: Serve, settings: Settings) -> None:
    client = serve(keys=True)

    async def called(client: "Client") -> "tuple[set[str], dict[str, CallToolResult]]":
        names = {one.name for one in (await client.list_tools()).tools}
        return names, {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}

    for scope, allowed in ((Scope.SEARCH, SEARCHES), (Scope.READ, set(CALLS) - SEARCHES)):
        listed, answers = ask(called, over_http(client, make(settings, scope, [scope])))
        assert listed == allowed
        for name, answer in answers.items():
            if name in allowed:
                assert not answer.is_error
            else:
                assert error_of(answer)["code"] == "forbidden"


def test_another_corpus_looks_like_one_that_does_not_exist(serve: Serve, settings: Settings) -> None:
    from mcp import MCPError

    headers = make(settings, corpora=["laws"])
    client = serve(keys=True)

    async def called(client: "Client") -> list[Any]:
        answers = []
        for name in ("cases", "nothing"):
            for tool, arguments in CALLS.items():
                if tool == "corpora":
                    continue
                given = {"corpora": [name]} if tool == "check_citations" else {"corpus": name}
                answers.append(error_of(await client.call_tool(tool, arguments | given)))
            with pytest.raises(MCPError) as caught:
                await client.read_resource(address(name, "x"))
            answers.append(caught.value.error.data)
        (seen,) = (await client.call_tool("corpora", {})).structured_content["corpora"]
        against = (await client.call_tool("check_citations", {"text": "fyrlagen (2031:12)"})).structured_content
        assert (seen["name"], against["against"]) == ("laws", [{"corpus": "laws", "edition": 2}])
        return answers

    told = ask(called, over_http(client, headers))
    assert len(told) == 14
    assert len({json.dumps(one) for one in told}) == 1
    assert told[0]["code"] == "forbidden"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 400),
        ({"Origin": "http://localhost:8321"}, 200),
    ],
)
def test_pages_of_other_sites_are_turned_away(client: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert initialize(client, headers).status_code == status


def test_limits_are_those_of_the_api(serve: Serve) -> None:
    client = serve(rate="2/minute")
    assert client.get("/mcp").status_code == 405
    assert client.post("/mcp", content=b"x" * 100_000).status_code == 413
    assert [initialize(client, {}).status_code for _ in range(3)] == [200, 200, 429]


def test_a_tool_has_the_scope_of_what_it_does() -> None:
    assert {name for name, one in TOOLS.items() if one.scope is Scope.SEARCH} == SEARCHES
