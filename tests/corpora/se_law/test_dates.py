"""Days of a § that are not its own: of the wording before it, of its chapter, of a part of it."""

from datetime import date

from tests.corpora.se_law.documents import at, canonical, page
from tests.corpora.se_law.objects import chapter, provision

START = date(2031, 7, 1)
ENDS, BEGINS = "/Upphör att gälla U:2033-01-01/", "/Träder i kraft I:2034-01-01/"


def test_a_wording_begins_where_the_one_before_it_ends() -> None:
    sections = [
        provision("3", ENDS, "Vakten varar i fyra timmar."),
        provision("3", "Vakten varar i fem timmar."),
        provision("4", ENDS, "Lyktan tänds."),
        provision("5", "Lyktan släcks."),
        provision("6", ENDS, "Den tänds för hand."),
        provision("6", BEGINS, "Den tänds ej."),
    ]
    document = canonical(chapters=[chapter("2", *sections), chapter("3", provision("6", "Fyren målas."))])
    days = {chunk.path: (chunk.valid_from, chunk.valid_to) for chunk in document.chunks}
    end = date(2033, 1, 1)
    assert days["kap2.§3"] == (START, end)
    assert days["kap2.§3.v2"] == (end, None)
    assert days["kap2.§5"] == (START, None)
    assert days["kap2.§6.v2"] == (date(2034, 1, 1), None)
    assert days["kap3.§6"] == (START, None)


def test_a_marker_of_the_chapter_in_its_first_section_holds_for_those_behind_it() -> None:
    marker = "/Kapitlet träder i kraft I:2034-01-01/"
    sections = [
        provision("1", "A."),
        provision("1", marker, "B."),
        provision("2", "C."),
        provision("2 a", "D."),
        provision("1", "E."),
    ]
    document = canonical(chapters=[chapter("2", *sections)])
    assert [chunk.valid_from for chunk in document.chunks] == [START, *[date(2034, 1, 1)] * 3, START]


def test_a_marker_within_a_section_does_not_end_it() -> None:
    body = (
        f"1 § Lagen är indelad så.\n\n1. ljus,\n{ENDS}\n2. lykta.\n{BEGINS}\n2. lampa.\n\n"
        f"2 § {ENDS}\nLyktan tänds.\n\n3 § Lyktan släcks. {ENDS}"
    )
    document = page(body, fields="Ikraft: 2031-07-01")
    days = [(chunk.valid_from, chunk.valid_to) for chunk in document.chunks]
    assert days == [(START, None), (START, date(2033, 1, 1)), (START, date(2033, 1, 1))]
    assert at(document, "kap0.§1").metadata["validity"] == [ENDS, BEGINS]
