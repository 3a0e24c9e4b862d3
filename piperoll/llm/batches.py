"""Ask a model in batches: at half the price, and answered within a day.

What is handed in is written down before, and its name at the service before anybody waits. A process that dies between
the two leaves an orphan: the service's own list tells whether it has it. Whoever comes next takes the answers, once.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import islice
from threading import Event
from typing import Any

import orjson

from piperoll.errors import PiperollError
from piperoll.llm.client import Batching, BatchState
from piperoll.llm.desk import Desk, Keyed
from piperoll.llm.request import Answer, Ended, Outcome, Request
from piperoll.patience import Failed, Patience, Refused
from piperoll.store import answers, batches
from piperoll.store.answers import DONE
from piperoll.store.services import claims

log = logging.getLogger("piperoll")

MOST_REQUESTS = 10_000
MOST_BYTES = 100_000_000
"""Of a batch: the service takes 100,000 requests and 256 MB."""
MOST_FAILURES = 3
"""Batches in which a request may fail; then it is left to be asked directly."""
SKEW = timedelta(minutes=10)
"""By which the clocks of the service and the database may differ."""


class BatchDesk(Desk):
    """A batch desk hands requests in instead of waiting for their answers. What it hands in is pending."""

    def _asked(self, lacking: Keyed) -> Iterator[tuple[bytes, Answer | Outcome]]:
        known = batches.known(self.connection, list(lacking))
        todo = {}
        for key, request in lacking.items():
            pending, failed = known.get(key, (False, 0))
            if pending:
                yield key, Outcome(Ended.PENDING)
            elif failed < MOST_FAILURES:
                todo[key] = request
            else:
                yield key, Outcome(Ended.REJECTED, told=f"it failed in {failed} batches")
        rest = iter(todo.items())
        while few := self._few(rest):
            fitting = 0 if self.why_not else self._hand_in(few)
            for place, key in enumerate(few):
                yield key, Outcome(Ended.PENDING) if place < fitting else Outcome(Ended.CEILING, told=self.why_not)

    def take(self) -> int:
        """Take the answers of batches that have ended, and return how many batches of the corpus have not."""
        self._adopt()
        at_work = 0
        for batch, service_id in batches.open_of(self.connection, self.name, self.asker.corpus):
            with self.connection.transaction():
                if not batches.hold(self.connection, batch):
                    at_work += 1
                    continue
                at_work += not self._take(batch, service_id)
        return at_work

    @property
    def _service(self) -> Batching:
        assert isinstance(self.client, Batching)
        return self.client

    @property
    def _patience(self) -> Patience:
        return Patience(self.name, self.limits, self.table.patience, Event())

    def _few(self, rest: Iterator[tuple[bytes, Request]]) -> dict[bytes, Request]:
        """Return the requests of the next batch."""
        few: dict[bytes, Request] = {}
        size = 0
        for key, request in islice(rest, MOST_REQUESTS):
            few[key] = request
            size += len(orjson.dumps(request.body(self.table)))
            if size > MOST_BYTES:
                break
        return few

    def _hand_in(self, requests: Mapping[bytes, Request]) -> int:
        """Hand requests in, and return how many of them, from the first, the ceilings let be in a batch."""
        reckoned = [
            (key, self.reckoned(one, batched=True), one.reckoned().read, one.reckoned().output)
            for key, one in requests.items()
        ]
        prices = [price for _, price, *_ in reckoned]
        with claims(self.connection, self.service, DONE) as claimed:
            with self.connection.transaction():
                answers.hold_budget(self.connection)
                spent = self.spending()
                fitting = self.ceilings.fitting(spent, prices)
                if fitting < len(prices):
                    self.why_not = self.ceilings.reached(spent, prices[fitting]) or "other requests are under way"
                if not fitting:
                    return 0
                batch = batches.begin(self.connection, self.name, claimed.owner)
                mine = batches.put(self.connection, batch, self.asker, reckoned[:fitting])
                if not mine:
                    batches.end(self.connection, batch, [])
            if mine:
                self._submit(batch, {key.hex(): requests[key].body(self.table) for key in sorted(mine)})
        return fitting

    def _submit(self, batch: int, bodies: Mapping[str, Any]) -> None:
        """Hand a batch to the service. Where that fails it may have it all the same, and is asked for it."""

        def once() -> str:
            try:
                return self._service.submit(bodies)
            except Failed:
                began = self.connection.execute("SELECT created_at FROM model_batch WHERE id = %s", (batch,)).fetchone()
                assert began
                if found := self._like(began[0], len(bodies)):
                    return found
                raise

        try:
            service_id = self._patience.answered(once, 0, lambda error: None)
        except Refused as error:
            log.warning("%s does not take a batch of %s: %s", self.name, f"{len(bodies):,}", error)
            with self.connection.transaction():
                batches.end(self.connection, batch, [], failed=MOST_FAILURES)
            return
        batches.named(self.connection, batch, service_id)

    def _adopt(self) -> None:
        """Find out what became of batches whose process died while it handed them in."""
        with self.connection.transaction():
            for batch, created_at, count in batches.orphans(self.connection, self.name):
                if service_id := self._like(created_at, count):
                    batches.named(self.connection, batch, service_id)
                else:
                    batches.end(self.connection, batch, [], failed=0)

    def _like(self, created_at: Any, count: int) -> str:
        """Return the name of a batch of so many requests that the service has since then, and nobody knows; "": none.

        Its answers tell whether it was the right one: those to other requests are not looked at.
        """
        known = batches.names(self.connection, self.name)

        def found() -> list[BatchState]:
            return [
                state
                for state in self._service.states()
                if state.service_id not in known and state.requests == count and state.created_at >= created_at - SKEW
            ]

        states = self._patience.answered(found, 0, lambda error: None)
        return min(states, key=lambda state: state.created_at).service_id if states else ""

    def _take(self, batch: int, service_id: str) -> bool:
        """Take the answers of a batch, in the transaction of the caller; return whether it has ended."""
        patience = self._patience
        try:
            if not patience.answered(partial(self._service.state, service_id), 0, lambda error: None).ended:
                return False
            results = patience.answered(lambda: dict(self._service.results(service_id)), 0, lambda error: None)
        except PiperollError as error:
            if error.code != "service_wrong":
                raise
            log.warning("%s does not know batch %s: its requests are handed in again", self.name, service_id)
            results = {}
        handed = batches.requests(self.connection, batch)
        answered = []
        for key, (asker, reckoned) in handed.items():
            result = results.get(key.hex(), "nothing came")
            if isinstance(result, Answer):
                self.keep(asker, key, reckoned, result, batched=True)
                answered.append(key)
        batches.end(self.connection, batch, answered)
        if failed := len(handed) - len(answered):
            log.warning("%s: %s of %s requests of a batch failed", self.name, f"{failed:,}", f"{len(handed):,}")
        return True
