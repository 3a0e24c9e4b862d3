"""The API does what its own description says."""

from typing import Any

import httpx
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as drawing

from piperoll.settings import Settings
from tests.serve.conftest import Serve
from tests.serve.test_keys import make

EXAMPLES = 15
"""Requests to each path; benchmarks/serve.py sends more."""


def described(client: httpx.Client) -> Any:
    """The description of the API."""
    return client.get("/api/openapi.json").json()


def test_every_path_is_described_with_examples_and_problems(client: httpx.Client) -> None:
    told = described(client)
    assert set(told["paths"]) == {
        "/healthz", "/readyz", "/metrics", "/api/corpora", "/api/editions", "/api/search", "/api/search/cases",
        "/api/context", "/api/ask", "/api/check", "/api/documents/{key}", "/api/documents/{key}/diff",
        "/api/documents/{key}/cited-by", "/api/facts",
    }  # fmt: skip
    for path, methods in told["paths"].items():
        for operation in methods.values():
            assert {"400", "401", "403", "404", "422", "429", "503"} <= set(operation["responses"]), path
            assert operation["description"]
            if body := operation.get("requestBody"):
                name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                assert told["components"]["schemas"][name]["examples"]


def test_every_field_that_takes_text_has_a_limit(client: httpx.Client) -> None:
    told = described(client)
    for name in ("SearchRequest", "ContextRequest", "AskRequest", "CheckRequest", "CasesRequest"):
        for field, schema in told["components"]["schemas"][name]["properties"].items():
            kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") == "string"]
            assert all("maxLength" in one or {"format", "enum", "const"} & one.keys() for one in kinds), (name, field)
    parameters = [one for methods in told["paths"].values() for operation in methods.values()
                  for one in operation.get("parameters", [])]  # fmt: skip
    assert parameters
    for one in parameters:
        kinds = [kind for kind in one["schema"].get("anyOf", [one["schema"]]) if kind.get("type") == "string"]
        assert all("maxLength" in kind or "format" in kind for kind in kinds), one["name"]


def test_drawn_requests_get_what_is_described(serve: Serve, settings: Settings) -> None:
    import schemathesis  # half a second, in one process of the suite

    key = make(settings)
    client = serve(keys=True)
    schema = schemathesis.openapi.from_dict(described(client))
    schema.config.update(base_url=str(client.base_url))
    for result in schema.get_all_operations():
        send_drawn(result.ok(), key)


def send_drawn(operation: Any, key: dict[str, str]) -> None:
    """Send drawn requests to one path.

    What fits the description may still be refused: there is no such corpus, or a condition cannot be read.
    """
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    @drawing(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck),
             phases=[Phase.explicit, Phase.generate])  # fmt: skip
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        case.call_and_validate(headers=key, excluded_checks=[positive_data_acceptance])

    send()
