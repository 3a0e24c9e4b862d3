"""Conditions, groups and contexts on a real corpus of small judgments, and on statutes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from flows.reindex_corpus import reindex_corpus
from piperoll.cli import app
from piperoll.corpora import registry
from piperoll.corpora.common.profile import BaseProfile
from piperoll.errors import UsageError
from piperoll.model import Chunk, Document, SetAside, Status
from piperoll.search.conditions import Filters, parse
from piperoll.search.context import context
from piperoll.search.group import documents, packed
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.rerank import CrossEncoder, LateInteraction, Rerank
from piperoll.search.search import search
from piperoll.store import corpora
from piperoll.store.connection import Connection
from piperoll.text.tokens import estimate
from tests.flows.conftest import Bench
from tests.search.test_rerank import make_cross_encoder

CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "2017-1": (
        {"court": "HKCFI", "year": 2017, "date": "2017-11-30", "judges": ["Au J", "Lam J"]},
        [
            "Facts",
            "The lamp went out.",
            "The keeper slept.",
            "A ship ran aground.",
            "Analysis",
            "A keeper owes a duty.",
        ],
    ),
    "2018-2": (
        {"court": "HKCA", "year": "2018", "date": "2018-02-01", "judges": ["Lam J"], "published": True},
        ["Facts", "The lamp was never lit.", "Nobody saw it.", "Order", "The appeal on the lamp is dismissed."],
    ),
    "2020-9": (
        {"court": "HKCFI", "year": 2020, "date": "2020-05-20", "panel": 3},
        ["Facts", "A lamp is not a buoy.", "A keeper owes a duty.", "Order", "Costs follow the lamp."],
    ),
}


@dataclass(frozen=True)
class Judgments(BaseProfile):
    """Numbered paragraphs under headings; every chunk begins with the paragraph before it, which is its overlap."""

    name: ClassVar[str] = "judgments"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".json"})
    days: ClassVar[tuple[str, ...]] = ("date",)

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        metadata, lines = json.loads(data)
        text, chunks, aside, heading = "", [], [], ""
        before: tuple[int, str] | None = None
        for line in lines:
            start = len(text)
            text += line + "\n\n"
            if " " not in line:
                heading, before = line, None
                aside.append(SetAside(start, start + len(line), "heading"))
                continue
            number = len(chunks) + 1
            begin = before[0] if before else start
            paragraphs = (number - 1, number) if before else (number,)
            content = text[begin : start + len(line)]
            header = f"Case {name} > {heading} > para {number}"
            chunks.append(
                Chunk(f"para.{number}", heading.lower(), header, content, begin, start + len(line), estimate(content),
                      metadata={"heading": heading}, paragraphs=paragraphs, overlap=start - begin)
            )  # fmt: skip
            before = (start, line)
        key = f"[{name[:4]}] {name[5]}"
        yield Document(key, f"Case {name}", "JUDGMENT", Status.CHUNKED, text, chunks, aside, metadata=metadata)


@pytest.fixture
def cases(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Connection, corpora.Corpus]]:
    """The judgments, published."""
    monkeypatch.setitem(registry.installed(), "judgments", Judgments)
    for name, case in CASES.items():
        (bench.folder / f"{name}.json").write_text(json.dumps(case), encoding="utf-8")
    reindex_corpus(corpus="cases", source=str(bench.folder), profile="judgments")
    with bench.database.connect(autocommit=True) as connection:
        yield connection, corpora.get(connection, "cases")


def command(*arguments: str) -> Any:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, json.loads(result.stdout)


CONDITIONS = [
    (["court=HKCFI"], {"2017", "2020"}),
    (["court!=HKCFI"], {"2018"}),
    (["court=hkcfi"], set()),
    (["year>=2018"], {"2018", "2020"}),
    (["year=2018"], {"2018"}),
    (["year=2017"], {"2017"}),
    (["year<2018"], {"2017"}),
    (["year>9"], {"2017", "2018", "2020"}),
    (["date<2018-02-01"], {"2017"}),
    (["date<=2018-02-01"], {"2017", "2018"}),
    (["date<=2018-02"], {"2017", "2018"}),
    (["date<=2018"], {"2017", "2018"}),
    (["date>2018"], {"2020"}),
    (["date>=2018"], {"2018", "2020"}),
    (["judges=Lam J"], {"2017", "2018"}),
    (["judges!=Lam J"], {"2020"}),
    (["panel=3"], {"2020"}),
    (["panel>=3.5"], set()),
    (["published=true"], {"2018"}),
    (["court=HKCFI", "year>2017"], {"2020"}),
    (["court=HKCFI' OR '1'='1"], set()),
    (["heading=Order"], {"2018", "2020"}),
    (["paragraph_numbers>=4"], {"2017"}),
]


def test_conditions_hold_before_ranking(cases: tuple[Connection, corpora.Corpus]) -> None:
    for mode in Mode:
        for texts, expected in CONDITIONS:
            filters = Filters(where=[parse(one) for one in texts])
            found = search(*cases, "lamp keeper", SearchPlan(k=100, mode=mode, filters=filters))
            assert {hit["document"][1:5] for hit in found["hits"]} == expected, (mode, texts)
    few = search(*cases, "lamp", SearchPlan(k=1, filters=Filters(where=[parse("court=HKCA")])))
    assert [hit["document"] for hit in few["hits"]] == ["[2018] 2"]
    with pytest.raises(UsageError) as caught:
        search(*cases, "lamp", SearchPlan(filters=Filters(where=[parse("courts=HKCA")])))
    assert caught.value.code == "unknown_key"
    assert "court, date, heading, judges, overlap, panel, paragraph_numbers, published, year" in caught.value.remedy


def test_results_by_document(cases: tuple[Connection, corpora.Corpus]) -> None:
    found = documents(*cases, "lamp was never lit", SearchPlan(k=2))["documents"]
    hits = search(*cases, "lamp was never lit", SearchPlan(k=100))["hits"]
    assert [one["document"] for one in found] == list(dict.fromkeys(hit["document"] for hit in hits))[:2]
    best = found[0]
    assert (best["title"], best["kind"], best["metadata"]["court"]) == ("Case 2018-2.json", "JUDGMENT", "HKCA")
    assert best["highlights"][0]["paragraph_numbers"] == [1]
    assert best["passages"] == 3
    code, told = command("search", "cases", "lamp was never lit", "--group", "document", "-k", "2", "--json")
    assert (code, told["documents"]) == (0, found)


def test_a_context_counts_overlap_once_and_keeps_within_sections(cases: tuple[Connection, corpora.Corpus]) -> None:
    connection, corpus = cases
    told = context(connection, corpus, "keeper slept", SearchPlan(k=1), neighbours=2, budget=100)
    (block,) = told["blocks"]
    assert block["paths"] == ["para.1", "para.2", "para.3"]
    assert block["text"] == "The lamp went out.\n\nThe keeper slept.\n\nA ship ran aground."
    assert [core["path"] for core in block["core"]] == ["para.2"]
    assert told["text"].count("The keeper slept.") == 1
    assert told["tokens"] == estimate(told["text"]) <= told["budget"]


def test_every_block_is_in_the_stored_text(cases: tuple[Connection, corpora.Corpus]) -> None:
    connection, corpus = cases
    told = context(connection, corpus, "lamp keeper", SearchPlan(k=5))
    rows = connection.execute("SELECT source, text FROM version").fetchall()
    texts = dict(rows)
    assert len(told["blocks"]) > 2
    for block in told["blocks"]:
        assert texts[block["source"]][block["start"] : block["end"]] == block["text"]
        assert block["text"] in told["text"]
        for core in block["core"]:
            assert block["start"] <= core["start"] < core["end"] <= block["end"]


def test_the_same_words_are_in_once_and_name_the_other_place(cases: tuple[Connection, corpora.Corpus]) -> None:
    connection, corpus = cases
    folder = Path(corpus.source)
    (folder / "2021-7.json").write_bytes((folder / "2017-1.json").read_bytes())
    reindex_corpus(corpus="cases", source=corpus.source, profile="judgments")
    corpus = corpora.get(connection, "cases")
    told = context(connection, corpus, "keeper owes a duty", SearchPlan(k=1), neighbours=0)
    (core,) = told["blocks"][0]["core"]
    assert {told["blocks"][0]["document"], *(one["document"] for one in core["also"])} == {"[2017] 1", "[2021] 7"}
    assert told["text"].count("A keeper owes a duty.") == 1


def test_whole_documents_are_reranked(cases: tuple[Connection, corpora.Corpus], tmp_path: Path) -> None:
    """The model reads of each its title and the passages that the search found."""
    query = "was the light ever on"
    plain = documents(*cases, query, SearchPlan(k=3))["documents"]
    found = documents(*cases, query, SearchPlan(k=3, rerank=Rerank(LateInteraction(), weight=1)))
    assert found["reranked"] == {"model": "late-interaction", "problem": None}
    ranked = found["documents"]
    assert sorted(one["document"] for one in ranked) == sorted(one["document"] for one in plain)
    by_model = [one["scores"]["rerank"] for one in ranked]
    assert by_model == sorted(by_model, reverse=True)
    assert {one["document"]: one["scores"]["fused"] for one in ranked} == {
        one["document"]: one["score"] for one in plain
    }
    hits = search(*cases, query, SearchPlan(k=100))["hits"]
    read = [packed([hit for hit in hits if hit["document"] == one["document"]], 4000) for one in ranked]
    assert by_model == pytest.approx(LateInteraction().score(query, read), abs=0.02)
    absent = documents(*cases, query, SearchPlan(k=3, rerank=Rerank(CrossEncoder(str(tmp_path / "none")))))
    assert absent["documents"] == plain
    assert "is not on this machine" in absent["reranked"]["problem"]


@pytest.mark.transformers
def test_reranking_changes_the_order_and_says_by_which_model(
    cases: tuple[Connection, corpora.Corpus], tmp_path: Path
) -> None:
    query = "when was the lamp never lit"
    plain = search(*cases, query, SearchPlan(k=5))
    by_meaning = search(*cases, query, SearchPlan(k=5, rerank=Rerank(LateInteraction(), weight=1)))
    assert "reranked" not in plain
    assert by_meaning["reranked"] == {"model": "late-interaction", "problem": None}
    scores = [hit["score"] for hit in by_meaning["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1
    assert all({"fused", "rerank"} <= set(hit["scores"]) for hit in by_meaning["hits"])
    assert [hit["rank"] for hit in by_meaning["hits"]] == [1, 2, 3, 4, 5]
    folder = make_cross_encoder(tmp_path / "model")
    code, told = command("search", "cases", query, "--reranker", folder, "--json")
    assert (code, told["reranked"]) == (0, {"model": folder, "problem": None})
    code, told = command("search", "cases", query, "--reranker", str(tmp_path / "none"), "-k", "5", "--json")
    assert (code, told["hits"]) == (0, plain["hits"])
    assert "is not on this machine" in told["reranked"]["problem"]
    code, told = command("context", "cases", query, "--reranker", folder, "--budget", "60", "--json")
    assert code == 0
    assert told["tokens"] <= 60
    small = CliRunner().invoke(app, ["context", "cases", query, "--budget", "1"])
    assert (small.exit_code, small.stdout) == (0, "")
    assert "none fits into 1 tokens" in small.stderr


def test_neighbours_are_those_of_the_day_and_of_the_edition(bench: Bench) -> None:
    bench.write("fyrar")
    text = bench.path("fyrar").read_text(encoding="utf-8")
    changed = text.replace("### 2 §\n\nDen", "### 2 §\n\n/Upphör att gälla U:2020-01-01/\n\nDen")
    bench.path("fyrar").write_text(changed, encoding="utf-8")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "test")
        paths = {}
        for day in (date(2019, 1, 1), date(2021, 1, 1)):
            filters = Filters(path="kap1.§1", day=day)
            (block,) = context(connection, corpus, "fyrar i riket", SearchPlan(filters=filters))["blocks"]
            paths[day.year] = block["paths"]
        assert paths == {2019: ["kap1.§1", "kap1.§2"], 2021: ["kap1.§1"]}
        bench.path("fyrar").write_text(text.replace("anmäla", "ANMÄLA"), encoding="utf-8")
        bench.run()
        corpus = corpora.get(connection, "test")
        told = {
            edition: context(connection, corpus, "fyrar i riket", SearchPlan(edition=edition))["text"]
            for edition in (1, 2)
        }
        assert "ANMÄLA" in told[2]
        assert "ANMÄLA" not in told[1]
