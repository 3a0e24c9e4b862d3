"""XML of e-Legislation: its oddities, and what stands over the parts of a provision that is cut."""

import pytest

from piperoll.model import Document
from tests.corpora.hk_legislation.documents import paths, read

OPENING = (
    '<?xml version="1.0" encoding="UTF-8"?><subLeg xmlns="http://www.xml.gov.hk/schemas/hklm/1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xml:lang="en"><meta><docName>Cap. 9001 sub. leg. A</docName>'
    "<docType>cap</docType><docNumber>9001A</docNumber><docStatus>In effect</docStatus><dc:date>2032-06-01</dc:date>"
    '</meta><main><docTitle name="shortTitle">Harbour\n      Lights\n      Regulation</docTitle>'
)
XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'


def regulation(body: str, **options: int) -> Document:
    return read(f"{OPENING}{body}</main></subLeg>", "cap_9001A_20320601000000_en_c.xml", **options)


def section(number: str, body: str, heading: str = "Duty") -> str:
    title = f"<heading>{heading}</heading>" if heading else ""
    return f'<section name="s{number}"><num value="{number}">{number}.</num>{title}{body}</section>'


def paragraphs(count: int, words: str) -> str:
    return "".join(
        f'<paragraph name="{letter}"><num value="{letter}">({letter})</num><content>{words}</content></paragraph>'
        for letter in "abcdefghijklmnop"[:count]
    )


def test_an_omitted_section_has_only_a_note() -> None:
    document = regulation(
        '<part><num value="1">Part\n   1</num><heading>Preliminary</heading><section name="s1" status="omitted">'
        '<num value="1">1.</num><sourceNote>(Omitted as spent—<ref href="hk/2022/er1">E.R. 1 of 2022</ref>)'
        "</sourceNote></section></part>"
    )
    assert document.title == "Harbour Lights Regulation"
    assert document.chunks[1].header.endswith("> Part 1 Preliminary > s.1 (Omitted as spent—E.R. 1 of 2022)")


@pytest.mark.parametrize(
    ("attributes", "status"),
    [
        ('status="operational" reason="notYetInOperation"', "not yet in operation"),
        ('status="notYetInOperation"', "not yet in operation"),
        ('status="repealed" reason="repealed"', "repealed"),
        ('status="operational" reason="inEffect"', None),
    ],
)
def test_the_attributes_of_a_part_say_whether_its_sections_are_in_operation(
    attributes: str, status: str | None
) -> None:
    inside = section("1", "<content>A lamp must be lit.</content>")
    outside = section("2", "<content>A lamp must be clean.</content>")
    part = f'<part {attributes}><num value="1">Part 1</num><heading>Lamps</heading>{inside}</part>'
    chunks = {chunk.path: chunk for chunk in regulation(f"{part}{outside}").chunks}
    assert (chunks["s.1"].in_force, chunks["s.1"].metadata.get("status")) == (status is None, status)
    assert chunks["s.2"].in_force


def test_a_definition_holds_a_lead_in_and_paragraphs() -> None:
    definition = (
        '<def name="register"><leadIn><term>lamp\n   register</term>\n (<term xml:lang="zh-Hant-HK">燈冊</term>), in '
        "relation to a lamp, means a book that contains—</leadIn>"
        f"{paragraphs(2, 'the hours;')}<continued>and is signed;</continued></def>"
    )
    document = regulation(section("2", f"<leadIn>In this Regulation—</leadIn>{definition}", "Interpretation"))
    assert document.chunks[1].content == (
        "2.\tInterpretation\nIn this Regulation—\nlamp register (燈冊), in relation to a lamp, means a book that "
        "contains—\n(a)\tthe hours;\n(b)\tthe hours;\nand is signed;"
    )


def test_definitions_that_are_cut_keep_what_leads_to_them() -> None:
    items = paragraphs(9, "that is lit at dusk; or")
    definitions = "".join(
        f"<def><leadIn><term>lamp {number}</term> means a lamp—</leadIn>{items}</def>" for number in range(6)
    )
    document = regulation(section("2", f"<leadIn>In this Regulation—</leadIn>{definitions}"), max_characters=200)
    headers = [chunk.header.partition("s.2 Duty")[2] for chunk in document.chunks[2:]]
    assert headers
    assert all(header.startswith(" > In this Regulation—") for header in headers)
    assert len([header for header in headers if header.endswith(" means a lamp—")]) > 1, headers


def test_an_editorial_note_is_its_own_line_and_no_part_of_a_heading() -> None:
    note = (
        '<editorialNote type="footnote"><content>Editorial Note:</content><content><inline>*</inline> Commencement '
        "date: 1 August\n 2007.</content></editorialNote>"
    )
    heading = 'Duty<editorialNote type="footnote"><content>*</content></editorialNote>'
    document = regulation(section("3", f"<content>Lamps are lit.</content>{note}", heading))
    assert document.chunks[1].metadata["heading"] == "Duty"
    assert document.chunks[1].content.endswith("Lamps are lit.\nEditorial Note:\n* Commencement date: 1 August 2007.")


def test_a_cross_heading_goes_with_the_sections_below_it() -> None:
    body = "<content>Lamps are lit.</content>"
    document = regulation(
        f'<part><num value="1">Part 1</num><heading>Lamps</heading>{section("1", body)}<crossHeading>Oil and\n wicks'
        f"</crossHeading>{section('2', body)}{section('3', body)}</part>"
        f'<part><num value="2">Part 2</num><heading>End</heading>{section("4", body)}</part>'
    )
    assert [chunk.header.partition(" > ")[2] for chunk in document.chunks[1:]] == [
        "Part 1 Lamps > s.1 Duty",
        "Part 1 Lamps > Oil and wicks > s.2 Duty",
        "Part 1 Lamps > Oil and wicks > s.3 Duty",
        "Part 2 End > s.4 Duty",
    ]
    assert document.chunks[1].content.endswith("lit.")
    assert document.chunks[2].content.startswith("Oil and wicks")


def test_a_subdivision_is_inside_its_division() -> None:
    inner = f'<subdivision><num value="1">Subdivision 1</num><heading>Oil</heading>{section("1", "A.")}</subdivision>'
    document = regulation(
        f'<part><num value="1">Part 1</num><heading>Lamps</heading><division><num value="2">Division 2</num>'
        f"<heading>Fuel</heading>{inner}</division></part>"
    )
    assert document.chunks[1].header.endswith("> Part 1 Lamps > Division 2 Fuel > Subdivision 1 Oil > s.1 Duty")
    assert document.chunks[1].metadata["subdivision"] == "1"


def test_the_paragraphs_of_a_schedule_are_provisions() -> None:
    numbered = "".join(
        f'<paragraph name="{number}"><num value="{number}">{number}.</num><content>Port {number} of the bay.</content>'
        "</paragraph>"
        for number in (1, 2)
    )
    document = regulation(
        f"{section('1', 'A.')}<schedule><num>FIRST SCHEDULE</num><heading>Ports</heading><crossHeading>North"
        f"</crossHeading>{numbered}</schedule>"
    )
    assert paths(document) == ["long-title", "s.1", "sch1", "sch1.s.1", "sch1.s.2"]
    assert document.chunks[3].header.endswith("> Schedule 1 Ports > North > s.1 Port 1 of the bay.")


@pytest.mark.parametrize("cell", ["td", "th"])
def test_the_rows_of_a_table_that_is_cut_keep_its_first_row(cell: str) -> None:
    rows = "".join(f"<tr><td>{number}.</td><td>Lamp of kind {number}</td></tr>" for number in range(40))
    head = f"<tr><{cell}>Item</{cell}><{cell}>Lamp</{cell}></tr>"
    table = f"<content>These are lamps.<table {XHTML}>{head}{rows}</table></content>"
    document = regulation(section("7", table), max_characters=300)
    assert len(document.chunks) > 3
    assert all(chunk.header.endswith("> s.7 Duty > Item | Lamp") for chunk in document.chunks[2:])


def test_a_long_subsection_keeps_its_lead_in_when_it_is_cut() -> None:
    items = paragraphs(9, "light " * 12)
    body = f'<subsection><num value="1">(1)</num><leadIn>A keeper must—</leadIn>{items}</subsection>'
    document = regulation(section("3", body), max_characters=300)
    assert [chunk.header.rpartition(" > ")[2] for chunk in document.chunks[2:]] == ["A keeper must—"] * 2


def test_what_is_no_chapter_has_its_own_name_as_key() -> None:
    text = (
        '<lawDoc xmlns="http://www.xml.gov.hk/schemas/hklm/1.0"><meta><docName>Instrument A901</docName><docType>'
        "instrument</docType></meta><main><docTitle>Order (Cap. 9001, section 2)</docTitle>"
        "<content>A.</content></main></lawDoc>"
    )
    assert read(text, "A901.xml").key == "Instrument A901"


def test_lists_in_plain_text_keep_what_leads_to_them() -> None:
    items = "".join(f"\t({letter})\tlight lamp {letter} at dusk, and put it out at dawn;\n" for letter in "abcdefgh")
    document = read(
        f"Harbour Lights Ordinance (Cap. 9001)\n1.\tShort\nA.\n2.\tDuty\n\t(1)\tA keeper must—\n{items}"
        f"\t(2)\tNobody else may do so{', at whatever hour of the night it may be' * 5}.\n",
        max_characters=200,
    )
    headers = {chunk.content[:3]: chunk.header.rpartition(" > ")[2] for chunk in document.chunks[3:]}
    assert set(headers.values()) == {"(1) A keeper must—", "s.2 Duty"}
    assert headers["(2)"] == "s.2 Duty"


def test_the_forms_of_a_schedule_stand_apart() -> None:
    def form(number: str, heading: str, text: str) -> str:
        return f'<form><num value="{number}">Form {number}</num><heading>{heading}</heading>{text}</form>'

    inside = form("1", "Notice", paragraphs(2, "A lamp;")) + form("2", "Reply", "<content>It is out.</content>")
    schedule = f'<schedule><num value="1">Schedule 1</num><heading>Forms</heading>{inside}</schedule>'
    chunks = regulation(section("1", form("9", "Quoted", "<content>A lamp.</content>")) + schedule).chunks
    assert [chunk.path for chunk in chunks][1:] == ["s.1", "sch1", "sch1.form1", "sch1.form2"]
    assert chunks[-1].header.endswith("> Schedule 1 Forms > Form 2 Reply")
