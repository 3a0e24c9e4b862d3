"""From a reference to the chunk that holds the clause."""

import pytest

from piperoll.corpora.clauses.words.references import clause_paths, named, resolve
from tests.corpora.clauses.documents import at, contract

TEXT = (
    "ARTICLE I\n\nLIGHT\n\nSection 1.1 Dusk. "
    + "The lamp burns from dusk. " * 30
    + "\n\nSection 1.2 Dawn. It ends at dawn, if:"
    "\n\n(a) the sun is up; and\n\n(b) the keeper is awake.\n\nEXHIBIT A\n\n"
    "1. A lamp that is seen at eight nautical miles.\n\n2. Another lamp."
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("what does Section 3.2(a) say", ["3.2.a"]),
        ("article 5", ["art5"]),
        ("Article IV and clause 7", ["art4", "7"]),
        ("exhibit a", ["exhibit-a"]),
        ("§ 4", ["4"]),
        ("may they share my data", []),
        ("the best section of all", []),
    ],
)
def test_paths_that_a_query_names(query: str, expected: list[str]) -> None:
    assert [one.path for one in named(query)] == expected


@pytest.mark.parametrize(
    ("kind", "parts", "begins"),
    [
        ("section", ("1", "1"), "ARTICLE I"),
        ("section", ("1", "2"), "Section 1.2"),
        ("section", ("1", "2", "b"), "Section 1.2"),
        ("section", ("1", "2", "q"), "Section 1.2"),
        ("article", ("I",), "ARTICLE I"),
        ("article", ("1",), "ARTICLE I"),
        ("exhibit", ("A",), "EXHIBIT A"),
        ("exhibit", ("A", "2"), "EXHIBIT A"),
    ],
)
def test_resolve(kind: str, parts: tuple[str, ...], begins: str) -> None:
    document = contract(TEXT)
    path = resolve(clause_paths(document.chunks), kind, parts)
    assert at(document, path).content.startswith(begins)


def test_a_letter_alone_is_one_of_the_clause_that_names_it() -> None:
    held = clause_paths(contract(TEXT).chunks)
    assert resolve(held, "clause", ("b",), within="1.2") == resolve(held, "section", ("1", "2", "b")) != ""
    assert resolve(held, "clause", ("b",), within="exhibit-a.1") == ""


def test_what_is_not_there_resolves_to_nothing() -> None:
    held = clause_paths(contract(TEXT).chunks)
    assert [resolve(held, "section", ("9",)), resolve(held, "article", ("7",)), resolve(held, "section", ())] == [
        "",
        "",
        "",
    ]
