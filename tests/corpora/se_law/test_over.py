"""What stands over a part of a text that was cut: headings, and the words that lead to a list."""

import json

import pytest

from piperoll.corpora.se_law.headers import columns
from tests.corpora.se_law.documents import at, markdown, page, paths, read

LONG = "Fyrens ljus ska synas på tolv sjömils avstånd i klart väder. " * 14
ITEMS = "\n\n".join(f"{number}. {LONG.strip()[:-1]}," for number in range(1, 6))


def headers(body: str) -> list[str]:
    return [chunk.header.partition(" > ")[2] for chunk in page(body).chunks]


def test_a_part_of_a_text_without_sections_has_the_headings_over_it() -> None:
    body = f"Riksbanken föreskriver följande.\n\nStorlek\n\n{LONG}\n\nPapper\n\nFärg\n\n{LONG}\n\n{LONG}"
    assert headers(body)[-1] == "Papper › Färg"


def test_a_part_of_an_appendix_has_the_headings_over_it() -> None:
    text = f"{LONG}\n\n" * 3
    body = f"1 § A gäller.\n\nBilaga 2\n\nDetta är inledningen.\n\nB Material\n\n{text}C Fartyg\n\n{text}"
    assert headers(body)[-1] == "Bilaga 2 > C Fartyg"


def test_a_heading_over_the_first_item_of_a_list_opens_a_part() -> None:
    places = "\n\n".join(f"{number}. Kobben {number} vid farleden" for number in range(1, 9))
    names = ["Fyrlän", "Vaktlän", "Lotslän"]
    body = "Kusten är indelad i följande län:\n\n" + "\n\n".join(f"{name}\n\n{places}" for name in names)
    assert headers(body) == ["", *names]


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param("15)", id="a number, 1987:905"),
        pytest.param("Fyr     Höjd\nmeter", id="a row of a table, 2011:1099"),
        pytest.param("Vinga\t\tHela landet\t\tden 1 juli", id="a row with several tabs, 1987:905"),
        pytest.param("Ansökan om registrering av en fyr (artikel 6) P", id="a row with its column, 2001:911"),
        pytest.param("Ecuador 1993-12-01 -", id="a row with a day, 1999:1040"),
    ],
)
def test_what_has_no_words_or_has_columns_is_no_heading(heading: str) -> None:
    assert headers(f"Riksbanken föreskriver.\n\n{heading}\n\n{LONG}\n\n{LONG}\n\n{LONG}")[-1] == ""


def test_many_headings_in_a_row_are_a_list() -> None:
    fyrar = "\n\n".join(["Måseskär", "Vinga", "Böttö", "Pater Noster"])
    assert headers(f"Riksbanken föreskriver.\n\n{fyrar}\n\n{LONG}\n\n{LONG}\n\n{LONG}")[-1] == ""


def test_a_part_that_begins_inside_a_list_has_its_lead_in() -> None:
    assert set(headers(f"Befriade från avgift är:\n\n{ITEMS}")[1:]) == {"Befriade från avgift är:"}


def test_a_list_inside_a_list_has_both_lead_ins() -> None:
    inner = "\n\n".join(f"{letter}) {LONG.strip()[:-1]}," for letter in "abc")
    shown = headers(f"Befriade är:\n\n1. fartyg som är\n\n{inner}\n\n2. {LONG}{LONG}{LONG}")
    assert "Befriade är: › 1. fartyg som är" in shown
    assert shown[-1] == "Befriade är:"


def test_a_closed_sentence_does_not_lead_to_a_list() -> None:
    assert set(headers(f"Avgift tas ut.\n\n{ITEMS}")) == {""}
    assert set(headers(f"Lyktan får inte tändas under de följande 12 timmarna.\n\n{ITEMS}")) == {""}


@pytest.mark.parametrize(
    "lead", ["Nämnden beslutar om avgifter enligt följande.", "Anmälan ska ha följande uppgifter."]
)
def test_a_sentence_that_says_that_something_follows_leads_to_a_list(lead: str) -> None:
    assert headers(f"{lead}\n\n{ITEMS}")[-1] == lead


@pytest.mark.parametrize("marks", ["abcde", "12345"])
def test_items_with_their_marks_in_brackets_have_the_lead_in(marks: str) -> None:
    items = "\n\n".join(f"({mark}) {LONG.strip()[:-1]}," for mark in marks)
    assert headers(f"Fyren ska:\n\n{items}")[-1] == "Fyren ska:"


@pytest.mark.parametrize("number", ["1", "5 a", "3 bis"])
def test_the_number_of_an_article_leads_to_no_list(number: str) -> None:
    items = "\n\n".join(f"({item}) {LONG * 2}" for item in range(1, 4))
    chunks = page(f"1 § A gäller.\n\nBilaga\n\nArtikel {number}\n\n{items}").chunks
    assert not any(chunk.header.endswith(f"> Artikel {number} > Artikel {number}") for chunk in chunks)


def test_a_number_behind_letters_goes_on_with_the_list_before_these() -> None:
    letters = "\n\n".join(f"{letter}) {LONG.strip()[:-1]}," for letter in "abc")
    text = f"1. {LONG}\n\nAnsökan ska innehålla:\n\n{letters}\n\n2. {LONG}{LONG}{LONG}\n\n3. {LONG}{LONG}{LONG}"
    assert headers(text)[-3:] == ["Ansökan ska innehålla:", "", ""]


@pytest.mark.parametrize(
    ("before", "lead"),
    [
        pytest.param("den som sköter lyktan,", "", id="the end of another item"),
        pytest.param("2) lotsen, eller", "", id="an item with a conjunction"),
        pytest.param("Den som begär det ska visa följande:", "Den som begär det ska visa följande:", id="a colon"),
        pytest.param("Bestämmelser om fyrar vid kusten", "Bestämmelser om fyrar vid kusten", id="a name of a group"),
    ],
)
def test_nothing_of_another_item_leads_to_a_later_one(before: str, lead: str) -> None:
    items = "\n\n".join(f"{letter}) {LONG.strip()[:-1]}," for letter in "defgh")
    assert headers(f"Nämnden beslutar.\n\n{before}\n\n{items}")[-1] == lead


@pytest.mark.parametrize("line", ["Fyrnämnden,", "Lotsar, båtsmän, och", "Skeppare;", "Nämnden ska se till att"])
def test_a_marked_line_that_goes_on_is_no_heading(line: str) -> None:
    document = markdown(f"Förvaltningsärenden prövas av\n\n## {line}\n\n{LONG}\n\n{LONG}\n\n{LONG}")
    assert not any(chunk.header.endswith(line) for chunk in document.chunks)


def test_a_paragraph_that_goes_on_is_not_cut_off() -> None:
    item = "5. Rådets förordning om fyrar " + LONG
    chunks = page(f"Följande förordningar gäller:\n\n{item}\n\n(EGT nr L 115, s. 37).\n\n6. {LONG}\n\n7. {LONG}").chunks
    assert not any(chunk.content.startswith("(EGT") for chunk in chunks)
    assert chunks[-1].header.endswith("> Följande förordningar gäller:")


def test_an_article_has_the_name_below_its_number_where_markdown_does_not_mark_it() -> None:
    articles = f"### Artikel 4\n\nSkatterättsligt  hemvist\n\n{LONG}{LONG}\n\n### Artikel 5\n\n{LONG}{LONG}{LONG}"
    document = markdown(f"### 1 §\n\nA gäller.\n\n## Bilaga 1\n\n{articles}")
    assert at(document, "bilaga.1.art4").header.endswith("> Bilaga 1 > Artikel 4: Skatterättsligt hemvist")
    assert at(document, "bilaga.1.art5").header.endswith("> Bilaga 1 > Artikel 5")


def test_an_appendix_without_a_number_has_none_in_its_header() -> None:
    document = page("1 § A gäller.\n\nBilaga 1\n\nFyrar.\n\nBilaga till avtalet\n\nLotsar.")
    assert [chunk.header.rpartition(" > ")[2] for chunk in document.chunks[1:]] == ["Bilaga 1", "Bilaga"]
    assert paths(document)[1:] == ["bilaga.1", "bilaga.2"]


def test_a_repealed_section_has_no_heading_but_its_own() -> None:
    gone = "Har upphävts genom lag (2025:1276)."
    document = page(f"Vakt\n\n1 § A gäller.\n\n2 § {gone}\n\nLots\n\n3 § {gone}")
    assert at(document, "kap0.§2").header.endswith("> 2 §")
    assert at(document, "kap0.§3").header.endswith("> 3 §: Lots")


def test_a_repealed_appendix_is_not_in_force() -> None:
    gone = at(page("1 § A gäller.\n\nBilaga 2 Har upphävts genom förordning (2016:874)."), "bilaga.2")
    assert not gone.in_force
    assert gone.metadata["repealed_by"] == "SFS 2016:874"
    assert gone.header.endswith("> Bilaga 2")


def test_notices_below_a_section_do_not_say_what_amended_it() -> None:
    body = "12 § A gäller. Lag (1989:354).\n\n13-41 §§ har upphävts genom lag (1976:612)."
    assert at(page(body), "kap0.§12").metadata["amendedBy"] == "SFS 1989:354"


def test_a_title_has_no_type_setting_mark() -> None:
    assert page("1 § A gäller.", title="/r1/ Fyrlag").title == "Fyrlag"


def canonical(**fields: object) -> str:
    return json.dumps({"documentType": "SFS_LAW", "title": "Fyrlag (2031:12)", "documentNumber": "2031:12", **fields})


def test_chapters_without_numbers_are_subject_headings() -> None:
    sections = [{"number": "1", "content": "Fyrar ska lysa."}, {"number": "2", "content": "Vakt ska hållas."}]
    document = read(canonical(chapters=[{"number": None, "title": "Vakt", "sections": sections}]), "a.json")
    assert document.chunks[0].header == "Fyrlag (SFS 2031:12) > 1 §: Vakt"
    assert document.chunks[1].header == "Fyrlag (SFS 2031:12) > 2 §: Vakt"


def test_the_number_of_a_canonical_document_may_stand_in_its_metadata() -> None:
    fields = {"documentNumber": None, "metadata": {"sfsNumber": "AFS 2031:2"}, "documentType": "AGENCY_REGULATION"}
    sections = [{"number": "1", "content": "Fyrar ska lysa."}]
    assert read(canonical(**fields, chapters=[{"paragrafer": sections}]), "a.json").key == "AFS 2031:2"


@pytest.mark.parametrize("between", [" - ", " 1. ", "\n"])
def test_acts_before_their_entry_clauses_part_the_transition_provisions(between: str) -> None:
    acts = [
        f"{year}:510{between}Denna lag träder i kraft den 1 juli {year}. {LONG}{LONG}" for year in range(2032, 2036)
    ]
    fields = {"chapters": [{"paragrafer": [{"number": "1", "content": "Fyrar ska lysa."}]}]}
    document = read(canonical(**fields, transitionProvisions=[{"text": act} for act in acts]), "a.json")
    parts = document.chunks[1:]
    assert document.valid_from is None
    assert [chunk.content[:8] for chunk in parts] == [act[:8] for act in acts[:: len(acts) // len(parts)]]
    assert all("SFS 203" in chunk.header for chunk in parts)


@pytest.mark.parametrize("role", ["PARAGRAPH", "BODY", "CONTENT"])
def test_older_names_of_plain_text_are_one_role(role: str) -> None:
    stycken = [{"number": 1, "text": "Fyrar ska lysa.", "role": role}]
    document = read(canonical(chapters=[{"paragrafer": [{"number": "1", "stycken": stycken}]}]), "a.json")
    assert document.chunks[0].role == "STYCKE"


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("numbers", ["3-5 §§", "3 och 4 §§", "3--4 a §§"])
def test_a_notice_of_several_sections_stands_in_place_of_them(marked: bool, numbers: str) -> None:
    notice = f"{numbers} har upphävts genom lag (2019:7)."
    lead, behind = ("### ", "\n\n") if marked else ("", " ")
    body = f"{lead}2 §{behind}Oljan betalas av staten.\n\n{notice}\n\n{lead}6 §{behind}Staten tillser fyrarna."
    document = markdown(body) if marked else page(body)
    chunk = at(document, "kap0.§3")
    assert (chunk.content, chunk.in_force, chunk.metadata["repealed_by"]) == (notice, False, "SFS 2019:7")
    assert chunk.header.endswith(f"> {numbers}")
    assert at(document, "kap0.§2").content.endswith("Oljan betalas av staten.")
    assert at(document, "kap0.§6").in_force


def test_a_division_of_a_convention_stands_over_its_articles() -> None:
    articles = [f"Artikel {n}\n\n{LONG}{LONG}" for n in (1, 2, 3)]
    body = (
        f"1 § Konventionen gäller.\n\nBilaga 1\n\nKonvention om fyrar\n\nAVDELNING I\n\nAllmänt\n\n{articles[0]}\n\n"
        f"{articles[1]}\n\nAVDELNING II\n\nOlja\n\nKapitel 1. Inköp\n\nVanlig olja\n\n{articles[2]}"
    )
    document = page(body)
    assert at(document, "bilaga.1.art2").header.endswith("> Artikel 2: AVDELNING I › Allmänt")
    assert at(document, "bilaga.1.art3").header.endswith(
        "> Artikel 3: AVDELNING II › Olja › Kapitel 1. Inköp › Vanlig olja"
    )
    assert all("AVDELNING" not in chunk.content[-40:] for chunk in document.chunks)


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        (["Brännskolan", "Fyrskolan", "Lotsskolan"], "Skolor"),
        (["Skolan i hamnen", "Fyrskolan", "Lotsskolan"], "Skolan i hamnen › Fyrskolan › Lotsskolan"),
        (["ANDRA SKOLOR", "Fyrskolan", "Lotsskolan"], "ANDRA SKOLOR › Fyrskolan › Lotsskolan"),
    ],
)
def test_headings_in_the_order_of_the_alphabet_are_a_list(marked: list[str], name: str) -> None:
    lines = "\n\n".join(f"### {line}" for line in marked)
    document = markdown(f"## Bilaga\n\n## Skolor\n\n{LONG}{LONG}\n\n{lines}\n\n{LONG}{LONG}\n\n{LONG}{LONG}")
    assert document.chunks[-1].header.endswith(name)


def test_a_rule_at_the_header_row_of_a_table_is_not_in_the_header() -> None:
    assert columns(["____________ Fyr", "Höjd ----------"]) == "Fyr | Höjd"


def test_a_row_of_a_table_leads_to_no_list() -> None:
    rows = "\n\n".join(f"Olja {number}   {number} liter" for number in range(1, 4))
    document = page(f"Bilaga\n\nOlja\n\n{LONG}{LONG}\n\n{rows}\n\n{ITEMS}")
    assert all("liter" not in chunk.header for chunk in document.chunks)


def test_a_number_in_front_of_a_heading_is_no_cell() -> None:
    assert headers(f"Riksbanken föreskriver.\n\n7.1 \tFyrärenden\n\n{LONG}\n\n{LONG}\n\n{LONG}")[-1] == "7.1 Fyrärenden"


def test_the_end_of_a_section_that_a_converter_marked_is_no_heading() -> None:
    end = "Talan mot beslutet må icke föras. Kungörelse (2030:241)"
    document = markdown(f"### 1 §\n\nFyren ska lysa.\n\n### {end}\n\n### 2 §\n\nFyren ska målas.")
    assert at(document, "kap0.§1").content.endswith(end)
    assert "heading" not in at(document, "kap0.§2").metadata


def test_a_statute_without_text_has_no_chunk() -> None:
    document = markdown("*Detta dokument har inget innehåll i originalformatet.*")
    assert (document.chunks, document.set_aside[-1].reason) == ([], "notice that there is no text")


@pytest.mark.parametrize(
    ("alone", "part", "path"),
    [
        ("Övergångsbestämmelser\n\n2031:12", "Dessa föreskrifter träder i kraft den 1 juni 2031.", "overgangsbest"),
        ("Bilaga", "Bilaga till förordningen (2031:12) om fyrar\n\nFyrarna är vita.", "bilaga.1"),
    ],
)
def test_a_heading_over_nothing_but_the_next_one_of_its_kind_stands_with_that(alone: str, part: str, path: str) -> None:
    last = page(f"1 § A gäller.\n\n{alone}\n\n{part}").chunks[-1]
    assert (last.path, last.content) == (path, f"{alone}\n\n{part}")


def test_the_rows_of_a_table_that_a_converter_marked_are_no_headings() -> None:
    rows = "\n\n".join(f"## Fyr {number}\t\t{number * 12} kr" for number in range(1, 9))
    chunks = markdown(f"Avgifter tas ut så här.\n\n{rows}\n\n## Lotsar\n\n## Lots 1\t\t10 kr").chunks
    assert [chunk.content.partition("\n")[0] for chunk in chunks] == ["Avgifter tas ut så här.", "Lotsar"]
    assert markdown(f"Fyrar.\n\n{LONG}\n\n## G\tLotsar\n\n{LONG}").chunks[-1].content.startswith("G\tLotsar")


def test_marked_lines_between_the_rows_of_a_table_are_rows_too() -> None:
    rows = "\n\n".join(f"## Fyr {number}" + "\t\tJa" * (number % 4 == 0) for number in range(1, 9))
    assert len(markdown(f"Dessa är vita.\n\n{rows}").chunks) == 1


def test_the_number_of_the_next_article_that_a_converter_left_unmarked_opens_it() -> None:
    articles = (
        f"## Artikel 1\n\n{LONG}\n\nArtikel 2\n\n1. {LONG}\n\nArtikel 9\n\n{LONG}\n\n## Artikel 3\n\n{LONG}{LONG}"
    )
    document = markdown(f"### 1 §\n\nA gäller.\n\n## Bilaga 1\n\n{articles}")
    assert paths(document)[1:] == ["bilaga.1.art1", "bilaga.1.art2", "bilaga.1.art3"]


def test_the_rows_of_a_table_of_articles_open_none() -> None:
    articles = "\n\n".join(f"## Artikel {number}\n\n{LONG * 3}" for number in (1, 2))
    rows = "\n\n".join(f"Artikel {number}" for number in (1, 3, 2, 4, 3, 5))
    document = markdown(
        f"### 1 §\n\nA gäller.\n\n## Bilaga 1\n\n{articles}\n\n## Jämförelsetabell\n\n{rows}\n\n{LONG * 3}"
    )
    assert not any(".v2" in path or "art3" in path for path in paths(document))
