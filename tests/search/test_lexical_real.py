"""BM25 on real documents against another implementation, from files to hits."""

import json
from collections import Counter
from datetime import date

import numpy as np
import pytest

from piperoll.search import lexical as scoring
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store.connection import Database
from piperoll.store.lexical import Lexical
from piperoll.text import analysis
from tests.corpora.real import real
from tests.search.indexing import index
from tests.search.test_lexical import reference_of, segment

FILES = 200
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


def test_statutes_through_the_store_score_as_by_another_implementation(database: Database, settings: Settings) -> None:
    source = real("se-law") / "current"
    with database.connect(autocommit=True) as connection:
        corpus = index(connection, settings, "law", source, "se-law", FILES)
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
            terms = analysis.asked(question, "swedish")
            expected = expect(terms)
            ids, scores = scoring.score(Lexical(connection, corpus).read(terms, 1), Counter(terms), 1)
            assert len(ids) == np.count_nonzero(expected)
            assert scores == pytest.approx(expected[np.searchsorted(numbers, ids)], abs=1e-4)
            hits = search(connection, corpus, question, SearchPlan(mode=Mode.LEXICAL, filters=Filters(day=day)))["hits"]
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
        ids, scores = scoring.score(segments, Counter(terms), 1)
        expected = expect(terms)
        assert len(ids) == np.count_nonzero(expected) > 100
        assert scores == pytest.approx(expected[ids], abs=1e-4)
