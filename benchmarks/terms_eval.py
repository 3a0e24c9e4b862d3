"""Plain statements about terms of service: is the clause that proves one found?

    python -m benchmarks.terms_eval WORK FOLDER [--queries N]

FOLDER is the unpacked ``terms-eval`` data; WORK keeps the index, as in benchmarks/retrieval.py. A statement is searched
in the documents of its service, and in all of them with the service's name in front. By scorer, and as the settings of
the corpus fuse them: the share of the clause's characters in the first 5 and 20 hits, and how often that is a half or
more; how often the first hit is from another document. What the service has been marked for by the same statement is
equally right.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks import questions
from benchmarks.indexed import indexed
from benchmarks.pieces import Model
from benchmarks.retrieval import Bench, Rows, table
from piperoll.evaluate.evaluation import embed
from piperoll.evaluate.metrics import mean
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Method
from piperoll.search.scorers import registered

KS = (1, 5, 20)
HALF = 0.5
COLUMNS = ("searched", "by", "queries", "share@5", "share@20", "found@5", "found@20", "DRM@1", "characters@5")


def row(rows: Rows) -> list[str]:
    """Shares, how often a half or more was found, and of which documents the hits were."""
    values = mean([one.metrics for one in rows])
    shares = [f"{values['span_recall'][k]:.3f}" for k in ("5", "20")]
    found = [f"{sum(one.metrics['span_recall'][k] >= HALF for one in rows) / len(rows):.3f}" for k in ("5", "20")]
    return [*shares, *found, f"{values['drm']['1']:.3f}", f"{values['characters']['5']:,.0f}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=int, default=0, help="0: all")
    given = parser.parse_args()
    lines = []
    with indexed(given.work / "index", "terms-eval", given.folder, "terms") as (connection, corpus):
        for where, within in (("the service", True), ("all", False)):
            gold = questions.drawn(questions.terms(given.folder, within=within), given.queries)
            model = Model(given.work / "vectors", queries=embed(corpus.backend, gold, {"dense"}))
            bench = Bench(connection, corpus, gold, model, [], given.work / "rows")
            every = replace(bench.asking, ks=KS)
            alone = {
                name: every.with_plan(fusion=Fusion(Method.SUM, {name: 1.0}), rerank=None) for name in registered()
            }
            for name, asking in (alone | {"fused": every}).items():
                rows = bench.ask(f"{where}, {name}", asking)
                lines.append([where, name, len(rows), *row(rows)])
    table("terms-eval", COLUMNS, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
