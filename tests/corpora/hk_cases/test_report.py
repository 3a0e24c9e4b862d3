"""Singapore's reports in Markdown, and Australian cases cut into sentences."""

from piperoll.corpora.hk_cases.numbering import APART
from piperoll.model import Status
from tests.corpora.hk_cases.documents import at, numbers, paths, read

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 2
REPORT = f"""# Lamp Pte Ltd v Harbour Pte Ltd

**Case Number** :Suit No 12 of 2031/B

**Decision Date** :04 May 2031

**Tribunal/Court** :High Court

**Coram** :Ada Beam J; Bo Wick JC

**Counsel Name(s)** :Mr Oil for the plaintiff.

**Parties** :Lamp Pte Ltd — Harbour Pte Ltd

_Shipping_ – _Lamps_ – _Whether to be lit_

4 May 2031 Judgment reserved.

**Ada Beam J:**

**The facts**

1\xa0\xa0\xa0\xa0\xa0\xa0\xa0{LONG}[note: 1]

2\xa0\xa0\xa0\xa0\xa0\xa0\xa0The judge said that the lamp, of which he

had heard, was out. {LONG}

**_The law_**

3\xa0\xa0\xa0\xa0\xa0\xa0\xa0{LONG}

[note: 1] (^) Bundle 3. [note: 2] (^) Bundle 4. Copyright © Government of Singapore.


Source: [link](https://example.org/[2031] SGHC 12.pdf)
"""
CASE = f"""<?xml version="1.0"?>
<case>
<name>Lamp Pty Ltd v Harbour (No 2) [2031] FCA 12 (4 May 2031)</name>
<AustLII>http://example.org/2031/12.html</AustLII>
<catchphrases>
<catchphrase "id=c0">lamps &amp; oil&nbsp;</catchphrase>
</catchphrases>
<sentences>
<sentence id="s0">
 INTRODUCTION

 1 {LONG}</sentence>
<sentence id="s1">It was out.</sentence>
<sentence id="s2">2 {LONG}</sentence>
<sentence id="s3">

 3
 {LONG}</sentence>
<sentence id="s4">
 I certify that the preceding three (3) numbered paragraphs are a true copy of the Reasons for Judgment herein of the
Honourable Justice Beam.</sentence>
</sentences>
</case>"""


def test_report() -> None:
    document = read(REPORT, "2031_SGHC_12/report.md")
    assert (document.key, document.title) == ("[2031] SGHC 12", "Lamp Pte Ltd v Harbour Pte Ltd [2031] SGHC 12")
    assert document.kind == "judgment"
    assert numbers(document) == [1, 2, 3]
    assert paths(document) == ["front", "para.1", "para.3", "notes"]
    assert document.metadata == {
        "citation": "[2031] SGHC 12",
        "court": "SGHC",
        "date": "2031-05-04",
        "name": "Lamp Pte Ltd v Harbour Pte Ltd",
        "case_numbers": ["Suit No 12 of 2031"],
        "judges": ["Ada Beam J", "Bo Wick JC"],
        "parties": ["Lamp Pte Ltd", "Harbour Pte Ltd"],
        "counsel": ["Mr Oil for the plaintiff."],
        "catchwords": ["Shipping – Lamps – Whether to be lit"],
    }
    assert [one.reason for one in document.set_aside] == ["copyright and address of the page"]


def test_a_blank_line_within_a_sentence_ends_no_paragraph() -> None:
    document = read(REPORT, "2031_SGHC_12/report.md", max_characters=300, overlap=0)
    assert "of which he\n\nhad heard" in at(document, "para.2").content
    assert at(document, "para.3").metadata["heading"] == "The facts › The law"


def test_the_folder_gives_the_citation_where_no_address_does() -> None:
    assert read(REPORT.partition("Source:")[0], "2031_SGHC_12/report.md").key == "[2031] SGHC 12"


def test_an_index_card_has_no_body() -> None:
    fields = 'title: Lamp v Harbour \nsubtitle: "[2031] SGHC 12 / 04\\_May\\_2031"\ntags:\n  - Shipping\n  - Lamps'
    card = f"---\n{fields}\n---\n"
    document = read(card, "2031_SGHC_12/index.md")
    assert (document.status, document.key) == (Status.NO_BODY, "[2031] SGHC 12 index card")
    assert document.metadata["catchwords"] == ["Shipping", "Lamps"]


def test_sentences() -> None:
    document = read(CASE, "31_12.xml")
    assert (document.key, document.title) == ("[2031] FCA 12", "Lamp Pty Ltd v Harbour (No 2) [2031] FCA 12")
    assert numbers(document) == [1, 2, 3]
    assert paths(document) == ["front", "para.1", "closing"]
    assert at(document, "para.1").metadata["heading"] == "INTRODUCTION"
    assert document.metadata["judges"] == ["Justice Beam"]
    assert document.metadata["date"] == "2031-05-04"
    assert document.metadata["catchwords"] == ["lamps & oil"]


def test_the_head_ends_behind_its_last_line() -> None:
    report = REPORT.replace("4 May 2031 Judgment reserved.", "_Costs_\n\n4 May 2031")
    document = read(report, "2031_SGHC_12/report.md")
    assert "Parties :Lamp" in at(document, "front").content
    assert at(document, "para.1").metadata["heading"] == "The facts"


def test_a_report_of_nothing_but_a_note_is_front_matter() -> None:
    note = "**[LawNet Admin Note: The citation has been reassigned to [2031] 3 SLR(R) 33 on 18 May 2040.]**"
    head = REPORT[: REPORT.index("_Shipping_")]
    assert paths(read(f"{head}{note}\n", "2031_SGHC_12/report.md")) == ["front"]


def test_a_name_that_is_too_long_goes_without_its_remarks() -> None:
    remark = "(in its own capacity and as representative of the keepers (in liquidation) of the harbour) "
    name = f"Lamp Ltd {remark}{remark}v Harbour Ltd {remark}{remark}and others"
    report = REPORT.replace(REPORT[2 : REPORT.index("\n")], name)
    assert read(report, "2031_SGHC_12/report.md").metadata["name"] == "Lamp Ltd v Harbour Ltd and others"


def test_a_heading_in_italics_below_the_first_paragraph_is_no_catchword() -> None:
    space = "\xa0" * 7
    report = f"""# Lamp Pte Ltd v Harbour Pte Ltd

**Coram** :Ada Beam J

_Shipping_ – _Lamps_

**Background**

1{space}{LONG}

_(i) The order_

2{space}{LONG}

3{space}{LONG}
"""
    assert read(report, "x.md").metadata["catchwords"] == ["Shipping – Lamps"]


def test_a_report_whose_numbers_stand_in_brackets_and_whose_title_is_bold() -> None:
    text = REPORT.replace("# Lamp Pte Ltd v Harbour Pte Ltd", "# **Lamp Pte Ltd v Harbour Pte Ltd**")
    for number in "123":
        text = text.replace(f"\n{number}\xa0\xa0\xa0\xa0\xa0\xa0\xa0", f"\n[{number}] ")
    text = text.replace("**_The law_**", "_The keeper’s case_")
    document = read(text, "2031_SGHC_12/report.md")
    assert (document.title, document.metadata["catchwords"]) == (
        "Lamp Pte Ltd v Harbour Pte Ltd [2031] SGHC 12",
        ["Shipping – Lamps – Whether to be lit"],
    )
    assert numbers(document) == [1, 2, 3]


def test_a_day_behind_a_number_is_no_digit_driven_apart() -> None:
    assert APART.match("5       2 However")
    assert not APART.match("1       3 March 2031: the order")
