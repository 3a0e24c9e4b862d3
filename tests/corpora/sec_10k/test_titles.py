"""Titles of plain text in several lines without blank ones between: whose statement it is, its name, its unit."""

import pytest

from piperoll.corpora.sec_10k.signs import is_plain_heading
from tests.corpora.sec_10k.documents import PLAIN, read

PLAINLY = "The lamps are lit at dusk and burn\nall night, whatever wind may blow,\nuntil the keeper puts them out.\n\n"
CHARTER = "{name}\n              (Exact name of registrant as specified in its charter)\n\n"
ITEM = "ITEM 8.  FINANCIAL STATEMENTS\n\n"
TABLE = (
    "<TABLE>\n<CAPTION>\n                        June 30,\n                     1996      1995\n"
    "                     ----      ----\n<S>                  <C>       <C>\n"
    "Lamps..............   310       280\nBells.............. 1,100     1,150\n"
    "                    =====     =====\n</TABLE>\n\n"
)


@pytest.mark.parametrize(
    ("title", "caption"),
    [
        ("               REEF LAMPS CO.\n                BALANCE SHEETS\n               (In thousands)\n", True),
        (
            "             REEF LAMPS COMPANY\n                BALANCE SHEETS\n             June 30, 1996 and 1995\n",
            True,
        ),
        ("BALANCE SHEETS\n(Dollars in thousands, except per lamp)\n", True),
        ("Balance Sheets\n(In thousands)\n", True),
        ("     We sold them as told in our\nBalance Sheets\n", False),
        ("     The sums are those of the keepers of our lamps\n(in thousands).\n", False),
    ],
)
def test_the_lines_of_a_title_over_a_table_of_plain_text_are_its_caption(title: str, caption: bool) -> None:
    document = read(
        f"{PLAIN}{CHARTER.format(name='REEF LAMPS CO')}{ITEM}     We sell lamps.\n\n{title}\n{TABLE}", "a.txt"
    )
    last = document.chunks[-1]
    said = " ".join(title.split()).removeprefix("REEF LAMPS CO. ").removeprefix("REEF LAMPS COMPANY ")
    assert (last.metadata.get("caption", "") == said) is caption
    assert (f"> {said} > June 30, | 1996 1995" in last.header) is caption
    assert (" ".join(title.split()) in " ".join(last.content.split())) is caption


@pytest.mark.parametrize("bar", ["|", "| "])
def test_the_sign_of_a_ruled_box_in_front_of_a_title_is_no_part_of_the_caption(bar: str) -> None:
    title = f"{'-' * 60}\n|\n{bar}BALANCE SHEETS\n\n"
    document = read(f"{PLAIN}{ITEM}     We sell lamps.\n\n{title}{TABLE}", "a.txt")
    assert document.chunks[-1].header.endswith(" > BALANCE SHEETS > June 30, | 1996 1995")


@pytest.mark.parametrize("name", ["REEF LAMPS COMPANY", "REEF LAMPS CO.", "Reef Lamps Co."])
def test_a_company_above_the_heading_of_its_notes_in_plain_text_is_no_part_of_it(name: str) -> None:
    title = "NOTES TO FINANCIAL STATEMENTS" if name.isupper() else "Notes to Financial Statements"
    document = read(
        f"{PLAIN}{CHARTER.format(name=name)}{ITEM}{PLAINLY}                {name}\n"
        f"         {title}\n\n1.  LAMPS\n\n{PLAINLY * 9}2.  BELLS\n\n{PLAINLY * 9}",
        "a.txt",
    )
    found = [one.metadata.get("section", []) for one in document.chunks]
    assert [title, "1. LAMPS"] in found
    assert [title, "2. BELLS"] in found


def test_capitals_in_two_lines_are_one_heading_of_plain_text() -> None:
    notes = "NOTES TO FINANCIAL STATEMENTS\n\nNOTE 1  LAMPS\n\n"
    document = read(
        f"{PLAIN}{ITEM}{notes}{PLAINLY * 9}NOTE 2  LAMPS OF THE HARBOUR (THOSE OF GLASS, OF BRASS OR OF IRON AND\n"
        f"        THOSE OF TIN)\n\n{TABLE}{PLAINLY * 9}",
        "a.txt",
    )
    note = "NOTE 2 LAMPS OF THE HARBOUR (THOSE OF GLASS, OF BRASS OR OF IRON AND THOSE OF TIN)"
    assert [one.metadata.get("section", [])[-1] for one in document.chunks[-2:]] == [note] * 2


def test_a_line_of_rules_names_no_columns_and_begins_no_chunk() -> None:
    rows = "".join(f"Lamp of the harbour of the number {n}.......   {n}0      {n}1\n" for n in range(10, 60))
    document = read(
        f"{PLAIN}{ITEM}<TABLE>\n<CAPTION>\nLamp                                     Age    Oil\n"
        f"- ----                                     ---    -----\n<S>                     <C>    <C>\n{rows}"
        "                                         =====   =====\n</TABLE>\n",
        "a.txt",
    )
    tables = [one for one in document.chunks if one.role == "table"]
    assert {one.metadata["columns"] for one in tables} == {"Lamp Age Oil"}
    assert all(one.content.lstrip(" -=\n") for one in tables)


def test_words_in_front_of_texts_may_have_two_spaces_behind_their_stop() -> None:
    said = "The lamps that we sell are lit at dusk, and burn all night. " * 12
    document = read(
        f"{PLAIN}ITEM 1.  BUSINESS\n\nGENERAL\n\n{said}\n\nRaw Oil.  {said}\n\nOld Lamps.  {said}\n\n"
        f"New Bells.  {said}\n",
        "a.txt",
    )
    found = [one.metadata.get("section", []) for one in document.chunks]
    assert [name for name in ("Raw Oil", "Old Lamps", "New Bells") if ["GENERAL", name] not in found] == []


def test_a_number_between_dashes_at_the_only_page_break_is_a_page_number() -> None:
    document = read(
        f"{PLAIN}ITEM 1.  BUSINESS\n\n     We ring bells that\n\n                -2-\n<PAGE>\n\nare heard for miles.\n",
        "a.txt",
    )
    assert [one.reason for one in document.set_aside] == ["page_number", "markup"]
    assert document.chunks[-1].content.endswith("bells that\nare heard for miles.")


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("(b) Financial Information about Segments", True),
        ("Trade among Keepers during Fiscal 1996", True),
        ("Financial information about Segments", False),
    ],
)
def test_a_heading_of_plain_text_may_have_a_longer_small_word(line: str, heading: bool) -> None:
    assert is_plain_heading(line) is heading


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (
            "                      Average       Oil\n                     price per    burnt at\n"
            "Lamp                   gallon       sea (a)\n",
            "Lamp | Average price per gallon | Oil burnt at sea (a)",
        ),
        (
            "LAMPS THAT BURN\n                     Weighted\n                      average\n"
            "(In gallons)            price          1996      1995\n",
            "LAMPS THAT BURN | (In gallons) | Weighted average price | 1996 | 1995",
        ),
        (
            "                        Sea          Land\n                    1996    1995   1996    1995\n",
            "Sea Land | 1996 1995 1996 1995",
        ),
    ],
)
def test_the_columns_of_plain_text_are_named_by_the_words_below_each_other(rows: str, columns: str) -> None:
    figures = "Brass                     120           140       12       14\n"
    document = read(f"{PLAIN}{ITEM}<TABLE>\n{rows}- " + "-" * 60 + f"\n\n{figures}{figures}</TABLE>\n", "a.txt")
    assert document.chunks[-1].metadata["columns"] == columns
