"""Tables of contents that are told by the numbers of their entries, and where they end."""

from tests.corpora.clauses.documents import at, contract, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
NAMES = ("Lamps", "Oil", "Bells", "Boats")


def test_entries_with_two_numbers_are_set_aside_with_those_above_them() -> None:
    entries = "".join(
        f"{n}\\. {name}\n\nIntroduction\n\n        {n}.1 Red {name}\n\n        {n}.2 Blue {name}\n\n"
        for n, name in enumerate(NAMES, 1)
    )
    texts = "".join(
        f"**{n}\\. {name}**\n\n**{n}.1 Red {name}**\n\n{LONG}\n\n**{n}.2 Blue {name}**\n\n{LONG}\n\n"
        for n, name in enumerate(NAMES, 1)
    )
    document = terms(f"Rules of the Port\n\n{entries}**Preamble**\n\n{LONG}\n\n{texts}")
    assert [one.reason for one in document.set_aside] == ["table of contents"]
    assert not any(".v2" in path for path in paths(document))
    assert at(document, "4.2").header == "Lanternfish Terms of Service > 4. Boats > 4.2 Blue Boats"


def test_contents_end_in_front_of_a_label_alone_that_they_list() -> None:
    entries = "".join(
        f"Article {number} {name:<40}{number}\n" for number, name in enumerate(("Lamps", "Oil", "Glass"), 1)
    )
    text = LONG
    body = "\n\n".join(
        f"Article {number}\n{name}\n\n{number}.1 Duty. {text}" for number, name in ((1, "Lamps"), (2, "Oil"))
    )
    document = contract(f"LAMP AGREEMENT\n\nTable of Contents\n\n{entries}\n{body}\n")
    (contents,) = document.set_aside
    assert document.text[: contents.end].endswith("3")
    assert [path for path in paths(document) if ".p" not in path] == ["preamble", "art1", "art2"]


def test_plain_lines_that_the_contents_name_stand_over_bold_lines() -> None:
    links = "\n\n".join(f"[{name} of the port](#{name})" for name in NAMES)
    texts = "\n\n".join(
        f"{name} of the port\n\n{LONG}\n\n**Red {name}**\n\n{LONG}\n\n**Blue {name}**\n\n{LONG}" for name in NAMES
    )
    document = terms(f"# Page\n\n{links}\n\n{LONG}\n\n{texts}\n")
    assert at(document, "oil-of-the-port.blue-oil").header.split(" > ")[1:] == ["Oil of the port", "Blue Oil"]
    assert "boats-of-the-port.red-boats" in paths(document)
