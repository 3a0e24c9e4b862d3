"""A run whose vectors come from a service: what it stores, tells and pays, also after kill -9."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import piperoll
from flows.launch import launch
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.hashing import digest
from piperoll.pipeline.embed import Embedded, embed_texts, vectors_of
from piperoll.store import corpora, documents
from piperoll.store.connection import Database
from piperoll.store.services import Limits
from tests.commands import Command, Commands
from tests.pipeline.conftest import Environment
from tests.services import ENVIRONMENT, KEY, Embedder, embedder, vector
from tests.sessions import end_runs

DIMENSION = 32
STATUTE = """---
beteckning: {year}:{number}
rubrik: Lag om {topic}
ikraft_datum: 2001-01-01
---

# Lag om {topic}

### 1 §

Denna lag gäller {topic} i riket.

### 2 §

Den som innehar {topic} ska anmäla det.
"""


class Bench:
    """A corpus whose texts are sent to a server of the test."""

    def __init__(self, folder: Path, database: Database, server: Embedder, commands: Commands) -> None:
        self.folder, self.database, self.server, self.commands = folder, database, server, commands

    def write(self, *topics: str) -> None:
        for number, topic in enumerate(topics, 1):
            text = STATUTE.format(year=2000 + number // 900, number=number % 900 + 1, topic=topic)
            (self.folder / "laws" / f"{topic}.md").write_text(text, encoding="utf-8")

    def configure(self, kind: str = "openai", **more: Any) -> None:
        table = self.server.settings(kind) | {"batch_texts": 8} | more
        lines = [f"{name} = {json.dumps(value)}" for name, value in table.items()]
        corpus = '[corpus.test]\nsource = "laws"\nprofile = "se-law"\nbackend = "svc"\n'
        (self.folder / "piperoll.toml").write_text(corpus + "[backend.svc]\n" + "\n".join(lines), encoding="utf-8")
        configured.load.cache_clear()

    def run(self) -> dict[str, Any]:
        result: dict[str, Any] = launch("reindex_corpus", corpus="test")
        return result

    def command(self, *arguments: str) -> Command:
        return self.commands.start(*arguments, environment=os.environ)

    def vectors(self) -> dict[str, Any]:
        """Return the stored vectors by the text that was embedded."""
        statement = """
            SELECT c.header || E'\\n\\n' || c.content, e.vector::real[]
            FROM chunk c JOIN embedding_svc e USING (text_hash)"""
        with self.database.connect() as connection:
            return {text: np.array(value) for text, value in connection.execute(statement)}

    def vectors_stored(self) -> set[bytes]:
        with self.database.connect() as connection:
            if connection.execute("SELECT to_regclass('embedding_svc')").fetchone() == (None,):
                return set()
            return {row[0] for row in connection.execute("SELECT text_hash FROM embedding_svc")}

    def quarantine(self) -> dict[str, tuple[str, str]]:
        with self.database.connect() as connection:
            rows = documents.quarantined(connection, corpora.get(connection, "test"))
        return {row["source"]: (row["code"], row["reason"]) for row in rows}


@pytest.fixture
def bench(environment: Environment, database: Database, tmp_path: Path, commands: Commands) -> Iterator[Bench]:
    environment(ENVIRONMENT)
    (tmp_path / "laws").mkdir()
    with embedder(DIMENSION) as server:
        made = Bench(tmp_path, database, server, commands)
        made.configure()
        yield made


def test_a_run_counts_what_it_cost_and_a_second_one_costs_nothing(bench: Bench) -> None:
    bench.configure(price=0.5)
    bench.write(*(f"fyr{number}" for number in range(20)))
    first = bench.run()["embeddings"]
    assert first["computed"] == first["requests"] * 8 == 40
    assert first["tokens"] == sum(size for _, size in bench.server.arrivals)
    assert first["price"] == pytest.approx(first["tokens"] * 0.5 / 1_000_000)
    for text, stored in bench.vectors().items():
        assert np.allclose(stored, vector(text, DIMENSION), atol=1e-3)
    again = bench.run()["embeddings"]
    assert (again["computed"], again["requests"], again["price"]) == (0, 0, 0)
    with bench.database.connect() as connection:
        assert connection.execute("SELECT backend, texts, tokens FROM service").fetchall() == [
            ("svc", 40, first["tokens"])
        ]


def test_a_changed_setting_is_seen_and_nothing_is_mixed(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    for more in ({"passage_prefix": "passage: "}, {"query_prefix": "query: "}, {"model": "m-2"}, {"max_tokens": 50}):
        bench.configure(**more)
        with pytest.raises(piperoll.PiperollError) as caught:
            bench.run()
        assert caught.value.code == "backend_changed"
        with piperoll.open() as db, pytest.raises(piperoll.PiperollError) as caught:
            db["test"].search("vem anmäler", k=2)
        assert caught.value.code == "backend_changed"
    bench.configure(tokens_per_minute=1_000_000, batch_texts=3, connections=1)
    assert bench.run()["embeddings"]["computed"] == 0


def test_a_search_by_the_service(bench: Bench) -> None:
    bench.configure(query_prefix="query: ")
    bench.write("fyrar", "broar")
    bench.run()
    with piperoll.open() as db:
        db["test"].search("vem anmäler", k=2)
    assert bench.server.sent["query: vem anmäler"] == 1


def test_a_text_that_is_refused_costs_its_file_and_no_other(bench: Bench) -> None:
    bench.write("fyrar", "POISON", "broar", "kvarnar")
    result = bench.run()
    assert (result["documents"]["new"], result["documents"]["quarantined"]) == (3, 1)
    code, reason = bench.quarantine()["POISON.md"]
    assert code == "text_refused"
    assert "content filter" in reason
    assert KEY not in reason
    assert {count for text, count in bench.server.given.items() if "Lag om" in text} == {1}


def test_texts_of_an_edition_that_are_refused_fail_the_backfill_after_all_others(bench: Bench) -> None:
    text = (bench.folder / "piperoll.toml").read_text().replace('backend = "svc"', 'backend = "minilm"')
    (bench.folder / "piperoll.toml").write_text(text)
    configured.load.cache_clear()
    bench.write("fyrar", "POISON", "broar")
    bench.run()
    with pytest.raises(piperoll.PiperollError, match="does not take 2 texts") as caught:
        launch("backfill_corpus", corpus="test", stages=["embed"], backend="svc")
    assert caught.value.code == "texts_refused"
    assert len(bench.vectors()) == 4


def test_processes_with_the_same_texts_send_each_once(bench: Bench) -> None:
    """Four of them begin at once, each with all the texts."""
    bench.server.delay = 0.3
    texts = [(digest(str(number)), "header", "", f"text {number}") for number in range(40)]
    values = {"profile": "se-law", "backend": "svc", "language": "simple", "source": "/nowhere"}
    with bench.database.connect(autocommit=True) as connection:
        corpus = corpora.put(connection, name="test", **values)
    begin = threading.Barrier(4)

    def work() -> Embedded:
        with bench.database.connect(autocommit=True) as connection, bench.database.connect(autocommit=True) as own:
            vectors, model = vectors_of(connection, corpus, "svc")
            begin.wait()
            return embed_texts(texts, vectors, model, limits=Limits(own, "svc", None, None))

    with ThreadPoolExecutor(4) as pool:
        done = [future.result() for future in [pool.submit(work) for _ in range(4)]]
    assert set(bench.server.sent.values()) == {1}
    assert len(bench.server.sent) == sum(one.computed for one in done) == 40
    assert sum(one.reused for one in done) == 3 * 40


def test_a_killed_run_pays_again_for_what_was_under_way_only(bench: Bench) -> None:
    bench.configure(batch_texts=4, connections=2)
    bench.server.delay = 0.2
    bench.write(*(f"fyr{number}" for number in range(60)))
    killed = bench.command("reindex", "test")
    while len(bench.vectors_stored()) < 30 and killed.poll() is None:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=60)
    end_runs(bench.database)
    stored = bench.vectors_stored()
    before = bench.server.given.copy()
    assert 30 <= len(stored) < 120
    bench.server.delay = 0.0
    assert bench.run()["embeddings"]["computed"] == 120 - len(stored)
    twice = [text for text, count in bench.server.given.items() if count > 1]
    assert len(twice) <= 2 * 4, "two requests of four texts were under way"
    assert sum(before.values()) - len(stored) <= 2 * 2 * 4, "as many were answered and not stored"
    assert len(bench.vectors()) == 120


def test_two_backends_side_by_side(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.configure(price=2.0)
    text = (bench.folder / "piperoll.toml").read_text().replace('backend = "svc"', 'backend = "minilm"')
    (bench.folder / "piperoll.toml").write_text(text)
    configured.load.cache_clear()
    bench.write("fyrar", "broar", "kvarnar")
    bench.run()
    gold = bench.folder / "gold.jsonl"
    questions = ["vem anmäler fyrar", "vad gäller för broar", "anmälan av kvarnar"]
    answers = ["SFS 2000:2", "SFS 2000:3", "SFS 2000:4"]
    rows = [
        {"id": str(number), "query": query, "relevant": [{"document": answer}]}
        for number, (query, answer) in enumerate(zip(questions, answers, strict=True))
    ]
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = ["compare-backends", "test", "minilm", "svc", "--gold", str(gold), "--mode", "dense", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    minilm, svc = told["backends"]
    assert (minilm["backend"], svc["backend"]) == ("minilm", "svc")
    assert (minilm["dimension"], svc["dimension"]) == (384, DIMENSION)
    assert minilm["paid_now"] is None
    assert svc["paid_now"]["computed"] == 6
    assert svc["price"] == pytest.approx(svc["tokens"] * 2e-6)
    assert minilm["price"] is None
    assert minilm["milliseconds"]["search"]["p50"] > 0
    assert svc["bytes"] > 0
    by_metric = {one["metric"]: one for one in told["differences"]}
    assert by_metric["recall@1"]["before"] == minilm["metrics"]["recall"]["1"]
    assert by_metric["recall@1"]["after"] == svc["metrics"]["recall"]["1"]
    with bench.database.connect() as connection:
        corpus = corpora.get(connection, "test")
    assert (corpus.backend, corpus.published_edition, corpus.editions) == ("minilm", 1, [1])
    again = CliRunner().invoke(app, arguments)
    assert json.loads(again.stdout)["backends"][1]["paid_now"] is None
    shown = CliRunner().invoke(app, arguments[:-1])
    assert shown.exit_code == 0
    assert "svc" in shown.stdout


def test_the_key_is_nowhere(bench: Bench) -> None:
    """In no line, row or error; also where the service quotes it, and where the name of the variable says nothing."""
    os.environ["EMBEDDER_KEY"] = KEY
    bench.write("fyrar", "POISON")
    for arguments in (
        ["reindex", "test", "--json"],
        ["status", "test", "--json"],
        ["doctor", "--json"],
        ["plan", "test"],
    ):
        done = bench.command(*arguments)
        out, err = done.communicate(timeout=240)
        assert KEY not in out + err, arguments
    assert any(KEY in key for key in bench.server.keys), "it was used"
    with bench.database.connect() as connection:
        names = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'piperoll'")]
        for name in names:
            for row in connection.execute(f'SELECT t::text FROM "{name}" t'):
                assert KEY not in str(row), name
