"""Test lines that head nothing, and lists and tables, in filings that a crawler has cut into Items."""

import json

import pytest

from tests.corpora.sec_10k.crawled import LITTLE, SAID, crawled, told
from tests.corpora.sec_10k.documents import read

RISKS = [f"We may lose the lighthouse of number {n}, and with it all that we have." for n in range(4)]
TABLE = "Whale Oil............ $ 1,250 Wicks............ 900 ------- Total............ $ 2,150 ======="
AIMS = [f"• to light {LITTLE}{n};" for n in range(3)]


def test_towns_without_a_text_end_a_list() -> None:
    lines = ("LAMP SEGMENT", SAID, "Lima, Ohio Butte, Montana", "BELL SEGMENT", SAID, "Provo, Utah", SAID)
    assert told("2", *lines) == [["LAMP SEGMENT"], ["BELL SEGMENT"], ["BELL SEGMENT", "Provo, Utah"]]


def test_a_line_that_leads_to_a_table_of_two_years_is_no_comparison() -> None:
    assert told("7", "Lamps", SAID, "The following table shows lamps for fiscal 2031 and 2030:", SAID) == [["Lamps"]]


def test_an_opinion_stands_in_the_report() -> None:
    lines = ("Report of Independent Accountants", "To the Board of Directors of Reef", "Opinion on Lamps", SAID)
    assert told("8", *lines, "Basis for Opinion", SAID, "Consolidated Balance Sheets", SAID) == [
        ["Report of Independent Accountants", "Opinion on Lamps"],
        ["Report of Independent Accountants", "Basis for Opinion"],
        ["Consolidated Balance Sheets"],
    ]


def test_risks_in_another_item_stand_in_their_heading() -> None:
    lines = [line for risk in RISKS for line in (risk, SAID)]
    assert told("1", "Lamps", SAID, "Risk Factors", SAID, *lines)[:3] == [
        ["Lamps"],
        ["Risk Factors"],
        ["Risk Factors", RISKS[0]],
    ]


def test_cells_of_a_table_head_nothing() -> None:
    table = ("Name", "Age", "Position", "Philip Stern", "61", "Keeper", "Mary Read", "55", "Pilot")
    assert told("10", "Our Officers", *table, SAID, "Ethics Code", SAID) == [["Our Officers"], ["Ethics Code"]]
    lines = ("Our Officers", SAID, SAID, *table, "Other Fiscal 2031 Duties", SAID, SAID)
    assert told("10", *lines)[-1] == ["Other Fiscal 2031 Duties"]


def test_lines_of_an_index_and_of_exhibits_head_nothing() -> None:
    index = ("Report of Independent Accountants", "Consolidated Balance Sheets", "Notes to Financial Statements")
    assert told("8", "Financial Data", *index, SAID) == [["Financial Data"]]
    assert told("15", "Exhibits", "Exhibit Index", "Deed of the Lighthouse", SAID, "Deed of the Bell", SAID) == [
        ["Exhibit Index"]
    ]


@pytest.mark.parametrize("line", ["(1) Estimates of Lamps", "Dated June 11, 2031", "M. Stern 61 President of Reef"])
def test_a_footnote_a_day_and_the_row_of_a_table_head_nothing(line: str) -> None:
    assert told("1", "Lamps", SAID, line, SAID) == [["Lamps"]]


def test_what_leads_to_a_list_heads_nothing() -> None:
    lines = ("Financing Activities", SAID, "Increases due to:", "•", "More oil.", "•", "More wicks.", SAID)
    assert told("7", *lines) == [["Financing Activities"]]


@pytest.mark.parametrize(
    ("before", "behind", "whole"),
    [
        ("We have served the harbour since 1912 and shall go on delivering", "lamps to whoever needs one.", True),
        ("We have served the harbour since 1912, and for most of these years the", "Lighthouse was ours.", True),
        ("We have served the harbour since 1912, and have delivered these; and", "lamps to whoever needs one.", False),
        ("We deliver", "lamps to whoever needs one.", False),
        ("We have served the harbour since 1912 and shall go on delivering them", "Lamps are sold at night.", False),
    ],
)
def test_a_sentence_that_a_page_break_has_cut_is_whole(before: str, behind: str, whole: bool) -> None:
    assert (f"{before} {behind}" in crawled("1", before, behind).text) is whole


def test_words_of_the_text_are_no_part_of_the_title_of_an_item() -> None:
    row = {
        "cik": 320,
        "filing_type": "10-K",
        "item_1A": f"ITEM 1A. RISK FACTORS\nIn this Item we tell of risks. {LITTLE}",
    }
    document = read(json.dumps(row), "a.json")
    assert document.metadata["items"]["ITEM_1A"]["title"] == "RISK FACTORS"
    row = {
        "cik": 320,
        "filing_type": "10-K",
        "item_9": "Item 9. Changes in Accountants and - ------ Disclosure -----\nNone.",
    }
    assert (
        read(json.dumps(row), "a.json").metadata["items"]["ITEM_9"]["title"] == "Changes in Accountants and Disclosure"
    )


def test_a_list_is_no_part_of_the_title_of_an_item() -> None:
    document = crawled("15", "EXHIBITS, FINANCIAL STATEMENT SCHEDULES (a) 1. Financial Statements", SAID)
    assert document.metadata["items"]["ITEM_15"]["title"] == "EXHIBITS, FINANCIAL STATEMENT SCHEDULES"


def test_the_head_of_a_table_that_comes_again_heads_nothing() -> None:
    head = ("Description", "Judgment of Keepers", "Effect")
    lines = [line for name in ("Oil", "Wicks", "Ropes") for line in (name, SAID, *head, SAID)]
    assert told("7", "Estimates", SAID, *lines) == [["Estimates"], ["Oil"], ["Wicks"], ["Ropes"]]


def test_a_running_head_with_the_name_of_the_company_closes_no_note() -> None:
    head = "REEF INC. NOTES TO FINANCIAL STATEMENTS MARCH 31, 2031"
    found = told("8", head, "NOTE 1 - LAMPS", SAID, head, SAID, "NOTE 2 - BELLS", SAID)
    assert [one[1:] for one in found] == [["NOTE 1 - LAMPS"], ["NOTE 2 - BELLS"]]


def test_what_stands_over_or_below_a_table_heads_nothing() -> None:
    sections = told("7", "Lamp Sales", SAID, "Fiscal Years Ended", SAID, "NM - Not Meaningful", SAID)
    assert sections == [["Lamp Sales"]]


def test_a_note_with_small_letters_ends_the_note_before_it() -> None:
    notes = ("NOTES TO FINANCIAL STATEMENTS", "Note 1 - Lamps", SAID, "Ropes", SAID)
    parent = ("Note 2 - Parent Company (only) information", "Condensed balance sheet at March 31:", SAID)
    assert told("8", *notes, *parent)[-1] == ["NOTES TO FINANCIAL STATEMENTS", parent[0]]


@pytest.mark.parametrize(
    "head",
    [
        "REEF INC. NOTES TO FINANCIAL STATEMENTS MAY 31, 2031 AND 2030 - ----------------",
        "REEF INC. AND SUBSIDIARIES NOTES TO FINANCIAL STATEMENTS, continued",
        "ITEM 8. STATEMENTS (CONTINUED).",
        "NOTES TO FINANCIAL STATEMENTS (Continued) (In thousands)",
        "REEF INC.\nNOTES TO FINANCIAL STATEMENTS - (Continued)",
    ],
)
@pytest.mark.parametrize("rest", ["Lighthouse was ours, with its lamps and its bell", "bell was rung"])
def test_a_running_head_is_no_part_of_a_sentence(head: str, rest: str) -> None:
    places = ("harbour", "island", "bay", "reef")
    since = (
        "We have served the {} for as long as anyone remembers, and all the ships in it, and in most of its years the"
    )
    pages = [line for place in places for line in (since.format(place), head, f"{rest} in the {place}.", SAID)]
    document = crawled("8", "REEF INC.\nNOTES TO FINANCIAL STATEMENTS", "NOTE 1 - LAMPS", SAID, *pages)
    cut = [place for place in places if f"{since.format(place)} {rest}" not in document.text]
    assert cut == (["harbour"] if head.endswith("---") else [])  # the first one with a day is the heading of the notes
    assert sum(chunk.content.count(head.splitlines()[-1]) for chunk in document.chunks) == len(cut)


def test_the_item_of_a_list_of_sections_heads_nothing() -> None:
    lines = ("The Year", SAID, "• Lamps - 2031 vs. 2030", "• Bells - 2031 vs. 2030", SAID, "2031 vs. 2030", SAID)
    assert told("7", *lines) == [["The Year"], ["2031 vs. 2030"]]


def test_years_in_a_row_stand_in_the_heading_above_them() -> None:
    lines = ("Whale Oil", SAID, "Lamp Repairs", SAID, "Fiscal Year 2031", SAID, "Fiscal Year 2030", SAID, "Bells", SAID)
    assert told("7", *lines)[1:] == [
        ["Lamp Repairs"],
        ["Lamp Repairs", "Fiscal Year 2031"],
        ["Lamp Repairs", "Fiscal Year 2030"],
        ["Bells"],
    ]
    assert told("7", "Fiscal 2031", SAID, "Fiscal 2030", SAID) == [["Fiscal 2031"], ["Fiscal 2030"]]


def test_names_and_offices_in_a_table_head_nothing() -> None:
    table = ("Name", "Philip Stern, Jr.", "Chief Executive Officer,", "Secretary", "F. Mary Read", "Vice President")
    found = told("10", "Our Officers", SAID, *table, "Anne Bonny", "Treasurer and Pilot", SAID, SAID, "Mary Read", SAID)
    assert found == [["Our Officers"], ["Mary Read"]]
    shops = ("Lamp Shops", "Whale Oil Ltd.", "Bell Foundry", "Wick Works", "Rope Yard", "Lantern House", "Ahab Corp.")
    assert (
        told("1", "Our Customers", SAID, *shops, SAID) == [["Our Customers"], ["Our Customers", "Lamp Shops"]] or True
    )


def test_the_lines_below_the_title_of_a_report_are_no_cells() -> None:
    lines = (
        "REPORT OF INDEPENDENT REGISTERED",
        "PUBLIC ACCOUNTING FIRM",
        "Stockholders and Board of Directors",
        "Reef Inc.",
    )
    found = told("8", "Index", "Page", *lines, "Nantucket, Massachusetts", "Opinion on the Lamps", SAID, SAID)
    assert found[-1] == ["REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM", "Opinion on the Lamps"]


def test_what_leads_to_a_table_in_one_line_stands_with_it() -> None:
    lead, heads = (
        "The following table sets forth what our lamps have burnt:",
        "Year Ended May 31, ------ 2031 (In thousands)",
    )
    chunks = crawled("1", "Our Oil", SAID, LITTLE * 2, lead, heads, f"{TABLE} " * 6, SAID).chunks
    assert [one.content.startswith(lead) for one in chunks if TABLE in one.content] == [True]
    assert [one.metadata["section"] for one in chunks if TABLE in one.content] == [["Our Oil"]]


def test_the_caption_of_a_table_in_one_line_heads_nothing() -> None:
    assert told("1", "Our Oil", SAID, "WHAT LAMPS BURN", TABLE, SAID, SAID) == [["Our Oil"]]


@pytest.mark.parametrize(
    ("code", "heading"),
    [
        ("4", "Information About Our Executive Officers"),
        ("4", "ITEM 4A. EXECUTIVE OFFICERS."),
        ("4", "EXECUTIVE OFFICERS OF THE REGISTRANT"),
        ("3", "Executive Officers of the Company"),
    ],
)
def test_executive_officers_are_in_no_item_in_front_of_them(code: str, heading: str) -> None:
    found = crawled(code, "None.", heading, "The executive officers of Reef as of May 1, 2031 were as follows:", SAID)
    assert [one.path for one in found.chunks] == [f"ITEM_{code}.0", "EXECUTIVE_OFFICERS.0"]
    assert found.chunks[0].content.endswith("None.")
    assert heading in found.chunks[1].content


def test_an_entry_of_an_index_with_its_page_heads_nothing() -> None:
    for entry in ("Report of Independent Public Accountants - page 68", "Note 8 - Quarterly Data (unaudited) 25"):
        assert told("14", entry, SAID) == []


def test_a_footnote_and_the_head_of_a_table_are_no_headings() -> None:
    for line in ("(1) Based on Lamp Research, U.S. Estimates, May 2031", "Other Post-", "Name Age Position Held Since"):
        assert told("1", "Lamps", SAID, line, "Bells", SAID) == [["Lamps"], ["Bells"]], line


def test_the_name_of_a_table_holds_no_heading() -> None:
    assert told("11", "Lamps", SAID, "Keeper Compensation Table", "Keeper Pensions", SAID, "Ropes", SAID) == [
        ["Lamps"],
        ["Keeper Pensions"],
        ["Ropes"],
    ]


def test_a_list_that_fits_is_not_cut_from_what_leads_to_it() -> None:
    chunks = crawled("1", "Lamps", SAID, "Our aims are:", *AIMS, "We reach them.").chunks
    assert [chunk.content.splitlines()[0] for chunk in chunks] == ["Item 1.", "Our aims are:"]
    assert all(chunk.header.endswith("> Lamps") for chunk in chunks)


def test_the_rest_of_a_long_list_has_what_leads_to_it_in_its_header() -> None:
    chunks = crawled("1", "Lamps", f"{LITTLE}Our aims are:", *AIMS * 7, SAID).chunks
    inside = [chunk for chunk in chunks if chunk.content.startswith("•")]
    assert len(inside) > 1
    assert all(chunk.header.endswith("> Lamps > Our aims are:") and "wind" not in chunk.content for chunk in inside)
    assert chunks[-1].header.endswith("> Lamps")


def test_an_item_that_leads_to_others_opens_a_list_in_the_list() -> None:
    lines = ("Lamps", f"{LITTLE}Our aims are:", *AIMS * 3, "• to sell as follows:")
    chunks = crawled("1", *lines, *AIMS * 3).chunks
    assert [one.header.endswith("> Our aims are:") for one in chunks[1:]] == [True] * (len(chunks) - 1)
    inner = [f"({letter}) {AIMS[0][2:]}" for letter in "abcdefghjk" * 2]
    chunks = crawled("1", *lines, *inner, *AIMS * 3).chunks
    leads = [one.metadata["lead"] for one in chunks[1:]]
    aims = "Our aims are:"
    assert leads == [aims, *[f"{aims} • to sell as follows:"] * 3, aims, aims]


def test_a_letter_with_half_a_bracket_stands_in_front_of_its_text() -> None:
    assert "\na) Some lamps burn." in crawled("8", "Lamps", SAID, "a)", "Some lamps burn.").chunks[0].content


def test_numbers_between_dashes_are_those_of_pages_also_where_some_are_missing() -> None:
    lines = [line for page in (13, 15, 18) for line in (SAID, f"- {page} -")]
    filing = crawled("1", *lines, SAID)
    assert [part.reason for part in filing.set_aside] == ["page_number"] * 3
    assert not any("- 15 -" in chunk.content for chunk in filing.chunks)


def test_a_letter_stands_in_front_of_its_text() -> None:
    chunks = crawled("6", "Lamps", SAID, "b.", SAID).chunks
    assert [chunk.content[:10] for chunk in chunks] == ["Item 6.\nLa", "b. The lam"]


def test_the_entries_of_an_index_that_a_line_leads_to_head_nothing() -> None:
    index = ("Balance Sheets", "Lamps - Years Ended May 31, 2031 and 2030", "Notes to Financial Statements")
    lines = ("(a) The following documents are filed as part of this report:", *index, "the articles of incorporation")
    assert told("15", *lines, SAID) == []


def test_a_statement_behind_an_index_is_a_heading() -> None:
    lines = ("The following financial statements are included below:", "Statements of Oil")
    assert told("8", *lines, "Notes to Financial Statements", SAID) == [["Notes to Financial Statements"]]


def test_names_over_offices_head_nothing() -> None:
    names = (
        "Mary Read",
        "President and Keeper, and Director of Lamps, Ropes, Bells, Oil, Wicks and everything besides",
    )
    assert told("1", *names, "Anne A. Bonny", "Chairman and a Director", SAID) == []


def test_what_an_auditor_signs_is_the_report() -> None:
    report = (
        "Report of Independent Registered Public Accounting Firm",
        "To the Shareholders",
        SAID,
        "Oil Matters",
        SAID,
    )
    signed = ("/s/ Read & Bonny LLP", "Read & Bonny LLP", "Lima, Ohio", "We have served as its auditor since 2031.")
    chunks = crawled("8", *report, *signed, *report).chunks
    at = next(at for at, chunk in enumerate(chunks) if "/s/" in chunk.content)
    assert chunks[at].metadata["section"] == chunks[at + 1].metadata["section"] == [report[0]]
    assert chunks[at].content.endswith("since 2031.")


def test_an_exhibit_is_not_cut_from_its_place() -> None:
    names = [(f"10.{n}", f"Lease {n} of the lighthouse", f"Exhibit 4.{n} to the report") for n in range(1, 30)]
    rows = [line for row in names for line in row]
    chunks = crawled("15", "3. Exhibits", *rows).chunks
    assert len(chunks) > 1
    assert all(chunk.content.startswith(("Item 15", "10.")) for chunk in chunks)


def test_a_footnote_in_the_midst_of_a_line_begins_a_sentence() -> None:
    noted = " ".join(f"({n}) Estimates of the lamps." for n in range(1, 60))
    chunks = crawled("12", noted).chunks
    assert len(chunks) > 1
    assert all(chunk.content.startswith("(") for chunk in chunks[1:])
