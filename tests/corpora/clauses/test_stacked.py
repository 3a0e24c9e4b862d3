"""Tests of headings directly above another one, of lone bold lines, and of what only looks like a heading."""

import pytest

from piperoll.model import HEADER_SEPARATOR, Document
from tests.corpora.clauses.documents import at, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 5


def header(document: Document, words: str) -> list[str]:
    """The headings of the chunk in which ``words`` stand."""
    (chunk,) = (one for one in document.chunks if words in one.content)
    return chunk.header.split(HEADER_SEPARATOR)[1:]


def test_a_heading_over_nothing_stands_over_the_next_one_of_its_looks() -> None:
    page = f"# Page\n\n**Oil**\n\n{LONG}\n\n**Lamps**\n\n**Red lamps**\n\nRed. {LONG}\n\n**Blue lamps**\n\nBlue. {LONG}"
    document = terms(page)
    assert header(document, "Red.") == ["Lamps", "Red lamps"]
    assert header(document, "Blue.") == ["Blue lamps"]  # nothing tells whether it is of them
    assert "lamps.red-lamps" in paths(document)


def test_it_stands_over_all_that_its_number_begins() -> None:
    lamps = f"**L-2 Lamps**\n\n**L-2.1 Red.**\n\nA. {LONG}\n\n**L-2.2 Blue.**\n\nB. {LONG}"
    document = terms(f"# Page\n\n**L-1 Oil**\n\n{LONG}\n\n{lamps}\n\n**L-3 Bells**\n\nC. {LONG}")
    assert header(document, "B. ") == ["L-2 Lamps", "L-2.2 Blue"]
    assert header(document, "C. ") == ["L-3 Bells"]
    labelled = f"# Page\n\n**4.1 Oil**\n\n{LONG}\n\n**4.2 Lamps**\n\n**4.2.1** Red. {LONG}\n\n**4.2.2** Blue. {LONG}"
    assert header(terms(labelled), "Blue.")[0] == "4.2 Lamps"


def test_a_decimal_stands_over_the_headings_without_numbers_behind_it() -> None:
    lamps = f"## 4.2 Lamps\n\n{LONG}\n\n## Who lights them\n\nA. {LONG}"
    page = f"# Page\n\n## 4.1 Oil\n\n{LONG}\n\n{lamps}\n\n## 4.3 Bells\n\nB. {LONG}"
    assert header(terms(page), "A. ") == ["4.2 Lamps", "Who lights them"]
    assert header(terms(page), "B. ") == ["4.3 Bells"]


def test_lines_of_a_list_of_headings_stand_over_none() -> None:
    page = f"# Page\n\n**Oil**\n\n{LONG}\n\n**Red lamps**\n\n**Blue lamps**\n\n**Bells**\n\nBell. {LONG}"
    assert header(terms(page), "Bell.") == ["Bells"]


def test_a_bullet_over_nothing_stands_over_those_right_of_it() -> None:
    page = f"# Page\n\n{LONG}\n\n*   **Lamps**\n    \n    *   **Red lamps:**\n        \n        Red. {LONG}\n"
    beside = f"{page}    *   **Blue lamps:**\n        \n        Blue. {LONG}\n*   **Oil:**\n    \n    Oil. {LONG}\n"
    document = terms(beside)
    assert header(document, "Blue.") == ["Lamps", "Blue lamps"]
    assert header(document, "Oil.") == ["Oil"]


def test_the_end_of_a_list_is_no_heading_of_the_next_clause() -> None:
    listed = f"{LONG} The lamp stands in:\n\n1. Upper Town\n2. Lower Town"
    document = terms(f"# Page\n\n## Where it stands\n\n{listed}\n\n## Oil\n\nOil. {LONG}")
    assert header(document, "Oil.") == ["Oil"]
    assert "Lower Town" not in at(document, "oil").content
    chinese = (
        "三、使用规则\n----\n\n1\\. "
        + "灯塔看守人应当点亮灯。" * 40
        + "\n\n5) 其他危害灯塔的行为。\n\n2\\. "
        + "看守人应当熄灭灯。" * 20
    )
    assert "其他" not in terms(chinese).chunks[-1].content


def test_a_clause_is_no_heading_because_it_ends_in_one() -> None:
    page = f"# Page\n\n### 4\\. Lamps\n\n4.1. {LONG}\n\n4.2. The keeper may ask.\n\n**Bells**\n\n4.3. Bell. {LONG}"
    document = terms(page)
    assert not header(document, "may ask")[-1].startswith("4.3.")
    assert at(document, "4.3").content.startswith("**Bells**")


def test_a_lone_bold_line_between_bold_words_encloses_none_of_them() -> None:
    run_in = [f"**{name}.** {name}: {LONG}\n\n" for name in ("Oil", "Wicks", "Bells", "Ropes")]
    page = f"# Page\n\n{run_in[0]}{run_in[1]}**Guests from abroad**\n\nA guest. {LONG}\n\n{run_in[2]}{run_in[3]}"
    document = terms(page)
    assert header(document, "A guest.") == ["Guests from abroad"]
    assert header(document, "Ropes:") == ["Ropes"]


@pytest.mark.parametrize(
    "sentence",
    [
        "PLEASE READ WITH CARE ALL THAT IS SAID OF LAMPS IN CLAUSE 3(d).",
        "All that the keeper has heard, as is told above, of lamps.",
    ],
)
def test_a_whole_sentence_in_bold_type_is_no_heading(sentence: str) -> None:
    document = terms(f"# Page\n\n**Oil**\n\n{PROSE}\n\n**{sentence}**\n\nThe port. {LONG}")
    assert header(document, "The port.") == ["Oil"]


def test_a_list_with_its_own_words_in_front_stands_in_no_item_of_the_last_one() -> None:
    first = (
        f"The keeper asks for oil by these steps:\n\n1.  Write a letter. {LONG}\n2.  Seal it. {LONG}\n3.  Send it.\n\n"
    )
    second = f"The guest asks for light by these:\n\n1.  Ring the bell. {LONG}\n2.  Ring again.\n3.  Wait. {LONG}\n"
    document = terms(f"# Page\n\n## Letters\n\n{LONG}\n\n{first}{second}\n## Oil\n\n{LONG}")
    assert header(document, "Wait.")[0] == "Letters"
    assert "Send it" not in " ".join(header(document, "Wait."))


def test_a_heading_that_nothing_marks_stands_over_the_next_one_also_behind_italics() -> None:
    above = f"# Page\n\n## Oil\n\n{LONG}\n\n_Oil is dear, and so are lamps._\n\n"
    document = terms(f"{above}Rules for Every Keeper\n\nDo Not Light by Day\n\nRed. {LONG}")
    assert header(document, "Red.")[-2:] == ["Rules for Every Keeper", "Do Not Light by Day"]


def test_the_only_heading_of_a_part_is_over_no_number_where_the_other_parts_have_none() -> None:
    rules = "".join(f"{n}. **Rule:** {PROSE}\n" for n in range(1, 4))
    parts = "".join(f"Part of {name}\n============\n\n{rules}\n" for name in ("Lamps", "Oil"))
    notice = f"Part of Bells\n============\n\nWARNING!\n--------\n\nBells. {PROSE}\n\n* It is loud.\n\n{rules}"
    document = terms(parts + notice)
    assert header(document, "Bells.") == ["Part of Bells", "WARNING!"]
    assert at(document, "part-of-bells.2").header == "Lanternfish Terms of Service > Part of Bells > 2. Rule"


def test_the_language_of_a_page_heads_nothing() -> None:
    document = terms(f"Rules\n=====\n\nEffective May 2, 2031\n\nEnglish\n\n{LONG}\n\n## Oil\n\n{LONG}")
    assert "english" not in paths(document)


def test_what_sums_up_each_section_is_not_over_the_rest_of_it() -> None:
    names = ("Lamps", "Oil", "Bells", "Boats", "Logs")
    sections = [f"## {name}\n\n### Summary – {name}\n\nIn short. {LONG}\n\nFull {name} is so. {LONG}" for name in names]
    document = terms("# Page\n\n" + "\n\n".join(sections))
    assert header(document, "Full Bells") == ["Bells"]
    document = terms("# Page\n\n" + "\n\n".join(sections[:4]))
    assert header(document, "Full Bells")[1:] == ["Summary – Bells"]


def test_a_heading_over_nothing_hides_no_number_behind_it() -> None:
    title = "## Rules of the harbour\n\n**Harbour**  \n**Rules of its lamps**  \n  \n"
    lamps = f"**1\\. Lamps**  \n  \n{PROSE * 4}  \n  \n**2\\. Oil**  \n  \n{LONG}  \n  \n**3\\. Log**  \n  \n{LONG}\n"
    document = terms(f"# Page\n\n{title}{lamps}")
    assert document.chunks[0].header.endswith(" > 1. Lamps")
    assert paths(document)[0] == "1"
