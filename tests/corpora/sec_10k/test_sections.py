"""Headings inside an Item, and how they stand in each other."""

import json

import pytest

from tests.corpora.sec_10k.documents import COVER, SAID, page, read, sections, told

LARGE = '<span style="font-size:16pt;color:#eb1700">{}</span>'
LARGER = '<span style="font-size:14pt;color:#eb1700">{}</span>'


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
    assert [one.metadata.get("section") for one in document.chunks if one.role in ("cover", "front_matter")] == [
        None,
        ["About figures"],
    ]


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


def test_large_bold_italics_say_nothing_of_small_ones() -> None:
    large = '<span style="font-size:16pt;font-weight:700;font-style:italic">{}</span>'
    lines = (large.format("Lamps"), "*Oil", SAID, large.format("Cash"), "<b><i>Dividends</i></b>", SAID, "*Debt", SAID)
    assert told(*lines) == [["Lamps", "Oil"], ["Cash", "Dividends"], ["Cash", "Debt"]]


def test_a_row_with_a_letter_and_a_title_over_a_text_is_its_heading() -> None:
    row = "<table><tr><td>(c)</td><td>Lamps and Bells</td></tr></table>"
    assert told("*Note 1. Policies", SAID, row, SAID) == [
        ["Note 1. Policies"],
        ["Note 1. Policies", "(c) Lamps and Bells"],
    ]


def test_a_link_to_an_exhibit_heads_nothing() -> None:
    link = '<a href="https://www.sec.gov/1.htm" style="text-decoration:underline;color:#0000ff">Indenture of Lamps</a>'
    assert sections(link, SAID) == [[]]


def test_a_heading_that_stands_over_the_start_of_a_chunk_is_in_its_header_or_in_its_text() -> None:
    assert told("*Lamps", SAID * 2, "The last lamp is of brass.", "*Bells", "They ring.") == [["Lamps"], ["Bells"]]


def test_what_follows_a_series_of_paragraphs_with_words_in_front_stands_under_none() -> None:
    series = [f"<i>{name}.</i> {SAID}" for name in ("Lamps", "Wicks", "Oil", "Bells")]
    assert told("*Policies", *series, SAID)[-2:] == [["Policies", "Bells"], ["Policies"]]
    assert told("*Policies", *series[:3], SAID, series[3], SAID)[-1] == ["Policies", "Bells"]


def test_bold_words_in_front_of_a_text_stand_in_no_italic_ones() -> None:
    lines = (f"<b>Lamps.</b> {SAID}", f"<i>Wicks.</i> {SAID}", f"<b>Bells.</b> {SAID}")
    assert told(*lines) == [["Lamps"], ["Lamps", "Wicks"], ["Bells"]]


def test_bold_words_in_front_of_a_text_end_an_italic_heading_behind_others_of_theirs() -> None:
    bold = [f"<b>{name}.</b> {SAID}" for name in ("Oil", "Wicks")]
    assert told("*Lamps", bold[0], "<i>Tax Relief</i>", SAID, bold[1])[1:] == [
        ["Lamps", "Tax Relief"],
        ["Lamps", "Wicks"],
    ]
    assert told("*Lamps", "<i>Plans</i>", SAID, bold[1])[-1] == ["Lamps", "Plans", "Wicks"]


def test_bold_words_head_what_follows_the_last_of_them_where_others_do() -> None:
    plain, last = ([f"<b>{name}.</b> {SAID}" for name in names] for names in (("Brass", "Wicks", "Oil"), ("Bells",)))
    assert told("*Lamps", *plain, *last, SAID)[-1] == ["Lamps"]
    goes_on = (f"<b>Tin.</b> {SAID}", SAID, f"<b>Lead.</b> {SAID}")
    assert told("*Metals", *goes_on, "*Lamps", *plain, *last, SAID)[-1] == ["Lamps", "Bells"]


def test_bold_words_in_front_of_a_text_stand_beside_a_bold_heading_that_holds_weaker_ones() -> None:
    weaker = [f"<b><i>{name}.</i></b> {SAID}" for name in ("Oil", "Wicks")]
    assert told("*Lamps", *weaker, f"<b>Bells.</b> {SAID}") == [["Lamps", "Oil"], ["Lamps", "Wicks"], ["Bells"]]
    assert told("*Lamps", f"<b>Bells.</b> {SAID}", weaker[0])[-1] == ["Lamps", "Bells", "Oil"]


def test_a_heading_stands_in_words_in_front_of_a_text_as_such_words_printed_alike_do() -> None:
    bold, weaker = (f"<b>{{}}.</b> {SAID}", f"<b><i>{{}}.</i></b> {SAID}")
    first = (bold.format("Lamps"), weaker.format("Oil"), f"<i>Whale oil.</i> {SAID}", bold.format("Bells"))
    lines = ("<b><i>Tin</i></b>", SAID, "<i>Tin mines</i>", SAID, weaker.format("Brass"))
    assert told(*first, *lines)[-3:] == [["Bells", "Tin"], ["Bells", "Tin", "Tin mines"], ["Bells", "Brass"]]


def test_an_abbreviation_at_the_start_of_words_in_front_of_a_text_is_no_heading_of_them() -> None:
    lines = [f"<b>{name}</b> {SAID}" for name in ("U.S. lamps may go out.", "Bells may break.")]
    assert told("<i>Risks</i>", *lines) == [["Risks", "U.S. lamps may go out"], ["Risks", "Bells may break"]]


def test_words_with_a_label_in_front_of_a_text_are_no_item_of_a_list() -> None:
    lines = (f"<i>(a) Controls.</i> {SAID}", SAID, f"<i>Report.</i> {SAID}", f"<i>(c) Changes.</i> {SAID}", SAID)
    assert told(*lines) == [["(a) Controls"], ["Report"], ["(c) Changes"]]


def test_the_title_of_a_risk_stands_in_none_that_has_a_text_and_is_printed_alike() -> None:
    risk = "Frost may break the lenses of all our lamps."
    assert told("<i>Limited History</i>", SAID, f"<i>{risk}</i>", SAID) == [["Limited History"], [risk]]
    assert told("<i>Risks of Lamps</i>", f"<i>{risk}</i>", SAID) == [["Risks of Lamps", risk]]
    assert told("*Our price is volatile.", SAID, f"*{risk}", SAID) == [["Our price is volatile."], [risk]]


def test_underlined_italics_stand_in_italics_below_which_they_stood_first() -> None:
    lines = ("<i>Plans</i>", "<i><u>Pensions</u></i>", SAID, "<i><u>Health</u></i>", SAID, "<i>Assets</i>", SAID)
    assert told(*lines) == [["Plans", "Pensions"], ["Plans", "Health"], ["Assets"]]


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


@pytest.mark.parametrize("key", ["1", "(2)", "(A)", "**"])
def test_italics_behind_the_key_of_a_note_head_nothing(key: str) -> None:
    assert told("*Lamps", SAID, key, "<i>Lamps at the start of each year.</i>", SAID) == [["Lamps"]]


def test_a_label_in_plain_print_is_no_part_of_how_a_heading_is_printed() -> None:
    assert told("(a) <b>Lamps</b>", SAID, "2.<b>Bells</b>", SAID) == [["(a) Lamps"], ["2.Bells"]]
    assert told("Our <b>Lamps</b>", SAID) == [[]]


def test_a_number_in_a_line_of_its_own_is_part_of_the_heading_below_it() -> None:
    found = told("a)", "*Lamps", SAID, "b)", "*Bells", SAID, "7", "*Oil", SAID)
    assert found == [["a) Lamps"], ["b) Bells"], ["Oil"]]


def test_a_heading_printed_alike_ends_one_whose_parts_tell_of_the_same() -> None:
    found = told("*Lamp Segment", "*Lamp Market", SAID, "*Lamp Products", SAID, "*Harbours", SAID)
    assert found == [["Lamp Segment", "Lamp Market"], ["Lamp Segment", "Lamp Products"], ["Harbours"]]
    found = told("*List of Lamps", "*1. Brass", SAID, "*2. Glass", SAID, "*Harbours", SAID)
    assert found == [["List of Lamps", "1. Brass"], ["List of Lamps", "2. Glass"], ["Harbours"]]
    assert told("*Results of Operations", "*Operating Costs", SAID, "*Harbours", SAID)[-1] == [
        "Results of Operations",
        "Harbours",
    ]


def test_the_heading_of_the_employees_holds_none_that_is_as_strong() -> None:
    assert told("<center><b>Employees</b></center>", SAID, "*Lamps", SAID) == [["Employees"], ["Lamps"]]


def test_the_name_of_a_column_over_a_list_of_exhibits_is_no_heading() -> None:
    listed = [f"{n} Plan of the Keepers of Lamp {n}, as amended. {SAID}" for n in ("3.1", "3(ii)", "10.1")]
    assert told("*Exhibit Index", "*DESCRIPTION", "*EXHIBIT NO.", *listed) == [["Exhibit Index"]]
    assert told("*Lamps", "*Description", SAID) == [["Lamps", "Description"]]


def test_a_heading_with_a_colon_in_a_series_of_words_in_front_of_texts_holds_none_of_them() -> None:
    led = [f"<b><i>{name}:</i></b> {SAID}" for name in ("Lamps", "Oil", "Harbours", "Keepers")]
    found = told("*LAMPS IN USE", *led[:2], "<b><i>Bells of all harbours:</i></b>", "• Of brass. " + SAID, *led[2:])
    names = ["Lamps", "Oil", "Bells of all harbours:", "Harbours", "Keepers"]
    assert found == [["LAMPS IN USE", name] for name in names]


def test_a_heading_of_html_stands_in_the_one_of_a_higher_level() -> None:
    lines = [f"<h3>Lamps</h3><p>{SAID}</p>", f"<h4>Brass</h4><p>{SAID}</p>", f"<h4>Glass</h4><p>{SAID}</p>"]
    chunks = read(f"{COVER}<h2>Item 1. Business</h2>{''.join(lines)}<h3>Bells</h3><p>{SAID}</p>").chunks
    found = [one.metadata["section"] for one in chunks if one.path.startswith("ITEM_1.")]
    assert found == [["Lamps"], ["Lamps", "Brass"], ["Lamps", "Glass"], ["Bells"]]


def test_a_long_sentence_in_italics_is_the_title_of_a_risk() -> None:
    risks = [
        f"Our lamps may {one} in any of the harbours in which {'the keepers and ' * 8}we use them."
        for one in ("break", "go out")
    ]
    lines = "".join(f"<p><i>{risk}</i></p><p>{SAID}</p>" for risk in risks)
    chunks = read(f"{COVER}<p><b>Item 1A. Risk Factors</b></p>{lines}").chunks
    assert [one.metadata["section"] for one in chunks if one.path.startswith("ITEM_1A")] == [[risk] for risk in risks]
    chunks = read(f"{COVER}<p><b>Item 1. Business</b></p>{lines}").chunks
    assert not any("section" in one.metadata for one in chunks)


def test_a_heading_that_comes_again_stands_as_deep_as_before_while_what_held_it_is_open() -> None:
    """The names of the parts of a section may be pictures; each part begins with the same heading."""
    part = ["*Overview", SAID, LARGER.format("Results"), SAID, "*Costs", SAID]
    inside = [["Our Lamps", *path] for path in (["Overview"], ["Results"], ["Results", "Costs"])]
    assert sections(LARGE.format("Our Lamps"), *part, *part) == [*inside, *inside]


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [("Lamps on ships", True), ("• Lamps", False), ("We sell lamps.", False), ("May 5, 2031", False)],
)
def test_a_line_that_names_the_next_paragraph_does_not_end_a_chunk(line: str, goes_on: bool) -> None:
    long = "A lamp that burns for a long time in a cold wind may go out. " * 20
    first, second = page("*Item 1. Business", long, line, long).chunks[1:]
    assert second.content.startswith(line) is goes_on
    assert first.content.endswith(line) is not goes_on


def test_a_short_line_may_be_the_start_of_a_sentence_where_a_crawler_has_cut_the_filing() -> None:
    long = "A lamp that burns for a long time in a cold wind may go out. " * 20
    line = "Since July 1, 2031, our keepers have followed the rules for lamps in the Code"
    filing = json.dumps({"item_1": f"Item 1. Business\n{long}\n{line}\n12 of harbours. {long}"})
    assert read(filing, "1.json").chunks[0].content.endswith(line)


def test_a_heading_goes_on_with_what_it_is_for() -> None:
    assert told("*REPORT OF THE KEEPERS", "*FOR THEIR LAMPS", SAID) == [["REPORT OF THE KEEPERS FOR THEIR LAMPS"]]
