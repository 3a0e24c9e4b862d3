import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.search import feedback

WORDS = st.sampled_from("abcdefgh")


def test_words_of_what_is_found_first_are_asked_for_by_how_much_they_tell() -> None:
    probable = feedback.candidates([(3.0, ["stop", "cease", "the"]), (1.0, ["cease", "the", "the"])])
    assert probable == pytest.approx({"cease": 1 / 4 + 1 / 12, "the": 1 / 4 + 1 / 6, "stop": 1 / 4})
    terms = feedback.expanded({"stop": 2.0}, probable, {"stop": 1.0, "cease": 3.0})
    assert terms["cease"] > 0
    assert "the" not in terms
    assert terms["stop"] > 1.0


@given(
    st.lists(st.tuples(st.floats(0.1, 50), st.lists(WORDS, min_size=1)), min_size=1),
    st.dictionaries(WORDS, st.floats(0, 9)),
)
def test_a_query_keeps_its_weight(found: list[tuple[float, list[str]]], idf: dict[str, float]) -> None:
    terms = feedback.expanded({"x": 1.5, "a": 0.5}, feedback.candidates(found), idf)
    assert sum(terms.values()) == pytest.approx(2.0)
    assert terms["x"] >= (1 - feedback.SHARE) * 1.5
