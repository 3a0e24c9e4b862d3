"""Tables of a page as chunks: their captions, their columns, and what leads to them."""

import pytest

from tests.corpora.sec_10k.documents import COVER, SAID, page, read

STATEMENT = "<p><b>Item 8. Financial Statements</b></p>"


def table(*rows: str) -> str:
    """A table of HTML; cells are parted by bars."""
    lines = ("".join(f"<td>{cell}</td>" for cell in row.split("|")) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


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


@pytest.mark.parametrize(
    ("lines", "caption"),
    [
        (["(a) Index to Our Lamps"], "(a) Index to Our Lamps"),
        (["Lamps of Brass", "Index to Our Lamps"], ""),
        (["(4) Lamps of Brass"], ""),
        (["Our lamps are of brass"], ""),
    ],
)
def test_a_paragraph_written_as_a_title_names_the_table_below_it(lines: list[str], caption: str) -> None:
    chunk = page("*Item 8. Financial Statements", SAID, *lines, table("|Page", "Lamps|12", "Bells|14")).chunks[-1]
    assert chunk.metadata.get("caption", "") == caption
    assert chunk.content.startswith(caption)


def test_a_long_table_is_cut_between_rows() -> None:
    rows = "".join(f"<tr><td>Lamp number {n}</td><td>{n * 1000}</td></tr>" for n in range(200))
    document = read(f"{COVER}<p><b>Item 8. Financial Statements</b></p><table>{rows}</table>", max_tokens=200)
    pieces = [one for one in document.chunks if one.role == "table"]
    assert [one.path for one in pieces[:3]] == ["ITEM_8.t1", "ITEM_8.t1.p2", "ITEM_8.t1.p3"]
    assert all(one.content.startswith(("Item 8", "Lamp number")) and one.tokens <= 200 for one in pieces)


@pytest.mark.parametrize("named", [14, 17, 18])
def test_a_long_table_is_cut_in_front_of_the_name_of_rows(named: int) -> None:
    rows = [f"Lamp number {n} of brass|{n * 1000}" for n in range(36)]
    rows[named:named] = ["Lamps that hang on walls", "Of copper:"]
    document = read(f"{COVER}{STATEMENT}{table(*rows)}", max_tokens=200)
    pieces = [one.content for one in document.chunks if one.role == "table"]
    assert pieces[1].startswith("Lamps that hang on walls\nOf copper:\nLamp number")


def test_a_long_table_is_not_cut_in_front_of_a_name_early_in_it() -> None:
    rows = [f"Lamp number {n} of brass|{n * 1000}" for n in range(36)]
    document = read(f"{COVER}{STATEMENT}{table(*rows[:4], 'Lamps of copper:', *rows[4:])}", max_tokens=200)
    pieces = [one.content for one in document.chunks if one.role == "table"]
    assert "copper" in pieces[0] and pieces[1].startswith("Lamp number")


def test_bullets_in_a_table_are_a_list() -> None:
    rows = "".join(
        f"<tr><td>•</td><td>We may lose a lighthouse of number {n}, and with it a lamp, a keeper and a bell.</td></tr>"
        for n in range(4)
    )
    document = read(f"{COVER}<p><b>Item 1A. Risk Factors</b></p><table>{rows}</table>")
    assert [one.role for one in document.chunks[1:]] == ["text"]
    assert len(document.chunks[-1].metadata["sentences"]) == 4


def test_the_caption_of_a_table_is_what_names_it_with_its_unit() -> None:
    """A line "(In millions)" between the two is no caption alone, and the name does not come twice in the header."""
    document = read(
        f"{COVER}{STATEMENT}<p><b>CONSOLIDATED BALANCE SHEETS</b></p><p>(In millions)</p>"
        f"{table('|2031|2030', 'Lamps|12|14')}"
    )
    chunk = document.chunks[-1]
    assert chunk.metadata["caption"] == "CONSOLIDATED BALANCE SHEETS (In millions)"
    assert chunk.header.endswith("Financial Statements > CONSOLIDATED BALANCE SHEETS (In millions) > 2031 2030")


@pytest.mark.parametrize(
    "lead",
    [
        "Presented below is what we lend.",
        "A summary of our lamps follows.",
        "The exhibits listed below are filed with this report.",
        "This report has been signed below on May 5, 2031, by the following persons for the registrant.",
    ],
)
def test_a_sentence_that_leads_to_a_table_in_other_words_stands_in_its_chunk(lead: str) -> None:
    chunk = page("*Item 8. Financial Statements", SAID, lead, table("Lamp|Keeper", "Brass|Ann")).chunks[-1]
    assert chunk.content.startswith(lead)
    assert chunk.metadata["caption"] == lead


def test_a_table_below_the_last_entry_of_a_cover_has_its_title() -> None:
    cover = f"{COVER}<p>DOCUMENTS INCORPORATED BY REFERENCE</p>{table('Document|Part', 'Proxy|III')}"
    chunks = read(f"{cover}<p><b>Item 1. Business</b></p><p>{SAID}</p>").chunks
    assert [one.metadata["caption"] for one in chunks if one.role == "table"] == ["DOCUMENTS INCORPORATED BY REFERENCE"]


@pytest.mark.parametrize("owner", ["Lanternfish Lamps, Inc. and Subsidiaries", "LANTERNFISH LAMPS, INC."])
def test_the_name_of_the_company_below_that_of_its_statement_is_no_caption(owner: str) -> None:
    lines = ("*CONSOLIDATED BALANCE SHEETS", owner, "(In millions)", table("|2031|2030", "Lamps|12|14"))
    chunk = page("*Item 8. Financial Statements", *lines).chunks[-1]
    assert chunk.metadata["caption"] == "CONSOLIDATED BALANCE SHEETS (In millions)"


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
        ("The following is a summary of our sales of lamps.", True),
        ("Our lamps, and where we sell them, are listed below.", True),
        ("We also have the following lamps at sea.", True),
        ("Sales of lamps rose.", False),
        ("Lamps that are sold in the years following are better.", False),
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


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (("Lamps|2031|20302|2029", "Brass|12|14|16"), "Lamps 2031 2030 2029"),
        (("Town|Lamps|1|Oil|Wicks|2|Bells", "Lima|12||14|16||18"), "Town Lamps Oil Wicks Bells"),
        (("4|Years ended June 30,|", "|2031|2030", "Brass|12|14"), "4 Years ended June 30, | 2031 2030"),
        (("10.1|Plan of the Keepers|7", "10.2|Plan of the Pilots|8"), ""),
        (("Item 1.|Lamps|Pages 3-9", "Item 1A.|Storms|Page 12"), ""),
        (("Lamps|1|Oil|2", "Bells|3|Wicks|4"), ""),
    ],
)
def test_the_marks_of_footnotes_beside_the_names_of_columns_are_none(rows: tuple[str, ...], columns: str) -> None:
    document = read(f"{COVER}{STATEMENT}<p>Our sales were:</p>{table(*rows)}")
    assert document.chunks[-1].metadata.get("columns", "") == columns


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(("|May 5, 2031", "Assets", "Oil|7"), "May 5, 2031"), (("|Lamps", "|lent", "Oil|7"), "Lamps | lent")],
)
def test_the_name_of_rows_below_that_of_the_only_column_names_none(rows: tuple[str, ...], columns: str) -> None:
    document = read(f"{COVER}{STATEMENT}<p>We held:</p>{table(*rows)}")
    assert document.chunks[-1].metadata["columns"] == columns


def test_a_box_of_the_cover_names_no_column() -> None:
    document = read(f"{table('Large filer|☒|Small filer|☐')}{COVER}<p><b>Item 1. Business</b></p><p>{SAID}</p>")
    assert "columns" not in document.chunks[0].metadata


def test_a_table_stands_with_the_words_that_lead_to_it_and_nothing_before_them() -> None:
    table = "<table><tr><td><b>Lamps</b></td><td><b>2031</b></td></tr><tr><td>Oil</td><td>12</td></tr></table>"
    found = page(
        "*Item 8. Financial Statements", "*Lamps", "They burn.", "*Bells", "Bells sold were as follows:", table
    )
    assert [one.metadata.get("section") for one in found.chunks[-2:]] == [["Lamps"], ["Bells"]]
    assert found.chunks[-1].metadata["caption"] == "Bells sold were as follows:"


def test_a_line_in_the_middle_of_the_page_over_a_table_is_its_caption() -> None:
    table = "<table><tr><td>Land</td><td>7</td></tr></table>"
    item, line = "<p><b>Item 2. Properties</b></p>", "<p align=center><b>Floor Area</b></p>"
    found = read(f"{COVER}{item}<p>We own land.</p>{line}{table}<p>Runways are leased.</p>").chunks
    assert found[-2].metadata["caption"] == "Floor Area"
    assert "section" not in found[-1].metadata


@pytest.mark.parametrize(("behind", "heads"), [('<p><img src="a.jpg" alt="7"/></p>', False), ("", True)])
def test_a_line_in_the_middle_of_the_page_over_a_picture_heads_nothing(behind: str, heads: bool) -> None:
    line = "<p align=center><b>Floor Area</b></p>"
    lines = f"<p><b>Land</b></p><p>{SAID}</p>{line}{behind}<p>{SAID}</p>"
    chunk = read(f"{COVER}<p><b>Item 2. Properties</b></p>{lines}").chunks[-1]
    assert chunk.metadata["section"] == ["Land", *(["Floor Area"] if heads else [])]


def test_several_rows_of_words_over_columns_are_told_column_by_column_and_their_unit_behind_them() -> None:
    rows = ("|Lamps", "|Price|Number", "|per Lamp|of Lamps", "|(In millions)", "June|$5|1,700")
    document = read(f"{COVER}{STATEMENT}{table(*rows)}")
    assert document.chunks[-1].metadata["columns"] == "Lamps | Price per Lamp | Number of Lamps | (In millions)"


def test_many_rows_of_words_over_columns_are_told_column_by_column() -> None:
    rows = ("||Total", "||Number", "||of Lamps", "|Price|as Part", "|per|of a", "Month|Lamp|Programme", "June|$5|1,700")
    document = read(f"{COVER}{STATEMENT}{table(*rows)}")
    assert (
        document.chunks[-1].metadata["columns"]
        == "Month | Price per Lamp | Total Number of Lamps as Part of a Programme"
    )


def test_a_row_of_dashes_behind_signs_of_currency_names_no_columns() -> None:
    document = read(f"{COVER}{STATEMENT}{table('|2031|2030', 'Lamps|$—|$—', 'Oil|1,200|1,300')}")
    assert document.chunks[-1].metadata["columns"] == "2031 2030"


@pytest.mark.parametrize(
    ("years", "columns"),
    [
        (("2031", "2030"), "Lamps | Oil Glass"),
        (("Year ended June 30, 2031:", "Year ended June 30, 2030:"), "Lamps | Oil Glass"),
        (("2031", "Bells|3|4"), "Lamps | Oil Glass | 2031"),
        (("June 30, 2031", "Bells|3|4"), "Lamps | Oil Glass | June 30, 2031"),
    ],
)
def test_a_year_over_some_of_several_rows_names_no_column(years: tuple[str, str], columns: str) -> None:
    rows = table("|Lamps", "|Oil|Glass", years[0], "Brass|12|14", years[1], "Tin|15|16")
    (chunk,) = [one for one in read(f"{COVER}{STATEMENT}{rows}").chunks if one.metadata.get("table")]
    assert chunk.metadata["columns"] == columns


@pytest.mark.parametrize("pages", ["F-2", "F-2 to F-3", "F-2 to F- 3"])
def test_a_row_with_the_number_of_a_page_names_no_columns(pages: str) -> None:
    document = read(f"{COVER}{STATEMENT}{table('|Page', f'Report|{pages}', 'Balance Sheets|F-4')}")
    assert document.chunks[-1].metadata["columns"] == "Page"
