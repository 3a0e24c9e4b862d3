"""What a page of wrapped lines prints at its feet, and days and months in front of which a heading stands."""

import pytest

from tests.corpora.clauses.documents import at, contract, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
FOOT = "Lantern Ltd | Court of Oslo, Keeper\n\nAda Lantern, Bo Pier | Port Street 5 |\n\nmail@lantern.example"
WRAPPED = (
    "The keeper shall light the lamp at dusk and shall put it out at\n\n"
    "dawn, on every day of the year, and shall read the log of the port\n\n"
    "before the next keeper comes and takes the lamp, so that no lamp of\n\n"
    "the port is out at night."
)


def test_the_lines_of_a_foot_of_wrapped_pages_stand_in_no_chunk_end() -> None:
    pages = f"\n\n\n\n{FOOT}\n\n".join(f"{number}. {WRAPPED}" for number in range(1, 8))
    document = terms(f"{pages}\n\n\n\n{FOOT}\n")
    assert len(document.chunks) > 3
    assert not any(chunk.content.rstrip().endswith(("|", ".example")) for chunk in document.chunks)
    assert not any(chunk.content.startswith(("mail@", "Ada", "Lantern Ltd")) for chunk in document.chunks)


def test_a_line_of_a_sentence_that_comes_again_in_each_part_is_no_foot_of_a_page() -> None:
    again = "The port may change these rules on any day of the year, and tells it to all of the keepers and to the"
    parts = [f"{number}. {WRAPPED}\n\n\n\n{again}\n\nHarbour of Oslo before the day comes." for number in range(1, 8)]
    document = terms("\n\n\n\n".join(parts) + "\n")
    assert sum(chunk.content.count(again) for chunk in document.chunks) == len(parts)


def test_a_month_in_bold_type_heads_nothing_and_the_title_in_front_of_it_does() -> None:
    document = terms(
        f"Rules\n=====\n\n### Lamps\n\n{LONG}\n\nRed Lamps\xa0\n\n**May 2031**\n\n{LONG}\n\n### Oil\n\n{LONG}\n"
    )
    assert at(document, "lamps.red-lamps").header.endswith("> Lamps > Red Lamps")
    assert not any("may-2031" in path for path in paths(document))


def test_the_words_of_a_heading_may_stand_in_the_next_line_of_its_marks() -> None:
    document = terms(
        f"Rules\n=====\n\n## Lamps\n\n{LONG}\n\n###   \nRed Lamps  \n\n{LONG}\n\n###   \nGreen Lamps  \n\n{LONG}\n"
    )
    assert "lamps.green-lamps" in paths(document)


def test_a_foot_may_be_printed_in_one_part_of_a_contract_only() -> None:
    lines = [f"{number}. The log says {number * 17} of it. {LONG * 3}" for number in range(1, 40)]
    for number in range(3, 9):
        lines[number] += f"\n\nGuidelines for the Keepers of Lamps\n\n{number}\n\n\n\n"
    text = "\n\n".join(lines)
    assert not any("Guidelines" in f"{chunk.header}{chunk.content}" for chunk in contract(text).chunks)


def test_entries_that_differ_in_nothing_but_their_number_are_no_heads_of_pages() -> None:
    entries = "\n\n".join(f"“Lamp {number}” means the lamp of tower {number} of the port." for number in range(1, 40))
    document = contract(f"1. Definitions.\n\n{entries}\n\n2. Oil. {LONG}")
    assert not document.set_aside
    assert any("tower 20 of" in chunk.content for chunk in document.chunks)


def test_a_notice_at_two_page_ends_that_words_are_left_out_is_no_clause() -> None:
    notice = "[*] Certain information has been omitted and filed separately with the Commission."
    foot = f"\n\n\n\n\n\n{notice}\n\n\n\n\n\n"
    document = contract(f"1. Lamps. {LONG}{foot}2. Oil. {LONG}{foot}3. Wicks. {LONG}\n\n4. Glass. {LONG}")
    assert not any("omitted" in chunk.content for chunk in document.chunks)
    assert paths(document)[-4:] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "provision",
    [
        "The Company shall not omit any material fact from any report that it has filed with the Commission.",
        "Confidential material of the keeper that has been redacted is returned to the port upon termination.",
        "Upon termination, confidential material of the keeper shall be returned or destroyed if so requested.",
    ],
)
def test_a_provision_at_two_page_ends_is_a_clause(provision: str) -> None:
    foot = f"\n\n\n\n\n\n{provision}\n\n\n\n\n\n"
    document = contract(f"1. Lamps. {LONG}{foot}2. Oil. {LONG}{foot}3. Wicks. {LONG}\n\n4. Glass. {LONG}")
    assert sum(chunk.content.count(provision) for chunk in document.chunks) == 2


def test_what_most_pages_begin_with_is_text_where_the_next_page_is_near() -> None:
    duty = "and shall tell the port of it by a letter on the next day"
    lines = [
        f"The keeper shall light lamp {number} at dusk of every day of the year, {duty}." for number in range(1, 40)
    ]
    document = contract("1. Lamps.\n\n\n\n\n\n" + "\n\n\n\n\n".join(lines) + f"\n\n\n\n\n\n2. Oil. {LONG}")
    assert not document.set_aside


def test_such_a_notice_inside_pages_is_text() -> None:
    notice = "Certain information has been omitted and filed separately with the Commission."
    document = contract(f"1. Lamps. {LONG}\n\n{notice}\n\n2. Oil. {LONG}\n\n{notice}\n\n3. Wicks. {LONG}")
    assert sum(chunk.content.count(notice) for chunk in document.chunks) == 2
