"""Sentences, windows, and filings of plain text."""

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.sec_10k.sentences import sentences
from tests.corpora.sec_10k.documents import COVER, PLAIN, SAID, page, read

PLAINLY = "The lamps are lit at dusk and burn\nall night, whatever wind may blow,\nuntil the keeper puts them out.\n\n"


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


def test_part_one_has_what_stands_in_front_of_its_first_item() -> None:
    document = page(SAID, "*PART I", "*About figures", SAID * 20, "*Item 1. Business", SAID)
    assert document.chunks[1].header.endswith("10-K 2031 > Part I > About figures")


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


def test_items_with_emphasised_words_in_front_stand_with_what_leads_to_their_list() -> None:
    before, items = "A lamp burns in the harbour. " * 12, ("<i>Level 1:</i> {}", "<i>Level 2:</i> {}")
    said = "Oil that has been burnt in many lamps before, and is sold by the barrel in all of our harbours. " * 2
    document = page(
        "*Item 8. Financial Statements", before, f"{before} The levels are:", *(one.format(said) for one in items)
    )
    last = document.chunks[-1].content
    assert "The levels are:\n\nLevel 1: Oil" in last
    assert "\n\nLevel 2: Oil" in last


def test_a_page_that_holds_a_plain_text_is_read_as_one() -> None:
    said = "The lamps of the harbour burn\nby day and by night.\n\n"
    first = f"{PLAIN}ITEM 1.  BUSINESS\n\nLAMPS\n\n{said * 14}BELLS\n\n{said * 14}"
    second = f"ITEM 2.  PROPERTIES\n\n{said}    Lima      5      7\n    Butte     6      8\n\n"
    told = read(f"{first}<PAGE>\n{second}", "filing.txt")
    shown = read(f"<html><body><pre>{first}</pre><hr><pre>{second}</pre></body></html>")
    assert [one.path for one in shown.chunks] == [one.path for one in told.chunks]
    assert [one.content.split() for one in shown.chunks] == [one.content.split() for one in told.chunks]
    assert {one.metadata.get("section", [""])[0] for one in shown.chunks if one.path.startswith("ITEM_1.")} == {
        "LAMPS",
        "BELLS",
    }
    assert "    Lima      5      7\n" in shown.text


def test_a_label_stands_in_the_line_of_its_text_and_a_term_in_its_own() -> None:
    shown = "".join(f"<dt>{label}</dt><dd>A lamp.</dd>" for label in ("(1)", "b.", "•", "Wick"))
    last = page("*Item 1. Business", f"<dl>{shown}</dl>").chunks[-1]
    assert last.content.endswith("\n(1) A lamp.\nb. A lamp.\n• A lamp.\nWick\nA lamp.")
