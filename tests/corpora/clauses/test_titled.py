"""A further document of a page stands below its title, and what is no longer in force below what says so."""

from datetime import date

import pytest

from piperoll.corpora.clauses.words.documents import validity
from piperoll.model import HEADER_SEPARATOR, Document
from tests.corpora.clauses.documents import terms

LONG = (
    "The keeper of the tower lights the lamp at dusk, trims the wick at midnight and puts the flame out at dawn. " * 6
)
NAMES = ("Lamps", "Oil", "Wicks", "Casks")


def sections(mark: str, names: tuple[str, ...] = NAMES) -> str:
    return "".join(mark.format(f"{number}\\. {name}") + f"\n\n{LONG}\n\n" for number, name in enumerate(names, 1))


def headers(document: Document) -> dict[str, list[str]]:
    return {chunk.path: chunk.header.split(HEADER_SEPARATOR)[1:] for chunk in document.chunks}


def test_the_title_of_a_second_document_stands_over_its_numbers_though_they_are_marked_as_it_is() -> None:
    page = f"Port Directory Terms\n=====\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\nPort Directory Policy\n=====\n\n{LONG}\n\n"
    found = headers(terms(page + sections("{}\n=====")))
    assert found["port-directory-policy.4"] == ["Port Directory Policy", "4. Casks"]


def test_a_day_below_the_title_of_a_further_policy_tells_that_it_is_one() -> None:
    policy = f"### OIL LOG POLICY\n\nLast updated: March 3, 2031\n\n{LONG}\n\n### Casks\n\n{LONG}\n\n"
    page = f"## Privacy\n\n### Lamps\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\n{policy}## Other Ports\n\n{LONG}\n"
    found = headers(terms(page))
    assert found["privacy.oil-log-policy.casks"] == ["Privacy", "OIL LOG POLICY", "Casks"]
    assert "other-ports" in found
    undated = headers(terms(page.replace("Last updated: March 3, 2031\n\n", "")))
    assert "privacy.casks" in undated


def test_previous_terms_stand_below_the_line_that_says_so_with_their_days() -> None:
    said = "*   Previous terms of use (published on 20 January 2031 and effective until **30 May 2031**)."
    page = f"{sections('**{}**')}Previous terms of use\n\n{said}\n\n{LONG}\n\n{sections('**{}**')}"
    document = terms(page, "2031-06-01/Lanternfish/Terms of Use.md")
    found = headers(document)
    assert found["4"] == ["4. Casks"]
    assert found["previous-terms-of-use.4"] == ["Previous terms of use", "4. Casks"]
    days = {chunk.path: (chunk.valid_from, chunk.valid_to) for chunk in document.chunks}
    assert days["4"] == (None, None)
    assert days["previous-terms-of-use.4"] == (date(2031, 1, 20), date(2031, 5, 30))


def test_a_sentence_says_until_when_what_follows_it_was_in_force() -> None:
    said = (
        "_For guests of 2030, the following version of the Pier Terms shall remain in force until 3rd of April 2031._"
    )
    document = terms(f"## Oil\n\n{LONG}\n\n{said}\n\n## Lamps\n\n{LONG * 6}\n")
    days = {chunk.path: chunk.valid_to for chunk in document.chunks}
    assert days["oil"] is None
    assert days["lamps"] == date(2031, 4, 3)


@pytest.mark.parametrize("said", ["*   [January 2031](/old)", "The previous terms are in the tower."])
def test_a_line_about_previous_terms_without_their_last_day_heads_no_document(said: str) -> None:
    page = f"{sections('**{}**')}Previous terms of use\n\n{said}\n\n{LONG * 6}\n"
    assert all(chunk.valid_to is None for chunk in terms(page).chunks)


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("Frühere Fassung, gültig ab 1. Mai 2030 bis zum 3. Juni 2031", date(2030, 5, 1), date(2031, 6, 3)),
        ("Version antérieure, en vigueur jusqu'au 3 juin 2031", None, date(2031, 6, 3)),
        ("Old terms, updated on 3 March 2031", None, None),
    ],
)
def test_a_line_says_from_when_until_when(line: str, first: date | None, last: date | None) -> None:
    assert validity(line) == (first, last)
