"""Gold sets of every form, and what is wrong in them."""

import json
from pathlib import Path
from typing import Any

import ir_measures
import pytest

from piperoll.errors import UsageError
from piperoll.evaluate import formats
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.gold import Place, Query
from piperoll.evaluate.metrics import measure
from tests.corpora.real import real

EXAMPLES = Path(__file__).parents[2] / "examples" / "se-law"


def written(folder: Path, *rows: Any) -> Path:
    path = folder / "gold.jsonl"
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in rows), encoding="utf-8")
    return path


def test_the_example_is_read() -> None:
    gold = formats.read(EXAMPLES / "gold.jsonl")
    assert (len(gold.queries), gold.sets) == (10, ["gold"])
    assert gold.queries[0].answers == ((Place("SFS 2031:12", "kap2.§1"),),)
    assert len(gold.queries[4].answers) == 2


def test_all_that_a_line_may_have(tmp_path: Path) -> None:
    row = {
        "id": 7,
        "query": "q",
        "filters": {"document": "A", "path": "kap2", "role": "TABLE", "as_of": "2020-02-02"},
        "relevant": [
            {"source": "a.md", "start": 3, "end": 9, "quote": "drifts"},
            [{"document": "B"}, {"document": "C"}],
        ],
        "split": "dev",
    }
    (query,) = formats.read(written(tmp_path, row, "")).queries
    assert (query.id, query.text, query.split, query.set) == ("7", "q", "dev", "gold")
    assert query.answers == ((Place("a.md", span=(3, 9), quote="drifts"),), (Place("B"), Place("C")))
    assert query.filters == row["filters"]


GOOD = {"query": "q", "relevant": [{"document": "A"}]}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "line 2: is no JSON"),
        ("[]", "line 2: is no JSON object"),
        ({"relevant": [{"document": "A"}]}, "line 2: 'query' is missing"),
        ({"query": " ", "relevant": [{"document": "A"}]}, "line 2: 'query' is missing"),
        ({"query": "q"}, "line 2: 'relevant' is missing"),
        ({"query": "q", "relevant": []}, "line 2: 'relevant' is missing"),
        ({"query": "q", "relevant": [[]]}, "line 2: an answer has no place"),
        ({"query": "q", "relevant": [{"path": "a"}]}, "names no document"),
        ({"query": "q", "relevant": [{"document": "A", "source": "a"}]}, "names no document, or two"),
        ({"query": "q", "relevant": [{"document": "A", "page": 3}]}, "'page' is not known"),
        ({"query": "q", "relevant": [{"document": "A", "start": 3}]}, "start 3 and end None are no range"),
        ({"query": "q", "relevant": [{"document": "A", "start": 3, "end": 3}]}, "are no range"),
        ({"query": "q", "relevant": [{"document": "A", "start": -1, "end": 3}]}, "are no range"),
        ({"query": "q", "relevant": [{"document": "A", "start": 1, "end": 3, "path": "a"}]}, "a path and a range"),
        (GOOD | {"filters": []}, "'filters' is no object"),
        (GOOD | {"filter": {"role": "TABLE"}}, "'filter' is not known in a query"),
        (GOOD | {"split": ["dev"]}, "'split' is missing or no text"),
        (GOOD | {"split": 1}, "'split' is missing or no text"),
        (GOOD | {"split": {}}, "'split' is missing or no text"),
        (GOOD | {"id": None}, "'id' is missing or no text"),
        (GOOD | {"id": ["a"]}, "'id' is missing or no text"),
        (GOOD | {"id": "a\0"}, "'id' is missing or no text"),
        (GOOD | {"filters": {"colour": "red"}}, "filter 'colour' is not known"),
        (GOOD | {"filters": {"as_of": "spring"}}, "'spring' is no date"),
        (GOOD | {"id": "1"}, r"id '1' was given before, at .*line 1"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, row: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        formats.read(written(tmp_path, GOOD, row))
    assert "gold.jsonl, line 2: " in caught.value.message
    assert caught.value.remedy


def test_a_gold_set_that_is_not_there_or_empty(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no gold set"):
        formats.read(tmp_path / "nope.jsonl")
    with pytest.raises(UsageError, match="has no query"):
        formats.read(written(tmp_path, ""))
    with pytest.raises(UsageError, match="has no query"):
        formats.read(tmp_path / ".")


def test_a_part_of_it(tmp_path: Path) -> None:
    gold = formats.read(written(tmp_path, *(GOOD | {"split": split} for split in ("dev", "dev", "test"))))
    assert [query.id for query in gold.part("dev").queries] == ["1", "2"]
    assert [query.id for query in gold.part(limit=1).queries] == ["1"]
    with pytest.raises(UsageError, match="no query of split 'train'") as caught:
        gold.part("train")
    assert caught.value.remedy == "Its splits are: dev, test."


def test_the_hash_is_of_what_decides_a_result(tmp_path: Path) -> None:
    first = formats.read(written(tmp_path, GOOD)).hash
    assert formats.read(written(tmp_path, json.dumps(GOOD, indent=None, separators=(" , ", " : ")))).hash == first
    assert formats.read(written(tmp_path, GOOD | {"query": "r"})).hash != first
    assert formats.read(written(tmp_path, GOOD | {"filters": {"role": "TABLE"}})).hash != first


def test_legalbench_rag_is_read_as_it_is() -> None:
    folder = real("legalbench-rag")
    gold = formats.read(folder / "benchmarks")
    counts = {name: [query for query in gold.queries if query.set == name] for name in gold.sets}
    assert {name: (len(rows), sum(len(query.answers) for query in rows)) for name, rows in counts.items()} == {
        "contractnli": (783, 1_113),
        "cuad_rebuilt": (3_848, 5_974),
        "maud": (1_482, 2_533),
    }
    for query in gold.queries[::500]:
        for (place,) in query.answers:
            text = (folder / "corpus" / place.document).read_text(encoding="utf-8")
            assert text[slice(*place.range)] == place.quote


def test_statements_about_terms_are_searched_in_their_document() -> None:
    gold = formats.read(real("terms-eval") / "gold.jsonl")
    assert len(gold.queries) == 1_772
    assert all(query.filters["document"] == query.answers[0][0].document for query in gold.queries)
    assert all(len(query.answers) == 1 for query in gold.queries)
    shared = [query for query in gold.queries if len(query.answers[0]) > 1]
    assert len(shared) >= 189


SNIPPET = {"file_path": "a.txt", "span": [0, 4], "answer": "Text"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no benchmark file"),
        ("[]", "has no list of tests"),
        ("null", "has no list of tests"),
        ('{"tests": 5}', "has no list of tests"),
        ('{"tests": null}', "has no list of tests"),
        ([5], "test 1: it has no list of snippets"),
        ([{}], "test 1: it has no list of snippets"),
        ([{"query": "q", "snippets": []}], "test 1: it has no list of snippets"),
        ([{"query": "q", "snippets": [5]}], "test 1: 5 is no snippet"),
        ([{"query": 5, "snippets": [SNIPPET]}], "test 1: 'query' is missing"),
        ([{"query": " ", "snippets": [SNIPPET]}], "test 1: 'query' is missing"),
        ([{"query": "q\0", "snippets": [SNIPPET]}], "test 1: 'query' is missing or no text"),
        ([{"query": "q", "snippets": [SNIPPET | {"span": [0.5, 3.0]}]}], "test 1: start 0.5 and end 3.0 are no range"),
        ([{"query": "q", "snippets": [SNIPPET | {"span": [3, 3]}]}], "are no range"),
        ([{"query": "q", "snippets": [SNIPPET | {"span": [3]}]}], "is no snippet"),
        ([{"query": "q", "snippets": [SNIPPET | {"file_path": ["a"]}]}], "test 1: 'file_path' is missing or no text"),
        ([{"query": "q", "snippets": [SNIPPET | {"answer": 5}]}], "test 1: 'answer' is missing or no text"),
        ([{"query": "q", "snippets": [SNIPPET | {"answer": ""}]}], "test 1: 'answer' is missing or no text"),
    ],
)
def test_a_benchmark_file_that_is_none(tmp_path: Path, content: Any, message: str) -> None:
    text = content if isinstance(content, str) else json.dumps({"tests": content})
    (tmp_path / "cuad.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message) as caught:
        formats.read(tmp_path / "cuad.json")
    assert "cuad.json" in caught.value.message
    assert caught.value.remedy


def test_a_byte_order_mark_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "cuad.json").write_text(
        json.dumps({"tests": [{"query": "q", "snippets": [SNIPPET]}]}), encoding="utf-8-sig"
    )
    (query,) = formats.read(tmp_path / "cuad.json").queries
    assert query.answers == ((Place("a.txt", span=(0, 4), quote="Text"),),)
    (tmp_path / "run.trec").write_text("1 Q0 A 1 0.5 me\r\n\r\n", encoding="utf-8-sig")
    assert list(formats.read_trec_run(tmp_path / "run.trec")) == ["1"]


STATEMENT = {"query": "q", "file": "a.md", "start": 0, "end": 4}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"other_spans": 5}, "'other_spans' is no list of ranges"),
        ({"other_spans": [5]}, "'other_spans' is no list of ranges"),
        ({"other_spans": [[1, 2, 3]]}, "'other_spans' is no list of ranges"),
        ({"other_spans": {"start": 1}}, "'other_spans' is no list of ranges"),
        ({"other_spans": [[3, 1]]}, "start 3 and end 1 are no range"),
        ({"quote": 5}, "'quote' is missing or no text"),
        ({"quote": ["a"]}, "'quote' is missing or no text"),
        ({"split": ["dev"]}, "'split' is missing or no text"),
    ],
)
def test_a_statement_that_is_wrong(tmp_path: Path, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=f"line 2: {message}"):
        formats.read(written(tmp_path, STATEMENT, STATEMENT | wrong))


def test_what_a_statement_has_as_null_it_has_not(tmp_path: Path) -> None:
    null = {"quote": None, "other_spans": None, "split": None}
    (query,) = formats.read(written(tmp_path, STATEMENT | null)).queries
    assert (query.answers, query.split) == (((Place("a.md", span=(0, 4)),),), None)


CHUNKS = [
    {"document": document, "source": f"{document} 1.md", "path": path, "header": "H", "content": "C" * 10,
     "start": start, "end": start + 10}
    for document in ("A", "B")
    for path, start in (("kap1.§1", 0), ("kap1.§2", 20), ("s.3", 40))
]  # fmt: skip
QUERIES = [
    Query("1", "first", ((Place("A", "kap1.§2"),),), set="gold"),
    Query("2 b", "second", ((Place("B 1.md", span=(45, 50)),), (Place("A", "s.3"),)), set="gold"),
]


def test_what_is_written_for_others_is_read_by_them_and_by_us(tmp_path: Path) -> None:
    hits = [dict(chunk, rank=rank, score=1.0) for rank, chunk in enumerate(reversed(CHUNKS), 1)]
    rows = [QueryResult(one.set, one.id, one.text, hits, measure(one.answers, hits, (3, 5))) for one in QUERIES]
    formats.write_beir(tmp_path, CHUNKS, QUERIES, rows)

    qrels = list(ir_measures.read_trec_qrels(str(tmp_path / formats.QRELS)))
    run = list(ir_measures.read_trec_run(str(tmp_path / formats.RUN)))
    for name, theirs in (("recall", "R"), ("precision", "P"), ("mrr", "RR"), ("ndcg", "nDCG"), ("map", "AP")):
        oracle = ir_measures.calc_aggregate([ir_measures.parse_measure(f"{theirs}@5")], qrels, run)
        ours = sum(row.metrics[name]["5"] for row in rows) / 2
        assert ours == pytest.approx(next(iter(oracle.values())), abs=1e-6), name

    gold = formats.read(tmp_path)
    assert [query.text for query in gold.queries] == ["first", "second"]
    assert gold.queries[1].answers == tuple((Place(f"{name} 1.md", "s.3", exact=True),) for name in ("A", "B"))
    again, unknown = formats.scored(tmp_path / formats.RUN, gold, (3, 5))
    assert unknown == 0
    assert [row.metrics["ndcg"] for row in again] == [row.metrics["ndcg"] for row in rows]
    (tmp_path / "qrels" / "test.tsv").unlink()
    assert [query.answers for query in formats.read(tmp_path).queries] == [query.answers for query in gold.queries]


@pytest.mark.parametrize(
    ("qrels", "message"),
    [
        ("query-id\tcorpus-id\tscore\n9\tA\t1\n", "line 2: query '9' is not in queries.jsonl"),
        ("query-id\tcorpus-id\tscore\n1\tA\tmuch\n", "line 2: .* is no judgement"),
        ("query-id\tcorpus-id\tscore\n1\tA\xe5\t1\n", "line 2: is no text in UTF-8"),
        ("query-id\tcorpus-id\tscore\n1\tA\0\t1\n", "line 2: is no text in UTF-8"),
        (None, "has no qrels"),
    ],
)
def test_a_beir_folder_that_is_wrong(tmp_path: Path, qrels: str | None, message: str) -> None:
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "q"}\n', encoding="utf-8")
    if qrels:
        (tmp_path / "qrels").mkdir()
        (tmp_path / "qrels" / "test.tsv").write_text(qrels, encoding="latin-1")
    with pytest.raises(UsageError, match=message):
        formats.read(tmp_path)


@pytest.mark.parametrize("row", [{"text": "q"}, {"_id": None, "text": "q"}, {"_id": "1", "text": "q\0"}, {"_id": "1"}])
def test_a_query_of_a_beir_folder_that_is_wrong(tmp_path: Path, row: dict[str, Any]) -> None:
    (tmp_path / "queries.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (tmp_path / "qrels.trec").write_text("1 0 A 1\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"queries\.jsonl, line 1: '(_id|text)' is missing or no text"):
        formats.read(tmp_path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (b"1 Q0 A 1 0.5 me\n1 A 0.5\n", "line 2: '1 A 0.5' is not of a run"),
        (b"1 Q0 A 1 nan me\n", "line 1: .* is not of a run"),
        (b"1 Q0 A 1 inf me\n", "line 1: .* is not of a run"),
        (b"1 Q0 A 1 0.5 me\n2 Q0 A 1 0.5 me\n1 Q0 A 2 0.4 me\n", "line 3: query '1' has 'A' twice"),
        (b"1 Q0 \xe5 1 0.5 me\n", "line 1: is no text in UTF-8"),
        (b"\n", "the run is empty"),
    ],
)
def test_a_run_that_is_wrong(tmp_path: Path, lines: bytes, message: str) -> None:
    (tmp_path / "run.trec").write_bytes(lines)
    with pytest.raises(UsageError, match=message) as caught:
        formats.read_trec_run(tmp_path / "run.trec")
    assert "run.trec" in caught.value.message


def beir(folder: Path, qrels: str, run: str) -> Path:
    """A folder with two queries, qrels and a run, both in TREC's form."""
    (folder / "queries.jsonl").write_text('{"_id": 1, "text": "q"}\n{"_id": "2", "text": "r"}\n', encoding="utf-8")
    (folder / formats.QRELS).write_text(qrels, encoding="utf-8")
    (folder / formats.RUN).write_text(run, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ("1 0 S#2 1\n", "1 Q0 S#2.3 1 0.9 x\n1 Q0 S#2 2 0.8 x\n"),
        ("1 0 S 1\n", "1 Q0 S#2 1 0.9 x\n1 Q0 S 2 0.8 x\n"),
        ("1 0 S#2 1\n2 0 T 1\n", "1 Q0 S 1 0.9 x\n2 Q0 T 1 0.9 x\n3 Q0 T 1 0.9 x\n"),
    ],
)
def test_ids_are_compared_as_others_compare_them(tmp_path: Path, qrels: str, run: str) -> None:
    folder = beir(tmp_path, qrels, run)
    rows, unknown = formats.scored(folder / formats.RUN, formats.read(folder), (5,))
    theirs = list(ir_measures.read_trec_qrels(qrels)), list(ir_measures.read_trec_run(run))
    oracle = ir_measures.calc_aggregate([ir_measures.parse_measure("RR@5")], *theirs)
    assert sum(row.metrics["mrr"]["5"] for row in rows) / len(rows) == next(iter(oracle.values()))
    assert unknown == run.count("3 Q0")


def test_a_run_of_other_queries_is_an_error(tmp_path: Path) -> None:
    folder = beir(tmp_path, "1 0 S 1\n", "7 Q0 S 1 0.9 x\n")
    with pytest.raises(UsageError, match=r"run\.trec: it has no query of"):
        formats.scored(folder / formats.RUN, formats.read(folder), (5,))


def test_a_run_that_calls_documents_otherwise_than_the_gold_set_is_an_error(tmp_path: Path) -> None:
    (tmp_path / formats.RUN).write_text("1 Q0 a.md#1 1 0.9 x\n", encoding="utf-8")
    gold = formats.read(written(tmp_path, {"query": "q", "relevant": [{"document": "A", "path": "1"}]}))
    with pytest.raises(UsageError, match=r"gold\.jsonl: it has 'a\.md', and the gold set 'A'") as caught:
        formats.scored(tmp_path / formats.RUN, gold, (5,))
    assert "--beir FOLDER" in caught.value.remedy
    gold = formats.read(written(tmp_path, {"query": "q", "relevant": [{"source": "a.md"}]}))
    rows, _ = formats.scored(tmp_path / formats.RUN, gold, (5,))
    assert rows[0].metrics["mrr"]["5"] == 1
