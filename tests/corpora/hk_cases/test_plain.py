"""Which numbers count the paragraphs of a text that has no marks but its lines."""

import pytest

from piperoll.corpora.hk_cases.numbering import text_marks
from tests.corpora.hk_cases.documents import at, lines, numbers, paths, plain

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 2
HEAD = "[2031] HKCFI 12\n\nLAMP LTD\n\nv\n\nHARBOUR LTD\n\nJUDGMENT"


def counted(text: str) -> list[tuple[int, int]]:
    return [(mark.series, mark.number) for mark in text_marks(text)]


def ones(*found: int) -> list[tuple[int, int]]:
    return [(1, number) for number in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"1. {LONG}\n2. {LONG}\n3. {LONG}", ones(1, 2, 3), id="1."),
        pytest.param(f"1\\. {LONG}\n\n2\\. {LONG}", ones(1, 2), id="a converter's 1\\."),
        pytest.param(f"[1]     {LONG}\n\n[2]     {LONG}", ones(1, 2), id="[1]"),
        pytest.param(f"1\xa0\xa0\xa0 {LONG}\n\n2\xa0\xa0\xa0 {LONG}", ones(1, 2), id="1 and no-break spaces"),
        pytest.param(f"1 {LONG}\n2 {LONG}", ones(1, 2), id="1 and a space"),
        pytest.param("\n".join(f"({n}) {LONG}" for n in range(1, 7)), ones(1, 2, 3, 4, 5, 6), id="(1)"),
        pytest.param("\n".join(f"（{n}） {LONG}" for n in range(1, 7)), [], id="full-width brackets make a list"),
        pytest.param(f"{LONG}\n(1) {LONG}\n(2) {LONG}\n{LONG}", [], id="(1) and (2) are a list"),
        pytest.param(f"1. {LONG}\n(1) {LONG}\n(2) {LONG}\n2. {LONG}", ones(1, 2), id="a list inside a paragraph"),
        pytest.param(f"1. {LONG}\n2. {LONG}\n2003. {LONG}\n3. {LONG}", ones(1, 2, 3), id="a year"),
        pytest.param(
            f"1. {LONG}\n2. Smith said:\n3. {LONG}\n4. {LONG}\n3. {LONG}\n4. {LONG}\n5. {LONG}",
            ones(1, 2, 3, 4, 5),
            id="a quotation that goes on with the next number",
        ),
        pytest.param(f"1. {LONG}\n2. {LONG}\n4. {LONG}\n5. {LONG}", ones(1, 2, 4, 5), id="a number left out"),
        pytest.param(f"37. {LONG} 38.  {LONG} 39.  {LONG}", ones(37, 38, 39), id="line ends lost, begins late"),
        pytest.param(f"37. {LONG} I order that:- 38.  {LONG} 39.  {LONG}", ones(37, 38, 39), id="behind a lost list"),
        pytest.param(f"37. {LONG} See O. 38. {LONG}", ones(37), id="the number of an Order"),
        pytest.param(f"The Court: [1] {LONG} [2] {LONG} [3] {LONG}", ones(1, 2, 3), id="one line"),
        pytest.param(f"1. {LONG}\n2. {LONG}\n3 {LONG}\n4. {LONG}", ones(1, 2, 3, 4), id="one without its dot"),
        pytest.param(
            "\n\n".join(f"{n}   {LONG}" for n in range(1, 12)) + f"\n\n1       2 However {LONG}\n\n13   {LONG}",
            ones(*range(1, 14)),
            id="12 driven apart",
        ),
        pytest.param(f"1   {LONG}\n\n2   nd Defendant\n\n2   {LONG}\n\n3   {LONG}", ones(1, 2, 3), id="a wrapped line"),
        pytest.param(f"1   {LONG}\n2\n{LONG}\n3   {LONG}", ones(1, 2, 3), id="a number on a line of its own"),
        pytest.param("\n".join(f"{LONG}\n{n}" for n in range(1, 9)), [], id="numbers of pages"),
        pytest.param(
            f"1. Introduction\n2. Facts\n3. Law\n\n1. {LONG}\n2. {LONG}\n3. {LONG}", ones(1, 2, 3), id="contents"
        ),
        pytest.param(f"{LONG * 9}\n1. {LONG}\n2. {LONG}\n{LONG * 40}", [], id="a list in a judgment without numbers"),
        pytest.param(f"1. {LONG}\n“2. {LONG}\n3. {LONG}”\n2. {LONG}\n3. {LONG}", ones(1, 2, 3), id="inside quotes"),
        pytest.param(
            "\n".join([*(f"{n}. {LONG}" for n in (1, 2, 3, 4, 5)), "Wick J:", *(f"{n}. {LONG}" for n in (1, 2, 3))]),
            [*ones(1, 2, 3, 4, 5), (2, 1), (2, 2), (2, 3)],
            id="a second opinion",
        ),
        pytest.param(
            "\n".join(f"{n}. {LONG}" for n in (1, 2, 3, 4, 5)) + " I order that:\n1. A pays.\n2. B pays.\n3. C pays.",
            ones(1, 2, 3, 4, 5),
            id="a list of orders",
        ),
        pytest.param(f"[2031] HKCFI 12\n\n{LONG}", [], id="a citation"),
        pytest.param(f"4 May 2031\n\n{LONG}", [], id="a date"),
        pytest.param(f"2031 SCC 12\n\n[1]  {LONG}\n\n[2]  {LONG}", ones(1, 2), id="a Canadian citation"),
        pytest.param("", [], id="nothing"),
    ],
)  # fmt: skip
def test_numbers(text: str, expected: list[tuple[int, int]]) -> None:
    assert counted(text) == expected


def test_the_mark_is_where_the_number_stands() -> None:
    text = f"{HEAD}\n\n  [1]  {LONG}\n\n  [2]  {LONG}"
    assert [text[mark.start : mark.start + 3] for mark in text_marks(text)] == ["[1]", "[2]"]


def test_parts_of_a_judgment() -> None:
    document = plain(
        lines(
            HEAD, "Background", f"1. The lamp[1] was out. {LONG}", "“3. The keeper slept.”", "The law", f"2. {LONG}",
            "3. The appeal is dismissed.", "(Ada Beam)", "Mr Wick, instructed by Oil & Co, for the plaintiff",
            "[1] A lamp of oil.", "[2] See above[2].",
        )
    )  # fmt: skip
    assert paths(document) == ["front", "para.1", "para.2", "closing", "notes"]
    assert numbers(document) == [1, 2, 3]
    assert document.key == "[2031] HKCFI 12"
    assert document.kind == "judgment"
    chunk = at(document, "para.1")
    assert chunk.content.startswith("Background\n\n1. The lamp[1]")
    assert "“3. The keeper slept.”" in chunk.content
    assert chunk.metadata["heading"] == "Background"
    assert at(document, "closing").content.startswith("(Ada Beam)")


def test_footnotes_are_no_paragraphs_even_when_there_are_more_of_them() -> None:
    body = [f"{n}. The lamp[{2 * n - 1}] was out[{2 * n}]. {LONG}" for n in (1, 2, 3)]
    notes = [f"[{n}] Note number {n}." for n in range(1, 7)]
    document = plain(lines(HEAD, *body, *notes))
    assert numbers(document) == [1, 2, 3]
    assert paths(document)[-1] == "notes"


def test_paragraphs_of_a_second_opinion_have_paths_of_their_own() -> None:
    opinion = [f"{n}. {LONG}" for n in range(1, 6)]
    document = plain(lines(HEAD, *opinion, "Hon Wick J:", *opinion[:4]))
    assert paths(document) == ["front", "para.1", "op2.para.1"]
    assert at(document, "op2.para.1").parent == "op2"
    assert at(document, "op2.para.1").content.startswith("Hon Wick J:")


def test_without_numbers_paragraphs_are_counted_by_blank_lines() -> None:
    document = plain(lines(HEAD, "________", f"COURT: {LONG}", "Mitigation", LONG, LONG), max_characters=200)
    assert paths(document) == ["front", "p.1", "p.2", "p.3"]
    assert at(document, "p.2").content.startswith("Mitigation\n\n")
    assert not numbers(document)


def test_what_begins_in_the_middle_is_an_extract() -> None:
    document = plain(f"37. {LONG} 38.  The appeal is dismissed.")
    assert (document.kind, paths(document), document.chunks[0].role) == ("extract", ["para.37"], "order")


def test_an_annex_is_a_part_of_its_own() -> None:
    document = plain(lines(HEAD, f"1. {LONG}", f"2. {LONG}", "ANNEX A", "A map of the harbour."))
    assert [(chunk.path, chunk.role) for chunk in document.chunks][-1] == ("p.1", "annex")
    assert document.chunks[-1].header.endswith("> Annex > ANNEX A")
