"""References in contracts and terms."""

import pytest

from piperoll.corpora.citations.clauses import Reference, find

LABELS = [
    ("as set out in Section 3.2(a).", ["section 3.2.a"]),
    ("under Sections 2.1, 2.3 and 4", ["section 2.1", "section 2.3", "section 4"]),
    ("Sections 7.3(a) and (b)", ["section 7.3.a", "section 7.3.b"]),
    ("in Clause 9(a), (c), (d) and (e)", ["clause 9.a", "clause 9.c", "clause 9.d", "clause 9.e"]),
    ("clauses (i) through (iv) hereof", ["clause i", "clause iv"]),
    ("Sections 8-12 and 15", ["section 8", "section 12", "section 15"]),
    ("paragraph (c) of Section 2", ["section 2.c"]),
    ("Section 1)b) survives", ["section 1.b"]),
    ("pursuant to Article V or Exhibit B-1", ["article V", "exhibit B-1"]),
    ("listed on Schedule 1.1(a) and Annex II", ["schedule 1.1.a", "annex II"]),
    ("the limits of SECTIONS 16 AND 17 apply", ["section 16", "section 17"]),
    ("Sections 4 (Confidentiality) and 6 (Miscellaneous)", ["section 4", "section 6"]),
    ("gemäß § 5 und Art. 7", ["section 5", "article 7"]),
    ("la clause 2.4, la cláusula 3 y la sección 4", ["clause 2.4", "clause 3", "section 4"]),
    # the sentence goes on, the enumeration does not
    ("under Section 9.1(g), (ii) the Keeper may", ["section 9.1.g"]),
    ("within Section 5, 30 days after", ["section 5"]),
    ("Section 6.1(a), (b) the Keeper", ["section 6.1.a"]),
    # of an act, not of the contract
    ("Section 13(d) of the Exchange Act", []),
    ("Article 6(1)(a) GDPR", []),
    ("Art. 6 para. 1 lit. f of the GDPR", []),
    ("Treasury Regulations Section 1.163-8T", []),
    ("18 U.S.C. Section 2703(d)", []),
    ("Rule 144A under the Securities Act", []),
    ("article 47 of the petroleum code", []),
    # words of every day
    ("one part 2 item", []),
    ("the section below", []),
]


@pytest.mark.parametrize(("text", "labels"), LABELS)
def test_labels(text: str, labels: list[str]) -> None:
    assert [one.label for one in find(text)] == labels


HEADINGS = [
    "Section 3.2 Keepers.",
    "## Article V\n",
    "paid.\n\nSection 3.2. Keepers. The",
    "paid.   Section 8.2     Effect of Dusk.",
    "**Section 4.** Lamps",
    "Lamps 41 Section 5.4 Harbours 45",
    "\n\nExhibit A\n\nForm",
    "Annex 1: [***] Agreement",
]


@pytest.mark.parametrize("text", HEADINGS)
def test_a_heading_is_no_reference(text: str) -> None:
    assert list(find(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Section 16.3 shall not apply to lamps.",
        "as provided in\nSection 5 Keepers shall",
        "Lamp Date   Section 3.23(a) Harbour Date",
        "waiver in THIS \u200bSECTION 8.08(C).   Next",
    ],
)
def test_what_looks_like_a_heading(text: str) -> None:
    assert len(list(find(text))) == 1


def test_where_it_points_from() -> None:
    text = "this Section 4, clause 7(b) above and Section 3 hereof; Section 2 of this Agreement"
    assert [one.relative for one in find(text)] == ["this", "above", "hereof", "this"]


def test_of_another_document() -> None:
    text = "Section 3.2(a) of the Keeper Disclosure Letter and Section 1.3 of the Agreement"
    assert list(find(text)) == [
        Reference(0, 46, "section", ("3", "2", "a"), "", "Keeper Disclosure Letter"),
        Reference(51, 62, "section", ("1", "3")),
    ]


TITLES = [
    ("see our [Privacy Policy](https://example.org/p).", ["Privacy Policy"]),
    ("see our Data Policy and Terms of Service", ["Data Policy", "Terms of Service"]),
    ("the [**General Terms and Conditions**](https://example.org)", ["General Terms and Conditions"]),
    ("governed by the Master Framework Agreement dated 1 May", ["Master Framework Agreement"]),
    ("[other policies](https://example.org) and [here](x)", []),
    ("this Lamp Policy; the Lamp Policy says", []),
    ("these Lamp Terms of Use (the “Lamp Terms”); the Lamp Terms say", []),
    ("the Agreement and the Terms", []),
    ("(a “Dusk Notice”); after the Dusk Notice", []),
]


@pytest.mark.parametrize(("text", "titles"), TITLES)
def test_documents_by_title(text: str, titles: list[str]) -> None:
    assert [one.of for one in find(text)] == titles


def test_the_document_itself_is_no_other() -> None:
    text = "our Privacy Policy and our Cookie Policy"
    assert [one.of for one in find(text, own=["Privacy Policy"])] == ["Cookie Policy"]


def test_a_range_of_the_text() -> None:
    text = "Section 1 and Section 2 and Section 3"
    assert [one.label for one in find(text, 10, 24)] == ["section 2"]
