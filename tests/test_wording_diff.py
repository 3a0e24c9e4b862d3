"""How the wording of a document changed: what is paired with what, and that nothing of either text is left out."""

from hypothesis import given
from hypothesis import strategies as st

from piperoll.wording_diff import changes, word_diff

CLAUSES = {
    "1": "We may change these terms at any time.",
    "2": "You must be 13 years old to use the service.",
    "3": "We store your data in Sweden for two years.",
}


def told(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str, str]]:
    sides = [[{"path": path, "header": "", "content": text} for path, text in side.items()] for side in (before, after)]
    return [(one.change, one.path_before, one.path) for one in changes(*sides)]


def test_a_word_changed() -> None:
    after = CLAUSES | {"2": "You must be 16 years old to use the service."}
    assert told(CLAUSES, after) == [("changed", "2", "2")]
    assert word_diff(CLAUSES["2"], after["2"]) == [
        ("same", "You must be "),
        ("removed", "13 "),
        ("added", "16 "),
        ("same", "years old to use the service."),
    ]


def test_a_clause_put_in_before_others_moves_them_and_changes_none() -> None:
    after = {"1": CLAUSES["1"], "2": "We sell cookies.", "3": CLAUSES["2"], "4": CLAUSES["3"]}
    assert told(CLAUSES, after) == [("added", "", "2"), ("moved", "2", "3"), ("moved", "3", "4")]


def test_a_clause_that_goes_elsewhere_has_moved() -> None:
    after = {"2": CLAUSES["2"], "3": CLAUSES["3"], "9": CLAUSES["1"]}
    assert told(CLAUSES, after) == [("moved", "1", "9")]


def test_a_clause_reworded_under_another_number_is_paired_by_its_words() -> None:
    after = {
        "1": CLAUSES["1"],
        "7": "You must be 18 years old to use the service.",
        "8": "Nothing in here is alike.",
    }
    assert told({"1": CLAUSES["1"], "2": CLAUSES["2"]}, after) == [("changed", "2", "7"), ("added", "", "8")]


def test_white_space_is_no_difference() -> None:
    assert told(CLAUSES, {path: text.replace(" ", "\n  ") for path, text in CLAUSES.items()}) == []


def test_what_is_gone_and_what_is_new() -> None:
    assert told({"1": CLAUSES["1"], "2": CLAUSES["2"]}, {"2": CLAUSES["2"]}) == [("removed", "1", "")]
    assert told({}, {"1": "A"}) == [("added", "", "1")]
    assert told({"1": "A"}, {}) == [("removed", "1", "")]


texts = st.text(alphabet="ab .,\n", max_size=40)
documents = st.dictionaries(st.sampled_from("123456"), texts.filter(str.strip), max_size=6)


@given(texts, texts)
def test_both_texts_can_be_read_from_the_difference(before: str, after: str) -> None:
    runs = word_diff(before, after)
    left = "".join(words for what, words in runs if what != "added")
    right = "".join(words for what, words in runs if what != "removed")
    assert right == after
    assert "".join(left.split()) == "".join(before.split())


@given(documents, documents)
def test_every_unit_is_accounted_for(before: dict[str, str], after: dict[str, str]) -> None:
    found = told(before, after)
    lost = [path for what, path, _ in found if what in ("removed", "changed", "moved")]
    came = [path for what, _, path in found if what in ("added", "changed", "moved")]
    assert len(lost) == len(set(lost)) and len(came) == len(set(came))
    kept_before = sorted(" ".join(text.split()) for path, text in before.items() if path not in lost)
    kept_after = sorted(" ".join(text.split()) for path, text in after.items() if path not in came)
    assert kept_before == kept_after
    assert told(before, before) == []
