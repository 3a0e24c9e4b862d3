"""Test that the nested bullets of a table of contents tell the ranks of headings that nothing marks."""

from tests.corpora.clauses.documents import terms

LONG = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 3
ENTRIES = (
    "* [Lamps](#lamps)\n    * [Red lamps](#red)\n    * [Green lamps](#green)\n"
    "* [Log](#log)\n    * [Ink of the log](#ink)\n    * [Pages of it](#pages)\n\n"
)


def _headers(text: str) -> dict[str, str]:
    document = terms(f"Rules of the Pier\n=================\n\n{ENTRIES}{LONG}\n\n{text}")
    return {chunk.path: chunk.header.removeprefix(document.title) for chunk in document.chunks}


def test_unmarked_headings_stand_as_the_entries_do() -> None:
    lamps = f"Lamps\n\n{LONG}\n\nRed lamps\n\n{LONG}\n\nGreen lamps\n\n{LONG}\n\n"
    headers = _headers(f"{lamps}Log\n\n{LONG}\n\nInk of the log\n\n{LONG}\n\nPages of it\n\n{LONG}\n")
    assert headers["lamps.green-lamps"] == " > Lamps > Green lamps"
    assert headers["log"] == " > Log"
    assert headers["log.pages-of-it"] == " > Log > Pages of it"


def test_a_heading_that_is_glued_to_its_text_is_found_by_its_entry() -> None:
    lamps = f"Lamps\n\n{LONG}\n\nRed lamps\n\n{LONG}\n\nGreen lamps {LONG}\n\n"
    headers = _headers(f"{lamps}Log\n\n{LONG}\n\nInk of the log\n\n{LONG}\n\nPages of it\n\n{LONG}\n")
    assert headers["lamps.green-lamps"] == " > Lamps > Green lamps"


def test_entries_of_marked_headings_tell_no_ranks() -> None:
    lamps = f"### Lamps\n\n{LONG}\n\n### Red lamps\n\n{LONG}\n\n### Green lamps\n\n{LONG}\n\n"
    assert _headers(f"{lamps}### Log\n\n{LONG}\n\n### Ink of the log\n\n{LONG}\n")["green-lamps"] == " > Green lamps"
