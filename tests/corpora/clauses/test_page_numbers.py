"""Which numbers at the ends of lines are those of pages."""

import pytest

from piperoll.corpora.clauses.pages.page_numbers import page_numbers

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
PAGE = PROSE * 12
GAP = "\n\n\n\n\n"


def numbers(text: str) -> list[str]:
    return [text[start:end].strip() for end, start in page_numbers(text).items()]


def test_a_number_behind_a_stop_counts_on_from_one_inside_a_sentence() -> None:
    text = f"{PAGE}The keeper lights the 5{GAP}lamp. {PAGE}It is dark. 6{GAP}{PAGE}"
    assert numbers(text) == ["6"]


def test_a_number_in_front_of_a_blank_line_counts_on_from_that_before_and_to_that_behind() -> None:
    pages = "".join(f"{PAGE}It is dark. {number}\n\n" for number in range(4, 8))
    assert numbers(pages) == ["5", "6"]
    assert numbers(pages.replace(PAGE, PROSE)) == []


def test_blanks_for_initials_stand_behind_the_number_of_a_page() -> None:
    text = "".join(f"{PAGE}It is dark. {number} ____ ____{GAP}" for number in (2, 3))
    assert numbers(text) == ["2 ____ ____", "3 ____ ____"]


@pytest.mark.parametrize("space", ["\u202f ", "\xa0 "])
def test_a_narrow_blank_stands_in_front_of_the_number_of_a_page(space: str) -> None:
    text = "".join(f"{PAGE}It is dark. {space}{number}{GAP}" for number in (2, 3))
    assert [one.strip() for one in numbers(text)] == ["2", "3"]


def test_the_last_figure_of_a_row_is_no_number_of_a_page() -> None:
    text = "".join(f"{PAGE}\nLamps   {number}   {number}\n\n" for number in (2, 3, 4))
    assert numbers(text) == []


def test_the_numbers_of_pages_stand_inside_one_line() -> None:
    text = "".join(f"{PAGE.strip()}    {page}       " for page in range(11, 19))
    assert numbers(f"{text}{PAGE}") == [str(page) for page in range(11, 19)]
    assert numbers(f"{text.replace(PAGE.strip(), PROSE.strip())}{PAGE}") == []
