"""From rows to documents: columns, metadata, chunks, options, and what is refused."""

import json
from typing import Any

import pytest

from piperoll.corpora.registry import get
from piperoll.errors import UsageError
from piperoll.model import DocumentError, Status
from tests.corpora.sst.decisions import BODY, NOTES, RECORD, WHOLE, at, check, read, row

NAME = "decisions.jsonl!/2041 SST 7.json"


def test_chunks_are_whole_paragraphs_of_a_section() -> None:
    document = read(WHOLE)
    assert [(chunk.path, chunk.role, list(chunk.paragraphs)) for chunk in document.chunks] == [
        ("para.1", "decision", [1, 2]),
        ("para.3", "overview", [3]),
        ("para.4", "issue", [4]),
        ("para.5", "analysis", [5]),
        ("para.6", "analysis", [6, 7]),
        ("para.8", "decision", [8]),
    ]
    chunk = at(document, "para.6")
    assert chunk.header == "AB v CEIC, 2041 SST 7 > Analysis > Why it was late"
    assert chunk.content == "Why it was late [6] The letter lay unread.\n[7] Nobody knew."
    assert chunk.metadata["heading"] == "Why it was late"
    assert at(document, "para.5").metadata["priority"] == 1


def test_paragraphs_are_joined_up_to_the_size() -> None:
    words = "word " * 59
    document = read("Analysis " + "\n".join(f"[{n}] {words.strip()}." for n in range(1, 13)), max_tokens=280)
    assert [list(chunk.paragraphs) for chunk in document.chunks] == [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
        [10, 11, 12],
    ]
    assert max(chunk.tokens for chunk in document.chunks) <= 280


def test_one_paragraph_over_the_cap_is_split_at_sentences() -> None:
    document = read(f"Analysis [1] {'It was so. ' * 600}\n[2] End.")
    assert [chunk.path for chunk in document.chunks] == ["para.1", "para.1.2", "para.2"]
    assert [chunk.parent for chunk in document.chunks] == [None, "para.1", None]
    assert document.chunks[0].content.endswith("It was so.")
    assert all(chunk.paragraphs == (1,) for chunk in document.chunks[:2])


def test_numbers_printed_twice_and_text_without_numbers() -> None:
    document = read("A preface.\nDecision [1] a.\nOverview [1] b.\nAPPENDIX\nA table.")
    assert [chunk.path for chunk in document.chunks] == ["preamble", "para.1", "para.1.v2", "text"]
    document = read("\n\n".join("No number stands here, only words. " * 20 for _ in range(5)))
    assert [chunk.path for chunk in document.chunks] == ["text", "text.2", "text.3"]


def test_a_heading_that_nothing_follows() -> None:
    assert [chunk.path for chunk in read("[1] a.\n\nConclusion").chunks] == ["para.1", "text"]
    assert [chunk.path for chunk in read("Conclusion").chunks] == ["text"]


def test_footnotes_when_they_are_asked_for() -> None:
    document = read(WHOLE, footnotes=True)
    chunk = at(document, "footnote.2")
    assert (chunk.role, chunk.content) == ("footnote", "Footnote 2\nThe letter is at GD2-4.")
    assert "footnotes" not in {one.reason for one in document.set_aside}
    assert "footnotes" in {one.reason for one in read(WHOLE).set_aside}


def test_metadata_from_the_record_and_the_title_page() -> None:
    (document,) = get("sst").read(WHOLE.encode(), "a/decision.txt")
    check(document)
    assert (document.key, document.title) == ("2041 SST 7", "AB v Canada Employment Insurance Commission")
    assert document.metadata == {
        "citation": "2041 SST 7",
        "collection": "Employment insurance (EI)",
        "court": "Social Security Tribunal of Canada",
        "date": "2041-03-12",
        "division": "General Division",
        "hearing_type": "Videoconference",
        "judges": ["Ada Fernwright"],
        "name": "AB v Canada Employment Insurance Commission",
        "outcome": "Appeal dismissed",
        "parties": ["A. B.", "Canada Employment Insurance Commission"],
        "reference_number": "GE-41-7",
    }


def test_the_title_page_of_a_court() -> None:
    text = (
        "Federal Court\nDecision Content\nDocket: T-1-08\nCitation: 2008 FC 9\nBETWEEN:\nJO MARSH\nApplicant\n"
        "and\nTHE MINISTER\nRespondent\nREASONS FOR JUDGMENT\n[1]  a.\nBackground\n[2]  b."
    )
    (document,) = get("sst").read(text.encode(), "a.txt")
    check(document)
    assert document.metadata == {
        "citation": "2008 FC 9",
        "court": "Federal Court",
        "parties": ["JO MARSH", "THE MINISTER"],
    }
    assert [chunk.metadata.get("heading") for chunk in document.chunks] == ["REASONS FOR JUDGMENT", "Background"]


def test_the_columns_go_before_what_is_printed() -> None:
    data = row(
        WHOLE,
        citation_en="2041 SST 8",
        document_date_en="2042-01-02 00:00:00+00:00",
        url_en="https://x.invalid",
        more=1,
    )
    (document,) = get("sst").read(data, NAME)
    assert document.key == "2041 SST 8"
    assert {name: document.metadata[name] for name in ("date", "name", "url", "language")} == {
        "date": "2042-01-02",
        "name": "AB v CEIC",
        "url": "https://x.invalid",
        "language": "en",
    }


def test_old_columns() -> None:
    old = {"citation": "2017 SSTADIS 186", "name": "S. J. v. Minister", "language": "en", "unofficial_text": BODY}
    (document,) = get("sst").read(json.dumps(old | {"document_date": "2017-04-27 00:00:00+00:00"}).encode(), NAME)
    check(document)
    assert (document.key, document.title) == ("2017 SSTADIS 186", "S. J. v. Minister")
    assert document.metadata["parties"] == ["S. J.", "Minister"]
    assert document.metadata["court"] == "Social Security Tribunal of Canada"


def test_french_columns() -> None:
    text = (
        "Contenu de la décision\nSur cette page\nDécision Aperçu Analyse\nDécision [1] L’appel est rejeté.\n"
        "Analyse [2] Tard.Note de bas de page 1\nNote de bas de page 1\nArticle 52."
    )
    data = row("Decision [1] No.", unofficial_text_fr=text, citation_fr="2041 TSS 7", name_fr="AB c CAEC")
    profile = get("sst", {"columns": "fr"})
    assert profile.language == "french"
    (document,) = profile.read(data, NAME)
    check(document)
    assert (document.key, document.title) == ("2041 TSS 7", "AB c CAEC")
    assert [chunk.role for chunk in document.chunks] == ["decision", "analysis"]
    assert at(document, "para.2").metadata["footnote_references"][0][0] == 1


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{", "broken_json"),
        (b"\xff", "broken_json"),
        (b"[]", "wrong_shape"),
        (b"{}", "unknown_row"),
        (row(""), "no_text"),
        (row(" \n", unofficial_text_fr=None), "no_text"),
        (row("", unofficial_text_fr="Décision [1] Oui."), "other_language"),
        (json.dumps({"unofficial_text": "x", "language": "fr"}).encode(), "other_language"),
        (row(5), "wrong_shape"),  # type: ignore[arg-type]
        (row("x", name_en=["y"]), "wrong_shape"),
        (row("x", citation_en=7), "wrong_shape"),
    ],
)
def test_what_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        list(get("sst").read(data, NAME))
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def test_a_record_without_a_decision() -> None:
    assert read(f"{RECORD}Decision Content").status is Status.NO_BODY


def test_the_first_line_of_a_record_is_the_name() -> None:
    (document,) = get("sst").read(f"{RECORD}Decision Content\n{BODY}".encode(), "a.txt")
    assert (document.key, document.title) == ("2041 SST 7", "AB v Canada Employment Insurance Commission")


def test_a_text_file_without_a_citation_is_known_by_its_path() -> None:
    (document,) = get("sst").read(b"[1] One.\n[2] Two.", "a/b.txt")
    assert (document.key, document.title) == ("a/b.txt", "b")


def test_a_long_name_is_cut_in_the_headers() -> None:
    (document,) = get("sst").read(row(BODY, name_en="x" * 5000), NAME)
    assert len(document.title) == 5000
    assert all(len(chunk.header) < 500 for chunk in document.chunks)


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("para 13 of 2022 SST 123", ["para.13"]),
        ("2022 SCC 1 at paras. 13-15", ["para.13", "para.15"]),
        ("paragraphs [16] to [18] and para. 16", ["para.16", "para.18"]),
        ("¶ 7", ["para.7"]),
        ("paragraph 2022000", []),
        ("the parade of 13 people", []),
    ],
)
def test_references(query: str, paths: list[str]) -> None:
    assert list(dict.fromkeys(one.path for one in get("sst").references(query) if one.path)) == paths


@pytest.mark.parametrize("options", [{"max_tokens": 5}, {"max_tokens": 5000}, {"columns": "de"}, {"size": 1}])
def test_options_are_checked(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        get("sst", options)


def test_the_same_input_gives_the_same_document() -> None:
    assert read(WHOLE + NOTES) == read(WHOLE + NOTES)


def test_an_oral_judgment_has_its_day_and_its_judge() -> None:
    text = (
        "The appeal from the judgment of the Court of Appeal, dated April 1, 2040, was heard on May 18, 2041, and the"
        " Court on that day delivered the following judgment orally:\n\nBeam J. — It was out.\n\n"
        "The appeal is dismissed."
    )
    document = read(text)
    assert (document.metadata["date"], document.metadata["judges"]) == ("2041-05-18", ["Beam J."])
    assert document.chunks[0].header.endswith("> Beam J.")


def test_a_long_heading_with_a_number_is_one() -> None:
    question = "Did the Keeper of the Lamp Err by Leaving the Harbour (Failure to Keep a Light)? "
    long = f"B. {question}Specifically, {question * 3}".strip()
    document = read(f"A. The Lamp\n\n[1] It was out.\n\n{long}\n\n[2] He was asleep.")
    assert at(document, "para.2").content.startswith("B. Did the Keeper")


@pytest.mark.parametrize(
    ("second", "paths"),
    [("Wick J.", ["para.1", "para.2", "text"]), ("", ["para.1"])],
)
def test_what_the_court_did_is_said_by_no_dissenting_judge(second: str, paths: list[str]) -> None:
    dissent = f"The following are the reasons delivered by\n\n{second} —\n\n" if second else ""
    text = (
        "The judgment of the Court was delivered by\n\nBeam J. —\n\n[1] I would allow the appeal.\n\n"
        f"{dissent}[2] I would dismiss the appeal.\n\n \n\n        Appeal allowed, {second or 'Wick J.'} dissenting."
    )
    chunks = read(text).chunks
    assert [chunk.path for chunk in chunks] == paths
    last = chunks[-1]
    if second:
        assert (last.role, last.content) == ("decision", "Appeal allowed, Wick J. dissenting.")
        assert "Wick" not in last.header and "Wick" in chunks[-2].header


def test_an_opinion_is_under_its_judge_also_above_a_table_of_contents() -> None:
    text = (
        "The judgment of the Court was delivered by\n\nBeam J. —\n\nTABLE OF CONTENTS\n\nI. Overview .... 1\n\n"
        "II. Facts .... 2\n\nIII. Analysis .... 3\n\nI. Overview\n\n[1] It was out.\n\nII. Facts\n\n[2] He slept.\n\n"
        "III. Analysis\n\n[3] That is no excuse."
    )
    first = read(text).chunks[0]
    assert first.content.endswith("Beam J. —") and first.header.endswith(" > Beam J.")


def test_the_heading_of_an_opinion_is_its_judge() -> None:
    text = "The following are the reasons delivered orally by\n\n[1] Beam J. — It was out.\n\n[2] He slept."
    assert at(read(text), "para.1").metadata["heading"] == "Beam J."
