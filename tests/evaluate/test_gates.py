"""What the gate holds back, by the values of the questions."""

from typing import cast

import pytest

from piperoll.evaluate.compare import Comparison, compare
from piperoll.evaluate.evaluation import Evaluation, QueryResult
from piperoll.evaluate.gates import GUARDED, Verdict
from piperoll.search.modes import Mode

METRICS = ("ndcg@10", *GUARDED)
NOTHING = cast(Evaluation, None)
"""The evaluations themselves are for messages."""


def asked(*values: float) -> list[QueryResult]:
    """Questions that every metric gives the same value."""
    metrics = [{name.split("@")[0]: {name.split("@")[1]: value} for name in METRICS} for value in values]
    return [QueryResult("gold", str(number), f"question {number}", [], one) for number, one in enumerate(metrics)]


def between(before: list[float], after: list[float]) -> Comparison:
    return compare(asked(*before), asked(*after), METRICS[0])


SAME = between([1.0] * 20, [1.0] * 20)


@pytest.mark.parametrize(
    ("hybrid", "lexical", "why"),
    [
        (SAME, SAME, None),
        (between([1.0] * 20, [1.0] * 19 + [0.0]), SAME, ""),
        (SAME, between([1.0] * 20, [0.5] * 20), " by lexical search"),
        (SAME, between([1.0] * 20, [1.0] * 19 + [0.0]), None),  # by a scorer alone a single question is chance
        (SAME, between([0.5] * 20, [1.0] * 20), None),
    ],
)
def test_a_fall_of_a_scorer_alone_counts_if_it_is_no_chance(
    hybrid: Comparison, lexical: Comparison, why: str | None
) -> None:
    verdict = Verdict("ndcg@10", 0.02, NOTHING, NOTHING, hybrid, {Mode.LEXICAL: lexical, Mode.DENSE: SAME})
    assert (verdict.fall.by if verdict.fall else None) == why


def test_nothing_falls_where_nothing_was_published() -> None:
    assert Verdict("ndcg@10", 0.02, NOTHING).fall is None
