"""Test the headers of numbered items and of second lists: what leads to a list stands over its items."""

import pytest

from piperoll.corpora.clauses.lead_ins.inner_leads import ITEM, InnerLeads
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES
from piperoll.model import Chunk
from tests.corpora.clauses.documents import at, clauses, contract, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
LOW = f"light the lamp at dusk and put it out at dawn, {'in the tower or in the harbour of the port ' * 3}; "
PAGE = "\n\n\n\n\n\n"
SENDS = "The port pays the keeper for the lamps by:"


def chunks(text: str, *begin: str) -> list[Chunk]:
    """Return the chunks of a contract that begin with one of some words."""
    found = [one for one in contract(text).chunks if one.content.startswith(begin)]
    assert found
    return found


@pytest.mark.parametrize("title", ["EXHIBIT B", "(a) Pay."])
def test_what_leads_to_numbered_items_with_headings_stands_over_them(title: str) -> None:
    text = f"1. Start. {LONG}\n\n2. Lamps. {LONG}\n\n{title}\n\n{SENDS}\n\n1. Letters: {LONG}\n\n2. Boats: {LONG}"
    for one in chunks(text, "1. Letters", "2. Boats"):
        assert SENDS in one.header


def test_what_leads_to_all_clauses_of_an_exhibit_stands_over_none() -> None:
    text = f"1. Start. {LONG}\n\nEXHIBIT B\n\nThe parties agree as follows:\n\n1. Letters. {LONG}\n\n2. Boats. {LONG}"
    for one in chunks(text, "1. ", "2. "):
        assert "agree as follows" not in one.header


KEEPS = "With regard to the lamps lent under this Agreement, the Keeper agrees to:"
AGREE = "In light of the promises above, the parties mutually agree to the following:"


@pytest.mark.parametrize(("lead", "led"), [(KEEPS, True), (AGREE, False)])
def test_what_leads_to_the_numbers_of_a_contract_stands_over_them_unless_the_parties_agree(
    lead: str, led: bool
) -> None:
    front = f"LAMP AGREEMENT\n\nThis Agreement is made between Pier Ltd. and Ann Keeper. {LONG}\n\n{lead}\n\n"
    items = f"1. Light the lamps {LOW}\n\n2. Make no attempt to {LOW}\n\n3. Report each lamp that is out and {LOW}\n\n"
    for one in chunks(front + items, "1. Light", "2. Make", "3. Report"):
        assert (lead in one.header) is led


@pytest.mark.parametrize("end", ["to any person, ", "or to any person "])
def test_a_later_sentence_that_goes_on_in_its_items_stands_over_them(end: str) -> None:
    lead = f"The Keeper further says that he will not give oil {end}"
    items = f"(a) to make him {LOW * 2}or\n\n(b) to let him {LOW * 2}or\n\n(c) to bid him {LOW[:-2]}.\n\n"
    text = f"1. Start. {LONG}\n\n2. WORK\n\n2.1 In his work the Keeper obeys the port. {lead}\n\n{items}3. End. {LONG}"
    for one in chunks(text, "(a) to make", "(b) to let"):
        assert f"2.1 {lead.rstrip()} > " in one.header


@pytest.mark.parametrize(("last", "first"), [("Port Secret", "to make"), ("The lamps of the port", "Élan is")])
def test_words_that_no_item_goes_on_lead_to_none(last: str, first: str) -> None:
    items = f"(a) {first} him {LOW * 2}or\n\n(b) to let him {LOW * 2}or\n\n(c) to bid him {LOW[:-2]}.\n\n"
    text = f"1. Start. {LONG}\n\n2. WORK\n\n2.1 In his work the Keeper obeys the port. {last}\n\n{items}3. End. {LONG}"
    assert all(last not in one.header for one in chunks(text, f"(a) {first}", "(b) to let"))


def test_what_leads_to_numbered_items_behind_a_caption_stands_over_them() -> None:
    items = "\n\n".join(f"{at}. the {name} that is kept in the tower. {LONG}" for at, name in ((1, "oil"), (2, "wick")))
    front = f"ARTICLE I  OIL\n\nRed Lamps. {LONG}\n\nBlue Lamps. {LONG}\n\nIn summer, the keeper shall count these:"
    for one in chunks(f"{front}\n\n{items}\n\nARTICLE II  END\n\n{LONG}", "1. ", "2. "):
        assert " > In summer, the keeper shall count these: > " in one.header


def test_what_leads_to_a_second_list_stands_over_its_items_also_from_the_page_in_front() -> None:
    front = "".join(f"{at}. Part of it. {LONG}It is {at}{PAGE}" for at in range(1, 7))
    lead = "In this clause, unless the port says so:"
    first = f"(a) Lamps are lit. {LONG} (b) Oil is there. {LONG} {lead} 7{PAGE}"
    second = f"(a) boats are ships, {LOW}(b) men are women, {LOW}and (c) piers are ports, {LOW[:-2]}. {LONG}"
    text = f"{front}7. Duties. {first}{second}\n\n\n8. End. {LONG} It is 8{PAGE}9. Rest. {LONG} Now 9{PAGE}"
    for begin in ("(a) boats", "(b) men", "(c) piers"):
        assert f" > {lead} > " in chunks(text, begin)[0].header
    assert lead not in chunks(text, "(b) Oil")[0].header


def test_an_item_behind_a_colon_is_the_first_one_also_in_item_h() -> None:
    text = "(h) In a storm (as (h) tells), the keeper shall: (i) light the lamp, and (ii) ring the bell"
    inner = InnerLeads(text, NO_EDGES, wrapped=False)
    for label in ("(i)", "and (ii)"):
        item = ITEM.match(text, text.index(label))
        assert item is not None
        assert (inner.item_lead(3, item) or "").endswith("the keeper shall:")


def test_the_sentence_of_the_paragraph_in_front_is_no_part_of_a_lead_in() -> None:
    text = "The oil is of the port.     In these rules:"
    inner = InnerLeads(text, NO_EDGES, wrapped=False)
    assert inner.sentence(0, len(text)) == "In these rules:"


def test_what_leads_to_a_list_of_a_page_without_clauses_stands_over_its_items() -> None:
    items = "\n".join(f"{at}.  **{what}**. {LONG}" for at, what in enumerate(("Light it", "Feed it", "Mend it"), 1))
    lead = "You may use the lamp of the tower for as long as you do the following:"
    found = [one for one in terms(f"{lead}\n\n{items}\n\n{LONG}").chunks if one.content[:1].isdigit()]
    assert len(found) == 3
    assert all(lead in one.header for one in found)


def test_what_leads_to_the_marked_clauses_of_a_page_stands_over_none() -> None:
    clauses = "\n\n".join(f"## {at}\\. {what}\n\n{LONG}" for at, what in enumerate(("Light", "Oil", "Wick"), 1))
    lead = "The following rules hold for all who use the lamp of the tower:"
    assert all(lead not in one.header for one in terms(f"{lead}\n\n{clauses}").chunks)


@pytest.mark.parametrize("leads", ["We use the lamps to", "We use the lamps for what follows:"])
def test_a_list_of_numbers_stands_below_the_bold_words_that_lead_to_it(leads: str) -> None:
    listed = f"1.  light the tower, {LOW}\n2.  warn the boats, {LOW}and\n3.  obey the port."
    page = f"**What we light.** {LONG}\n\n**Why we light it.** {leads}\n\n{listed}\n\n**Who may see it.** {LONG}"
    document = terms(f"Rules\n=====\n\n{page}\n\n**When it ends.** {LONG}")
    assert at(document, "why-we-light-it").content.rstrip().endswith(listed)
    assert at(document, "who-may-see-it").header.endswith("> Who may see it")


def test_numbers_that_count_the_clauses_stand_in_no_bold_words_in_front_of_them() -> None:
    document = terms(f"Rules\n=====\n\n**Start.** {LONG}\n\n1.  light {LOW}\n2.  keep {LOW}\n\n**End.** {LONG}")
    assert clauses(document) == ["1", "2"]


@pytest.mark.parametrize(("lead", "said"), [("You may not:", True), ("Lamps and oil:", False)])
def test_a_short_sentence_leads_to_a_later_list_of_numbers_and_a_short_caption_does_not(lead: str, said: bool) -> None:
    items = "\n".join(f"    {at}.  {what} {LONG}" for at, what in enumerate(("Light it.", "Feed it.", "Mend it."), 1))
    terms_of = f"**Who Comes**  \n    {LONG}\n\n    **What Is Barred**  \n    {lead}\n\n{items}"
    page = f"1.  **Log**\n\n    {LONG}\n\n2.  **Lamps**\n\n    {LONG}\n\n    {terms_of}\n\n3.  **End**\n\n    {LONG}"
    found = [one.header for one in terms(f"# Rules\n\n{page}").chunks if "Mend it." in one.content]
    assert [lead in header for header in found] == [said]


@pytest.mark.parametrize(
    ("lead", "role"),
    [("A guest may tell us so. In a letter, name all of these:", "CLAUSE"), ("We agree as follows:", "PREAMBLE")],
)
def test_what_leads_to_the_list_of_a_page_is_no_preamble(lead: str, role: str) -> None:
    items = "\n".join(f"{at}.  the {name} that {LOW}" for at, name in enumerate(("lamp", "wick", "log"), 1))
    first = terms(f"{LONG}\n\n{lead}\n\n{items}").chunks[0]
    assert (first.role, first.path) == (role, "text" if role == "CLAUSE" else "preamble")
