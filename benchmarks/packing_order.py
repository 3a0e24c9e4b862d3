"""Which sections of a decision should a reranker read first? The order of the tiers, chosen by swaps.

    python -m benchmarks.packing_order JUDGMENTS GOLD [--tokens N]

JUDGMENTS is the file ``sst/other-scc.jsonl``, GOLD ``gold/judgments-scc.jsonl``: written questions, each with its
decision. Of every decision ``late-interaction`` reads what :func:`pack_for_reranker` takes of it in so many tokens, and
orders all of them. From the order that stands in the code, the swap of two neighbouring tiers that raises mrr@10 and
ndcg@10 together the most on one half of the decisions is made, and so on while one does. The last order is compared
with the first on the other half, then the halves change places. Differences have 95 % intervals by paired bootstrap.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from piperoll.corpora.sst import DEFAULT, Priorities, pack_for_reranker
from piperoll.embed.minilm import MiniLM
from piperoll.evaluate import formats
from piperoll.evaluate.compare import compare
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.gold import Place, Query
from piperoll.evaluate.metrics import measure
from piperoll.hashing import digest
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

METRICS = ("mrr", "ndcg")
K = 10
Order = tuple[int, ...]
"""The places of the tiers as the code has them, the last one for all other headings, in the order that is tried."""


class Bench:
    """Hold the decisions and questions, and the vectors of each text that was read."""

    def __init__(self, texts: Mapping[str, str], queries: Sequence[Query], tokens: int) -> None:
        self.texts, self.queries, self.tokens = texts, queries, tokens
        self.known: dict[str, NDArray[np.float32]] = {}
        self.rows: dict[Order, list[QueryResult]] = {}

    def ask(self, order: Order) -> list[QueryResult]:
        """Return what each question finds where decisions are packed in this order."""
        if order not in self.rows:
            table = ordered(order)
            room = self.tokens * CHARACTERS_PER_TOKEN
            packed = {key: pack_for_reranker(text, room, table) for key, text in self.texts.items()}
            read = dict(zip(packed, self._vectors([*packed.values()]), strict=True))
            asked = self._vectors([query.text for query in self.queries])
            self.rows[order] = [_row(query, one, read) for query, one in zip(self.queries, asked, strict=True)]
        return self.rows[order]

    def _vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        self.known |= dict(zip(new, MiniLM().token_vectors(new, self.tokens), strict=True))
        return [self.known[text] for text in texts]

    def value(self, order: Order, half: int) -> float:
        """Return mrr and ndcg together on a half."""
        return fmean(fmean(row.metrics[name][f"{K}"] for name in METRICS) for row in self.of(order, half))

    def of(self, order: Order, half: int) -> list[QueryResult]:
        """Return the rows of a half: that of the decision."""
        return [
            row for row, query in zip(self.ask(order), self.queries, strict=True) if half_of(query) == half
        ]  # fmt: skip

    def best(self, half: int) -> Order:
        """Return the order that swaps of neighbours lead to on a half."""
        order = tuple(range(len(DEFAULT.tiers) + 1))
        while True:
            swaps = [(*order[:at], order[at + 1], order[at], *order[at + 2 :]) for at in range(len(order) - 1)]
            found = max(swaps, key=lambda one: self.value(one, half))
            if self.value(found, half) <= self.value(order, half):
                return order
            order = found
            print(f"half {half}: {told(order)}: {self.value(order, half):.4f}", file=sys.stderr)


def half_of(query: Query) -> int:
    """Return the half that the decision of a question is in."""
    return digest(query.answers[0][0].document.encode())[0] % 2


def ordered(order: Order) -> Priorities:
    """Return the table with its tiers in another order; which heading is of which tier stays."""
    place = {tier: at for at, tier in enumerate(order, 1)}
    tiers = tuple(replace(tier, priority=place[at]) for at, tier in enumerate(DEFAULT.tiers))
    return replace(DEFAULT, tiers=tiers, other=place[len(tiers)])


def told(order: Order) -> str:
    """Return an order for people."""
    return " ".join([*(tier.role for tier in DEFAULT.tiers), "other"][at] for at in order)


def _row(query: Query, asked: NDArray[np.float32], read: Mapping[str, NDArray[np.float32]]) -> QueryResult:
    """Return the decisions by MaxSim."""
    scores = {key: float((asked @ vectors.T).max(axis=1).mean()) for key, vectors in read.items()}
    hits = [{"document": key, "source": key, "path": ""} for key in sorted(scores, key=lambda key: -scores[key])]
    answers = tuple(tuple(Place(place.document) for place in answer) for answer in query.answers)
    return QueryResult(query.set, query.id, query.text, hits[:K], measure(answers, hits[:K], (K,)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judgments", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--tokens", type=int, default=512)
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.judgments.read_text(encoding="utf-8").splitlines()]
    bench = Bench(
        {row["citation_en"]: row["unofficial_text_en"] for row in rows}, formats.read(given.gold).queries, given.tokens
    )
    first = tuple(range(len(DEFAULT.tiers) + 1))
    print(
        "| chosen on | questions | order | there: mrr, ndcg | held: questions | mrr | ndcg |",
        "|---" * 7 + "|",
        sep="\n",
    )
    for half in (0, 1):
        order, held = bench.best(half), 1 - half
        gains = compare(bench.of(first, held), bench.of(order, held), f"mrr@{K}")
        cells = [
            f"{one.before:.3f} → {one.after:.3f} ({one.difference:+.3f}: {one.low:+.3f} to {one.high:+.3f})"
            for name in METRICS
            for one in gains.of(f"{name}@{K}")[:1]
        ]
        there = " → ".join(
            ", ".join(f"{fmean(row.metrics[name][f'{K}'] for row in bench.of(one, half)):.3f}" for name in METRICS)
            for one in (first, order)
        )
        counts = len(bench.of(first, half)), len(bench.of(first, held))
        print(f"| half {half} | {counts[0]} | {told(order)} | {there} | {counts[1]} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
