from hypothesis import given
from hypothesis import strategies as st

from piperoll.text import names


def test_a_name_is_found_however_it_is_written() -> None:
    path = names.of_name("cuad/MediaNetGroup_20070319_EX-10.09_Content%20License.txt")
    for query in ("MediaNet Group", "Media Net Group", "medianet group"):
        assert {"medianet", "medianetgroup"} & names.of_query(query).keys() & path
    assert "content" in path
    glued = names.of_name("ALLIANCEBANCORPINCOFPENNSYLVANIA_10_18_2006-EX-1.2.txt")
    assert glued & names.of_query("the agreement of Alliance Bancorp, Inc. of Pennsylvania").keys()
    assert "bcg" in names.of_query("the NDA of the Boston Consulting Group")
    assert names.words("Viber's users’ M5-Systems") == ["viber", "user", "m5", "system"]


def test_a_word_counts_by_the_best_place_in_which_it_stands() -> None:
    found = names.of_document(["Acme Terms"], "Acme opens. " + " " * names.OPENING + "acme opens, nothing else")
    assert found.count("acme") == names.IN_NAME
    assert found.count("open") == names.IN_OPENING
    assert found.count("nothing") == names.IN_TEXT


def test_initials_are_not_spelled() -> None:
    query = "the NDA of the Boston Consulting Group"
    assert names.of_query(query)["bcg"] == ("boston", "consulting", "group")
    assert "bcg" not in names.spelled(query)
    assert "bcg" in names.spelled("the NDA of BCG")


@given(st.text(max_size=400))
def test_spans_are_where_the_words_stand(text: str) -> None:
    last = 0
    for word, start, end in names.spans(text):
        assert last <= start < end <= len(text)
        assert word
        last = end
    assert [word for word, _, _ in names.spans(text)] == names.words(text)
