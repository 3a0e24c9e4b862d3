"""Hits of several searches of a question become one list, by rank: filtered, wider, and in other words."""

from collections.abc import Sequence
from datetime import date

from piperoll.search.pools import Searched, united
from piperoll.search.routing import Pool
from piperoll.search.search import RankedHits


def ranked(ids: Sequence[int], first: Sequence[int] = (), best: float = 1.0) -> RankedHits:
    hits = [{"id": one, "score": best / (at + 1), "first": float(one in first)} for at, one in enumerate(ids)]
    return RankedHits("q", 1, date(2030, 1, 1), "b", hits, None, None)


def of(filtered: RankedHits, wide: RankedHits | None = None, *variants: RankedHits) -> RankedHits:
    searches = {"filtered": Searched(Pool.FILTERED, filtered)}
    if wide:
        searches["global"] = Searched(Pool.WIDE, wide)
    return united(searches | {f"variant {at}": Searched(Pool.VARIANT, one) for at, one in enumerate(variants, 1)})


def order(found: RankedHits) -> list[int]:
    return [hit["id"] for hit in found.hits]


def test_one_search_is_left_as_it_is() -> None:
    own = ranked([3, 1, 2])
    assert of(own) is own


def test_each_hit_says_which_searches_found_it_and_where() -> None:
    """The score of a hit among few says nothing beside one among many: a nearer one of the wide pool is not better."""
    found = of(ranked([1, 2], best=0.1), ranked([3, 2], best=5.0))
    assert [(hit["id"], hit["ranks"]) for hit in found.hits] == [
        (2, {"filtered": 2, "global": 2}), (1, {"filtered": 1}), (3, {"global": 1}),
    ]  # fmt: skip


def test_a_filtered_search_that_finds_nothing_leaves_the_wide_one() -> None:
    found = of(ranked([]), ranked([5, 4, 6]))
    assert order(found) == [5, 4, 6]
    assert order(of(ranked([]), ranked([]))) == []


def test_the_question_weighs_more_than_all_its_variants() -> None:
    assert order(of(ranked([1, 2]), None, *[ranked([9, 8])] * 3))[0] == 1


def test_what_all_find_rises_and_what_only_a_variant_finds_is_there() -> None:
    assert order(of(ranked([1, 2, 3]), None, ranked([3, 4]), ranked([3, 5]))) == [3, 1, 2, 4, 5]


def test_certain_hits_of_the_question_stay_first() -> None:
    found = order(of(ranked([7, 1, 2], first=[7]), None, ranked([2, 1, 9], first=[9]), ranked([2, 1])))
    assert found[0] == 7 and found.index(9) > found.index(1)
    assert order(of(ranked([1, 2]), ranked([3, 1], first=[3])))[0] == 3


def test_scores_fall_with_the_rank() -> None:
    hits = of(ranked([5, 6, 7], first=[5]), ranked([8, 7]), ranked([7, 6]), ranked([8])).hits
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
