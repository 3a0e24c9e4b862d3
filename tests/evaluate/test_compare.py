"""Differences with intervals, and which queries moved."""

import pytest

from piperoll.errors import UsageError
from piperoll.evaluate.compare import EVERY_SET, RESAMPLES, Difference, compare, summary
from piperoll.evaluate.evaluation import QueryResult


def rows(values: list[float | None], name: str = "gold") -> list[QueryResult]:
    """One query a value; None: it has no such metric."""
    return [
        QueryResult(name, str(number), f"question {number}", [], {} if value is None else {"ndcg": {"10": value}})
        for number, value in enumerate(values)
    ]


def only(found: list[Difference]) -> Difference:
    (one,) = found
    return one


def test_a_difference_has_an_interval_and_p() -> None:
    found = only(compare(rows([0.0, 1.0] * 50), rows([0.5, 1.0] * 50), "ndcg@10").of("ndcg@10"))
    assert (found.before, found.after, found.queries) == (0.5, 0.75, 100)
    # the standard error of the mean is 0.025
    assert found.low == pytest.approx(0.25 - 1.96 * 0.025, abs=0.006)
    assert found.high == pytest.approx(0.25 + 1.96 * 0.025, abs=0.006)
    assert found.p == 2 / (RESAMPLES + 1)


def test_one_of_ten_is_not_significant() -> None:
    found = only(compare(rows([1.0] * 10), rows([0.0] + [1.0] * 9), "ndcg@10").of("ndcg@10"))
    assert found.high == 0
    assert found.p == pytest.approx(2 * 0.9**10, abs=0.05)


def test_no_difference_at_all() -> None:
    same = rows([0.1, 0.2, 0.7])
    found = compare(same, same, "ndcg@10")
    assert (found.moved, only(found.of("ndcg@10")).p) == ([], 1.0)


def test_it_is_the_same_every_time() -> None:
    before, after = rows([0.3, 0.1, 0.9, 0.4]), rows([0.2, 0.5, 0.9, 0.1])
    assert compare(before, after, "ndcg@10") == compare(before, after, "ndcg@10")


def test_queries_are_paired_by_id_whatever_their_order() -> None:
    before, after = rows([0.0, 0.5, 1.0]), rows([0.0, 0.5, 1.0])[::-1]
    assert compare(before, after, "ndcg@10").moved == []


def test_what_fell_and_rose_most_comes_first() -> None:
    found = compare(rows([1.0, 1.0, 0.0, 0.2]), rows([0.5, 0.0, 0.3, 1.0]), "ndcg@10")
    assert [one.id for one in found.fell] == ["1", "0"]
    assert [one.id for one in found.rose] == ["3", "2"]
    told = summary(found, 1)
    assert [one["id"] for one in told["fell"]] == ["1"]
    assert told["queries"] == {"only_before": 0, "only_after": 0, "fell": 2, "rose": 2}


def test_data_sets_count_the_same_in_their_mean() -> None:
    before = rows([0.0] * 90, "large") + rows([0.0] * 10, "small")
    after = rows([0.0] * 90, "large") + rows([1.0] * 10, "small")
    found = {one.set: one for one in compare(before, after, "ndcg@10").of("ndcg@10")}
    assert (found["large"].after, found["small"].after, found[EVERY_SET].after) == (0.0, 1.0, 0.5)
    assert (found[EVERY_SET].low, found[EVERY_SET].high) == (0.5, 0.5)


def test_queries_of_one_side_are_counted_and_left_out() -> None:
    found = compare(rows([0.0, 1.0, 1.0]), rows([0.0, 1.0]), "ndcg@10")
    assert (found.only_before, found.only_after) == (1, 0)
    assert only(found.of("ndcg@10")).before == 0.5


def test_a_metric_is_compared_over_the_queries_that_have_it() -> None:
    found = compare(rows([0.0, None]), rows([1.0, None]), "ndcg@10")
    assert only(found.of("ndcg@10")).queries == 1


@pytest.mark.parametrize("after", [[], rows([1.0], "other"), rows([None])])
def test_what_has_nothing_in_common_cannot_be_compared(after: list[QueryResult]) -> None:
    with pytest.raises(UsageError) as caught:
        compare(rows([1.0]), after, "ndcg@10")
    assert caught.value.code == "not_comparable"
