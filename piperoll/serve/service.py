"""Hold what the requests to one process share: the evidence base, the rates, the counts, and whether it is warm."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.applications import Starlette

from piperoll.embed import backend
from piperoll.errors import UsageError
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.prometheus import registry
from piperoll.results.editions import CorpusShown
from piperoll.search import search
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from piperoll.serve.options import ServeOptions

LOG = logging.getLogger("piperoll.serve")
WARM_QUERY = "lamp"
WARM_AGAIN = 10.0
"""Seconds after which a search that failed at the start is tried again."""
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Seconds: searches take tens of milliseconds."""


class Rate:
    """Limit how often each client asks."""

    def __init__(self, text: str) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._item = _parsed(text)

    def hit(self, client: str) -> None:
        """Count a request.

        Raises:
            UsageError: ``rate_exceeded``.
        """
        if not self._limiter.hit(self._item, client):
            raise UsageError("rate_exceeded", f"More than {self._item} were asked.", remedy="Wait, then ask again.")


def _parsed(text: str) -> RateLimitItem:
    try:
        return parse(text)
    except ValueError:
        raise UsageError("bad_rate", f"{text!r} is no rate.", remedy="Write it as 100/second or 600/minute.") from None


class Counts:
    """Count requests for Prometheus, beside what the database tells."""

    def __init__(self, base: EvidenceBase) -> None:
        self.registry: CollectorRegistry = registry(base.connect)
        labels = ["path", "status"]
        self._requests = Counter("piperoll_requests", "Requests answered.", labels, registry=self.registry)
        self._seconds = Histogram(
            "piperoll_request_seconds", "Time to answer.", ["path"], buckets=BUCKETS, registry=self.registry
        )

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            path: as the description of the API has it, so that no key or query becomes a label.
            status: of the answer.
            seconds: that it took.
        """
        self._requests.labels(path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)


@dataclass(frozen=True, slots=True)
class Service:
    """Hold what requests share."""

    base: EvidenceBase
    options: ServeOptions
    rate: Rate
    counts: Counts
    warm: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of(cls, base: EvidenceBase, options: ServeOptions) -> "Service":
        """Return a service on an evidence base."""
        return cls(base, options, Rate(options.rate), Counts(base))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Warm up on a thread of its own, and close the evidence base at the end of the ``with`` block."""
        thread = threading.Thread(target=self._warm_up, name="warm")
        thread.start()
        try:
            yield
        finally:
            self.ended.set()
            thread.join()
            self.base.close()

    def _warm_up(self) -> None:
        """Load models and indexes by one search in each corpus, again and again until all were searched."""
        while not (self.ended.is_set() or self._searched()):
            self.ended.wait(WARM_AGAIN)
        self.warm.set()

    def _searched(self) -> bool:
        """Return whether each corpus was searched; requests are answered all the same, and each tells its own error."""
        try:
            searched = [self._search(corpus) for corpus in self.base.corpora() if not self.ended.is_set()]
            return all(searched)
        except Exception:  # whatever it is, it is tried again, and the service is not ready until then
            LOG.exception("The service is not warm: the corpora cannot be listed.")
            return False

    def _search(self, corpus: CorpusShown) -> bool:
        """Search in a corpus once; by words alone where a query is paid for. False: it cannot be searched."""
        if not corpus.published_edition:
            return True
        try:
            model = backend.get(corpus.backend)
            if load := getattr(model, "load", None):  # what reads many texts reads one sooner, too
                load()
            paid = backend.metered(model)
            options = SearchOptions(k=1, mode=Mode.LEXICAL if paid else Mode.HYBRID)
            with CorpusReader(self.base, corpus.name).connection() as (connection, known):  # nobody asked: not logged
                search.search(connection, known, WARM_QUERY, options.plan(self.base.settings, corpus.name))
        except Exception:  # one that cannot be searched must not keep the others from being warm
            LOG.exception("The service is not warm: corpus %s cannot be searched.", corpus.name)
            return False
        return True


def service_of(request: Request) -> Service:
    """Return the service that a request was sent to."""
    app: Starlette = request.app
    service: Service = app.state.service
    return service
