"""What a model is asked, over real HTTP by the real package: stored before it is used, and never paid twice."""

import threading
import time
from typing import Any

import orjson
import pytest

from piperoll import settings as configured
from piperoll.errors import PiperollError, UsageError
from piperoll.llm.budget import Ceilings
from piperoll.llm.client import Batching
from piperoll.llm.models import get
from piperoll.llm.prices import Usage
from piperoll.llm.request import Answer, Ended, Outcome, Prompt, Request
from tests.claude import KEY, Claude
from tests.claude_answers import Reply, asked
from tests.extras import needs
from tests.llm.conftest import PROMPT, Office, Said, last_word, request

needs("anthropic", "the extra claude is not installed")


@pytest.mark.parametrize("kind", ["anthropic", "bedrock"])
def test_an_answer_is_stored_with_its_price_and_never_asked_again(office: Office, server: Claude, kind: str) -> None:
    office.configure(kind)
    outcomes = office.ask("say fyr", "say hamn", "say fyr")
    assert [outcome.value.word for outcome in outcomes] == ["fyr", "hamn", "fyr"]
    assert set(server.paid.values()) == {1} and len(server.paid) == 2
    rows = office.rows()
    assert sum(row["input_tokens"] for row in rows) == server.billed["input_tokens"]
    assert sum(row["output_tokens"] for row in rows) == server.billed["output_tokens"]
    cost = server.billed["input_tokens"] * 1.0 + server.billed["output_tokens"] * 5.0
    assert sum(row["price"] for row in rows) == pytest.approx(cost / 1_000_000)
    assert {(row["corpus"], row["run"], row["stage"], row["stopped"]) for row in rows} == {
        ("laws", "run 1", "test", "end_turn")
    }
    assert [outcome.value.word for outcome in office.ask("say hamn", "say fyr")] == ["hamn", "fyr"]
    assert sum(server.sent.values()) == 2, "nothing was sent again"


def test_each_kind_has_its_own_address_and_key(office: Office, server: Claude) -> None:
    office.ask("say fyr")
    office.configure("bedrock")
    office.ask("say fyr")
    assert set(server.paths) == {"/v1/messages", "/model/eu.anthropic.claude-haiku-4-5-20251001-v1:0/invoke"}
    assert server.keys == {KEY, "AWS4-HMAC-SHA256"}


@pytest.mark.parametrize(
    "change",
    [
        {"prompt": Prompt("test", 2, PROMPT.text)},
        {"prompt": Prompt("test", 1, "Say a word.")},
        {"prompt": Prompt("other", 1, PROMPT.text)},
        {"output_tokens": 999},
        {"shared": "more"},
    ],
)
def test_whatever_decides_an_answer_is_in_the_key(office: Office, change: dict[str, Any]) -> None:
    table = configured.load().model["m"]
    changed = Request(**{"prompt": PROMPT, "schema": Said, "input": "say fyr"} | change)
    assert changed.key(table) != request("say fyr").key(table)
    for other in ({"model": "claude-sonnet-5"}, {"kind": "bedrock"}, {"effort": "low"}):
        assert request("say fyr").key(table.model_copy(update=other)) != request("say fyr").key(table)
    same = table.model_copy(update={"url": "http://elsewhere", "connections": 9, "price_input": 3.0})
    assert request("say fyr").key(same) == request("say fyr").key(table)


def test_faults_pass_and_no_answer_is_paid_twice(office: Office, server: Claude) -> None:
    server.share, server.retry_after = 0.4, "0.01"
    outcomes = office.ask(*(f"say w{number}" for number in range(60)))
    assert [outcome.value.word for outcome in outcomes] == [f"w{number}" for number in range(60)]
    assert set(server.paid.values()) == {1}
    assert {"busy", "error", "overloaded", "cut", "broken", "event"} <= server.made.keys()


def test_an_answer_that_does_not_fit_is_asked_once_more(office: Office, server: Claude) -> None:
    def brain(body: Any) -> Reply:
        repaired = len(body["messages"]) > 1
        if "never" in asked(body) or not repaired:
            return Reply('{"word": "this word is far longer than it may be"}' if repaired else '{"word": ')
        return last_word(body)

    server.brain = brain
    good, bad = office.ask("say fyr", "never")
    assert (good.ended, good.value.word) == (Ended.ANSWERED, "fyr")
    assert (bad.ended, bad.value) == (Ended.INVALID, None)
    assert "20 characters" in bad.told
    assert sum(server.paid.values()) == 4 and set(server.paid.values()) == {1}
    again = office.ask("say fyr", "never")
    assert [outcome.ended for outcome in again] == [Ended.ANSWERED, Ended.INVALID]
    assert sum(server.sent.values()) == 4, "what was paid for is kept, also when it is of no use"


@pytest.mark.parametrize(
    ("reply", "ended"),
    [
        (Reply("", "refusal"), Ended.REFUSED),
        (Reply('{"word": "fy', "max_tokens"), Ended.TRUNCATED),
        (Reply('{"word": "fyr", "more": 1}'), Ended.INVALID),
        (Reply("", "tool_use", ["delete_all"]), Ended.INVALID),
        (Reply('{"word": "fyr"}', "end_turn", ["delete_all"]), Ended.ANSWERED),
    ],
)
def test_each_end_is_an_outcome_of_its_own(office: Office, server: Claude, reply: Reply, ended: Ended) -> None:
    server.brain = lambda body: reply
    assert office.ask("say fyr")[0].ended is ended
    assert office.rows()[0]["stopped"] == reply.stopped
    before = sum(server.sent.values())
    assert office.ask("say fyr")[0].ended is ended
    assert sum(server.sent.values()) == before, "it was paid for once"


def test_what_the_service_does_not_take_costs_nothing_and_stops_nothing(office: Office, server: Claude) -> None:
    server.window = 50
    long, short = office.ask("far " * 100, "say fyr")
    assert (long.ended, short.ended) == (Ended.REJECTED, Ended.ANSWERED)
    assert "too long" in long.told
    assert len(office.rows()) == 1


def test_without_a_key_nothing_is_sent_and_what_is_stored_is_used(
    office: Office, server: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.ask("say fyr")
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    known, unknown = office.ask("say fyr", "say hamn")
    assert (known.ended, unknown.ended) == (Ended.ANSWERED, Ended.OFF)
    assert "ANTHROPIC_API_KEY" in unknown.told
    assert sum(server.sent.values()) == 1


def test_two_desks_at_once_ask_for_each_answer_once(office: Office, server: Claude) -> None:
    server.delay = 0.02
    texts = [f"say w{number}" for number in range(30)]
    found: list[list[Outcome]] = []
    threads = [threading.Thread(target=lambda: found.append(office.ask(*texts))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [[outcome.value.word for outcome in its] for its in found] == [[f"w{number}" for number in range(30)]] * 3
    assert set(server.paid.values()) == {1}


def test_no_more_requests_at_once_than_settings_allow(office: Office, server: Claude) -> None:
    server.delay = 0.2
    office.configure(connections=2)
    office.ask(*(f"say w{number}" for number in range(6)))
    assert server.at_once == 2


def test_the_limit_of_a_minute_is_kept(office: Office, server: Claude) -> None:
    office.configure(requests_per_minute=600)
    began = time.monotonic()
    office.ask(*(f"say w{number}" for number in range(20)))
    assert server.most(1.0)[0] <= 11
    assert time.monotonic() - began > 1.5


def test_a_ceiling_stops_asking_and_a_higher_one_goes_on(office: Office, server: Claude) -> None:
    texts = [f"say w{number}" for number in range(30)]
    one = office.desk().reckoned(request(texts[0]))
    outcomes = office.ask(*texts, ceilings=Ceilings(month=one * 1.2))
    ended = [outcome.ended for outcome in outcomes]
    assert 0 < ended.count(Ended.ANSWERED) < 30
    assert ended.count(Ended.ANSWERED) + ended.count(Ended.CEILING) == 30
    assert "for a month are spent" in next(outcome.told for outcome in outcomes if outcome.ended is Ended.CEILING)
    assert sum(row["price"] for row in office.rows()) <= one * 1.2
    assert {outcome.ended for outcome in office.ask(*texts)} == {Ended.ANSWERED}
    assert set(server.paid.values()) == {1}


def test_a_ceiling_of_one_corpus_or_run_is_no_other_s(office: Office) -> None:
    with office.connect() as connection:
        office.ask("say fyr")
        connection.execute("UPDATE model_answer SET corpus = 'other', run = 'run 0'")
    one = office.desk().reckoned(request("say fyr"))
    assert office.ask("say hamn", ceilings=Ceilings(corpus=one, run=one))[0].ended is Ended.ANSWERED
    assert office.ask("say kvarn", ceilings=Ceilings(corpus=one))[0].ended is Ended.CEILING


def test_an_unknown_model_or_price_is_told(office: Office) -> None:
    office.configure(model="claude-nobody-9")
    with pytest.raises(UsageError) as caught:
        office.desk()
    assert caught.value.code == "model_price"
    office.configure(model="claude-nobody-9", price_input=1.0, price_output=2.0)
    assert office.ask("say fyr")[0].ended is Ended.ANSWERED
    with pytest.raises(UsageError) as caught:
        get("nobody")
    assert caught.value.code == "model_unknown"


def test_a_wrong_key_ends_it_at_once_and_is_not_shown(office: Office, server: Claude) -> None:
    server.faults, server.share = ("denied",), 0.0
    office.configure(url="http://127.0.0.1:9", patience=0.2)
    with pytest.raises(PiperollError) as caught:
        office.ask("say fyr")
    assert caught.value.code == "service_unreachable"
    assert KEY not in str(caught.value)


def test_only_a_service_that_takes_batches_says_so(office: Office) -> None:
    assert isinstance(get("m"), Batching)
    office.configure("bedrock")
    assert not isinstance(get("m"), Batching)


def test_an_answer_is_told_while_it_comes(office: Office, server: Claude) -> None:
    server.brain = lambda body: Reply("word " * 300)
    parts: list[str] = []
    answer = get("m").ask(request("say fyr").body(configured.load().model["m"]), parts.append)
    assert "".join(parts) == answer.text == "word " * 300
    assert len(parts) > 2


def test_a_shared_text_is_read_from_the_cache(office: Office, server: Claude) -> None:
    desk = office.desk()
    long = "the law of the light " * 400
    office.configure(connections=1)
    found = dict(desk.ask([request(f"say w{number}", shared=long) for number in range(3)]))
    assert {outcome.ended for outcome in found.values()} == {Ended.ANSWERED}
    assert server.billed["cache_creation_input_tokens"] * 2 <= server.billed["cache_read_input_tokens"] * 3
    rows = office.rows()
    assert sum(row["cache_read_tokens"] for row in rows) == server.billed["cache_read_input_tokens"] > 0


def test_ten_thousand_stored_answers_are_read_without_a_request(office: Office, server: Claude) -> None:
    """How long that takes tells benchmarks/llm.py."""
    desk, requests = office.desk(), [request(f"say w{number}") for number in range(10_000)]
    with desk.connection.transaction():
        for one in requests:
            answer = Answer(orjson.dumps({"word": one.input.split()[-1]}).decode(), "end_turn", Usage(1, 1))
            desk.keep(desk.asker, one.key(desk.table), (1, 1), answer, batched=False)
    found = dict(desk.ask(requests))
    assert [found[place].value.word for place in range(10_000)] == [f"w{number}" for number in range(10_000)]
    assert not server.paths and desk.counts.reused == 10_000
