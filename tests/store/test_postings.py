"""Segments as arrays: what is stored is what was counted, and merging is counting together."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.store import postings
from piperoll.store.postings import CAPACITY, Members, Postings

texts = st.lists(st.lists(st.sampled_from("abcdef"), max_size=8), min_size=1, max_size=30)
Counted = dict[str, dict[int, int]]


def told(found: Postings) -> Counted:
    """How often each term stands in each text."""
    bounds = pairwise(found.starts.tolist())
    return {
        term: dict(zip(found.places[a:b].tolist(), found.counts[a:b].tolist(), strict=True))
        for term, (a, b) in zip(found.terms, bounds, strict=True)
    }


def counted(texts: list[list[str]]) -> Counted:
    found: Counted = {}
    for place, text in enumerate(texts):
        for term in text:
            at = found.setdefault(term, {})
            at[place] = at.get(place, 0) + 1
    return {term: found[term] for term in sorted(found)}


@given(texts, st.integers(1, 20))
def test_counting_in_parts_is_counting(texts: list[list[str]], at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "COUNTED", at_once)
        lengths, found = postings.count(texts)
    assert lengths.tolist() == [len(text) for text in texts]
    assert told(found) == counted(texts)
    assert list(found.terms) == sorted(found.terms)


@given(texts)
def test_what_is_stored_is_what_was_counted(texts: list[list[str]]) -> None:
    _, found = postings.count(texts)
    assert told(postings.decode(len(texts), postings.encode(found, len(texts)))) == counted(texts)


@pytest.mark.parametrize("often", [1, 255, 256, 65_535, 65_536])
@pytest.mark.parametrize("size", [3, 1_000, CAPACITY, CAPACITY + 1])
def test_numbers_of_any_size_are_stored_whole(size: int, often: int) -> None:
    texts = [["a"] * often, *[["b"]] * (size - 2), ["a", "b"]]
    _, found = postings.count(texts)
    stored = {term: (places, counts) for term, places, counts in postings.encode(found, size)}
    assert told(postings.decode(size, ((term, *one) for term, one in stored.items()))) == counted(texts)
    assert stored["b"][0] is None  # nearly everywhere: the counts alone take less room
    assert (stored["a"][0] is None) == (size == 3)


versions = st.lists(st.tuples(st.lists(st.lists(st.sampled_from("abc"), max_size=4), min_size=1, max_size=3),
                              st.integers(1, 5), st.sampled_from([0, 3, 6])), min_size=1, max_size=12)  # fmt: skip
Version = tuple[list[list[str]], int, int]


def members(some: list[Version], first: int) -> tuple[Members, Postings]:
    texts = [text for version, _, _ in some for text in version]
    lengths, found = postings.count(texts)
    numbers = np.arange(first, first + len(some))
    chunks = [
        100 * one + n for one, (version, _, _) in zip(numbers.tolist(), some, strict=True) for n in range(len(version))
    ]
    columns = ([len(version) for version, _, _ in some], [a for _, a, _ in some], [b for _, _, b in some], chunks)
    return Members(numbers, *(np.asarray(column) for column in columns), lengths), found


@given(versions, st.data())
def test_merging_is_counting_together_what_is_still_needed(some: list[Version], data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(1, len(some)))) | {0, len(some)})
    editions = sorted(data.draw(st.sets(st.integers(1, 8), min_size=1)))
    together, found = postings.merge([members(some[a:b], a) for a, b in pairwise(cuts)], editions)
    needed = [
        n for n, (_, since, until) in enumerate(some)
        if not until or any(since <= one < until for one in editions)
    ]  # fmt: skip
    assert together.versions.tolist() == needed
    assert together.chunks.tolist() == [100 * n + place for n in needed for place in range(len(some[n][0]))]
    texts = [text for n in needed for text in some[n][0]]
    assert together.lengths.tolist() == [len(text) for text in texts]
    assert told(found) == counted(texts)
