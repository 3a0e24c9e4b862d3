"""The search by a remote index: the same hits as comparing all, through editions, faults, drift, and back again."""

from collections.abc import Iterator, Mapping
from datetime import date
from itertools import cycle
from typing import Any

import pytest

from piperoll.errors import PiperollError, UsageError
from piperoll.s3_vectors import VectorIndex
from piperoll.search.conditions import Filters, parse
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import CorpusSettings
from piperoll.store import backends, corpora, editions, prune, remote_index
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors
from tests.s3_vectors import BUCKET, SECRET, S3Vectors
from tests.search.scattered import DIMENSION, NAME, Scattered, Text, build, hash_of, nearest, publish

COURTS = ("HKCFI", "HKCA", "UKSC")
QUERIES = [f"query {number}" for number in range(2)]
NO_DRIFT = {"vectors_missing": 0, "vectors_unneeded": 0}


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as connection:
        yield connection


def judgment(number: int, wording: str = "", chunks: int = 6) -> Text:
    """Documents of one court and one day each; every chunk has a number, and one in six says what all others say."""
    known = {
        "court": COURTS[number % 3],
        "date": f"20{10 + number % 10}-0{1 + number % 9}-11",
        "year": 2010 + number % 10,
    }
    contents = [(f"text {number} {place} {wording}", {"n": place}) for place in range(chunks - 1)]
    return Text([*contents, ("costs follow the event", {"n": chunks})], known)


def hits(connection: Connection, corpus: Corpus, query: str, *where: str, k: int = 10, **more: Any) -> list[str]:
    filters = Filters(where=[parse(one) for one in where])
    plan = SearchPlan(k=k, mode=Mode.DENSE, filters=filters, **more)
    return [hit["content"] for hit in search(connection, corpus, query, plan)["hits"]]


FILTERS = [
    ([], lambda known: True),
    (["court=UKSC"], lambda known: known["court"] == "UKSC"),
    (["court=UKSC", "date>=2015"], lambda known: known["court"] == "UKSC" and known["date"] >= "2015"),
    (["date<2013-05-11"], lambda known: known["date"] < "2013-05-11"),
    (["date>2013"], lambda known: known["date"][:4] > "2013"),
    (["date<=2013"], lambda known: known["date"][:4] <= "2013"),
    (["year=2014"], lambda known: known["year"] == 2014),
    (["year>2014", "year<=2016"], lambda known: 2014 < known["year"] <= 2016),
    (["court!=UKSC", "n<2"], lambda known: known["court"] != "UKSC" and known["n"] < 2),
    (["court=NONE"], lambda known: False),
]


def check_searches(connection: Connection, corpus: Corpus, texts: Mapping[str, Text]) -> None:
    for where, holds in FILTERS:
        for query in QUERIES:
            assert hits(connection, corpus, query, *where) == nearest(texts, query, holds, 10), (where, query)


def test_what_is_found_is_what_comparing_all_finds_through_publish_rollback_and_prune(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    """An edition that is not published is not seen, though its vectors are there; and one number goes back."""
    first = {f"D{number}": judgment(number) for number in range(40)}
    corpus = publish(connection, first, s3_vectors.address())
    check_searches(connection, corpus, first)
    assert s3_vectors.requests["QueryVectors"], "or the index was not asked"
    changed = {key: judgment(int(key[1:]), "anew") for key in first if int(key[1:]) % 2}
    corpus, built = build(connection, changed, s3_vectors.address())
    assert {key.rpartition("/")[2] for key in s3_vectors.held()} >= {
        hash_of(content).hex() for text in changed.values() for content, _ in text.chunks
    }
    check_searches(connection, corpus, first)
    editions.publish(connection, corpus, built)
    second = first | changed
    check_searches(connection, corpora.get(connection, "test"), second)
    editions.rollback(connection, corpora.get(connection, "test"))
    check_searches(connection, corpora.get(connection, "test"), first)
    editions.publish(connection, corpora.get(connection, "test"), built)
    before = len(s3_vectors.held())
    pruned = prune.prune(connection, corpora.get(connection, "test"), 1)
    assert before - len(s3_vectors.held()) == pruned["vectors"] > 0
    check_searches(connection, corpora.get(connection, "test"), second)
    assert remote_index.drift(connection, corpus) == NO_DRIFT


def test_a_search_is_one_or_few_requests_and_has_the_same_scores(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    texts = {f"D{number}": judgment(number) for number in range(40)}
    corpus = publish(connection, texts, s3_vectors.address())
    s3_vectors.page = 400
    found = search(connection, corpus, QUERIES[0], SearchPlan(mode=Mode.DENSE))["hits"]
    assert s3_vectors.requests["QueryVectors"] == 1
    remote_index.bring(Vectors(connection, corpus, NAME), DIMENSION, None)
    assert search(connection, corpus, QUERIES[0], SearchPlan(mode=Mode.DENSE))["hits"] == found
    assert s3_vectors.requests["QueryVectors"] == 1


def test_filters_are_evaluated_there_and_texts_that_several_have_pass_for_each(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    """A text has one entry, whoever has it: with every court, and from the first day to the last."""
    texts = {"A": Text([("shared", {})], {"court": "HKCA", "year": 2001}),
             "B": Text([("shared", {})], {"court": "UKSC", "year": 2009}),
             "C": Text([("alone", {})], {"court": "UKSC", "year": "unknown"})}  # fmt: skip
    corpus = publish(connection, texts, s3_vectors.address())
    known = s3_vectors.indexes["laws"].metadata
    assert known[f"test/{NAME}/{hash_of('shared').hex()}"] == {
        "corpus": "test", "backend": NAME, "role": ["TEST"], "court": ["HKCA", "UKSC"],
        "valid_from": 10101, "valid_to": 99991231, "year_from": 20010000, "year_to": 20090000,
    }  # fmt: skip
    assert hits(connection, corpus, "q", "court=HKCA") == ["shared"]
    assert hits(connection, corpus, "q", "court=UKSC", "year>=2005") == ["shared"]
    assert hits(connection, corpus, "q", "court=UKSC", "year>=2010") == []
    asked = s3_vectors.asked[-1]["filter"]["$and"]
    assert {"$or": [{"court": {"$in": ["UKSC"]}}, {"court": {"$exists": False}}]} in asked
    assert {"$or": [{"year_to": {"$gte": 20100000}}, {"year_to": {"$exists": False}}]} in asked
    day = SearchPlan(mode=Mode.DENSE, filters=Filters(day=date(2020, 3, 4), role="TEST"))
    assert len(search(connection, corpus, "q", day)["hits"]) == 3
    assert {"valid_from": {"$lte": 20200304}} in s3_vectors.asked[-1]["filter"]["$and"]


def test_a_run_puts_what_is_new_and_nothing_twice(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    texts = {f"D{number}": judgment(number, chunks=40) for number in range(30)}
    publish(connection, texts, s3_vectors.address())
    new = {"D99": Text([("something new", {}), ("costs follow the event", {})], {"court": "NEW"})}
    assert s3_vectors.requests["PutVectors"] == 3, "30 × 39 texts and one that all share, 500 a request"
    put = sum(s3_vectors.put.values())
    corpus = publish(connection, new, s3_vectors.address())
    assert s3_vectors.requests["PutVectors"] == 4
    assert sum(s3_vectors.put.values()) - put == 2, "a new text, and one that another court has said by now"
    assert remote_index.drift(connection, corpus) == NO_DRIFT


@pytest.mark.parametrize("fault", ["slow_down", "unavailable", "cut", "lost"])
def test_faults_are_tried_again(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botocore.retries.standard.ExponentialBackoff.delay_amount", lambda *_: 0.0)
    faults = cycle(["", fault])
    s3_vectors.fault = lambda operation: next(faults)
    texts = {f"D{number}": judgment(number) for number in range(10)}
    corpus = publish(connection, texts, s3_vectors.address())
    assert s3_vectors.faults[fault] >= 4
    check_searches(connection, corpus, texts)
    assert remote_index.drift(connection, corpus) == NO_DRIFT


def test_drift_is_found_and_mended_by_the_next_run(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    """What is lost there, changed there, or there for nothing. Other corpora of the index are left alone."""
    texts = {f"D{number}": judgment(number) for number in range(5)}
    corpus = publish(connection, texts, s3_vectors.address())
    index, ours = s3_vectors.indexes["laws"], sorted(s3_vectors.held())
    for key in ours[:3]:
        del index.vectors[key], index.metadata[key]
    index.metadata[ours[3]] = {"corpus": "test", "backend": NAME}
    for key in (f"test/{NAME}/{'0' * 64}", f"test/{NAME}/junk", f"other/{NAME}/{'1' * 64}", f"test-2/{NAME}/x"):
        index.vectors[key], index.metadata[key] = index.vectors[ours[4]], index.metadata[ours[4]]
    assert remote_index.drift(connection, corpus) == {"vectors_missing": 4, "vectors_unneeded": 2}
    assert len(hits(connection, corpus, QUERIES[0], k=30)) == 30, "what lacks there is compared one by one"
    told = remote_index.bring(Vectors(connection, corpus, NAME), DIMENSION, s3_vectors.address())
    assert "4 put, 2 deleted" in told
    assert remote_index.drift(connection, corpus) == NO_DRIFT
    assert s3_vectors.held() == {*ours, f"other/{NAME}/{'1' * 64}", f"test-2/{NAME}/x"}


def test_the_setting_taken_away_brings_the_index_back_into_postgres(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piperoll.store.vectors.LEAST_INDEXED", 10)
    texts = {f"D{number}": judgment(number) for number in range(20)}
    corpus = publish(connection, texts, None)
    vectors = Vectors(connection, corpus, NAME)
    assert vectors.index() == "kept"
    remote_index.bring(vectors, DIMENSION, s3_vectors.address())
    assert vectors.size()[1] == 0, "no index in Postgres"
    assert vectors.index() == "remote"
    remote_index.bring(vectors, DIMENSION, s3_vectors.address("moved"))
    assert (s3_vectors.held(), len(s3_vectors.held("moved"))) == (set(), 101)
    s3_vectors.fault = lambda operation: "denied"
    told = remote_index.bring(vectors, DIMENSION, None)
    assert "not yet empty" in told and SECRET not in told
    assert vectors.remote() is None and vectors.size()[1] > 0
    s3_vectors.fault = lambda operation: ""
    asked = s3_vectors.requests["QueryVectors"]
    assert "was emptied" in remote_index.bring(vectors, DIMENSION, None)
    assert s3_vectors.held("moved") == set()
    check_searches(connection, corpus, texts)
    assert s3_vectors.requests["QueryVectors"] == asked


def test_a_backend_that_is_dropped_leaves_nothing_there(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    corpus = publish(connection, {"A": judgment(1)}, s3_vectors.address())
    connection.execute("UPDATE corpus SET backend = 'minilm'")
    assert backends.drop(connection, corpus, NAME) == len(judgment(1).chunks)
    assert s3_vectors.held() == set()
    assert not connection.execute("SELECT FROM remote_index").fetchall()


def test_a_service_that_gives_a_hundred_at_most_is_asked_for_a_hundred(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    s3_vectors.top_most = 100
    texts = {f"D{number}": judgment(number) for number in range(40)}
    check_searches(connection, publish(connection, texts, s3_vectors.address()), texts)


def test_what_is_wrong_says_so_and_holds_no_secret(
    connection: Connection, model: Scattered, s3_vectors: S3Vectors
) -> None:
    texts = {"A": judgment(1)}

    def code(address: str) -> str:
        with pytest.raises(PiperollError) as caught:
            publish(connection, texts, address)
        assert SECRET not in f"{caught.value} {caught.value.remedy} {caught.value.__cause__}"
        return caught.value.code

    s3_vectors.fault = lambda operation: "denied"
    assert code(s3_vectors.address()) == "s3_denied"
    s3_vectors.fault = lambda operation: ""
    assert code("s3vectors://no-such-bucket/laws") == "bucket_missing"
    s3_vectors.answer(
        "CreateIndex",
        {"vectorBucketName": BUCKET, "indexName": "other", "dimension": 7, "distanceMetric": "cosine"},
    )
    assert code(s3_vectors.address("other")) == "vector_index_unfit"
    corpus = publish(connection, texts, s3_vectors.address())
    del s3_vectors.indexes["laws"]
    with pytest.raises(PiperollError, match="no vector index") as caught:
        hits(connection, corpus, "q")
    assert caught.value.code == "vector_index_missing"
    for wrong in ("s3vectors://KEY:SECRET@bucket/laws", "s3://bucket/laws", "s3vectors://bucket", ""):
        with pytest.raises(UsageError) as refused:
            VectorIndex.at(wrong)
        assert "SECRET" not in str(refused.value)
        with pytest.raises(ValueError):
            CorpusSettings(source="laws", profile="se-law", vector_index=wrong)
