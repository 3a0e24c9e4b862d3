"""BM25 on real documents against another implementation, from files to hits."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from piperoll.pipeline.job import job_for, plan_for
from piperoll.pipeline.load import load_partition
from piperoll.pipeline.parse import parse_partition
from piperoll.pipeline.plan import partitions
from piperoll.search import lexical as scoring
from piperoll.search.query import Filters
from piperoll.search.search import Mode, search
from piperoll.settings import Settings
from piperoll.store import corpora, editions, ledger, runs
from piperoll.store.connection import Connection, Database
from piperoll.store.lexical import Lexical
from piperoll.text import analysis
from tests.corpora.real import real
from tests.search.test_lexical import reference_of, segment

FILES = 500
QUESTIONS = [
    "arbetsgivarens ansvar för arbetsmiljön",
    "vem får överklaga kommunens beslut",
    "tillstånd enligt § 3",
    "enligt lagen (1977:1160)",
    "straff för den som bryter mot förordningen",
    "i och av lag myndighet",
    "regeringen meddelar föreskrifter om avgifter för tillsyn",
    "skadestånd",
]

VALID = """
    SELECT c.id FROM chunk c JOIN version v ON v.id = c.version_id
    WHERE (v.valid_from IS NULL OR v.valid_from <= %(day)s) AND (v.valid_to IS NULL OR v.valid_to > %(day)s)
      AND (c.valid_from IS NULL OR c.valid_from <= %(day)s) AND (c.valid_to IS NULL OR c.valid_to > %(day)s)"""


def indexed(connection: Connection, settings: Settings, source: Path) -> None:
    """Everything that a run does but embed."""
    job = replace(job_for(settings, "law", source=str(source), profile="se-law", limit=FILES), run=str(uuid4()))
    values = {"profile": job.profile, "backend": job.backend, "source": job.source}
    corpus = corpora.put(connection, name="law", language=job.family.language, **values)
    runs.start(connection, corpus, job.run, "test")  # type: ignore[arg-type]
    edition = editions.begin(connection, corpus, job.run)
    plan = plan_for(job, corpus, ledger.read(connection, corpus), {})
    for partition in partitions(plan, job.scope, job.partition_bytes):
        parsed = parse_partition(partition, job.open_source(), job.family, job.room)
        load_partition(connection, corpus, edition, job, parsed)
    editions.complete(connection, corpus, edition, job.run, {})
    Lexical(connection, corpus).index(edition)
    editions.publish(connection, corpus, edition)


def test_statutes_through_the_store_score_as_by_another_implementation(database: Database, settings: Settings) -> None:
    source = real("se-law") / "current"
    with database.connect(autocommit=True) as connection:
        indexed(connection, settings, source)
        corpus = corpora.get(connection, "law")
        assert Lexical(connection, corpus).check(1) == (0, 0)
        rows = connection.execute(
            "SELECT id, concat_ws(E'\\n', header, prefix, content) FROM chunk ORDER BY id"
        ).fetchall()
        assert len(rows) > 1_000
        expect = reference_of([analysis.terms(text, "swedish") for _, text in rows])
        numbers = np.asarray([one for one, _ in rows])
        day = date(2100, 1, 1)
        valid = np.isin(numbers, connection.execute(VALID, {"day": day}).fetchall())
        for question in QUESTIONS:
            terms = analysis.terms(question, "swedish")
            expected = expect(terms)
            ids, scores = scoring.score(Lexical(connection, corpus).read(terms, 1), terms, 1)
            assert len(ids) == np.count_nonzero(expected)
            assert scores == pytest.approx(expected[np.searchsorted(numbers, ids)], abs=1e-4)
            hits = search(connection, corpus, question, mode=Mode.LEXICAL, filters=Filters(day=day))["hits"]
            assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
            best = sorted(expected[valid], reverse=True)[:10]
            assert [hit["scores"]["lexical"] for hit in hits] == pytest.approx(best, abs=1e-4)


def test_contracts_score_as_by_another_implementation() -> None:
    folder = real("legalbench-rag")
    files = sorted((folder / "corpus" / "contractnli").glob("*.txt"))[:20]
    texts = [
        analysis.terms(paragraph, "english")
        for file in files
        for paragraph in file.read_text(encoding="utf-8").split("\n")
        if paragraph.strip()
    ]
    asked = json.loads((folder / "benchmarks" / "contractnli.json").read_text(encoding="utf-8"))["tests"]
    whole = len(texts) // 3
    parts = [texts[:whole], texts[whole : 2 * whole], texts[2 * whole :]]
    expect = reference_of(texts)
    for query in sorted({test["query"] for test in asked})[:20]:
        terms = analysis.terms(query, "english")
        segments = [segment(part, number * whole) for number, part in enumerate(parts)]
        ids, scores = scoring.score(segments, terms, 1)
        expected = expect(terms)
        assert len(ids) == np.count_nonzero(expected) > 100
        assert scores == pytest.approx(expected[ids], abs=1e-4)
