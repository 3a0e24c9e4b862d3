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
        ('To keep (including, with that meaning, the term "kept by") means to light.', ["kept by"]),
        ("It shows what you are (for example, “Keepers”).", []),
        ("Sie kaufen Lampen (z. B. „Mondlicht“) im Hafen.", []),
        ('Read [the log](https://example.org/log "Log of the Tower") at dawn.', []),
        ('Read [the log](#log "Log of the Tower") at dawn.', []),
        ("It is lit as Section 4.2 (“Winter Lamps”) says.", []),
        ("Who is named in this Section 4.2 (the “Keeper”) lights it.", ["Keeper"]),
        ("We tell more of it (in the “Night Lamps” section).", []),
    ],
)
def test_what_brackets_only_add_is_no_term(text: str, terms: list[str]) -> None:
    assert defined_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('Keepers read [the log](https://pier.example/log "Our log") at dawn.', []),
        ("The keeper (the «\xa0Keeper\xa0») lights it.", ["Keeper"]),
        ("Le feu du port (ci-après « **Feu** ») brille.", ["Feu"]),
        ("The keeper has rules (the “[Lamp Rules](https://pier.example/rules)”).", ["Lamp Rules"]),
    ],
)
def test_a_term_is_no_title_of_a_link_and_has_no_spaces_around_it(text: str, terms: list[str]) -> None:
    assert defined_terms(text) == terms


def test_what_stands_between_two_quotations_is_no_term() -> None:
    text = 'Ask the port (the "Port); the pier ("Pier"); and the lamp works ("LW).'
    assert defined_terms(text) == ["Pier"]
