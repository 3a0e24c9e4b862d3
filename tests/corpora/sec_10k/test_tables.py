"""The tables of a page: their columns, captions and parts."""

import pytest

from piperoll.corpora.sec_10k.page import read as shown
from tests.corpora.sec_10k.documents import COVER, SAID, read

ITEM = "<p><b>Item 8. Financial Statements</b></p>"


def table(*rows: str, bold: str = "") -> str:
    """A table of HTML; cells are parted by bars; ``bold`` is its first row."""
    lines = ["".join(f"<td>{cell}</td>" for cell in row.split("|")) for row in rows]
    if bold:
        lines.insert(0, "".join(f"<td><b>{cell}</b></td>" for cell in bold.split("|")))
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (("Town|Lamps|Bells", "Lima|X|", "Butte||X"), "Town\tLamps\tBells\nLima\tX\nButte\t\tX"),
        (("|2031||2030", "Oil|$|5|$|7", "Wicks||||8"), "2031\t2030\nOil\t$5\t$7\nWicks\t\t8"),
        (("|2031||2030", "Oil|$|5|$|7", "|||$|8"), "2031\t2030\nOil\t$5\t$7\n\t\t$8"),
        (("Oil|5||7", "Wicks|6||8"), "Oil\t5\t7\nWicks\t6\t8"),
        (("Oil|(5|)|7", "Wicks|||8"), "Oil\t(5)\t7\nWicks\t\t8"),
        (("Oil|(1)|5|7", "Wicks||6|8"), "Oil (1)\t5\t7\nWicks\t6\t8"),
        (("Oil|(1)(2)|5|7", "Wicks||6|8"), "Oil (1)(2)\t5\t7\nWicks\t6\t8"),
        (("Oil|<sup>1</sup>|5|7", "Wicks||6|8"), "Oil 1\t5\t7\nWicks\t6\t8"),
        (("Oil|<sup>a</sup>|5|7", "Wicks||6|8"), "Oil a\t5\t7\nWicks\t6\t8"),
        (("|2031||2030", "Oil|5|*|7", "Wicks|6||8"), "2031\t2030\nOil\t5 *\t7\nWicks\t6\t8"),
        (("Lamp|Share", "Brass|*", "Glass|5"), "Lamp\tShare\nBrass\t*\nGlass\t5"),
        (("|2031|%|2030|%", "Oil|5|2|7|3"), "2031\t%\t2030\t%\nOil\t5\t2\t7\t3"),
        (
            ("1.|Plan of the Keepers|*", "2.|Plan of the Pilots|*"),
            "1.\tPlan of the Keepers\t*\n2.\tPlan of the Pilots\t*",
        ),
        (("(13)|Oil|5", "|Wicks|6"), "(13)\tOil\t5\n\tWicks\t6"),
        (("Amount|%", "Oil|5", "% of all|6"), "Amount\t%\nOil\t5\n% of all\t6"),
        (("Lamps|||", "|Brass|5|6", "|Glass|7|8"), "Lamps\nBrass\t5\t6\nGlass\t7\t8"),
    ],
)
def test_an_empty_cell_with_a_value_right_of_it_keeps_its_column(rows: tuple[str, ...], text: str) -> None:
    """A column that is empty in all rows, one of footnotes, and one that only indents labels are none.

    The mark of a footnote stands behind the cell it is of.
    """
    assert shown(f"<body>{table(*rows)}</body>").text == text


def test_cells_that_span_columns_and_rows_keep_those_behind_them_in_place() -> None:
    rows = (
        "<tr><td rowspan=2>Plant</td><td colspan=2>2031</td><td>2030</td></tr>"
        "<tr><td>Oil</td><td>Wicks</td><td>Oil</td></tr>"
        "<tr><td>Lima</td><td>5</td><td></td><td>7</td></tr>"
        "<tr><td colspan=9999999999>All plants burn.</td></tr>"
    )
    lines = "Plant\t2031\t\t2030\n\tOil\tWicks\tOil\nLima\t5\t\t7\nAll plants burn."
    assert shown(f"<body><table>{rows}</table></body>").text == lines


def test_rows_in_columns_are_chunks_as_they_were() -> None:
    rows = table("|2031|2030", "Lamps sold|12|14", "Lamps lost||3")
    chunk = read(f"{COVER}{ITEM}<p>Our lamps were:</p>{rows}").chunks[-1]
    assert chunk.content.endswith("\n\t2031\t2030\nLamps sold\t12\t14\nLamps lost\t\t3")
    assert chunk.metadata["columns"] == "2031 2030"


def test_the_names_of_columns_are_whole_and_a_long_one_ends_at_a_word() -> None:
    named = (
        "Number of lamps that remain available for sale under all plans of the keepers (without those in column one)"
    )
    long = f"{named}, {named}"
    chunk = read(f"{COVER}{ITEM}{table(f'Plan|{named}|{long}', 'Lamps|12|14')}").chunks[-1]
    assert chunk.metadata["columns"] == f"Plan {named} {long}"
    chunk = read(f"{COVER}{ITEM}{table(*[f'Plan|{named}|{named}'] * 3, 'Lamps|12|14')}").chunks[-1]
    assert chunk.metadata["columns"].endswith(" …")
    assert f"{long}, ".startswith(chunk.metadata["columns"].rpartition("Plan ")[2][:40])


def test_a_caption_and_the_title_of_a_risk_are_whole() -> None:
    leads = f"The following table shows, {'for each lamp and each keeper and each bell, ' * 6}what we sold."
    chunk = read(f"{COVER}{ITEM}<p>{leads}</p>{table('|2031|2030', 'Lamps|12|14')}").chunks[-1]
    assert f" > {leads} > " in chunk.header
    risk = f"Frost may break {'the lamps, the bells and ' * 12}the glass."
    said = "A lamp that burns for a long time in a cold wind may go out. " * 12
    found = read(f"{COVER}<p><b>Item 1A. Risk Factors</b></p><p><b><i>{risk}</i></b></p><p>{said}</p>")
    assert found.chunks[-1].header.endswith(f" > {risk}")


def test_a_row_printed_as_all_rows_are_names_no_columns() -> None:
    rows = [f"<td align='center'>{cell}</td>" for cell in ("Class", "Market", "Common Stock", "Lima Exchange")]
    cover = f"<table><tr>{rows[0]}{rows[1]}</tr><tr>{rows[2]}{rows[3]}</tr></table>"
    assert read(f"{COVER}{ITEM}<p>We have:</p>{cover}").chunks[-1].metadata["columns"] == "Class Market"


def test_the_letter_of_an_exhibit_names_no_column() -> None:
    chunk = read(f"{COVER}{ITEM}{table('E.|*|Plan of the Keepers', 'F.|*|Plan of the Pilots')}").chunks[-1]
    assert "columns" not in chunk.metadata


@pytest.mark.parametrize(
    ("first", "columns"),
    [
        ("Lamps in use", "2031 2030"),
        ("December 31, 2029", "December 31, 2029"),
        ("Bells/|2029|2028", "Bells | 2029 2028"),
    ],
)
def test_a_table_that_goes_on_with_the_name_of_its_rows_keeps_its_columns(first: str, columns: str) -> None:
    rows = table("|2031|2030", "Lamps|12|14") + table(*first.split("/"), "Lamps|3|4")
    assert read(f"{COVER}{ITEM}<p>Our lamps were:</p>{rows}").chunks[-1].metadata["columns"] == columns


def test_a_sentence_that_leads_to_a_table_need_not_be_the_last() -> None:
    leads = "The following table shows the lamps that we sold."
    chunk = read(f"{COVER}{ITEM}<p>{leads} Refer to Note 5.</p>{table('|2031|2030', 'Lamps|12|14')}").chunks[-1]
    assert chunk.metadata["caption"] == leads
    told = "Lamps were as follows: $5 in Lima and $7 in Butte. Refer to Note 5."
    chunk = read(f"{COVER}{ITEM}<p>{told}</p>{table('|2031|2030', 'Lamps|12|14')}").chunks[-1]
    assert "caption" not in chunk.metadata


@pytest.mark.parametrize(("between", "caption"), [("(a) Of brass.", "Our lamps were:"), ("We also sell bells.", "")])
def test_a_table_behind_the_footnotes_of_another_keeps_its_caption(between: str, caption: str) -> None:
    rows = table("|2031|2030", "Lamps (a)|12|14")
    chunk = read(f"{COVER}{ITEM}<p>Our lamps were:</p>{rows}<p>{between}</p>{rows}").chunks[-1]
    assert chunk.metadata.get("caption", "") == caption


def test_the_footnotes_of_a_table_stand_in_its_chunk_and_in_no_other() -> None:
    rows = table("|2031|2030", "Lamps (1)|12|14", "Bells*|3|4")
    notes = "<p>(1) Of brass.</p><p>* Sold by keepers.</p>"
    first, second = read(f"{COVER}{ITEM}{rows}{notes}<p>Our bells were:</p>{rows}<p>(7) Of glass.</p>").chunks[-3:-1]
    assert first.content.endswith("Bells*\t3\t4\n\n(1) Of brass.\n\n* Sold by keepers.")
    assert (first.path, first.metadata["columns"]) == ("ITEM_8.t1", "2031 2030")
    assert second.content.startswith("Our bells were:")
    assert second.content.endswith("4")


def test_a_line_over_footnotes_and_remarks_without_keys_are_of_the_table_above() -> None:
    rows = table("|2031|2030", "Lamps (1)|12|14")
    notes = (
        "<p>__________</p><p>(1) Of brass.</p><p>Note: Without those lent.</p><p>Lamps may not add due to rounding.</p>"
    )
    first, second = read(f"{COVER}{ITEM}{rows}{notes}<p>Our bells were many.</p>").chunks[-2:]
    assert first.content.endswith(
        "\n\n__________\n\n(1) Of brass.\n\nNote: Without those lent.\n\nLamps may not add due to rounding."
    )
    assert second.content == "Our bells were many."


@pytest.mark.parametrize(
    ("over", "note", "own"),
    [
        ("All lamps are told without their oil.", "(1) Of brass.", True),
        ("————", "(1) Of brass.", True),
        ("# Lamps that the keepers own.", "++ Lent.", True),
        ("We lend lamps to keepers:", "(1) Of brass.", False),
        ("We lend lamps to keepers.", "(2) Of brass.", False),
        ("* * * * *", "We lend lamps to keepers.", False),
    ],
)
def test_what_stands_over_the_footnotes_of_a_table_is_of_it_too(over: str, note: str, own: bool) -> None:
    rows = table("|2031|2030", "Lamps (1)|12|14", "Bells#|3|++")
    lines = f"{rows}<p>{over}</p><p>{note}</p><p>Our bells were many.</p>"
    assert any(one.content.endswith(f"++\n\n{over}\n\n{note}") for one in read(f"{COVER}{ITEM}{lines}").chunks) is own


def test_a_footnote_that_is_printed_as_headings_are_heads_nothing() -> None:
    rows = table("|2031|2030", "Lamps1|12|14")
    lines = f"{rows}<p><b>1 The year 2031 had 53 weeks. That was long</b></p><p>{SAID}</p>"
    document = read(f"{COVER}{ITEM}<p><b>Lamps in Use</b></p>{lines}")
    assert [one.metadata["section"] for one in document.chunks[-2:]] == [["Lamps in Use"]] * 2
    assert document.chunks[-2].content.endswith("That was long")


def test_a_sentence_that_is_the_caption_of_a_table_stands_in_its_chunk() -> None:
    told = "The following table shows the lamps that we sold."
    lines = f"<p>{SAID}</p><p>{told}</p>{table('|2031|2030', 'Lamps|12|14')}"
    assert read(f"{COVER}{ITEM}{lines}").chunks[-1].content.startswith(told)


def test_footnotes_for_which_a_table_leaves_no_room_lead_to_no_other_table() -> None:
    rows = table("|2031|2030", *[f"Lamps of the keeper {at} (1)|12|14" for at in range(42)])
    document = read(f"{COVER}{ITEM}{rows}<p>(1) {'Brass lamps. ' * 20}</p><p>Our bells were:</p>{table('Bells|3|4')}")
    note, last = document.chunks[-2:]
    assert note.content.startswith("(1) Brass lamps.")
    assert last.content.startswith("Our bells were:")


@pytest.mark.parametrize(
    ("key", "notes", "of_it"),
    [
        ("(A)", ["(A)Of brass."], 1),
        ("*", ["* In millions of sperm"], 1),
        ("(1)", ["(1)", "Those lent are in none of these figures."], 2),
        ("*", ["* Lent", "** Sold by keepers", "(2)Schedules of bells"], 2),
        ("*", ["* * *"], 0),
        ("(1)", ["1.Of brass.", "2.Of glass."], 2),
        ("$(1)", ["1.Of brass."], 0),
        ("(1)", ["1. Of brass.", "(2) We sell bells."], 1),
        ("[a]", ["[a]Of brass.", "[b]Of glass."], 2),
        ("(a)", ["a) Of brass."], 1),
        ("n.m.", ["n.m. = not meaningful"], 1),
        ("N/A", ["N/A is not applicable"], 1),
        ("", ["__________", "(c) Of brass."], 2),
        ("", ["(c) We sell bells."], 0),
        ("", ["(a) Of brass.", "(b) Of glass."], 2),
        ("", ["*Of brass.", "(1) Of glass.", "#Lent"], 3),
        ("", ["*Of brass.", "*Of glass."], 0),
        ("", ["*Of brass.", "**Of glass."], 2),
        ("and oil1", ["1.Of brass.", "2.Of glass."], 2),
        ("and oil:1", ["1“Lent” ones are of brass."], 1),
        ("and oil1", ["1", "Of brass."], 2),
        ("", ["14"], 0),
    ],
)
def test_what_stands_behind_a_table_is_a_footnote_by_its_key(key: str, notes: list[str], of_it: int) -> None:
    rows = table("|2031|2030", f"Lamps {key}|12|14")
    behind = "".join(f"<p>{note}</p>" for note in notes)
    found = read(f"{COVER}{ITEM}{rows}{behind}{SOLD}").chunks
    (held,) = (one for one in found if one.path == "ITEM_8.t1")
    assert held.content.split("\n\n")[2:] == notes[:of_it]


def test_footnotes_for_which_a_table_leaves_no_room_stand_below_its_caption_and_its_columns() -> None:
    rows = table("|2031|2030", *[f"Lamps of the keeper {at} (1)|12|14" for at in range(42)])
    found = read(f"{COVER}{ITEM}<p>Our lamps were:</p>{rows}<p>(1) {'Brass lamps. ' * 20}</p>{SOLD}").chunks
    note, last = found[-2:]
    assert (note.role, note.header.split(" > ")[-2:]) == ("text", ["Our lamps were:", "2031 2030"])
    assert last.header.endswith("Financial Statements")


def test_the_line_over_footnotes_is_counted_and_cited_by_no_number() -> None:
    rows = table("|2031|2030", "Lamps (1)|12|14")
    chunk = read(f"{COVER}{ITEM}{rows}<p>__________</p><p>(1) Of brass.</p>").chunks[-1]
    assert (chunk.metadata["first_sentence"], chunk.clauses) == (0, ("ITEM_8.1",))


def test_levels_behind_a_colon_are_a_list() -> None:
    said = "Lamps burn all night. " * 60
    items = "".join(f"<p>Level {n}- Prices of lamps in harbour {n}. {'They burn. ' * 12}</p>" for n in (1, 2, 3))
    found = read(f"{COVER}{ITEM}<p>{said}</p><p>We value lamps by levels:</p>{items}").chunks
    (held,) = (one for one in found if "Level 1-" in one.content)
    assert held.content.startswith("We value lamps by levels:")


def test_the_company_that_signs_is_no_column() -> None:
    signed = table("|Reef Inc.", "By:|/s/ Ada Lime", "|Ada Lime")
    last = read(f"{COVER}{ITEM}<p>Lamps.</p><p><b>SIGNATURES</b></p><p>The company has signed.</p>{signed}").chunks[-1]
    assert (last.path, last.header.rpartition(" > ")[2]) == ("SIGNATURES.t1", "SIGNATURES")


SOLD = "<p>We sold more lamps in Lima than in Butte.</p>"


def test_a_table_begins_at_the_empty_cell_of_its_first_row() -> None:
    rows = table("|2031|2030", "Lamps|12|14", "Bells||3")
    assert read(f"{COVER}{ITEM}{SOLD}{rows}").chunks[-1].content == "\t2031\t2030\nLamps\t12\t14\nBells\t\t3"


def test_the_rest_of_a_long_table_begins_at_the_empty_cell_of_its_row() -> None:
    rows = table("Harbour|Day|Lamps", *(f"|May {day}|{'brass, glass and wicks, ' * 4}" for day in range(1, 31)))
    *_, last = read(f"{COVER}{ITEM}{SOLD}{rows}").chunks
    assert last.path.startswith("ITEM_8.t1.p")
    assert last.content.startswith("\tMay ")


def test_a_table_behind_the_foot_of_a_page_begins_at_its_empty_cell() -> None:
    foot = "<p align=center>{}</p><hr style='page-break-after:always'>"
    pages = [f"<p>Lamps of brass {'are sold well. ' * page}</p>{foot.format(page)}" for page in range(1, 9)]
    found = read(f"{COVER}{ITEM}{''.join(pages)}{table('|Lima|Butte', 'Bells|12|14')}{foot.format(9)}").chunks
    assert found[-1].content == "\tLima\tButte\nBells\t12\t14"


def test_the_lines_of_a_column_s_head_are_one_though_each_is_a_paragraph() -> None:
    """A cell with as many lines in a table without figures is one of the page's layout."""
    head = "".join(f"<p>{line}</p>" for line in ("Lamps", "that may", "still", "be sold"))
    assert shown(f"<body>{table(f'Town|Bells|{head}', 'Lima||3', 'Butte|5|7')}</body>").text == (
        "Town\tBells\tLamps that may still be sold\nLima\t\t3\nButte\t5\t7"
    )
    assert "Lamps\n\nthat may\n\nstill" in shown(f"<body>{table(f'Town|Bells|{head}', 'Lima||X')}</body>").text
