"""Metrics by hand, against trec_eval, and what holds for all of them."""

from math import log2
from typing import Any

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piperoll.evaluate.gold import Answer, Place
from piperoll.evaluate.metrics import RANKING, mean, measure
from piperoll.ranges import common, length, union

KS = (1, 2, 3, 5, 10)


def hit(document: str, path: str = "a", start: int = 0, end: int = 10) -> dict[str, Any]:
    return {"document": document, "source": f"{document}.md", "path": path, "start": start, "end": end}


def values(answers: list[Answer], hits: list[dict[str, Any]], name: str) -> dict[int, float]:
    return {int(k): value for k, value in measure(answers, hits, KS)[name].items()}


HITS = [hit("A", "kap1"), hit("B", "kap2.§1"), hit("B", "kap2.§2"), hit("C", "kap1"), hit("B", "kap3")]
ANSWERS: list[Answer] = [(Place("B", "kap2.§2"),), (Place("B", "kap3"),), (Place("D"),)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("recall", {1: 0, 2: 0, 3: 1 / 3, 5: 2 / 3, 10: 2 / 3}),
        ("precision", {1: 0, 2: 0, 3: 1 / 3, 5: 2 / 5, 10: 2 / 10}),
        ("mrr", {1: 0, 2: 0, 3: 1 / 3, 5: 1 / 3, 10: 1 / 3}),
        ("map", {1: 0, 2: 0, 3: 1 / 9, 5: (1 / 3 + 2 / 5) / 3, 10: (1 / 3 + 2 / 5) / 3}),
        ("ndcg", {
            1: 0, 2: 0, 3: (1 / log2(4)) / (1 + 1 / log2(3) + 1 / log2(4)),
            5: (1 / log2(4) + 1 / log2(6)) / (1 + 1 / log2(3) + 1 / log2(4)),
            10: (1 / log2(4) + 1 / log2(6)) / (1 + 1 / log2(3) + 1 / log2(4)),
        }),
        ("drm", {1: 1, 2: 1 / 2, 3: 1 / 3, 5: 2 / 5, 10: 2 / 5}),
    ],
)  # fmt: skip
def test_ranking_by_hand(name: str, expected: dict[int, float]) -> None:
    assert values(ANSWERS, HITS, name) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Place("B"), [2, 3, 5]),
        (Place("B.md"), [2, 3, 5]),
        (Place("B", "kap2"), [2, 3]),
        (Place("B", "kap2.§1"), [2]),
        (Place("B", "kap"), []),
        (Place("B", "kap2", lost=True), []),
    ],
)
def test_which_hits_hold_a_place(place: Place, found: list[int]) -> None:
    relevant = values([(place,)], HITS, "precision")
    assert [k for k in KS if relevant[k] > 0] == [k for k in KS if any(rank <= k for rank in found)]
    assert relevant[5] == len(found) / 5


def test_an_answer_in_several_hits_counts_once_and_several_in_one_hit_count_as_one() -> None:
    parts = [hit("A", "a.1"), hit("A", "a.2"), hit("A", "b")]
    one = measure([(Place("A", "a"),)], parts, KS)
    assert (one["recall"]["3"], one["precision"]["3"], one["ndcg"]["3"], one["map"]["3"]) == (1, 2 / 3, 1, 1)
    whole = [hit("A", start=0, end=100), hit("A", start=100, end=110)]
    answers: list[Answer] = [(Place("A.md", span=(5, 10)),), (Place("A.md", span=(20, 30)),)]
    two = measure(answers, whole, KS)
    assert (two["recall"]["1"], two["ndcg"]["1"], two["map"]["1"], two["mrr"]["1"]) == (1, 1, 1, 1)


def test_any_of_several_places_is_the_answer() -> None:
    either: list[Answer] = [(Place("C", "kap1"), Place("A", "kap1"))]
    assert values(either, HITS, "mrr")[1] == 1


def test_ranges_by_hand() -> None:
    hits = [hit("A", start=0, end=100), hit("A", start=50, end=150), hit("B", start=0, end=50)]
    answers: list[Answer] = [(Place("A.md", span=(80, 180)),), (Place("A.md", span=(300, 400)),)]
    expected = {
        "span_recall": {1: 20 / 200, 2: 70 / 200, 3: 70 / 200},
        "span_precision": {1: 20 / 100, 2: 70 / 150, 3: 70 / 200},
        "characters": {1: 100, 2: 150, 3: 200},
        "legalbench_recall": {1: 20 / 200, 2: 90 / 200, 3: 90 / 200},  # characters 80 to 100 twice
        "legalbench_precision": {1: 20 / 100, 2: 90 / 200, 3: 90 / 250},
    }
    for name, by_k in expected.items():
        found = values(answers, hits, name)
        assert {k: found[k] for k in by_k} == pytest.approx(by_k), name


def test_of_several_ranges_the_one_that_was_retrieved_most_is_the_answer() -> None:
    answers: list[Answer] = [(Place("A.md", span=(500, 600)), Place("A.md", span=(0, 20)))]
    assert values(answers, [hit("A", start=0, end=10)], "span_recall")[1] == 0.5


def test_a_range_that_is_lost_is_never_found() -> None:
    answers: list[Answer] = [(Place("A.md", span=(0, 10), lost=True),), (Place("A.md", span=(0, 10)),)]
    found = measure(answers, [hit("A")], KS)
    assert (found["recall"]["1"], found["span_recall"]["1"], found["legalbench_recall"]["1"]) == (0.5, 0.5, 0.5)


def test_answers_that_are_no_ranges_have_no_metrics_of_ranges() -> None:
    assert set(measure(ANSWERS, HITS, KS)) == set(RANKING)


def test_no_hits_at_all() -> None:
    found = measure([(Place("A.md", span=(0, 10)),)], [], KS)
    assert {name: by_k["5"] for name, by_k in found.items()} == dict.fromkeys(found, 0.0) | {"drm": 1.0}


def test_the_mean_is_over_the_queries_that_have_a_metric() -> None:
    assert mean([{"recall": {"1": 1.0}}, {"recall": {"1": 0.0}, "span_recall": {"1": 0.5}}]) == {
        "recall": {"1": 0.5},
        "span_recall": {"1": 0.5},
    }


@settings(deadline=None)
@given(
    relevant=st.sets(st.integers(0, 14), min_size=1, max_size=8),
    ranked=st.permutations(range(12)),
)
def test_where_every_answer_is_one_hit_the_values_are_those_of_trec_eval(relevant: set[int], ranked: list[int]) -> None:
    found = measure([(Place(f"d{one}"),) for one in sorted(relevant)], [hit(f"d{one}") for one in ranked], KS)
    qrels = [ir_measures.Qrel("q", f"d{one}", 1) for one in relevant]
    run = [ir_measures.ScoredDoc("q", f"d{one}", 100.0 - rank) for rank, one in enumerate(ranked)]
    names = {"recall": "R", "precision": "P", "mrr": "RR", "ndcg": "nDCG", "map": "AP"}
    measures = {(name, k): ir_measures.parse_measure(f"{theirs}@{k}") for name, theirs in names.items() for k in KS}
    oracle = ir_measures.calc_aggregate(list(measures.values()), qrels, run)
    for (name, k), one in measures.items():
        assert found[name][str(k)] == pytest.approx(oracle[one], abs=1e-6), (name, k)


spans = st.tuples(st.integers(0, 60), st.integers(1, 30)).map(lambda pair: (pair[0], pair[0] + pair[1]))
places = st.builds(lambda document, span: Place(f"{document}.md", span=span), st.sampled_from("ABC"), spans)
hits = st.builds(lambda document, span: hit(document, "a", *span), st.sampled_from("ABC"), spans)


@settings(deadline=None)
@given(
    answers=st.lists(st.lists(places, min_size=1, max_size=2).map(tuple), min_size=1, max_size=4),
    found=st.lists(hits, max_size=10),
)
def test_bounds_and_order(answers: list[Answer], found: list[dict[str, Any]]) -> None:
    measured = measure(answers, found, KS)
    for name, by_k in measured.items():
        row = [by_k[str(k)] for k in KS]
        if name != "characters" and not name.startswith("legalbench"):
            assert all(-1e-12 <= value <= 1 + 1e-12 for value in row), name
        if name in ("recall", "mrr", "span_recall", "characters"):
            assert row == sorted(row), f"{name} falls where k rises"
    if not overlapping(answers):
        for k in map(str, KS):
            assert measured["span_recall"][k] <= measured["legalbench_recall"][k] + 1e-12


def overlapping(answers: list[Answer]) -> bool:
    ranges = [(place.document, place.range) for answer in answers for place in answer]
    return any(
        one[0] == other[0] and common([one[1]], [other[1]]) for at, one in enumerate(ranges) for other in ranges[:at]
    )


@settings(deadline=None)
@given(one=st.lists(spans, max_size=8), other=st.lists(spans, max_size=8))
def test_ranges_are_sets_of_characters(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    first, second = ({at for start, end in some for at in range(start, end)} for some in (one, other))
    assert length(union(one)) == len(first) <= length(one)
    assert common(one, other) == common(other, one) == len(first & second)
    assert union(union(one)) == union(one)
