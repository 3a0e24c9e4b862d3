"""Reciprocal rank fusion, against figures worked out by hand."""

import pytest

from piperoll.search.fusion import K, reciprocal_rank


def test_ranks_add_up() -> None:
    fused = reciprocal_rank({"dense": [7, 8, 9], "lexical": [8, 6]})
    assert [one for one, _ in fused] == [8, 7, 6, 9]
    assert dict(fused)[8] == pytest.approx(1 / (K + 2) + 1 / (K + 1))


def test_weights_multiply_what_a_rank_counts() -> None:
    fused = dict(reciprocal_rank({"dense": [1], "lexical": [2]}, {"lexical": 2.0}))
    assert fused == {2: pytest.approx(2 / (K + 1)), 1: pytest.approx(1 / (K + 1))}


def test_ties_go_to_the_smaller_id_and_nothing_gives_nothing() -> None:
    assert [one for one, _ in reciprocal_rank({"a": [2], "b": [1]})] == [1, 2]
    assert reciprocal_rank({}) == []
