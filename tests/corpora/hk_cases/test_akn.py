"""Akoma Ntoso as Find Case Law publishes it."""

import pytest

from piperoll.model import DocumentError
from tests.corpora.hk_cases.documents import AKN, akn, at, numbers, para, paths, read

QUOTE = f"<block><embeddedStructure>{para('“7.', 'Quoted.')}{para('8.', 'Quoted too.”')}</embeddedStructure></block>"
NOTE = '<authorialNote class="footnote" marker="1"><p>A lamp of oil.</p></authorialNote>'
LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 3

SUMMARY = """<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="x"><doc name="pressSummary">
<meta><identification><FRBRWork><FRBRname value="Press Summary of Lamp v Harbour"/></FRBRWork></identification>
<proprietary><uk:summaryOf>https://example.org/id/uksc/2031/12</uk:summaryOf>
<uk:summaryOfCite>[2031] UKSC 12</uk:summaryOfCite></proprietary></meta>
<preface><p><docDate date="2031-05-04">4 May 2031</docDate></p><p>PRESS SUMMARY</p></preface><mainBody>
<level><heading>BACKGROUND TO THE APPEAL</heading><content><p>The lamp was out.</p></content></level>
<level><heading>JUDGMENT</heading><content><p>The appeal is dismissed.</p></content></level>
<level><heading>REASONS FOR THE JUDGMENT</heading><content><p>It must burn. The appeal fails.</p></content></level>
<level><heading>NOTE</heading><content><p>This summary is provided to assist.</p></content></level></mainBody></doc>
</akomaNtoso>"""


def test_quotations_lists_and_paragraphs_within_are_no_paragraphs() -> None:
    inner = '<subparagraph><num>(1)</num><content><p>First.</p></content></subparagraph>'  # fmt: skip
    document = akn(
        para("1.", "He said:", QUOTE)
        + f"<paragraph><num>2.</num><intro><p>Two points:</p></intro>{inner}{para('3.', 'Within.')}</paragraph>"
        + para("3.", "The claim is dismissed.")
    )
    assert numbers(document) == [1, 2, 3]
    assert paths(document) == ["front", "para.1"]
    assert "3.\tThe claim is dismissed." in document.text
    assert "(1)\tFirst." in document.text


def test_metadata() -> None:
    document = akn(para("1.", "The claim is dismissed."), kind="decision")
    assert (document.key, document.title) == ("[2031] EWHC 12 (Ch)", "LAMP v HARBOUR [2031] EWHC 12 (Ch)")
    assert document.kind == "decision"
    assert document.metadata == {
        "citation": "[2031] EWHC 12 (Ch)",
        "court": "EWHC-Chancery",
        "date": "2031-05-04",
        "name": "LAMP v HARBOUR",
        "case_numbers": ["CH-2031-000012"],
        "judges": ["MRS JUSTICE BEAM"],
        "parties": ["LAMP"],
        "address": "https://example.org/id/ewhc/ch/2031/12",
    }


def test_numbered_headings_are_headings() -> None:
    document = akn(
        para("1.", "Introduction") + para("1.", LONG) + para("2.", "the Facts") + para("2.", LONG) + para("3.", LONG),
        max_characters=400,
        overlap=0,
    )
    assert numbers(document) == [1, 2, 3]
    assert at(document, "para.2").metadata["heading"] == "2. the Facts"


def test_an_opinion_within_the_numbering_has_paths_of_its_own() -> None:
    document = akn(
        para("1.", LONG) + para("2.", LONG) + para("1.", LONG) + para("2.", LONG) + para("3.", LONG), max_characters=400
    )
    assert paths(document) == ["front", "op2.para.1", "op2.para.2", "para.1", "para.2", "para.3"]


def test_a_number_that_is_printed_twice_is_a_paragraph_twice() -> None:
    document = akn("".join(para(number, LONG) for number in (1, 2, 2, 3)), max_characters=400)
    assert paths(document) == ["front", "para.1", "para.2", "para.2.v2", "para.3"]


def test_a_footnote_stands_below_its_paragraph_with_its_mark_in_place() -> None:
    document = akn(para("1.", f"The lamp{NOTE} was out.{NOTE.replace('1', '2')}") + para("2.", "Dismissed."))
    assert (
        "1.\tThe lamp[1] was out.[2]\n\n[1]\tA lamp of oil.\n\n[2]\tA lamp of oil.\n\n2.\tDismissed." in document.text
    )
    assert numbers(document) == [1, 2]


def test_tables_keep_their_rows() -> None:
    row = "<tr><td><p>Lamp</p></td><td><p>31 m</p></td></tr>"
    document = akn(para("1.", "Heights:", f"<table><tr><td><p/></td><td><p>Height</p></td></tr>{row}</table>"))
    assert "Heights:\n\nHeight\nLamp\t31 m" in document.text


def test_annexes_and_contents() -> None:
    document = akn(
        "<level><content><toc><tocItem>1. Facts</tocItem></toc></content></level>" + para("1.", "Dismissed."),
        "<attachments><attachment><doc><mainBody><p>A map.</p></mainBody></doc></attachment></attachments>",
    )
    assert [(chunk.path, chunk.role) for chunk in document.chunks] == [
        ("front", "front"),
        ("para.1", "reasoning"),
        ("p.1", "annex"),
    ]
    assert [one.reason for one in document.set_aside] == ["table of contents"]


def test_press_summary() -> None:
    document = read(SUMMARY, "uksc-2031-12.xml")
    assert (document.key, document.kind) == ("[2031] UKSC 12 press summary", "press summary")
    assert document.metadata["summary_of"] == "[2031] UKSC 12"
    assert [(chunk.path, chunk.role) for chunk in document.chunks] == [
        ("front", "front"),
        ("p.1", "facts"),
        ("p.2", "order"),
        ("p.3", "reasoning"),
    ]
    assert [one.reason for one in document.set_aside] == ["notice on what a press summary is"]


def test_an_unknown_day_is_none() -> None:
    data = AKN.format(body=para("1.", "Dismissed."), after="", kind="judgment").replace("2031-05-04", "1000-01-01")
    assert "date" not in read(data, "x.xml").metadata


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param("<akomaNtoso><act/></akomaNtoso>", "unknown_xml", id="an act"),
        pytest.param("<statute>1 The</statute>", "unknown_xml", id="another vocabulary"),
        pytest.param("<akomaNtoso><judgment>", "broken_xml", id="cut short"),
        pytest.param('<!DOCTYPE a [<!ENTITY b "c">]><akomaNtoso>&b;</akomaNtoso>', "xml_entities", id="an entity"),
        pytest.param('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "xml_entities", id="a file"),
        pytest.param("<akomaNtoso>" + "<p>" * 10_000, "broken_xml", id="nested deeply"),
        pytest.param("no XML", "broken_xml", id="no XML"),
    ],
)
def test_what_cannot_be_read(data: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(data, "x.xml")
    assert caught.value.code == code


def test_the_judge_of_the_first_opinion_may_stand_in_the_header() -> None:
    judge = "Mrs Justice Beam, with whom Lord Pike agrees"
    speaks = '<level><content><p style="font-weight:bold">Lord Wick:</p></content></level>'
    data = AKN.format(body=para("1.", LONG) + para("2.", LONG) + speaks + para("3.", LONG), after="", kind="judgment")
    both = data.replace("</judge></p>", "</judge> <judge>Lord Pike</judge> <judge>Lord Wick</judge></p>")
    document = read(both.replace("<p>JUDGMENT</p>", f"<p>JUDGMENT</p><p>{judge}:</p>"), "12.xml")
    assert at(document, "para.1").metadata["heading"] == judge
    assert at(document, "para.3").metadata["heading"] == "Lord Wick"
    assert at(document, "front").content.endswith("agrees:")
