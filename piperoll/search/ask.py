"""Answer a question: the cited context, the facts, and where the corpus has a model, an answer that is checked."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter
from typing import Any

from piperoll.llm.answers import Evidence, Source
from piperoll.search import context, metric
from piperoll.search.answering import Clerk, Heard, unanswered, unverified
from piperoll.search.blocks import Block, Version
from piperoll.search.context import Gathered
from piperoll.search.entities import QueryEntities, understood
from piperoll.search.modes import Filtering
from piperoll.search.options import AskOptions
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_context
from piperoll.search.pools import Searched, united
from piperoll.search.routing import Pool, Route, route
from piperoll.search.search import RankedHits, find
from piperoll.search.universe import universe_of
from piperoll.settings import Settings
from piperoll.store import corpora, editions, facts
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus

SHOWN = 5
"""Hits without room that the trace names."""
MOST_FACTS = 50
"""Facts that a model is told."""


class Trace:
    """A trace holds what each step found and dropped, and how long it took."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []

    @contextmanager
    def step(self, name: str) -> Iterator[dict[str, Any]]:
        """Measure a step, which fills in its row."""
        row: dict[str, Any] = {"step": name, "found": 0, "dropped": 0, "detail": ""}
        began = perf_counter()
        yield row
        self.steps.append(row | {"seconds": perf_counter() - began})


class Asking:
    """Hold one question to one corpus while it is answered."""

    def __init__(
        self,
        connect: Callable[[], AbstractContextManager[Connection]],
        to_write: Callable[[], AbstractContextManager[Connection]],
        settings: Settings,
        name: str,
        question: str,
    ) -> None:
        """Take a question.

        Args:
            connect: opens a connection in autocommit.
            to_write: the same, one that may write: what a model says is kept.
            settings: of the process.
            name: of the corpus.
            question: in words.
        """
        self.connect, self.settings, self.name, self.question = connect, settings, name, question
        self.trace = Trace()
        table = settings.corpus.get(name)
        model = table.answers if table else None
        self.clerk = Clerk(to_write, settings, name, model) if model else None
        self.reword = bool(table and table.variants)

    def answer(self, options: AskOptions, heard: Heard | None = None) -> dict[str, Any]:
        """Return what ``piperoll ask --json`` prints.

        Args:
            options: of the question.
            heard: is told the sentences of an answer as they come.

        Raises:
            UsageError: as :func:`piperoll.search.search.search` has it.
        """
        plan = options.plan(self.settings, self.name)
        wordings = self._wordings()
        with self.connect() as connection, reading(connection):
            corpus = corpora.get(connection, self.name)
            edition = editions.seen(corpus, plan.edition)
            entities = self._entities(connection, corpus, edition)
            routed = self._route(entities, options, wordings)
            ranked = self._ranked(connection, corpus, options, routed, wordings)
            gathered = self._gathered(connection, corpus, ranked, plan, options)
            reported = self._facts(connection, corpus, edition) if routed.numeric else []
        blocks = [(gathered.versions[block.version], block) for block in gathered.assembled.blocks]
        said = self._answered([*map(_source, blocks), *map(_fact_source, reported[:MOST_FACTS])], heard)
        return {
            **ranked.head,
            "entities": entities.by_kind(),
            "mode": routed.scope,
            "variants": wordings,
            "blocks": [_shown(*block) for block in blocks],
            "context": gathered.assembled.text,
            "facts": reported,
            **said,
            **({"trace": self.trace.steps} if options.explain else {}),
        }

    def _wordings(self) -> list[str]:
        if not (self.clerk and self.reword):
            return []
        with self.trace.step("variants") as row:
            wordings = self.clerk.variants(self.question)
            row["found"], row["detail"] = len(wordings), "; ".join(wordings)
        return wordings

    def _entities(self, connection: Connection, corpus: Corpus, edition: int) -> QueryEntities:
        with self.trace.step("entities") as row:
            entities = understood(self.question, universe_of(connection, corpus, edition))
            row["found"] = len(entities.found)
            row["detail"] = "; ".join(f"{kind}: {', '.join(entities.of(kind))}" for kind in entities.kinds)
        return entities

    def _route(self, entities: QueryEntities, options: AskOptions, wordings: Sequence[str]) -> Route:
        with self.trace.step("route") as row:
            routed = route(
                entities, enable_filters=options.filters is not Filtering.NONE, enable_variants=bool(wordings)
            )
            row["found"], row["detail"] = len(routed.pools), "; ".join(routed.reasons)
        return routed

    def _ranked(
        self, connection: Connection, corpus: Corpus, options: AskOptions, routed: Route, wordings: Sequence[str]
    ) -> RankedHits:
        """Return the hits of the question in each of its pools, and of its variants, as one list."""
        searches: dict[str, Searched] = {}
        ranked: RankedHits | None = None
        for pool in routed.pools:
            if pool.pool is Pool.WIDE and options.filters is Filtering.NAMED and ranked and ranked.hits:
                continue
            plan = pool.applied(options).plan(self.settings, self.name)
            for number, text in enumerate(wordings if pool.pool is Pool.VARIANT else [self.question], 1):
                name = f"{pool.pool} {number}" if pool.pool is Pool.VARIANT else str(pool.pool)
                with self.trace.step("search") as row:
                    ranked = find(connection, corpus, text, plan, pool=of_context(plan.k))
                    row["found"], row["detail"] = len(ranked.hits), f"{name}: {pool.told}: {text}"
                searches[name] = Searched(pool.pool, ranked)
        if len(searches) > 1:
            with self.trace.step("fuse") as row:
                ranked = united(searches)
                every = [len(one.ranked.hits) for one in searches.values()]
                row["found"], row["dropped"] = len(ranked.hits), sum(every) - len(ranked.hits)
                row["detail"] = f"dropped: found by several; {_alone(ranked)}"
        assert ranked
        return ranked

    def _gathered(
        self, connection: Connection, corpus: Corpus, ranked: RankedHits, plan: SearchPlan, options: AskOptions
    ) -> Gathered:
        with self.trace.step("context") as row:
            gathered = context.gather(
                connection, corpus, ranked, plan, budget=options.budget, neighbours=options.neighbours
            )
            left = gathered.assembled.left_out
            row["found"], row["dropped"] = len(gathered.assembled.blocks), len(left)
            core = sum(passage.core for block in gathered.assembled.blocks for passage in block.passages)
            every = sum(len(block.passages) for block in gathered.assembled.blocks)
            row["detail"] = (
                f"of {len(ranked.hits)} hits {gathered.different} differ and are among the first {plan.k}; {core} are"
                f" in, with {every - core} of {gathered.beside} chunks beside them; {gathered.assembled.tokens} tokens"
            )
            if left:
                row["detail"] += f"; no room: {', '.join(passage.piece.path for passage in left[:SHOWN])}"
        return gathered

    def _facts(self, connection: Connection, corpus: Corpus, edition: int) -> list[dict[str, Any]]:
        """Return the figures that a question asks for, each with how and where it is printed."""
        with self.trace.step("facts") as row:
            told = metric.answer(connection, corpus, edition, self.question)
            values = told["values"]
            printed = facts.printed(connection, corpus, edition, values)
            row["found"], row["detail"] = len(values), "; ".join(told["missing"]) if values else ""
        return [{"company": told["company"], **value, **at} for value, at in zip(values, printed, strict=True)]

    def _answered(self, sources: Sequence[Source], heard: Heard | None) -> dict[str, Any]:
        if not self.clerk:
            return unanswered("")
        if not sources:
            return unanswered("nothing was found to answer from")
        with self.trace.step("answer") as row:
            said = self.clerk.answer(Evidence(self.question, sources), heard)
            row["found"], row["dropped"] = len(said["sentences"]), len(unverified(said["sentences"]))
            row["detail"] = said["unanswered"] or "sentences, and how many of them are not verified"
        return said


def _alone(ranked: RankedHits) -> str:
    """Return how many hits only one search found, by its name."""
    alone = Counter(next(iter(hit["ranks"])) for hit in ranked.hits if len(hit["ranks"]) == 1)
    return ", ".join(f"only {name}: {count}" for name, count in alone.items())


def _shown(version: Version, block: Block) -> dict[str, Any]:
    """Return a block as readers get it: ``path`` is that of its best hit."""
    best = max(block.passages, key=lambda passage: (passage.core, passage.score))
    return {
        "document": version.document,
        "source": version.source,
        "title": version.title,
        "valid_from": version.valid_from,
        "path": best.piece.path,
        "paths": [passage.piece.path for passage in block.passages],
        "start": block.start,
        "end": block.end,
        "content": version.text(block.start, block.end),
        "core": [context.core(passage) for passage in block.passages if passage.core],
    }


def _source(found: tuple[Version, Block]) -> Source:
    version, block = found
    passages = [(passage.piece.path, passage.piece.start, passage.piece.end) for passage in block.passages]
    return Source(version.document, version.title, version.text(block.start, block.end), block.start, passages)


def _fact_source(fact: Mapping[str, Any]) -> Source:
    figure = f"{fact['value']:,} {fact['unit']}"
    text = f"{fact['company']}: {fact['metric']} {fact['year']}: {figure}"
    if fact["printed"]:
        text += f', printed as "{fact["printed"]}"'
    figures = [figure, fact["printed"] or ""]
    place = [(fact["path"], fact["start"], fact["end"])] if fact["start"] is not None else []
    return Source(fact["document"], fact["company"], text, 0, place, figures)
