"""The hard-wrapped text of the official database: where a § begins, and where it only seems to."""

from datetime import date

import pytest

from tests.corpora.se_law.documents import at, page, paths, register

CHAPTERED = """1 kap. Inledande bestämmelser

1 § Denna lag gäller fyrar.

2 a kap. Om vakt

Vaktens längd

5 a § Vakten varar i fyra timmar. Lag (2030:7).
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("1 § A gäller.\n\n2 § B gäller.", ["kap0.§1", "kap0.§2"], id="flat"),
        pytest.param(CHAPTERED, ["kap1.§1", "kap2a.§5a"], id="letters"),
        pytest.param("1 KAP. INLEDNING\n\n1 § A gäller.", ["kap1.§1"], id="capitals, 2014:801"),
        pytest.param("5. kap. Ansökan\n\n1 § A gäller.", ["kap5.§1"], id="5. kap., 2021:713"),
        pytest.param("1 A kap. Övrigt\n\n1 § A gäller.", ["kap1a.§1"], id="1 A kap., 1993:1199"),
        pytest.param("Första kapitlet\n\nOm befäl\n\n1 § A gäller.", ["kap1.§1"], id="in words, 1891:35 s.1"),
        pytest.param("§ 1. A gäller.\n\n§ 2. B gäller.", ["kap0.§1", "kap0.§2"], id="§ before the number, 1810:926"),
        pytest.param("§ 1.\n\nA gäller.\n\n§ 2.\n\nB gäller.", ["kap0.§1", "kap0.§2"], id="§ 1. alone, 1906:60 s.1"),
        pytest.param("/k/ 7 § A gäller.", ["kap0.§7"], id="type-setting mark"),
        pytest.param("1\u202f§\u2003 Institut ska svara.", ["kap0.§1"], id="em space, RGKFS 2011:2"),
        pytest.param("9 §. Medel ska avsättas.", ["kap0.§9"], id="dot after §"),
        pytest.param(
            "1 §\n\nFlyttning får ske.\n\n2 §\n\nAnmälan görs.", ["kap0.§1", "kap0.§2"], id="§ alone, 1972:114"
        ),
        pytest.param("4 § Har upphävts genom lag (2000:2).", ["kap0.§4"], id="repealed"),
        pytest.param(
            "5 § A gäller.\n\n6 § har uphävts genom lag (2014:407).", ["kap0.§5", "kap0.§6"], id="1962:700, 22:6"
        ),
        pytest.param("5 § A gäller.\n\n6 § check må lyda.", ["kap0.§5", "kap0.§6"], id="lower case, 1932:131"),
        pytest.param("1 § A gäller.\n\n2 § 16 kap. ärvdabalken.", ["kap0.§1", "kap0.§2"], id="digits, 1930:105"),
        pytest.param("6 § A gäller.\n\n7 §    Om ljudet hörs.", ["kap0.§6", "kap0.§7"], id="spaces, 2015:216"),
        pytest.param("1 § A gäller enligt 3 kap.\n7 §. Lag (2005:161).", ["kap0.§1"], id="wrapped after kap., 1991:45"),
        pytest.param("1 § Det som anges i\n2 § Lagen om fyrar gäller.", ["kap0.§1"], id="wrapped sentence"),
        pytest.param(
            "6 § A gäller i fråga om:\n\n12 a § första meningen, och\n\n13 §.", ["kap0.§6"], id="list, 1973:1144"
        ),
        pytest.param(
            "4 § Följande tillämpas inte:\n\n5 § om delegering,\n\n8 § om arbete.", ["kap0.§4"], id="2007:1074"
        ),
        pytest.param(
            "7 § Räntan är 5 %.\n8 § Beloppet är högst 9.", ["kap0.§7", "kap0.§8"], id="no blank line, 2000:655"
        ),
        pytest.param(
            "1 § A. Lag (2008:1).\nOm lån\n2 § Lån ges.", ["kap0.§1", "kap0.§2"], id="heading inside, 1999:1229"
        ),
        pytest.param("1 § Vid övertagande enligt\n2 §. Om inte, gäller annat.", ["kap0.§1"], id="2005:551"),
        pytest.param(
            "1 § Tider:\n\n5 §\t\t\tDen 12 i månaden\n\n7 §\t\t\tden 2 maj", ["kap0.§1"], id="table, 2011:1244"
        ),
        pytest.param("31 § 1 mom. Avgift tas.\n\n31 § 2 mom. Mer tas.", ["kap0.§31"], id="moments are one §, 1963:580"),
        pytest.param(
            "1 kap. A\n\n1 § A gäller.\n\n2 kap. Har upphävts genom lag (1986:301).\n\n10 § B gäller.",
            ["kap1.§1", "kap2", "kap0.§10"],
            id="repealed chapter, 1982:569",
        ),
        pytest.param(
            "9 kap. A\n\n36 § Det är av\nintresse.\n10 kap. Överklagande\n\n1 § A gäller.",
            ["kap9.§36", "kap10.§1"],
            id="chapter inside, 2018:1219",
        ),
        pytest.param(
            "1 kap. A\n\n1 § Lagen är indelad så:\n\n1 kap. - A\n\n2 kap. - B\n\n3 kap. - C\n\n"
            "2 kap. B\n\n1 § B gäller.\n\n"
            "3 kap. C\n\n1 § C gäller.",
            ["kap1.§1", "kap2.§1", "kap3.§1"],
            id="contents list in a §, 2021:890",
        ),
        pytest.param(
            "12 kap. A\n\n1 § A gäller.\n\n13 kap. B\n\n1 § B gäller.\n\n3 § Undantag:\n\n"
            "3 kap. Trafik med fordon\n\n1. En kommun\n\n"
            "4 § C gäller.",
            ["kap12.§1", "kap13.§1", "kap13.§3", "kap13.§4"],
            id="chapter as a row, 1998:1276",
        ),
        pytest.param(
            "1 § A gäller.\n\nBilagor\n\n2 § Bilaga 1 anger platser.",
            ["kap0.§1", "kap0.§2"],
            id="Bilagor as a heading",
        ),
        pytest.param(
            "44 a § A gäller.\n\nÖvergångsbestämmelser\n\n76 § Lagen träder i kraft 1968.",
            ["kap0.§44a", "kap0.§76"],
            id="a § about entry into force, 1967:838",
        ),
        pytest.param(
            "1 § A gäller.\n\nÖvergångsbestämmelser\n\n2031:12\n\nI 3 § sägs:\n\n3 § Den äldre lydelsen.",
            ["kap0.§1", "overgangsbest"],
            id="quoted § in transition provisions",
        ),
        pytest.param(
            "25 kap. Har upphävts genom lag (2005:131).\n\n1 § A.\n\nÖvergångsbestämmelser\n\n1969:621\n\n1. Gäller.",
            ["kap25", "kap0.§1", "overgangsbest"],
            id="transitions after a repealed chapter, 1958:637",
        ),
    ],
)
def test_paths(body: str, expected: list[str]) -> None:
    assert paths(page(body)) == expected


def test_headers_name_title_number_chapter_and_section() -> None:
    document = page(CHAPTERED)
    assert [chunk.header for chunk in document.chunks] == [
        "Fyrlag (SFS 2031:12) > Kap 1: Inledande bestämmelser > 1 §",
        "Fyrlag (SFS 2031:12) > Kap 2 a: Om vakt > 5 a §: Vaktens längd",
    ]
    last = document.chunks[-1]
    assert last.content.startswith("Vaktens längd\n\n5 a § Vakten")
    assert last.parent == "kap2a"
    assert last.metadata == {
        "section": "5a",
        "chapter": "2a",
        "chapterTitle": "Om vakt",
        "heading": "Vaktens längd",
        "amendedBy": "SFS 2030:7",
    }


@pytest.mark.parametrize(
    ("between", "heading"),
    [
        pytest.param("Om vakt", "Om vakt", id="plain"),
        pytest.param("Avgifter m.m.", "Avgifter m.m.", id="m.m."),
        pytest.param("Vakt\n\nVaktens längd", "Vakt › Vaktens längd", id="two levels"),
        pytest.param("När avgift ska tas ut m.m.", "När avgift ska tas ut m.m.", id="a question"),
        pytest.param("/Rubriken träder i kraft I:2032-01-01/\nOm vakt", "Om vakt", id="with its marker"),
        pytest.param("Bestämmelser om det finns i lagen (2002:1)\nom fyrar m.m.", None, id="a sentence, 2015:315"),
        pytest.param("Vakten ersätts enligt avtal. Lag(1982:675)", None, id="an act without space, 1970:943"),
        pytest.param("Vakten får ersättning. Lag (2011:189). Jäv", None, id="a provision and a heading, 2010:800"),
        pytest.param("- lyktor", None, id="a list item"),
        pytest.param("lyktor", None, id="lower case"),
        pytest.param("Kronor    100", None, id="a table row"),
    ],
)
def test_what_stands_between_two_sections_is_the_heading_of_the_second_or_text_of_the_first(
    between: str, heading: str | None
) -> None:
    document = page(f"1 § A gäller.\n\n{between}\n\n2 § B gäller.")
    second = document.chunks[-1]
    assert second.metadata.get("heading") == heading
    assert (between.split("\n")[-1] in second.content) is (heading is not None)


def test_groups_of_chapters_are_set_aside_and_kept_as_the_division() -> None:
    document = page("TREDJE AVDELNINGEN\n\nOm bevisning\n\n35 kap. Om bevis\n\n1 § Rätten avgör.")  # 1942:740
    assert [one.reason for one in document.set_aside if "division" in one.reason] == ["division heading"] * 2
    assert at(document, "kap35.§1").metadata["division"] == "3 › Om bevisning"


def test_a_chapter_without_title_takes_it_from_the_next_paragraph() -> None:
    document = page("1 kap.\n\nOm finska renar här i riket.\n\n1 § Ren ska vallas.")  # 1926:1
    assert document.chunks[0].header == "Fyrlag (SFS 2031:12) > Kap 1: Om finska renar här i riket. > 1 §"


NEVER = date.max


@pytest.mark.parametrize(
    ("body", "dates"),
    [
        pytest.param(
            "1 § /Upphör att gälla U:2026-06-05/\nA.\n\n1 § /Träder i kraft I:2026-06-05/\nB.",
            {"kap0.§1": (None, date(2026, 6, 5)), "kap0.§1.v2": (date(2026, 6, 5), None)},
            id="two wordings",
        ),
        pytest.param(
            "1 § /Träder i kraft I:den dag regeringen bestämmer/\nA.", {"kap0.§1": (NEVER, None)}, id="undecided"
        ),
        pytest.param(
            "1 § /Träder i kraft I:den dag som regeringen betämmer/\nA.", {"kap0.§1": (NEVER, None)}, id="typo"
        ),
        pytest.param(
            "1 § /Upphör att gälla U:2022-01-01 genom lag (2021:595).\nA.",
            {"kap0.§1": (None, date(2022, 1, 1))},
            id="no closing slash, 2007:1157",
        ),
        pytest.param(
            "/Rubriken upphör att gälla U:2026-01-01/\nOm vakt\n\n1 § A gäller.",
            {"kap0.§1": (None, None)},
            id="heading only",
        ),
        pytest.param(
            "1 § /Ny beteckning 4 kap. 1 a § U:2026-01-01/\nA.",
            {"kap0.§1": (None, date(2026, 1, 1))},
            id="new designation",
        ),
        pytest.param(
            "5 kap. Vakt /Kapitlet träder i kraft I:2027-01-01/\n\n1 § A gäller.",
            {"kap5.§1": (date(2027, 1, 1), None)},
            id="chapter",
        ),
        pytest.param(
            "/Träder i kraft I:2028-01-01/\n1 § A gäller.\n\n2 § B gäller.",
            {"kap0.§1": (date(2028, 1, 1), None), "kap0.§2": (date(2028, 1, 1), None)},
            id="the whole statute, 1998:1702",
        ),
        pytest.param(
            "1 § A.\n\nBilaga 1 /Upphör att gälla U:2024-07-01/\n\nTimplan A.\n\n"
            "Bilaga 1 /Träder i kraft I:2024-07-01/\n\nTimplan B.",
            {"bilaga.1": (None, date(2024, 7, 1)), "bilaga.1.v2": (date(2024, 7, 1), None)},
            id="appendix, 2011:185",
        ),
        pytest.param(
            "/Ersätts genom omtryck U:2024-02-01/\n1 § A.\n\n"
            "Övergångsbestämmelser\n\n2023:179\n\n1. Träder i kraft.\n\n"
            "/Omtryck träder i kraft I:2024-02-01/\nInledning\n\n1 § B.",
            {"kap0.§1": (None, date(2024, 2, 1)), "kap0.§1.v2": (date(2024, 2, 1), None)},
            id="reprint, 2023:179",
        ),
    ],
)
def test_validity(body: str, dates: dict[str, tuple[date | None, date | None]]) -> None:
    document = page(body)
    assert {path: (at(document, path).valid_from, at(document, path).valid_to) for path in dates} == dates


def test_register_entry() -> None:
    document = register(
        "1 § A gäller.",
        title="/Rubriken upphör att gälla U:2026-01-01/\nFyrlag (2031:12)\n"
        "/Rubriken träder i kraft I:2026-01-01/\nFyr- och lotslag",
        ikraftDateTime="2031-07-01T00:00:00",
        upphavdDateTime=None,
        organisation={"namnOchEnhet": "Sjödepartementet"},
    )
    assert (document.key, document.title, document.valid_from) == ("SFS 2031:12", "Fyrlag", date(2031, 7, 1))
    assert "\r" not in document.text


def test_page_frame_and_register_data_are_set_aside() -> None:
    document = page("1 § A gäller.", fields="Utfärdad: 2031-05-02|Ikraft: 2031-07-01|Upphävd: 2040-01-01")
    assert {one.reason for one in document.set_aside} == {"page frame", "register data"}
    assert (document.valid_from, document.valid_to) == (date(2031, 7, 1), date(2040, 1, 1))
    assert document.chunks[0].valid_to == date(2040, 1, 1)


def test_a_section_has_its_own_wording_of_a_heading_that_is_about_to_change() -> None:
    document = page(
        "/Rubriken upphör att gälla U:2032-01-01/\nOm lampor\n\n/Rubriken träder i kraft I:2032-01-01/\nOm ljus\n\n"
        "1 § /Upphör att gälla U:2032-01-01/\nLampan tänds.\n\n1 § /Träder i kraft I:2032-01-01/\nLjuset tänds."
        "\n\n2 § A gäller."
    )
    assert [chunk.metadata["heading"] for chunk in document.chunks] == ["Om lampor", "Om ljus", "Om lampor / Om ljus"]
