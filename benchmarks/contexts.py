"""Evidence in the context of a question: plain search, and each device beside it.

    python -m benchmarks.contexts WORK [--finance FOLDER] [--corpus NAME --gold FILE ...] [--questions N]

FOLDER is the unpacked archive ``sec-10k``; asked are the questions of :mod:`benchmarks.finance_retrieval`, a chunk
being a window of 400 tokens. NAME is a corpus that WORK/index has, and the files are gold sets of it.

Each question is asked as ``piperoll ask`` asks it without a model: 10 hits and what stands beside them, one chunk at
each side; without any (``- expansion``), and with three (``+ expansion``); by hits that ``late-interaction`` ordered
anew (``+ rerank``, with the option ``--rerank`` only: it takes seconds a question). A column is the share of the
evidence of which the context holds some character, or the unit; in brackets the difference to plain search, with a
95 % interval from the paired bootstrap. ``named``: only the questions that filters were read from.
The error channel has the milliseconds of processor time: of reading what a question names, and of a search.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks import finance_retrieval as finance
from benchmarks.indexed import indexed
from piperoll.evaluate import formats
from piperoll.evaluate.compare import compare
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.gold import Gold, Query
from piperoll.evaluate.metrics import measure
from piperoll.evaluate.resolve import resolve
from piperoll.search import pools
from piperoll.search.context import gather
from piperoll.search.entities import understood
from piperoll.search.options import AskOptions, SearchOptions
from piperoll.search.pool import of_context
from piperoll.search.pools import Searched, united
from piperoll.search.routing import Pool, Route, route
from piperoll.search.search import RankedHits, find
from piperoll.search.universe import universe_of
from piperoll.settings import load
from piperoll.store import corpora
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus

BUDGETS = (2_000, 8_000)
"""Tokens of a context."""
PLAIN, FILTERED, WIDE, BESIDE = "plain search", "+ filters", "+ wide", "filters beside plain, 1 : 1"
BARE, EXPANDED, RERANKED = "- expansion", "+ expansion", "+ rerank"
SIDES = {BARE: 0, EXPANDED: 3}
"""Chunks at each side of a hit; ``ask`` takes one."""
NAMED = "named"

Rows = Mapping[str, Sequence[QueryResult]]
"""Hold the metrics of each question by the way in which it was asked."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Hold a corpus with what it is asked."""

    connection: Connection
    corpus: Corpus
    gold: Gold
    times: dict[str, list[float]]
    rerank: bool

    def rows(self) -> Rows:
        """Ask the questions in each way, and return the metrics of each."""
        options = AskOptions()
        edition = self.corpus.published_edition
        assert edition
        day = options.plan(load(), self.corpus.name).filters.day
        found: dict[str, list[QueryResult]] = {}
        for query in resolve(self.connection, self.corpus, edition, self.gold, day, partial=True).queries:
            asked = options.model_copy(update={"as_of": query.day, **_given(query)})
            routed = self._route(query, edition)
            named = bool(routed.pools[0].where or routed.pools[0].document or routed.pools[0].as_of)
            for way, ranked in self._ways(query, asked, routed):
                row = self._row(
                    query, asked.model_copy(update={"neighbours": SIDES.get(way, asked.neighbours)}), ranked
                )
                found.setdefault(way, []).append(row)
                if named:
                    found.setdefault(f"{way} ({NAMED})", []).append(row)
        return found

    def _route(self, query: Query, edition: int) -> Route:
        began = process_time()
        entities = understood(query.text, universe_of(self.connection, self.corpus, edition))
        self.times.setdefault("named", []).append(process_time() - began)
        return route(entities)

    def _ways(self, query: Query, asked: AskOptions, routed: Route) -> Iterator[tuple[str, RankedHits]]:
        plain = self._found(query, asked)
        searches = {
            str(pool.pool): Searched(pool.pool, self._found(query, pool.applied(asked))) for pool in routed.pools
        }
        filtered = searches[Pool.FILTERED]
        yield from ((way, plain) for way in (PLAIN, BARE, EXPANDED))
        if self.rerank:
            yield RERANKED, self._found(query, asked.model_copy(update={"reranker": "late-interaction"}), "rerank")
        yield FILTERED, filtered.ranked
        yield WIDE, united(searches)
        with patch.dict(pools.WEIGHTS, {Pool.FILTERED: 1.0, Pool.PLAIN: 1.0}):
            yield BESIDE, united({"filtered": filtered, "plain": Searched(Pool.PLAIN, plain)})

    def _found(self, query: Query, asked: SearchOptions, step: str = "search") -> RankedHits:
        began = process_time()
        plan = asked.plan(load(), self.corpus.name)
        ranked = find(self.connection, self.corpus, query.text, plan, pool=of_context(asked.k))
        self.times.setdefault(step, []).append(process_time() - began)
        return ranked

    def _row(self, query: Query, asked: AskOptions, ranked: RankedHits) -> QueryResult:
        plan, recall = asked.plan(load(), self.corpus.name), {}
        for budget in BUDGETS:
            gathered = gather(
                self.connection, self.corpus, ranked, plan, budget=budget, neighbours=asked.neighbours
            )  # fmt: skip
            blocks = gathered.assembled.blocks
            hits = [
                {
                    "document": gathered.versions[block.version].document,
                    "source": gathered.versions[block.version].source,
                    "path": passage.piece.path,
                    "start": max(block.start, passage.piece.start),
                    "end": min(block.end, passage.piece.end),
                }
                for block in blocks
                for passage in block.passages
            ]
            recall[f"{budget}"] = measure(query.answers, hits, (max(1, len(hits)),))["recall"][f"{max(1, len(hits))}"]
        return QueryResult(query.set, query.id, query.text, [], {"recall": recall})


def _given(query: Query) -> dict[str, Any]:
    """The filters that a question brings."""
    given = {name: query.filters[name] for name in ("document", "path", "role") if name in query.filters}
    return given | {"where": tuple(query.filters.get("where", ()))}


def table(name: str, found: Rows) -> Iterator[str]:
    """As Markdown, without the first lines."""
    sets = dict.fromkeys(row.set for row in found[PLAIN])
    for part in (*sets, None) if len(sets) > 1 else (None,):
        for way, rows in found.items():
            plain = found[PLAIN if NAMED not in way else f"{PLAIN} ({NAMED})"]
            pair = [[row for row in some if part in (row.set, None)] for some in (plain, rows)]
            if pair[0]:
                cells = (_cell(f"recall@{budget}", pair[0], pair[1], rows is plain) for budget in BUDGETS)
                yield f"| {part or name} ({len(pair[0])}) | {way} | {' | '.join(cells)} |"


def _cell(metric: str, plain: Sequence[QueryResult], rows: Sequence[QueryResult], own: bool) -> str:
    name, budget = metric.split("@")
    value = fmean(row.metrics[name][budget] for row in rows)
    if own:
        return f"{value:.3f}"
    before, after = ([replace(row, set="", id=f"{row.set} {row.id}") for row in some] for some in (plain, rows))
    (difference,) = compare(before, after, metric).of(metric)
    return f"{value:.3f} ({difference.difference:+.3f}: {difference.low:+.3f} to {difference.high:+.3f})"


def ask(connection: Connection, corpus: Corpus, gold: Gold, given: argparse.Namespace) -> None:
    """Print the rows of one corpus; what went up and down is told by the error channel."""
    bench = Bench(connection, corpus, gold.part(limit=given.questions), {}, given.rerank)
    found = bench.rows()
    for line in table(corpus.name, found):
        print(line, flush=True)
    for name, seconds in bench.times.items():
        print(f"{corpus.name}: {name}: {1000 * fmean(seconds):.1f} ms of {len(seconds)}", file=sys.stderr)
    for way in list(found)[1:] if given.moved else ():
        before = found[PLAIN if NAMED not in way else f"{PLAIN} ({NAMED})"]
        for old, new in zip(before, found[way], strict=True):
            if old.metrics != new.metrics:
                print(f"{way}: {new.set} {new.id}: {old.metrics} → {new.metrics}: {new.query}", file=sys.stderr)


def ask_finance(given: argparse.Namespace) -> None:
    """Print the rows of annual reports."""
    questions, excerpts = finance.finrag(given.finance)
    wanted = [*questions, *finance.financebench(given.finance), *finance.by_hand(given.finance)]
    folder = finance.source(given.finance, wanted, excerpts, given.work / "source")
    finance.settings(given.work, ["400"], folder)
    with indexed(given.work / "index", "finance-400", folder, "sec-10k") as (connection, corpus):
        ask(connection, corpus, finance.placed(wanted, folder), given)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--finance", type=Path)
    parser.add_argument("--corpus", default="")
    parser.add_argument("--gold", type=Path, nargs="+", default=[])
    parser.add_argument("--questions", type=int, default=0, help="of each set; 0: all")
    parser.add_argument("--rerank", action="store_true", help="also by hits that late-interaction ordered anew")
    parser.add_argument("--moved", action="store_true", help="list the questions that fare otherwise")
    given = parser.parse_args()
    print(f"| questions | | {' | '.join(f'{budget:,} tokens' for budget in BUDGETS)} |\n|---|---|---|---|")
    if given.finance:
        ask_finance(given)
    if given.corpus:
        settings = load().model_copy(update={"dsn": None, "data_dir": given.work / "index"})
        with open_database(settings) as database, database.connect(autocommit=True) as connection:
            sets = [replace(one, set=file.stem) for file in given.gold for one in formats.read(file).queries]
            ask(connection, corpora.get(connection, given.corpus), Gold(given.corpus, sets), given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
