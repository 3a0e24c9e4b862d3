"""Batches: written down before they are handed in, found again whatever dies, and their answers taken once."""

import threading
import time
from typing import Any

import pytest

from piperoll.llm.batches import BatchDesk
from piperoll.llm.budget import Ceilings
from piperoll.llm.request import Ended, Outcome
from piperoll.patience import Failed
from piperoll.store import batches
from piperoll.store.answers import Asker
from tests.claude import Claude
from tests.extras import needs
from tests.llm.conftest import Office, request

needs("anthropic", "the extra claude is not installed")

TEXTS = [f"say w{number}" for number in range(6)]


class Died(Exception):
    """The process died here."""


def desk(office: Office, corpus: str = "laws", ceilings: Ceilings | None = None) -> BatchDesk:
    return BatchDesk(office.connect(), office.connect(), "m", Asker(corpus, "run 1", "test"), ceilings)


def hand_in(office: Office, *texts: str, **more: Any) -> list[Ended]:
    made = desk(office, **more)
    found: dict[int, Outcome] = dict(made.ask([request(text) for text in texts]))
    made.connection.close()
    return [found[place].ended for place in range(len(texts))]


def test_what_is_handed_in_is_pending_until_its_answer_is_taken(office: Office, server: Claude) -> None:
    server.batch_seconds = 2.0
    assert hand_in(office, *TEXTS) == [Ended.PENDING] * 6
    assert hand_in(office, *TEXTS) == [Ended.PENDING] * 6, "and not handed in again"
    assert office.ask(*TEXTS)[0].ended is Ended.PENDING, "nor asked directly"
    taker = desk(office)
    assert taker.take() == 1
    while taker.take():
        time.sleep(0.05)
    assert [outcome.value.word for outcome in office.ask(*TEXTS)] == [f"w{number}" for number in range(6)]
    assert set(server.paid.values()) == {1} and len(server.batches) == 1


def test_two_that_take_the_answers_take_them_once(office: Office, server: Claude) -> None:
    hand_in(office, *TEXTS)
    threads = [threading.Thread(target=lambda: desk(office).take()) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(office.rows()) == 6


@pytest.mark.parametrize("died", ["before", "after"])
def test_a_batch_whose_process_died_is_found_or_handed_in_again(
    office: Office, server: Claude, monkeypatch: pytest.MonkeyPatch, died: str
) -> None:
    def die(*_: Any) -> None:
        raise Died

    with monkeypatch.context() as patch:
        if died == "before":
            patch.setattr("piperoll.llm.claude.Claude.submit", die)
        else:
            patch.setattr(batches, "named", die)
        with pytest.raises(Died):
            hand_in(office, *TEXTS)
    assert len(server.batches) == (died == "after")
    hand_in(office, "say other")
    desk(office).take()
    hand_in(office, *TEXTS)
    desk(office).take()
    assert {outcome.ended for outcome in office.ask(*TEXTS)} == {Ended.ANSWERED}
    assert set(server.paid.values()) == {1}
    assert office.connect().execute("SELECT FROM model_batch").fetchone() is None


def test_a_batch_that_looks_alike_and_is_another_costs_nothing(
    office: Office, server: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: Any) -> None:
        raise Died

    hand_in(office, *(f"say other{number}" for number in range(6)))
    office.connect().execute("DELETE FROM model_request")
    office.connect().execute("DELETE FROM model_batch")
    with monkeypatch.context() as patch:
        patch.setattr("piperoll.llm.claude.Claude.submit", die)
        with pytest.raises(Died):
            hand_in(office, *TEXTS)
    desk(office).take()
    hand_in(office, *TEXTS)
    desk(office).take()
    assert {outcome.ended for outcome in office.ask(*TEXTS)} == {Ended.ANSWERED}
    assert len(office.rows()) == 6, "answers to what was not asked are not stored"


def test_a_cut_answer_to_handing_in_does_not_hand_in_twice(
    office: Office, server: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    from piperoll.llm.claude import Claude as Client

    honest = Client.submit

    def cut(self: Client, bodies: Any) -> str:
        honest(self, bodies)
        raise Failed("cut")

    monkeypatch.setattr(Client, "submit", cut)
    hand_in(office, *TEXTS)
    assert len(server.batches) == 1
    desk(office).take()
    assert {outcome.ended for outcome in office.ask(*TEXTS)} == {Ended.ANSWERED}


def test_a_batch_that_the_service_has_lost_is_handed_in_again(office: Office, server: Claude) -> None:
    hand_in(office, *TEXTS)
    server.batches.clear()
    server.paid.clear()
    assert desk(office).take() == 0
    assert hand_in(office, *TEXTS) == [Ended.PENDING] * 6
    desk(office).take()
    assert {outcome.ended for outcome in office.ask(*TEXTS)} == {Ended.ANSWERED}


def test_only_what_fits_below_a_ceiling_is_handed_in(office: Office, server: Claude) -> None:
    one = desk(office).reckoned(request(TEXTS[0]), batched=True)
    ended = hand_in(office, *TEXTS, ceilings=Ceilings(month=one * 3.5))
    assert ended == [Ended.PENDING] * 3 + [Ended.CEILING] * 3
    assert hand_in(office, *TEXTS, ceilings=Ceilings(month=one * 3.5))[3:] == [Ended.CEILING] * 3, "pending counts"


def test_batches_of_another_corpus_are_not_waited_for(office: Office, server: Claude) -> None:
    server.batch_seconds = 60
    hand_in(office, *TEXTS, corpus="other")
    assert desk(office).take() == 0
    assert desk(office, "other").take() == 1
