"""Reports, statements, notes and exhibits: which headings stand in which."""

import pytest

from tests.corpora.sec_10k.documents import BREAK, COVER, PLAIN, SAID, page, read, sections, told


def test_a_running_head_closes_nothing() -> None:
    found = sections(
        *("*Reef Inc.", "*Notes to Financial Statements", "<i>Note 1. Lamps</i>", SAID),
        *("*Reef Inc.", "*Notes to Financial Statements (Continued)", SAID + "Oil too."),
        *("*Reef Inc.", "*Notes to Financial Statements (Continued)", "<i>Note 2. Bells</i>", SAID),
    )
    head = ["Reef Inc.", "Notes to Financial Statements"]
    assert [one for at, one in enumerate(found) if one not in found[:at]] == [
        [*head, "Note 1. Lamps"], [*head, "Note 2. Bells"],
    ]  # fmt: skip


def test_the_report_of_the_auditor_ends_at_a_statement_and_a_note_holds_its_headings() -> None:
    found = sections(
        *("*REPORT OF INDEPENDENT ACCOUNTANTS", "<u>Basis for Opinion</u>", SAID),
        *("<u>Consolidated Statements of Income</u>", SAID, "*Note 1. Lamps", "<u>Oil</u>", SAID, "*Wicks", SAID),
    )
    assert [one for at, one in enumerate(found) if one not in found[:at]] == [
        ["REPORT OF INDEPENDENT ACCOUNTANTS", "Basis for Opinion"],
        ["Consolidated Statements of Income"],
        ["Note 1. Lamps", "Oil"],
        ["Note 1. Lamps", "Wicks"],
    ]


@pytest.mark.parametrize(
    "title",
    [
        "INDEPENDENT AUDITORS’ REPORT",
        "REPORT OF REEF & SON LLP, INDEPENDENT AUDITORS",
        "MANAGEMENT'S ASSESSMENT OF INTERNAL CONTROL",
        "STATEMENT OF MANAGEMENT’S RESPONSIBILITY",
    ],
)
def test_a_report_with_another_title_ends_the_notes_too(title: str) -> None:
    lines = ("*NOTES TO FINANCIAL STATEMENTS", "*Note 1. Lamps", SAID, f"*{title}", SAID)
    assert told(*lines)[-1] == [title]


def test_a_statement_above_the_company_whose_it_is_ends_the_discussion_in_front_of_it() -> None:
    table = "<table><tr><td></td><td>2031</td></tr><tr><td>Lamps</td><td>12</td></tr></table>"
    lines = ("*OUR ACCOUNTING POLICIES", "*Lamps", SAID, "*Consolidated Balance Sheet")
    assert told(*lines, "Lanternfish Lamps, Inc.", table)[-1] == ["Consolidated Balance Sheet"]
    assert told(*lines, SAID)[-1] == ["OUR ACCOUNTING POLICIES", "Consolidated Balance Sheet"]


def test_a_heading_in_a_note_that_begins_as_a_statement_ends_no_note() -> None:
    lines = ("*Notes to Statements", "*<u>Note 15. Lamps</u>", "<u>Income Statement Information</u>", SAID)
    assert told(*lines, "<u>Balance Sheet Information</u>", SAID, "<u>Consolidated Balance Sheets</u>", SAID) == [
        ["Notes to Statements", "Note 15. Lamps", "Income Statement Information"],
        ["Notes to Statements", "Note 15. Lamps", "Balance Sheet Information"],
        ["Notes to Statements", "Note 15. Lamps", "Consolidated Balance Sheets"],
    ]


def test_a_running_head_in_capitals_but_for_continued_ends_no_note() -> None:
    head = ("*NOTES TO FINANCIAL STATEMENTS", "<u>Note 1. Lamps</u>", SAID)
    assert told(*head, "*NOTES TO FINANCIAL STATEMENTS (Continued)", SAID, "<u>Note 2. Bells</u>", SAID) == [
        ["NOTES TO FINANCIAL STATEMENTS", "Note 1. Lamps"],
        ["NOTES TO FINANCIAL STATEMENTS", "Note 2. Bells"],
    ]


def test_a_note_stands_below_no_heading_of_the_text_before_it() -> None:
    lines = ("*Notes to Statements", "*<u>Significant Policies</u>", "<i>Recently Issued Standards</i>", SAID)
    assert told(*lines, "<u>Note 3 — Lamps</u>", SAID)[-1] == ["Notes to Statements", "Note 3 — Lamps"]


def test_a_note_opens_also_in_front_of_its_text() -> None:
    assert told("*NOTE 20. LAMPS", SAID, f"<b>NOTE 21. BELLS</b> {SAID}", SAID, "<i>Wicks</i>", SAID) == [
        ["NOTE 20. LAMPS"],
        ["NOTE 21. BELLS"],
        ["NOTE 21. BELLS", "Wicks"],
    ]


def test_no_chunk_holds_the_end_of_a_note_and_the_start_of_the_next() -> None:
    lines = ("*Note 4. Lamps", SAID, "<i>Wicks</i>", "They burn.", "*Note 5. Bells", "They ring.")
    assert told(*lines) == [["Note 4. Lamps"], ["Note 4. Lamps", "Wicks"], ["Note 5. Bells"]]


def test_the_index_of_the_statements_ends_at_the_first_and_a_report_where_it_is_signed() -> None:
    lines = ("*Index to Consolidated Financial Statements", SAID, "*Reports of Independent Accountants", SAID)
    assert told(*lines, "<u>Basis for Opinion</u>", SAID, "/s/ Beam & Wick LLP", "<u>2. Policies</u>", SAID) == [
        ["Index to Consolidated Financial Statements"],
        ["Reports of Independent Accountants"],
        ["Reports of Independent Accountants", "Basis for Opinion"],
        ["2. Policies"],
    ]


@pytest.mark.parametrize(
    ("line", "heads"),
    [
        ("<i>2 The fair value of plan assets was approximately 40% in the US.</i>", False),
        ("<i>1Source: Beam Research</i>", False),
        ("<i>Sources: Beam Research</i>", False),
        ("<i>Source of Strength</i>", True),
        ("<i>[a]Net of deferred taxes</i>", False),
        ("<i>†† Portions of this exhibit have been omitted.</i>", False),
        ("<i>See accompanying notes.</i>", False),
        ("*Table of Contents", False),
        ("*/s/ Beam & Wick LLP", False),
        ("<i>Frost may break our lenses.</i>", True),
        ("<i>2. Lamps</i>", True),
    ],
)
def test_a_note_to_a_table_and_what_refers_head_nothing(line: str, heads: bool) -> None:
    assert bool(sections(line, SAID)[0]) is heads


def test_what_refers_to_the_notes_stands_with_the_statement_above_it() -> None:
    table = "<table><tr><td>Lamps</td><td>7</td></tr></table>"
    document = read(
        f"{COVER}<p><b>Item 8. Financial Statements</b></p><p><b>Balance Sheets</b></p>{table}"
        f"<p><i>See accompanying notes.</i></p><p><b>Statements of Income</b></p>{table}"
    )
    first, second = (one for one in document.chunks if one.role == "table")
    assert first.content.endswith("Lamps\t7\n\nSee accompanying notes.")
    assert second.content.startswith("Statements of Income")


def test_the_heading_of_the_notes_stands_over_them_though_each_of_their_pages_repeats_it() -> None:
    head = "<p align=center><u>Notes to Financial Statements</u></p>"
    names = ["Note 1. Lamps", "Note 2. Bells", "Note 3. Tin", "Note 4. Brass"]
    pages = "".join(f"{BREAK}{head}<p><b>{name}</b></p><p>{SAID}</p>" for name in names)
    document = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p><p>{SAID}</p>{pages}")
    notes = [one.metadata["section"] for one in document.chunks if "section" in one.metadata]
    assert {note[0] for note in notes} == {"Notes to Financial Statements"}
    assert list(dict.fromkeys(note[1] for note in notes)) == names
    assert [one.reason for one in document.set_aside] == ["page_header"] * 3


def test_what_says_only_whose_a_text_is_or_to_whom_it_goes_heads_nothing() -> None:
    report = "Report of Independent Accountants"
    lines = (f"*{report}", "*Board of Directors and Shareholders", SAID, "*Financial Statements", "*Lamps", SAID)
    assert told(*lines) == [[report], ["Lamps"]]


def test_the_day_of_a_report_stands_with_it() -> None:
    lines = ("*Report of Management", SAID, "Beam & Wick LLP", "July 27, 2031", "*Statements of Income", SAID)
    document = page("*Item 8. Financial Statements", *lines)
    assert [one.content.rpartition("\n")[2] for one in document.chunks[1:-1]] == ["July 27, 2031"]


def test_a_signed_report_ends_at_a_table() -> None:
    table = "<table><tr><td>Lamps</td><td>7</td></tr><tr><td>Oil</td><td>8</td></tr></table>"
    lines = ("*Report of Independent Accountants", SAID, "/s/ Beam & Wick LLP", table, SAID)
    assert told(*lines) == [["Report of Independent Accountants"], []]


def test_exhibits_end_the_schedule_in_front_of_them() -> None:
    assert told("*SCHEDULE II", SAID, "<i>2. Exhibits</i>", SAID) == [["SCHEDULE II"], ["2. Exhibits"]]


def test_words_in_front_of_a_text_stand_in_the_note_that_begins_with_a_table() -> None:
    table = "<table><tr><td>Lamps</td><td>7</td></tr><tr><td>Oil</td><td>8</td></tr></table>"
    assert told("*Note 1. Lamps", table, f"<b>Whale Oil</b> Our oil burns. {SAID}")[-1] == [
        "Note 1. Lamps",
        "Whale Oil",
    ]


@pytest.mark.parametrize("line", ["(b) Reports on Form 8-K:", "(b)   Reports on Form 8-K filed in June 1996."])
def test_reports_on_form_8_k_stand_beside_the_exhibits(line: str) -> None:
    said = "Our letter to the keepers of all lamps, by which we asked them to burn less oil, was filed in June 1996."
    document = read(
        f"{PLAIN}Item 14. Exhibits, Financial Statement Schedules, and Reports on Form 8-K\n\n3. Exhibits:\n\n"
        f"3(a) Articles of Lanternfish Lamps\n\n{line}\n\n{said}\n",
        "a.txt",
    )
    assert document.chunks[-1].metadata["section"] == [" ".join(line.split())]


def test_a_critical_audit_matter_stands_in_the_heading_over_the_matters_printed_alike() -> None:
    lines = ("Critical Audit Matters", SAID, "Sales of Lamps", SAID, "Value of Bells", SAID)
    shown = "".join(f"<p>{one}</p>" if one == SAID else f"<p><i>{one}</i></p>" for one in lines)
    report = "<p><b>Report of Independent Registered Public Accounting Firm</b></p>"
    found = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p>{report}<p>{SAID}</p>{shown}")
    assert found.chunks[-1].metadata["section"][1:] == ["Critical Audit Matters", "Value of Bells"]


def test_a_table_that_lays_out_texts_with_bold_words_beside_them_has_the_headings_of_its_rows() -> None:
    def row(*cells: str) -> str:
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    rows = (
        row("", "<b>Value of Bells</b>") + row("<b>Description</b>", SAID) + row("", SAID),
        row("<b>How it was addressed</b>", SAID) + row("", "<b>Sales of Lamps</b>") + row("<b>Description</b>", SAID),
    )
    document = page("*Item 8. Financial Statements", "*Critical Audit Matters", f"<table>{''.join(rows)}</table>")
    found = [one.metadata.get("section", [])[1:] for one in document.chunks if one.path.startswith("ITEM_8")]
    assert [one for at, one in enumerate(found) if one not in found[:at]] == [
        ["Value of Bells", "Description"],
        ["Value of Bells", "How it was addressed"],
        ["Sales of Lamps", "Description"],
    ]


@pytest.mark.parametrize("line", ["(3) Exhibits", "3.Exhibits:", "(b) Reports on Form 8-K"])
def test_the_number_of_the_exhibits_makes_a_heading_of_plain_words(line: str) -> None:
    assert told("*(a) Documents", SAID, line, f"{SAID} They are listed below.")[-1][-1] == line


def test_the_title_of_a_statement_over_its_table_is_a_heading_however_it_is_printed() -> None:
    rows = "<table><tr><td></td><td>2031</td></tr><tr><td>Lamps</td><td>5</td></tr></table>"
    lines = f"<p>Statements of Income</p>{rows}<p>Balance Sheets</p>{rows}<p>Notes to Financial Statements</p>"
    note = f"<p><b>Note 1: Lamps</b></p><p>{SAID}</p>"
    chunks = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p>{lines}{note}").chunks
    found = [one.metadata["section"] for one in chunks if one.path.startswith("ITEM_8")]
    assert found == [["Statements of Income"], ["Balance Sheets"], ["Notes to Financial Statements", "Note 1: Lamps"]]
    index = f"<p>Statements of Income</p><p>Balance Sheets</p><p>{SAID}</p>"
    chunks = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p>{index}").chunks
    assert "section" not in chunks[-1].metadata
