"""The forms that enactments come in, and what becomes of their provisions."""

import json
from datetime import date

import pytest

from piperoll.corpora.registry import get
from piperoll.model import DocumentError, Status
from tests.corpora.hk_legislation.documents import TITLE, check, cited, paths, read, row


def test_an_ordinance_as_text() -> None:
    document = read(
        f"{TITLE}To light harbours.\n[1 March 2031]\nPart 1\nPreliminary\n1.\tShort title\nThis may be cited.\n"
        "___________\nPart 2\nLights\n4.\tDuty\n\t(1)\tA lamp.\n\t(2)\tOil.\n4A.\t(Repealed 12 of 2032 s. 5)\n"
        "___________\nSchedule 1\n\n[s. 4]\nLamps\n1.\tRed.\n2.\tGreen.\n"
    )
    assert (document.key, document.title, document.valid_from) == (
        "Cap. 9001",
        "Harbour Lights Ordinance",
        date(2031, 3, 1),
    )
    assert paths(document) == ["long-title", "s.1", "s.4", "s.4A", "sch1", "sch1.s.1", "sch1.s.2"]
    duty, repealed, lamp = document.chunks[2], document.chunks[3], document.chunks[5]
    assert duty.header == "Harbour Lights Ordinance (Cap. 9001) > Part 2 Lights > s.4 Duty"
    assert duty.content.startswith("Part 2\nLights\n4.\tDuty")
    assert duty.metadata == {"part": "2", "section": "4", "heading": "Duty"}
    assert duty.subsections == ("1", "2")
    assert repealed.metadata["repealed"]
    assert lamp.header == "Harbour Lights Ordinance (Cap. 9001) > Schedule 1 Lamps > s.1 Red."
    assert lamp.parent == "sch1"
    assert {one.reason for one in document.set_aside} == {"rule"}


def test_a_long_section_is_cut_between_subsections() -> None:
    body = "".join(f"\t({number})\t{'Light. ' * 20}\n" for number in range(1, 7))
    document = read(f"{TITLE}1.\tShort\nA.\n2.\tLong\n{body}", max_characters=400)
    assert paths(document) == ["long-title", "s.1", "s.2", "s.2.3", "s.2.5"]
    assert [chunk.subsections for chunk in document.chunks[2:]] == [("1", "2"), ("3", "4"), ("5", "6")]
    assert document.chunks[3].parent == "s.2"


def test_a_heading_may_end_in_an_abbreviation() -> None:
    document = read(f"{TITLE}42.\tLighting without oil, etc.\n\t(1)\tA lamp.\n")
    assert document.chunks[-1].header.endswith(" > s.42 Lighting without oil, etc.")
    assert document.chunks[-1].metadata["heading"] == "Lighting without oil, etc."


def test_the_heading_of_a_part_goes_on_to_the_next_line_in_brackets() -> None:
    document = read(f"{TITLE}1.\tShort\nA.\nPart 2\nLamps (other than those\nin Part 3)\n2.\tDuty\nB.\n")
    assert " > Part 2 Lamps (other than those in Part 3) > " in document.chunks[-1].header


def test_a_note_stands_behind_what_leads_to_a_list() -> None:
    items = "".join(f"\t({letter})\t{'light ' * 20};\n" for letter in "abcdef")
    text = f"{TITLE}2.\tLong\n\t(1)\tA keeper may provide for—  (Amended 12 of 2032 s. 5)\n{items}"
    document = read(text, max_characters=300)
    assert len(document.chunks) > 3
    assert all(one.header.endswith(" > (1) A keeper may provide for—") for one in document.chunks[2:])


def test_what_leads_to_a_list_is_with_its_first_item() -> None:
    terms = "".join(f"lamp {number} means {'a light ' * 9}—\n\t(a)\tred;\n\t(b)\tgreen;\n" for number in range(9))
    document = read(f"{TITLE}2.\tInterpretation\nIn this Ordinance—\n{terms}", max_characters=220)
    assert len(document.chunks) > 4
    assert not any(one.content.endswith("—") for one in document.chunks)


def test_a_definition_is_cut_only_where_it_is_too_long() -> None:
    terms = "".join(f"lamp {n} means a light—\n\t(a)\tred;\n\t(i)\tby day; or\n\t(ii)\tby night;\n" for n in range(9))
    document = read(f"{TITLE}2.\tInterpretation\nIn this Ordinance—\n{terms}", max_characters=200)
    assert len(document.chunks) > 4
    assert all(one.content.startswith("lamp") and one.content.endswith("night;") for one in document.chunks[2:])


def test_a_piece_that_begins_within_a_subsection_is_no_beginning_of_it() -> None:
    items = "".join(f"\t({letter})\t{'light ' * 20};\n" for letter in "abcdef")
    document = read(f"{TITLE}2.\tLong\n\t(1)\tA keeper may—\n{items}\t(2)\tOil.\n", max_characters=300)
    pieces = {one.path: one.subsections for one in document.chunks[1:]}
    assert pieces == {"s.2": ("1",), "s.2.1.p2": (), "s.2.1.p3": (), "s.2.2": ("2",)}


def test_a_part_of_a_subsection_is_joined_to_no_other_subsection() -> None:
    items = "".join(f"\t({letter})\t{'light ' * 20};\n" for letter in "abcdef")
    text = f"{TITLE}2.\tLong\n\t(1)\tOil.\n\t(2)\tA keeper may—\n{items}\t(3)\tRope.\n\t(4)\tWick.\n"
    document = read(text, max_characters=300)
    pieces = {one.path: one.subsections for one in document.chunks[1:]}
    assert pieces == {"s.2": ("1",), "s.2.2": ("2",), "s.2.2.p2": (), "s.2.2.p3": (), "s.2.3": ("3", "4")}


def test_first_words_that_lead_to_a_list_are_not_said_twice() -> None:
    items = "".join(f"\t({letter})\t{'light ' * 20};\n" for letter in "abcdef")
    document = read(f"{TITLE}Schedule 1\nLamps\n1.\tA keeper of lamps must show—\n{items}", max_characters=300)
    assert document.chunks[-1].header.count("A keeper of lamps") == 1


def test_definitions_stay_in_their_section() -> None:
    terms = "".join(f"term {number} (詞) means {'a light ' * 9};\n" for number in range(12))
    document = read(f"{TITLE}2.\tInterpretation\nIn this Ordinance—\n{terms}3.\tNext\nA.", max_characters=400)
    assert paths(document)[1:4] == ["s.2", "s.2.p2", "s.2.p3"]
    assert paths(document)[-1] == "s.3"


@pytest.mark.parametrize("marker", ["Contents\n", ""])
def test_the_table_of_contents_is_set_aside(marker: str) -> None:
    toc = f"{marker}Part 1\nPreliminary\n1.\tShort title\t1-2\n2.\tDuty\t1-4\nSchedule 1\tLamps\t3-2\n"
    document = read(f"{TITLE}{toc}Part 1\nPreliminary\n1.\tShort title\nA.\n2.\tDuty\nB.\nSchedule 1\nLamps\nC.")
    assert paths(document) == ["long-title", "s.1", "s.2", "sch1"]
    (contents,) = document.set_aside
    assert contents.reason == "table of contents"
    assert document.text[contents.start : contents.end].strip() == toc.strip()


def test_sections_behind_a_table_of_contents_count_anew() -> None:
    toc = "Contents\n\nSection          Page\n1.     Short title ......... 1-2\n2.     Duty ....... 1-4\n\n"
    document = read(
        f"Cap. 59\nLamps Ordinance\n\n{toc}1.     Short title\n\nA.\n\n2.     Duty\n\nB.\n\nSchedule [s. 2]\n\nC.\n"
    )
    assert paths(document) == ["long-title", "s.1", "s.2", "sch"]
    assert document.chunks[3].header == "Lamps Ordinance (Cap. 59) > Schedule C."


def test_numbers_in_forms_and_lists_are_no_sections() -> None:
    document = read(f"{TITLE}4.\tForm\nUse this:\n1.\tName\n2.\tAge\n5.\tNext\nA.")
    assert paths(document) == ["long-title", "s.4", "s.5"]


def test_a_part_is_in_the_path_where_a_schedule_counts_anew() -> None:
    document = read(f"{TITLE}1.\tA\nB.\nSchedule 2\nFees\nPart 1\nOil\n1.\tOne.\nPart 2\nTar\n1.\tTwo.\n")
    assert paths(document)[2:] == ["sch2", "sch2.part1.s.1", "sch2.part2.s.1"]


def test_spaces_and_markdown_do_for_tabs() -> None:
    assert paths(read("Cap. 77\nLights Ordinance\n1. Title\nA.\n2. Duty\n(1) B.\n(2) C.\n"))[1:] == ["s.1", "s.2"]
    document = read("# Lights Ordinance (Cap. 77)\n\n## 1. Title\n\nA.\n\n## 2. Duty\n\n### (1) B.")
    assert paths(document)[1:] == ["s.1", "s.2"]
    assert (document.title, document.chunks[-1].content) == ("Lights Ordinance", "2. Duty\n\n(1) B.")


def test_a_text_without_sections_is_one_chunk() -> None:
    document = read("Practice note\n\nLamps are lit at dusk.", "note.txt")
    assert (document.key, paths(document)) == ("note.txt", ["long-title"])


XML = (
    '<?xml version="1.0" encoding="UTF-8"?><ordinance xmlns="http://www.xml.gov.hk/schemas/hklm/1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><meta><docName>Cap. 9001</docName><docType>cap</docType>'
    "<docNumber>9001</docNumber><dc:date>2032-06-01</dc:date></meta><main><docTitle>Harbour  Lights\n Ordinance"
    "</docTitle>{}</main></ordinance>"
)
SECTION = (
    '<section name="s{0}"><num value="{0}">{0}.</num><heading>Duty</heading><subsection><num value="1">(1)</num>'
    "<content>A lamp.<sourceNote>(Added 3 of 2031 s. 2)</sourceNote></content></subsection></section>"
)


def test_elegislation() -> None:
    parts = f'<part><num value="1">Part 1</num><heading>Lights</heading>{SECTION.format("2")}</part>'
    schedule = f'<schedule><num value="1">Schedule 1</num><heading>Lamps</heading>{SECTION.format("1")}</schedule>'
    document = read(XML.format(parts + schedule), "cap9001.xml")
    assert (document.key, document.title) == ("Cap. 9001", "Harbour Lights Ordinance")
    assert document.valid_from == date(2032, 6, 1)
    assert paths(document) == ["long-title", "s.2", "sch1", "sch1.s.1"]
    assert document.chunks[1].header == "Harbour Lights Ordinance (Cap. 9001) > Part 1 Lights > s.2 Duty"
    assert "(1)\tA lamp.\n(Added 3 of 2031 s. 2)" in document.chunks[1].content


def test_rows() -> None:
    document = row(cap="272", title="Ferry Ordinance", section="4", subsection="2", part="3", text="### (2) A ferry.")
    assert (document.key, paths(document)) == ("Cap. 272 s.4(2)", ["s.4.2"])
    assert document.title == "Ferry Ordinance (Cap. 272) s.4(2)"
    assert document.chunks[0].header == "Ferry Ordinance (Cap. 272) > Part 3 > s.4(2) A ferry."
    assert document.chunks[0].role == "section_body"


@pytest.mark.parametrize(
    ("columns", "key", "path"),
    [
        ({"cap_no": "59AD", "section_number": "12A", "content": "A."}, "Cap. 59AD s.12A", "s.12A"),
        ({"cap": 13, "section": "s.4(2)(a)", "text": "A."}, "Cap. 13 s.4(2)(a)", "s.4.2.a"),
        ({"cap": "Cap. 13", "section_path": "Part 3 - s.4 - (2)", "text": "A."}, "Cap. 13 s.4(2)", "s.4.2"),
        ({"cap": "13", "section_path": "Schedule 1 > s.2", "text": "A."}, "Cap. 13 Sch. 1 s.2", "sch1.s.2"),
    ],
)
def test_columns_of_rows(columns: dict[str, object], key: str, path: str) -> None:
    document = row(**columns)
    assert (document.key, paths(document)) == (key, [path])


def test_a_row_without_text_has_no_body() -> None:
    assert row(cap="13", section="4", text="").status is Status.NO_BODY


def test_a_list_of_rows_is_that_many_documents() -> None:
    data = {
        "cap": "13",
        "title": "Ferries",
        "sections": [{"section": "1", "text": "A."}, {"section": "2", "text": "B."}],
    }
    documents = list(get("hk-legislation").read(json.dumps(data).encode(), "cap13.json"))
    assert [one.key for one in documents] == ["Cap. 13 s.1", "Cap. 13 s.2"]
    for one in documents:
        check(one)


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        ("{", "a.json", "broken_json"),
        ('"text"', "a.json", "unknown_json"),
        ('{"section": "4", "text": "A."}', "a.json", "unknown_json"),
        ('{"cap": "13", "section": "4"}', "a.json", "unknown_json"),
        ("<a>", "a.xml", "broken_xml"),
        ("<a/>", "a.xml", "unknown_xml"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><ordinance>&b;</ordinance>', "a.xml", "xml_entities"),
        ("<ordinance><p>A.</p></ordinance>", "a.xml", "unknown_xml"),
        ("", "a.txt", "empty"),
    ],
)
def test_what_cannot_be_read(data: str, name: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        list(get("hk-legislation").read(data.encode(), name))
    assert caught.value.code == code


def test_citations_of_an_ordinance() -> None:
    document = read(
        f"{TITLE}1.\tTitle\nThis is the Harbour Lights Ordinance.\n4.\tDuty\n"
        "\t(1)\tUnder section 1 and subsection (2).\n"
        "\t(2)\tSection 34 of the Interpretation Ordinance (Cap. 1); Schedule 1. (Added 3 of 2031 s. 2)\nSchedule 1\nA."
    )
    assert cited(document) == [
        ("section 1", "internal", "", "s.1"),
        ("subsection (2)", "internal", "", "s.4.2"),
        ("Section 34 of the Interpretation Ordinance (Cap. 1)", "legislation", "Cap. 1", "s.34"),
        ("Schedule 1", "internal", "", "sch1"),
        ("3 of 2031 s. 2", "legislation", "3 of 2031", "s.2"),
    ]


def test_subsidiary_legislation_is_made_under_the_ordinance() -> None:
    document = read("Lamps Regulation (Cap. 9001A)\n1.\tDuty\nA licence under section 4 of the Ordinance.", "a.txt")
    assert cited(document) == [("section 4 of the Ordinance", "legislation", "Cap. 9001", "s.4")]


def test_a_row_names_its_own_chapter() -> None:
    document = row(cap="13", section="6", subsection="4", text="Despite subsection (3), see section 5.")
    assert cited(document) == [
        ("subsection (3)", "legislation", "Cap. 13", "s.6.3"),
        ("section 5", "legislation", "Cap. 13", "s.5"),
    ]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("what does s.4(2) say", ["s.4.2"]),
        ("section 36 of the Road Traffic Ordinance", ["s.36"]),
        ("Cap. 272 s 5(a) and Schedule 1", ["s.5.a", "sch1"]),
        ("lamps at night", []),
    ],
)
def test_references_of_a_query(query: str, wanted: list[str]) -> None:
    assert [one.path for one in get("hk-legislation").references(query) if one.path] == wanted


@pytest.mark.parametrize("space", [" ", "\t"])
def test_a_part_and_its_heading_on_one_line(space: str) -> None:
    body = "1.\tShort title\nThis may be cited.\n{part}2.\tDuty\nPart 1 applies to lamps.\nPart 2 Division 1.\n"
    document = read(TITLE + f"Part 1{space}Preliminary\n" + body.format(part=f"Part 2{space}Lights\n"))
    assert [chunk.header.split(" > ")[1] for chunk in document.chunks[1:]] == ["Part 1 Preliminary", "Part 2 Lights"]
    toc = f"Contents\nPart 1{space}Preliminary\n1. Short title\nPart 2{space}Lights\n2. Duty\n"
    listed = read(TITLE + toc + "Part 1\nPreliminary\n" + body.format(part="Part 2\nLights\n"))
    assert [chunk.header.split(" > ")[1] for chunk in listed.chunks[1:]] == ["Part 1 Preliminary", "Part 2 Lights"]
    assert {one.reason for one in listed.set_aside} == {"table of contents"}


def test_a_section_of_which_only_its_heading_and_a_note_are_left_is_gone() -> None:
    text = (
        "Lighthouse Ordinance\nCap. 999\n\n1.\tShort title\n\t(Repealed 46 of 2031 s. 4)\n\n2.\tLamp\n"
        "\t(1)\tThe lamp shall be lit.\n\t(2)\t(Repealed 46 of 2031 s. 4)\n\n3.\t[Repealed]\n"
    )
    (document,) = get("hk-legislation").read(text.encode(), "cap-999.txt")
    gone = {chunk.path: not chunk.in_force for chunk in document.chunks}
    assert (gone["s.1"], gone["s.2"], gone["s.3"]) == (True, False, True)


def test_what_is_repealed_with_its_neighbours_or_whole() -> None:
    document = read(
        f"{TITLE}Part 1\nLights\n5.\tDuty\nA lamp.\n6–8.\t(Repealed 12 of 2032 s. 5)\n9.\tOil\nNo less than 6 pints.\n"
        "10.\tWicks\n(Not yet in operation)\nA wick is of cotton.\n"
        "Part 2\n(Repealed 12 of 2032 s. 6)\nSchedule 1\n(Repealed 12 of 2032 s. 7)\nSchedule 2\n[s. 9]\nOils\nColza.\n"
    )
    assert [(one.path, one.in_force) for one in document.chunks[1:]] == [
        ("s.5", True),
        ("s.6", False),
        ("s.9", True),
        ("s.10", False),
        ("part2", False),
        ("sch1", False),
        ("sch2", True),
    ]
    assert document.chunks[2].header.endswith(" > s.6–8 (Repealed 12 of 2032 s. 5)")
    assert [one.path for one in document.chunks if one.metadata.get("repealed")] == ["s.6", "part2", "sch1"]


def test_forms_of_a_schedule_stand_apart() -> None:
    document = read(
        f"{TITLE}1.\tShort\nA lamp.\nSchedule 1\n\n[s. 1]\nForm 1\n\nForm of a Notice\n\nI, A.B., hereby give notice.\n"
        "1.\tThe lamp is lit.\nForm 2\n\nForm of a Reply\n\nThe notice was read.\n1.\tThe lamp is out.\n"
    )
    assert paths(document)[2:] == ["sch1", "sch1.form1", "sch1.form1.s.1", "sch1.form2", "sch1.form2.s.1"]
    assert document.chunks[3].header.endswith("> Schedule 1 > Form 1 Form of a Notice")
