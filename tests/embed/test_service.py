"""Each kind of service, over real HTTP: faults pass, bad texts are alone, keys stay where they are."""

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import numpy as np
import pytest

from piperoll.embed import service as services_module
from piperoll.embed.backend import Part
from piperoll.embed.batching import estimated
from piperoll.embed.openai import retry_after
from piperoll.embed.service import Answer, Service
from piperoll.embed.services import service
from piperoll.errors import PiperollError, UsageError
from piperoll.patience import Busy, NoMeter
from piperoll.settings import BackendSettings
from tests.services import ENVIRONMENT, FAULTS, KEY, KINDS, Embedder, embedder, vector

DIMENSION = 64
TEXTS = [f"provision {number} says that a fee is due" for number in range(120)]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("piperoll.patience.FIRST_WAIT", 0.01)


@pytest.fixture
def server() -> Iterator[Embedder]:
    with embedder(DIMENSION) as made:
        yield made


def made(server: Embedder, kind: str, **more: Any) -> Service:
    return service("svc", BackendSettings(**(server.settings(kind) | {"batch_texts": 16} | more)))


class Told(NoMeter):
    """A meter that remembers what it was told."""

    def __init__(self) -> None:
        self.held: list[float] = []
        self.taken = 0

    def take(self, tokens: int) -> float:
        self.taken += 1
        return 0.0

    def hold(self, seconds: float) -> None:
        self.held.append(seconds)


def together(parts: Iterator[Part]) -> tuple[dict[int, Any], dict[int, str]]:
    """Return vectors and refusals by place; each place comes once."""
    vectors: dict[int, Any] = {}
    refused: dict[int, str] = {}
    for part in parts:
        assert not (vectors.keys() | refused.keys()) & ({*part.places} | part.refused.keys())
        vectors |= dict(zip(part.places, part.vectors, strict=True))
        refused |= part.refused
    return vectors, refused


@pytest.mark.parametrize("kind", KINDS)
def test_vectors_come_in_the_order_of_the_texts(server: Embedder, kind: str) -> None:
    result = made(server, kind).embed(TEXTS)
    wanted = np.stack([vector(text, DIMENSION) for text in TEXTS])
    assert np.allclose(result.vectors.astype(np.float32), wanted, atol=1e-3)
    assert result.tokens == sum(len(text) // 4 + 1 for text in TEXTS), "as the service counts them"
    assert max(server.sent.values()) == 1


def test_each_kind_has_its_own_address_and_key(server: Embedder) -> None:
    for kind in KINDS:
        made(server, kind).embed(["one"])
    assert set(server.paths) == {
        "/v1/embeddings",
        "/openai/deployments/our-m/embeddings?api-version=2024-10-21",
        "/model/amazon.titan-embed-text-v2%3A0/invoke",
        "/model/cohere.embed-v4%3A0/invoke",
    }
    assert {KEY, f"Bearer {KEY}"} <= server.keys


def test_a_service_of_ones_own_is_sent_no_key_unless_settings_name_it(
    server: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-service")
    table = {name: value for name, value in server.settings("openai").items() if name != "key_env"}
    service("svc", BackendSettings(**table)).embed(["one"])
    assert server.keys == {""}


def test_cohere_is_told_what_is_looked_for(server: Embedder) -> None:
    backend = made(server, "bedrock-cohere", query_prefix="q: ", passage_prefix="p: ")
    backend.embed(["found"])
    backend.embed_query(["looked for"])
    assert server.kinds == {"search_document": 1, "search_query": 1}
    assert set(server.sent) == {"p: found", "q: looked for"}


@pytest.mark.parametrize("kind", KINDS)
def test_faults_pass_and_nothing_that_was_answered_is_sent_again(kind: str) -> None:
    with embedder(DIMENSION, share=0.3) as server:
        vectors, refused = together(made(server, kind, batch_texts=4).parts(TEXTS, NoMeter()))
    assert len(vectors) == len(TEXTS)
    assert refused == {}
    assert {server.given[text] for text in TEXTS} == {1}
    assert sum(count for fault, count in server.made.items() if fault) > 5


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_passes(fault: str) -> None:
    with embedder(DIMENSION, share=0.25, faults=[fault]) as server:
        vectors, _ = together(made(server, "openai", batch_texts=4).parts(TEXTS[:60], NoMeter()))
    assert len(vectors) == 60
    assert server.made[fault], "the fault was made"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad", ["POISON", "CRASH"])
def test_a_bad_text_is_alone_and_the_others_have_vectors(server: Embedder, kind: str, bad: str) -> None:
    texts = [*TEXTS[:20], f"{bad} is in it", *TEXTS[20:40]]
    vectors, refused = together(made(server, kind).parts(texts, NoMeter()))
    assert refused.keys() == {20}
    assert len(vectors) == 40
    assert KEY not in refused[20], "the server quotes it"
    assert max(server.given[text] for text in texts) == 1


def test_a_text_that_is_too_long_is_read_in_windows_by_their_mean() -> None:
    text = " ".join(f"word{number}" for number in range(700))
    with embedder(DIMENSION, longest=2_000) as server:
        result = made(server, "openai").embed([*TEXTS[:3], text])
    assert result.windowed == 1
    windows = [one for one in server.given if "word" in one]
    assert "".join(sorted(windows, key=text.index)) == text, "no character is lost"
    mean = np.sum([vector(one, DIMENSION) for one in windows], axis=0)
    assert np.allclose(result.vectors[3].astype(np.float32), mean / np.linalg.norm(mean), atol=1e-3)


def test_a_text_over_the_limit_of_settings_is_cut_before_it_is_sent(server: Embedder) -> None:
    text = " ".join(f"word{number}" for number in range(300))
    result = made(server, "openai", max_tokens=100).embed([text, ""])
    assert result.windowed == 1
    assert max(len(one) for one in server.sent) <= 300
    assert "-" in server.sent, "an empty text has a vector, too"


def test_other_processes_wait_as_long_as_the_service_asked() -> None:
    meter = Told()
    with embedder(DIMENSION, share=0.5, faults=["busy"]) as server:
        list(made(server, "openai").parts(TEXTS, meter))
        assert len(meter.held) == server.made["busy"] > 0
    assert min(meter.held) >= 0.2, "the server says 0.2 seconds"
    assert meter.taken == len(server.arrivals), "each request is counted, also those that fail"


def test_a_service_that_is_out_of_order_ends_the_run_after_some_time() -> None:
    with embedder(DIMENSION, share=1.0, faults=["error"]) as server, pytest.raises(PiperollError) as caught:
        made(server, "openai", patience=1).embed(TEXTS)
    assert caught.value.code == "service_unreachable"


def test_a_service_that_nobody_answers_at(server: Embedder) -> None:
    backend = made(server, "openai", patience=0.5, url="http://127.0.0.1:9/v1")
    with pytest.raises(PiperollError) as caught:
        backend.embed(["one"])
    assert caught.value.code == "service_unreachable"


def test_a_reader_does_not_wait_as_long_as_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services_module, "QUERY_PATIENCE", 0.3)
    with embedder(DIMENSION, share=1.0, faults=["error"]) as server, pytest.raises(PiperollError) as caught:
        made(server, "openai", patience=900).embed_query(["who is liable"])
    assert caught.value.code == "service_unreachable"


def test_to_wait_for_the_limit_is_no_failure_of_the_service() -> None:
    """A request that waits longer for its turn than the patience, and then fails once, is sent again."""

    class Slow(NoMeter):
        def take(self, tokens: int) -> float:
            return 1.2

    with embedder(DIMENSION, share=0.5, faults=["error"]) as server:
        vectors, _ = together(made(server, "openai", patience=1.0, batch_texts=40).parts(TEXTS, Slow()))
        assert server.made["error"]
    assert len(vectors) == len(TEXTS)


def test_a_service_that_wants_to_be_left_alone_for_a_day(server: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = made(server, "openai")

    def tomorrow(texts: Any, *, query: bool) -> Any:
        raise Busy("the quota of today is used up", 86_400)

    monkeypatch.setattr(backend.api, "ask", tomorrow)
    with pytest.raises(PiperollError, match="quota of today") as caught:
        backend.embed(["one"])
    assert caught.value.code == "service_unreachable"


def test_numbers_that_are_large_are_no_zeros(server: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = made(server, "openai")
    answer = Answer([[1e30] * DIMENSION], 1)
    monkeypatch.setattr(backend.api, "ask", lambda texts, query: answer)
    assert np.allclose(backend.embed(["one"]).vectors.astype(np.float32), DIMENSION**-0.5, atol=1e-3)


def test_what_others_brought_comes_before_the_error(server: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """One request of four is denied; what the three beside it were answered is paid for."""
    backend = made(server, "openai", batch_texts=1)
    ask = backend.api.ask

    def denied(texts: Any, *, query: bool) -> Any:
        if "provision 0 " in texts[0]:
            raise PiperollError("service_denied", "no", remedy="")
        return ask(texts, query=query)

    monkeypatch.setattr(backend.api, "ask", denied)
    server.delay = 0.3
    got: list[int] = []
    with pytest.raises(PiperollError, match="no"):
        for part in backend.parts(TEXTS[:40], NoMeter()):
            got += part.places
    assert {TEXTS[place] for place in got} == set(server.given)
    assert len(got) >= 1


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"dimension": 32}, "backend_dimension"),
        ({"key_env": "NOT_SET_KEY"}, "service_key"),
    ],
)
def test_what_is_wrong_for_every_text_stops_at_once(server: Embedder, more: Mapping[str, Any], code: str) -> None:
    with pytest.raises(PiperollError) as caught:
        made(server, "openai", **more).embed(TEXTS)
    assert caught.value.code == code
    assert caught.value.remedy


def test_a_service_that_refuses_everything_is_set_up_wrong() -> None:
    with embedder(DIMENSION, longest=1) as server, pytest.raises(PiperollError) as caught:
        made(server, "openai").embed(TEXTS)
    assert caught.value.code == "service_refused"
    assert len(server.arrivals) < 12, "not each text by itself"


def test_a_first_request_that_is_refused_while_the_service_stumbles(server: Embedder) -> None:
    """The word that it is asked for fails: that is no reason to give up, and the fault of no text."""
    server.share, server.faults = 1.0, ["error"]
    backend = made(server, "openai", patience=5)
    ask, asked = backend.api.ask, []

    def mended(texts: Any, *, query: bool) -> Any:
        asked.append(texts)
        server.share = 1.0 if len(asked) < 3 else 0.0
        return ask(texts, query=query)

    backend.api.ask = mended  # type: ignore[method-assign]
    vectors, refused = together(backend.parts(["POISON", *TEXTS[:5]], NoMeter()))
    assert (len(vectors), refused.keys()) == (5, {0})


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("openai", {"url": "http://[::1:80/v1"}),
        ("bedrock-titan", {"region": "eu north"}),
        ("bedrock-titan", {"url": "http://[::1:80"}),
    ],
)
def test_an_address_that_is_none_stops_at_once(server: Embedder, kind: str, more: dict[str, str]) -> None:
    with pytest.raises(PiperollError) as caught:
        made(server, kind, **more).embed(["one"])
    assert caught.value.code == "service_wrong"


def test_how_many_texts_a_request_has(server: Embedder) -> None:
    for kind, wanted, most in (
        ("openai", 40, 40),
        ("openai", 9_999, 2_048),
        ("bedrock-titan", 40, 1),
        ("bedrock-cohere", 40, 40),
        ("bedrock-cohere", 400, 96),
    ):
        assert made(server, kind, batch_texts=wanted).api.texts == most


@pytest.mark.parametrize(("usage", "tokens"), [({"usage": {"total_tokens": 7}}, 7), ({}, estimated(TEXTS[0]))])
def test_an_answer_may_say_less(
    server: Embedder, monkeypatch: pytest.MonkeyPatch, usage: dict[str, Any], tokens: int
) -> None:
    """Some servers number no vectors, and count all tokens only, or none."""
    backend = made(server, "openai")
    reply = httpx.Response(200, json={"data": [{"embedding": vector(TEXTS[0], DIMENSION).tolist()}]} | usage)
    monkeypatch.setattr(backend.api._client, "post", lambda *_, **__: reply)  # type: ignore[attr-defined]
    assert backend.embed([TEXTS[0]]).tokens == tokens


def test_fewer_numbers_are_the_first_ones_and_normalised(server: Embedder) -> None:
    result = made(server, "openai", dimension=16, model_dimension=DIMENSION).embed(TEXTS[:5])
    assert result.vectors.shape == (5, 16)
    kept = vector(TEXTS[2], DIMENSION)[:16]
    assert np.allclose(result.vectors[2].astype(np.float32), kept / np.linalg.norm(kept), atol=1e-3)


def test_all_that_decides_a_vector_is_in_the_identity(server: Embedder) -> None:
    base = made(server, "openai").identity
    for more in (
        {"model": "m-2"},
        {"revision": "q4"},
        {"dimension": 32, "model_dimension": 64},
        {"query_prefix": "q: "},
        {"passage_prefix": "p: "},
        {"max_tokens": 100},
    ):
        assert made(server, "openai", **more).identity != base
    for same in ({"url": "http://elsewhere/v1"}, {"batch_texts": 1}, {"price": 2.0}, {"tokens_per_minute": 9}):
        assert made(server, "openai", **same).identity == base


@pytest.mark.parametrize(
    "table",
    [
        {"kind": "openai", "model": "m"},
        {"kind": "openai", "model": "m", "dimension": 8, "url": "http://localhost:11434/v1"},
        {"kind": "azure-openai", "model": "m", "dimension": 8},
        {"kind": "openai", "model": "m", "dimension": 8, "model_dimension": 4},
    ],
)
def test_settings_that_lack_something_say_what(table: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        service("svc", BackendSettings(**table))
    assert caught.value.code == "backend_settings"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_when_a_service_wants_to_be_asked_again(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_bedrock_without_credentials_says_so(server: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = made(server, "bedrock-titan")
    backend.check()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    with pytest.raises(PiperollError) as caught:
        backend.check()
    assert caught.value.code == "service_key"
