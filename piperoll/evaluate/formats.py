"""Read gold sets in our own form and in the forms of others, and write results in the forms of others.

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
from dataclasses import asdict, replace
from math import isfinite, nan
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import orjson

from piperoll.arguments import is_text
from piperoll.errors import UsageError
from piperoll.evaluate import gold as gold_module
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.gold import Answer, Gold, Place, Query, Row
from piperoll.evaluate.metrics import holds, measure
from piperoll.ranges import Range

QUERIES = "queries.jsonl"
QRELS = "qrels.trec"
RUN = "run.trec"

RUN_LINE = "A line is: query Q0 document rank score name; the score is a number."
NO_BENCHMARK = 'Write {"tests": […]} as LegalBench-RAG does, or name the file .jsonl and write one query a line.'


def read(path: Path) -> Gold:
    """Read the gold set in a file or a folder, whatever its form; each file of a folder is a data set.

    Raises:
        UsageError: there is none, or something in it is wrong; the message names file and line.
    """
    try:
        if path.is_dir():
            queries = list(_folder(path))
        elif path.is_file():
            queries = list(_file(path))
        else:
            remedy = "Name a file of queries, or a folder."
            raise UsageError("gold_missing", f"There is no gold set {path}.", remedy=remedy)
    except OSError as error:
        remedy = "Check its name, the rights and the disk."
        raise UsageError("gold_unreadable", f"The gold set cannot be read: {error}.", remedy=remedy) from None
    if not queries:
        raise UsageError("gold_empty", f"{path} has no query.", remedy="docs/evaluation.md shows what one looks like.")
    for query in queries:
        if not is_text(asdict(query)):
            raise gold_module.wrong(
                query.where, "it or the name of its file holds what is no text", "Write it in UTF-8."
            )
    gold_module.distinct(queries)
    return Gold(path.name, queries)


def _folder(path: Path) -> Iterator[Query]:
    if (path / QUERIES).is_file():
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
    """Yield the tests of a benchmark file of LegalBench-RAG; all snippets of a test are wanted.

    Raises:
        UsageError: it is not one.
    """
    try:
        read = orjson.loads(gold_module.content(path))
    except orjson.JSONDecodeError as error:
        raise gold_module.wrong(str(path), f"is no benchmark file: {error}", NO_BENCHMARK) from None
    tests = read.get("tests") if isinstance(read, dict) else None
    if not isinstance(tests, list):
        raise gold_module.wrong(str(path), "is no benchmark file: it has no list of tests", NO_BENCHMARK)
    for number, test in enumerate(tests, 1):
        row = Row(path, number, test if isinstance(test, dict) else {}, "test")
        snippets = row.value.get("snippets")
        if not isinstance(snippets, list) or not snippets:
            raise row.wrong("it has no list of snippets", "A test has query and snippets.")
        answers = tuple((_snippet(row, one),) for one in snippets)
        yield Query(str(number), row.text("query"), answers, set=path.stem, where=row.where)


def _snippet(row: Row, value: Any) -> Place:
    span = value.get("span") if isinstance(value, dict) else None
    if not isinstance(span, list) or len(span) != 2:
        raise row.wrong(f"{value!r} is no snippet", "A snippet has file_path, span as [start, end], and answer.")
    return Place(row.text("file_path", value), span=row.span(*span), quote=row.text_if_any("answer", value))


def terms(rows: Sequence[Row]) -> Iterator[Query]:
    """Yield statements about terms of service: each is searched in the one document that it was marked in.

    Raises:
        UsageError: a row lacks a column.
    """
    marked: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for row in rows:
        file, text = row.text("file"), row.text("query")
        span = row.span(row.value.get("start"), row.value.get("end"))
        marked[file, text] += [
            Place(file, span=span, quote=row.text_if_any("quote")),
            *(Place(file, span=one) for one in _other_spans(row)),
        ]
    for row in rows:
        file, text = row.text("file"), row.text("query")
        yield Query(
            id=row.id(default=row.number),
            text=text,
            answers=(tuple(marked[file, text]),),
            filters={"document": file},
            split=row.text_if_any("split"),
            set=row.file.stem,
            where=row.where,
        )


def _other_spans(row: Row) -> list[Range]:
    spans = row.value.get("other_spans") or []
    if not isinstance(spans, list) or not all(isinstance(one, list) and len(one) == 2 for one in spans):
        raise row.wrong("'other_spans' is no list of ranges", 'Write "other_spans": [[start, end], …].')
    return [row.span(*one) for one in spans]


def beir(path: Path) -> Iterator[Query]:
    """Yield the queries of a BEIR folder that have an answer in its qrels; a grade above 0 is an answer.

    Raises:
        UsageError: qrels are missing, or name a query that is not there.
    """
    rows = [Row(path / QUERIES, number, value) for number, value in gold_module.objects(path / QUERIES)]
    row_of = {row.id("_id"): row for row in rows}
    files = sorted((path / "qrels").glob("*.tsv")) or [path / QRELS]
    if not files[0].is_file():
        raise gold_module.wrong(str(path), "has no qrels", f"Put them into qrels/test.tsv, or into {QRELS}.")
    for file in files:
        answers: defaultdict[str, list[Answer]] = defaultdict(list)
        first: dict[str, int] = {}
        for number, (query, document, grade) in _judgements(file):
            if query not in row_of:
                raise gold_module.wrong(
                    f"{file}, line {number}", f"query {query!r} is not in {QUERIES}", "Add it there."
                )
            first.setdefault(query, number)
            if grade > 0:
                answers[query].append((place_of(document),))
        split = file.stem if file.suffix == ".tsv" else None
        for query, wanted in answers.items():
            where = f"{file}, line {first[query]}"
            text = row_of[query].text("text")
            yield Query(query, text, tuple(wanted), split=split, set=path.name, where=where)


def _judgements(file: Path) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """Yield line number, query, document and grade, of lines of three columns (BEIR, with a heading) or four (TREC)."""
    for number, line in _lines(file, "gold_wrong"):
        columns = line.split("\t") if file.suffix == ".tsv" else line.split()
        if number == 1 and columns[-1] == "score":
            continue
        try:
            yield number, (columns[0], columns[-2], int(columns[-1]))
        except (ValueError, IndexError):
            remedy = "A line is query, document, grade; in TREC's form query, 0, document, grade."
            raise gold_module.wrong(f"{file}, line {number}", f"{line!r} is no judgement", remedy) from None


def _lines(file: Path, code: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers.

    Raises:
        UsageError: one is no text.
    """
    for number, line in enumerate(gold_module.content(file).split(b"\n"), 1):
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise gold_module.wrong(f"{file}, line {number}", "is no text in UTF-8", "Save the file as UTF-8.", code)
        if text.strip():
            yield number, text.rstrip("\r")


def place_of(id_: str) -> Place:
    """Return what a corpus id names: a document, or a chunk alone."""
    source, mark, path = id_.rpartition("#")
    return Place(unquote(source), unquote(path), exact=True) if mark else Place(id_, exact=True)


def id_of(hit: Mapping[str, Any]) -> str:
    """Return the corpus id of a hit, without white space, so that TREC's forms can hold it."""
    return f"{quote(hit['source'], safe='/!:')}#{quote(hit['path'], safe='/:§')}"


def write_beir(
    folder: Path, chunks: Iterable[Mapping[str, Any]], queries: Sequence[Query], rows: Sequence[QueryResult]
) -> None:
    """Write an edition and a gold set as a BEIR folder whose documents are the chunks, with qrels and run of TREC.

    A chunk that holds part of an answer is relevant. So tools of others find the same mrr and precision; where each
    answer is one chunk, the same values throughout.

    Args:
        folder: to write into; it is made if it is not there.
        chunks: of the edition: document, source, path, header, content, start and end.
        queries: the gold set as the edition has it.
        rows: their hits.
    """
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    several = len({query.set for query in queries}) > 1
    names = {(query.set, query.id): _name(query, several) for query in queries}
    with (folder / QUERIES).open("wb") as out:
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
    """Return a query's id without white space, with its data set in front where there are several."""
    return quote(f"{query.set}/{query.id}" if several else query.id, safe="/:")


def scored(run: Path, gold: Gold, ks: Sequence[int]) -> tuple[list[QueryResult], int]:
    """Measure the run of any system by a gold set whose answers are documents or units.

    A query of the gold set that the run lacks has no hits. Ids of BEIR and TREC are compared as trec_eval does.

    Args:
        run: the file, in TREC's form.
        gold: the queries with their answers.
        ks: where the lists of hits are cut.

    Returns:
        A result for each query of the gold set, and how many queries of the run are not in the gold set.

    Raises:
        UsageError: a line is not of a run; an answer is a range of characters, which a run does not have; or the two
            have no query in common, or no document.
    """
    hits = read_trec_run(run)
    several = len(gold.sets) > 1
    rows = []
    names = set()
    for query in gold.queries:
        if any(place.span for answer in query.answers for place in answer):
            remedy = "Give answers as documents or paths; or compare files of `piperoll evaluate --per-query`."
            raise gold_module.wrong(query.where, "an answer is a range of characters, and a run has none", remedy)
        name = query.id if query.id in hits else _name(query, several)
        names.add(name)
        answers = tuple(tuple(map(_as_id, answer)) for answer in query.answers)
        of_query = hits.get(name, [])
        rows.append(QueryResult(query.set, query.id, query.text, of_query, measure(answers, of_query, ks)))
    if names.isdisjoint(hits):
        remedy = f"Its first column is the id of a query, such as {_name(gold.queries[0], several)}."
        raise gold_module.wrong(str(run), f"it has no query of {gold.name}", remedy, "run_foreign")
    _same_names(run, gold, rows)
    return rows, len(hits.keys() - names)


def _as_id(place: Place) -> Place:
    """Return a place as a run names it: the id of a document is not that of a chunk of it."""
    return replace(place, path=place.path or "") if place.exact else place


def _same_names(run: Path, gold: Gold, rows: Sequence[QueryResult]) -> None:
    """Make sure that run and gold set call documents by the same names, where those of the gold set are no ids.

    Raises:
        UsageError: they have no document in common.
    """
    places = [place for query in gold.queries for answer in query.answers for place in answer]
    documents = {hit["document"] for row in rows for hit in row.hits}
    if documents.isdisjoint(place.document for place in places) and not any(place.exact for place in places):
        raise gold_module.wrong(
            str(run),
            f"it names no document of {gold.name}: it has {min(documents)!r}, and the gold set {places[0].document!r}",
            "Name documents alike, as in the folder that `piperoll evaluate --beir FOLDER` writes: --gold FOLDER.",
            "run_foreign",
        )


def read_trec_run(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the hits of each query in a run, best first: by score as trec_eval does, of ties the later document first.

    Raises:
        UsageError: there is no such run, or a line is not of one, or a query has a document twice.
    """
    if not path.is_file():
        remedy = "Name a run in TREC's form, or a file of `piperoll evaluate --per-query`, which ends in .jsonl."
        raise UsageError("no_such_file", f"There is no file {path}.", remedy=remedy)
    scores: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for number, line in _lines(path, "run_wrong"):
        where = f"{path}, line {number}"
        try:
            query, _, document, _, given, *_ = line.split()
            score = float(given)
        except ValueError:
            score = nan
        if not isfinite(score):
            raise gold_module.wrong(where, f"{line!r} is not of a run", RUN_LINE, "run_wrong")
        if document in scores[query]:
            remedy = "Keep the better one of the two."
            raise gold_module.wrong(where, f"query {query!r} has {document!r} twice", remedy, "run_wrong")
        scores[query][document] = score
    if not scores:
        raise gold_module.wrong(
            str(path), "the run is empty", "A line is: query Q0 document rank score name.", "run_wrong"
        )
    ordered = {query: sorted(hits.items(), key=lambda hit: hit[::-1], reverse=True) for query, hits in scores.items()}
    return {
        query: [_hit(rank, score, document) for rank, (document, score) in enumerate(hits, 1)]
        for query, hits in ordered.items()
    }


def _hit(rank: int, score: float, document: str) -> dict[str, Any]:
    place = place_of(document)
    return {"rank": rank, "score": score, "document": place.document, "source": place.document,
            "path": place.path or "", "start": None, "end": None}  # fmt: skip
