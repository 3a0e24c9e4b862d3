"""Headings, notices and markers in forms that few sources print."""

from datetime import date

import pytest

from piperoll.model import Status
from tests.corpora.se_law.documents import at, markdown, paths, read, register

SECTION = '<p><a class="paragraf" name="P1">1 §</a> Dessa föreskrifter gäller fyrar.</p>'


def regulation(body: str) -> str:
    return (
        "<html><head><title>FYFS 2031:4</title></head><body><article class='sfs'>"
        f"<h1>Fyrverkets föreskrifter om lampor</h1><p>FYFS 2031:4</p>{body}</article></body></html>"
    )


@pytest.mark.parametrize(
    "said",
    [
        "/Författningens text finns bara i tryckt version./",
        "Författningens text finns bara i tryckt version.",
        "Finns bara i tryckt version.",
    ],
)
def test_a_statute_that_is_only_in_print(said: str) -> None:
    for document in (register(said), markdown(f"{said}\n")):
        assert document.status is Status.NO_BODY
        assert any("only in print" in aside.reason for aside in document.set_aside)
    assert paths(markdown(f"### 1 §\n\nKartan {said[0].lower()}{said[1:]}\n")) == ["kap0.§1"]


def test_general_advice_below_a_heading_in_an_appendix() -> None:
    advice = "<h3>Allmänna råd</h3><p>Räcket bör målas.</p><ul><li>vitt</li></ul>"
    body = f"<h2>Bilaga 1</h2><h3>Räcken</h3><p>Räcket ska vara högt.</p>{advice}<h3>Stegar</h3><p>Stål ska väljas.</p>"
    document = read(regulation(f'{SECTION}<div class="appendices">{body}</div>'), "x.html")
    roles = {role: "".join(c.content for c in document.chunks if c.role == role) for role in ("ALLMANT_RAD", "STYCKE")}
    assert "bör målas" in roles["ALLMANT_RAD"] and "vitt" in roles["ALLMANT_RAD"]
    assert "bör målas" not in roles["STYCKE"] and "Stål ska" in roles["STYCKE"]


def test_the_title_in_front_of_the_number() -> None:
    assert read(regulation(SECTION), "x.html").key == "FYFS 2031:4"


def test_a_heading_above_an_entry_clause() -> None:
    clause = "Dessa föreskrifter träder i kraft den 1 maj 2031."
    document = read(regulation(f"{SECTION}<h2>Ikraftträdande</h2><p>{clause}</p>"), "x.html")
    assert paths(document)[-2:] == ["kap0.§1", "overgangsbest"]
    statute = markdown("### 1 §\n\nFyren lyser.\n\n## Ikraftträdande\n\nDenna lag träder i kraft den 1 maj 2031.\n")
    assert paths(statute) == ["kap0.§1", "overgangsbest"]
    subject = markdown("### 1 §\n\nFyren lyser.\n\n## Ikraftträdande\n\n### 2 §\n\nDenna lag träder i kraft nu.\n")
    assert paths(subject) == ["kap0.§1", "kap0.§2"]


@pytest.mark.parametrize(
    "above",
    ["2031:12", "Övergångsbestämmelser\n\n2031:12", "Övergångbestämmelser\n\n2031:12", "Övergångsbestämnmelser"],
)
def test_transition_provisions_without_a_heading_or_below_one_that_is_misspelt(above: str) -> None:
    below = f"\n\n{above}\n\n1. Denna lag träder i kraft den 1 maj 2031.\n\n2. Den gäller."
    statute = register(f"1 § Fyren lyser.\n\n2 § Vakten vakar.{below}")
    for document in (statute, markdown(f"### 1 §\n\nFyren lyser.\n\n### 2 §\n\nVakten vakar.{below}")):
        assert paths(document) == ["kap0.§1", "kap0.§2", "overgangsbest"]
        assert at(document, "overgangsbest").content.startswith(above)


def test_an_entry_clause_within_a_section_is_no_transition_provision() -> None:
    clause = "2032:4\n\nDenna lag träder i kraft den 1 maj 2032."
    assert paths(register(f"1 § Fyren lyser.\n\n{clause}\n\n2 § Vakten vakar.")) == ["kap0.§1", "kap0.§2"]


def test_a_rule_with_a_blank_line_below() -> None:
    clause = "____________\n\nDenna författning träder i kraft den 1 maj 2031.\n"
    document = read(f"FYFS 2031:4\n\n1 § Fyren ska lysa.\n\n2 § Vakten ska vaka.\n\n{clause}", "x.txt")
    assert paths(document)[-2:] == ["kap0.§2", "overgangsbest"]
    assert document.chunks[-1].content.startswith("Denna")
    assert document.set_aside[-1].reason == "page furniture"


def test_notices_in_headings() -> None:
    several = markdown("### 1–3 §§\n\nHar upphävts genom lag (2032:4).\n\n### 4 §\n\nFyren lyser.\n")
    assert paths(several) == ["kap0.§1", "kap0.§4"]
    assert several.chunks[0].header.endswith("> 1–3 §§") and several.chunks[0].metadata["repealed"]
    one = markdown("### 1 §\n\nFyren lyser.\n\n### 2 § har upphävts genom lag (2032:4).\n\n### 3 §\n\nVakten vakar.\n")
    assert paths(one) == ["kap0.§1", "kap0.§2", "kap0.§3"]
    assert at(one, "kap0.§2").metadata["repealed"]
    told = markdown("### 1 §\n\nFyren lyser.\n\n### 2 §\n\nDenna paragraf har upphört att gälla genom lag (2032:4).\n")
    assert at(told, "kap0.§2").metadata["repealed"]


def test_a_marker_without_its_last_slash() -> None:
    document = markdown("### 1 §\n\n/Upphör att gälla U:2032-01-01\n\nFyren lyser.\n\n### 2 §\n\nVakten vakar.\n")
    assert at(document, "kap0.§1").valid_to == date(2032, 1, 1)
