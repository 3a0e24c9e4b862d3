"""Numbers and schedules that begin again: they stand in the part, the agreement or the list that they belong to."""

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
PAGE = "\n\n\n\n\n\n\n\n________________\n\n\n"


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


def schedules(*names: str, text: str = LONG * 5) -> str:
    return "".join(f"EXHIBIT {name}\n\n{text}\n\n" for name in names)


def test_the_exhibits_of_an_attached_agreement_stand_in_the_exhibit_that_holds_it() -> None:
    names = ["A LAMPS", "B OIL", "A CASKS", "C LOG"]
    document = contract(f"1. LAMPS\n\n{LONG}\n\n{schedules(*names)}")
    assert clauses(document) == ["1", "exhibit-a", "exhibit-b", "exhibit-b.exhibit-a", "exhibit-c"]
    assert headings(at(document, "exhibit-b.exhibit-a").header) == ["EXHIBIT B OIL", "EXHIBIT A CASKS"]


def test_schedules_of_another_kind_between_two_exhibits_stand_in_the_first() -> None:
    inner = f"Annex I CASKS\n\n{LONG}\n\nAnnex II WICKS\n\n{LONG}\n\n"
    document = contract(f"1. LAMPS\n\n{LONG}\n\n{schedules('A LAMPS')}{inner}{schedules('B OIL')}{inner}")
    assert clauses(document)[1:4] == ["exhibit-a", "exhibit-a.annex-i", "exhibit-a.annex-ii"]
    assert clauses(document)[-3:] == ["exhibit-b", "exhibit-b.annex-i", "exhibit-b.annex-ii"]


def test_exhibits_that_are_printed_twice_are_none_of_each_other() -> None:
    twice = schedules("A LAMPS", "B OIL", text=LONG)
    document = contract(f"1. LAMPS\n\n{LONG}\n\n{twice}{twice}")
    assert [path for path in clauses(document) if path.count("exhibit") > 1] == []


def test_the_foot_of_a_page_opens_no_schedule() -> None:
    pages = f"{LONG}\n\n\nAnnex I-2{PAGE}{LONG}\n\n\nAnnex I-Page 3{PAGE}{LONG}"
    document = contract(f"1. LAMPS\n\n{LONG}\n\nANNEX I\n\nOIL\n\n{pages}")
    assert clauses(document) == ["1", "annex-i"]


def test_an_exhibit_that_is_named_alone_on_its_page_opens_one() -> None:
    document = contract(f"1. LAMPS\n\n{LONG}\n\n{schedules('A-1 LAMPS', 'A-2 OIL')}")
    assert clauses(document) == ["1", "exhibit-a-1", "exhibit-a-2"]


def test_an_exhibit_at_the_head_of_each_page_is_one() -> None:
    pages = f"EXHIBIT A - PLAN OF LAMPS   Lamp one   {LONG}\n\n" * 3
    assert clauses(contract(f"1. LAMPS\n\n{LONG}\n\n{pages}")) == ["1", "exhibit-a"]


def test_the_clauses_of_the_document_have_the_plain_numbers() -> None:
    first = f"1. Ann Keeper, of the Harbour\n\n2. The Port, of the Harbour\n\nAGREEMENT\n\n{LONG}\n\n"
    document = contract(first + "".join(f"{number}. LAMPS {number}\n\n{LONG}\n\n" for number in (1, 2, 3, 4)))
    assert "LAMPS 1" in at(document, "1").header
    assert "LAMPS 2" in at(document, "2").header


def test_a_text_between_a_heading_and_its_first_clause() -> None:
    main = "".join(f"{number}. LAMPS {number}. {LONG}\n\n" for number in (1, 2, 3, 4))
    part = "".join(f"{number}. OIL {number}. {LONG}\n\n" for number in (1, 2))
    document = contract(f"{main}TERMS OF SALE\n\n{LONG}\n\n{part}")
    assert clauses(document)[4:] == ["terms-of-sale.1", "terms-of-sale.2"]


def test_a_heading_in_front_of_all_clauses_stands_over_none() -> None:
    numbered = "".join(f"### {number}\\. Lamps {number}\n\n{LONG}\n\n" for number in (1, 2, 3))
    document = terms(f"# Terms\n\n{LONG}\n\n## Overview\n\n{LONG}\n\n{numbered}")
    assert headings(at(document, "2").header) == ["2. Lamps 2"]


def test_a_heading_between_two_clauses_stands_over_none() -> None:
    first = "".join(f"### {number}\\. Lamps {number}\n\n{LONG}\n\n" for number in (1, 2, 3))
    document = terms(f"## Terms of Oil\n\n{LONG}\n\n{first}**READ THIS WITH CARE**\n\n### 4\\. Log\n\n{LONG}\n\n")
    assert headings(at(document, "4").header)[-1] == "4. Log"
    assert "READ" not in at(document, "4").header


def test_a_heading_over_a_list_of_a_page_without_clauses_stands() -> None:
    items = "".join(f"{number}. oil of the tower number {number};\n" for number in (1, 2, 3))
    document = terms(f"# Terms\n\n## Lamps\n\n{LONG * 3}\n\n## Oil\n\nThe keeper burns:\n\n{items}")
    assert "Oil" in document.chunks[-1].header


def test_a_list_that_an_item_leads_to_stands_in_it() -> None:
    items = "1. light the lamp of the tower;\n2. read the log of the tower.\n\n"
    text = f"1. {LONG}\n2. {LONG}\n3. {LONG}\n4. The keeper shall each night:\n\n{items}5. {LONG}\n6. {LONG}\n"
    document = terms(f"# Terms\n\n{text}")
    assert [path for path in clauses(document) if path.count(".") == 1] == ["4.1", "4.2"]
    assert not [path for path in clauses(document) if ".v" in path]


def test_a_list_that_begins_again_stands_below_the_words_that_lead_to_it() -> None:
    items = "".join(f"    {number}. oil of kind {number}, {LONG};\n" for number in (1, 2, 3))
    document = terms(f"# Terms\n\n## Oil\n\nRed lamps burn:\n\n{items}\nGreen lamps burn:\n\n{items}\n\n")
    assert clauses(document)[3:] == [f"oil.further.{number}" for number in (1, 2, 3)]
    assert "Green lamps burn" in at(document, "oil.further.2").header


def test_contents_that_stand_twice_are_contents() -> None:
    names = ("Lamps", "Oil", "Wicks", "Casks")
    links = "".join(f"*   [{name}](#{name.lower()})\n" for name in names)
    text = "".join(f"## {name}\n\n{LONG}\n\n" for name in names)
    document = terms(f"# Terms\n\n{LONG}\n\n{links}\n{links}\n{text}")
    assert [part.reason for part in document.set_aside] == ["table of contents"]


def test_headings_that_run_into_their_text_head_it() -> None:
    names = ("What We Read", "How We Guard Your Log", "Who May Ask For It")
    document = contract("".join(f"{name} We keep the log of the tower for a year. {LONG}\n\n" for name in names))
    assert headings(at(document, "who-may-ask-for-it").header) == ["Who May Ask For It"]
    assert {chunk.metadata.get("heading") for chunk in document.chunks} == set(names)


def test_a_line_that_names_a_day_heads_nothing_on_a_page_without_marks() -> None:
    text = f"{LONG}\n\nLast updated January 29, 2031\n\n{LONG}\n\nLamps\n\n{LONG}\n\n"
    document = terms(f"Tower Terms\n======\n\n{text}")
    assert [chunk.metadata["heading"] for chunk in document.chunks if chunk.metadata.get("heading")] == ["Lamps"]
