"""Choosing a fusion: on made-up scorers whose worth is known, and splits that keep documents together."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.errors import UsageError
from piperoll.evaluate.gold import Gold, Place, Query
from piperoll.evaluate.tuning.candidates import Gathered, Measured, Question
from piperoll.evaluate.tuning.choice import choose
from piperoll.evaluate.tuning.split import FOLDS, documents, split
from piperoll.search.fusion import Candidates, Fusion
from piperoll.search.modes import Method

CANDIDATES = 40


def asked(number: int, *named: str, part: str | None = None) -> Query:
    return Query(str(number), f"question {number}", tuple((Place(name),) for name in named), split=part)


def questions(count: int, worth: dict[str, float], seed: int) -> list[Question]:
    """Questions with one right candidate each; a scorer puts it so much above the noise that all candidates have."""
    random = np.random.default_rng(seed)
    found = []
    for number in range(count):
        right = int(random.integers(CANDIDATES))
        scores = {name: random.random(CANDIDATES) for name in worth}
        for name, lead in worth.items():
            scores[name][right] += lead
        hits = [
            {"document": "right" if one == right else "wrong", "source": "", "path": ""} for one in range(CANDIDATES)
        ]
        candidates = Candidates(np.arange(CANDIDATES), scores, np.zeros(CANDIDATES, bool))
        gathered = Gathered(candidates, hits)
        found.append(Question(asked(number, "right"), gathered, gathered))
    return found


def chosen(found: Sequence[Question]) -> list[Fusion]:
    folds = np.arange(len(found)) % FOLDS
    return choose(Measured(found, "ndcg@10").fused, list(found[0].plain.candidates.scores), folds)


def test_two_scorers_that_know_different_things_are_fused() -> None:
    steps = chosen(questions(60, {"dense": 0.5, "lexical": 0.5}, seed=1))
    assert [len(how.weights) for how in steps] == [1, 2]
    assert set(steps[-1].weights) == {"dense", "lexical"}
    assert all(0.2 <= weight <= 0.8 for weight in steps[-1].weights.values())


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_off(seed: int) -> None:
    steps = chosen(questions(60, {"lexical": 0.5, "rule": 0.0, "dense": 0.0}, seed))
    assert steps == [Fusion(Method.SUM, {"lexical": 1.0})]


def test_a_scorer_that_is_right_where_it_speaks_comes_in() -> None:
    found = questions(60, {"lexical": 0.4, "rule": 0.0}, seed=2)
    for number, one in enumerate(found):
        rule = np.full(CANDIDATES, np.nan)
        if number % 4 == 0:
            rule[[hit["document"] for hit in one.plain.hits].index("right")] = 3
        one.plain.candidates.scores["rule"][:] = rule  # type: ignore[index]
    assert set(chosen(found)[-1].weights) == {"lexical", "rule"}


def test_the_same_first_hits_are_measured_once() -> None:
    found = questions(3, {"dense": 1.0}, seed=3)
    measured = Measured(found, "mrr@5")
    values = measured.fused(Fusion(Method.SUM, {"dense": 1}))
    assert values.tolist() == measured.fused(Fusion(Method.SUM, {"dense": 7})).tolist()
    assert [len(one.plain.measured) for one in found] == [1, 1, 1]
    with pytest.raises(UsageError, match="span_recall is for answers that are ranges"):
        Measured(found, "span_recall@5").fused(Fusion(Method.SUM, {"dense": 1}))


@given(st.lists(st.lists(st.sampled_from("abcdefghijklmnop"), min_size=1, max_size=3), min_size=2))
def test_a_document_is_never_on_both_sides(named: list[list[str]]) -> None:
    queries = [asked(number, *names) for number, names in enumerate(named)]
    groups = documents(queries)
    for one, names in zip(groups, named, strict=True):
        for other, others in zip(groups, named, strict=True):
            assert one == other or not set(names) & set(others)
    try:
        learn, held = split(Gold("g", queries))
    except UsageError as error:
        assert error.code == "gold_not_split"
        return
    assert len(learn.queries) + len(held.queries) == len(queries)
    sides = [{place.document for query in side.queries for (place,) in query.answers} for side in (learn, held)]
    assert not sides[0] & sides[1]


def test_documents_that_share_nothing_are_apart() -> None:
    queries = [asked(1, "a", "b"), asked(2, "c"), asked(3, "b", "d"), asked(4, "e"), asked(5, "d")]
    first, second, *others = documents(queries)
    assert others == [first, "e", first]
    assert second == "c"


def test_the_gold_set_says_which_part_is_which() -> None:
    parts = ["dev", "dev", "test", "held"]
    gold = Gold("g", [asked(number, "a", part=part) for number, part in enumerate(parts)])
    learn, held = split(gold)
    assert [query.id for query in learn.queries] == ["0", "1"]
    assert [query.id for query in held.queries] == ["2", "3"]
    assert [query.id for query in split(gold, "held")[0].queries] == ["3"]
    with pytest.raises(UsageError) as caught:
        split(gold, "dve")
    assert "dev, held, test" in caught.value.remedy
