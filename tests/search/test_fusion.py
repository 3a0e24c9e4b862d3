"""Fusion, against figures worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.embed.e5 import E5
from piperoll.errors import UsageError
from piperoll.search.fusion import (
    RANK_DAMPING,
    Candidates,
    Fusion,
    Method,
    configured,
    fuse,
    order,
)
from piperoll.search.modes import Mode
from piperoll.search.normalise import stretched
from piperoll.search.options import SearchOptions
from piperoll.search.scorers import default_weights, of_mode, registered
from piperoll.settings import CorpusSettings, Settings

NAN = float("nan")


def candidates(*ids: int, **scores: list[float]) -> Candidates:
    """Of documents that the query does not name."""
    of_each = {name: np.array(one, float) for name, one in scores.items()}
    return Candidates(np.array(ids), of_each, np.zeros(len(ids), np.bool_))


def fused(found: Candidates, method: Method, **weights: float) -> list[float]:
    return fuse(found, Fusion(method, weights)).tolist()


def test_ranks_add_up() -> None:
    found = candidates(6, 7, 8, 9, dense=[NAN, 0.9, 0.8, 0.7], lexical=[3, NAN, 12, NAN])
    how = Fusion(Method.RRF, {"dense": 1, "lexical": 1})
    scores = fuse(found, how)
    assert found.ids[order(found, scores, how)].tolist() == [8, 7, 6, 9]
    assert scores[2] == pytest.approx((1 / (RANK_DAMPING + 2) + 1 / (RANK_DAMPING + 1)) / 2)


def test_weights_multiply_what_a_rank_counts() -> None:
    found = candidates(1, 2, dense=[1, NAN], lexical=[NAN, 1])
    first = 1 / (RANK_DAMPING + 1)
    assert fused(found, Method.RRF, dense=1, lexical=2) == pytest.approx([first / 3, first * 2 / 3])


def test_equal_scores_share_a_rank() -> None:
    found = candidates(1, 2, 3, rule=[5, 5, 4])
    assert fused(found, Method.RRF, rule=1) == pytest.approx([1 / 21, 1 / 21, 1 / 23])


def test_a_sum_is_of_shares_of_the_range_or_of_the_best() -> None:
    found = candidates(1, 2, 3, dense=[0.2, 0.6, 1.0], lexical=[4, NAN, 8], rule=[NAN, 2, NAN])
    assert fused(found, Method.SUM, dense=5, lexical=3, rule=2) == pytest.approx([0.15, 0.45, 0.8])


def test_a_chunk_without_a_word_of_the_query_has_nothing_and_the_least_good_one_something() -> None:
    assert fused(candidates(1, 2, 3, lexical=[8, 4, NAN]), Method.SUM, lexical=1) == [1, 0.5, 0]


def test_a_scorer_that_finds_nothing_drops_out() -> None:
    found = candidates(1, 2, dense=[0.1, 0.9], rule=[NAN, NAN])
    for method in Method:
        assert fused(found, method, dense=1, rule=9) == fused(found, method, dense=1)


@pytest.mark.parametrize("method", Method)
def test_ties_go_to_the_smaller_id_and_nothing_gives_nothing(method: Method) -> None:
    found = candidates(1, 2, 5, dense=[NAN, NAN, 1], lexical=[2, 2, NAN])
    how = Fusion(method, {"lexical": 1})
    scores = fuse(found, how)
    assert found.ids[order(found, scores, how)].tolist() == [1, 2, 5]
    assert fused(candidates(dense=[]), method, dense=1) == []


def test_a_named_document_comes_first() -> None:
    found = replace(candidates(1, 2, 3, dense=[0.9, 0.1, 0.2]), named=np.array([False, True, True]))
    how = Fusion(Method.SUM, {"dense": 1})
    assert found.ids[order(found, fuse(found, how), how)].tolist() == [3, 2, 1]


NUMBERS = st.lists(st.floats(-1e6, 1e6) | st.sampled_from([NAN, float("inf"), float("-inf")]), min_size=8, max_size=8)


@given(NUMBERS, NUMBERS, st.sampled_from(Method), st.floats(0, 1))
def test_whatever_the_scorers_say_scores_are_shares(
    dense: list[float], lexical: list[float], method: Method, weight: float
) -> None:
    found = candidates(*range(8), dense=dense, lexical=lexical)
    scores = np.array(fused(found, method, dense=weight, lexical=1))
    assert ((scores >= 0) & (scores <= 1 + 1e-9)).all()
    scaled = replace(found, scores={name: 4 * one for name, one in found.scores.items()})
    assert fused(scaled, method, dense=3 * weight, lexical=3) == pytest.approx(scores.tolist(), abs=1e-6)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_stretching_keeps_the_order(scores: list[float]) -> None:
    found = stretched(np.array(scores))
    if np.isfinite(found).all():
        assert (np.diff(found[np.argsort(scores, kind="stable")]) >= 0).all()
        assert (found.min(), found.max()) == (0, 1)
    else:
        assert len(set(scores)) == 1


def test_a_chunk_gets_a_share_of_its_better_neighbours_score() -> None:
    found = replace(
        candidates(1, 2, 3, 4, lexical=[4, NAN, 8, NAN]), neighbours=np.array([[-1, 1], [0, 2], [1, -1], [-1, -1]])
    )
    how = Fusion(Method.SUM, {"lexical": 1}, 0.5)
    assert (1.5 * fuse(found, how)).tolist() == pytest.approx([0.5, 0.5, 1.0, 0.0])
    assert fuse(found, replace(how, neighbours=0.0)).tolist() == [0.5, 0.0, 1.0, 0.0]


def test_every_scorer_has_a_weight_without_settings() -> None:
    assert list(Fusion().by("minilm").weights) == list(registered())
    assert Fusion().by("minilm").scorers == ["dense", "lexical", "rule", "route", "wording"]


def test_vectors_count_without_settings_what_their_model_says() -> None:
    by_model = {name: Fusion().by(name).weights["dense"] for name in ("minilm", "e5")}
    assert by_model == {"minilm": 1.0, "e5": E5.dense_weight}
    assert Fusion(weights={"dense": 2}).by("e5").weights == {"dense": 2}


def settings(**mine: object) -> Settings:
    return Settings(corpus={"laws": CorpusSettings(source="laws", profile="se-law", **mine)})


def test_a_corpus_is_fused_by_its_settings_and_an_option_goes_before_them() -> None:
    mine = settings(fusion="sum", weights={"dense": 0.5, "lexical": 0})
    assert configured(mine, "laws") == Fusion(Method.SUM, {"dense": 0.5, "lexical": 0})
    assert configured(settings(neighbours=0.3), "laws") == Fusion(neighbours=0.3)
    assert configured(mine, "laws").scorers == ["dense"]
    assert configured(mine, "laws", method=Method.RRF, weights={"rule": 1, "lexical": 2}) == Fusion(
        Method.RRF, {"rule": 1, "lexical": 2}
    )
    assert configured(mine, "others") == configured(settings(), "laws") == Fusion()


def test_who_asks_for_other_scorers_than_the_weights_name_gets_them_by_default() -> None:
    how = Fusion(Method.SUM, {"dense": 1, "lexical": 0})
    assert how.only({"dense", "rule"}, "minilm").weights == {"dense": 1}
    words = {"lexical", "rule"}
    assert how.only(words, "minilm").weights == default_weights("minilm", words) == {"lexical": 3, "rule": 3}


@pytest.mark.parametrize(
    ("weights", "code", "names"),
    [
        ({"dense": 1, "luck": 2}, "unknown_scorer", "'luck'"),
        ({"dense": -1.0}, "bad_weights", "-1 is no weight of dense"),
        ({"lexical": float("nan")}, "bad_weights", "nan is no weight of lexical"),
        ({"dense": 1e308, "lexical": 1e308}, "bad_weights", "1e+308 is no weight of dense"),
        ({"heading": 1.0, "dense": 0.0}, "bad_weights", "heading alone can find nothing"),
        ({"route": 1.0, "heading": 1.0}, "bad_weights", "heading and route alone can find nothing"),
        ({"dense": 0.0}, "bad_weights", "no scorer has a weight"),
        ({}, "bad_weights", "no scorer has a weight"),
    ],
)
def test_wrong_weights_are_named(weights: dict[str, float], code: str, names: str) -> None:
    with pytest.raises(UsageError) as caught:
        configured(settings(weights=weights), "laws")
    assert caught.value.code == code
    assert names in caught.value.message
    assert "[corpus.laws]" in caught.value.message
    text = ",".join(f"{name}={weight}" for name, weight in weights.items())
    with pytest.raises(UsageError, match="--weights" if weights else "no list"):
        SearchOptions.model_validate({"weights": text})


def test_weights_that_are_asked_for_must_be_of_the_mode() -> None:
    for weights, mode in (("lexical=1", Mode.DENSE), ("dense=1,heading=1", Mode.LEXICAL)):
        with pytest.raises(UsageError, match="is asked in this mode") as caught:
            SearchOptions.model_validate({"weights": weights, "mode": mode})
        assert "--mode" in caught.value.remedy
    both = SearchOptions(weights={"lexical": 1, "dense": 1}, mode=Mode.DENSE).plan(settings(), "laws")
    assert both.fused("minilm").scorers == ["dense"]
    of_corpus = SearchOptions(mode=Mode.DENSE).plan(settings(weights={"lexical": 1}), "laws")
    assert of_corpus.fused("minilm").scorers == ["dense"]
    alone = Fusion(Method.SUM, {"dense": 1, "heading": 1}).only(of_mode(Mode.LEXICAL), "minilm")
    assert set(alone.scorers) > {"lexical"}


@pytest.mark.parametrize("text", ["dense", "dense=", "dense=x", "dense=1=2", "", "dense=1,"])
def test_what_is_no_list_of_weights_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="no list of weights"):
        SearchOptions.model_validate({"weights": text})
