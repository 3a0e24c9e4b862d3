"""Printed regulations of agencies, as plain text and as pages: mastheads, advice, amendments, appendices."""

from datetime import date

import pytest

from tests.corpora.se_law.documents import at, paths, read
from tests.corpora.se_law.pages import chapter, regulation, section

PRINTED = """Fyrverkets föreskrifter och allmänna råd om lanternor;

FYFS 2031:14

Utkom från trycket
den 3 maj 2031

beslutade den 2 april 2031.

Fyrverket föreskriver följande med stöd av 2 § fyrförordningen (2031:4).

Ljus
1 § Lanternor ska lysa.
Allmänna råd
En lanterna bör lysa klart. Den bör
{first}
putsas varje vecka.

Det gäller även om dagen.

2

{feed}FYFS
2031:14

Olja
2 § Oljan ska vara ren.
Allmänna råd till 2 §
Oljan bör silas.
{clause}

Fyrverket
ANNA ANDERSSON

3
"""


@pytest.mark.parametrize("clause", ["", "Ikraftträdande\n", "\nIkraftträdande\n\n"])
def test_a_printed_regulation_has_advice_pages_and_its_entry_into_force_apart(clause: str) -> None:
    text = PRINTED.format(
        first="3 § kan hända", feed="\f", clause=f"{clause}Denna författning träder i kraft den 1 juni 2031."
    )
    document = read(text, "fyfs-2031-14.txt")
    assert paths(document)[1:] == ["kap0.§1", "kap0.§1.allmannarad", "kap0.§2", "kap0.§2.allmannarad", "overgangsbest"]
    assert [chunk.header.partition(" > ")[2] for chunk in document.chunks][3] == "2 §: Olja"
    assert at(document, "kap0.§1.allmannarad").content.endswith("om dagen.")
    assert at(document, "overgangsbest").content.startswith(clause.strip() or "Denna")
    assert document.valid_from == date(2031, 6, 1)
    assert [text[one.start : one.end] for one in document.set_aside][-2:] == ["2\n\n\fFYFS\n2031:14", "3"]


def test_the_turn_of_a_page_within_a_section_stays_in_it() -> None:
    text = PRINTED.format(first="silas och\n\n4\n\n\fFYFS 2031:14\n\näven", feed="", clause="")
    assert at(read(text, "fyfs-2031-14.txt"), "kap0.§1.allmannarad").content.count("FYFS 2031:14") == 1


def test_a_title_does_not_begin_within_a_sentence() -> None:  # FFFS 1991:16
    text = "FYFS 1991:16\nFyrverket föreskriver att\nföreskrifter (FYFS 1985:10) om ljus skall upphöra att gälla."
    document = read(text, "fyfs-1991-16.txt")
    assert (document.title, document.chunks[0].header) == ("FYFS 1991:16", "FYFS 1991:16")


def test_a_section_in_a_paragraph_of_the_one_before_and_transitions_below_the_number_of_an_act() -> None:
    body = (
        f"{chapter('3 kap. Luft')}{section('5')}<p>A.</p><p>5 a § Fyren lyser.</p><p>B.</p>{section('6')}"
        "<p>7 § Lagen gäller.</p><p>9 § Vakten gäller.</p>"
        f"{section('7')}<p>C.</p><p>2031:4</p><p>Denna lag träder i kraft den 1 juli 2031.</p>"
    )
    document = read(regulation(body), "x.html")
    assert paths(document) == ["kap3.§5", "kap3.§5a", "kap3.§6", "kap3.§7", "overgangsbest"]
    assert at(document, "kap3.§5a").content == "5 a § Fyren lyser.\n\nB."
    assert at(document, "overgangsbest").content.startswith("2031:4")


@pytest.mark.parametrize(
    ("title", "amends"),
    [
        ("Föreskrifter om ändring i Fyrverkets föreskrifter (FYFS 2030:1) om ljus", "FYFS 2030:1"),
        ("Föreskrifter om ändring av Fyrverkets föreskrifter (2030:1) om ljus", "FYFS 2030:1"),
        ("Föreskrifter om ändring i vissa författningar", None),
        ("Föreskrifter om ljus (FYFS 2030:1)", None),
    ],
)
def test_an_amending_regulation_says_what_it_amends(title: str, amends: str | None) -> None:
    page = regulation(f"{section('1')}<p>A.</p>").replace("Föreskrifter om fyrar", title)
    document = read(page, "x.html")
    assert (document.key, document.amends) == ("FYFS 2031:4", amends)
    assert paths(document) == ["kap0.§1"]


@pytest.mark.parametrize(
    ("end", "act"),
    [
        ("Fyren ska lysa. (FYFS\xa02032:7)", "FYFS 2032:7"),
        ("Fyren ska lysa.</p><p>(FYFS 2032:7)", "FYFS 2032:7"),
        ("Det framgår av Fyrverkets föreskrifter (FYFS 2030:1)", None),
        ("Fyren ska lysa. (AAFS 2032:7)", None),
    ],
)
def test_the_regulation_that_amended_a_section_stands_in_brackets_at_its_end(end: str, act: str | None) -> None:
    document = read(regulation(f"{section('1')}<p>{end}</p>"), "x.html")
    assert at(document, "kap0.§1").metadata.get("amendedBy") == act


AMENDING = (
    "Fyrverkets författningssamling\nISSN 1102-7460\n\nFYFS 2031:7\nFöreskrifter\nom ändring i Fyrverkets föreskrifter"
    "\n(FYFS 2030:1) om fyrar;\n\nbeslutade den 4 juni 2031.\nFyrverket1 föreskriver2 att 16 kap. 9 § ska ha\nföljande "
    "lydelse.\n\n16 kap. Lampor och glas\n9 § Följande lampor får lysa:\n1. Oljelampor\n2. Gaslampor\n____________\n"
    "Dessa föreskrifter träder i kraft den 1 oktober 2031.\n\nADA FYR\n\nBo Lots\n1\n\nJfr direktiv 2031/18/EG.\n2\n\n"
    "Anmälan har gjorts.\n\n1\n\n"
)


def test_an_amending_regulation_of_one_section_in_plain_text() -> None:
    document = read(AMENDING, "fyfs-2031-7.txt")
    assert paths(document) == ["preamble", "kap16.§9", "overgangsbest", "noter"]
    assert at(document, "kap16.§9").header.endswith("> Kap 16: Lampor och glas > 9 §")
    assert at(document, "overgangsbest").content.endswith("Bo Lots")
    assert at(document, "noter").content == "1\n\nJfr direktiv 2031/18/EG.\n2\n\nAnmälan har gjorts."


COVER = (
    "FYFS 2031:7 (M)\nFöreskrifter och allmänna råd\n\nLjus på kobbar\n\n\fI samlingen står myndighetens\nföreskrifter "
    "och allmänna råd.\n\nISSN 0346-6000\n\n\fFyrverkets författningssamling\n\nFyrverkets föreskrifter och allmänna "
    "råd\nom ljus på kobbar enligt 5 § fyrlagen (2030:1);\n\nFYFS\n2031:7\nUtkom från trycket\nden 4 juli 2031\n\n"
)


def test_the_head_of_a_printed_regulation_ends_where_it_was_decided() -> None:
    body = AMENDING.partition("2030:1) om fyrar;\n\n")[2]
    document = read(f"{COVER}{body}\n\fFyrverket, Tel 010-12 34 56\nISBN 978-91-7930-620-5, ISSN 1650-3163\n", "x.txt")
    assert document.title == "Fyrverkets föreskrifter och allmänna råd om ljus på kobbar enligt 5 § fyrlagen (2030:1)"
    assert at(document, "preamble").content.startswith("beslutade den 4 juni 2031.\nFyrverket1 föreskriver2")
    assert at(document, "overgangsbest").content.startswith("Dessa föreskrifter")
    assert at(document, "noter").content.endswith("gjorts.")
    assert {one.reason for one in document.set_aside} == {"masthead", "page furniture", "chapter heading"}


def test_a_number_without_a_mark_in_the_text_opens_no_footnote() -> None:
    document = read(
        AMENDING.replace("Fyrverket1", "Fyrverket").replace("föreskriver2", "föreskriver"), "fyfs-2031-7.txt"
    )
    assert paths(document) == ["preamble", "kap16.§9", "overgangsbest"]


def test_a_long_appendix_without_a_blank_line_below_its_name() -> None:
    lines = "\n".join(f"Fil {n} ska ha en rad för varje lampa i tornet." for n in range(1, 12))
    text = (
        "Fyrverkets författningssamling\nISSN 1102-7460\n\nFYFS 2031:7\nFyrverkets föreskrifter om filer;\n\n1 § Filer "
        "ska ges in.\n\n2 § Fyren ska lysa.\n\nDessa föreskrifter träder ikraft den 1 mars 2032.\nADA FYR\n\nBilaga\n"
        f"Filernas format och utformning\n{lines}\n"
    )
    document = read(text, "fyfs-2031-7.txt")
    assert paths(document) == ["preamble", "kap0.§1", "kap0.§2", "overgangsbest", "bilaga.1"]
    assert at(document, "bilaga.1").header.endswith("> Bilaga: Filernas format och utformning")


def test_an_act_without_a_series_is_of_the_regulations_own() -> None:
    page = (
        "<article><h1>FYFS 2031:7 Föreskrifter om fyrar</h1><p><span class='paragraf'>1 §</span> Upphävd genom "
        "2032:18.</p>"
        "<p><span class='paragraf'>2 §</span> Fyren ska lysa.</p></article>"
    )
    assert at(read(page, "fyfs-2031-7.html"), "kap0.§1").metadata["repealed_by"] == "FYFS 2032:18"
