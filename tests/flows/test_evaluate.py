"""Evaluation from end to end: the example corpus, its gold set, the commands."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from flows.reindex_corpus import reindex_corpus
from piperoll.cli import app
from piperoll.evaluate import formats
from piperoll.evaluate.evaluation import Asking, evaluate
from piperoll.evaluate.gold import Gold, Place, Query
from piperoll.evaluate.resolve import resolve
from piperoll.search.conditions import Filters
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store import corpora, editions
from tests.conftest import name_of
from tests.flows.conftest import Bench, filling

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

EXAMPLES = Path(__file__).parents[2] / "examples" / "se-law"
GOLD = EXAMPLES / "gold.jsonl"

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def template(filled: Settings, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example corpus, called laws."""
    with filling(filled, tmp_path_factory.mktemp("laws")):
        reindex_corpus(corpus="laws", source=str(EXAMPLES), profile="se-law")
    return name_of(filled)


def told(*arguments: object, exit_code: int = 0) -> Any:
    """What a command prints as JSON."""
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_the_example_is_answered(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    found = told("evaluate", "laws", "--gold", GOLD, "--per-query", file)
    assert (found["edition"], found["backend"], found["gold"]) == (1, "minilm", "gold.jsonl")
    assert found["queries"] == {"asked": 10, "lacking": 0, "not_valid": 0, "unknown": 0, "moved": 0}
    assert list(found["metrics"]["recall"]) == ["1", "3", "5", "10", "20"]
    assert found["metrics"]["recall"]["20"] >= 0.9
    assert found["metrics"]["ndcg"]["10"] >= 0.6
    assert found["sets"]["gold"]["metrics"] == found["metrics"] == found["mean_of_sets"]
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 10
    assert set(rows[0]) == {"set", "id", "query", "hits", "metrics"}
    assert set(rows[0]["hits"][0]) == {"rank", "score", "document", "source", "path", "start", "end"}
    assert sum(row["metrics"]["mrr"]["10"] for row in rows) / 10 == pytest.approx(found["metrics"]["mrr"]["10"])


def test_what_is_measured_is_what_a_search_finds(bench: Bench) -> None:
    gold = formats.read(GOLD)
    with bench.database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "laws")
        measured = evaluate(connection, corpus, gold, Asking(ks=(5,)))
        for query, row in zip(gold.queries, measured.rows, strict=True):
            hits = search(connection, corpus, query.text, SearchPlan(k=5))["hits"]
            assert [(hit["document"], hit["path"]) for hit in hits] == [
                (hit["document"], hit["path"]) for hit in row.hits
            ]


def test_an_evaluation_is_kept_once_and_leaves_with_its_edition(bench: Bench) -> None:
    for _ in range(2):
        told("evaluate", "laws", "--gold", GOLD)
    assert (bench.count("evaluation"), bench.count("evaluation_query")) == (1, 10)
    told("evaluate", "laws", "--gold", GOLD, "--mode", "lexical")
    assert bench.count("evaluation") == 2
    with bench.database.connect() as connection:
        connection.execute("DELETE FROM edition")
    assert bench.count("evaluation_query") == 0


def test_what_was_not_reranked_is_not_kept_as_reranked(bench: Bench, tmp_path: Path) -> None:
    absent, there = tmp_path / "none", "late-interaction"
    command = ["evaluate", "laws", "--gold", str(GOLD), "--reranker", str(absent)]
    warned = CliRunner().invoke(app, command)
    assert f"10 of 10 queries were not reranked: The reranker {absent} is not on this machine." in warned.stderr
    found = told(*command)
    assert (found["reranked"]["model"], found["reranked"]["failed"]) == (str(absent), 10)
    assert "is not on this machine" in found["reranked"]["problem"]
    assert found["settings"]["rerank"] is None
    plain = told("evaluate", "laws", "--gold", GOLD)
    assert "reranked" not in plain
    assert (plain["settings"], plain["metrics"]) == (found["settings"], found["metrics"])
    assert bench.count("evaluation") == 1
    found = told("evaluate", "laws", "--gold", GOLD, "--reranker", there, "--limit", 3)
    assert found["reranked"] == {"model": there, "failed": 0, "problem": None}
    assert found["settings"]["rerank"]["model"] == there


def test_two_files_are_compared(bench: Bench, tmp_path: Path) -> None:
    one, other = tmp_path / "hybrid.jsonl", tmp_path / "dense.jsonl"
    told("evaluate", "laws", "--gold", GOLD, "--per-query", one)
    told("evaluate", "laws", "--gold", GOLD, "--mode", "dense", "--per-query", other)
    found = told("compare", one, other, "--metric", "recall@5", "--report", tmp_path / "report")
    assert found["metric"] == "recall@5"
    by_metric = {row["metric"]: row for row in found["differences"]}
    row = by_metric["recall@5"]
    assert row["difference"] == row["after"] - row["before"]
    assert row["low"] <= row["difference"] <= row["high"]
    assert found["queries"]["fell"] == len(found["fell"])
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == 2
    table = CliRunner().invoke(app, ["compare", str(one), str(other)])
    assert table.exit_code == 0
    assert "ndcg@10" in table.stdout


def test_runs_in_the_form_of_trec_are_written_and_compared(bench: Bench, tmp_path: Path) -> None:
    for mode in ("hybrid", "lexical"):
        told("evaluate", "laws", "--gold", GOLD, "--mode", mode, "--beir", tmp_path / mode)
    written = (tmp_path / "hybrid" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(written) == bench.count("chunk WHERE valid_to IS NULL")  # who searches today finds no other
    runs = [tmp_path / mode / "run.trec" for mode in ("hybrid", "lexical")]
    found = told("compare", *runs, "--gold", tmp_path / "hybrid")
    stored = {mode: told("evaluate", "laws", "--gold", GOLD, "--mode", mode) for mode in ("hybrid", "lexical")}
    row = next(row for row in found["differences"] if row["metric"] == "mrr@10")
    assert row["before"] == pytest.approx(stored["hybrid"]["metrics"]["mrr"]["10"])
    assert row["after"] == pytest.approx(stored["lexical"]["metrics"]["mrr"]["10"])


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("place", "code", "message"),
    [
        ({"document": "SFS 1999:1"}, "gold_unknown", "line 2: no edition of laws has 'SFS 1999:1'"),
        ({"document": "SFS 2031:12", "path": "kap9.§1"}, "gold_unknown", "line 2: no edition of laws has kap9.§1 in"),
        ({"source": "sfs-2031-12.md", "start": 0, "end": 99_999}, "gold_span", "line 2: characters 0–99999"),
    ],
)
def test_gold_that_does_not_fit_is_named(
    bench: Bench, tmp_path: Path, place: dict[str, Any], code: str, message: str
) -> None:
    good = {"query": "fyren lyser", "relevant": [{"document": "SFS 2031:12", "path": "kap2"}]}
    gold = write(tmp_path / "g.jsonl", good, {"query": "q", "relevant": [place]})
    error = told("evaluate", "laws", "--gold", gold, exit_code=2)["error"]
    assert error["code"] == code
    assert message in error["message"]
    assert error["remedy"]
    found = told("evaluate", "laws", "--gold", gold, "--partial")
    counted = "lacking" if code == "gold_span" else "unknown"
    assert found["queries"][counted] == 1
    assert found["sets"]["g"]["queries"] == found["queries"]["asked"] == (2 if code == "gold_span" else 1)


def test_a_question_is_left_out_if_one_of_its_answers_is_not_known(bench: Bench, tmp_path: Path) -> None:
    known, unknown = {"document": "SFS 2031:12", "path": "kap2"}, {"document": "SFS 1999:1"}
    relevant: list[list[Any]] = [[known], [known, unknown], [[known, unknown]]]
    rows: list[dict[str, Any]] = [{"query": "fyren lyser", "relevant": one} for one in relevant]
    rows.append(rows[0] | {"filters": {"document": "SFS 1999:1"}})
    found = told("evaluate", "laws", "--gold", write(tmp_path / "g.jsonl", *rows), "--partial")
    assert found["queries"] == {"asked": 2, "lacking": 0, "not_valid": 0, "unknown": 2, "moved": 0}
    assert found["metrics"]["recall"]["20"] == 1, "a place that is as right as another may be missing"


def test_a_gold_set_of_another_corpus_is_an_error_even_in_part(bench: Bench, tmp_path: Path) -> None:
    gold = write(tmp_path / "g.jsonl", {"query": "q", "relevant": [{"document": "Cap. 7"}]})
    assert told("evaluate", "laws", "--gold", gold, "--partial", exit_code=2)["error"]["code"] == "gold_foreign"


def test_a_range_is_found_again_by_its_quote(bench: Bench, tmp_path: Path) -> None:
    with bench.database.connect() as connection:
        row = connection.execute("SELECT text FROM version WHERE source = 'sfs-2031-12.md'").fetchone()
    assert row
    quote = "Fyrhållaren ansvarar för att fyren lyser"
    start = row[0].index(quote)
    wanted = ((start, quote), (0, quote), (0, "Detta står ingenstans i lagen, mening för mening."))
    places = [{"document": "SFS 2031:12", "start": at, "end": at + len(text), "quote": text} for at, text in wanted]
    gold = write(tmp_path / "g.jsonl", *({"query": "vem ansvarar", "relevant": [place]} for place in places))
    file = tmp_path / "found.jsonl"
    found = told("evaluate", "laws", "--gold", gold, "--per-query", file)
    assert found["queries"] == {"asked": 3, "lacking": 1, "not_valid": 0, "unknown": 0, "moved": 1}
    there, moved, lost = (json.loads(line)["metrics"]["span_recall"]["20"] for line in file.read_text().splitlines())
    assert there == moved
    assert lost == 0


def test_a_range_stands_in_the_version_of_the_day_that_is_asked_for(bench: Bench, tmp_path: Path) -> None:
    reindex_corpus(corpus="terms", source=str(EXAMPLES.parent / "terms"), profile="terms")
    older, newer = (f"{day}/Lanternfish/Terms of Service.md" for day in ("2025-03-01", "2026-03-01"))
    shared, gone = "You must be at least 16 years old", "not been used for 24 months"
    cases = [
        (shared, "2025-07-01", older, 0),
        (shared, "2026-07-01", newer, 0),
        (gone, "2025-07-01", older, 0),
        (gone, "2026-07-01", older, 1),
        (shared, "2020-01-01", older, 1),
    ]
    with bench.database.connect(autocommit=True) as connection:
        text_of = dict(connection.execute("SELECT source, text FROM version").fetchall())
        corpus = corpora.get(connection, "terms")
        for quote, day, source, not_valid in cases:
            start = text_of[source].index(quote)
            place = Place("Lanternfish/Terms of Service", span=(start, start + len(quote)), quote=quote)
            gold = Gold("g", [Query("1", quote, ((place,),), {"as_of": day})])
            found = resolve(connection, corpus, 1, gold, date.today())
            assert found.queries[0].answers == ((replace(place, document=source),),), (quote, day)
            assert (found.lacking, found.unknown, found.moved, found.not_valid) == (0, 0, 0, not_valid), (quote, day)
    place_of_both = {"document": "Lanternfish/Terms of Service", "start": 0, "end": 10_000, "quote": shared}
    days: list[dict[str, str]] = [{"as_of": "2025-07-01"}, {"as_of": "2026-07-01"}, {}]
    rows = ({"query": "how old must I be", "filters": one, "relevant": [place_of_both]} for one in days)
    measured = told("evaluate", "terms", "--gold", write(tmp_path / "g.jsonl", *rows))
    assert measured["queries"] == {"asked": 3, "lacking": 0, "not_valid": 0, "unknown": 0, "moved": 1}
    assert measured["metrics"]["recall"]["20"] == 1


def test_the_filters_of_a_question_hold(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    filters: list[dict[str, str]] = [{}, {"document": "SFS 1990:1"}, {"path": "kap2"}, {"as_of": "1999-12-31"}]
    place = {"source": "fyrar.md"}
    rows = ({"query": "tillsyn", "filters": one, "relevant": [place]} for one in filters)
    file = tmp_path / "found.jsonl"
    measured = told("evaluate", "test", "--gold", write(tmp_path / "g.jsonl", *rows), "--per-query", file)
    assert measured["queries"]["not_valid"] == 1
    found = [json.loads(line)["hits"] for line in file.read_text(encoding="utf-8").splitlines()]
    assert {hit["document"] for hit in found[0]} == {"SFS 1990:1", "SFS 1991:2"}
    assert {hit["document"] for hit in found[1]} == {"SFS 1990:1"}
    assert {hit["path"] for hit in found[2]} == {"kap2.§1"}
    assert found[3] == [], "before they entered into force"


@pytest.mark.parametrize("options", [(), ("--partial",)])
def test_a_condition_that_no_document_can_meet_is_named_with_its_line(
    bench: Bench, tmp_path: Path, options: tuple[str, ...]
) -> None:
    good = {"query": "fyren lyser", "relevant": [{"document": "SFS 2031:12"}]}
    gold = write(tmp_path / "g.jsonl", good, good | {"filters": {"where": ["colour=red"]}})
    error = told("evaluate", "laws", "--gold", gold, *options, exit_code=2)["error"]
    assert error["code"] == "unknown_key"
    assert "g.jsonl, line 2: No document has 'colour'" in error["message"]
    assert error["remedy"].startswith("There are: ")


ROW: dict[str, Any] = {"set": "g", "id": "1", "query": "q", "hits": [], "metrics": {"drm": {"1": 0.5}}}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([ROW, ROW], "line 2: query '1' of 'g' was there before"),
        ([ROW, ROW | {"set": ["a"]}], "line 2: is no query of an evaluation: TypeError set ['a'] is no text"),
        ([ROW, ROW | {"query": 5}], "line 2: is no query of an evaluation: TypeError query 5 is no text"),
    ],
)
def test_a_file_of_queries_that_is_wrong(tmp_path: Path, rows: list[dict[str, Any]], message: str) -> None:
    file = write(tmp_path / "a.jsonl", *rows)
    error = told("compare", file, file, "--metric", "drm@1", exit_code=2)["error"]
    assert (error["code"], message in error["message"]) == ("evaluation_wrong", True)


def test_queries_are_compared_by_any_metric_that_is_measured(tmp_path: Path) -> None:
    one, other = (write(tmp_path / name, ROW | {"metrics": {"drm": {"1": value}}})
                  for name, value in (("a.jsonl", 0.5), ("b.jsonl", 0.25)))  # fmt: skip
    found = told("compare", one, other, "--metric", "drm@1")
    assert (found["metric"], found["differences"][0]["difference"]) == ("drm@1", -0.25)


def test_queries_of_a_run_that_the_gold_set_has_not_are_counted(tmp_path: Path) -> None:
    run = tmp_path / "run.trec"
    run.write_text("1 Q0 SFS_2031 1 0.9 x\n88 Q0 A 1 0.9 x\n99 Q0 A 1 0.9 x\n", encoding="utf-8")
    gold = write(tmp_path / "g.jsonl", {"query": "q", "relevant": [{"document": "SFS_2031"}]})
    result = CliRunner().invoke(app, ["compare", str(run), str(run), "--gold", str(gold)])
    assert result.exit_code == 0
    assert f"2 queries of {run} are not in {gold}; they are not measured." in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("evaluate", "nope", "--gold", GOLD), "unknown_corpus"),
        (("evaluate", "laws"), "gold_missing"),
        (("evaluate", "laws", "--gold", "nowhere.jsonl"), "gold_missing"),
        (("evaluate", "laws", "--gold", GOLD, "--k", "1,x"), "bad_k"),
        (("evaluate", "laws", "--gold", GOLD, "--k", "9" * 5_000), "bad_k"),
        (("evaluate", "laws", "--gold", GOLD, "--split", "dev"), "gold_empty"),
        (("evaluate", "laws", "--gold", GOLD, "--edition", "9"), "unknown_edition"),
        (("evaluate", "laws", "--gold", GOLD, "--backend", "nope"), "backend_unknown"),
        (("compare", "a.jsonl", "b.jsonl"), "no_such_file"),
        (("compare", GOLD, GOLD), "evaluation_wrong"),
        (("compare", GOLD, GOLD, "--metric", "luck"), "bad_metric"),
        (("compare", GOLD, GOLD, "--metric", "luck@5"), "bad_metric"),
        (("compare", GOLD, GOLD, "--metric", "drm@0"), "bad_metric"),
        (("compare", "a.trec", "b.trec"), "gold_missing"),
        (("compare", "a.trec", "b.trec", "--gold", GOLD), "no_such_file"),
        (("compare", "1", "x", "--corpus", "laws"), "bad_edition"),
        (("compare", "1", "1", "--corpus", "laws"), "not_evaluated"),
    ],
)
def test_wrong_use_is_told(bench: Bench, arguments: tuple[object, ...], code: str) -> None:
    assert told(*arguments, exit_code=2)["error"]["code"] == code


def test_an_earlier_edition_is_measured_by_what_it_had(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar", "bikupor")
    bench.run()
    bench.path("fyrar").unlink()
    bench.run()
    gold = write(tmp_path / "g.jsonl", {"query": "tillsyn över fyrar", "relevant": [{"source": "fyrar.md"}]})
    assert told("evaluate", "test", "--gold", gold, "--edition", "1")["metrics"]["recall"]["1"] == 1
    lost = told("evaluate", "test", "--gold", gold)
    assert (lost["queries"]["lacking"], lost["metrics"]["recall"]["20"]) == (1, 0)
    with bench.database.connect(autocommit=True) as connection:
        assert editions.seen(bench.corpus()) == 2
        hits = search(connection, bench.corpus(), "fyrar", SearchPlan(filters=Filters(), edition=1))["hits"]
    assert hits[0]["source"] == "fyrar.md"
