"""Labels of clauses, as printed in contracts and on web pages."""

import re

import pytest

from piperoll.corpora.clauses.words import labels
from piperoll.corpora.clauses.words.labels import LINE_LABEL


@pytest.mark.parametrize(
    ("printed", "family", "parts"),
    [
        ("ARTICLE IV", "article", ("art4",)),
        ("Article 5", "article", ("art5",)),
        ("Artikel 3.2", "article", ("art3", "2")),
        ("Čl. 7", "article", ("art7",)),
        ("第十二条", "article", ("art12",)),
        ("第3章", "article", ("art3",)),
        ("Section 3.2(a)", "section", ("3", "2", "a")),
        ("SECTION 1.01", "section", ("1", "01")),
        ("Section 5A", "section", ("5a",)),
        ("Section C", "section", ("c",)),
        ("Clause 7(b)(ii)", "section", ("7", "b", "ii")),
        ("§ 1", "section", ("1",)),
        ("Schedule 2.1", "schedule", ("schedule-2-1",)),
        ("EXHIBIT A", "schedule", ("exhibit-a",)),
        ("Part II", "part", ("part-2",)),
        ("1.", "number", ("1",)),
        ("1\\.", "number", ("1",)),
        ("12.3.4 ", "number", ("12", "3", "4")),
        ("2. 3. 11 ", "number", ("2", "3", "11")),
        ("(a)", "letter", ("a",)),
        ("( b )", "letter", ("b",)),
        ("(iv)", "letter", ("iv",)),
        ("A. ", "letter", ("a",)),
        ("iii) ", "letter", ("iii",)),
    ],
)
def test_labels(printed: str, family: str, parts: tuple[str, ...]) -> None:
    match = LINE_LABEL.match(printed)
    assert match
    label = labels.of_match(match)
    assert label
    assert (label.family, label.parts) == (family, parts)


@pytest.mark.parametrize(
    "text", ["2.5% of", "Sections", "Partial A", "Schedules of", "12/31/2019", "(the Company)", "1,000"]
)
def test_what_is_no_label(text: str) -> None:
    match = LINE_LABEL.match(text)
    assert match is None or labels.of_match(match) is None


@pytest.mark.parametrize(
    ("text", "value"), [("i", 1), ("iv", 4), ("XIV", 14), ("xc", 90), ("iiii", 0), ("c", 0), ("mix", 0)]
)
def test_roman(text: str, value: int) -> None:
    assert labels.roman(text) == value


@pytest.mark.parametrize(("text", "value"), [("a", 1), ("Z", 26), ("aa", 27), ("bbb", 54), ("ab", 0)])
def test_letters(text: str, value: int) -> None:
    assert labels.letter(text) == value


def test_a_letter_can_be_read_in_two_ways() -> None:
    assert labels.readings("()", "i") == [("()a", 9), ("()aroman", 1)]
    assert labels.readings("()", "II") == [("()A", 35), ("()Aroman", 2)]
    assert labels.readings(".", "b") == [(".a", 2)]


def test_patterns_compile_to_one_alternative_each() -> None:
    assert re.compile(labels.WORD_LABEL).groupindex.keys() >= {"article", "section", "schedule", "part", "number"}
