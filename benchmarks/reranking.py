"""What a reranker changes, by its weight, on queries whose answers are known.

    python benchmarks/reranking.py CORPUS GOLD [QUERIES] [RERANKER]

CORPUS is indexed. GOLD is a file of LegalBench-RAG ({"tests": [{"query", "snippets": [{"file_path", "span"}]}]}, where
the first folder of file_path is not part of the source), or lines of {"query", "relevant": [{"document", "path"}]}.
Of the queries, QUERIES are taken by a fixed seed. Prints the share of gold characters (or provisions) among the first
five hits and the mean reciprocal rank of the first hit that touches gold, with 95 % bootstrap intervals of the
difference to no reranking, and the time per query.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from piperoll.model import embedding_text
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.rerank import LATE_INTERACTION, Rerank, blend, get
from piperoll.search.search import find
from piperoll.settings import load
from piperoll.store import corpora
from piperoll.store.connection import open_database

WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
K = 10
TOP = 5
RESAMPLES = 2000

Hit = Mapping[str, Any]
Overlap = Callable[[Hit], list[tuple[object, float]]]
"""Which pieces of gold a hit has, and how much of all gold each is."""


def main(name: str, gold: Path, queries: int = 100, reranker: str = LATE_INTERACTION) -> None:
    asked = list(_legalbench(gold) if gold.suffix == ".json" else _provisions(gold))
    asked = random.Random(0).sample(asked, min(queries, len(asked)))
    model = get(reranker)
    pool = Rerank(model).pool(K)
    with open_database(load()) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, name)
        for mode in (Mode.DENSE, Mode.HYBRID):
            rows: dict[float, list[tuple[float, float]]] = {weight: [] for weight in WEIGHTS}
            seconds = []
            for query, overlap in asked:
                hits = find(connection, corpus, query, SearchPlan(k=pool, mode=mode)).hits
                began = time.perf_counter()
                scores = model.score(query, [embedding_text(hit["header"], "", hit["content"]) for hit in hits])
                seconds.append(time.perf_counter() - began)
                fused = np.array([hit["score"] for hit in hits])
                for weight in WEIGHTS:
                    order = np.argsort(-blend(fused, scores, weight), kind="stable")
                    rows[weight].append(_measured([hits[one] for one in order], overlap))
            _table(mode, len(asked), rows, seconds)


def _legalbench(gold: Path) -> Sequence[tuple[str, Overlap]]:
    tests = json.loads(gold.read_text(encoding="utf-8"))["tests"]
    return [(test["query"], _of_spans(test["snippets"])) for test in tests]


def _of_spans(snippets: Sequence[Mapping[str, Any]]) -> Overlap:
    spans = [(one["file_path"].partition("/")[2], *one["span"]) for one in snippets]
    total = sum(end - start for _, start, end in spans)

    def overlap(hit: Hit) -> list[tuple[object, float]]:
        found = [(file, max(start, hit["start"]), min(end, hit["end"])) for file, start, end in spans]
        return [(one, (one[2] - one[1]) / total) for one in found if one[0] == hit["source"] and one[1] < one[2]]

    return overlap


def _provisions(gold: Path) -> Sequence[tuple[str, Overlap]]:
    tests = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    return [(test["query"], _of_paths(test["relevant"])) for test in tests]


def _of_paths(relevant: Sequence[Mapping[str, str]]) -> Overlap:
    wanted = {(one["document"], one["path"]) for one in relevant}

    def overlap(hit: Hit) -> list[tuple[object, float]]:
        place = (hit["document"], hit["path"])
        return [(place, 1 / len(wanted))] if place in wanted else []

    return overlap


def _measured(ranked: Sequence[Hit], overlap: Overlap) -> tuple[float, float]:
    recall = sum(dict(one for hit in ranked[:TOP] for one in overlap(hit)).values())
    return recall, next((1 / rank for rank, hit in enumerate(ranked, 1) if overlap(hit)), 0.0)


def _table(mode: Mode, count: int, rows: Mapping[float, Sequence[tuple[float, float]]], seconds: list[float]) -> None:
    p50, p95 = np.quantile(seconds, (0.5, 0.95))
    print(f"\n{mode}, {count} queries; reranking p50 {p50:.2f} s, p95 {p95:.2f} s\n")
    print(f"| weight | recall@{TOP} | difference | MRR | difference |\n|---:|---:|---|---:|---|")
    plain = np.array(rows[0.0])
    picks = np.random.default_rng(0).integers(0, count, (RESAMPLES, count))
    for weight, measured in rows.items():
        gain = np.array(measured) - plain
        low, high = np.quantile(gain[picks].mean(axis=1), (0.025, 0.975), axis=0)
        cells = [
            f"{value:.3f} | {gain.mean(axis=0)[one]:+.3f} [{low[one]:+.3f}, {high[one]:+.3f}]"
            for one, value in enumerate(np.array(measured).mean(axis=0))
        ]
        print(f"| {weight} | {' | '.join(cells)} |")


if __name__ == "__main__":
    corpus, gold, *rest = sys.argv[1:]
    main(corpus, Path(gold), *([int(rest[0])] if rest else []), *rest[1:2])
