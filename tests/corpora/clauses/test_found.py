"""Which labels and lines open a clause, and where a sentence is not cut."""

import re

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def name(header: str) -> str:
    return header.split(HEADER_SEPARATOR)[-1]


def test_sections_with_titles_open_in_one_line() -> None:
    text = "ARTICLE 3 LAMPS\n\nThe keeper says as follows: Section 3.1    The Lamp. The lamp: "
    text += f"(a) is lit; (b) is clean. {LONG}"
    text += (
        f"Section 3.2    The Oil. {LONG}(a) Oil is bought. {LONG}(b) Oil is kept. {LONG}Section 3.3    The Wick. {LONG}"
    )
    assert {"3.2", "3.2.a", "3.2.b", "3.3"} <= set(clauses(contract(text)))


def test_an_article_opens_behind_a_colon_at_the_end_of_a_line() -> None:
    text = f"It is agreed as follows: ARTICLE I\n\nLAMPS AND OIL Section 1.01 Lamps. {LONG}Section 1.02 Oil. {LONG}"
    document = contract("The keeper and the Harbour Office have met on the island at the light. " * 2 + text)
    assert clauses(document) == ["art1", "1.01", "1.02"]


def test_terms_in_letters_open_behind_a_colon() -> None:
    listed = f"(a) “2031 Lamp” means this. {LONG}(b) “Oil” means that. {LONG}"
    text = f"1.1 Certain Terms. These have the following meanings: {listed}"
    assert clauses(contract(f"ARTICLE I\n\nTERMS\n\n{text}")) == ["art1", "1.1", "1.1.a", "1.1.b"]


@pytest.mark.parametrize("line", ["4.1 Time of the keeper", "9. L’exercice de vos droits", "13. GENERAL:"])
def test_a_short_line_over_a_paragraph_is_the_heading(line: str) -> None:
    document = contract(f"1. Aa. {LONG}\n\n{line}\n\n{LONG}")
    assert name(document.chunks[-1].header).rstrip(":") == line.rstrip(":")


def test_an_item_over_another_one_has_no_heading() -> None:
    document = contract(
        f"1. Aa. {LONG}\n\n2. The keeper shall:\n\n(a) light the lamp\n\n(b) buy the oil\n\n3. Bb. {LONG}"
    )
    assert not any("heading" in one.metadata for one in document.chunks if one.path.startswith("2"))


@pytest.mark.parametrize(
    "bold",
    [
        "**When the keeper is at the light,** the lamp burns.",
        "**You can ask the keeper of the light to put the lamp out at dawn on any day of the year.**",
    ],
)
def test_a_sentence_in_bold_type_is_no_heading(bold: str) -> None:
    document = terms(f"# Terms\n\n## Lamps\n\n{LONG}\n\n{bold}\n\n{LONG}{LONG}")
    assert {name(one.header) for one in document.chunks if "Lamps" in one.header} == {"Lamps"}


def test_capitals_are_headings_where_only_the_title_is_marked() -> None:
    document = terms(f"Privacy\n=======\n\nHOW WE COLLECT\n\n{LONG}\n\nWHAT WE KEEP\n\n{LONG}")
    assert {"how-we-collect", "what-we-keep"} <= set(paths(document))


def test_a_heading_in_italics_ends_no_chunk() -> None:
    text = "\n\n".join(f"_Note {number}_\n\n{PROSE}{PROSE}" for number in range(9))
    document = terms(f"# Terms\n\n## Lamps\n\n{PROSE}\n\n{text}")
    assert not any(re.search(r"_Note \d_\s*\Z", one.content) for one in document.chunks)


def test_no_cut_stands_behind_a_label() -> None:
    items = " and ".join(
        f"({numeral}) {'the lamp that burns over the sea ' * 4}" for numeral in ("i", "ii", "iii", "iv", "v")
    )
    document = contract(f"1. Aa. The keeper says that {items} are lit and that {items} are put out", max_tokens=60)
    assert len(document.chunks) > 5
    assert not any(re.search(r"\([ivx]+\)\s*\Z", one.content) for one in document.chunks)


def test_a_number_of_a_higher_rank_follows_a_deeper_one() -> None:
    document = contract(f"6.2.4 Aa. {LONG}\n\n6.2.5 Bb. {LONG}\n\n6.3 Cc. {LONG}\n\n6.3.1 Dd. {LONG}")
    assert {"6.3", "6.3.1"} <= set(paths(document))
    assert name(at(document, "6.3").header) == "6.3 Cc"
