"""Roman headings over numbers: articles, whatever stands between them and their numbers."""

from tests.corpora.clauses.documents import at, contract, paths

PROSE = "The keeper lights the lamp at dusk and puts it out at dawn, and the log of the harbour says so. "


def test_a_roman_heading_stands_over_the_numbers_that_have_its_own() -> None:
    terms = "".join(
        f'   2.0{number} "Lamp {number}" has the meaning set forth below. {PROSE}' for number in range(1, 7)
    )
    page = f"I. Background   1.00 {PROSE * 3}   1.01 {PROSE * 3}   II. Definitions   As used herein, these terms mean:"
    document = contract(
        f"LAMP AGREEMENT\n\n{page}{terms}\n\n"
        f'2.07 "Port" means the harbour. {PROSE * 3}   III. License   3.00 {PROSE * 3}   3.01 {PROSE * 4}'
    )
    assert {"i", "ii", "2.02", "2.07", "iii", "3.01"} <= set(paths(document))
    assert " > II. Definitions > " in at(document, "2.07").header
    assert " > III. License > " in at(document, "3.01").header


def test_a_roman_heading_with_a_colon_ends_the_list_in_front_of_it() -> None:
    names = ("I. Background", "II. Use of the Lamp", "III. Copying and Return of Logs")
    document = contract(
        "LAMP AGREEMENT\n\n" + "".join(f"{name}:\n1. {PROSE * 5}\n2. {PROSE * 5}\n3. {PROSE * 5}\n" for name in names)
    )
    assert [path for path in paths(document) if ".p" not in path][-6:] == [
        "ii",
        "ii.2",
        "ii.3",
        "iii",
        "iii.2",
        "iii.3",
    ]


def test_roman_headings_in_a_schedule_are_none_of_the_contract() -> None:
    text = "".join(f"{number}. {PROSE * 5}\n\n" for number in range(1, 4)) + "EXHIBIT A\n\nITEM 410\n\n"
    text += "".join(f"{name}\n\n1. {PROSE * 5}\n\n" for name in ("I. CLAIMS", "II. PAPERS", "III. PORTS"))
    assert "exhibit-a" in paths(contract(text))
    assert not [path for path in paths(contract(text)) if path.split(".")[0] in ("i", "ii", "iii")]


def test_a_list_of_roman_headings_in_front_stands_over_nothing() -> None:
    names = ("I. Background", "II. Use of the Lamp", "III. Copying of Logs")
    listed = "".join(f"{name}\n\n" for name in names)
    text = "".join(f"{name}\n\n1. {PROSE * 5}\n\n2. {PROSE * 5}\n\n" for name in names)
    document = contract(f"LAMP AGREEMENT\n\n{listed}{text}")
    assert not [chunk for chunk in document.chunks if "III. Copying of Logs > I. Background" in chunk.header]
