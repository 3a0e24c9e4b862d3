"""What a statute or regulation says of the days between which it is law."""

import json
import re
from datetime import date
from typing import Any

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.se_law.register import places
from piperoll.model import Document, Status
from piperoll.pipeline.rows import storable
from tests.corpora.se_law.documents import at, page, paths

ENTRY = re.compile(r"(\d{4}:\d+) (?:(\d{4}-\d\d-\d\d) )?(.*)")
BODY = "# Lag om fyrar\n\n### 1 §\n\nFyrar ska lysa.\n"


def read(text: str, name: str = "2001/sfs-2001-5.md") -> Document:
    (document,) = get("se-law").read(text.encode(), name)
    return storable(document)


def statute(notes: list[str], body: str = BODY, fields: str = "") -> Document:
    """A statute with a list of amendments, each as "NUMBER DAY NOTE", the day if it is known."""
    listed = ""
    for note in notes:
        act, day, told = ENTRY.fullmatch(note).groups()  # type: ignore[union-attr]
        listed += f'  - beteckning: "{act}"\n' + (f"    ikraft_datum: {day}\n" if day else "")
        listed += f'    anteckningar: "{told}"\n'
    front = f"beteckning: 2001:5\nrubrik: Lag om fyrar\nutfardad_datum: 2001-03-01\n{fields}"
    return read(f"---\n{front}" + (f"andringsforfattningar:\n{listed}" if listed else "") + f"---\n\n{body}")


@pytest.mark.parametrize(
    ("notes", "act", "until", "estimated"),
    [
        (["2004:1034 upph."], "SFS 2004:1034", date(2005, 1, 1), True),
        (["2004:1034 2004-07-01 upph."], "SFS 2004:1034", date(2004, 7, 1), False),
        (["2004:1034 upph"], "SFS 2004:1034", date(2005, 1, 1), True),
        (["2012:237 upphävd"], "SFS 2012:237", date(2013, 1, 1), True),
        (["1977:528 upph.; övergångsbest."], "SFS 1977:528", date(1978, 1, 1), True),
        (["2000:726 upph. (se även 2000:727)"], "SFS 2000:726", date(2001, 1, 1), True),
        (["2006:1372 upph. genom 2006:1371"], "SFS 2006:1371", date(2007, 1, 1), True),
        (["2002:1 ändr. 1 §", "2004:1 upph.", "2003:1 ny 2 §"], "SFS 2004:1", date(2005, 1, 1), True),
        (["1982:885 upph.", "1982:1154 upphäver 1982:885", "1988:93 upph."], "SFS 1988:93", date(1989, 1, 1), True),
        (["1994:297 upph.", "1994:1659 upph. övergångsbest. till 1994:297"], "SFS 1994:297", date(1995, 1, 1), True),
    ],
)
def test_a_statute_ends_by_the_act_that_repealed_it(notes: list[str], act: str, until: date, estimated: bool) -> None:
    document = statute(notes)
    assert (document.repealed_by, document.valid_to, document.valid_to_estimated) == (act, until, estimated)
    assert document.metadata["repealed_by"] == act
    assert [one["act"] for one in document.metadata["amendments"]] == [f"SFS {note.split()[0]}" for note in notes]
    assert all(chunk.in_force for chunk in document.chunks), "what it was is still known, and asked for by its day"


@pytest.mark.parametrize(
    "note",
    [
        "upph. 5 §; ändr. 1 §",
        "upph. såvitt avser Ukraina",
        "upph.; gäller endast under viss förutsättning",
        "upph. 1993:1351",
        "upph. tidsbegränsning",
        "upph. 2 p övergångsbest.",
        "ändr. 20 kap 2, 4 §§",
    ],
)
def test_other_notes_do_not_end_it(note: str) -> None:
    document = statute([f"2004:1034 {note}"])
    assert (document.repealed_by, document.valid_to) == (None, None)


def test_a_repeal_that_was_undone_does_not_end_it() -> None:
    assert statute(["1996:20 upph.", "1998:1821 upph. 1996:20"]).repealed_by is None


@pytest.mark.parametrize(
    ("clause", "day", "estimated"),
    [
        ("1. Denna lag träder i kraft den 1 juli 2001.", date(2001, 7, 1), False),
        (
            "Denna lag träder i kraft den 1 maj 2002 i fråga om 2 kap. 1 § och i övrigt den 1 juli 2001.",
            date(2001, 7, 1),
            False,
        ),
        (
            "Denna lag träder i kraft, ifråga om 2 kap. 1 § 1\nden 1 maj 2002 och, i övrigt den 1 juli 2001.",
            date(2001, 7, 1),
            False,
        ),
        ("Denna lag träder i kraft den 1 maj 2001. Den gäller i övrigt den 1 juli 2001.", date(2001, 5, 1), False),
        ("Denna lag skall träda i\nkraft den 9 maj 2002, då lagen (1970:1) upphör att gälla.", date(2002, 5, 9), False),
        ("Denna förordning träder ikraft 2001-12-24.", date(2001, 12, 24), False),
        ("Denna lag träder i kraft en vecka efter den dag, då den utkom den 3 juni 2001.", date(2001, 3, 1), True),
        ("Denna lag träder i kraft den dag regeringen bestämmer.", date(2001, 3, 1), True),
        ("Denna konvention träder i kraft den 1 juli 2001.", date(2001, 3, 1), True),
        ("2010:856\n\nDenna lag träder i kraft den 1 januari 2011.", date(2001, 3, 1), True),
        ("2001:5\n\nDenna lag träder i kraft den 1 maj 2001.\n\n2010:856\n\nDenna lag …", date(2001, 5, 1), False),
        ("Denna lag träder i kraft den 1 januari 2031.", date(2001, 3, 1), True),
        ("Denna lag träder i kraft den 31 februari 2001.", date(2001, 3, 1), True),
        ("Denna kungörelse träder i krft den 1 januari 2002.", date(2002, 1, 1), False),
        ("Dessa allmänna råd gäller från och med den 1 januari 2002.", date(2002, 1, 1), False),
        ("2002:510 - Denna lag träder i kraft den 1 juli 2002.", date(2001, 3, 1), True),
        ("Fyrbalken och denna lag träder i kraft den 1 januari 2002.", date(2002, 1, 1), False),
        ("Denna förordning ska träda i kraft den 1 juni 2001.", date(2001, 6, 1), False),
    ],
)  # fmt: skip
def test_the_entry_clause_says_from_when_else_the_day_of_issue(clause: str, day: date, estimated: bool) -> None:
    document = statute([], f"{BODY}\n## Övergångsbestämmelser\n\n{clause}\n")
    assert (document.valid_from, document.valid_from_estimated) == (day, estimated)


@pytest.mark.parametrize(
    ("ends", "day", "estimated"),
    [
        ("ska upphöra att gälla vid utgången av april 2001.", date(2001, 5, 1), False),
        ("skall upphöra att gälla vid utgången av år 2001. De gäller dock för äldre fyrar.", date(2002, 1, 1), False),
        ("ska upphöra att gälla den 30 september 2001.", date(2001, 9, 30), False),
        ("ska upphöra att gälla vid utgången av år 2000.", date(2001, 3, 1), True),
        ("ska upphöra att gälla vid utgången av år 2006.", date(2001, 3, 1), True),
        ("ska upphöra att gälla senast den 30 september 2001.", date(2001, 3, 1), True),
        ("ska upphöra att gälla den 1 maj 2001. Hon föreskriver att fyrar ska upphöra att gälla den 1 juni 2001.",
            date(2001, 3, 1), True),
    ],
)  # fmt: skip
def test_an_act_that_only_repeals_applies_when_it_ends_the_other(ends: str, day: date, estimated: bool) -> None:
    document = statute([], f"# Lag om fyrar\n\nRegeringen föreskriver att lagen (1970:1) om bojar {ends}\n")
    assert (document.valid_from, document.valid_from_estimated) == (day, estimated)
    provision = statute([], f"{BODY}\n### 2 §\n\nRegeringen föreskriver att lagen (1970:1) om bojar {ends}\n")
    assert provision.valid_from_estimated, "an act with §§ does more"


@pytest.mark.parametrize(
    ("clause", "until"),
    [
        ("och gäller till och med den 31 december 2010", date(2011, 1, 1)),
        ("och upphör att gälla vid utgången av juni 2012", date(2012, 7, 1)),
        ("och gäller till utgången av 2035", date(2036, 1, 1)),
        ("och gäller tills vidare, dock längst till utgången av år 2009", date(2010, 1, 1)),
        ("och upphör att gälla den 1 maj 2003", date(2003, 5, 1)),
        ("och ska upphöra att gälla den 1 maj 2003", date(2003, 5, 1)),
        ("och gäller för ansökningar som har kommit in till utgången av 2009", None),
        ("men äldre bestämmelser gäller till utgången av 2009", None),
    ],
)
def test_an_act_ends_when_its_entry_clause_says(clause: str, until: date | None) -> None:
    body = f"{BODY}\n## Övergångsbestämmelser\n\n2001:5\n\nDenna lag träder i kraft den 1 juli 2001 {clause}.\n"
    assert (statute([], body).valid_to, statute([], body).valid_to_estimated) == (until, False)
    if until:
        assert statute([f"{until.year}:9 forts. giltighet"], body).valid_to is None, "it was prolonged"


@pytest.mark.parametrize(
    ("clause", "until", "estimated"),
    [
        (
            "1. Denna lag träder i kraft den 1 juli 2005. 2. Genom lagen upphävs lagen (2001:5).",
            date(2005, 7, 1),
            False,
        ),
        ("Denna lag träder i kraft den dag regeringen bestämmer.", date(2005, 1, 1), True),
    ],
)
def test_a_statute_that_prints_the_clause_of_the_act_that_repeals_it_ends_with_that(
    clause: str, until: date, estimated: bool
) -> None:
    own = "Denna lag träder i kraft den 1 juli 2001."
    document = statute(["2004:9 upph."], f"{BODY}\n## Övergångsbestämmelser\n\n2001:5\n\n{own}\n\n2004:9\n\n{clause}\n")
    assert (document.valid_from, document.valid_to) == (date(2001, 7, 1), until)
    assert document.valid_to_estimated is estimated


def test_the_register_counts_before_the_clause() -> None:
    clause = "## Övergångsbestämmelser\n\nDenna lag träder i kraft den 1 juli 2001."
    document = statute([], f"{BODY}\n{clause}\n", "ikraft_datum: 2001-06-01\n")
    assert (document.valid_from, document.valid_from_estimated) == (date(2001, 6, 1), False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Har upphävts genom lag (2014:407).", {"repealed": True, "repealed_by": "SFS 2014:407"}),
        ("har upphört att gälla genom förordning (1980:1).", {"repealed": True, "repealed_by": "SFS 1980:1"}),
        ("Har utgått genom lag (2005:551).", {"repealed": True, "repealed_by": "SFS 2005:551"}),
        ("Upphör att gälla genom förordning (1977:180).", {"repealed": True, "repealed_by": "SFS 1977:180"}),
        ("Upphävd genom SSMFS 2018:12.", {"repealed": True, "repealed_by": "SSMFS 2018:12"}),
        ("Har uphävts genom förordning (2001:3).", {"repealed": True, "repealed_by": "SFS 2001:3"}),
        ("har upphävts genom förordning (1933:17 s.5).", {"repealed": True, "repealed_by": "SFS 1933:17"}),
        ("Har betecknats 4 kap. 1 a § genom lag (2001:4).", {"renumbered": True}),
        ("Ny beteckning 5 § genom förordning (2010:1).", {"renumbered": True}),
        ("Har betecknats 33 d § genom", {"renumbered": True}),
        ("Har betecknats 23 a §", {"renumbered": True}),
        ("Har upphhävts genom lag (2006:557).", {"repealed": True, "repealed_by": "SFS 2006:557"}),
    ],
)
def test_a_section_of_which_only_the_notice_is_left_is_law_on_no_day(text: str, expected: dict[str, object]) -> None:
    document = statute([], f"{BODY}\n### Tillsyn\n\n### 2 §\n\n{text}\n")
    chunk = next(chunk for chunk in document.chunks if chunk.path == "kap0.§2")
    assert not chunk.in_force
    assert {name: chunk.metadata.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "Upphävs tillståndet ska fyren släckas.",
        "Denna lag upphör att gälla om Sverige kommer i krig.",
        "Bidrag utgår med högst 100 kronor. Lag (2004:1).",
        "Har tillståndet upphävts genom lag (2004:1), gäller 3 §.",
    ],
)
def test_a_section_about_repeals_is_law(text: str) -> None:
    document = statute([], f"{BODY}\n### 2 §\n\n{text}\n")
    assert all(chunk.in_force and "repealed" not in chunk.metadata for chunk in document.chunks)


def test_a_statute_that_is_only_in_print_has_no_body() -> None:
    document = statute([], "# Lag om fyrar\n\n/Författningens text finns bara i tryckt version/\n")
    assert (document.status, document.chunks) == (Status.NO_BODY, [])
    assert document.set_aside[-1].reason == "notice that the text is only in print"


def entry(**fields: Any) -> Document:
    fulltext = {"forfattningstext": "1 §  Fyrar ska lysa.", "utfardadDateTime": "1984-12-01"}
    whole = {"beteckning": "1984:890", "rubrik": "Lag (1984:890) om fyrar", **fields}
    return read(json.dumps(whole | {"fulltext": fulltext | fields.get("fulltext", {})}), "1984-890.json")


def test_a_register_entry_says_by_which_act_and_from_when() -> None:
    told = entry(upphavdDateTime="2026-01-01T00:00:00", fulltext={"upphavdGenom": "SFS 2025:970"})
    assert (told.repealed_by, told.valid_to, told.valid_to_estimated) == ("SFS 2025:970", date(2026, 1, 1), False)
    noted = entry(andringsforfattningar=[{"beteckning": "2025:901", "anteckningar": "upph.", "ikraftDateTime": None}])
    assert (noted.repealed_by, noted.valid_to, noted.valid_to_estimated) == ("SFS 2025:901", date(2026, 1, 1), True)
    assert entry(ikraftDenDagenRegeringenBestammer=True).valid_from == date.max


def test_an_act_that_the_register_took_out_of_the_list_repeals_nothing() -> None:
    act = {"beteckning": "2025:901", "anteckningar": "upph.", "ikraftDateTime": "2027-01-01T00:00:00"}
    document = entry(andringsforfattningar=[act | {"borttagen": True}])
    assert (document.repealed_by, document.valid_to, "amendments" in document.metadata) == (None, None, False)


@pytest.mark.parametrize(
    ("fields", "act", "until", "estimated"),
    [
        pytest.param("Upphävd: 2024-04-15", "SFS 2024:151", date(2024, 4, 15), False, id="the day is known, 2003:39"),
        pytest.param("", "SFS 2024:151", date(2025, 1, 1), True, id="it is not, 2000:344"),
        pytest.param(
            "Tidsbegränsad: 2024-06-01", "SFS 2024:151", date(2024, 6, 1), False, id="it would have ended before"
        ),
        pytest.param("Övrigt: Lagen upphävs den dag regeringen bestämmer.", None, None, False, id="not yet, 1983:769"),
    ],
)
def test_an_official_page_says_by_which_act(fields: str, act: str | None, until: date | None, estimated: bool) -> None:
    told = page("1 § A gäller.", fields=f"Författningen har upphävts genom: SFS 2024:151|{fields}")
    assert (told.repealed_by, told.valid_to, told.valid_to_estimated) == (act, until, estimated)


def test_a_day_of_the_register_comes_before_a_later_estimate() -> None:
    told = statute(["2010:1091 upph."], fields="utgar_datum: 2010-10-01\n")
    assert (told.repealed_by, told.valid_to, told.valid_to_estimated) == ("SFS 2010:1091", date(2010, 10, 1), False)
    limited = statute(["2008:605 upph."], fields="utgar_datum: 2011-01-01\n")
    assert (limited.valid_to, limited.valid_to_estimated) == (date(2009, 1, 1), True)


def test_a_repeal_on_a_day_to_be_decided_ends_nothing() -> None:
    told = entry(upphavdDenDagenRegeringenBestammer=True, fulltext={"upphavdGenom": "SFS 2025:970"})
    assert (told.repealed_by, told.valid_to) == (None, None)


def test_a_marker_of_the_whole_statute_says_from_when() -> None:
    undecided = page(
        "/Träder i kraft I:den dag som regeringen bestämmer/\n1 § A gäller.", fields="Utfärdad: 2020-02-06"
    )
    assert (undecided.valid_from, undecided.valid_from_estimated) == (date.max, False)


def test_a_regulation_enters_into_force_as_it_says() -> None:
    page = (
        "<html><article class='sfs'><div class='lovhead'><p>BFS 2011:16</p><p>Boverkets föreskrifter</p></div>"
        "<p><a class='paragraf'><b>1 §</b></a> Fyrar ska lysa.</p><h2>Övergångsbestämmelser</h2>"
        "<p>BFS 2011:16</p><p>Dessa föreskrifter träder i kraft den 1 januari 2012.</p>"
        "<p>BFS 2012:6</p><p>Dessa föreskrifter träder i kraft den 1 maj 2012.</p></article></html>"
    )
    document = read(page, "BFS-2011-16.html")
    assert (document.key, document.valid_from) == ("BFS 2011:16", date(2012, 1, 1))


def test_a_regulation_enters_into_force_on_the_day_on_which_it_was_printed() -> None:
    clause = "träder i kraft den dag då\nförfattningen enligt uppgift på den utkom från trycket."
    text = (
        "Fyrverkets författningssamling\nISSN 1102-7460\n\nFyrverkets föreskrifter om ljus;\n\nFYFS 2031:7\n"
        f"Utkom från trycket\nden 7 maj 2031\n\nbeslutade den 4 april 2031.\n\n1 § Fyrar ska lysa.\n\n"
        f"Dessa föreskrifter {clause}\n"
    )
    document = read(text, "fyfs-2031-7.txt")
    assert (document.valid_from, document.valid_from_estimated) == (date(2031, 5, 7), False)
    document = read(text.replace(clause, "är korta."), "fyfs-2031-7.txt")
    assert (document.valid_from, document.valid_from_estimated) == (date(2031, 5, 7), True), "not before it was known"
    noted = text.replace("Dessa föreskrifter " + clause, "Denna författning4 träder i kraft den 9 maj 2031.")
    assert read(noted, "fyfs-2031-7.txt").valid_from == date(2031, 5, 9), "the key of a footnote behind the noun"


@pytest.mark.parametrize(
    ("marker", "first", "last"),
    [
        ("/Upphör att gälla U:2021-12-31/", None, date(2021, 12, 31)),
        ("Upphör att gälla U:2021-12-31/", None, date(2021, 12, 31)),
        ("/Upphör att gälla 1993-07-01 genom beslut (1993:812).\n", None, date(1993, 7, 1)),
        ("(Upphör att gälla 2024-12-31)", None, date(2025, 1, 1)),
        ("(Träder i kraft 2025-01-01)", date(2025, 1, 1), None),
        ("Träder i kraft I:2025-01-01/", date(2025, 1, 1), None),
    ],
)
def test_a_marker_is_read_in_every_spelling(marker: str, first: date | None, last: date | None) -> None:
    document = statute([], f"{BODY}\n### 2 §\n\n{marker} Fyrar ska släckas.\n", "ikraft_datum: 2001-06-01\n")
    chunk = next(chunk for chunk in document.chunks if chunk.path == "kap0.§2")
    assert (chunk.valid_from, chunk.valid_to) == (first or date(2001, 6, 1), last)
    assert chunk.metadata["validity"]


@pytest.mark.parametrize(
    ("note", "paths"),
    [
        ("ändr. 2, 22 §§", ["kap0.§2", "kap0.§22"]),
        ("upph. 28 kap 6 a §; ändr. 26 kap 6, 9-10 §§", ["kap28.§6a", "kap26.§6", "kap26.§9", "kap26.§10"]),
        ("ändr. 2 kap 1 §, 3 kap 1 §", ["kap2.§1", "kap3.§1"]),
        ("upph. 23 kap.; ny 5 §", ["kap23", "kap0.§5"]),
        ("ny rubr. närmast före 13 §; ändr. 5 §", ["kap0.§5"]),
        ("ändr. 1-9000 §§", ["kap0.§1", "kap0.§9000"]),
        ("upph.", []),
    ],
)
def test_a_note_names_the_units_that_an_act_changed(note: str, paths: list[str]) -> None:
    assert places(note) == paths


@pytest.mark.parametrize(
    "notice", ["1 a har upphört att gälla genom lag (2031:5).", "2 Har upphävts genom lag (2031:5)."]
)
def test_a_notice_without_the_sign_is_that_of_the_next_section(notice: str) -> None:
    place = f"kap0.§{notice.partition(' h')[0].partition(' H')[0].replace(' ', '')}"
    for document in (read(f"## 1 §\n\nLjuset lyser.\n\n{notice}\n", "f.md"), page(f"1 § Ljuset lyser.\n\n{notice}\n")):
        gone = at(document, place)
        assert gone.metadata["repealed_by"] == "SFS 2031:5" and not gone.in_force
    other = read("## 1 §\n\nLjuset lyser.\n\n7 Har upphävts genom lag (2031:5).\n", "f.md")
    assert paths(other) == ["kap0.§1"]


@pytest.mark.parametrize(
    "notice",
    [
        "2 § har upphävts genom lag (2031:5).",
        "HAR UPPHÄVTS GENOM LAG (2031:5).",
        "[Upphävd genom lag (2031:5)]",
        "(Upphävd genom lag (2031:5).)",
        "Har upphävts genom lag (2031:5). Lag (2031:5).",
        "Har upphävts genom lag (2031:5) om ändring i fyrlagen.",
        "Utgår genom förordning (2031:5).",
    ],
)
def test_spellings_of_a_notice(notice: str) -> None:
    gone = at(read(f"## 1 §\n\nLjuset lyser.\n\n## 2 §\n\n{notice}\n"), "kap0.§2")
    assert gone.metadata["repealed_by"] == "SFS 2031:5" and not gone.in_force


def test_a_provision_on_what_is_repealed_is_in_force() -> None:
    kept = at(read("## 1 §\n\nLjuset lyser.\n\n## 2 §\n\nUtgår ersättning, betalas den av fyren.\n"), "kap0.§2")
    assert kept.in_force


@pytest.mark.parametrize("note", ["upphävs", "upph. gm 2031:5", "upph. genom SFS 2031:5", "upph. fr.o.m. 2031-07-01"])
def test_spellings_of_a_repeal_in_the_list(note: str) -> None:
    listed = f"andringsforfattningar:\n- beteckning: 2031:5\n  ikraft_datum: 2031-07-01\n  anteckningar: {note}\n"
    document = read(f"---\nbeteckning: 2001:5\nrubrik: Fyrlag (2001:5)\n{listed}---\n\n## 1 §\n\nLjuset lyser.\n")
    assert (document.repealed_by, document.valid_to) == ("SFS 2031:5", date(2031, 7, 1))
