"""Definitions: which sentences define a term, and so open a clause that is found by it."""

import pytest

from tests.corpora.clauses.documents import contract

LONG = "a light at sea that the keeper shall light at dusk and shall put out at dawn, on every day of the year. " * 3


def opened(line: str) -> list[str]:
    """Return the headings of three definitions, the second of which begins with ``line``."""
    document = contract(f"ARTICLE I\n\nDEFINITIONS\n\n“Lamp” means {LONG}\n\n{line} {LONG}\n\n“Tower” means {LONG}")
    return [str(chunk.metadata["heading"]) for chunk in document.chunks if not chunk.content.startswith("ARTICLE")]


@pytest.mark.parametrize(
    ("line", "term"),
    [
        pytest.param("“Keeper” of any lamp means", "Keeper", id="of what"),
        pytest.param("“Keeper” when used with respect to a lamp, means", "Keeper", id="when used"),
        pytest.param("“Keeper”, as used herein, shall mean", "Keeper", id="behind a comma"),
        pytest.param("“Knowledge of the Keeper” or similar phrases mean", "Knowledge of the Keeper", id="phrases"),
        pytest.param("A “Dark Day” means", "Dark Day", id="with its article"),
        pytest.param("An “oil” of any lamp shall mean", "oil", id="with an article in front of a small letter"),
    ],
)
def test_words_may_stand_between_a_term_and_what_it_means(line: str, term: str) -> None:
    assert opened(line) == [term, "Tower"]


@pytest.mark.parametrize(
    "line",
    [
        "“Lamps” in writing by any means are sold with",
        "“Lamps” by means of which the keeper sells",
        "“Lamps” of the keeper. Each means",
        "A “Lamp Report” that the keeper sends has the",
    ],
)
def test_a_sentence_that_begins_with_a_term_defines_none(line: str) -> None:
    assert set(opened(line)) <= {"DEFINITIONS", "Lamp", "Tower"}
