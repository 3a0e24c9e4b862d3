"""What stands between the head of a judgment and its first paragraph, and behind its last one."""

import pytest

from tests.corpora.hk_cases.documents import akn, at, para, paths, read
from tests.corpora.hk_cases.test_report import REPORT

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 3


def line(text: str, style: str = "") -> str:
    return f'<level><content><p style="{style}">{text}</p></content></level>'


@pytest.mark.parametrize(
    "notice",
    [
        "This judgment was handed down remotely at 10.30am on 4 May 2031.",
        "WARNING: reporting restrictions may apply.",
        "This Decision was corrected on 5 May 2031 by rule 50.",
        "____________________",
        "(3:41 pm)",
    ],
)
def test_a_notice_is_front_matter(notice: str) -> None:
    document = akn(line("Her Honour Judge Beam:") + line(notice) + para("1.", LONG) + para("2.", LONG))
    assert paths(document) == ["front", "para.1"]
    assert notice in at(document, "front").content


def test_a_table_of_contents_without_an_element_of_its_own_is_set_aside() -> None:
    entries = line("Contents") + line("The lamp ……………… 1-2") + line("The law ……… 3") + line("Costs ……………… 4")
    document = akn(entries + para("1.", LONG) + para("2.", LONG))
    assert paths(document) == ["front", "para.1"]
    (aside,) = document.set_aside
    assert aside.reason == "table of contents"
    assert document.text[aside.start : aside.end].startswith("Contents\n\nThe lamp")


def test_a_line_that_announces_the_contents_is_set_aside_with_them() -> None:
    entries = (
        line("I. The lamp - paras. [1]-[7]") + line("II. The oil - paras. [8]-[9]") + line("III. Costs - para. [10]")
    )
    for announces, aside in (("This judgment is in three parts, as follows:", True), ("Mrs Justice Beam:", False)):
        document = akn(line("Approved") + line(announces) + entries + para("1.", LONG) + para("2.", LONG))
        assert document.text[document.set_aside[0].start :].startswith(announces) is aside


def test_an_order_in_front_of_the_reasons_is_the_order() -> None:
    document = akn(line("The appeal is allowed. The order is set aside.") + para("1.", LONG), max_characters=300)
    assert [(chunk.path, chunk.role) for chunk in document.chunks][1] == ("p.1", "order")


def test_the_title_of_a_report_and_a_long_digest_are_front_matter() -> None:
    digest = "_Shipping_ – _Lamps_ – _Whether to be lit_ – _" + "Duty of the keeper in a storm " * 12 + "_"
    report = REPORT.replace("_Shipping_ – _Lamps_ – _Whether to be lit_", digest).replace(
        "4 May 2031 Judgment reserved.", "4 May 2031 Judgment Reserved"
    )
    document = read(report, "2031_SGHC_12/report.md")
    assert at(document, "para.1").metadata["heading"] == "The facts"
    assert "Judgment Reserved" in at(document, "front").content
    assert "in a storm" in at(document, "front").content


@pytest.mark.parametrize(
    "signed",
    [
        "Judge Ada Beam",
        "Dated this 4th May 2031",
        "HHJ Beam, Family Court",
        "Right of appeal",
        "Oil Ltd hereby certify that",
    ],
)
def test_a_signature_is_no_paragraph(signed: str) -> None:
    document = akn(
        para("1.", LONG) + para("2.", LONG) + line(signed) + line("Harbour Street 1, by order of the court.")
    )
    assert paths(document) == ["front", "para.1", "closing"]
    assert at(document, "closing").content.startswith(signed)


def test_the_justices_of_a_press_summary_are_in_its_head_and_all_named() -> None:
    data = """<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="x">
<doc name="pressSummary"><meta><proprietary><uk:summaryOfCite>[2031] UKSC 12</uk:summaryOfCite></proprietary></meta>
<preface><p>PRESS SUMMARY</p></preface><mainBody>
<p>JUSTICES: <judge>Lord Wick</judge> (President), Lady Beam,<br/>Lord Oil and Lady Buoy.</p>
<level><heading>BACKGROUND TO THE APPEAL</heading><content><p>The lamp was out.</p></content></level>
</mainBody></doc></akomaNtoso>"""
    document = read(data, "uksc-2031-12.xml")
    assert paths(document) == ["front", "p.1"]
    assert document.metadata["judges"] == ["Lord Wick (President)", "Lady Beam", "Lord Oil", "Lady Buoy"]
