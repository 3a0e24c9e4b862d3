"""The text of a page: furniture, tables, sections, windows and sentences."""

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
