"""What a reader of sixty documents found wrong: headings, labels and signatures that stood in the wrong chunk."""

import pytest

from piperoll.corpora.clauses.pieces.breaks import ways
from piperoll.corpora.contracts.parties import parties
from piperoll.corpora.terms.dates import days_of_page
from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


def test_a_heading_has_the_beginning_of_a_clause_without_room_for_it() -> None:
    clause = ("the keeper lights the lamp, " * 40)[:-2] + "."
    document = contract(
        f"1. Aa. {LONG}\n\n2. The Duties of the Keeper of the Light.\n\n(a) {clause[:1_000]}\n\n3. Bb. {LONG}"
    )
    assert len(at(document, "2").content) > 200
    assert "2.a.p2" in paths(document)


def test_a_sentence_is_not_cut_in_front_of_a_name() -> None:
    line = "The keeper of the light reads the log, and tells whatever it says, on every day of the year, to the"
    document = terms(f"# Terms\n\n### Log\n\n{PROSE * 6}\n\n{line}\nHarbour Office of the island. {PROSE * 6}")
    assert not any(one.content.rstrip().endswith("to the") for one in document.chunks)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        pytest.param("The keeper lives at the old house, which is in Harbour Hwy. 71 West Pier.", "", id="a street"),
        pytest.param("The lamp is lit by the keeper on every day of the year. ii. Oil is bought.", "ii.", id="a stop"),
        pytest.param("The lamp is lit by the keeper on every day of the year; and 9. Oil.", "9.", id="a semicolon"),
    ],
)
def test_sentences_end_in_front_of_loose_labels(text: str, cut: str) -> None:
    _, _, sentences, *_ = ways(640, 700)
    assert sentences(text, 0, len(text)) == ([text.index(cut)] if cut else [])


@pytest.mark.parametrize("below", [f"    {LONG}", "    * red lamps"])
def test_a_line_over_an_indented_paragraph_or_a_list_goes_with_it(below: str) -> None:
    text = f"    {LONG}\n    \n    Reading the log\n    \n{below}\n"
    paragraphs, *_ = ways(640, 700)
    assert text.index(below.strip(), 320) not in paragraphs(text, 0, len(text))


def test_a_heading_stands_under_the_number_that_it_continues() -> None:
    document = terms(
        f"# Terms\n\n## 1. Lamps\n\n{LONG}\n\n## 1.1 Oil\n\n{LONG}\n\n## 1.2 Wicks\n\n{LONG}\n\n## 2. Log\n\n{LONG}"
    )
    assert headings(at(document, "1.2").header) == ["1. Lamps", "1.2 Wicks"]
    assert headings(at(document, "2").header) == ["2. Log"]


def test_a_line_of_several_parts_in_bold_type_is_a_heading() -> None:
    document = terms(f"# Terms\n\n**What We Read**\n\n{LONG}\n\n**Other Readers** **The Harbour Office**\n\n{LONG}")
    assert headings(document.chunks[-1].header) == ["Other Readers The Harbour Office"]


def test_a_heading_in_a_table_opens_a_clause_with_the_rows_above_it() -> None:
    rows = "|     |     |\n| --- | --- |\n| ### {} | [Back to top](#top) |\n\n"
    text = rows.format("1\\. Lamps") + LONG + "\n\n" + rows.format("2\\. Oil") + LONG
    document = terms(f"# Terms\n\n{LONG}\n\n{text}")
    assert headings(document.chunks[-1].header) == ["2. Oil"]
    assert document.chunks[-1].content.startswith("|     |")


def test_a_header_ends_in_words_where_an_item_begins_with_another() -> None:
    text = f"2. Oil. The keeper shall: {LONG}\n\n(a) (i) light the lamp {PROSE}; or\n\n(ii) buy oil; and\n\n(b) {LONG}"
    document = contract(f"1. Aa. {LONG}\n\n{text}\n\n3. Bb. {LONG}")
    assert headings(at(document, "2.a").header)[-1].startswith("(a) (i) light the lamp")


def test_decimals_open_without_a_space() -> None:
    document = contract(f"2. Aa\n\n2.1Lamps are lit. {LONG}\n\n2.2Oil is bought. {LONG}\n\n3. Bb. {LONG}")
    assert clauses(document) == ["2", "2.1", "2.2", "3"]


def test_letters_behind_wide_gaps_are_items() -> None:
    text = f"1. LAMPS.   A. The lamp is lit. {LONG}   B. The lamp is clean. {LONG}   2. OIL.   A. Oil. {LONG}"
    assert {"1.a", "1.b", "2"} <= set(clauses(contract(text)))


def test_recitals_in_letters_enclose_no_clause() -> None:
    recitals = f"A. There is a light. {LONG}   B. It has a lamp. {LONG}"
    text = f"The parties agree.   {recitals}   1. Lamps. {LONG}   2. Oil. {LONG}"
    assert headings(at(contract(text), "2").header) == ["2. Oil"]


def test_a_letter_behind_a_heading_is_none_of_it() -> None:
    text = f"8. TERMINATION   a. The keeper may leave. {LONG}   b. The owner may ask him to. {LONG}"
    assert headings(at(contract(f"7. Oil. {LONG}   {text}"), "8.b").header)[0] == "8. TERMINATION"


@pytest.mark.parametrize("item", ["1. red", "(i) red"])
def test_a_caption_stands_in_no_item_of_a_list(item: str) -> None:
    second = item.replace("1", "2").replace("(i)", "(ii)")
    text = f"We read:\n\n{item} lamps; and\n\n{second} wicks.\n\nWho reads the log?\n\n{LONG}"
    document = terms(f"The light\n\n{LONG}\n\n{text}")
    assert headings(document.chunks[-1].header) == ["Who reads the log?"]


def test_capitals_stand_over_other_captions_where_the_first_one_is_in_capitals() -> None:
    text = f"Use of the log\n\n{LONG}\n\nLIMITS OF LIABILITY\n\n{LONG}\n\nOther matters\n\n{LONG}"
    assert headings(terms(f"The light\n\n{LONG}\n\n{text}").chunks[-1].header) == ["Other matters"]


@pytest.mark.parametrize(
    "signed",
    [
        "The parties have duly executed this Agreement. LANTERN CO. By: /s/ Ann Keeper Name: Ann Keeper Title: Keeper",
        "LANTERN CO. By: /s/ Ann Keeper Name: Ann Keeper Title: Keeper",
    ],
)
def test_signatures_inside_a_long_line_stand_in_no_clause(signed: str) -> None:
    document = contract(f"1. Light. {LONG}\n\n2. Law. {LONG}{signed}")
    assert at(document, "signatures").content.strip() == signed


def test_a_nested_list_does_not_count_the_clauses_of_the_document() -> None:
    def clause(n: int) -> str:
        return f"{n}. Lamps {'abcdefgh'[n]}\n\n{LONG}"

    items = "\n\n".join(f"   {n}. a lamp. {LONG}" for n in (1, 2, 3))
    text = "\n\n".join([clause(1), clause(2), clause(3), f"Send us:\n\n{items}", clause(4), clause(5), clause(6)])
    assert {"3.1", "3.2", "3.3"} <= set(clauses(terms(f"The light\n\n{text}")))


def test_lead_ins_of_escaped_bullets_are_in_the_header() -> None:
    items = "".join(f"\\-{PROSE * 3} \n" for _ in range(4))
    document = terms(f"# Terms\n\n### Log\n\nThe keeper tells these what he reads:  \n{items}")
    assert headings(document.chunks[-1].header) == ["Log", "The keeper tells these what he reads:"]


def test_parties_are_no_other_words_and_none_is_dropped() -> None:
    assert parties("dated [*] is between Lantern Inc., and [*]. For good and valuable consideration,") == [
        "Lantern Inc."
    ]
    names = ["Port Lantern Limited", "Lantern Limited"]
    assert parties(f"entered into by and between {names[0]}, and {names[1]}. WHEREAS") == names


def test_a_day_that_can_only_be_read_in_one_way_is_read() -> None:
    day, _ = days_of_page("Mise à jour : 20/05/2031")
    assert day is not None and day.isoformat() == "2031-05-20"
    assert days_of_page("Mise à jour : 05/06/2031") == (None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("between Lantern LLC, and b) Port LLC. WHEREAS", ["Lantern LLC"], id="a list"),
        pytest.param("between H. Light Inc. and At Port Inc. WHEREAS", ["H. Light Inc.", "At Port Inc."], id="initial"),
        pytest.param("between Port LLC and Lantern Inc . A. The keeper", ["Port LLC", "Lantern Inc."], id="a stop"),
        pytest.param("agreed between Port Harbour means, and Lantern Office has", [], id="a sentence"),
    ],
)
def test_what_names_no_party(text: str, expected: list[str]) -> None:
    assert parties(text) == expected
