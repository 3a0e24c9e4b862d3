"""Tests of what pages mark: bold bullets, empty headings, rows of headings, annexes, contents of Roman numbers."""

import pytest

from piperoll.model import HEADER_SEPARATOR, Document
from tests.corpora.clauses.documents import at, clauses, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
VERY_LONG = PROSE * 12


def last(document: Document) -> list[str]:
    return document.chunks[-1].header.split(HEADER_SEPARATOR)[1:]


def test_a_bold_bullet_stands_below_the_bold_line_above_it() -> None:
    page = f"# Page\n\n**The Tower**\n\n{LONG}\n\n* **Its lamp.**  \n    {LONG}\n* **Its bell.**  \n    {LONG}\n"
    document = terms(f"{page}\n**The Pier**\n\n{LONG}")
    assert at(document, "the-tower.its-bell").header.endswith("The Tower > Its bell")
    assert last(document) == ["The Pier"]


def test_bold_type_in_italics_marks_a_heading() -> None:
    document = terms(f"# Page\n\n1. **Oil**\n\n{LONG}\n\n**Signature:**\n\n_**What follows from it**_\n\n{LONG}")
    assert last(document) == ["1. Oil", "What follows from it"]


def test_the_words_of_a_heading_may_stand_below_its_marks() -> None:
    document = terms(f"## Lamps\n\n{LONG}\n\n### \n\nHow we keep the log\n\n{LONG}\n\n## Oil\n\n{LONG}")
    assert "lamps.how-we-keep-the-log" in paths(document)


def test_headings_in_all_cells_of_a_row_are_those_of_columns() -> None:
    rows = "\n".join(f"| Lamp {number} | {number} years |" for number in range(1, 60))
    table = f"|     |     |\n| --- | --- |\n| #### **Lamp** | #### **Kept** |\n{rows}"
    page = f"# Lamps\n\n{LONG}\n\n## How long we keep it\n\n{LONG}\n\n{table}"
    assert last(terms(page)) == ["How long we keep it", "Lamp | Kept"]


def test_a_row_that_is_bold_in_part_heads_no_table() -> None:
    rows = "\n".join(f"| Lamp {number} | **{number} crowns** |" for number in range(1, 99))
    table = f"|     |     |\n| --- | --- |\n{rows}"
    assert last(terms(f"# Lamps\n\n{LONG}\n\n## Prices\n\n{LONG}\n\n{table}")) == ["Prices"]


def test_a_line_over_a_table_is_its_heading() -> None:
    table = f"| Lamp | Use |\n| --- | --- |\n| Tower | {LONG} |\n"
    document = terms(f"# Lamps\n\n{LONG}\n\nLamps of the Pier\n\n{table}\n\nLamps of the Tower\n\n{table}")
    assert {"lamps-of-the-pier", "lamps-of-the-tower"} <= set(paths(document))


def test_numbers_stand_below_a_letter_that_is_a_heading() -> None:
    page = f"**I. Kinds of Lamps**\n\n{LONG}\n\n**1.1. Of the Tower**\n\n{LONG}\n\n**1.2. Of the Pier**\n\n{LONG}"
    assert last(terms(page)) == ["I. Kinds of Lamps", "1.2. Of the Pier"]
    listed = "".join(
        f"{letter}.\n{name}\n\n{LONG} A guest agrees not to:\n\n1. {PROSE}\n\n2. {PROSE}\n\n"
        for letter, name in zip("ABC", ("The Lamp", "The Keeper", "The Guests"), strict=True)
    )
    assert clauses(terms(listed))[-3:] == ["c", "c.1", "c.2"]


def test_a_marked_heading_that_begins_at_1_stands_below_a_bold_decimal() -> None:
    page = f"### Article 2: Lamps\n\n**2.1. All**\n\n{LONG}\n\n**2.2. Of the Tower**\n\n#### 1. Oil\n\n{LONG}\n\n"
    document = terms(
        f"### Article 1: Keepers\n\n{LONG}\n\n{page}#### 2. Wicks\n\n{LONG}\n\n### Article 3: Log\n\n{LONG}"
    )
    assert at(document, "2.2.2").header.endswith("Article 2 Lamps > 2.2. Of the Tower > 2. Wicks")


def test_a_bold_line_stays_below_the_marked_headings_of_its_clause() -> None:
    page = f"9. Law\n======\n\n{LONG}\n\n(a) Who holds it?\n------\n\n{LONG}\n\n**By mail**\n\n{VERY_LONG}\n\n"
    document = terms(f"8. Lamps\n========\n\n{LONG}\n\n{page}10. End\n=======\n\n{LONG}")
    assert any(chunk.header.endswith("9. Law > (a) Who holds it? > By mail") for chunk in document.chunks)


@pytest.mark.parametrize("word", ["ALLEGATO 1", "Załącznik nr 1", "Příloha č. 1", "Bilag 1"])
def test_annexes_are_called_in_many_languages(word: str) -> None:
    document = terms(f"1. Lampa\n========\n\n{LONG}\n\n2. Olej\n=======\n\n{LONG}\n\n**{word}**\n\n**LAMPA**\n\n{LONG}")
    assert paths(document)[-1].split("-")[-1] == "1"
    assert "2." not in document.chunks[-1].header


def test_contents_may_have_roman_numbers() -> None:
    names = ("Lamps", "Wicks", "The Log of Lamps", "Keepers", "Guests", "Boats")
    numbers = ("I", "II", "III", "IV", "V", "VI")
    contents = "\n\n".join(
        f"{number}. {name.removeprefix('The ')}" for number, name in zip(numbers, names, strict=True)
    )
    body = "\n\n".join(f"{number}. {name}\n\n{LONG}" for number, name in zip(numbers, names, strict=True))
    document = terms(f"Terms of the Harbour\n\n{contents}\n\n{body}")
    assert clauses(document) == ["i", "ii", "iii", "iv", "v", "vi"]


def test_the_heading_of_a_page_is_no_part_of_its_contents() -> None:
    entries = "\n".join(f"*   [{n}\\. Lamps of {n}](<#{n}. Lamps>)" for n in range(1, 7))
    body = "\n\n".join(f"{n}\\. Lamps of {n}\n------------\n\n{LONG}" for n in range(1, 7))
    document = terms(f"Keepers and Lamps\n=================\n\n{entries}\n\n{body}")
    assert document.chunks[0].content.startswith("Keepers and Lamps")


def test_a_short_line_with_a_dash_is_a_heading_as_a_whole() -> None:
    document = terms(f"3\\. Boats\n\n{LONG}\n\n4\\. Your oil - what we do with it\n\n4.1. {LONG}\n\n5\\. Log\n\n{LONG}")
    assert at(document, "4").header.endswith("4. Your oil - what we do with it")


def test_a_numbered_heading_in_bold_type_may_end_in_a_stop() -> None:
    page = f"1. **Oil.**\n\n{LONG}\n\n1. {PROSE}\n2. {PROSE}\n\n2. **Wicks.**\n\n{LONG}\n\n"
    assert clauses(terms(f"{page}1. {PROSE}\n2. {PROSE}")) == ["1", "1.1", "1.2", "2", "2.1", "2.2"]


def test_what_ends_the_title_is_not_said_again() -> None:
    page = f"Terms of Service\n======\n\nOil\n-------\n\n{VERY_LONG}\n\nHarbour Rules\n======\n\n{VERY_LONG}"
    document = terms(page, "Lamp/Terms of Service.md")
    assert "Lamp Terms of Service > Oil" in {chunk.header for chunk in document.chunks}
    assert last(document) == ["Harbour Rules"]


def test_the_only_marked_heading_is_one_of_those_that_nothing_marks() -> None:
    names = ("Lamps", "Oil", "Wicks", "### Who reads the log?", "Boats", "Guests", "Keepers")
    document = terms(f"Rules\n\n{LONG}\n\n" + "".join(f"{name}\n\n{LONG}\n\n" for name in names))
    assert last(document) == ["Keepers"]


def test_the_number_of_a_list_is_no_part_of_the_number_behind_it() -> None:
    page = "".join(f"{n + 1}. {n}\\. Part {n}\n    -------\n\n    {LONG}\n\n" for n in (1, 2, 3))
    assert clauses(terms(page)) == ["1", "2", "3"]


def test_a_heading_follows_the_heading_and_no_item_of_its_number() -> None:
    items = "".join(f"{n}. {PROSE}\n" for n in (1, 2, 3))
    page = "".join(f"**{n}\\. PART {n}**\n\n{items}\n" for n in (1, 2, 3, 4))
    assert [path for path in clauses(terms(page)) if "." not in path] == ["1", "2", "3", "4"]


def test_a_marked_heading_that_counts_on_is_of_the_rank_of_the_one_before() -> None:
    parts = "".join(
        f"{marks} {n}\\. Part {n}\n\n{LONG}\n\n" for n, marks in ((1, "##"), (2, "##"), (3, "###"), (4, "##"))
    )
    assert clauses(terms(parts)) == ["1", "2", "3", "4"]


def test_letters_behind_bullets_stand_below_the_heading_left_of_them() -> None:
    items = "".join(f"*   {letter}. Oil {letter}\n    -------\n\n    {LONG}\n\n" for letter in "ab")
    page = "".join(f"{n}\\. Part {n}\n-------\n\n{LONG}\n\n{items}" for n in (1, 2))
    assert clauses(terms(page)) == ["1", "1.a", "1.b", "2", "2.a", "2.b"]


def test_an_abbreviation_ends_no_heading() -> None:
    document = terms(f"## 1. Lamps\n\n{LONG}\n\n## 2. Oil\n\n1. The oil bzw. The wick, {LONG}\n\n2. {LONG}")
    assert not any(chunk.metadata.get("heading") == "The oil bzw" for chunk in document.chunks)


def test_bold_words_that_a_sentence_goes_on_from_head_nothing() -> None:
    document = terms(f"## Lamps\n\n{LONG}\n\n## Oil\n\n**When you light it**, we read the log. {LONG}")
    assert last(document) == ["Oil"]


def test_a_roman_number_heads_the_decimals_behind_a_blank_line() -> None:
    parts = (f"{roman}. Durata și rezilierea\n\n\n{n}.1. {LONG}\n\n" for n, roman in enumerate(("I", "II", "III"), 1))
    assert last(terms("".join(parts)))[0] == "III. Durata și rezilierea"


def test_a_chinese_number_may_touch_its_words() -> None:
    document = terms("**1. 灯**\n\n" + "守灯人应当点灯。" * 40 + "\n\n1.1守灯人应当点灯\n\n" + "守灯人应当点灯。" * 40)
    assert clauses(document) == ["1", "1.1"]


def test_bold_bullets_stand_below_a_heading_that_nothing_marks_and_the_next_one_ends_them() -> None:
    bullets = f"* **Its lamp**\n\n    {LONG}\n* **Its bell**\n\n    {LONG}\n"
    behind = f"How long is it kept?\n\n{LONG}\n\nWho reads it?\n\n{LONG}"
    document = terms(f"Tower\n=====\n\n{LONG}\n\nWhat do we keep?\n\n{LONG}\n\n{bullets}\n{behind}")
    assert at(document, "what-do-we-keep.its-bell").header.endswith("What do we keep? > Its bell")
    assert last(document) == ["Who reads it?"]


def test_a_list_that_shows_the_way_to_a_page_opens_no_clause() -> None:
    document = terms(f"Search\n\n1. Tower\n2. Log Policy\n\nLog Policy\n\n{LONG}\n\nWho reads it?\n\n{LONG}")
    assert paths(document)[0] == "preamble"
    assert last(document) == ["Who reads it?"]


def test_two_bold_lines_without_a_gap_are_one_heading() -> None:
    document = terms(
        f"# Page\n\n## Oil\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n**Broken Glass**  \n**Bent Wicks**\n\n{LONG}"
    )
    assert last(document) == ["Lamps", "Broken Glass / Bent Wicks"]


def test_a_bold_sentence_with_a_condition_heads_nothing() -> None:
    document = terms(f"# Page\n\n## Lamps\n\n{LONG}\n\n**If it is dark, nobody may light it.**\n\n{LONG}")
    assert last(document) == ["Lamps"]


def test_marks_that_come_again_and_again_over_the_same_words_head_nothing() -> None:
    chapters = "".join(
        f"What is told of {name} ?\n\n### \n\nIn short\n\n{LONG}\n\n"
        for name in ("oil", "wicks", "logs", "bells", "ships")
    )
    assert last(terms(f"Tower\n-----\n\n{LONG}\n\n{chapters}")) == ["What is told of ships ?"]


def test_a_line_of_dashes_behind_a_gap_marks_the_heading_that_is_as_long() -> None:
    text = f"# Terms\n\n## Log\n\n{LONG}\n\nThe keeper\n\n------------\n\n{LONG}\n\nThe end of all\n\n----\n\n{LONG}\n"
    headings = [chunk.metadata.get("heading") for chunk in terms(text).chunks]
    assert "The keeper" in headings
    assert "The end of all" not in headings
