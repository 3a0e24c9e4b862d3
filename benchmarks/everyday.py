"""Measure what people find who ask in their own words, by each bundled model, and beside LangChain with that model.

    python -m benchmarks.everyday WORK [--swefaq FOLDER] [--policyqa FOLDER] [--acord FOLDER] [--queries N]

FOLDER is unpacked data, WORK keeps the index and vectors as in benchmarks/retrieval.py. Questions and answers were
written by others than the search.

swefaq    questions to Swedish authorities, one answer among all: recall@1 and @5 of answers
policyqa  questions about one privacy policy, asked of it alone: recall@1 and @5 of the passages that answer, any counts
acord     types of clauses, clauses graded by lawyers: nDCG@5 and @10 (trec_eval's) among those graded for the query

Behind each value stands its difference to LangChain with the same model, with its 95 % interval from the paired
bootstrap; behind that of words alone the difference to LangChain with the first model.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import dataclass, replace
from pathlib import Path

import orjson
from ir_measures import Qrel, ScoredDoc, nDCG

from benchmarks import questions
from benchmarks.indexed import indexed
from benchmarks.pieces import Model, Pieces, langchain
from benchmarks.retrieval import Bench, Rows, means, step, table
from piperoll.evaluate.compare import compare
from piperoll.evaluate.evaluation import QueryResult, embed
from piperoll.evaluate.gold import Gold, Place, Query, objects
from piperoll.search.modes import Mode

MODELS = ("minilm", "e5")
DEEP = 3_000
"""Hits of a query of acord, which are ranked among about 1,087 of its 3,931 clauses."""
CUTS = (5, 10)
SETTINGS = """[corpus.{asks.name}]
source = "{source}"
profile = "{asks.profile}"
options = {{ language = "{asks.language}" }}
"""
Grades = Mapping[str, Mapping[str, int]]
"""By query and clause."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions with all that is done to ask them.

    Attributes:
        name: of the corpus.
        profile: that reads it, with the option ``language``.
        language: of the texts.
        documents: names of the files of the corpus, with their bytes.
        gold: the questions.
        shown: the metrics.
        grades: of clauses; empty: the gold set has all answers.
    """

    name: str
    profile: str
    language: str
    documents: Mapping[str, bytes]
    gold: Gold
    shown: Sequence[str]
    grades: Grades

    @property
    def ks(self) -> tuple[int, ...]:
        return (DEEP,) if self.grades else (1, 5)

    def source(self, folder: Path) -> Path:
        """Write the documents below ``folder``, and return it."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.documents.items():
            (folder / name).write_bytes(data)
        return folder

    def measured(self, rows: Rows) -> Rows:
        """Return the rows with the metrics that are shown."""
        return [replace(row, metrics=graded(row, self.grades[row.id])) for row in rows] if self.grades else rows


def graded(row: QueryResult, grades: Mapping[str, int]) -> dict[str, dict[str, float]]:
    """Return the nDCG of a row over the documents that have grades, each at its first hit; others are left out."""
    found = [name for name in dict.fromkeys(str(hit["source"]) for hit in row.hits) if name in grades]
    asked = [Qrel(row.id, name, grade) for name, grade in grades.items()]
    ranked = [ScoredDoc(row.id, name, -rank) for rank, name in enumerate(found)]
    by_k = {str(k): next(iter((nDCG @ k).iter_calc(asked, ranked)), None) for k in CUTS}
    return {"ndcg": {k: one.value if one else 0.0 for k, one in by_k.items()}}


def swefaq(folder: Path) -> Questions:
    documents = {path.with_suffix(".md").name: path.read_bytes() for path in sorted((folder / "docs").glob("*.txt"))}
    queries = [
        Query(str(number), row["query"], ((Place(Path(row["document"]).with_suffix(".md").name),),), set="swefaq")
        for number, row in objects(folder / "gold.jsonl")
    ]
    return Questions("swefaq", "terms", "swedish", documents, Gold("swefaq", queries), ("recall@1", "recall@5"), {})


def policyqa(folder: Path) -> Questions:
    documents = {path.with_suffix(".md").name: path.read_bytes() for path in sorted((folder / "docs").glob("*.txt"))}
    passages: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for _, row in objects(folder / "gold.jsonl"):
        name = Path(row["document"]).with_suffix(".md").name
        passages[name, row["query"]].append(Place(name, span=(row["segment_start"], row["segment_end"])))
    queries = [
        Query(f"{name} {number}", text, (tuple(dict.fromkeys(places)),), {"document": name}, set="policyqa")
        for number, ((name, text), places) in enumerate(passages.items())
    ]
    shown = ("recall@1", "recall@5", "characters@5")
    return Questions("policyqa", "terms", "english", documents, Gold("policyqa", queries), shown, {})


def acord(folder: Path) -> Questions:
    clauses = {one["_id"]: one["text"] for one in map(orjson.loads, (folder / "corpus.jsonl").open("rb"))}
    grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for file in sorted((folder / "qrels").glob("*.tsv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in DictReader(lines, delimiter="\t"):
                grades[row["query-id"]][f"{row['corpus-id']}.txt"] = int(row["score"])
    queries = [
        Query(name, name, tuple((Place(clause),) for clause, grade in of.items() if grade), set="acord")
        for name, of in grades.items()
        if any(of.values())
    ]
    documents = {f"{name}.txt": text.encode() for name, text in clauses.items()}
    return Questions("acord", "contracts", "english", documents, Gold("acord", queries), ("ndcg@5", "ndcg@10"), grades)


READ: Mapping[str, Callable[[Path], Questions]] = {"swefaq": swefaq, "policyqa": policyqa, "acord": acord}


def within(pieces: Pieces, gold: Gold, model: Model, ks: Sequence[int]) -> Iterator[QueryResult]:
    """Yield what each query finds among the pieces of its document; among all pieces where it names none."""
    queries: defaultdict[str, list[Query]] = defaultdict(list)
    for query in gold.queries:
        queries[query.filters.get("document", "")].append(query)
    for document, asked in queries.items():
        own = [number for number, place in enumerate(pieces.places) if document in ("", place[0])]
        some = Pieces([pieces.places[number] for number in own], pieces.vectors[own])
        yield from some.ask(replace(gold, queries=asked), model.queries, ks)


def asked(bench: Bench, asks: Questions, models: Iterable[str]) -> Iterator[tuple[str, str, Rows]]:
    """Yield the model, the way of asking, and what the queries find."""
    for name in models:
        model = replace(bench.model, name=name, queries=embed(name, bench.gold, {"dense"}))
        pieces = langchain(bench.texts, model, max(asks.ks))
        in_order = {row.id: row for row in within(pieces, bench.gold, model, asks.ks)}
        yield name, "LangChain", bench.found(f"{name} LangChain", [in_order[one.id] for one in bench.gold.queries])
        every = replace(bench.asking, ks=asks.ks).with_plan(backend=name)
        yield name, "dense", bench.ask(f"{name} dense", every.with_plan(mode=Mode.DENSE))
        if name == MODELS[0]:
            yield "", "lexical", bench.ask("lexical", every.with_plan(mode=Mode.LEXICAL))
        with bench.unworded():
            yield name, "hybrid without wordings", bench.ask(f"{name} unworded", every)
        yield name, "hybrid", bench.ask(f"{name} hybrid", every)


def report(asks: Questions, every: Sequence[tuple[str, str, Rows]]) -> None:
    """Print the table: differences are to LangChain with the same model, for words alone to the first of them."""
    lines = []
    theirs = {model: rows for model, way, rows in every if way == "LangChain"}
    for model, way, rows in every:
        of = theirs.get(model, next(iter(theirs.values())))
        differences = {one.metric: one for one in compare(of, rows, asks.shown[0]).differences}
        values = means(rows, asks.name)
        shown = [step(values[one], None if way == "LangChain" else differences.get(one)) for one in asks.shown]
        lines.append([model, way, *shown])
    table(f"{asks.name}: {len(asks.gold.queries)} queries", ["model", "asked by", *asks.shown], lines)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    for name in READ:
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--queries", type=int, default=0, help="of each data set; 0: all")
    given = parser.parse_args()
    for name, read in READ.items():
        if not (folder := getattr(given, name)):
            continue
        asks = read(folder)
        source = asks.source(given.work / "source" / name)
        settings = given.work / f"{name}.toml"
        settings.write_text(SETTINGS.format(asks=asks, source=source), encoding="utf-8")
        os.environ["PIPEROLL_CONFIG"] = str(settings)
        with indexed(given.work / "index", name, source, asks.profile, MODELS) as (connection, corpus):
            gold = questions.drawn(asks.gold, given.queries)
            bench = Bench(connection, corpus, gold, Model(given.work / "vectors"), [], given.work / "rows")
            every = [(model, way, asks.measured(rows)) for model, way, rows in asked(bench, asks, MODELS)]
            report(replace(asks, gold=gold), every)
    return 0


if __name__ == "__main__":
    sys.exit(main())
