"""Articles of a charter that ordinal numbers count."""

import pytest

from tests.corpora.clauses.documents import contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def paths(text: str) -> list[str]:
    """Return the paths of the clauses that begin in the chunks."""
    return [path for chunk in contract(text).chunks for path in chunk.clauses]


@pytest.mark.parametrize("stop", [".", ":"])
@pytest.mark.parametrize("gap", [" ", "\n\n"])
def test_articles_are_counted_by_ordinal_numbers(stop: str, gap: str) -> None:
    articles = (f"{word}{stop} {PROSE}" for word in ("FIRST", "SECOND", "THIRD"))
    text = f"1. Lamps. {PROSE}\n\nEXHIBIT A\n\nCHARTER OF THE PORT\n\n{gap.join(articles)}"
    assert paths(text) == ["1", "exhibit-a", "exhibit-a.first", "exhibit-a.second", "exhibit-a.third"]


def test_an_article_goes_on_behind_the_sections_that_the_one_in_front_sets_out() -> None:
    sections = f"Section 1. Lamps. {PROSE}\n\nSection 2. Oil. {PROSE}\n\n"
    text = f"1. Lamps. {PROSE}\n\nEXHIBIT A\n\nCHARTER\n\nFIRST: {PROSE}\n\n{sections}SECOND: {PROSE}"
    assert "exhibit-a.second" in paths(text)


@pytest.mark.parametrize("words", [f"FIRST: {PROSE}", f"Section 9 of Article FIRST. {PROSE} Article SECOND. {PROSE}"])
def test_an_ordinal_number_alone_or_in_a_sentence_counts_nothing(words: str) -> None:
    assert "first" not in " ".join(paths(f"1. Lamps. {PROSE}\n\n2. Oil. {PROSE} {words}"))


def test_spanish_clauses_are_counted_by_ordinal_numbers() -> None:
    words = zip(("PRIMERA", "SEGUNDA", "TERCERA"), ("Objeto", "Renta", "Ley"), strict=True)
    text = "".join(f"{word}.- {caption}. {PROSE}\n\n" for word, caption in words)
    assert paths(f"CONTRATO DE LÁMPARAS\n\n{text}")[-3:] == ["primera", "segunda", "tercera"]


@pytest.mark.parametrize(
    "first", ["Article 1er – Objet", "ARTICLE 1ER : OBJET", "Article premier. Objet", "Article 1ᵉʳ"]
)
def test_the_first_article_in_french_has_its_own_form(first: str) -> None:
    found = paths(f"CONTRAT DE LAMPES\n\n{first}\n\n{PROSE}\n\nArticle 2 – Prix\n\n{PROSE}\n")
    assert [path for path in found if path.startswith("art")] == ["art1", "art2"]
