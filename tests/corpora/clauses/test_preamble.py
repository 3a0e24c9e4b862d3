"""Test how a contract is cut in front of its clauses: lists of parties, and recitals with numbers."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
CLAUSES = f"1. Lamps\n\n{PROSE * 2}\n\n2. Oil\n\n{PROSE * 2}\n\n3. Glass\n\n{PROSE}"
RECITALS = f"WHEREAS\n\n1. The port is dark. {PROSE}\n\n2. The keeper has lamps. {PROSE}\n\n"


def tops(text: str) -> list[str]:
    """Return the paths of the clauses that are no parts of others."""
    return list(dict.fromkeys(chunk.path.partition(".p")[0] for chunk in contract(text).chunks))


@pytest.mark.parametrize("marks", ["(1)", "1.", "(a)"])
@pytest.mark.parametrize("end", ["RECITALS\n\n", "IT IS AGREED as follows:\n\n"])
def test_the_parties_are_no_clauses(marks: str, end: str) -> None:
    second = marks.replace("1", "2").replace("a", "b")
    parties = f"{marks} Lantern Ltd. of Harbour Street; and\n\n{second} Tower Ltd. of Hill Street.\n\n"
    assert tops(f"THIS AGREEMENT is made\n\nBETWEEN:\n\n{parties}{end}{CLAUSES}") == ["preamble", "1", "2", "3"]


@pytest.mark.parametrize(
    "agreed", ["NOW THEREFORE, both parties agree as follows:", "The terms are agreed as follows:"]
)
def test_recitals_enclose_no_clauses_that_are_agreed(agreed: str) -> None:
    assert tops(f"{RECITALS}{agreed}\n\n{CLAUSES}")[-3:] == ["1", "2", "3"]


def test_a_clause_keeps_the_list_that_is_agreed_in_it() -> None:
    lists = f"The parties agree as follows:\n\n1. Oil is paid. {PROSE}\n\n2. Glass is not. {PROSE}\n\n"
    text = f"1. Lamps. {PROSE}\n\n2. Sale of Oil. {PROSE}\n\n{lists}3. The Rest. {PROSE}"
    assert tops(text)[:4] == ["1", "2", "2.1", "2.2"]


def test_clause_1_begins_its_own_chunk() -> None:
    agreed = "NOW, THEREFORE, in consideration of the promises made here, the keeper and the owner agree as follows:"
    found = contract(f"{PROSE * 2}\n\n{agreed}\n\n1. The lamp is lit at dusk.\n\n2. It is put out at dawn. {PROSE}")
    first = next(one for one in found.chunks if "lit at dusk" in one.content)
    assert (first.path, first.content[:2]) == ("1", "1.")


def test_a_title_alone_is_in_the_chunk_of_clause_1() -> None:
    found = contract(f"Lamp Contract\n1. The lamp is lit at dusk. {PROSE * 2}\n\n2. It is put out at dawn. {PROSE}")
    assert found.chunks[0].path == "1"


@pytest.mark.parametrize(
    ("heading", "path"), [("Recitals\n\n", "recitals"), ("WHEREAS: ", "whereas"), ("RECITALS   ", "recitals")]
)
def test_what_heads_the_recitals_may_end_the_line_of_the_parties(heading: str, path: str) -> None:
    parties = 'This Agreement is between Lantern Ltd. (the "Keeper") and Tower Ltd. (the "Port"). '
    recitals = f"A. The port is dark. {PROSE}\n\nB. The keeper has lamps. {PROSE}\n\n"
    found = contract(f"{parties}{heading}{recitals}The parties agree as follows:\n\n{CLAUSES}").chunks
    assert not found[0].content.rstrip().endswith(heading.strip())
    assert {f"{path}.a", f"{path}.b"} <= {one for chunk in found for one in chunk.clauses}


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("R E C I T A L S:   ", "recitals"),
        ("\n\n     R E C I T A L S          ---------\n\n", "recitals"),
        ("\n\n*** WITNESSETH ***\n\n", "witnesseth"),
        ("\n\nRecitals.\n\n", "recitals"),
        ("\nof the second part WHEREAS:\n", "whereas"),
    ],
)
def test_what_heads_the_recitals_may_be_spaced_or_decorated(heading: str, path: str) -> None:
    parties = 'This Agreement is between Lantern Ltd. (the "Keeper") and Tower Ltd. (the "Port"). '
    recitals = f"A. The port is dark. {PROSE}\n\nB. The keeper has lamps. {PROSE}\n\n"
    found = contract(f"{parties}{heading}{recitals}The parties agree as follows:\n\n{CLAUSES}").chunks
    assert {f"{path}.a", f"{path}.b"} <= {one for chunk in found for one in chunk.clauses}


def test_short_recitals_stand_under_the_word_that_heads_them() -> None:
    recitals = "W I T N E S S E T H :\n\nWHEREAS, the port is dark; and\n\nWHEREAS, it agrees.\n\n"
    found = contract(f"This Agreement is between Lantern Ltd. and Tower Ltd.\n\n{recitals}{CLAUSES}").chunks
    assert next(one.path for one in found if "port is dark" in one.content) == "witnesseth"


def test_the_first_letter_of_recitals_in_one_line_needs_no_stop_in_front() -> None:
    text = f'AGREEMENT of the owner and the mate (the "Keeper") A. The port is dark. {PROSE}'
    found = clauses(contract(f"{text}B. The keeper has lamps. {PROSE}C. He agrees. {PROSE}\n\n{CLAUSES}"))
    assert [path.rpartition(".")[2] for path in found[:3]] == ["a", "b", "c"]


@pytest.mark.parametrize(("clauses", "role"), [(CLAUSES, "PREAMBLE"), ("", "CLAUSE")])
def test_what_stands_in_front_of_the_clauses_is_the_preamble(clauses: str, role: str) -> None:
    front = f"LAMP AGREEMENT\n\nThis Lamp Agreement is between Lantern Ltd. and Tower Ltd. {PROSE}\n\nRECITALS\n\n"
    text = (
        f"EXECUTION VERSION\n\n{front}WHEREAS, the port is dark. {PROSE}\n\n{clauses}IN WITNESS WHEREOF, they sign.\n"
    )
    roles = {chunk.path.partition(".")[0]: chunk.role for chunk in contract(text).chunks}
    assert roles.get("recitals", roles.get("lamp-agreement")) == role
    assert roles.get("1", "CLAUSE") == "CLAUSE"


@pytest.mark.parametrize("between", ["and", "- and -"])
def test_the_numbers_of_parties_on_a_cover_open_no_clause(between: str) -> None:
    cover = (
        f"DATED 14 June 2031\n\n(1) LAMP LIMITED\n\n{between}\n\n(2) TOWER PLC\n\n\nLEASE\n\nrelating to the Tower\n\n"
    )
    found = contract(f"{cover}THIS LEASE is made between the two.\n\n{CLAUSES}").chunks
    assert [one.path for one in found[:2]] == ["preamble", "1"]
    assert not any("TOWER PLC" in one.header.partition(" > ")[2] for one in found)


def test_a_contract_without_clauses_is_no_preamble() -> None:
    text = f"LAMP AGREEMENT\n\n{PROSE}\n\nThe port pays. {PROSE}\n\nIN WITNESS WHEREOF, they sign. {PROSE}\n"
    assert {chunk.role for chunk in contract(text).chunks} == {"CLAUSE"}


def test_numbers_in_front_of_the_names_on_a_cover_are_no_clauses() -> None:
    cover = "DATED 4 April 2031\n\n(1) LANTERN LIMITED\n\n(2) WICK HOLDINGS PLC\n\nLAMP AGREEMENT\n\n"
    document = contract(f"{cover}THIS AGREEMENT is made BETWEEN Lantern Limited and Wick Holdings plc.\n\n{CLAUSES}")
    assert clauses(document) == ["1", "2", "3"]


@pytest.mark.parametrize("street", ["1 Harbour Street", "1 Old Pier Road, Port"])
def test_the_number_of_a_house_is_none_of_a_clause(street: str) -> None:
    parts = [f"{name}. {PROSE}" for name in ("Last Day", "Payment", "Glass")]
    letter = "\n\n".join([f"LANTERN CORPORATION\n{street}\nPort, Maine", "May 3, 2031", "Dear Ada:", *parts])
    assert clauses(contract(letter)) == []


def test_what_no_clause_holds_is_the_preamble_only_in_front_of_a_clause() -> None:
    prose = "The keeper lights the lamp at dusk and puts it out at dawn. " * 20
    assert paths(contract(f"{prose}\n"))[:2] == ["text", "text.p2"]
    assert paths(contract(f"{prose}\n\n1. Oil. The owner buys it.\n\n2. Log. The keeper has it.\n"))[0] == "preamble"


@pytest.mark.parametrize("heading", ["AGREEMENT", "SPECIAL TERMS & OTHERS", "CONDITIONS:"])
def test_capitals_in_front_of_clause_1_in_its_line_stand_over_it(heading: str) -> None:
    text = f"{PROSE * 2}The keeper and the port agree as follows: {heading} 1. Lamps. {PROSE}\n\n2. Oil. {PROSE}"
    found = contract(text).chunks
    assert [one.path for one in found][-2:] == ["1", "2"]
    assert at(contract(text), "1").content.startswith(f"{heading} 1. Lamps.")


def test_other_capitals_in_front_of_a_number_stay_where_they_are() -> None:
    text = f"1. Lamps. {PROSE}\n\n2. Names. {PROSE[:100]}The lamp is called: LANTERN 3. Oil. {PROSE}"
    assert "LANTERN" in at(contract(text), "2").content
