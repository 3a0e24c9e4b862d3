"""Test that the rows of a table of defined terms have what leads to it in their header, and that prose has not."""

from tests.corpora.clauses.documents import contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
LEAD = "The following terms are defined in this contract as referenced in the following table:"
ROWS = " ".join(
    f"Harbour Lamp {name} {at // 9 + 2}.{at % 9 + 1}(b)" for at, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
)


def headers(text: str) -> list[str]:
    """Return the headers of the parts of a clause behind the first one."""
    document = contract(f"1.1 Lamps. {LONG}\n\n1.2 Other Terms. {text}\n\n1.3 Wicks. {LONG}")
    return [chunk.header for chunk in document.chunks if chunk.path.startswith("1.2.p")]


def test_all_rows_have_what_leads_to_the_table() -> None:
    rows = headers(f"{LEAD} Term Section {ROWS} {ROWS.replace('Lamp', 'Tower')}")
    assert rows
    assert all(header.endswith(LEAD) for header in rows)


def test_what_stands_behind_a_table_has_no_lead_in() -> None:
    assert not headers(f"{LEAD} Term Section {ROWS}\n\n{LONG}")[-1].endswith(LEAD)


def test_prose_that_cites_clauses_is_no_table() -> None:
    prose = "The keeper is heard as Section 3.1 says. The owner pays what is due under Section 4.2. "
    assert not any(header.endswith(":") for header in headers(f"The port says: {prose * 12}"))
