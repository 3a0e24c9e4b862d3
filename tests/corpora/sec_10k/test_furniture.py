"""What stands at the head and the foot of each page, and its number."""

import json

import pytest

from tests.corpora.sec_10k.documents import BREAK, COVER, SAID, read


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


def test_the_row_of_an_index_is_not_the_heading_of_the_notes() -> None:
    index = "".join(f"<tr><td>{one}</td></tr>" for one in ("Balance Sheets", "Notes to Financial Statements"))
    head = "<p><b>NOTES TO FINANCIAL STATEMENTS</b></p>"
    titles = ["1. Lamps", "2. Bells of brass", "3. Debt", "4. Income Taxes", "5. Leases of ships"]
    pages = "".join(f"{BREAK}{head}<p><b>{title}</b></p><p>{SAID}</p>" for title in titles)
    document = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p><table>{index}</table>{pages}")
    notes = [one.metadata["section"] for one in document.chunks if one.content.endswith(SAID.strip())]
    assert notes == [["NOTES TO FINANCIAL STATEMENTS", title] for title in titles]
    assert sum(one.reason == "page_header" for one in document.set_aside) == 4


def test_a_link_in_front_of_the_text_of_a_page_is_a_running_head() -> None:
    text = "\nTable of Contents ".join(["Our lamps and", "bells ring. We sell", "tin and", "brass."])
    document = read(json.dumps({"item_1": f"Item 1. Business\n{text}"}), "1.json")
    assert document.chunks[0].content == "Item 1. Business\nOur lamps and bells ring. We sell tin and brass."
    document = read("<p>QuickLinks -- Click here to rapidly navigate through this document</p>" + COVER + SAID)
    assert [one.reason for one in document.set_aside][-1] == "page_header"


@pytest.mark.parametrize(
    ("before", "behind", "whole"),
    [
        (f"{SAID}We read the sales of the Consolidated", "Statements of Income.", True),
        (f"{SAID}We sell lamps in the harbours of", "Portugal and of Spain, and to whoever else may like them.", True),
        ("A fire would stop our work, as we tell in", "Item 2 of this report, below.", True),
        ("A fire would stop our work, as we tell in", "Lima below.", False),
        (
            f"{SAID}The keepers of Lima sued us in the case of Reef, No. 2031-",
            "CI-7 (2nd District of Lima), for the oil.",
            True,
        ),
        (f"{SAID}We sell lamps that are storm-", "proof and lit.", True),
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
    between = "" if before.endswith("-") else " "
    assert (f"{before.strip()}{between}{behind}" in document.text) is whole


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


@pytest.mark.parametrize("key", ["({})", "{}.", "{}"])
def test_keys_of_notes_in_lines_of_their_own_are_no_page_numbers(key: str) -> None:
    notes = "".join(f"<p>{key.format(n)}</p><p>Filed with our report of the year 202{n}.</p>" for n in range(1, 7))
    document = read(f"{COVER}<p><b>Item 1. Business</b></p><p>{SAID}</p>{notes}")
    assert f"{key.format(4)}\n\nFiled with our report of the year 2024." in document.text
    assert document.chunks[-1].end == len(document.text)


def test_the_key_of_a_note_at_page_breaks_is_no_page_number() -> None:
    pages = "".join(f"<p>We sell lamp {n}. {SAID}</p><p>{n}</p>{BREAK}" for n in range(1, 9))
    document = read(
        f"{COVER}<p><b>Item 1. Business</b></p>{pages}<p>(1)</p><p>Lamps.</p><p>9</p>{BREAK}<p>(2)</p><p>Oil</p>"
    )
    assert document.chunks[-1].content.endswith("(1)\n\nLamps.\n\n(2)\n\nOil")


def test_a_foot_that_refers_to_the_notes_cuts_no_sentence_and_stays_below_a_statement() -> None:
    foot = "<p>The accompanying notes are an integral part of these statements.</p>"
    table = "<table><tr><td>Lamps</td><td>7</td></tr><tr><td>Oil</td><td>8</td></tr></table>"
    pages = "".join(f"<p>We sell lamp {n}. {SAID}</p>{BREAK}" for n in range(30))
    statements = "".join(f"<p>Sheet {n}</p>{table}{foot}{BREAK}" for n in "AB")
    document = read(
        f"{COVER}<p><b>Item 8. Statements</b></p>{pages}<p>We ring</p>{foot}{BREAK}<p>bells.</p>{statements}"
    )
    assert "We ring bells." in document.text
    assert sum("accompanying notes" in one.content for one in document.chunks if one.role == "table") == 2


def test_a_number_of_all_pages_is_a_page_number() -> None:
    pages = "".join(f"<p>We sell lamp {n}. {SAID}</p><p>{n} of 2</p>{BREAK}" for n in range(1, 3))
    document = read(f"{COVER}<p><b>Item 1. Business</b></p>{pages}<p>None.</p>")
    assert [one.reason for one in document.set_aside] == ["page_number"] * 2


@pytest.mark.parametrize("number", ["i", "- i -", "ii", "xi", "(i)", "F-1"])
def test_a_page_may_have_a_number_that_is_like_no_other(number: str) -> None:
    contents = "".join(f"<tr><td>Item {n}. Lamps</td><td>{n}</td></tr>" for n in range(1, 10))
    document = read(
        f"{COVER}<table>{contents}</table><p>{number}</p>{BREAK}<p><b>Item 1. Business</b></p><p>We sell lamps.</p>"
        f"<p>1</p>{BREAK}<p>We sell oil.</p><p>2</p>{BREAK}<p>We sell wicks.</p>"
    )
    assert [one.reason for one in document.set_aside].count("page_number") == 3


@pytest.mark.parametrize("line", ["x", "No. ii", "(b)"])
def test_a_sign_at_the_end_of_a_page_that_may_say_something_is_no_page_number(line: str) -> None:
    document = read(f"{COVER}<p><b>Item 1. Business</b></p><p>{SAID}</p><p>{line}</p>{BREAK}<p>We sell oil.</p>")
    assert line in document.chunks[-1].content


def test_a_link_to_the_contents_above_the_cover_is_furniture() -> None:
    contents = "".join(f"<tr><td>Item {n}. Lamps</td><td>{n}</td></tr>" for n in range(1, 10))
    cover = COVER.replace("<body>", "<body><p>Table of Contents</p>")
    table = f"<p>Table of Contents</p><table>{contents}</table>"
    document = read(f"{cover}{table}<p><b>Item 1. Business</b></p><p>We sell lamps.</p>")
    assert "page_header" in [one.reason for one in document.set_aside]
    assert not any("Table of Contents" in one.content for one in document.chunks)
