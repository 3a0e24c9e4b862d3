"""Ask a model by way of the memo: no answer is paid for twice, whoever asks, and whatever dies.

An answer is stored when it comes, in the transaction that says that it is no longer under way, and is used after that.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event

from psycopg import Connection

from piperoll.errors import PiperollError
from piperoll.llm import models
from piperoll.llm.budget import Ceilings
from piperoll.llm.client import ModelClient, Told
from piperoll.llm.prices import Usage, price
from piperoll.llm.request import Answer, Ended, Outcome, Request, judged
from piperoll.patience import Busy, Failed, Patience, Refused
from piperoll.settings import ModelSettings
from piperoll.store import answers, batches
from piperoll.store.answers import DONE, Asker, Spending
from piperoll.store.services import Claims, Limits, claims

LOOK_SECONDS = 0.2
"""After which it is looked whether requests that another process has sent have their answers."""
BLAMED_AFTER = 10
"""Failures of one request, of a service that works otherwise, until it is given up: some minutes."""

Keyed = Mapping[bytes, Request]


@dataclass
class Counts:
    """Count what a desk did. ``price`` is in dollars."""

    asked: int = 0
    reused: int = 0
    tokens: int = 0
    price: float = 0.0
    ended: dict[Ended, int] = field(default_factory=lambda: defaultdict(int))


class Desk:
    """A desk takes the requests of one stage to one model. It is used by one thread, and asks by several."""

    def __init__(
        self, connection: Connection, own: Connection, name: str, asker: Asker, ceilings: Ceilings | None = None
    ) -> None:
        """Open a desk.

        Args:
            connection: in autocommit.
            own: another one in autocommit, for the limits of the service alone: threads use it.
            name: of the model in the settings.
            asker: for whom.
            ceilings: what may be spent; None: all that is needed.

        Raises:
            UsageError: ``model_unknown``, or ``model_price``: nobody knows what it costs.
        """
        self.connection, self.name, self.asker = connection, name, asker
        self.table: ModelSettings = models.described(name)
        self.client: ModelClient = models.get(name)
        self.service = f"model {name}"
        self.limits = Limits(own, self.service, self.table.requests_per_minute, self.table.tokens_per_minute)
        self.ceilings = ceilings or Ceilings()
        self.counts = Counts()
        self.listen: Callable[[], Told] | None = None
        """Called whenever a request is sent, also once more; what it returns is told each part of the answer."""
        self.why_not = ""
        """Why nothing more is asked, for people; "": it is."""
        price(name, self.table, Usage(0, 0))

    def ask(self, requests: Sequence[Request]) -> Iterator[tuple[int, Outcome]]:
        """Yield what comes of each request, with its place, in the order in which that is known.

        A request whose answer does not fit its schema is asked once more.

        Raises:
            PiperollError: the service does not answer, or the settings are wrong. What it answered before is stored.
        """
        todo = dict(enumerate(requests))
        while todo:
            again: dict[int, Request] = {}
            places: defaultdict[bytes, list[int]] = defaultdict(list)
            for place, request in todo.items():
                places[request.key(self.table)].append(place)
            keyed = {key: todo[its[0]] for key, its in places.items()}
            for key, result in self._answered(keyed):
                outcome = judged(keyed[key], result) if isinstance(result, Answer) else result
                for place in places[key]:
                    if outcome.ended is Ended.INVALID and isinstance(result, Answer) and not keyed[key].correction:
                        again[place] = keyed[key].corrected(result, outcome.told)
                        continue
                    self.counts.ended[outcome.ended] += 1
                    yield place, outcome
            todo = again

    def found(self, keys: Sequence[bytes]) -> dict[bytes, Answer]:
        """Return the answers that are stored, by the keys of their requests."""
        return {
            key: Answer(text, stopped, Usage(*tokens))
            for key, (text, stopped, *tokens) in answers.find(self.connection, keys).items()
        }

    def keep(self, asker: Asker, key: bytes, reckoned: tuple[int, int], answer: Answer, *, batched: bool) -> None:
        """Keep an answer with what it cost, in the transaction of the caller.

        Args:
            asker: who asked.
            key: of the request.
            reckoned: tokens of the request and of its answer, as they were reckoned.
            answer: as it came.
            batched: whether it came in a batch, at half the price.
        """
        cost = price(self.name, self.table, answer.usage, batch=batched)
        told = {
            "key": key,
            "model": self.table.model,
            "stopped": answer.stopped,
            "answer": answer.text,
            "reckoned_input": reckoned[0],
            "reckoned_output": reckoned[1],
            "batched": batched,
            **{name: getattr(answer.usage, name) for name in answers.TOKENS},
            "price": cost,
        }
        answers.put(self.connection, asker, told)
        self.counts.asked += 1
        self.counts.tokens += answer.usage.total
        self.counts.price += cost

    def reckoned(self, request: Request, *, batched: bool = False) -> float:
        """Return what a request may cost: it is taken for spent until its answer tells."""
        return price(self.name, self.table, request.reckoned(), batch=batched)

    def spending(self) -> Spending:
        """Return what was spent, as far as a ceiling needs it."""
        return answers.spending(self.connection, self.asker) if self.ceilings != Ceilings() else Spending(0, 0, 0, 0)

    def check(self) -> bool:
        """Return whether the model can be asked at all; else ``why_not`` says why it cannot."""
        try:
            self.client.check()
        except PiperollError as error:
            self.why_not = error.message
            return False
        return True

    def _answered(self, keyed: Keyed) -> Iterator[tuple[bytes, Answer | Outcome]]:
        found = self.found(list(keyed))
        self.counts.reused += len(found)
        yield from found.items()
        lacking = {key: request for key, request in keyed.items() if key not in found}
        if lacking and not self.check():
            yield from ((key, Outcome(Ended.OFF, told=self.why_not)) for key in lacking)
        elif lacking:
            yield from self._asked(lacking)

    def _asked(self, lacking: Keyed) -> Iterator[tuple[bytes, Answer | Outcome]]:
        """Send requests, but for those that another process sends now, which are waited for, and those in a batch."""
        known = batches.known(self.connection, list(lacking))
        pending = {key for key, (in_batch, _) in known.items() if in_batch}
        yield from ((key, Outcome(Ended.PENDING)) for key in pending)
        waiting, ended = {key: request for key, request in lacking.items() if key not in pending}, Event()
        patience = Patience(self.name, self.limits, self.table.patience, ended)
        running: dict[Future[Answer], bytes] = {}
        failure: Exception | None = None
        with claims(self.connection, self.service, DONE) as claimed:
            pool = ThreadPoolExecutor(self.table.connections, "model")
            try:
                while running or (waiting and not failure):
                    if waiting and not failure and not self.why_not:
                        for key in self._claimed(claimed, waiting, self.table.connections - len(running)):
                            request = waiting.pop(key)
                            running[pool.submit(self._send, request, patience)] = key
                    if self.why_not and not running:
                        yield from ((key, Outcome(Ended.CEILING, told=self.why_not)) for key in waiting)
                        break
                    if not running:
                        yield from self._by_others(waiting)
                        time.sleep(LOOK_SECONDS if waiting else 0)
                        continue
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        key = running.pop(future)
                        try:
                            yield key, self._taken(claimed, key, lacking[key], future)
                        except Exception as error:
                            failure = failure or error
                            ended.set()
            finally:
                ended.set()
                pool.shutdown(cancel_futures=True)
        if failure:
            raise failure

    def _claimed(self, claimed: Claims, waiting: dict[bytes, Request], most: int) -> list[bytes]:
        """Claim requests that may be sent now; those of others go to the end of the line."""
        if most < 1:
            return []
        keys = list(waiting)[:most]
        prices = [self.reckoned(waiting[key]) for key in keys]
        with self.connection.transaction():
            answers.hold_budget(self.connection)
            spent = self.spending()
            fitting = self.ceilings.fitting(spent, prices)
            mine = claimed.take(keys[:fitting], prices[:fitting])
        if not fitting and not spent.claimed:
            self.why_not = self.ceilings.reached(spent, prices[0])
        for key in keys[:fitting]:
            if key not in mine:
                waiting[key] = waiting.pop(key)
        return [key for key in keys if key in mine]

    def _by_others(self, waiting: dict[bytes, Request]) -> Iterator[tuple[bytes, Answer]]:
        """Yield what other processes have got meanwhile."""
        for key, answer in self.found(list(waiting)).items():
            self.counts.reused += 1
            del waiting[key]
            yield key, answer

    def _taken(self, claimed: Claims, key: bytes, request: Request, future: Future[Answer]) -> Answer | Outcome:
        """Store what came of a request, and return it."""
        try:
            answer = future.result()
        except Refused as error:
            claimed.drop([key])
            return Outcome(Ended.REJECTED, told=str(error))
        with self.connection.transaction():
            reckoned = request.reckoned()
            self.keep(self.asker, key, (reckoned.read, reckoned.output), answer, batched=False)
            batches.forget(self.connection, [key])
            claimed.drop([key])
            self.limits.spend(self.connection, 1, 1, answer.usage.total, reckoned.total)
        return answer

    def _send(self, request: Request, patience: Patience) -> Answer:
        """Return the answer to one request, however often it must be sent."""
        failures, body = 0, request.body(self.table)

        def blame(error: Failed) -> None:
            nonlocal failures
            failures += 1
            if failures >= BLAMED_AFTER:
                with suppress(Busy, Failed):  # then it is the service, which is waited for
                    self.client.ping()
                    raise Refused(str(error))

        def once() -> Answer:
            return self.client.ask(body, self.listen and self.listen())

        return patience.answered(once, request.reckoned().total, blame)
