"""What a question finds: search beside a plain pipeline and LangChain's usual one, by one model over the same texts.

    python -m benchmarks.retrieval WORK [--legalbench FOLDER] [--terms FOLDER] [--se-law FOLDER] [--uk-cases FOLDER]
        [--scc FOLDER] [--hk-cases FOLDER] [--only pipelines|devices|forms|nearest ...] [--queries N] [--documents N]

FOLDER is unpacked data: of LegalBench-RAG (with gold/privacy-qa* of the repository), terms-eval, Swedish statutes and
judgments (with their files in gold). WORK keeps what takes long: the index, built by the real command, and vectors.
There a second run begins to ask at once. Settings of the corpora, whose names are in DATA, are those that
PIPEROLL_CONFIG names. Of each data set N queries are drawn by a fixed seed (194, as in LegalBench-RAG-mini; 0: all).

pipelines  plain splits, LangChain's, ours with and without the wordings of a family: metrics of docs/evaluation.md, by
           the union of characters and as LegalBench-RAG counts them, with how many characters were retrieved for it
devices    what each adds to the one above it, with a 95 % interval from the paired bootstrap
forms      the same questions in other words, against the words of the benchmark
nearest    how many of the ten nearest chunks the vector index finds

P is span_precision, R span_recall, DRM at 1 how often the first hit is from another document than the answer. WORK/rows
has what each query found, for `piperoll compare`.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from psycopg.sql import SQL

from benchmarks import questions
from benchmarks.indexed import indexed
from benchmarks.pieces import Model, Pieces, contents, langchain, plain
from piperoll.corpora import registry
from piperoll.evaluate import formats, records
from piperoll.evaluate.compare import EVERY_SET, Difference, compare
from piperoll.evaluate.evaluation import Asking, QueryResult, embed, evaluate
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.metrics import mean
from piperoll.evaluate.resolve import resolve
from piperoll.model import as_read
from piperoll.search import rerank as reranking
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import load
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.export import chunks
from piperoll.store.sql import fragment
from piperoll.store.vectors import Vectors

KS = (1, 8, 64)
TABLES = ("pipelines", "devices", "forms", "nearest")
MINI = 194
NEAREST = 10
ROUNDING = 1e-5
"""Of a cosine."""
STEPS = ("span_precision@1", "span_recall@8", "span_recall@64", "drm@1")
SHORT = {"span_precision": "P", "span_recall": "R", "drm": "DRM", "characters": "characters",
         "legalbench_precision": "official P", "legalbench_recall": "official R"}  # fmt: skip
SHOWN = ("span_precision@1", "span_recall@1", "span_recall@8", "span_recall@64", "drm@1", "characters@1",
         "characters@8", "characters@64", "legalbench_precision@1", "legalbench_recall@8",
         "legalbench_recall@64")  # fmt: skip
SCORERS = {"route": "+ routing", "lexical": "+ BM25", "rule": "+ rules", "heading": "+ headings",
           "triplet": "+ triplets"}  # fmt: skip
"""In the order in which they come in, where the settings give them a weight. Routing is more than its score: who names
a document gets its chunks first, whatever the scorers."""

Rows = Sequence[QueryResult]


@dataclass(frozen=True, slots=True)
class Bench:
    """A corpus with its questions, and all that is asked of it."""

    connection: Connection
    corpus: Corpus
    gold: Gold
    model: Model
    chunks: Sequence[Mapping[str, Any]]
    rows: Path

    def found(self, name: str, rows: Rows) -> Rows:
        """``rows``, kept in a file."""
        self.rows.mkdir(parents=True, exist_ok=True)
        records.write(self.rows / f"{self.corpus.name} {name}.jsonl".replace("/", "-"), rows)
        print(f"{self.corpus.name}: {name}", file=sys.stderr, flush=True)
        return rows

    @property
    def seen(self) -> dict[str, object]:
        """What ``version_seen`` is asked with."""
        return {"corpus": self.corpus.id, "edition": self.corpus.published_edition, "day": Asking().day}

    @property
    def texts(self) -> dict[str, str]:
        """By source, what readers see today of every document that has chunks."""
        statement = SQL("SELECT v.source, v.text FROM version v WHERE {} AND v.status = 'chunked' ORDER BY v.source")
        found = self.connection.execute(statement.format(fragment("version_seen")), self.seen)
        return dict(found.fetchall())

    def pieces(self, name: str, pieces: Pieces) -> tuple[float, Rows]:
        """Mean characters of a piece, and what the queries find."""
        return pieces.characters, self.found(name, pieces.ask(self.gold, self.model.queries, KS))

    def plain(self) -> tuple[float, Rows]:
        return self.pieces("plain", plain(self.texts, self.model))

    def langchain(self) -> tuple[float, Rows]:
        return self.pieces("LangChain", langchain(self.texts, self.model, max(KS)))

    def headless(self) -> tuple[float, Rows]:
        """Chunks of the index, embedded without their headers."""
        places = (((one["source"], one["start"], one["end"]), as_read(one["content"])) for one in self.chunks)
        return self.pieces("clauses", contents(places, self.model))

    @property
    def characters(self) -> float:
        """Of a chunk of ours in the mean."""
        return sum(one["end"] - one["start"] for one in self.chunks) / len(self.chunks)

    @property
    def asking(self) -> Asking:
        """As users of the corpus ask, by its settings."""
        return Asking(KS, SearchOptions().plan(load(), self.corpus.name))

    def ask(self, name: str, asking: Asking, gold: Gold | None = None) -> Rows:
        """What the queries find by search."""
        return self.found(name, evaluate(self.connection, self.corpus, gold or self.gold, asking).rows)

    @property
    def stored(self) -> Pieces:
        """Chunks of the index that are valid today, with the vectors that it has of them: of header and content."""
        vectors = Vectors(self.connection, self.corpus, self.corpus.backend).table
        statement = SQL(
            "SELECT v.source, c.char_start, c.char_end, e.vector FROM version v JOIN chunk c ON c.version_id = v.id"
            " JOIN {} e ON e.corpus_id = c.corpus_id AND e.text_hash = c.text_hash WHERE {} AND {} ORDER BY c.id"
        ).format(vectors, fragment("version_seen"), fragment("filter_chunk"))
        values = {**self.seen, "role": None, "below": None, "of_chunks": None}
        *places, found = zip(*self.connection.execute(statement, values), strict=True)
        matrix = np.stack([one.to_numpy() for one in found]).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)  # which half precision leaves a little off 1
        return Pieces(list(zip(*places, strict=True)), matrix)

    def unworded(self) -> AbstractContextManager[object]:
        """Search without the wordings of the corpus' family, for which there is no setting: no user wants it."""
        return patch.object(type(registry.get(self.corpus.profile)), "expansions", lambda self, text: [])

    def devices(self) -> Iterator[tuple[str, Rows]]:
        """What the queries find, with one device more at a time."""
        yield "plain splits", self.plain()[1]
        yield "+ clause chunks", self.headless()[1]
        yield "+ header", self.pieces("header", self.stored)[1]
        every = self.asking
        fusion = every.plan.fusion.by(self.corpus.backend)
        taken = {"dense"}
        with self.unworded():
            for name, title in SCORERS.items():
                taken.add(name)
                if fusion.weights.get(name):
                    yield (
                        title,
                        self.ask(title, every.with_plan(fusion=fusion.only(taken, self.corpus.backend), rerank=None)),
                    )
        yield "+ wordings", self.ask("+ wordings", every.with_plan(rerank=None))
        late = reranking.Rerank(reranking.get(reranking.LATE_INTERACTION))
        yield "+ rerank", self.ask("+ rerank", every.with_plan(rerank=every.plan.rerank or late))


def pipelines(bench: Bench) -> None:
    """The table of pipelines, and what LangChain's and ours differ in."""
    every = {"plain": bench.plain(), "LangChain": bench.langchain()}
    with bench.unworded():
        every["ours without wordings"] = bench.characters, bench.ask("ours without wordings", bench.asking)
    every["ours"] = bench.characters, bench.ask("ours", bench.asking)
    titles = [f"{SHORT[name]}@{k}" for name, k in (one.split("@") for one in SHOWN)]
    table(f"{bench.corpus.name}: pipelines", ["set", "queries", "pipeline", "characters a piece", *titles], [
        [name, len(rows), pipeline, f"{every[pipeline][0]:,.0f}", *(number(one, values) for one in SHOWN)]
        for name in sets(bench.gold)
        for pipeline, rows, values in (
            (pipeline, of_set(rows, name), means(rows, name)) for pipeline, (_, rows) in every.items()
        )
    ])  # fmt: skip
    compared = {name: rows for name, (_, rows) in every.items() if name != "plain"}
    steps(f"{bench.corpus.name}: ours against LangChain", compared, against="LangChain")


def devices(bench: Bench) -> None:
    """The table of what each device adds."""
    steps(f"{bench.corpus.name}: what each adds", dict(bench.devices()))


def forms(bench: Bench) -> None:
    """The table of the same questions in other words, where there are questions that name a document first."""
    golds = questions.rephrased(bench.gold)
    if not golds["as given"].queries:
        return
    given = {(query.set, query.id): query.text for query in golds["as given"].queries}
    every = {}
    for name, gold in golds.items():
        rows = bench.ask(name, bench.asking, gold)
        every[name] = [replace(row, query=given[row.set, row.id]) for row in rows]  # so that they can be paired
    steps(f"{bench.corpus.name}: other words", every, against="as given")


def nearest(bench: Bench) -> None:
    """The table of what the index finds of the nearest chunks; of equal ones any is right."""
    stored = bench.stored
    place_of = {place: number for number, place in enumerate(stored.places)}
    wanted = min(NEAREST, len(stored.places))
    shares: dict[str, list[float]] = {}
    for query in bench.gold.queries:
        vector = bench.model.queries[query.text]
        asked = vector.astype(np.float32)
        scores = stored.vectors @ asked / np.linalg.norm(asked)
        least = np.partition(scores, -wanted)[-wanted] - ROUNDING
        hits = search(bench.connection, bench.corpus, query.text, SearchPlan(k=wanted, mode=Mode.DENSE), vector=vector)[
            "hits"
        ]
        found = sum(scores[place_of[hit["source"], hit["start"], hit["end"]]] >= least for hit in hits)
        shares.setdefault(query.set, []).append(found / wanted)
    table(f"{bench.corpus.name}: the nearest", ["set", "queries", "chunks", f"recall@{NEAREST}"], [
        [name, len(found), f"{len(stored.places):,}", f"{np.mean(found):.3f}"] for name, found in shares.items()
    ])  # fmt: skip


def sets(gold: Gold) -> list[str]:
    """The data sets, and all of them together where there are several."""
    return [*gold.sets, EVERY_SET] if len(gold.sets) > 1 else gold.sets


def of_set(rows: Rows, name: str) -> Rows:
    return rows if name == EVERY_SET else [row for row in rows if row.set == name]


def means(rows: Rows, name: str) -> dict[str, float]:
    """The mean of every metric in a data set, by "name@k"; of all sets each counts the same."""
    names = dict.fromkeys(row.set for row in rows) if name == EVERY_SET else [name]
    values = mean([mean([row.metrics for row in of_set(rows, one)]) for one in names])
    return {f"{metric}@{k}": value for metric, by_k in values.items() for k, value in by_k.items()}


def number(metric: str, values: Mapping[str, float]) -> str:
    return f"{values[metric]:,.0f}" if metric.startswith("characters") else f"{values[metric]:.3f}"


def steps(title: str, every: Mapping[str, Rows], against: str | None = None) -> None:
    """A table of means with their differences to the row above, or to the row named ``against``, in each data set."""
    names = list(every)
    differences: dict[tuple[str, str, str], Difference] = {}
    for above, name in pairwise(names):
        found = compare(every[against or above], every[name], STEPS[0])
        differences |= {(name, one.set, one.metric): one for one in found.differences}
    rows = every[names[0]]
    some = list(dict.fromkeys(row.set for row in rows))
    table(title, ["set", "", *(f"{SHORT[name]}@{k}" for name, k in (one.split("@") for one in STEPS))], [
        [of, name, *(step(means(every[name], of)[metric], differences.get((name, of, metric))) for metric in STEPS)]
        for of in ([*some, EVERY_SET] if len(some) > 1 else some)
        for name in names
    ])  # fmt: skip


def step(value: float, difference: Difference | None) -> str:
    if difference is None:
        return f"{value:.3f}"
    return f"{value:.3f} ({difference.difference:+.3f}: {difference.low:+.3f} to {difference.high:+.3f})"


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """As Markdown."""
    print(f"\n{title}\n\n| {' | '.join(columns)} |\n|{'|'.join('---' for _ in columns)}|")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")
    sys.stdout.flush()


def cut(source: Path, gold: Gold, documents: int, folder: Path) -> Path:
    """A folder with so many documents of each data set, those that are asked for first."""
    for name in gold.sets:
        asked = dict.fromkeys(query.answers[0][0].document for query in gold.queries if query.set == name)
        for one in sorted(asked)[:documents]:
            (folder / one).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / one, folder / one)
    return folder


def written(name: str, folder: Path) -> Gold:
    """The questions of a gold set of the repository; the documents lie in ``folder``."""
    return formats.read(questions.ROOT / "gold" / f"{name}.jsonl")


DATA = {
    "legalbench-rag": ("corpus", "contracts", questions.legalbench),
    "terms-eval": ("", "terms", partial(questions.terms, within=False)),
    "se-law": ("", "se-law", partial(written, "se-law")),
    "uk-cases": ("akn", "hk-cases", partial(written, "judgments-uk")),
    "scc": ("other-scc.jsonl", "sst", partial(written, "judgments-scc")),
    "hk-cases": ("html", "hk-cases", partial(written, "judgments-hk")),
}
"""By corpus: where below the folder its documents lie, their profile, and their questions."""


def run(given: argparse.Namespace, name: str, folder: Path) -> None:
    below, profile, read = DATA[name]
    gold, source = read(folder), folder / below
    if given.documents and name in ("legalbench-rag", "terms-eval"):  # whose questions name files
        source = cut(source, gold, given.documents, given.work / f"cut-{given.documents}" / name)
        name = f"{name}-{given.documents}"
    with indexed(given.work / "index", name, source, profile) as (connection, corpus):
        assert corpus.published_edition
        found = list(chunks(connection, corpus, corpus.published_edition))
        known = {one[column] for one in found for column in ("document", "source")}
        gold = questions.about(gold, known)
        here = resolve(connection, corpus, corpus.published_edition, gold, Asking().day).queries  # quotes are looked up
        gold = questions.drawn(questions.ranged(replace(gold, queries=here), found), given.queries)
        model = Model(given.work / "vectors", corpus.backend, embed(corpus.backend, gold, {"dense"}))
        bench = Bench(connection, corpus, gold, model, found, given.work / "rows")
        for wanted in given.only:
            {"pipelines": pipelines, "devices": devices, "forms": forms, "nearest": nearest}[wanted](bench)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--legalbench", type=Path)
    parser.add_argument("--terms", type=Path)
    for name in ("se-law", "uk-cases", "scc", "hk-cases"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--only", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--queries", type=int, default=MINI, help="of each data set; 0: all")
    parser.add_argument("--documents", type=int, default=0, help="of each data set, to try things out; 0: all")
    given = parser.parse_args()
    flags = {"legalbench-rag": "legalbench", "terms-eval": "terms"}
    for name in DATA:
        if folder := getattr(given, flags.get(name, name.replace("-", "_"))):
            run(given, name, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
