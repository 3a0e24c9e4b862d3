"""Which Items a filing has, where each begins and ends, and how it stands with it."""

import pytest

from tests.corpora.sec_10k.documents import BREAK, COVER, items, page, read, text_of

SAID = "The text of this Item says what it says. It goes on for a second sentence, so that there is enough of it."


@pytest.mark.parametrize(
    ("heading", "codes"),
    [
        ("<p><b>Item 1A. Risk Factors</b></p>", ["1A"]),
        ("<p><b>Item 1A.Risk Factors</b></p>", ["1A"]),
        ("<p>Item 1A: Risk Factors</p>", ["1A"]),
        ("<p><b>ITEM 1A &#8211; RISK FACTORS</b></p>", ["1A"]),
        ("<p><b>Item 1A.</b></p><p><b>Risk Factors</b></p>", ["1A"]),
        ("<table><tr><td><b>Item&#160;1A.</b></td><td><b>Risk Factors</b></td></tr></table>", ["1A"]),
        ("<p><b>PART I, ITEM 1A. RISK FACTORS</b></p>", ["1A"]),
        ("<p><b>Item 9 A. Controls and Procedures.</b></p>", ["9A"]),
        ("<p><b>Item 9A(T). Controls and Procedures</b></p>", ["9A"]),
        ("<p><b>ITEM 9A(I). CONTROLS AND PROCEDURES</b></p>", ["9A"]),
        ("<p><b>Items 10, 11, 12 and 13. Directors and Executive Officers</b></p>", ["10", "11", "12", "13"]),
        ("<p><b>Item 10 through 14. Directors and Executive Officers</b></p>", ["10", "11", "12", "13", "14"]),
        ("<p><b>Items 1 and 2. Business and Properties</b></p>", ["1", "2"]),
        (f"<p><b>Item 3. Legal Proceedings.</b> {SAID} {SAID}</p>", ["3"]),
    ],
)
def test_a_heading_opens_its_items(heading: str, codes: list[str]) -> None:
    assert list(items(read(f"{COVER}{heading}<p>{SAID}</p>"))) == codes


@pytest.mark.parametrize(
    "line",
    [
        "Item 7 of this report tells how we did, and what we expect for the next year and the years behind it.",
        "See Item 1A, “Risk Factors,” for what may go wrong with our lamps, our lenses and our people.",
        "Items Affecting Comparability of Financial Results",
        "Item 1A, “Risk Factors,” above tells more.",
    ],
)
def test_a_reference_opens_none(line: str) -> None:
    assert list(items(page("*Item 1. Business", SAID, line, SAID))) == ["1"]


def test_a_table_of_contents_and_a_running_head_open_none() -> None:
    titles = (
        ("1", "Business"),
        ("1A", "Risk Factors"),
        ("2", "Properties"),
        ("3", "Legal Proceedings"),
        ("5", "Market for"),
    )
    rows = "".join(
        f"<tr><td>Item {code}.</td><td>{title}</td><td>{3 + n}</td></tr>" for n, (code, title) in enumerate(titles)
    )
    body = "".join(
        f"<p>Item {code}</p><p><b>Item {code}. {title}</b></p><p>{SAID}</p><p>{n}</p>"
        "<hr style='page-break-after:always'/>"
        for n, (code, title) in enumerate(titles)
    )
    document = read(f"{COVER}<p>INDEX</p><table>{rows}</table>{body}")
    assert list(items(document)) == ["1", "1A", "2", "3", "5"]
    assert text_of(document, "2").startswith("Item 2. Properties")
    (contents,) = [one for one in document.set_aside if one.reason == "table_of_contents"]
    assert document.text[contents.start :].startswith("INDEX")


def test_the_whole_title_alone_is_a_heading_where_its_item_must_stand() -> None:
    document = page(
        "*Item 7. Management's Discussion and Analysis", SAID, "*Financial Statements and Supplementary Data", SAID,
        "*Item 9. Changes in and Disagreements with Accountants", "None.",
    )  # fmt: skip
    assert list(items(document)) == ["7", "8", "9"]
    assert document.metadata["items"]["ITEM_8"]["unnumbered"]


@pytest.mark.parametrize(
    ("code", "title", "body", "status"),
    [
        ("6", "[Reserved]", "", "reserved"),
        ("6", "Selected Financial Data", "[Reserved]", "reserved"),
        ("4", "Mine Safety Disclosures", "Not applicable.", "not_applicable"),
        ("1B", "Unresolved Staff Comments", "None.", "not_applicable"),
        ("1A", "Risk Factors", "As a “smaller reporting company,” we are not required to tell.", "not_applicable"),
        ("11", "Executive Compensation", "We incorporate this by reference to our 2032 Proxy Statement.",
         "incorporated_by_reference"),
        ("7", "Management's Discussion", "Reported on pages 32-43 of the Annual Report to Share Owners.",
         "incorporated_by_reference"),
        ("3", "Legal Proceedings", "See Note 10 in Part II, Item 8 of this Annual Report on Form 10-K, which is "
         "incorporated herein by reference.", "present"),
        ("5", "Market for Common Equity", "Our stock is traded in New York. There were 21,000 holders of it. Its prices"
         " on page 60 of our 2031 Annual Report to Shareholders are incorporated by reference.", "present"),
        ("15", "Exhibits", "All of these are incorporated by reference to our proxy statement.", "present"),
    ],
)  # fmt: skip
def test_the_status_of_an_item(code: str, title: str, body: str, status: str) -> None:
    assert items(page(f"*Item {code}. {title}", body)) == {code: status}


def test_a_star_behind_a_title_points_to_its_note() -> None:
    document = page(
        "*Item 11. Executive Compensation*", "*Item 12. Security Ownership of Certain Beneficial Owners", SAID,
        "&#42; Incorporated by reference to our proxy statement.",
    )  # fmt: skip
    assert items(document) == {"11": "incorporated_by_reference", "12": "present"}
    assert document.metadata["items"]["ITEM_11"]["title"] == "Executive Compensation"


def test_executive_officers_of_part_one_are_in_no_item() -> None:
    document = page(
        "*Item 4. Mine Safety Disclosures", "Not applicable.", "*Executive Officers of the Registrant", SAID,
        "*Item 5. Market for Common Equity", SAID,
    )  # fmt: skip
    assert items(document)["4"] == "not_applicable"
    assert [one.path for one in document.chunks][-2:] == ["EXECUTIVE_OFFICERS.0", "ITEM_5.0"]


def test_what_is_said_of_a_whole_part_is_in_no_item() -> None:
    document = page(
        "*Item 9. Changes in and Disagreements with Accountants", "None.", "*PART III", "Some of it is told elsewhere.",
        "*Item 10. Directors and Executive Officers", SAID,
    )  # fmt: skip
    assert text_of(document, "9").endswith("None.\n\n")
    assert "PART_III.0" in [one.path for one in document.chunks]


def test_signatures_and_what_follows_end_the_last_item() -> None:
    document = page("*Item 15. Exhibits", SAID, "*SIGNATURES", "By: /s/ A. Keeper", "*EXHIBIT INDEX", "10.1 A lease.")
    assert "SIGNATURES" not in text_of(document, "15")
    assert [one.role for one in document.chunks][-2:] == ["signatures", "exhibit_index"]


def test_a_table_of_cross_references_maps_pages() -> None:
    told = " ".join([SAID] * 40)
    titles = {1: "About our lamps", 2: "Risk Factors", 3: "How we did", 4: "Legal Proceedings", 5: "Statements"}
    pages = "".join(
        f"<p><b>{title}</b></p><p>{told}</p><p>2031 Report {n}</p><hr style='page-break-after:always'/>"
        for n, title in titles.items()
    )
    told_on = {
        "1. Business": "1", "1A. Risk Factors": "2", "1B. Unresolved Staff Comments": "None", "2. Properties": "1",
        "3. Legal Proceedings": "4", "7. Management's Discussion": "3-4", "8. Financial Statements": "5",
        "9. Changes in and Disagreements": "None", "11. Executive Compensation": "(a)",
    }  # fmt: skip
    rows = "".join(
        f"<tr><td>Item {title.partition(' ')[0]}</td><td>{title.partition(' ')[2]}</td><td>{where}</td></tr>"
        for title, where in told_on.items()
    )
    note = "<p>(a) Incorporated by reference to our proxy statement.</p>"
    document = read(f"{COVER}<hr style='page-break-after:always'/>{pages}<table>{rows}</table>{note}")
    assert items(document) == {
        "1": "present", "1A": "present", "1B": "not_applicable", "2": "present", "3": "present", "7": "present",
        "8": "present", "9": "not_applicable", "11": "incorporated_by_reference",
    }  # fmt: skip
    assert text_of(document, "1A").startswith("Risk Factors")
    assert text_of(document, "3").startswith("Legal Proceedings")
    assert {"ITEM_1.0", "ITEM_1A.0", "ITEM_3.0", "ITEM_7.0", "ITEM_8.0"} <= {one.path for one in document.chunks}


def test_a_filing_without_items_is_read_as_one_report() -> None:
    document = page(SAID, SAID)
    assert items(document) == {}
    assert {one.role for one in document.chunks} == {"report"}


@pytest.mark.parametrize("item", ["Item 4A", "ITEM X", "Item X"])
def test_executive_officers_with_a_letter_for_a_number_stand_in_no_item(item: str) -> None:
    found = page(
        "*Item 4. Mine Safety Disclosures", "Not applicable.", f"*{item}. Executive Officers of the Registrant.", SAID
    )
    assert items(found)["4"] == "not_applicable"
    assert found.chunks[-1].header.endswith("Executive Officers of the Registrant")
    assert found.chunks[-1].path.startswith("EXECUTIVE_OFFICERS" if "X" in item else "ITEM_4A")


def test_links_behind_the_filing_are_a_table_of_contents() -> None:
    titles = (
        "Item 1. Business",
        "Balance Sheets",
        "Notes",
        "Schedule II",
        "Exhibit Index",
        "Signatures",
        "Bells",
        "Oil",
    )
    links = "".join(f"<p><a href='#p{n}'>{title}</a></p>" for n, title in enumerate(titles))
    signed = f"<p><b>SIGNATURES</b></p><p>{SAID}</p><p>QuickLinks</p>{links}"
    found = read(f"{COVER}<p><b>Item 1. Business</b></p><p id='p0'>{SAID}</p>{signed}")
    assert found.chunks[-1].content.endswith(SAID)
    assert "table_of_contents" in {one.reason for one in found.set_aside}


def test_no_chunk_of_the_cover_holds_the_table_of_contents() -> None:
    titles = (("1", "Business"), ("1A", "Risk Factors"), ("2", "Properties"), ("3", "Legal Proceedings"), ("4", "Mine"))
    rows = "".join(f"<tr><td>Item {code}.</td><td>{title}</td><td>{code[0]}</td></tr>" for code, title in titles)
    told = "<p><b>Forward-Looking Statements</b></p><p>We may be wrong about lamps.</p>"
    found = read(
        f"{COVER}<p>As of May 5, 2031, we had 7 shares.</p><p>Lanternfish Lamps</p><p>TABLE OF CONTENTS</p>"
        f"<table>{rows}</table>{told}<p><b>Item 1. Business</b></p><p>{SAID}</p>"
    )
    (aside,) = (one for one in found.set_aside if one.reason == "table_of_contents")
    assert not any(one.start < aside.end and aside.start < one.end for one in found.chunks)
    assert found.chunks[-2].content.startswith("Forward-Looking Statements")


def test_the_title_of_the_table_of_contents_at_the_top_of_its_page_is_part_of_it() -> None:
    rows = "".join(f"<tr><td>Item {code}.</td><td>Lamps</td><td>{code}</td></tr>" for code in range(1, 9))
    title = "<p>Lanternfish Lamps</p><p>FORM 10-K</p><p>For the Fiscal Year Ended December 31, 2031</p>"
    for above in (f"<p>The proxy statement is.</p>{BREAK}", f"{BREAK}<p>{SAID}</p>", ""):
        found = read(f"{COVER}{above}{title}<table>{rows}</table><p><b>Item 1. Business</b></p><p>{SAID}</p>")
        (aside,) = (one for one in found.set_aside if one.reason == "table_of_contents")
        assert found.text[aside.start :].startswith("Lanternfish Lamps") is ("proxy" in above)


def test_what_stands_behind_the_cover_is_front_matter() -> None:
    cover = f"{COVER}<p>DOCUMENTS INCORPORATED BY REFERENCE</p><p>The proxy statement is, in Part III.</p>"
    item = f"<p><b>Item 1. Business</b></p><p>{SAID}</p>"
    note = f"<p><b>About Our Lamps</b></p><p>{SAID}</p>"
    letter = f"{BREAK}<p>May 2, 2031</p><p>{SAID}</p>"
    for front in (note, letter):
        found = [one for one in read(f"{cover}{front}{item}").chunks if one.role in ("cover", "front_matter")]
        assert [(one.path, one.role) for one in found][-1] == ("FRONT_MATTER.0", "front_matter")
        assert found[0].content.endswith("in Part III.")
        assert ("About Our Lamps" in found[-1].header) == (front == note)
    roles = {one.role for one in read(f"{cover}{BREAK}<p>Page i</p>{item}").chunks}
    assert "front_matter" not in roles
