"""Candidates: what one scorer found, the others have looked at too. Against every chunk scored one by one."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from piperoll.embed import backend
from piperoll.hashing import digest
from piperoll.model import embedding_text
from piperoll.search import lexical
from piperoll.search.conditions import Filters
from piperoll.search.fusion import Candidates, Fusion
from piperoll.search.modes import Method, Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import SCORER_LEAST
from piperoll.search.query import Query, understand
from piperoll.search.scorers import registered
from piperoll.search.search import gather, search
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import Lexical
from piperoll.store.lexical_units import UNITS
from piperoll.store.lexical_writer import Writer
from piperoll.store.vectors import Vectors
from tests.store.history import Content, History

ASKED = "who keeps the lamp burning"
THINGS = "lamp lantern beacon candle torch boat harbour rope sail anchor".split()
DOES = "burns shines fades sinks rests breaks turns waits stands leaks drifts rusts creaks".split()
WHEN = "today tonight often".split()


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """More than any scorer lists: what is near in meaning is not always what shares a word."""
    return [f"{thing} {does} {when}." for thing in THINGS for does in DOES for when in WHEN]


@pytest.fixture
def lamps(database: Database, texts: list[str]) -> Iterator[tuple[Connection, Corpus]]:
    """They, published, with vectors by the bundled model; every tenth chunk has none."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "lamps")
        history.build({"lamps.md": Content("Lamps", 2001, tuple((f"p.{at}", text) for at, text in enumerate(texts)))})
        for unit in UNITS:
            Writer(connection, history.corpus, unit=unit).index(1)
        model = backend.get("minilm")
        vectors = Vectors(connection, history.corpus, model.name)
        vectors.ensure(model.identity, model.dimension)
        said = [embedding_text(f"p.{at}", "", text) for at, text in enumerate(texts) if at % 10]
        vectors.put([digest(one) for one in said], model.embed(said).vectors)
        vectors.index()
        corpora.switch_backend(connection, history.corpus, model.name)
        yield connection, corpora.get(connection, "lamps")


def gathered(connection: Connection, corpus: Corpus, **filters: str) -> tuple[Query, Candidates]:
    with connection.transaction():
        query = understand(connection, corpus, 1, ASKED, filters=Filters(**filters), pool=SCORER_LEAST)  # type: ignore[arg-type]
        return query, gather(query, list(registered()))


def numbers(connection: Connection, candidates: Candidates) -> NDArray[np.int64]:
    """Which texts the candidates are."""
    rows = dict(connection.execute("SELECT id, ordinal FROM chunk").fetchall())
    return np.array([rows[one] for one in candidates.ids.tolist()])


def test_every_scorer_speaks_of_every_candidate(lamps: tuple[Connection, Corpus], texts: list[str]) -> None:
    connection, corpus = lamps
    query, candidates = gathered(connection, corpus)
    places = numbers(connection, candidates)
    lamp = {at for at, text in enumerate(texts) if "lamp" in text}
    assert len(places) > SCORER_LEAST, "one scorer finds what another one does not list"
    assert lamp <= set(places)
    model = backend.get("minilm")
    asked = model.embed([ASKED]).vectors[0].astype(np.float64)
    of_texts = model.embed([embedding_text(f"p.{at}", "", text) for at, text in enumerate(texts)]).vectors
    cosines = of_texts.astype(np.float64) @ asked
    dense = candidates.scores["dense"]
    without = places % 10 == 0
    assert without.any()
    assert np.isnan(dense[without]).all()
    assert dense[~without] == pytest.approx(cosines[places[~without]], abs=2e-3)
    ids, scores = lexical.score(Lexical(connection, corpus).read(query.terms, 1), query.terms, 1)
    by_id = dict(zip(ids.tolist(), scores.tolist(), strict=True))
    words = [by_id.get(one, np.nan) for one in candidates.ids.tolist()]
    assert candidates.scores["lexical"] == pytest.approx(words, nan_ok=True)
    assert {int(place) for place in places[np.isfinite(words)]} == lamp
    assert np.isnan(candidates.scores["rule"]).all()


def test_filters_hold_for_all_candidates(lamps: tuple[Connection, Corpus]) -> None:
    connection, corpus = lamps
    _, candidates = gathered(connection, corpus, path="p.7")
    assert numbers(connection, candidates).tolist() == [7]
    _, candidates = gathered(connection, corpus, path="q")
    assert len(candidates.ids) == 0
    assert search(connection, corpus, ASKED, SearchPlan(filters=Filters(path="q")))["hits"] == []


def test_a_hit_says_what_each_scorer_gave(lamps: tuple[Connection, Corpus]) -> None:
    connection, corpus = lamps
    hits = search(connection, corpus, ASKED, SearchPlan(k=50, fusion=Fusion(Method.SUM, {"dense": 1, "lexical": 1})))[
        "hits"
    ]
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
    assert {"dense", "lexical"} in [set(hit["scores"]) for hit in hits]
    for hit in hits:
        assert ("lexical" in hit["scores"]) == ("lamp" in hit["content"])
        assert 0 <= hit["score"] <= 1


def test_a_scorer_without_weight_is_not_asked(lamps: tuple[Connection, Corpus]) -> None:
    connection, corpus = lamps
    how = Fusion(Method.SUM, {"dense": 0, "lexical": 2})
    only = search(connection, corpus, ASKED, SearchPlan(k=100, fusion=how))["hits"]
    assert {tuple(hit["scores"]) for hit in only} == {("lexical",)}
    assert [hit["path"] for hit in only] == [
        hit["path"] for hit in search(connection, corpus, ASKED, SearchPlan(k=100, mode=Mode.LEXICAL))["hits"]
    ]
