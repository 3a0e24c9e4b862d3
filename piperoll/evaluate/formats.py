"""Gold sets as they are read, also in the forms of others, and results in the forms of others.

Our own           JSON lines of query and relevant: see docs/evaluation.md.
LegalBench-RAG    {"tests": [{"query", "snippets": [{"file_path", "span": [start, end], "answer"}]}]}; file_path is the
                  path of a document within the source of the corpus.
terms statements  JSON lines of query, file, start, end, quote, other_spans, split: a statement about a service, to be
                  searched in one of its documents; what was marked for the same statement there is equally right.
BEIR              a folder with queries.jsonl and qrels/SPLIT.tsv, or qrels.trec. A corpus id is a document, or a
                  chunk as SOURCE#PATH with both percent-encoded.
TREC              "query 0 document relevance" (qrels), "query Q0 document rank score name" (run).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import orjson

from piperoll.errors import UsageError
from piperoll.evaluate import gold as gold_module
from piperoll.evaluate.evaluation import Asked
from piperoll.evaluate.gold import Answer, Gold, Place, Query, Row
from piperoll.evaluate.metrics import holds, measure

QRELS = "qrels.trec"
RUN = "run.trec"


def read(path: Path) -> Gold:
    """The gold set in a file or a folder, whatever its form; of a folder each file is a data set.

    Raises:
        UsageError: there is none, or something in it is wrong; the message names file and line.
    """
    if path.is_dir():
        queries = list(_folder(path))
    elif path.is_file():
        queries = list(_file(path))
    else:
        raise UsageError("gold_missing", f"There is no gold set {path}.", remedy="Name a file of queries, or a folder.")
    if not queries:
        raise UsageError("gold_empty", f"{path} has no query.", remedy="docs/evaluation.md shows what one looks like.")
    gold_module.distinct(queries)
    return Gold(path.name, queries)


def _folder(path: Path) -> Iterator[Query]:
    if (path / "queries.jsonl").is_file():
        yield from beir(path)
    else:
        for file in sorted([*path.glob("*.json"), *path.glob("*.jsonl")]):
            yield from _file(file)


def _file(path: Path) -> Iterator[Query]:
    if path.suffix == ".json":
        yield from legalbench(path)
        return
    rows = [Row(path, number, value) for number, value in gold_module.objects(path)]
    if rows and {"query", "file", "start", "end"} <= rows[0].value.keys():
        yield from terms(rows)
    else:
        yield from map(gold_module.query, rows)


def legalbench(path: Path) -> Iterator[Query]:
    """The tests of a benchmark file of LegalBench-RAG; all snippets of a test are wanted.

    Raises:
        UsageError: it is not one.
    """
    try:
        tests = orjson.loads(path.read_bytes())["tests"]
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        remedy = 'Write {"tests": […]} as LegalBench-RAG does, or name the file .jsonl and write one query a line.'
        raise gold_module.wrong(str(path), f"is no benchmark file: {error}", remedy) from None
    for number, test in enumerate(tests, 1):
        where = f"{path}, test {number}"
        try:
            answers = tuple(
                (Place(one["file_path"], span=(one["span"][0], one["span"][1]), quote=one.get("answer")),)
                for one in test["snippets"]
            )
            if not answers or any(not 0 <= place.range[0] < place.range[1] for (place,) in answers):
                raise ValueError("no snippets, or a span that is none")
            yield Query(str(number), test["query"], answers, set=path.stem, where=where)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            remedy = "A test has query and snippets; a snippet has file_path, span and answer."
            raise gold_module.wrong(where, f"is no test: {type(error).__name__} {error}", remedy) from None


def terms(rows: Sequence[Row]) -> Iterator[Query]:
    """Statements about terms of service: each is searched in the one document that it was marked in.

    Raises:
        UsageError: a row lacks a column.
    """
    marked: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for row in rows:
        file, text = row.text("file"), row.text("query")
        spans = [(row.value.get("start"), row.value.get("end")), *row.value.get("other_spans", ())]
        marked[file, text] += [
            Place(file, span=row.span(start, end), quote=row.value.get("quote") if not number else None)
            for number, (start, end) in enumerate(spans)
        ]
    for row in rows:
        file, text = row.text("file"), row.text("query")
        yield Query(
            id=str(row.value.get("id", row.number)),
            text=text,
            answers=(tuple(marked[file, text]),),
            filters={"document": file},
            split=row.value.get("split"),
            set=row.file.stem,
            where=row.where,
        )


def beir(path: Path) -> Iterator[Query]:
    """The queries of a BEIR folder that have an answer in its qrels; a grade above 0 is an answer.

    Raises:
        UsageError: qrels are missing, or name a query that is not there.
    """
    texts = {str(row.get("_id")): row.get("text") for _, row in gold_module.objects(path / "queries.jsonl")}
    files = sorted((path / "qrels").glob("*.tsv")) or [path / QRELS]
    if not files[0].is_file():
        raise gold_module.wrong(str(path), "has no qrels", f"Put them into qrels/test.tsv, or into {QRELS}.")
    for file in files:
        answers: defaultdict[str, list[Answer]] = defaultdict(list)
        first: dict[str, int] = {}
        for number, (query, document, grade) in _judgements(file):
            if not isinstance(texts.get(query), str):
                raise gold_module.wrong(
                    f"{file}, line {number}", f"query {query!r} is not in queries.jsonl", "Add it there."
                )
            first.setdefault(query, number)
            if grade > 0:
                answers[query].append((place_of(document),))
        split = file.stem if file.suffix == ".tsv" else None
        for query, found in answers.items():
            where = f"{file}, line {first[query]}"
            yield Query(query, str(texts[query]), tuple(found), split=split, set=path.name, where=where)


def _judgements(file: Path) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """Line number; query, document and grade: of three columns (BEIR, with a heading) or four (TREC)."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        columns = line.split("\t") if file.suffix == ".tsv" else line.split()
        if not line.strip() or (number == 1 and columns[-1] == "score"):
            continue
        try:
            yield number, (columns[0], columns[-2], int(columns[-1]))
        except (ValueError, IndexError):
            remedy = "A line is query, document, grade; in TREC's form query, 0, document, grade."
            raise gold_module.wrong(f"{file}, line {number}", f"{line!r} is no judgement", remedy) from None


def place_of(id_: str) -> Place:
    """What a corpus id names."""
    source, mark, path = id_.rpartition("#")
    return Place(unquote(source), unquote(path)) if mark else Place(id_)


def id_of(hit: Mapping[str, Any]) -> str:
    """The corpus id of a hit: no white space in it, so that TREC's forms can hold it."""
    return f"{quote(hit['source'], safe='/!:')}#{quote(hit['path'], safe='/:§')}"


def write_beir(
    folder: Path, chunks: Iterable[Mapping[str, Any]], queries: Sequence[Query], rows: Sequence[Asked]
) -> None:
    """An edition and a gold set as a BEIR folder whose documents are the chunks, with ``qrels.trec`` and ``run.trec``.

    A chunk that holds part of an answer is relevant. So tools of others find the same mrr and precision; where each
    answer is one chunk, the same values throughout.

    Args:
        chunks: of the edition: document, source, path, header, content, start and end.
        queries: the gold set as the edition has it.
        rows: what they found.
    """
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    several = len({query.set for query in queries}) > 1
    names = {(query.set, query.id): _name(query, several) for query in queries}
    with (folder / "queries.jsonl").open("wb") as out:
        for query in queries:
            out.write(_line({"_id": names[query.set, query.id], "text": query.text}))
    wanted: defaultdict[str, list[tuple[str, Place]]] = defaultdict(list)
    for query in queries:
        for answer in query.answers:
            for place in answer:
                wanted[place.document].append((names[query.set, query.id], place))
    with (
        (folder / "corpus.jsonl").open("wb") as corpus,
        (folder / "qrels" / "test.tsv").open("w", encoding="utf-8") as tsv,
        (folder / QRELS).open("w", encoding="utf-8") as trec,
    ):
        tsv.write("query-id\tcorpus-id\tscore\n")
        for chunk in chunks:
            id_ = id_of(chunk)
            corpus.write(_line({"_id": id_, "title": chunk["header"], "text": chunk["content"]}))
            near = (*wanted[chunk["document"]], *wanted[chunk["source"]])
            for name in dict.fromkeys(name for name, place in near if holds(chunk, place)):
                tsv.write(f"{name}\t{id_}\t1\n")
                trec.write(f"{name} 0 {id_} 1\n")
    with (folder / RUN).open("w", encoding="utf-8") as out:
        for row in rows:
            for hit in row.hits:
                # of ranks, since scores may tie, and trec_eval orders by them
                out.write(f"{names[row.set, row.id]} Q0 {id_of(hit)} {hit['rank']} {1 / hit['rank']:.6f} piperoll\n")


def _line(value: Mapping[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _name(query: Query, several: bool) -> str:
    """A query's id without white space, and with its data set in front where there are several."""
    return quote(f"{query.set}/{query.id}" if several else query.id, safe="/:")


def scored(run: Path, gold: Gold, ks: Sequence[int]) -> list[Asked]:
    """A run of any system measured by a gold set whose answers are documents or units; a query without hits found none.

    Raises:
        UsageError: a line is not of a run, or an answer is a range of characters, which a run does not have.
    """
    hits = read_trec_run(run)
    several = len(gold.sets) > 1
    rows = []
    for query in gold.queries:
        if any(place.span for answer in query.answers for place in answer):
            remedy = "Give answers as documents or paths; or compare files of `piperoll evaluate --per-query`."
            raise gold_module.wrong(query.where, "an answer is a range of characters, and a run has none", remedy)
        found = hits.get(query.id, hits.get(_name(query, several), []))
        rows.append(Asked(query.set, query.id, query.text, found, measure(query.answers, found, ks)))
    return rows


def read_trec_run(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The hits of each query in a run, best first: by score as trec_eval does, ties by the later document first.

    Raises:
        UsageError: a line is not of a run.
    """
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            query, _, document, _, score, *_ = line.split()
            found[query].append((float(score), document))
        except ValueError:
            raise UsageError(
                "run_wrong",
                f"{path}, line {number}: {line!r} is not of a run.",
                remedy="A line is: query Q0 document rank score name.",
            ) from None
    return {query: [_hit(rank, *one) for rank, one in enumerate(sorted(hits, reverse=True), 1)]
            for query, hits in found.items()}  # fmt: skip


def _hit(rank: int, score: float, document: str) -> dict[str, Any]:
    place = place_of(document)
    return {"rank": rank, "score": score, "document": place.document, "source": place.document,
            "path": place.path or "", "start": None, "end": None}  # fmt: skip
