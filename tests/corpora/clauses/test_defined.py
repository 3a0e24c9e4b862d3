"""Test which terms a text defines."""

import pytest

from piperoll.corpora.clauses.words.defined import defined_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('The keeper (the "Keeper") lights it.', ["Keeper"]),
        ("He sells what is left (including any “glow” of the lamp).", []),
        ("He keeps all books (except “The Winter Log”) and papers.", []),
        ('He writes it down (e.g., in a "log") at dawn.', []),
        ("All oil of the port (including that of its ships, the “Stores”) burns.", ["Stores"]),
        ('To keep (including the terms "kept" and "keeping") means to light.', ["keeping"]),
    ],
)
def test_what_brackets_only_add_is_no_term(text: str, terms: list[str]) -> None:
    assert defined_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('Keepers read [the log](https://pier.example/log "Our log") at dawn.', []),
        ("The keeper (the «\xa0Keeper\xa0») lights it.", ["Keeper"]),
    ],
)
def test_a_term_is_no_title_of_a_link_and_has_no_spaces_around_it(text: str, terms: list[str]) -> None:
    assert defined_terms(text) == terms
