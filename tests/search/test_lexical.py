"""BM25 against another implementation, and the best against sorting all."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from piperoll.search import lexical
from piperoll.store import postings
from piperoll.store.postings import Members, Posting

OPEN = 0
letters = st.sampled_from("abcdefgh")
texts = st.lists(st.lists(letters, max_size=12), min_size=1, max_size=40)
queries = st.lists(letters, min_size=1, max_size=5)


def reference_of(texts: Sequence[Sequence[str]]) -> Callable[[Sequence[str]], NDArray[np.float64]]:
    """The score of each text for a query, by bm25s."""
    peer = bm25s.BM25(method="lucene", k1=lexical.K1, b=lexical.B)
    peer.index([list(text) for text in texts], show_progress=False)
    return lambda query: np.asarray(peer.get_scores(list(query)), np.float64)


def reference(texts: Sequence[Sequence[str]], query: Sequence[str]) -> NDArray[np.float64]:
    """The same; texts without a word, which bm25s refuses, have no score."""
    return reference_of(texts)(query) if any(texts) else np.zeros(len(texts))


def segment(
    texts: Sequence[Sequence[str]], first: int = 0, since: Sequence[int] = (), until: Sequence[int] = ()
) -> tuple[Members, dict[str, Posting]]:
    """A segment of versions with one chunk each, as it comes back from the rows that it is stored in."""
    lengths, found = postings.count(texts)
    ids = np.arange(first, first + len(texts))
    members = Members(
        ids, np.ones(len(ids), int), np.asarray([*since] or [1] * len(ids)), np.asarray([*until] or [OPEN] * len(ids)),
        ids, lengths,
    )  # fmt: skip
    again = Members.of(members.row())
    return again, {
        term: postings.decode_posting(len(ids), *columns) for term, *columns in postings.encode(found, len(ids))
    }


@given(texts, queries, st.data())
def test_scores_are_those_of_another_implementation(
    texts: list[list[str]], query: list[str], data: st.DataObject
) -> None:
    """Also where the texts are in several segments, a query has a word twice, and its words stand nowhere."""
    cuts = sorted(data.draw(st.sets(st.integers(1, len(texts)))) | {0, len(texts)})
    segments = [segment(texts[start:end], start) for start, end in pairwise(cuts)]
    ids, scores = lexical.score(segments, Counter(query), 1)
    expected = reference(texts, query)
    assert sorted(ids.tolist()) == np.flatnonzero(expected).tolist()
    assert scores == pytest.approx(expected[ids], abs=1e-4, rel=1e-4)


@given(texts, queries, st.data())
def test_an_edition_is_scored_as_if_there_were_no_other(
    texts: list[list[str]], query: list[str], data: st.DataObject
) -> None:
    since = [data.draw(st.integers(1, 4)) for _ in texts]
    until = [data.draw(st.sampled_from([OPEN, *range(start + 1, 6)])) for start in since]
    for edition in range(1, 6):
        here = [
            n for n, (a, b) in enumerate(zip(since, until, strict=True)) if a <= edition and (b == OPEN or b > edition)
        ]
        ids, scores = lexical.score([segment(texts, 0, since, until)], Counter(query), edition)
        members = [texts[n] for n in here]
        expected = reference(members, query)
        assert [here.index(one) for one in ids.tolist()] == np.flatnonzero(expected).tolist()
        assert scores == pytest.approx(expected[expected > 0], abs=1e-4, rel=1e-4)


@given(texts, queries)
def test_a_few_texts_are_ranked_by_the_same_scores(texts: list[list[str]], query: list[str]) -> None:
    expected = reference(texts, query)
    found = lexical.rank(dict(enumerate(texts)), Counter(query))
    assert dict(found) == pytest.approx({n: score for n, score in enumerate(expected.tolist()) if score}, rel=1e-4)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


few_scores = st.lists(st.sampled_from([0.5, 1.0, 1.5, 2.0]), max_size=60)


@given(few_scores, st.integers(1, 70), st.randoms())
def test_the_best_are_those_of_sorting_all(scores: list[float], count: int, random: object) -> None:
    ids = np.arange(len(scores))
    random.shuffle(ids)  # type: ignore[attr-defined]
    places = lexical.best(ids, np.asarray(scores, np.float32), count)
    everything = sorted(range(len(scores)), key=lambda place: (-scores[place], ids[place]))
    assert places.tolist() == everything[:count]


@given(few_scores, st.integers(1, 20), st.data())
@pytest.mark.parametrize("walk", [(), (1, 2, 4), (256,)])
def test_filters_hold_before_the_ranking(
    walk: tuple[int, ...], scores: list[float], count: int, data: st.DataObject
) -> None:
    allowed = data.draw(st.sets(st.integers(0, 70)))
    ids = np.arange(len(scores))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexical, "WALK", walk)
        found = lexical.passing(
            ids,
            np.asarray(scores, np.float32),
            count,
            lambda some: allowed & {*some},
            lambda: np.array(sorted(allowed), int),
        )
    assert (
        found == sorted(((n, scores[n]) for n in allowed if n < len(scores)), key=lambda hit: (-hit[1], hit[0]))[:count]
    )


def test_a_walk_asks_for_the_best_only_and_for_all_that_pass_only_if_few_do() -> None:
    ids, scores = np.arange(10_000), np.linspace(1, 2, 10_000).astype(np.float32)
    asked: list[list[int]] = []

    def some(wanted: list[int]) -> list[int]:
        asked.append(wanted)
        return [one for one in wanted if one % 10 == 0]

    def never() -> NDArray[np.int64]:
        raise AssertionError

    found = lexical.passing(ids, scores, 100, some, never)
    assert [one for one, _ in found] == list(range(9_990, 8_990, -10))
    assert [len(one) for one in asked] == list(lexical.WALK[:2])
    asked.clear()
    few = np.array([9_995, 7, 3])
    rare = lexical.passing(ids, scores, 100, lambda wanted: asked.append(wanted) or [9_995], lambda: few)
    assert [one for one, _ in rare] == [9_995, 7, 3]
    assert len(asked) == 1
