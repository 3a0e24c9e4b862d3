"""The benchmark of retrieval from files to tables: real documents of the examples, real search, real model."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest

from piperoll.evaluate import records
from piperoll.pipeline.embed import embed_edition, vectors_of
from piperoll.pipeline.job import job_for
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors
from tests.extras import needs
from tests.search.indexing import build

needs("langchain_text_splitters", "make frameworks, to test benchmarks beside LangChain")

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = {
    "distribution.txt": ("Distribution Agreement", "technicians"),
    "nda.txt": ("Non-Disclosure Agreement", "return"),
}
"""Of each contract a title, and a word of the line that answers."""


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch, database: Database, settings: Settings) -> Iterator[None]:
    """The stages of a run one after another in this process, in place of the command."""
    from benchmarks import retrieval, terms_eval

    @contextmanager
    def built(folder: Path, name: str, source: Path, profile: str) -> Iterator[tuple[Connection, Corpus]]:
        with database.connect(autocommit=True) as connection:
            job = job_for(settings, name, source=str(source), profile=profile)
            build(connection, job)
            corpus = corpora.get(connection, name)
            embed_edition(*vectors_of(connection, corpus, job.backend), corpus.published_edition)
            Vectors(connection, corpus, job.backend).index()
            yield connection, corpora.get(connection, name)

    for module in (retrieval, terms_eval):
        monkeypatch.setattr(module, "indexed", built)
    yield


def cells(printed: str, title: str) -> list[list[str]]:
    """The rows of the table under a title, the first one its columns."""
    lines = printed.split(f"\n{title}\n\n")[1].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("|--")]


def test_tables_of_contracts(
    indexed: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], make_benchmark: Callable[[Path], Path]
) -> None:
    from benchmarks import retrieval

    work = tmp_path / "work"
    given = Namespace(work=work, only=retrieval.TABLES, queries=0, documents=0)
    retrieval.run(given, "legalbench-rag", make_benchmark(tmp_path / "data"))
    printed = capsys.readouterr().out
    columns, *rows = cells(printed, "legalbench-rag: pipelines")
    assert [row[2] for row in rows[:4]] == ["plain", "LangChain", "ours without wordings", "ours"]
    recall = columns.index("R@64")
    assert float(rows[0][recall]) == pytest.approx(1.0)  # the plain pieces are the whole text, and there are fewer
    assert all(0 <= float(row[recall]) <= 1 for row in rows)
    found = {row[1]: row for row in cells(printed, "legalbench-rag: what each adds")[1:]}
    assert list(found) == ["plain splits", "+ clause chunks", "+ header", "+ routing", "+ BM25", "+ rules",
                           "+ wordings", "+ rerank"]  # fmt: skip
    assert [name for name, row in found.items() if "(" not in row[2]] == ["plain splits"]
    forms = [row[1] for row in cells(printed, "legalbench-rag: other words")[1:]]
    assert forms[0] == "as given" and len(forms) == 10
    assert [row[3] for row in cells(printed, "legalbench-rag: the nearest")[1:]] == ["1.000"]
    kept = records.read(work / "rows" / "legalbench-rag ours.jsonl")
    assert {row.query.split(";")[0] for row in kept} == {f"Consider the {title}" for title, _ in ASKED.values()}


@pytest.fixture
def make_benchmark() -> Callable[[Path], Path]:
    """Makes a folder as LegalBench-RAG has it, of the contracts among the examples."""

    def make(folder: Path) -> Path:
        tests = []
        for name, (title, word) in ASKED.items():
            text = (EXAMPLES / "contracts" / name).read_text(encoding="utf-8")
            start = text.rindex("\n", 0, text.index(word)) + 1
            span = [start, text.index("\n", start)]
            snippet = {"file_path": f"lamps/{name}", "span": span, "answer": text[slice(*span)]}
            tests.append({"query": f"Consider the {title}; what of {word}?", "snippets": [snippet]})
            (folder / "corpus" / "lamps").mkdir(parents=True, exist_ok=True)
            (folder / "corpus" / "lamps" / name).write_text(text, encoding="utf-8")
        (folder / "benchmarks").mkdir()
        (folder / "benchmarks" / "lamps.json").write_bytes(orjson.dumps({"tests": tests}))
        return folder

    return make


def test_table_of_statements_about_terms(
    indexed: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks import terms_eval

    texts = {"Lamp": "## Refunds\n\nMoney is never paid back.\n\n## Use\n\nLamps may not be resold.\n",
             "Oil": "## Refunds\n\nMoney is paid back within a month.\n"}  # fmt: skip
    rows = []
    for service, text in texts.items():
        file = f"docs/{service}/Terms of Service.md"
        (tmp_path / "data" / file).parent.mkdir(parents=True)
        (tmp_path / "data" / file).write_text(text, encoding="utf-8")
        quote = text.splitlines()[2]
        start = text.index(quote)
        rows.append({"id": service, "query": "Is money paid back?", "service": service, "file": file, "start": start,
                     "end": start + len(quote), "quote": quote})  # fmt: skip
    (tmp_path / "data" / "gold.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
    monkeypatch.setattr("sys.argv", ["terms_eval", str(tmp_path / "work"), str(tmp_path / "data")])
    assert terms_eval.main() == 0
    columns, *found = cells(capsys.readouterr().out, "terms-eval")
    share = {(row[0], row[1]): float(row[columns.index("share@5")]) for row in found}
    assert share["the service", "lexical"] == share["the service", "fused"] == share["all", "dense"] == 1.0
    assert share["the service", "rule"] == 0.0
