"""Headings of a page that are told by those beside them: by their first words, by a colon."""

import pytest

from tests.corpora.clauses.documents import at, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
PORTS = (
    "Bergen, Bodø, Drammen, Hammerfest, Haugesund, Kirkenes, Kristiansund, Molde, Narvik, Sandefjord, Stavanger, "
    "Tromsø and Trondheim"
)


@pytest.mark.parametrize(
    "line", [f"**For keepers who live in {PORTS}**:", f"\\[For keepers who live in {PORTS}\\_\\_:"]
)
def test_a_long_line_that_begins_as_the_bold_heading_in_front_of_it_is_its_sibling(line: str) -> None:
    document = terms(
        f"Rules\n=====\n\nLamps\n-----\n\n**For keepers who live in Oslo**:\n\n{LONG}\n\n{line}\n\n{LONG}\n"
    )
    assert "For keepers who live in Bergen" in document.chunks[-1].header
    assert "Oslo" not in document.chunks[-1].header


def test_a_long_bold_line_of_other_words_is_no_heading() -> None:
    line = f"**These are the ports in which no lamp is lit at night: {PORTS}**:"
    document = terms(
        f"Rules\n=====\n\nLamps\n-----\n\n**For keepers who live in Oslo**:\n\n{LONG}\n\n{line}\n\n{LONG}\n"
    )
    assert document.chunks[-1].metadata["heading"] == "For keepers who live in Oslo"


CAPTIONS = ("The right to light", "The right to oil", "The right to sleep")


def test_three_captions_with_a_colon_head_their_paragraphs() -> None:
    rights = "\n\n".join(f"{caption}\xa0:\n\n{LONG}" for caption in CAPTIONS)
    document = terms(f"Rules\n=====\n\nRights\n------\n\n{LONG}\n\n{rights}\n\nOil\n---\n\n{LONG}\n")
    assert [path for path in paths(document) if path.startswith("rights.the")] == [
        "rights.the-right-to-light",
        "rights.the-right-to-oil",
        "rights.the-right-to-sleep",
    ]
    assert at(document, "rights.the-right-to-oil").header.endswith("> Rights > The right to oil")


def test_captions_with_a_colon_stand_in_the_clause_in_front_of_them() -> None:
    rights = "\n\n".join(f"{caption}:\n\n{LONG}" for caption in CAPTIONS)
    document = terms(
        f"Rules\n=====\n\n1\\. Lamps\n--------\n\n**1.1 Rights of keepers**\n\n{LONG}\n\n{rights}\n\n"
        f"2\\. Oil\n------\n\n{LONG}\n"
    )
    assert "1.1.the-right-to-sleep" in paths(document)


def test_two_lines_with_a_colon_are_no_captions() -> None:
    rights = "\n\n".join(f"{caption}:\n\n{LONG}" for caption in CAPTIONS[:2])
    document = terms(f"Rules\n=====\n\nRights\n------\n\n{LONG}\n\n{rights}\n\nOil\n---\n\n{LONG}\n")
    assert not any("right-to" in path for path in paths(document))
