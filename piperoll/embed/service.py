"""Embed with a service over the network: requests of many texts, several at a time, within the limits of the service.

What comes back is yielded as it comes, so that it is stored before anything else happens. What fails is sent again
(:mod:`piperoll.patience`). Where a request has failed some times, the service is asked for one word: where that works
the texts are at fault. A request that is refused is halved until the text at fault is alone. A text that is too long is
read in more windows; any other is refused, and the rest goes on.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from piperoll.embed import batching
from piperoll.embed.backend import EmbeddingResult, Part, Progress
from piperoll.embed.batching import Item
from piperoll.errors import PiperollError
from piperoll.patience import SHOWN, Busy, Failed, Meter, NoMeter, Patience, Refused
from piperoll.redact import redact
from piperoll.settings import BackendSettings

WORD: Final = "law"
"""What a service is asked for to see whether it works."""
QUERY_PATIENCE: Final = 10.0
"""Seconds for which a reader waits for a service that fails, instead of those of the settings."""
LIMIT_SHARE: Final = 0.1
"""Share of the tokens of a minute that one request may have: limits hold for any minute, not only in the mean."""
TOO_LONG = re.compile(r"token|length|too long|too large", re.IGNORECASE)
"""Matches what services say of a text that is too long, as "maximum context length is 8192 tokens"."""


class OtherDimension(Failed):
    """The vectors of an answer have another length than the settings say."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Hold what a service answered: a list of numbers for each text, and the tokens that it counted, if it does."""

    vectors: Sequence[Sequence[float]]
    tokens: int | None


class Api(Protocol):
    """An api speaks the protocol of one kind of service."""

    texts: int
    """Texts in a request."""
    tokens: int
    """Tokens that a model reads at once, as its maker says."""

    def check(self) -> None:
        """Make sure, without asking the service, that the key is here.

        Raises:
            PiperollError: ``service_key``.
        """

    def ask(self, texts: Sequence[str], *, query: bool) -> Answer:
        """Send texts once, and return the answer as it came.

        Args:
            texts: with their prefixes.
            query: they are looked for, and not found.

        Raises:
            Busy: ask again later.
            Failed: ask again.
            Refused: these texts are at fault.
            PiperollError: the key, the address or the name of the model is wrong.
        """


class Service:
    """A service embeds by an :class:`Api`; it satisfies :class:`piperoll.embed.backend.Backend` and ``Metered``."""

    def __init__(self, name: str, settings: BackendSettings, api: Api, dimension: int) -> None:
        self.name: Final = name
        self.settings: Final = settings
        self.dimension: Final = dimension
        self.api: Final = api
        self.max_tokens: Final = settings.max_tokens or api.tokens
        """Of a window, with its prefix."""
        self.answered = 0
        """Requests that brought vectors, in this process."""

    @property
    def identity(self) -> str:
        """Return all that decides a vector: not where the service is, nor how many texts a request has."""
        told = self.settings
        return (
            f"{told.kind} {told.model}{f' {told.revision}' if told.revision else ''} dimension={self.dimension}"
            f" of={told.model_dimension or self.dimension} query={told.query_prefix!r} passage={told.passage_prefix!r}"
            f" tokens={self.max_tokens} windows=balanced-mean normalised float16"
        )

    def check(self) -> None:
        """See :meth:`piperoll.embed.backend.Backend.check`."""
        self.api.check()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :meth:`piperoll.embed.backend.Backend.embed`.

        Raises:
            PiperollError: ``text_refused``, or as :meth:`parts`.
        """
        return self._embed(texts, progress, query=False)

    def embed_query(self, texts: Sequence[str], progress: Progress | None = None) -> EmbeddingResult:
        """See :func:`piperoll.embed.backend.embed_queries`.

        Raises:
            PiperollError: as :meth:`embed`.
        """
        return self._embed(texts, progress, query=True)

    def parts(
        self, texts: Sequence[str], meter: Meter, progress: Progress | None = None, *, query: bool = False
    ) -> Iterator[Part]:
        """See :meth:`piperoll.embed.backend.Metered.parts`.

        Args:
            texts: to embed.
            meter: is asked before each request.
            progress: see :data:`piperoll.embed.backend.Progress`.
            query: they are looked for, and not found.
        """
        prefix = self.settings.query_prefix if query else self.settings.passage_prefix
        room = max(1, self.max_tokens - (batching.estimated(prefix) if prefix else 0))
        items = [batching.item(place, text, room) for place, text in enumerate(texts)]
        patience = min(self.settings.patience, QUERY_PATIENCE) if query and len(texts) == 1 else self.settings.patience
        for part in _Sending(self, meter, prefix, query, patience).send(items):
            if progress:
                progress(len(part.places) + len(part.refused))
            yield part

    def _embed(self, texts: Sequence[str], progress: Progress | None, *, query: bool) -> EmbeddingResult:
        vectors = np.zeros((len(texts), self.dimension), np.float16)
        windowed = tokens = 0
        for part in self.parts(texts, NoMeter(), progress, query=query):
            for reason in part.refused.values():
                raise PiperollError(
                    "text_refused", f"{self.name} does not take a text: {reason}", remedy="Change the text."
                )
            vectors[list(part.places)] = part.vectors
            windowed, tokens = windowed + part.windowed, tokens + part.tokens
        return EmbeddingResult(vectors, windowed, tokens)


class _Sending:
    """Send the texts of one call, and wait where that is needed."""

    def __init__(self, service: Service, meter: Meter, prefix: str, query: bool, patience: float) -> None:
        self.service, self.meter, self.prefix, self.query = service, meter, prefix, query
        self.ended = Event()
        self.patience = Patience(service.name, meter, patience, self.ended)
        self.api = service.api
        self.texts = service.api.texts
        limit = service.settings.tokens_per_minute
        most = min(service.settings.batch_tokens, int(limit * LIMIT_SHARE) if limit else service.settings.batch_tokens)
        self.tokens = max(1, most)

    def send(self, items: Sequence[Item]) -> Iterator[Part]:
        """Yield what comes of the items; after an error what other requests bring, then raise it."""
        todo = deque(batching.requests(items, self.texts, self.tokens))
        running: set[Future[Part | list[list[Item]]]] = set()
        failure: Exception | None = None
        pool = ThreadPoolExecutor(self.service.settings.connections, "service")
        try:
            while True:
                while todo and not failure and len(running) < self.service.settings.connections:
                    running.add(pool.submit(self._one, todo.popleft()))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    try:
                        result = future.result()
                    except Exception as error:
                        failure = failure or error
                        self.ended.set()
                        continue
                    if isinstance(result, Part):
                        yield result
                    else:
                        todo.extendleft(reversed(result))
        finally:
            self.ended.set()
            pool.shutdown(cancel_futures=True)
        if failure:
            raise failure

    def _one(self, items: list[Item]) -> Part | list[list[Item]]:
        """Return what comes of one request, or the smaller requests to send in its place."""
        windows = [window for item in items for window in item.windows]
        vectors, tokens, reserved, asked = [], 0, 0, 0
        try:
            for few in batching.requests([Item(0, (window,)) for window in windows], self.texts, self.tokens):
                sent = [self.prefix + window for item in few for window in item.windows]
                taken = sum(map(batching.estimated, sent))
                got, used = self.patience.answered(partial(self._once, sent, taken), taken, self._blame)
                vectors.append(got)
                tokens, reserved, asked = tokens + used, reserved + taken, asked + 1
        except Refused as error:
            return self._smaller(items, error)
        starts = np.cumsum([0, *(len(item.windows) for item in items)])[:-1]
        return Part(
            places=[item.place for item in items],
            vectors=_normalised(np.add.reduceat(np.concatenate(vectors), starts)).astype(np.float16),
            windowed=sum(len(item.windows) > 1 for item in items),
            tokens=tokens,
            reserved=reserved,
            requests=asked,
        )

    def _smaller(self, items: list[Item], error: Refused) -> Part | list[list[Item]]:
        """Return what to send in place of a request that was refused, or that its only text is refused."""
        if not self.service.answered:
            with suppress(Busy, Failed):  # then nothing is known, and smaller requests will tell
                self._ask_word()
        if len(items) > 1:
            middle = len(items) // 2
            return [items[:middle], items[middle:]]
        if TOO_LONG.search(str(error)) and (smaller := items[0].smaller()):
            return [[smaller]]
        empty = np.zeros((0, self.service.dimension), np.float16)
        return Part((), empty, {items[0].place: redact(str(error))[:SHOWN]}, requests=0)

    def _blame(self, error: Failed) -> None:
        """Find out whether texts that failed some times are at fault, or the service.

        Raises:
            Refused: a word is answered, so the texts are.
            PiperollError: ``backend_dimension``: every answer has another length.
        """
        try:
            self._ask_word()
        except (Busy, Failed):
            if isinstance(error, OtherDimension):
                raise PiperollError(
                    "backend_dimension",
                    f"{self.service.name}: {error}",
                    remedy="Set dimension in the settings of the backend, and model_dimension if fewer are to be kept.",
                ) from None
            return
        raise Refused(str(error)) from None

    def _ask_word(self) -> None:
        """Ask for one word.

        Raises:
            Busy, Failed: the service does not work now.
            PiperollError: ``service_refused``: it takes nothing.
        """
        word = self.prefix + WORD
        taken = batching.estimated(word)
        self.patience.wait(self.meter.take(taken))
        try:
            self._once([word], taken)
        except Refused as error:
            raise PiperollError(
                "service_refused",
                f"{self.service.name} takes no text at all: {redact(str(error))[:SHOWN]}",
                remedy="Check model and url in the settings of the backend.",
            ) from None

    def _once(self, sent: list[str], taken: int) -> tuple[NDArray[np.float32], int]:
        answer = self.api.ask(sent, query=self.query)
        vectors = self._checked(answer, len(sent))
        self.service.answered += 1
        return vectors, taken if answer.tokens is None else answer.tokens

    def _checked(self, answer: Answer, count: int) -> NDArray[np.float32]:
        """Return the vectors of an answer, cut to the dimension, or raise what is wrong with them."""
        expected = self.service.settings.model_dimension or self.service.dimension
        lengths = {len(vector) for vector in answer.vectors}
        if len(answer.vectors) != count:
            raise Failed(f"the answer has {len(answer.vectors)} vectors for {count} texts")
        if lengths != {expected}:
            raise OtherDimension(f"the answer has vectors of {sorted(lengths)} numbers, not {expected}")
        try:
            vectors = np.asarray(answer.vectors, np.float64)[:, : self.service.dimension]
        except (TypeError, ValueError):
            raise Failed("the answer has vectors with something else than numbers") from None
        if not np.isfinite(vectors).all() or not (np.abs(vectors).max(axis=1) > 0).all():
            raise Failed("the answer has vectors with NaN, or with zeros only")
        return _normalised(vectors).astype(np.float32)


def _normalised(vectors: NDArray[Any]) -> NDArray[Any]:
    result: NDArray[Any] = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result
