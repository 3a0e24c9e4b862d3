"""Test how the headings of filings that a crawler has cut into Items stand in each other."""

import pytest

from tests.corpora.sec_10k.crawled import SAID, crawled, told

RISKS = [f"We may lose the lighthouse of number {n}, and with it all that we have." for n in range(4)]


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


def test_few_sentences_over_most_paragraphs_name_risks() -> None:
    few = ("The price of brass may rise.", "Our oil may burn.")
    lines = [line for risk in few for line in (risk, SAID)]
    assert told("1A", *lines) == [[risk] for risk in few]
    assert told("1A", *lines, SAID, SAID, SAID) == []


def test_risks_in_capitals_stand_in_their_heading() -> None:
    named = ["WE MAY LOSE OUR LAMPS", "WE DEPEND ON WHALES, OF WHICH THERE ARE FEWER AND FEWER EVERY YEAR", "NO OIL"]
    lines = [line for risk in named for line in (risk, SAID)]
    assert told("1", "LAMPS", SAID, "RISK FACTORS", SAID, *lines)[2:] == [["RISK FACTORS", risk] for risk in named]


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


def test_a_heading_in_capitals_may_end_in_the_name_of_a_company() -> None:
    assert told("7", "NET SALES", SAID, "NET INCOME OF REEF LAMPS, INC.", SAID, "OIL", SAID)[1] == [
        "NET INCOME OF REEF LAMPS, INC."
    ]


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


def test_two_sentences_over_a_much_longer_text_name_a_risk_where_many_do() -> None:
    two = "Our lamps may go out in a storm. If they do, we may lose our keepers."
    lines = [line for risk in (*RISKS, two) for line in (risk, SAID)]
    assert told("1A", *lines)[-1] == [two]
    assert told("1A", *lines[-2:], *lines[:2]) == []


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
