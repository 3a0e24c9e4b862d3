"""How far a subject heading reaches, and what of it is in a header."""

import pytest

from piperoll.corpora.se_law.headers import NAME_PART
from tests.corpora.se_law.documents import at, markdown, page, paths, read
from tests.corpora.se_law.pages import regulation, section

FLAT = "Vakt\n\n1 § A gäller.\n\n2 § B gäller."


@pytest.mark.parametrize(
    ("body", "path", "heading"),
    [
        pytest.param(FLAT, "kap0.§2", "Vakt", id="the next § too"),
        pytest.param(f"{FLAT}\n\nAvlösning\n\n3 § C gäller.", "kap0.§3", "Avlösning", id="until the next heading"),
        pytest.param(f"1 kap. X\n\n{FLAT}\n\n2 kap. Y\n\n1 § C gäller.", "kap2.§1", None, id="until the chapter"),
        pytest.param(f"{FLAT}\n\nAVDELNING II. LOTSAR\n\n3 § C gäller.", "kap0.§3", None, id="until the division"),
        pytest.param("1 § A gäller.\n\nVakt\n\n2 § B gäller.", "kap0.§1", None, id="not backwards"),
        pytest.param(
            "Vakt\n\nVaktens längd\n\n1 § A gäller.\n\n2 § B gäller.",
            "kap0.§2",
            "Vakt › Vaktens längd",
            id="two that follow each other",
        ),
        pytest.param(
            "Vakt\n\nVaktens längd\n\n1 § A gäller.\n\nAvlösning\n\n2 § B gäller.",
            "kap0.§2",
            "Vakt › Avlösning",
            id="the second part of a group",
        ),
        pytest.param(
            "Vakt\n\nVaktens längd\n\n1 § A gäller.\n\nAvlösning\n\n2 § B gäller.\n\nLotsar\n\n3 § C gäller.",
            "kap0.§3",
            "Lotsar",
            id="plain text does not say whether the third is below the first",
        ),
        pytest.param(
            "Vakt\n\nVaktens längd\n\n1 § A gäller.\n\nAvlösning\n\n4 § B gäller.",
            "kap0.§4",
            "Avlösning",
            id="nor does a text that lost some",
        ),
        pytest.param(
            "I. Vakt\n\nVaktens längd\n\n1 § A gäller.\n\nII. Lotsar\n\n2 § B gäller.",
            "kap0.§2",
            "II. Lotsar",
            id="a group with a number is not below another",
        ),
        pytest.param(
            "Vakt\n\n1 § /Upphör att gälla U:2032-01-01/\nA.\n\n1 § /Träder i kraft I:2032-01-01/\nB.",
            "kap0.§1.v2",
            "Vakt",
            id="both wordings",
        ),
    ],
)
def test_a_heading_stands_over_the_sections_below_it(body: str, path: str, heading: str | None) -> None:
    chunk = at(page(body), path)
    assert chunk.metadata.get("heading") == heading
    number = path.partition("§")[2].partition(".")[0]
    assert chunk.header.rpartition(" > ")[2] == (f"{number} §: {heading}" if heading else f"{number} §")


def test_two_headings_of_one_level_on_a_page_that_marks_levels_are_no_group() -> None:
    body = f"<h3>Vakt</h3><h3>Längd</h3>{section('1')}<p>A.</p><h3>Byte</h3>{section('2')}<p>B.</p>"
    document = read(regulation(body), "fyfs.html")
    assert [chunk.metadata["heading"] for chunk in document.chunks] == ["Vakt › Längd", "Byte"]


def test_levels_that_the_source_marks_are_kept_apart() -> None:
    body = (
        "## 1 kap. X\n\n### Vakt\n\n#### Längd\n\n##### 1 §\n\nA.\n\n#### Byte\n\n##### 2 §\n\nB.\n\n"
        "### Lots\n\n##### 3 §\n\nC.\n\n##### 4 §\n\nD."
    )
    headings = [chunk.metadata["heading"] for chunk in markdown(body).chunks]
    assert headings == ["Vakt › Längd", "Vakt › Byte", "Lots", "Lots"]


def test_a_heading_of_the_statute_does_not_stand_over_an_appendix() -> None:
    paragraph = "Fyrens ljus ska synas på tolv sjömils avstånd i klart väder. " * 40
    document = page(f"{FLAT}\n\nBilaga 1\n\n1 § {paragraph}\n\n2 § {paragraph}")
    assert paths(document)[2:] == ["bilaga.1.§1", "bilaga.1.§2"]
    assert [chunk.metadata.get("heading") for chunk in document.chunks] == ["Vakt", "Vakt", None, None]


def test_a_long_heading_is_cut_in_the_header_only() -> None:
    heading = "Vakt på fyrar " * 13 + "och skepp"
    chunk = at(page(f"{heading}\n\n1 § A gäller."), "kap0.§1")
    assert chunk.metadata["heading"] == heading
    name = chunk.header.partition("1 §: ")[2]
    assert len(name) <= NAME_PART
    assert name.endswith(" Vakt …")


def test_of_many_headings_the_innermost_are_in_the_header() -> None:
    outer, inner = "Vakt på fyrar och skepp och i hamnar längs hela kusten året om", "Vaktens längd " * 6 + "i timmar"
    name = at(page(f"{outer}\n\n{inner}\n\n1 § A gäller."), "kap0.§1").header.partition("1 §: ")[2]
    assert name == inner
    short = "Vaktens längd"
    name = at(page(f"{'Lots ' * 21}båt\n\n{short}\n\n1 § A gäller."), "kap0.§1").header.partition("1 §: ")[2]
    assert name.startswith("Lots Lots")
    assert name.endswith(f"… › {short}")


@pytest.mark.parametrize(
    ("body", "path", "part"),
    [
        pytest.param("1 § A.\n\nBilaga 2 Platser\n\nHär.", "bilaga.2", "Bilaga 2: Platser", id="on the line"),
        pytest.param("1 § A.\n\nBilaga 2\n\nPlatser\n\nHär.", "bilaga.2", "Bilaga 2: Platser", id="below"),
        pytest.param("1 § A.\n\nBilaga 2\n\nHär är det.", "bilaga.2", "Bilaga 2", id="no words"),
        pytest.param(
            "1 § A.\n\nBilaga\n\n(Översättning)\n\nAvtal om lampor\n\nHär.",
            "bilaga.1",
            "Bilaga: Avtal om lampor",
            id="translated",
        ),
        pytest.param("Artikel 1 Platser\n\nHär är det.", "art1", "Artikel 1: Platser", id="article"),
        pytest.param("Artikel 1\n\nPlatser\n\nHär är det.", "art1", "Artikel 1: Platser", id="article, below"),
        pytest.param("Artikel 1\n\nHär är det.", "art1", "Artikel 1", id="article without words"),
        pytest.param(
            "Artikel 1\n\nFörbud mot\n\nfyrar\n\nIngen får ha fyr.", "art1", "Artikel 1: Förbud mot fyrar", id="wrapped"
        ),
        pytest.param("Artikel 1\n\nDetta gäller endast\n\na) lampor,", "art1", "Artikel 1", id="leads to a list"),
        pytest.param('Artikel 1\n\nHär avses med\n\n1. "Fyr" lampa,', "art1", "Artikel 1", id="leads to terms"),
        pytest.param("Artikel 1\n\nLampor\n\n1. a) En lampa", "art1", "Artikel 1: Lampor", id="a name above a list"),
        pytest.param(
            "1 § A.\n\nBilaga 2 – Platser och andra\nställen\n\nHär.",
            "bilaga.2",
            "Bilaga 2: Platser och andra ställen",
            id="wrapped title",
        ),
        pytest.param(
            "1 § A.\n\nBilaga 2\nPLATSER ENLIGT\n5 a §\nVäxt\n\nHär.",
            "bilaga.2",
            "Bilaga 2: PLATSER ENLIGT 5 a §",
            id="title in the next line, above a table",
        ),
    ],
)
def test_appendices_and_articles_are_named_where_the_text_gives_words(body: str, path: str, part: str) -> None:
    assert at(page(body), path).header == f"Fyrlag (SFS 2031:12) > {part}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param("Artikel 2 i 2030 års konvention ändras.", ["art1"], id="a sentence, SFS 2005:253"),
        pytest.param("Art. 2 handlar om fyrar", ["art1"], id="explanations, SFS 1984:809"),
        pytest.param("Artikel 1 bis", ["art1", "art1bis"], id="put between two others, SFS 1998:358"),
        pytest.param("Artikel 1a12", ["art1", "art1a"], id="with the number of a note"),
        pytest.param("Article 2er", ["art1", "art2"], id="in French, SFS 2004:491"),
    ],
)
def test_a_line_that_begins_with_an_article_is_its_heading_or_a_sentence(line: str, found: list[str]) -> None:
    assert paths(page(f"Artikel 1\n\nHär är det.\n\n{line}\n\nDär är det.")) == found


def test_the_number_of_an_article_is_printed_with_what_was_put_in() -> None:
    assert page("Artikel V bis\n\nHär är det.").chunks[0].header == "Fyrlag (SFS 2031:12) > Artikel V bis"


def test_the_name_of_an_article_does_not_stand_over_the_next_one() -> None:
    document = page("Artikel 1\n\nPlatser\n\nHär är det.\n\nArtikel 2\n\nDär är det.")
    assert document.chunks[1].header == "Fyrlag (SFS 2031:12) > Artikel 2"


def test_markdown_is_stored_without_marks_and_ranges_move_with_it() -> None:
    document = markdown("## 1 kap. X\n\n### Vakt\n\n#### 1 §\n\nA # B.\n\n#### 2 §\n\nC.")
    assert [chunk.content for chunk in document.chunks] == ["Vakt\n\n1 §\n\nA # B.", "2 §\n\nC."]
    assert [document.text[one.start : one.end] for one in document.set_aside[1:]] == ["Fyrlag (2031:12)", "1 kap. X"]


def test_a_table_of_plain_text_has_a_header_row_if_words_stand_over_numbers() -> None:
    numbers = "\n\n".join(f"Fyren på holme {i}     {i} meter" for i in range(150))
    names = "\n\n".join(f"Fyren på holme {i}     vit" for i in range(150))
    for rows, columns in ((numbers, "Fyr | Höjd"), (names, "Bilaga")):
        document = page(f"1 § A gäller.\n\nBilaga\n\nFyr     Höjd\n\n{rows}")
        assert {chunk.header.rpartition(" > ")[2] for chunk in document.chunks[2:]} == {columns}


def test_a_regulation_in_plain_text_has_a_title_that_ends() -> None:
    text = (
        "FYFS 2031:4\nFyrverkets föreskrifter om fyrar\nMed stöd av 15 § fyrförordningen föreskrivs.\n\n1 § A gäller."
    )
    assert read(text, "fyfs.txt").title == "Fyrverkets föreskrifter om fyrar"


@pytest.mark.parametrize(
    "sentence",
    [
        "Denna lag gäller icke fyrar, som år 2031 är släckta. (Jämför 2031:7.)",
        "Grunderna skall framgå av arbetsordningen. */k/ Förordning (1988:320). */-k/",
    ],
)
def test_a_sentence_with_a_reference_behind_it_is_no_heading(sentence: str) -> None:
    document = markdown(f"## 1 §\n\nA gäller.\n\n{sentence}\n\n## 2 §\n\nB gäller.")
    assert "heading" not in at(document, "kap0.§2").metadata
    assert sentence in at(document, "kap0.§1").content


def test_an_unmarked_heading_in_front_of_a_chapter_is_a_division() -> None:
    document = markdown(
        "## 1 kap. Fyrar\n\n### 1 §\n\nA gäller fyrar.\n\nII  Lampor m.m.\n\n## 2 kap. Lampor\n\n### 1 §\n\nB."
    )
    assert at(document, "kap2.§1").metadata["division"] == "II Lampor m.m."
    assert at(document, "kap1.§1").content.endswith("fyrar.")


def test_type_setting_marks_are_no_words_of_a_heading() -> None:
    document = markdown("## 1 §\n\nA gäller.\n\n*/k/ Lampor*/-k/\n\n## 2 §\n\nB gäller.")
    assert at(document, "kap0.§2").metadata["heading"] == "Lampor"


@pytest.mark.parametrize(
    ("above", "lines", "heading"),
    [
        pytest.param("Ljusen är följande.", ("Storfyr", "Ledfyr", "Lyktboj", "Prick"), "Ljus", id="lead, 2011:1533"),
        pytest.param("Ljus ska visas i följande form.", ("A", "B", "C", "D"), "Ljus", id="form, 2018:597"),
        pytest.param("Vem har ljus?\n\nKusten\tStorfyr", ("Ledfyr", "Lyktboj", "Prick", "Kummel"), "Ljus", id="row"),
        pytest.param("Ljus och pris", ("Storfyr\t100", "Ledfyr\t90"), "Ljus", id="the line is a row, 2024:1316"),
        pytest.param("Ljusen ska lysa.", ("Färg", "Grönt", "Rött", "Sken"), "Sken", id="no lead"),
        pytest.param("Ljusen är följande.", ("Färg", "Sken"), "Färg › Sken", id="short"),
    ],
)
def test_the_last_line_of_a_list_is_no_heading(above: str, lines: tuple[str, ...], heading: str) -> None:
    body = "\n\n".join(["Ljus", f"1 § {above}", *lines, "2 § Ljuset ska synas.", "3 § Det ska vara rent."])
    document = page(body)
    assert [at(document, f"kap0.§{number}").header.rpartition("§: ")[2] for number in (2, 3)] == [heading, heading]


@pytest.mark.parametrize(
    ("end", "heading"),
    [
        ("Fyren ska lysa hela natten. Lag (2031:7). Lyktans skötsel", "Lyktans skötsel"),
        ("Fyren ska lysa hela natten, enligt 3 § (2031:7). När en lykta har slocknat", "När en lykta har slocknat"),
        ("Fyren ska lysa hela natten. Avgift när en lykta ska släckas", "Avgift när en lykta ska släckas"),
        ("Fyren ska lysa hela natten. Lyktan sköts av den som är vaktmästare", None),
        ("Fyren ska lysa hela natten. Lag (2031:7).", None),
    ],
)
def test_a_heading_that_a_converter_joined_to_the_section_before_stands_over_the_next(
    end: str, heading: str | None
) -> None:
    document = markdown(f"### Ljus\n\n#### 1 §\n\nA.\n\n{end}\n\n#### 2 §\n\nB.\n\n#### 3 §\n\nC.")
    first, second, third = (at(document, f"kap0.§{number}") for number in "123")
    assert [one.metadata["heading"] for one in (first, second, third)] == ["Ljus", heading or "Ljus", heading or "Ljus"]
    assert first.content.endswith(end.removesuffix(f" {heading}"))
    assert second.content.startswith(f"{heading}\n\n2 §" if heading else "2 §")


def test_the_number_of_a_chapter_is_no_sentence_that_a_heading_is_joined_to() -> None:
    document = markdown("### 1 §\n\nA.\n\nXV. Om fyrars släckning\n\n### 2 §\n\nB.")
    assert at(document, "kap0.§2").content.startswith("XV. Om fyrars släckning")


def test_a_joined_heading_stands_above_the_heading_that_the_converter_marked() -> None:
    document = markdown("### 1 §\n\nA.\n\nFyren ska lysa hela natten. Fyrvakten\n\n### Vakt\n\n### 2 §\n\nB.")
    assert at(document, "kap0.§1").content.endswith("hela natten.")
    assert at(document, "kap0.§2").metadata["heading"] == "Fyrvakten › Vakt"


def test_a_repealed_section_between_two_below_one_heading_stands_below_it_too() -> None:
    gone = "Har upphävts genom lag (2031:5)."
    says = ["Lampan lyser.", gone, "Den lyser rött.", gone]
    text = "".join(f"### {n} §\n\n{words}\n\n" for n, words in enumerate(says, 1))
    document = read(f"## Ljus\n\n{text}## Ljud\n\n### 5 §\n\nLuren ljuder.\n", "f.md")
    shown = {chunk.path: chunk.header.rpartition(" > ")[2] for chunk in document.chunks}
    assert (shown["kap0.§2"], shown["kap0.§4"]) == ("2 §: Ljus", "4 §")
