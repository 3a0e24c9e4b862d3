"""Wordings are compared as lawyers quote: what may differ and what may not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.check.nearest import difference, nearest
from piperoll.check.wording import Plain, Wording

SAME = [
    ("arbetsgivaren ska", "en arbets-\ngivaren  ska inte", "arbets-\ngivaren  ska"),
    ("The Act says", "the “Act” says", "the “Act” says"),
    ("well known", "a well-known man", "well-known"),
    ("5 % of", "is 5% of it", "5% of"),
    ("our terms apply", "see [our terms](http://x.y/z) apply", "our terms](http://x.y/z) apply"),
    ("the … goods", "of the very old goods", "the very old goods"),
    ("the [company] shall [...] pay", "Then the seller shall, if asked, pay", "the seller shall, if asked, pay"),
    ("if [t]he party", "and if The party", "if The party"),
    ("as said [sic] there", "as said there", "as said there"),
    ("ﬁnal order", "the final order of", "final order"),
    ("a … b c", "a x b d and a y b c", "a x b d and a y b c"),
    ("don't pay", "they don’t pay", "don’t pay"),
]


@pytest.mark.parametrize(("quoted", "source", "stands"), SAME)
def test_what_lawyers_may_change_is_no_difference(quoted: str, source: str, stands: str) -> None:
    plain = Plain(source)
    found = Wording(quoted).find(plain)
    assert found and source[slice(*plain.span(*found))] == stands


@pytest.mark.parametrize(
    ("quoted", "source"),
    [
        ("now here", "it is nowhere to be"),
        ("15 percent", "1.5 percent"),
        ("1.500", "1,500"),
        ("shall pay", "shall not pay"),
        ("the Party", "if the party"),
        ("at [4] but", "at [1] but"),
        ("part of", "a party of"),
        ("5 % of", "5 $ of"),
        ("goods … the", "the very old goods"),
    ],
)
def test_what_changes_the_words_is_a_difference(quoted: str, source: str) -> None:
    assert Wording(quoted).find(Plain(source)) is None


def test_what_an_ellipsis_leaves_out_is_bounded() -> None:
    source = "begin here " + "word " * 2_000 + "end there"
    assert Wording("begin here … end there").find(Plain(source)) is None
    assert Wording("begin here … word word").find(Plain(source))


WORDS = st.lists(st.from_regex(r"[A-Za-zåäöÅÄÖ0-9]{1,6}[.,;:)\]”’…-]{0,2}", fullmatch=True), min_size=3, max_size=40)
SPACES = st.sampled_from([" ", "\n", "  ", "\u00a0", "\n\n"])


@given(words=WORDS, data=st.data())
def test_any_range_of_words_stands_where_it_was_taken_from(words: list[str], data: st.DataObject) -> None:
    """Whatever white space is between them and whichever quotation marks are around them."""
    source = "".join(word + data.draw(SPACES) for word in words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quoted = " ".join(words[first:last]).replace("”", '"')
    assert Wording(quoted).find(Plain(source))


@given(words=st.lists(st.sampled_from("the party shall not pay to of 12 days ago".split()), min_size=4, max_size=30))
def test_a_word_more_is_found_nearly_but_not_word_by_word(words: list[str]) -> None:
    changed = [*words[:2], "otherwise", *words[2:]]
    source = Plain(" ".join(words))
    assert Wording(" ".join(changed)).find(source) is None


def test_the_nearest_passage_is_shown_with_its_difference() -> None:
    source = "First of all. The seller shall not deliver the goods before the first of May. Then more is said of it."
    quoted = "The seller shall deliver the goods before the first of May"
    near = nearest(Plain(quoted), Plain(source), 0, len(source))
    assert near and near[0] > 0.9
    assert difference(source[near[1] : near[2]], quoted).startswith("The seller shall [-not-] deliver")


def test_other_words_are_near_nothing() -> None:
    source = "The seller shall not deliver the goods before the first of May."
    assert nearest(Plain("the buyer may at any time ask for a list"), Plain(source), 0, len(source)) is None


def test_parts_in_another_order_are_near() -> None:
    source = "Fyren ska lysa hela natten och vaktaren ska tända den."
    assert nearest(Plain("vaktaren ska tända den och Fyren ska lysa hela natten"), Plain(source), 0, len(source))


@pytest.mark.parametrize("text", ["a … " * 50_000, "[a " * 50_000, "- " * 100_000, "(" * 100_000, "a-" * 50_000])
def test_hostile_wordings_end(text: str) -> None:
    assert re.search(r".", text)
    Wording(text).find(Plain(text[: len(text) // 2]))


@pytest.mark.parametrize(
    ("quoted", "stands"),
    [
        ("may adopt a solution of its own. However, the judge", True),
        ("may adopt a solution of its own[4]. However, the judge", False),  # it stands in the text with its labels
        ("no failure to protect. Father was never abusive", True),
        ("no failure to protect. 14.7. Father was never abusive", False),
        ("within days of the order", False),
    ],
)
def test_labels_may_be_left_out_and_other_numbers_not(quoted: str, stands: bool) -> None:
    source = (
        "The court may adopt a solution of its own[4]. However, the judge should be cautious.\n\n"
        "14.6.   There was no failure to protect.\n\n14.7.   Father was never abusive, within 14 days of the order."
    )
    assert bool(Wording(quoted).find(Plain(source, labels=False))) is stands
    if not stands and "within" not in quoted:
        assert Wording(quoted).find(Plain(source))
