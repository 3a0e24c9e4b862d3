"""Filings that a crawler has cut into Items: each line stands alone, and nothing says how its words are printed."""

import json

import pytest

from piperoll.model import Document
from tests.corpora.sec_10k.documents import read

SAID = "The lamps are lit at dusk and burn all night, whatever wind may blow, until the keeper puts them out. " * 9
LITTLE = "Our lamps burn all night. " * 8


def crawled(code: str, *lines: str) -> Document:
    """A filing with one Item of these lines."""
    row = {"cik": 320, "company": "REEF INC /DE/", "filing_type": "10-K", "period_of_report": "2031-12-31"}
    return read(json.dumps(row | {f"item_{code}": "\n".join([f"Item {code}.", *lines])}), "a.json")


def told(code: str, *lines: str) -> list[list[str]]:
    """The sections of the chunks of an Item with these lines, each once, without those of its heading."""
    found = [one.metadata.get("section", []) for one in crawled(code, *lines).chunks]
    return [one for at, one in enumerate(found) if one and one not in found[:at]]


def test_a_topic_of_the_discussion_holds_what_follows_it() -> None:
    lines = ("Overview", SAID, "Critical Accounting Policies", SAID, "Whale Oil", SAID, "Results of Operations", SAID)
    assert told("7", *lines, "Cost of Oil", SAID, "Liquidity and Capital Resources", SAID, "Ropes", SAID) == [
        ["Overview"],
        ["Critical Accounting Policies"],
        ["Critical Accounting Policies", "Whale Oil"],
        ["Results of Operations"],
        ["Results of Operations", "Cost of Oil"],
        ["Liquidity and Capital Resources"],
        ["Liquidity and Capital Resources", "Ropes"],
    ]


def test_policies_hold_no_results() -> None:
    lines = ("Critical Accounting Policies", SAID, "Whale Oil", SAID, "Comparison of Lamps", SAID)
    assert told("7", *lines, "Liquidity and Capital Resources", SAID)[-2:] == [
        ["Comparison of Lamps"],
        ["Liquidity and Capital Resources"],
    ]


def test_a_comparison_of_two_years_holds_what_is_compared() -> None:
    years = ("Fiscal 2031 Compared with Fiscal 2030", "Fiscal 2030 Compared with Fiscal 2029")
    lines = ("RESULTS OF OPERATIONS", SAID, years[0], "Sales", SAID, "Costs", SAID, years[1], "Sales", SAID)
    assert told("7", *lines) == [
        ["RESULTS OF OPERATIONS"],
        ["RESULTS OF OPERATIONS", years[0], "Sales"],
        ["RESULTS OF OPERATIONS", years[0], "Costs"],
        ["RESULTS OF OPERATIONS", years[1], "Sales"],
    ]


def test_a_comparison_of_two_years_that_comes_again_stands_in_each_section() -> None:
    years = ("2031 vs. 2030", SAID, "2030 vs. 2029", SAID)
    assert told("7", "Lamps", SAID, *years, "Bells", SAID, *years, "Oil", SAID) == [
        ["Lamps"],
        ["Lamps", "2031 vs. 2030"],
        ["Lamps", "2030 vs. 2029"],
        ["Bells"],
        ["Bells", "2031 vs. 2030"],
        ["Bells", "2030 vs. 2029"],
        ["Oil"],
    ]


def test_a_comparison_without_capitals_stays_over_headings_in_capitals() -> None:
    years = ("Fiscal 2031 as Compared with Fiscal 2030", "Fiscal 2030 as Compared with Fiscal 2029")
    lines = (
        "RESULTS OF OPERATIONS",
        SAID,
        years[0],
        "NET SALES",
        SAID,
        "Whale Oil",
        SAID,
        "COST OF SALES",
        SAID,
        years[1],
    )
    assert told("7", *lines, "NET SALES", SAID, "FINANCIAL CONDITION", SAID, "Overview", SAID) == [
        ["RESULTS OF OPERATIONS"],
        ["RESULTS OF OPERATIONS", years[0], "NET SALES"],
        ["RESULTS OF OPERATIONS", years[0], "NET SALES", "Whale Oil"],
        ["RESULTS OF OPERATIONS", years[0], "COST OF SALES"],
        ["RESULTS OF OPERATIONS", years[1], "NET SALES"],
        ["FINANCIAL CONDITION"],
        ["FINANCIAL CONDITION", "Overview"],
    ]


def test_a_heading_without_a_text_holds_the_capitals_below_it() -> None:
    lines = ("WHALE LAMPS", SAID, "Our Industry", SAID, "Products & Services", "ONLINE DIVISION", SAID, "Bells", SAID)
    assert told("1", *lines, "Employees", SAID) == [
        ["WHALE LAMPS"],
        ["WHALE LAMPS", "Our Industry"],
        ["Products & Services", "ONLINE DIVISION"],
        ["Products & Services", "ONLINE DIVISION", "Bells"],
        ["Employees"],
    ]


def test_a_comparison_in_each_section_holds_all_that_is_compared() -> None:
    year, rest = "Year Ended May 31, 2031 Compared to Year Ended May 31, 2030", ("Costs", SAID, "Income", SAID)
    lines = ("Results of Operations", year, "Sales", SAID, *rest, "Lamps", SAID, year, "Sales", SAID, *rest)
    assert told("7", *lines, "Bells", SAID, year, "Sales", SAID, *rest, "Liquidity and Capital Resources", SAID) == [
        ["Results of Operations", year, "Sales"],
        ["Results of Operations", year, "Costs"],
        ["Results of Operations", year, "Income"],
        *(
            ["Results of Operations", *path]
            for name in ("Lamps", "Bells")
            for path in ([name], [name, year, "Sales"], [name, year, "Costs"], [name, year, "Income"])
        ),
        ["Liquidity and Capital Resources"],
    ]


def test_a_heading_over_comparisons_stands_in_none() -> None:
    lines = ("RESULTS OF OPERATIONS", SAID, "PRO FORMA RESULTS", "PRO FORMA 2031 COMPARED TO 2030", SAID)
    lines += ("HISTORICAL RESULTS", "2031 COMPARED TO 2030", SAID, "2030 COMPARED TO 2029", SAID)
    assert told("7", *lines, "LIQUIDITY AND CAPITAL RESOURCES", SAID) == [
        ["RESULTS OF OPERATIONS"],
        ["RESULTS OF OPERATIONS", "PRO FORMA RESULTS", "PRO FORMA 2031 COMPARED TO 2030"],
        ["RESULTS OF OPERATIONS", "HISTORICAL RESULTS", "2031 COMPARED TO 2030"],
        ["RESULTS OF OPERATIONS", "HISTORICAL RESULTS", "2030 COMPARED TO 2029"],
        ["LIQUIDITY AND CAPITAL RESOURCES"],
    ]


def test_towns_without_a_text_end_a_list() -> None:
    lines = ("LAMP SEGMENT", SAID, "Lima, Ohio Butte, Montana", "BELL SEGMENT", SAID, "Provo, Utah", SAID)
    assert told("2", *lines) == [["LAMP SEGMENT"], ["BELL SEGMENT"], ["BELL SEGMENT", "Provo, Utah"]]


def test_a_line_that_leads_to_a_table_of_two_years_is_no_comparison() -> None:
    assert told("7", "Lamps", SAID, "The following table shows lamps for fiscal 2031 and 2030:", SAID) == [["Lamps"]]


def test_a_remark_in_brackets_is_text() -> None:
    lines = ("Our Market", "(A glossary can be found on page 12 for the terms that are used.)", "Our Plan", SAID)
    assert told("1", *lines, SAID) == [["Our Plan"]]
    assert crawled("1", *lines, SAID).chunks[0].header.endswith("> Item 1")


def test_names_that_come_again_stand_in_the_heading_before_them() -> None:
    lines = ("Lamps", SAID, "Customers", SAID, "Suppliers", SAID, "Bells", SAID, "Customers", SAID, "Suppliers", SAID)
    assert told("1", "General", SAID, *lines, "Available Information", SAID) == [
        ["General"],
        ["Lamps"],
        ["Lamps", "Customers"],
        ["Lamps", "Suppliers"],
        ["Bells"],
        ["Bells", "Customers"],
        ["Bells", "Suppliers"],
        ["Available Information"],
    ]


def test_a_heading_directly_over_another_holds_what_follows() -> None:
    lines = ("Our Lamps", "Whale Lamps", SAID, "Gas Lamps", SAID, "Our Bells", "Brass Bells", SAID, "Employees", SAID)
    assert told("1", *lines) == [
        ["Our Lamps", "Whale Lamps"],
        ["Our Lamps", "Gas Lamps"],
        ["Our Bells", "Brass Bells"],
        ["Employees"],
    ]


def test_a_note_stands_in_the_notes_and_holds_what_is_named_alike() -> None:
    lines = ("NOTES TO FINANCIAL STATEMENTS", "1.", "Oil and Wicks", SAID, "2.", "Purchases", "Fiscal 2031")
    assert told("8", *lines, "Lamp Purchase", SAID, "Bell Purchase", SAID, "Ropes", SAID, "3.", "Debt", SAID)[-4:] == [
        ["NOTES TO FINANCIAL STATEMENTS", "2. Purchases", "Fiscal 2031", "Lamp Purchase"],
        ["NOTES TO FINANCIAL STATEMENTS", "2. Purchases", "Fiscal 2031", "Bell Purchase"],
        ["NOTES TO FINANCIAL STATEMENTS", "2. Purchases", "Ropes"],
        ["NOTES TO FINANCIAL STATEMENTS", "3. Debt"],
    ]


def test_an_opinion_stands_in_the_report() -> None:
    lines = ("Report of Independent Accountants", "To the Board of Directors of Reef", "Opinion on Lamps", SAID)
    assert told("8", *lines, "Basis for Opinion", SAID, "Consolidated Balance Sheets", SAID) == [
        ["Report of Independent Accountants", "Opinion on Lamps"],
        ["Report of Independent Accountants", "Basis for Opinion"],
        ["Consolidated Balance Sheets"],
    ]


def test_a_colon_ends_a_heading_below_those_without() -> None:
    lines = ("Whale Lamps", SAID, "Oil:", SAID, "Wicks:", SAID, "Gas Lamps", SAID, "Pipes:", SAID)
    assert told("1", *lines) == [
        ["Whale Lamps"],
        ["Whale Lamps", "Oil:"],
        ["Whale Lamps", "Wicks:"],
        ["Gas Lamps"],
        ["Gas Lamps", "Pipes:"],
    ]


def test_capitals_tell_nothing_below_a_topic_without_them() -> None:
    lines = ("Overview", SAID, "CRITICAL ACCOUNTING POLICIES", SAID, "Results of Operations", SAID, "LAMPS", SAID)
    assert told("7", *lines, "Liquidity and Capital Resources", SAID) == [
        ["Overview"],
        ["CRITICAL ACCOUNTING POLICIES"],
        ["Results of Operations"],
        ["Results of Operations", "LAMPS"],
        ["Liquidity and Capital Resources"],
    ]


RISKS = [f"We may lose the lighthouse of number {n}, and with it all that we have." for n in range(4)]


def test_a_sentence_over_its_paragraph_names_a_risk() -> None:
    first, *others = [line for risk in RISKS for line in (risk, SAID)]
    found = told("1A", "Risks Related to Lamps", first, *others[:3], "Risks Related to Law", *others[3:])
    assert found == [
        ["Risks Related to Lamps", RISKS[0]],
        ["Risks Related to Lamps", RISKS[1]],
        ["Risks Related to Law", RISKS[2]],
        ["Risks Related to Law", RISKS[3]],
    ]


@pytest.mark.parametrize(
    "line", ["These risks could harm us.", "In addition, our lamps may go out.", "We may lose:", "Our oil burns"]
)
def test_a_sentence_that_goes_on_names_no_risk(line: str) -> None:
    lines = [line for risk in RISKS for line in (risk, SAID)]
    assert told("1A", *lines, line, SAID)[-1] == [RISKS[3]] or line == "Our oil burns"
    assert [RISKS[3], line] not in told("1A", *lines, line, SAID)


def test_risks_in_another_item_stand_in_their_heading() -> None:
    lines = [line for risk in RISKS for line in (risk, SAID)]
    assert told("1", "Lamps", SAID, "Risk Factors", SAID, *lines)[:3] == [
        ["Lamps"],
        ["Risk Factors"],
        ["Risk Factors", RISKS[0]],
    ]


def test_risks_in_capitals_stand_in_their_heading() -> None:
    named = ["WE MAY LOSE OUR LAMPS", "WE DEPEND ON WHALES, OF WHICH THERE ARE FEWER AND FEWER EVERY YEAR", "NO OIL"]
    lines = [line for risk in named for line in (risk, SAID)]
    assert told("1", "LAMPS", SAID, "RISK FACTORS", SAID, *lines)[2:] == [["RISK FACTORS", risk] for risk in named]


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
    "heading",
    [
        "Income taxes",
        "5.375% Senior Notes due 2032",
        "Lamps of Reef Ltd.",
        "Whale Oil under Contract with Ahab",
        "Wicks, oil and ropes",
        "WHALES WERE FEWER THAN EVER BEFORE IN THE SEAS AROUND US AND IN ALL OF THOSE THAT ARE FAR FROM HERE",
    ],
)
def test_a_line_over_a_paragraph_is_a_heading(heading: str) -> None:
    assert told("7", "Lamps", SAID, heading, SAID)[-1][-1] == heading


def test_a_title_may_stand_below_its_number_and_over_a_drawn_line() -> None:
    document = crawled("8", "NOTE 3.", "INVENTORIES - -----------", SAID, "NOTE 4.", "BELLS", SAID)
    assert [one.metadata["section"] for one in document.chunks] == [["NOTE 3. INVENTORIES"], ["NOTE 4. BELLS"]]
    assert not any(one.content.endswith("NOTE 4.") for one in document.chunks)


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


@pytest.mark.parametrize("name", ["WHALE OIL.", "WHALE OIL -", "Oil of Whales -"])
def test_words_in_front_of_a_text_head_it(name: str) -> None:
    lines = ("Lamp Policies", SAID, f"BELLS. {SAID}", f"{name} {SAID}", SAID)
    assert told("7", *lines)[-1] == ["Lamp Policies", name.rstrip(" .-")]
    assert told("15", "Exhibits", "Exhibit Index", f"{name} {SAID}") == [["Exhibit Index"]]


def test_a_list_is_no_part_of_the_title_of_an_item() -> None:
    document = crawled("15", "EXHIBITS, FINANCIAL STATEMENT SCHEDULES (a) 1. Financial Statements", SAID)
    assert document.metadata["items"]["ITEM_15"]["title"] == "EXHIBITS, FINANCIAL STATEMENT SCHEDULES"


def test_the_head_of_a_table_that_comes_again_heads_nothing() -> None:
    head = ("Description", "Judgment of Keepers", "Effect")
    lines = [line for name in ("Oil", "Wicks", "Ropes") for line in (name, SAID, *head, SAID)]
    assert told("7", "Estimates", SAID, *lines) == [["Estimates"], ["Oil"], ["Wicks"], ["Ropes"]]


def test_a_numbered_series_ends_with_its_numbers() -> None:
    lines = ("Uses of Oil", "1. Light", SAID, "2. Heat", SAID, "Our Ships", SAID)
    assert told("1", *lines) == [["Uses of Oil", "1. Light"], ["Uses of Oil", "2. Heat"], ["Our Ships"]]


def test_a_running_head_with_the_name_of_the_company_closes_no_note() -> None:
    head = "REEF INC. NOTES TO FINANCIAL STATEMENTS MARCH 31, 2031"
    found = told("8", head, "NOTE 1 - LAMPS", SAID, head, SAID, "NOTE 2 - BELLS", SAID)
    assert [one[1:] for one in found] == [["NOTE 1 - LAMPS"], ["NOTE 2 - BELLS"]]


def test_sentences_behind_the_next_topic_name_no_risk() -> None:
    lines = [line for risk in RISKS for line in (risk, SAID)]
    sections = told("7", "Risk Factors", SAID, "Liquidity and Capital Resources", SAID, *lines)
    assert not [one for one in sections if set(one) & set(RISKS)]


def test_a_measure_behind_a_heading_is_no_part_of_its_form() -> None:
    lines = [line for name in ("Whale Oil", "Lamp Sales", "Old Ropes") for line in (f"{name} (in millions):", SAID)]
    assert told("7", "Results of the Year", SAID, *lines)[1:] == [
        ["Results of the Year", "Whale Oil (in millions):"],
        ["Results of the Year", "Lamp Sales (in millions):"],
        ["Results of the Year", "Old Ropes (in millions):"],
    ]


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


@pytest.mark.parametrize("stop", [".", ":"])
def test_words_of_a_series_head_their_texts(stop: str) -> None:
    series = [line for name in ("Wicks", "Old Ropes", "Oil of Whales") for line in (f"{name}{stop} {SAID}", SAID)]
    assert told("1", "Ropes", SAID, "Regulation of Lamps", SAID, *series, "Bells", SAID) == [
        ["Ropes"],
        ["Regulation of Lamps"],
        ["Regulation of Lamps", "Wicks"],
        ["Regulation of Lamps", "Old Ropes"],
        ["Regulation of Lamps", "Oil of Whales"],
        ["Bells"],
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Wicks", "Old Ropes"),
        ("Our Wicks Are New", "They", "Oil Can Burn"),
        ("Philip T", "Mary A", "Reef Inc"),
        ("Wicks of the new kind", "Ropes of all kinds", "Oil of the largest whales"),
    ],
)
def test_words_in_front_of_a_text_that_are_no_series_of_names_head_nothing(names: tuple[str, ...]) -> None:
    lines = [line for name in names for line in (f"{name}. {SAID}", SAID)]
    assert told("1", "Lamps", SAID, *lines) == [["Lamps"]]


def test_a_series_stands_in_the_heading_over_it_also_where_one_stood_over_that() -> None:
    series = [f"{name}. {SAID}" for name in ("Wicks", "Old Ropes", "Oil of Whales")]
    found = told("8", "Note 1 - Lamps", *series, "Guarantees", SAID, *series)
    assert found[3:] == [
        ["Note 1 - Lamps", "Guarantees", *name] for name in ([], ["Wicks"], ["Old Ropes"], ["Oil of Whales"])
    ]


def test_a_heading_in_capitals_over_an_overview_holds_what_has_a_word_of_it() -> None:
    lines = ("LAMP INDUSTRY", "OVERVIEW", SAID, "LAMP TRADE", SAID, "WHALES", SAID, "LAMP SHOPS", SAID)
    assert told("1", *lines) == [
        ["LAMP INDUSTRY", "OVERVIEW"],
        ["LAMP INDUSTRY", "LAMP TRADE"],
        ["WHALES"],
        ["LAMP SHOPS"],
    ]


@pytest.mark.parametrize("topic", ["GENERAL", "PRODUCTS", "THE REEF STRATEGY", "PRODUCT LIABILITY AND INSURANCE"])
def test_a_topic_of_the_whole_business_ends_a_group(topic: str) -> None:
    lines = ("LAMP GROUP", "GAS LAMPS", SAID, "OIL LAMPS", SAID, topic, SAID)
    assert told("1", *lines) == [["LAMP GROUP", "GAS LAMPS"], ["LAMP GROUP", "OIL LAMPS"], [topic]]


def test_the_description_of_the_business_holds_what_is_told_of_it() -> None:
    around = ("General Development of Business", SAID, "Narrative Description of Business", SAID)
    assert told("1", *around, "Whale Oil", SAID, "Wicks", SAID, "Foreign and Domestic Operations", SAID)[1:] == [
        ["Narrative Description of Business"],
        ["Narrative Description of Business", "Whale Oil"],
        ["Narrative Description of Business", "Wicks"],
        ["Foreign and Domestic Operations"],
    ]


def test_the_item_of_a_list_of_sections_heads_nothing() -> None:
    lines = ("The Year", SAID, "• Lamps - 2031 vs. 2030", "• Bells - 2031 vs. 2030", SAID, "2031 vs. 2030", SAID)
    assert told("7", *lines) == [["The Year"], ["2031 vs. 2030"]]


@pytest.mark.parametrize(
    ("before", "behind", "named"),
    [
        ("The risks that we face are the following:", SAID, True),
        ("The risks that we face are the following:", "We may lose our ships, with all that is in them. " * 2, False),
        (SAID, "The sea harms lamps:", True),
        (SAID, "The sea also harms our lamps in other ways, as follows:", False),
    ],
)
def test_a_risk_may_stand_below_a_colon_and_over_one(before: str, behind: str, named: bool) -> None:
    title = "Storms could put out our lamps, and we may have to light them again."
    lines = [line for risk in RISKS for line in (risk, SAID)]
    assert ([title] in told("1A", *lines, before, title, behind, "• rain, which comes often;", SAID)) is named


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


TABLE = "Whale Oil............ $ 1,250 Wicks............ 900 ------- Total............ $ 2,150 ======="


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


@pytest.mark.parametrize("name", ["Other oil, net", "Wicks of Whale Lamps and Old Ropes of Ships and Shops and Bells"])
def test_longer_words_and_small_letters_are_of_a_series(name: str) -> None:
    lines = [f"{one}. {SAID}" for one in ("Wicks", "Old Ropes", name, "Oil of Whales")]
    assert ["Lamps", name] in told("1", "Lamps", SAID, *lines)
    assert told("1", "Lamps", SAID, *(f"{name}. {SAID}" for _ in range(4))) == [["Lamps"]]


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


def test_operating_results_may_be_one_of_the_lines_that_are_told() -> None:
    lines = ("RESULTS OF OPERATIONS", SAID, "NET SALES", SAID, "OPERATING RESULTS", SAID, "INTEREST", SAID)
    assert told("7", *lines, "LIQUIDITY AND CAPITAL RESOURCES", SAID) == [
        ["RESULTS OF OPERATIONS"],
        ["RESULTS OF OPERATIONS", "NET SALES"],
        ["RESULTS OF OPERATIONS", "OPERATING RESULTS"],
        ["RESULTS OF OPERATIONS", "INTEREST"],
        ["LIQUIDITY AND CAPITAL RESOURCES"],
    ]


def test_a_heading_underlined_in_two_printed_lines_is_one() -> None:
    first, second = "Comparison of Lamps for the Years Ended May 31, 2031 and May", "31, 2030"
    drawn = f"{first} - {'-' * (len(first) - 2)} {second} - ------"
    assert told("7", "Overview", SAID, drawn, SAID)[-1] == [f"{first} {second}"]


def test_an_entry_of_an_index_with_its_page_heads_nothing() -> None:
    for entry in ("Report of Independent Public Accountants - page 68", "Note 8 - Quarterly Data (unaudited) 25"):
        assert told("14", entry, SAID) == []


def test_a_heading_in_capitals_may_end_in_the_name_of_a_company() -> None:
    assert told("7", "NET SALES", SAID, "NET INCOME OF REEF LAMPS, INC.", SAID, "OIL", SAID)[1] == [
        "NET INCOME OF REEF LAMPS, INC."
    ]


@pytest.mark.parametrize(
    "name",
    [
        "Off-Season Oil - The",
        "Impairment of Long-Lived Lamps - We",
        "Oil (Spilt) Per Lamp - The",
        "Wicks and Ropes, Bells and Other Goods, and Oil Related to Lamps in a Joint Venture at Sea - The",
        "Lamp Supply and Ropes- Offer",
        "Lamp Oils - SFAS No. 133, as read by us,",
        "Pay Lamps 2 (Pay 2) and Free Lamps 2 (Free 2) - In the U.S.",
    ],
)
def test_words_in_front_of_a_dash_end_what_those_before_them_head(name: str) -> None:
    lines = ("Lamps", SAID, f"Whale Oil - The {SAID}", f"{name} {SAID}")
    label = name.rpartition("- ")[0].rstrip(" -")
    assert told("1", *lines) == [["Lamps"], ["Lamps", "Whale Oil"], ["Lamps", label]]


def test_a_patent_behind_a_dash_is_no_text() -> None:
    assert told("1", "Lamps", SAID, "Device for Lamps - US Patent # 6,024,307 and a patent # 2,218,429", SAID) == [
        ["Lamps"]
    ]


def test_capitals_that_begin_their_text_again_head_it() -> None:
    lines = (
        "Lamps",
        f"Whale Oil. Our {SAID}",
        f"Wicks. Our {SAID}",
        f"EBITDA. EBITDA was {SAID}",
        f"Ropes. All {SAID}",
    )
    assert told("7", *lines) == [["Lamps", name] for name in ("Whale Oil", "Wicks", "EBITDA", "Ropes")]


def test_small_notes_stand_in_chunks_of_their_own() -> None:
    lines = ("NOTES TO FINANCIAL STATEMENTS", "8. Oil", "We have oil.", "9. Ropes", "We have ropes.", "10. Bells")
    assert [chunk.header.rpartition(" > ")[2] for chunk in crawled("8", *lines, "We have bells.").chunks] == [
        "8. Oil",
        "9. Ropes",
        "10. Bells",
    ]


def test_a_note_with_a_long_name_or_a_colon_is_a_heading() -> None:
    long = "Note 1 - Nature of Lamps, Keepers and Lighthouses, and Summary of Significant Policies for Whale Oil"
    assert told("8", "Notes to Financial Statements", long, SAID, "NOTE 2-ROPES AND WICKS:", "Ropes", SAID) == [
        ["Notes to Financial Statements", long],
        ["Notes to Financial Statements", "NOTE 2-ROPES AND WICKS:", "Ropes"],
    ]


def test_the_first_note_in_the_line_of_the_notes_is_a_heading_of_its_own() -> None:
    assert told("8", "NOTES TO FINANCIAL STATEMENTS NOTE 1 OIL AND ROPES", SAID, "NOTE 2 BELLS", SAID) == [
        ["NOTES TO FINANCIAL STATEMENTS", "NOTE 1 OIL AND ROPES"],
        ["NOTES TO FINANCIAL STATEMENTS", "NOTE 2 BELLS"],
    ]


def test_a_footnote_and_the_head_of_a_table_are_no_headings() -> None:
    for line in ("(1) Based on Lamp Research, U.S. Estimates, May 2031", "Other Post-", "Name Age Position Held Since"):
        assert told("1", "Lamps", SAID, line, "Bells", SAID) == [["Lamps"], ["Bells"]], line


def test_the_name_of_a_table_holds_no_heading() -> None:
    assert told("11", "Lamps", SAID, "Keeper Compensation Table", "Keeper Pensions", SAID, "Ropes", SAID) == [
        ["Lamps"],
        ["Keeper Pensions"],
        ["Ropes"],
    ]


def test_a_long_heading_is_whole_in_the_header() -> None:
    risk = f"We may lose {'the lighthouse and its lamps, ' * 6}and with these all that we have ever had."
    lines = [line for one in (risk, *RISKS[:2]) for line in (one, SAID)]
    assert crawled("1A", *lines).chunks[0].header.endswith(risk)


def test_topics_stand_beside_the_only_heading_in_capitals() -> None:
    lines = ("Overview", SAID, "Strategy", SAID, "WHALE LAMPS", SAID, "Oil", SAID, "Competition", SAID, "Ropes", SAID)
    assert told("1", *lines) == [
        ["Overview"],
        ["Strategy"],
        ["WHALE LAMPS"],
        ["WHALE LAMPS", "Oil"],
        ["Competition"],
        ["Ropes"],
    ]


AIMS = [f"• to light {LITTLE}{n};" for n in range(3)]


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


def test_an_item_that_leads_to_others_ends_the_list() -> None:
    lines = ("Lamps", f"{LITTLE}Our aims are:", *AIMS * 3, "• to sell as follows:", *AIMS * 3)
    chunks = crawled("1", *lines).chunks
    assert chunks[1].header.endswith("> Our aims are:")
    assert chunks[-1].header.endswith("> Lamps")


def test_two_sentences_over_a_much_longer_text_name_a_risk_where_many_do() -> None:
    two = "Our lamps may go out in a storm. If they do, we may lose our keepers."
    lines = [line for risk in (*RISKS, two) for line in (risk, SAID)]
    assert told("1A", *lines)[-1] == [two]
    assert told("1A", *lines[-2:], *lines[:4]) == []


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


@pytest.mark.parametrize("name", ["Lamps per Keeper", "The 2031 Lamps", "Long-term lamps", "Lamps (formerly Torches)"])
def test_words_in_front_of_a_dash_may_have_small_letters_and_a_year(name: str) -> None:
    assert told("8", "Oil", SAID, f"Whale Oil - {SAID}", f"{name} - {SAID}", SAID)[-1] == ["Oil", name]


def test_the_last_words_of_a_series_in_front_of_a_dash_head_what_follows_them() -> None:
    lines = [line for name in ("Whale Oil", "Lamps", "Bells", "Ropes") for line in (f"{name} - {SAID}",)]
    assert crawled("8", "Stores", SAID, *lines, SAID, SAID).chunks[-1].metadata["section"] == ["Stores", "Ropes"]


def test_words_in_front_of_a_text_may_be_two_names() -> None:
    names = ("Whale Oil", "Lamps", "Loss of Keepers; Wear of Ropes and Bells by Day and Night", "Bells")
    lines = [f"{name}. {SAID}" for name in names]
    assert ["Risks", names[2]] in told("1", "Risks", SAID, *lines)


def test_a_heading_may_end_in_a_full_stop() -> None:
    lines = ("Lamps", SAID, "Whale Oil", SAID, "Cost of Oil.", SAID, "Cost of Wicks.", SAID)
    assert told("7", *lines, "The Company.", SAID, "Bells", SAID)[1:] == [
        ["Whale Oil"],
        ["Whale Oil", "Cost of Oil"],
        ["Whale Oil", "Cost of Wicks"],
        ["Whale Oil", "The Company"],
        ["Bells"],
    ]


def test_a_heading_in_capitals_may_end_in_a_full_stop() -> None:
    risk = "OUR KEEPERS MAY SLEEP IN A STORM, AND THE LAMPS MAY GO OUT IN THE NIGHT WITHOUT ANYONE WHO SEES IT AT ALL"
    assert told("1", "LAMPS", SAID, f"{risk}.", SAID)[-1] == [risk]


def test_a_heading_holds_those_that_its_text_names() -> None:
    text = f"We light two kinds, which are Ship Lamps and House Lamps. {SAID}"
    lines = ("Ship Lamps", SAID, "House Lamps", SAID, "Whale Oil", SAID)
    assert told("1", "Lamps", text, *lines) == [
        ["Lamps"],
        ["Lamps", "Ship Lamps"],
        ["Lamps", "House Lamps"],
        ["Whale Oil"],
    ]
    assert ["Ship Lamps"] in told("1", "Overview", text, *lines)


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
