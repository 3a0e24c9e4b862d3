"""Headings with a number that no source marks, "2.2 Ägare"."""

from tests.corpora.se_law.documents import markdown, page

LONG = "Fyrvaktaren ska varje natt se till att lampan brinner och att linsen är ren. " * 26


def over(document: object) -> list[tuple[str, str]]:
    """The first words of each chunk of the appendix, and what stands over it behind the appendix."""
    chunks = [chunk for chunk in document.chunks if chunk.path.startswith("bilaga")]  # type: ignore[attr-defined]
    return [(chunk.content.split("\n")[0][:20], chunk.header.split("Bilaga")[1]) for chunk in chunks]


def test_a_number_between_sentences_is_a_heading() -> None:
    parts = "\n\n".join(f"{number}. {name}\n\n{LONG}" for number, name in enumerate(("Lampan", "Linsen", "Båken"), 1))
    document = page(f"1 § Fyrar ska lysa.\n\nBilaga\n\nSkötsel av fyrar\n\n{LONG}\n\n{parts}\n")
    assert over(document) == [
        ("Bilaga", ": Skötsel av fyrar"),
        ("1. Lampan", ": Skötsel av fyrar > 1. Lampan"),
        ("2. Linsen", ": Skötsel av fyrar > 2. Linsen"),
        ("3. Båken", ": Skötsel av fyrar > 3. Båken"),
    ]


def test_one_of_several_is_not_the_name_of_the_appendix() -> None:
    parts = "\n\n".join(f"{number} {name}\n\n{LONG}" for number, name in enumerate(("Lampan", "Linsen", "Båken"), 1))
    document = page(f"1 § Fyrar ska lysa.\n\nBilaga\n\n{parts}\n")
    assert over(document) == [("Bilaga", ""), ("2 Linsen", " > 2 Linsen"), ("3 Båken", " > 3 Båken")]


def test_it_stands_above_the_marked_headings_below_it() -> None:
    parts = "\n\n".join(f"{at}. Avdelning {at}\n\n### Ljus\n\n{LONG}\n\n### Sken\n\n{LONG}" for at in (1, 2))
    document = markdown(f"### 1 §\n\nFyrar ska lysa.\n\n## Bilaga\n\n### Skötsel\n\n{LONG}\n\n{parts}\n")
    assert over(document)[1:] == [
        ("1. Avdelning 1", ": Skötsel > 1. Avdelning 1 › Ljus"),
        ("Sken", ": Skötsel > 1. Avdelning 1 › Sken"),
        ("2. Avdelning 2", ": Skötsel > 2. Avdelning 2 › Ljus"),
        ("Sken", ": Skötsel > 2. Avdelning 2 › Sken"),
    ]


def test_a_heading_in_front_of_a_section_is_no_item_of_the_one_before() -> None:
    body = "\n\n".join(f"{at}. Del {at}\n\n{at} § Fyr nummer {at} ska lysa." for at in (1, 2, 3))
    document = page(f"Fyrar är hus. De lyser.\n\n{body}\n")
    assert [chunk.metadata.get("heading") for chunk in document.chunks][-2:] == ["2. Del 2", "3. Del 3"]
    lost = page(f"Fyrar är hus. De lyser.\n\n{body.replace('2. Del 2', 'Lyktor')}\n")
    assert lost.chunks[-1].metadata.get("heading") != "1. Del 1", "one is missing: which stands over 2 § nobody knows"


def test_the_items_of_a_list_are_no_headings() -> None:
    document = page(f"1 § Fyrar ska lysa.\n\nBilaga\n\nFyrar\n\n{LONG}\n\n1. Norra fyren\n\n2. Södra fyren\n\n{LONG}\n")
    assert all("fyren" not in header for _, header in over(document))


def test_the_names_of_articles_are_headings_over_instructions() -> None:
    parts = "\n\n".join(f"{name}\n\n{LONG}" for name in ("till art. 1 och 4", "till art. 6--9.", "Till artikel 10:"))
    document = page(f"1 § A.\n\nBilaga 2\n\nAnvisningar\n\nA. Allmänt\n\n{LONG}\n\nB. Särskilt\n\n{parts}\n")
    assert over(document)[1:] == [
        ("B. Särskilt", " 2: Anvisningar > B. Särskilt › till art. 1 och 4"),
        ("till art. 6--9.", " 2: Anvisningar > B. Särskilt › till art. 6--9."),
        ("Till artikel 10:", " 2: Anvisningar > B. Särskilt › Till artikel 10:"),
    ]


def test_the_first_name_of_an_article_is_not_that_of_the_appendix() -> None:
    parts = "\n\n".join(f"{name}\n\n{LONG}" for name in ("till art. 1", "till art. 6"))
    assert over(page(f"1 § A.\n\nBilaga 2\n\n{parts}\n")) == [("Bilaga 2", " 2"), ("till art. 6", " 2 > till art. 6")]
