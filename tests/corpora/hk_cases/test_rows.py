"""Rows of JSON: extracts, exports, the columns of A2AJ."""

import json

import pytest

from piperoll.model import DocumentError
from tests.corpora.hk_cases.documents import numbers, paths, read, read_all, row

TEXT = "[1]     The lamp was out.\n\n[2]     The appeal is dismissed."
EXTRACT = {
    "neutral_citation": "[2031] HKCFI 12",
    "court": "HKCFI",
    "case_name": "LAMP LTD v. HARBOUR LTD AND OTHERS [2031] HKCFI 12; [2031] 2 HKLRD 9; HCA 12/2031 (4 May 2031)",
    "judge": "Date of Hearing: 1 May 2031Date of Judgment: 4 May 2031(Ada Beam)",
    "judge_title": "Judge of the Court of First Instance",
    "link": "/2031/12.html",
    "representation": "\nMr Wick, for the plaintiff\nMs Oil, for the defendant\n",
    "decision": "41.  The claim fails as put in\n§40 above. 42.  Costs follow the event.",
}
A2AJ = {
    "dataset": "SCC",
    "citation_en": "2031 SCC 12",
    "citation2_en": "[2031] 1 SCR 9",
    "name_en": "Lamp v. Harbour",
    "document_date_en": "2031-05-04 00:00:00+00:00",
    "url_en": "https://example.org/12",
    "unofficial_text_en": TEXT,
    "citation_fr": "2031 CSC 12",
    "name_fr": "Lampe c. Port",
    "unofficial_text_fr": "",
}


def test_an_extract() -> None:
    document = row(EXTRACT)
    assert (document.key, document.kind) == ("[2031] HKCFI 12", "extract")
    assert document.title == "LAMP LTD v. HARBOUR LTD AND OTHERS [2031] HKCFI 12"
    assert (numbers(document), document.text) == ([41, 42], EXTRACT["decision"])
    assert document.metadata == {
        "citation": "[2031] HKCFI 12",
        "court": "HKCFI",
        "date": "2031-05-04",
        "name": "LAMP LTD v. HARBOUR LTD AND OTHERS",
        "case_numbers": ["HCA 12/2031"],
        "judges": ["Ada Beam"],
        "parties": ["LAMP LTD", "HARBOUR LTD AND OTHERS"],
        "counsel": ["Mr Wick, for the plaintiff", "Ms Oil, for the defendant"],
        "address": "/2031/12.html",
    }


def test_columns_of_a2aj() -> None:
    document = row(A2AJ)
    assert (document.key, numbers(document), document.metadata["date"]) == ("2031 SCC 12", [1, 2], "2031-05-04")
    assert document.metadata["also_cited"] == ["[2031] 1 SCR 9"]


def test_each_language_that_has_a_text_is_a_document() -> None:
    data = A2AJ | {"unofficial_text_fr": "[1] La lampe était éteinte.\n\n[2] Le pourvoi est rejeté."}
    english, french = read_all(json.dumps(data), "scc.jsonl!/1.json")
    assert (english.key, french.key) == ("2031 SCC 12", "2031 CSC 12")
    assert numbers(french) == [1, 2]


@pytest.mark.parametrize("column", ["text", "full_text", "decision", "unofficial_text", "html"])
def test_where_the_text_may_stand(column: str) -> None:
    text = TEXT if column != "html" else "".join(f"<p>{line}</p>" for line in TEXT.split("\n\n"))
    document = row({"citation": "2031 ONCA 12", "name": "Lamp v. Harbour", column: text})
    assert (document.key, numbers(document)) == ("2031 ONCA 12", [1, 2])
    assert document.title == "Lamp v. Harbour 2031 ONCA 12"


def test_without_a_citation_the_case_number_is_the_key_and_without_one_the_path() -> None:
    assert row({"case_number": "HCA 12/2031", "text": TEXT}).key == "HCA 12/2031"
    assert row({"text": TEXT}).key == "cases.jsonl!/1.json"


def test_text_that_slipped_into_a_column_is_no_value() -> None:
    document = row(EXTRACT | {"judge": "paragraph of a judgment " * 500 + "(Ada Beam)", "representation": "x" * 5000})
    assert document.metadata["judges"] == ["Ada Beam"]
    assert "counsel" not in document.metadata


def test_a_list_of_rows() -> None:
    documents = read_all(json.dumps([EXTRACT, {"citation": "2031 SCC 12", "text": TEXT}]), "cases.json")
    assert [document.key for document in documents] == ["[2031] HKCFI 12", "2031 SCC 12"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param("{", "broken_json", id="cut short"),
        pytest.param("{}", "unknown_json", id="no column"),
        pytest.param('{"text": " "}', "unknown_json", id="no text"),
        pytest.param('{"text": 7, "decision": ["a"]}', "unknown_json", id="no string"),
        pytest.param("[1, null, [2]]", "unknown_json", id="no rows"),
        pytest.param('"text"', "unknown_json", id="no object"),
    ],
)
def test_what_cannot_be_read(data: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(data, "x.json")
    assert caught.value.code == code
    assert paths(row({"text": "The lamp."})) == ["p.1"]


SUPREME = """APPEAL from a judgment of the Rockland Court of Appeal, 2030 RKCA 5. Appeal dismissed, Oil J. dissenting.

                    Ada Beam and Jo Wick, for the appellant.

                    Kim Lamp, for the intervener the Harbour Board.

                  The judgment of Beam C.J. and Wick J. was delivered by

                    Wick J. —

                                   TABLE OF CONTENTS

Paragraph

I.      Facts

1

II.   Analysis

2

A.    The Lamp

2

I.               Facts

[1]                 The lamp was out when the ship came in.

II.              Analysis

A.           The Lamp

[2]                 The lamp must burn.

B.           Court of Appeal for Rockland, 2030 RKCA 5, 41 R.L.R. (6th) 47, 451 D.L.R. (4th) 225 (Reef and Rock JJ.A.)

[3]                 The court below was right.

                  The following are the reasons delivered by

                    Oil J. —

I.               Overview

[4]                 I would allow the appeal."""


def test_a_judgment_of_the_supreme_court_of_canada() -> None:
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": SUPREME})
    assert document.metadata["judges"] == ["Beam C.J.", "Wick J.", "Oil J."]
    assert document.metadata["counsel"] == [
        "Ada Beam and Jo Wick, for the appellant.",
        "Kim Lamp, for the intervener the Harbour Board.",
    ]
    assert [(one.reason, document.text[one.end - 1]) for one in document.set_aside] == [("table of contents", "2")]
    headings = {chunk.path: chunk.metadata.get("heading", "") for chunk in document.chunks}
    assert headings["para.1"] == "Wick J. › I. Facts"
    assert headings["para.2"] == "Wick J. › II. Analysis › A. The Lamp"
    assert headings["para.3"].startswith("Wick J. › II. Analysis › B. Court of Appeal for Rockland, 2030 RKCA 5")
    assert headings["para.4"] == "Oil J. › I. Overview"


def test_a_further_opinion_may_have_a_table_of_contents_too() -> None:
    contents = (
        "TABLE OF CONTENTS\n\nParagraph\n\nI.      Overview\n\n4\n\nII.   Analysis\n\n5\n\nA.    The Oil\n\n5\n\n"
    )
    law = "II.              Analysis\n\n[5]                 The oil was his."
    text = SUPREME.replace("I.               Overview", f"{contents}I.               Overview")
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": f"{text}\n\n{law}"})
    chunks = {chunk.path: chunk for chunk in document.chunks}
    assert chunks["para.3"].content.endswith("The court below was right.")
    assert chunks["para.4"].metadata["heading"] == "Oil J. › I. Overview"
    assert chunks["para.5"].metadata["heading"] == "Oil J. › II. Analysis"
    aside = [document.text[one.start : one.end].strip()[:17] for one in document.set_aside]
    assert aside == ["TABLE OF CONTENTS", "The following are"]


def test_judges_who_join_a_further_opinion() -> None:
    text = SUPREME.replace("The lamp must burn.", "The lamp must burn from dusk until dawn. " * 40)
    text = text.replace(
        "The following are the reasons delivered by", "The reasons of Mole, Fyr and Oil JJ. were delivered by"
    )
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": text})
    assert document.metadata["judges"] == ["Beam C.J.", "Wick J.", "Mole J.", "Fyr J.", "Oil J."]


def test_a_judge_speaks_for_many() -> None:
    others = "Wick, Mole, Reed, Fyr, Harbour, Lantern, Glass, Tallow, Rock and Reef"
    many = f"The reasons for judgment of Beam C.J. and {others} JJ. were delivered by"
    text = SUPREME.replace("The judgment of Beam C.J. and Wick J. was delivered by", many)
    text = f"{text[: text.index('TABLE')]}{text[text.index('I.               Facts') :]}"
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": text})
    headings = {chunk.path: chunk.metadata.get("heading", "") for chunk in document.chunks}
    assert (headings["para.1"], headings["para.4"]) == ("Wick J. › I. Facts", "Oil J. › I. Overview")


def test_an_oral_judgment_is_of_the_day_on_which_it_was_heard() -> None:
    text = (
        "JUDGMENT\n\nThe appeal from the judgment of the Court of Appeal, dated April 1, 2030, was heard on May 4,"
        " 2031, and the Court on that day delivered the following judgment orally:\n\nThe Chief Justice —"
        " The appeal is dismissed."
    )
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": text})
    assert (document.metadata["date"], document.metadata["judges"]) == ("2031-05-04", ["The Chief Justice"])


def test_a_further_oral_opinion_in_a_numbered_paragraph() -> None:
    law = "The lamp must burn from dusk until dawn. " * 4
    text = (
        "The judgment of Beam and Wick JJ. was delivered orally by\n\n[1]               Beam J. — It is of right."
        f"\n\n[2]               {law}\n\nThe following are the reasons delivered orally by\n\n"
        f"[3]               Fyr J. (dissenting) — I disagree.\n\n[4]               {law}"
    )
    document = row({"citation_en": "2031 SCC 12", "unofficial_text_en": text})
    assert document.metadata["judges"] == ["Beam J.", "Wick J.", "Fyr J."]
    assert [chunk.metadata["heading"] for chunk in document.chunks if chunk.paragraphs] == ["Beam J.", "Fyr J."]


def test_entities_of_a_page_in_a_column() -> None:
    columns = {"case_name": "LAMP &AMP; OIL &QUOT;BRIGHT&QUOT; LTD v. HARBOUR [2031] HKCFI 3; HCA 12/2031 (4 May 2031)"}
    document = row({**columns, "neutral_citation": "[2031] HKCFI 3", "decision": "20. The appeal is dismissed."})
    assert document.title == 'LAMP & OIL "BRIGHT" LTD v. HARBOUR [2031] HKCFI 3'
