"""Several documents on one page, and numbered tables of contents."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import paths, terms

LONG = (
    "The keeper of the tower lights the lamp at dusk, trims the wick at midnight and puts the flame out at dawn. " * 3
)

NAMES = ("Lamps", "Oil", "Wicks", "Casks", "Boats", "Ropes")


def _clauses(names: tuple[str, ...] = NAMES) -> str:
    return "".join(f"### {number}\\. {name}\n\n{LONG}\n\n" for number, name in enumerate(names, 1))


def test_an_edition_that_a_page_prints_behind_another_is_a_document_of_its_own() -> None:
    found = paths(terms(f"# Tower\n\n{_clauses()}* * *\n\n{_clauses()}"))
    assert {"1", "6", "document-2.1", "document-2.6"} <= set(found)
    assert not any(".v2" in path for path in found)


def test_numbered_entries_that_come_again_are_a_table_of_contents() -> None:
    entries = "".join(f"{number}. {name}\n" for number, name in enumerate(NAMES, 1))
    document = terms(f"# Tower\n\n{LONG}\n\n{entries}\n{_clauses()}")
    assert [part.reason for part in document.set_aside] == ["table of contents"]
    assert "1" in paths(document)


def test_headings_in_capitals_and_behind_numbers_run_into_their_text() -> None:
    text = (
        f"WHAT WE READ Tower may read {LONG}\n\n1. Log Books We keep the log of a year. {LONG}\n\n"
        f"Who reads the log? We do. {LONG}\n\n"
    )
    headings = {chunk.metadata.get("heading") for chunk in terms(text).chunks}
    assert {"WHAT WE READ", "Log Books", "Who reads the log?"} <= headings


def test_a_bold_sentence_is_not_cut_off_to_a_heading() -> None:
    bold = "You and the harbour agree that all disputes that arise from the lamp, the oil or the wick, all told,"
    document = terms(f"# Tower\n\n### Lamps\n\n{LONG}\n\n**{bold} are settled {LONG}** {LONG}\n")
    assert {chunk.metadata.get("heading") for chunk in document.chunks} <= {None, "Lamps"}


def test_the_heading_that_tells_an_edition_stands_over_its_clauses() -> None:
    editions = "".join(
        f"## Tower Terms\n\n##### If you live {where}\n\n{LONG}\n\n{_clauses().replace('###', '##')}"
        for where in ("on land", "at sea", "on ice")
    )
    document = terms(f"# Tower\n\n{LONG}\n\n{editions}")
    headers = {chunk.path: chunk.header for chunk in document.chunks}
    assert headers["6"].endswith("If you live on land > 6. Ropes")
    for where in ("at sea", "on ice"):
        header = headers[f"if-you-live-{where.replace(' ', '-')}.6"].split(HEADER_SEPARATOR)
        assert header[1:] == [f"If you live {where}", "6. Ropes"]


@pytest.mark.parametrize(("first", "stands"), [("TERMS FOR GUESTS", True), ("INTRODUCTION", False)])
def test_a_second_agreement_stands_below_its_heading(first: str, *, stands: bool) -> None:
    numbers = "".join(f"### {number}\\. Item {name}\n\n{LONG}\n\n" for number, name in enumerate("ABCDEFGH", 1))
    page = f"Lanternfish\n======\n\n{first}\n------\n\n{LONG * 4}\n\nTERMS FOR PILOTS\n------\n\n{numbers}"
    assert ("TERMS FOR PILOTS" in terms(page).chunks[-1].header) is stands


def test_the_heading_of_a_part_may_name_a_day() -> None:
    numbers = "".join(f"{number}\\. Item {name}. {LONG}\n\n" for number, name in enumerate("ABC", 1))
    page = "".join(
        f"Part {part}: {age} version - updated on 3 March 2031\n======\n\n{numbers}"
        for part, age in (("A", "New"), ("B", "Old"))
    )
    document = terms(page)
    assert "> Part B Old version" in document.chunks[-1].header
    assert "> Part A New version" in document.chunks[0].header
