"""The text of a page: furniture, tables, sections, windows and sentences."""

import json

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.sec_10k.assemble import sentence_id
from piperoll.corpora.sec_10k.sentences import sentences
from tests.corpora.sec_10k.documents import COVER, PLAIN, page, read

BREAK = '<hr style="page-break-after:always"/>'


def test_a_sentence_over_a_page_break_is_whole() -> None:
    pages = "".join(
        f"<p>Reef Inc. | Page {n}</p>{BREAK}<p><a href='#toc'>Table of Contents</a></p>" for n in range(2, 6)
    )
    document = read(
        f"{COVER}<p><b>Item 1. Business</b></p><p>We make lamps that</p><p>Reef Inc. | Page 1</p>{BREAK}"
        f"<p>burn in every harbour.</p>{pages}<p>Not applicable.</p>"
    )
    assert "We make lamps that burn in every harbour." in document.text
    assert {one.reason for one in document.set_aside} == {"page_header", "page_footer"}
    assert "Not applicable." in document.chunks[-1].content


def test_a_row_of_a_table_is_a_line_and_signs_stand_at_their_numbers() -> None:
    document = read(
        f"{COVER}<p><b>Item 8. Financial Statements</b></p><p>Our sales were (in millions):</p>"
        "<table><tr><td></td><td colspan=3>2031</td><td>2030</td></tr>"
        "<tr><td>Net<br/>sales</td><td>$</td><td>391</td><td></td>"
        "<td>(383</td><td>)</td></tr><tr><td>Growth</td><td>2</td><td>%</td><td>3</td><td>%</td></tr></table>"
    )
    table = document.chunks[-1]
    assert table.content.endswith("2031\t2030\nNet sales\t$391\t(383)\nGrowth\t2%\t3%")
    assert (table.path, table.role) == ("ITEM_8.t1", "table")
    assert table.metadata["caption"] == "Our sales were (in millions):"
    assert table.header.endswith(" > 2031 2030")
    assert table.clauses == ("ITEM_8.0",)


def test_a_long_table_is_cut_between_rows() -> None:
    rows = "".join(f"<tr><td>Lamp number {n}</td><td>{n * 1000}</td></tr>" for n in range(200))
    document = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p><table>{rows}</table>", max_tokens=200)
    pieces = [one for one in document.chunks if one.role == "table"]
    assert [one.path for one in pieces[:3]] == ["ITEM_8.t1", "ITEM_8.t1.p2", "ITEM_8.t1.p3"]
    assert all(one.content.startswith(("Item 8", "Lamp number")) and one.tokens <= 200 for one in pieces)


def test_bullets_in_a_table_are_a_list() -> None:
    rows = "".join(
        f"<tr><td>•</td><td>We may lose a lighthouse of number {n}, and with it a lamp, a keeper and a bell.</td></tr>"
        for n in range(4)
    )
    document = read(f"{COVER}<p><b>Item 1A. Risk Factors</b></p><table>{rows}</table>")
    assert [one.role for one in document.chunks[1:]] == ["text"]
    assert len(document.chunks[-1].metadata["sentences"]) == 4


def test_headings_are_sections_one_in_the_other() -> None:
    said = "A lamp that burns for a long time in a cold wind may go out. " * 12
    document = read(
        f"{COVER}<p><b>Item 1A. Risk Factors</b></p><p><b><u>Risks of Lamps</u></b></p>"
        f"<p><b><i>Frost may break our lenses.</i></b></p>"
        f"<p>{said}</p><p><b><i>Wind may blow.</i></b></p><p>{said}</p><p><b><u>Risks of Law</u></b></p><p>{said}</p>"
    )
    assert [one.metadata["section"] for one in document.chunks[1:]] == [
        ["Risks of Lamps", "Frost may break our lenses."],
        ["Risks of Lamps", "Wind may blow."],
        ["Risks of Law"],
    ]
    assert document.chunks[1].content.startswith("Item 1A. Risk Factors\n\nRisks of Lamps\n\nFrost")
    assert document.chunks[1].metadata["section_code"] == "PART_I_ITEM_1A"


SAID = "A lamp that burns for a long time in a cold wind may go out. " * 12


def sections(*lines: str) -> list[list[str]]:
    """The sections of the chunks of an Item with these lines."""
    document = page("*Item 8. Financial Statements", *lines)
    return [one.metadata.get("section", []) for one in document.chunks if one.path.startswith("ITEM_8")]


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


def told(*lines: str) -> list[list[str]]:
    """The sections of the chunks of an Item with these lines, each once."""
    found = sections(*lines)
    return [one for at, one in enumerate(found) if one not in found[:at]]


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


@pytest.mark.parametrize(
    ("line", "heads"),
    [("*(9) Income Taxes", True), ("*(in millions)", False), ("*June 30, 2031 and December 31, 2030", False)],
)
def test_a_number_in_brackets_heads_and_a_day_does_not(line: str, heads: bool) -> None:
    assert (sections(line, SAID)[0] == [line[1:]]) is heads


def test_what_is_printed_large_on_the_cover_heads_nothing() -> None:
    document = read(
        f"{COVER}<p><b>OR</b></p><p>{SAID}</p><p><b>Documents incorporated by reference</b></p><p>None.</p>"
        f"<p><i>About figures</i></p><p>{SAID}</p><p><b>Item 1. Business</b></p><p>Lamps.</p>"
    )
    assert [one.metadata.get("section") for one in document.chunks if one.role == "cover"] == [None, ["About figures"]]


def test_what_is_embedded_is_a_window_or_a_sentence() -> None:
    said = "We make lamps. They burn for years. Keepers like them."
    window = page("*Item 1. Business", said).chunks[-1]
    html = f"{COVER}<p><b>Item 1. Business</b></p><p>{said}</p>"
    alone = [one for one in read(html, embed="sentence").chunks if one.metadata.get("item")]
    assert window.path == "ITEM_1.0"
    assert window.clauses == ("ITEM_1.0", "ITEM_1.1", "ITEM_1.2") == tuple(one.path for one in alone)
    ranges = window.metadata["sentences"]
    assert [one.content.rpartition("\n")[2] for one in alone] == [
        "We make lamps.",
        "They burn for years.",
        "Keepers like them.",
    ]
    assert ranges[1] == [alone[1].start, alone[1].end]
    assert sentence_id("0000000001_10-K_2031", window.clauses[1]) == "0000000001_10-K_2031_section_1_1"


def test_a_query_names_a_sentence_or_an_item() -> None:
    found = get("sec-10k").references("what does 0000320193_10-K_2024_section_1A_12 say, and item 7?")
    assert [(one.target, one.path) for one in found] == [("0000320193_10-K_2024", "ITEM_1A.12"), ("", "ITEM_7")]
    assert "0000320193_10-K_2024" in get("sec-10k").key_forms("320193_10-k_2024")


def test_plain_text_has_paragraphs_tables_and_page_numbers() -> None:
    pages = "".join(f"\n                     -{n}-\n<PAGE>\n" for n in range(2, 5))
    document = read(
        f"{PLAIN}ITEM 1.  BUSINESS\n\n     We ring bells that are\nheard for miles.  "
        f"They are cast in\n                     -1-\n<PAGE>\n"
        f""
        f"bronze.\n\n<TABLE>\n<CAPTION>\nBells      Weight\n<S>        <C>\nLarge      1,000\n"
        f"Small        200\n</TABLE>\n{pages}",
        "filing.txt",
    )
    text, table = document.chunks[1:]
    assert [document.text[start:end] for start, end in text.metadata["sentences"]] == [
        "We ring bells that are\nheard for miles.", "They are cast in\nbronze.",
    ]  # fmt: skip
    assert (table.role, table.content.split()[0]) == ("table", "Bells")
    assert {one.reason for one in document.set_aside} == {"markup", "page_number"}


@pytest.mark.parametrize(
    "told",
    [
        ["We sell in the U.S.", "The Company also sells elsewhere."],
        ["Our accounts follow U.S. Generally Accepted Accounting Principles.", "Generally, lamps are counted."],
        ["We fear taxes on cash earned outside the U.S.", "• Import duties also hurt.", "• Storms do."],
        ["He was elected to the U.S. Senate in 2004."],
        ["See Note 13.", "The Company expects no more."],
        ["See Note 17. Commitments and Contingencies for more."],
        ["As told in Part I, Item 1. “Business” of this report, we sell lamps."],
        ["Brightsand Glass Corp. (Brightsand) sued us."],
        ["It was filed by SBI Crypto Co., Ltd. (“SBI”) in Texas (Case No. 6:23-cv-252)."],
        ["The case (Case No. C.A. No. 2023-0650-LWW) goes on."],
        ["We bought Reef Ltda. (\"Reef\") in Brazil."],
        ["Mr. Robert L. Keeper, Jr., joined us in Jan. 2004."],
        ["Sales rose by 1.5 million.", "(See Note 17.)"],
        ["This ended “the preference period.”", "Then it began anew."],
        ["Customers opt out of an app.", "The court said so."],
        ["Rules 13a-14(a) and 15d-14(a) apply, e.g. to us."],
    ],
)  # fmt: skip
def test_sentences(told: list[str]) -> None:
    text = " ".join(told)
    assert [text[start:end] for start, end in sentences(text, 0, len(text))] == told


def table(*rows: str) -> str:
    """A table of HTML; cells are parted by bars."""
    lines = ("".join(f"<td>{cell}</td>" for cell in row.split("|")) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


STATEMENT = "<p><b>Item 8. Financial Statements</b></p>"


def test_the_caption_of_a_table_is_what_names_it_with_its_unit() -> None:
    """A line "(In millions)" between the two is no caption alone, and the name does not come twice in the header."""
    document = read(
        f"{COVER}{STATEMENT}<p><b>CONSOLIDATED BALANCE SHEETS</b></p><p>(In millions)</p>"
        f"{table('|2031|2030', 'Lamps|12|14')}"
    )
    chunk = document.chunks[-1]
    assert chunk.metadata["caption"] == "CONSOLIDATED BALANCE SHEETS (In millions)"
    assert chunk.header.endswith("Financial Statements > CONSOLIDATED BALANCE SHEETS (In millions) > 2031 2030")


def test_a_table_that_goes_on_keeps_caption_and_columns() -> None:
    first = table("Lamps|2031|2030", "Brass|1,512|1,614")
    second = table("Glass|1,713|1,818", "Total|3,225|3,432")
    document = read(f"{COVER}{STATEMENT}<p>Our sales were:</p>{first}{second}")
    *_, one, rest = document.chunks
    assert one.metadata["caption"] == rest.metadata["caption"] == "Our sales were:"
    assert rest.metadata["columns"] == "Lamps 2031 2030"


@pytest.mark.parametrize(
    ("sentence", "caption"),
    [
        ("The following table sets forth sales as a percentage of revenue.", True),
        ("Sales of lamps are set forth below.", True),
        ("Sales of lamps rose.", False),
    ],
)
def test_a_sentence_leads_to_a_table_without_a_colon(sentence: str, caption: bool) -> None:
    document = read(f"{COVER}{STATEMENT}<p>{sentence}</p>{table('Lamps|2031', 'Brass|12%')}")
    assert document.chunks[-1].metadata.get("caption", "") == (sentence if caption else "")


def test_columns_of_a_table_are_no_names_of_rows_and_no_text() -> None:
    """ "Current assets:" below the years names rows; the long cell of a matter in an audit is text."""
    document = read(f"{COVER}{STATEMENT}{table('|2031|2030', '(In millions)', 'Current assets:', 'Lamps|12|14')}")
    assert document.chunks[-1].metadata["columns"] == "2031 2030 | (In millions)"
    document = read(f"{COVER}{STATEMENT}{table('Matter|' + 'We tested lamps. ' * 20, 'Answer|We lit them.')}")
    assert "columns" not in document.chunks[-1].metadata


LARGE = '<span style="font-size:16pt;color:#eb1700">{}</span>'


def test_letters_that_are_larger_or_coloured_make_the_outer_heading() -> None:
    lines = (LARGE.format("Lamps"), "*Wicks", SAID, "*Oil", SAID, LARGE.format("Bells"), SAID)
    assert told(*lines) == [["Lamps", "Wicks"], ["Lamps", "Oil"], ["Bells"]]
    assert told('<span style="color:#006ebf">Program Access</span>', SAID) == [["Program Access"]]


def test_words_in_front_of_a_text_head_it_up_to_the_next() -> None:
    lines = ("*Policies", f"<i>Lamps.</i> {SAID}", SAID, f"<i>Bells</i> Our bells ring. {SAID}", "*Outlook", SAID)
    assert told(*lines) == [["Policies", "Lamps"], ["Policies", "Bells"], ["Outlook"]]


def test_an_item_of_a_list_heads_itself_alone() -> None:
    assert told("*Lamps", f"<b>Level 1</b> – {SAID}", SAID) == [["Lamps", "Level 1"], ["Lamps"]]


def test_the_title_of_a_risk_holds_no_other_however_both_are_printed() -> None:
    risks = ("Frost may break the lenses of all our lamps.", "Wind may blow out a lamp and harm our business.")
    lines = ("*Risks of Lamps", f"*{risks[0]}", SAID, f"<b><i>{risks[1]}</i></b>", SAID, "*Risks of Law", SAID)
    assert told(*lines) == [["Risks of Lamps", risks[0]], ["Risks of Lamps", risks[1]], ["Risks of Law"]]


def test_a_summary_of_risks_ends_where_they_begin() -> None:
    label = "Risks of Lamps"
    lines = ("*Risk Factor Summary", f"<i>{label}</i>", SAID, f"*<u>{label}</u>", SAID)
    assert told(*lines) == [["Risk Factor Summary", label], [label]]


def test_a_heading_directly_over_one_printed_alike_holds_it_and_its_fellows() -> None:
    lines = ("*Lamps", "*Their Market", SAID, "*Their Oil", SAID, "*Bells", "*Their Market", SAID)
    assert told(*lines) == [["Lamps", "Their Market"], ["Lamps", "Their Oil"], ["Bells", "Their Market"]]


def test_the_heading_of_the_notes_stands_over_them_though_each_of_their_pages_repeats_it() -> None:
    head = "<p align=center><u>Notes to Financial Statements</u></p>"
    names = ["Note 1. Lamps", "Note 2. Bells", "Note 3. Tin", "Note 4. Brass"]
    pages = "".join(f"{BREAK}{head}<p><b>{name}</b></p><p>{SAID}</p>" for name in names)
    document = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p><p>{SAID}</p>{pages}")
    notes = [one.metadata["section"] for one in document.chunks if "section" in one.metadata]
    assert {note[0] for note in notes} == {"Notes to Financial Statements"}
    assert list(dict.fromkeys(note[1] for note in notes)) == names
    assert [one.reason for one in document.set_aside] == ["page_header"] * 3


def test_a_running_head_of_the_notes_marks_the_pages_where_nothing_else_does() -> None:
    head = "REEF INC. AND SUBSIDIARIES NOTES TO FINANCIAL STATEMENTS"
    text = f"\n{head}, CONTINUED\n".join(
        ["We make lamps that", "burn in every harbour and", "on ships,", "in every wind. (1)"]
    )
    row = {"item_8": f"Item 8. Financial Statements\n{head}\n1. LAMPS\n{text}\n{SAID}", "filing_type": "10-K"}
    document = read(json.dumps(row), "1.json")
    assert "We make lamps that burn in every harbour and on ships, in every wind." in document.text
    assert document.chunks[-1].metadata["section"] == ["NOTES TO FINANCIAL STATEMENTS", "1. LAMPS"]
    assert document.metadata["items"]["ITEM_8"]["end"] == document.chunks[-1].end


def test_a_comparison_of_years_that_comes_again_and_again_stands_in_each_section() -> None:
    compared = ("Fiscal 2031 Compared to Fiscal 2030", SAID)
    lines = ("RESULTS", "Lamps", SAID, *compared, "Bells", SAID, *compared, "Tin", SAID, *compared)
    document = read(json.dumps({"item_7": "\n".join(("Item 7. Discussion", SAID, *lines))}), "1.json")
    sections = [one.metadata["section"] for one in document.chunks if "section" in one.metadata]
    assert [name for name in ("Lamps", "Bells", "Tin") if ["RESULTS", name, compared[0]] in sections] == [
        "Lamps",
        "Bells",
        "Tin",
    ]


def test_a_line_with_a_colon_over_capitals_heads_what_is_below() -> None:
    lines = (SAID, "Supplementary Information on Lamps:", "LAMPS BOUGHT", SAID)
    document = read(json.dumps({"item_7": "\n".join(("Item 7. Discussion", *lines))}), "1.json")
    assert document.chunks[-1].content.startswith("Supplementary Information on Lamps:\nLAMPS BOUGHT")


def test_capitals_with_a_versus_between_years_are_capitals() -> None:
    lines = (SAID, "RESULTS AND ITEMS", "Revenues", SAID, "RESULTS - 2031 vs. 2030", "Revenues", SAID)
    document = read(json.dumps({"item_7": "\n".join(("Item 7. Discussion", *lines))}), "1.json")
    sections = [one.metadata["section"] for one in document.chunks if "section" in one.metadata]
    assert sections[-2:] == [["RESULTS AND ITEMS", "Revenues"], ["RESULTS - 2031 vs. 2030", "Revenues"]]


def test_a_link_in_front_of_the_text_of_a_page_is_a_running_head() -> None:
    text = "\nTable of Contents ".join(["Our lamps and", "bells ring. We sell", "tin and", "brass."])
    document = read(json.dumps({"item_1": f"Item 1. Business\n{text}"}), "1.json")
    assert document.chunks[0].content == "Item 1. Business\nOur lamps and bells ring. We sell tin and brass."
    document = read("<p>QuickLinks -- Click here to rapidly navigate through this document</p>" + COVER + SAID)
    assert [one.reason for one in document.set_aside][-1] == "page_header"


def test_a_box_of_the_cover_names_no_column() -> None:
    document = read(f"{table('Large filer|☒|Small filer|☐')}{COVER}<p><b>Item 1. Business</b></p><p>{SAID}</p>")
    assert "columns" not in document.chunks[0].metadata


def test_bold_capitals_end_a_bold_heading_that_stood_before_any_of_them() -> None:
    lines = (
        "*Overview of Lamps",
        SAID,
        "*Measures",
        SAID,
        "*LIQUIDITY AND CAPITAL",
        SAID,
        "*Cash",
        SAID,
        "*OIL LAMPS",
        SAID,
    )
    assert told(*lines)[2:] == [["LIQUIDITY AND CAPITAL"], ["LIQUIDITY AND CAPITAL", "Cash"], ["OIL LAMPS"]]


def test_bold_italics_hold_no_bold_heading_where_these_came_first() -> None:
    lines = ("*Lamps", SAID, "*THEIR MARKETS", SAID, "*<i>Brass</i>", SAID, "*Bells", SAID, "*<i>Tin</i>", SAID)
    assert told(*lines)[2:] == [["THEIR MARKETS", one] for one in ("Brass", "Bells")] + [
        ["THEIR MARKETS", "Bells", "Tin"]
    ]


def test_what_says_only_whose_a_text_is_or_to_whom_it_goes_heads_nothing() -> None:
    report = "Report of Independent Accountants"
    lines = (f"*{report}", "*Board of Directors and Shareholders", SAID, "*Financial Statements", "*Lamps", SAID)
    assert told(*lines) == [[report], ["Lamps"]]


def test_a_row_with_a_letter_and_a_title_over_a_text_is_its_heading() -> None:
    row = "<table><tr><td>(c)</td><td>Lamps and Bells</td></tr></table>"
    assert told("*Note 1. Policies", SAID, row, SAID) == [
        ["Note 1. Policies"],
        ["Note 1. Policies", "(c) Lamps and Bells"],
    ]


def test_a_link_to_an_exhibit_heads_nothing() -> None:
    link = '<a href="https://www.sec.gov/1.htm" style="text-decoration:underline;color:#0000ff">Indenture of Lamps</a>'
    assert sections(link, SAID) == [[]]


def test_a_table_stands_with_the_words_that_lead_to_it_and_nothing_before_them() -> None:
    table = "<table><tr><td><b>Lamps</b></td><td><b>2031</b></td></tr><tr><td>Oil</td><td>12</td></tr></table>"
    found = page(
        "*Item 8. Financial Statements", "*Lamps", "They burn.", "*Bells", "Bells sold were as follows:", table
    )
    assert [one.metadata.get("section") for one in found.chunks[-2:]] == [["Lamps"], ["Bells"]]
    assert found.chunks[-1].metadata["caption"] == "Bells sold were as follows:"


def test_a_heading_that_stands_over_the_start_of_a_chunk_is_in_its_header_or_in_its_text() -> None:
    assert told("*Lamps", SAID * 2, "The last lamp is of brass.", "*Bells", "They ring.") == [["Lamps"], ["Bells"]]


def test_what_follows_a_series_of_paragraphs_with_words_in_front_stands_under_none() -> None:
    series = [f"<i>{name}.</i> {SAID}" for name in ("Lamps", "Wicks", "Oil", "Bells")]
    assert told("*Policies", *series, SAID)[-2:] == [["Policies", "Bells"], ["Policies"]]
    assert told("*Policies", *series[:3], SAID, series[3], SAID)[-1] == ["Policies", "Bells"]


def test_bold_words_in_front_of_a_text_stand_in_no_italic_ones() -> None:
    lines = (f"<b>Lamps.</b> {SAID}", f"<i>Wicks.</i> {SAID}", f"<b>Bells.</b> {SAID}")
    assert told(*lines) == [["Lamps"], ["Lamps", "Wicks"], ["Bells"]]


def test_words_with_a_label_in_front_of_a_text_are_no_item_of_a_list() -> None:
    lines = (f"<i>(a) Controls.</i> {SAID}", SAID, f"<i>Report.</i> {SAID}", f"<i>(c) Changes.</i> {SAID}", SAID)
    assert told(*lines) == [["(a) Controls"], ["Report"], ["(c) Changes"]]


def test_a_line_in_the_middle_of_the_page_over_a_table_is_its_caption() -> None:
    table = "<table><tr><td>Land</td><td>7</td></tr></table>"
    item, line = "<p><b>Item 2. Properties</b></p>", "<p align=center><b>Floor Area</b></p>"
    found = read(f"{COVER}{item}<p>We own land.</p>{line}{table}<p>Runways are leased.</p>").chunks
    assert found[-2].metadata["caption"] == "Floor Area"
    assert "section" not in found[-1].metadata


def test_the_day_of_a_report_stands_with_it() -> None:
    lines = ("*Report of Management", SAID, "Beam & Wick LLP", "July 27, 2031", "*Statements of Income", SAID)
    document = page("*Item 8. Financial Statements", *lines)
    assert [one.content.rpartition("\n")[2] for one in document.chunks[1:-1]] == ["July 27, 2031"]


def test_a_signed_report_ends_at_a_table() -> None:
    table = "<table><tr><td>Lamps</td><td>7</td></tr><tr><td>Oil</td><td>8</td></tr></table>"
    lines = ("*Report of Independent Accountants", SAID, "/s/ Beam & Wick LLP", table, SAID)
    assert told(*lines) == [["Report of Independent Accountants"], []]


def test_the_title_of_a_risk_stands_in_none_that_has_a_text_and_is_printed_alike() -> None:
    risk = "Frost may break the lenses of all our lamps."
    assert told("<i>Limited History</i>", SAID, f"<i>{risk}</i>", SAID) == [["Limited History"], [risk]]
    assert told("<i>Risks of Lamps</i>", f"<i>{risk}</i>", SAID) == [["Risks of Lamps", risk]]
    assert told("*Our price is volatile.", SAID, f"*{risk}", SAID) == [["Our price is volatile."], [risk]]


def test_underlined_italics_stand_in_italics_below_which_they_stood_first() -> None:
    lines = ("<i>Plans</i>", "<i><u>Pensions</u></i>", SAID, "<i><u>Health</u></i>", SAID, "<i>Assets</i>", SAID)
    assert told(*lines) == [["Plans", "Pensions"], ["Plans", "Health"], ["Assets"]]


def test_exhibits_end_the_schedule_in_front_of_them() -> None:
    assert told("*SCHEDULE II", SAID, "<i>2. Exhibits</i>", SAID) == [["SCHEDULE II"], ["2. Exhibits"]]


def test_part_one_has_what_stands_in_front_of_its_first_item() -> None:
    document = page(SAID, "*PART I", "*About figures", SAID * 20, "*Item 1. Business", SAID)
    assert document.chunks[1].header.endswith("10-K 2031 > Part I > About figures")


@pytest.mark.parametrize(
    ("before", "behind", "whole"),
    [
        (f"{SAID}We read the sales of the Consolidated", "Statements of Income.", True),
        (f"{SAID}We sell lamps in the harbours of", "Portugal and of Spain, and to whoever else may like them.", True),
        (f"{SAID}We sell lamps.", "Portugal buys them, and so does whoever else may like them in winter.", False),
        ("Liquidity and Capital Resources", "Portugal buys them, and so does whoever else may like them.", False),
    ],
)
def test_a_sentence_goes_on_behind_a_page_break_before_a_capital(before: str, behind: str, whole: bool) -> None:
    pages = "".join(f"<p>Reef Inc. | Page {n}</p>{BREAK}" for n in range(2, 6))
    document = read(
        f"{COVER}<p><b>Item 1. Business</b></p><p>{before}</p><p>Reef Inc. | Page 1</p>{BREAK}"
        f"<p>{behind} It is so that all of us here are glad.</p>{pages}<p>Not applicable.</p>"
    )
    assert (f"{before.strip()} {behind}" in document.text) is whole


PLAINLY = "The lamps are lit at dusk and burn\nall night, whatever wind may blow,\nuntil the keeper puts them out.\n\n"


def test_plain_text_is_headed_by_capitals_in_front_of_it_by_drawn_lines_and_by_colons() -> None:
    document = read(
        f"{PLAIN}ITEM 1.  BUSINESS\n\n     REEF S.A. LAMPS.  {PLAINLY * 9}"
        f"     Bells\n     - -----\n\n     {PLAINLY * 9}     Sale of Ropes:\n\n     {PLAINLY * 9}",
        "filing.txt",
    )
    found = [tuple(one.metadata.get("section", ())) for one in document.chunks[1:]]
    assert list(dict.fromkeys(found)) == [("REEF S.A. LAMPS",), ("Bells",), ("Sale of Ropes:",)]


def test_a_name_at_the_start_of_a_line_begins_no_item_of_a_list() -> None:
    document = read(
        f"{PLAIN}ITEM 1.  BUSINESS\n\n     We were sued by the heirs of Philip\nM. Stern in 1992.\n", "a.txt"
    )
    assert len(document.chunks[-1].metadata["sentences"]) == 1


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


def test_a_name_that_ends_in_a_full_stop_is_a_running_head_over_the_notes_and_stays_over_a_statement() -> None:
    def head(name: str) -> str:
        return f"{BREAK}<p><b>REEF INC.</b></p><p><b>{name}</b></p><p>($ in thousands, unless otherwise noted)</p>"

    notes = "NOTES TO FINANCIAL STATEMENTS (Continued)"
    pages = "".join(f"{head(notes)}<p>keepers of lamp {n}. {SAID} We pay the</p>" for n in range(8))
    others = "".join(f"{BREAK}<p>We sell lamp {n}. {SAID}</p>" for n in range(14))
    document = read(
        f"{COVER}<p><b>Item 1. Business</b></p>{others}<p><b>Item 8. Financial Statements</b></p>"
        f"{BREAK}<p><b>REEF INC.</b></p><p><b>BALANCE SHEETS</b></p>"
        f"<p>Lamps</p>{head('NOTES TO FINANCIAL STATEMENTS')}<p><b>Note 1. Lamps</b></p><p>We pay the</p>{pages}"
        f"{head(notes)}<p>keepers of bells.</p>"
    )
    assert "We pay the keepers of lamp 3." in " ".join(document.text.split())
    said = "".join(one.content for one in document.chunks)
    assert "REEF INC.\n\nBALANCE SHEETS" in said
    assert (said.count("REEF INC."), said.count("NOTES TO FINANCIAL")) == (1, 1)


def test_a_critical_audit_matter_stands_in_the_heading_over_the_matters_printed_alike() -> None:
    lines = ("Critical Audit Matters", SAID, "Sales of Lamps", SAID, "Value of Bells", SAID)
    shown = "".join(f"<p>{one}</p>" if one == SAID else f"<p><i>{one}</i></p>" for one in lines)
    report = "<p><b>Report of Independent Registered Public Accounting Firm</b></p>"
    found = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p>{report}<p>{SAID}</p>{shown}")
    assert found.chunks[-1].metadata["section"][1:] == ["Critical Audit Matters", "Value of Bells"]


def test_large_words_in_front_of_a_text_stand_beside_headings_of_their_size() -> None:
    large = "<span style='font-size:10pt;font-weight:700'>{}</span>"
    body = f"<span style='font-size:9pt'>{SAID}</span>"
    bold = "<span style='font-size:9pt;font-weight:700'>{}</span>"
    found = sections(
        *(large.format("RESULTS OF LAMPS"), body),
        *(f"{large.format('OUR HARBOURS.')} {body}", f"{bold.format('LIMA ROADS.')} {body}"),
        f"{bold.format('BUTTE – will be part of Reef.')} {body}",
    )
    first, *rest = (path[:2] for path in found)
    assert first == ["RESULTS OF LAMPS"]
    assert rest == [["OUR HARBOURS"], ["OUR HARBOURS", "LIMA ROADS"], ["OUR HARBOURS", "BUTTE"]]


def test_a_stop_printed_otherwise_ends_a_heading_though_the_text_is_printed_as_it_is() -> None:
    assert sections("<b>Frost may break our lenses</b><span>.</span>", SAID) == [["Frost may break our lenses."]]
