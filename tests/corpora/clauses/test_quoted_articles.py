"""The articles of statutes that a page reproduces head their texts."""

from tests.corpora.clauses.documents import terms

# a page of wrapped lines, where a short line alone is no heading
WRAPPED = (
    "Le gardien allume la lampe au crépuscule et il l'éteint à l'aube, tous les jours de l'année, sauf\n\n"
    "quand le port en décide autrement ou quand la mer est calme et que nul bateau n'est attendu au\n\n"
    "large avant la nuit.\n\n"
)


def headings(text: str) -> list[str]:
    return [below for chunk in terms(text).chunks if (below := chunk.header.partition(" > ")[2])]


def test_articles_of_a_code_head_what_stands_below_them() -> None:
    found = headings(
        f"1. Lampes\n\n{WRAPPED}\n\nAnnexe 1 : Textes\n\n\n\nSection 4 - Garantie des lampes\n\n"
        "Sous-section 1 : Droit du gardien\n\n\n\n"
        f"Article L117-3 du Code des Phares\n\n{WRAPPED}Article L117-4 du Code des Phares\n\n{WRAPPED}"
        f"Sous-section 2 : Mise en service\n\n\n\nArticle L117-5 du Code des Phares\n\n{WRAPPED}"
    )
    section = "Annexe 1 Textes > Section 4 Garantie des lampes"
    assert found[1:] == [
        f"{section} > Sous-section 1 : Droit du gardien > Article L117-3 du Code des Phares",
        f"{section} > Sous-section 1 : Droit du gardien > Article L117-4 du Code des Phares",
        f"{section} > Sous-section 2 : Mise en service > Article L117-5 du Code des Phares",
    ]


def test_what_stands_behind_a_quoted_article_is_not_in_it() -> None:
    found = headings(
        "ARTICLE 13 - GARANTIE\n----------------------------\n\nToutes les lampes sont garanties.\n\n"
        f"Article L111-4 du Code des Phares  \n«\xa0{WRAPPED.strip()}\xa0»\n\n"
        f"Article 41 du Code civil « {WRAPPED.strip()} »\n\nLe port garantit aussi l'huile. {WRAPPED}"
    )
    article = "ARTICLE 13 GARANTIE"
    assert found == [
        article,
        f"{article} > Article L111-4 du Code des Phares",
        f"{article} > Article 41 du Code civil",
        article,
    ]


def test_an_article_that_ends_a_sentence_heads_nothing() -> None:
    found = headings(
        f"1. Lampes\n\n{WRAPPED}Le port les garantit comme le dit l'\n\nArticle L117-3 du Code des Phares\n\n"
        f"2. Huile\n\n{WRAPPED}Le port la garantit selon\n\nArticle L117-4 du Code des Phares\n\n"
    )
    assert found == ["1. Lampes", "2. Huile"]
