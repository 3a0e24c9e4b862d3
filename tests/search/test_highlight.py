"""Words of a query in a text."""

import pytest

from piperoll.search.highlight import highlights


@pytest.mark.parametrize(
    ("text", "query", "language", "found"),
    [
        ("The tenant pays. Tenants may not.", "tenants", "english", ["tenant", "Tenants"]),
        ("Fyrhållaren sköter fyrens ljus.", "fyren", "swedish", ["fyrens"]),
        ("The tenant and the landlord", "the and", "english", []),
        ("Nothing here", "", "english", []),
        ("", "tenant", "english", []),
        ("§ 4 and 44", "4", "english", ["4"]),
        ("a\N{COMBINING ACUTE ACCENT} tenant 😀 tenant", "tenant", "english", ["tenant", "tenant"]),
    ],
)
def test_words_that_are_asked_for(text: str, query: str, language: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in highlights(text, query, language)] == found
