"""Parts of a document whose clauses begin again at 1: their heading stands over them and in their paths."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


def numbered(*numbers: int) -> str:
    return "".join(f"{number}\\. {LONG}\n\n" for number in numbers)


@pytest.mark.parametrize("name", ["II. DEALERS", "**II. Dealers**", "II. Of all our dealers"])
def test_a_heading_over_numbers_that_begin_again_is_in_none_of_those_before(name: str) -> None:
    document = terms(f"# Terms\n\n**I. Ships**\n\n{numbered(1, 2, 3)}{name}\n\n{numbered(1, 2)}")
    assert clauses(document) == ["i", "1", "2", "3", "ii", "ii.1", "ii.2"]
    assert headings(document.chunks[-1].header)[0] == name.strip("*")


def test_a_heading_over_a_list_inside_a_clause_stays_in_it() -> None:
    items = "1\\. oil of the tower;\n\n2\\. wicks of the tower;\n\n"
    document = terms(f"# Terms\n\n## Lamps\n\n{numbered(1, 2, 3)}**The keeper burns**\n\n{items}{numbered(4, 5)}")
    assert clauses(document)[-2:] == ["4", "5"]
    assert [part[:8] for part in headings(document.chunks[-1].header)] == ["5. The k"]


def test_a_heading_of_the_rank_of_its_clauses_stands_over_those_that_begin_again() -> None:
    articles = "".join(f"Article {number} Oil\n-------\n\n{LONG}\n\n" for number in (1, 2, 3))
    document = terms(f"{articles}Sales\n-----\n\n{articles}")
    assert clauses(document) == ["art1", "art2", "art3", "sales.art1", "sales.art2", "sales.art3"]
    assert headings(at(document, "sales.art2").header) == ["Sales", "Article 2 Oil"]


def test_a_number_behind_those_in_front_of_a_part_is_outside_of_it() -> None:
    first = "".join(f"{number}. LAMPS {number}. {LONG}\n\n" for number in (1, 2, 3, 4))
    inner = "".join(f"{number}. OIL {number}. {LONG}\n\n" for number in (1, 2))
    document = contract(f"{first}SALE OF OIL\n\n{inner}5. WICKS. {LONG}\n\n6. LOG. {LONG}")
    assert [path for path in clauses(document) if ".v" in path] == []
    assert "SALE OF OIL" not in at(document, "5").header


def test_letters_stand_over_articles_that_begin_again() -> None:
    parts = "".join(
        f"{letter}. {name}\n\n" + "".join(f"Article {number} Lamps\n\n{LONG}\n\n" for number in (1, 2))
        for letter, name in (("A", "CASKS"), ("B", "WICKS"))
    )
    assert clauses(terms(f"Terms\n\n{parts}")) == ["a", "art1", "art2", "b", "b.art1", "b.art2"]


def test_a_line_with_the_number_of_the_heading_below_it_is_that_heading() -> None:
    named = (("Ships", "Ships of Others"), ("Keepers", "Keepers of Lamps"))
    text = "".join(f"{n}\\. {a}\n\n{n}\\. {b}\n-------\n\n{LONG}\n\n" for n, (a, b) in enumerate(named, 2))
    assert clauses(terms(f"1\\. Lamps\n-------\n\n{LONG}\n\n{text}")) == ["1", "2", "3"]


def test_the_last_item_of_a_list_is_not_the_heading_below_it() -> None:
    items = "1. light the lamp;\n2. read the log;\n3. call the harbour.\n\n"
    document = terms(f"2\\. Lamps\n-------\n\nThe keeper shall:\n\n{items}3\\. Oil\n-------\n\n{LONG}\n\n")
    assert at(document, "3").content.startswith("3\\. Oil")


def test_a_heading_with_its_day_stands_twice() -> None:
    head = "Terms for Ships\n=======\n\n"
    other = f"Terms for Boats\n=======\n\n## Oil\n\n{LONG}\n\n"
    document = terms(f"{other}{head}Effective: May 28, 2031\n\n{head}## Lamps\n\n{LONG}\n\n## Log\n\n{LONG}")
    assert not [chunk.path for chunk in document.chunks if ".v" in chunk.path]


def test_a_sentence_behind_a_wide_gap_is_not_in_the_heading() -> None:
    first = "ARTICLE 1 DUTIES OF THE KEEPER   The Keeper agrees that:   Section 1.01.   Lamps. "
    document = contract(f"{first}{LONG}\n\nSection 1.02.   Oil. {LONG}\n\n")
    above = ["ARTICLE 1 DUTIES OF THE KEEPER", "The Keeper agrees that:"]
    assert headings(document.chunks[-1].header) == [*above, "Section 1.02 Oil"]


@pytest.mark.parametrize("word", ["Avsnitt", "Dział", "Titre"])
def test_a_heading_stands_over_the_first_part_as_over_the_second(word: str) -> None:
    first, second = (f"{word} {number} {name}\n\n" for number, name in (("I", "Lampor"), ("II", "Olja")))
    document = terms(f"# Page\n\n{LONG}\n\n{first}{numbered(1, 2, 3, 4, 5)}{second}{numbered(1, 2, 3)}")
    assert headings(at(document, "2").header)[0] == f"{word} I Lampor"
    assert headings(at(document, f"{word.lower()}-2.2").header)[0] == f"{word} II Olja"


def test_chapters_stand_in_the_titles_between_which_they_are() -> None:
    titles = "".join(
        f"Titre {title} Port\n\n" + "".join(f"Chapitre {chapter} Lampes\n\n{LONG}\n\n" for chapter in (1, 2))
        for title in ("I", "II")
    )
    document = terms(f"# Page\n\n{LONG}\n\n{titles}")
    assert headings(at(document, "titre-2.chapitre-2").header) == ["Titre II Port", "Chapitre 2 Lampes"]


def test_a_part_that_a_sentence_cites_at_the_beginning_of_a_line_opens_nothing() -> None:
    cited = "The keeper does not put into the log what is forbidden by article 2.3 of the present\n\nTitre V.\n\n"
    document = terms(f"# Page\n\n{LONG}\n\nTitre I Port\n\n{LONG}\n\n{cited}{LONG}\n\nTitre II Tour\n\n{LONG}")
    assert [path for path in paths(document) if "titre" in path and ".p" not in path] == ["titre-1", "titre-2"]


def test_a_schedule_belongs_to_the_one_in_front_of_it_that_its_heading_names() -> None:
    schedules = "".join(
        f"\n\n{heading}\n\n{'The keeper shall light the lamp. ' * 40}"
        for heading in ("EXHIBIT A", "EXHIBIT B", "APPENDIX A TO EXHIBIT B", "APPENDIX B TO EXHIBIT A")
    )
    found = paths(contract(f"1. Lamps. {'The lamps are red. ' * 40}\n\n2. Oil. It is dry.{schedules}"))
    assert [path for path in found if "appendix" in path and ".p" not in path] == ["exhibit-b.appendix-a", "appendix-b"]


def test_a_schedule_can_name_another_one_behind_those_of_an_attached_agreement() -> None:
    long = "The keeper shall light the lamp. " * 60
    names = ("EXHIBIT A", "EXHIBIT B", "EXHIBIT A", "APPENDIX A TO EXHIBIT B", "EXHIBIT C", "EXHIBIT D")
    schedules = "".join(f"\n\n{heading}\n\n{long}" for heading in names)
    found = paths(contract(f"1. Lamps. {long}\n\n2. Oil. It is dry.{schedules}"))
    assert {"exhibit-b.exhibit-a", "exhibit-b.appendix-a", "exhibit-d"} <= set(found)
