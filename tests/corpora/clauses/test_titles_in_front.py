"""Clauses whose titles stand in front of their numbers, in texts that are one line."""

from tests.corpora.clauses.documents import at, clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
TITLES = ("Lamps", "Oil and Glass", "Duties of the Keeper", "Boats", "Fees", "End of the Contract", "Law")


def test_a_title_in_front_of_a_number_is_that_of_the_clause() -> None:
    text = "".join(
        f"{title} {2 * number + 1}. {LONG * 2}{2 * number + 2}. {LONG}" for number, title in enumerate(TITLES)
    )
    document = contract(f"LAMP AGREEMENT. The port and the keeper agree as follows: {text}", max_tokens=60)
    assert clauses(document) == [str(number) for number in range(1, 2 * len(TITLES) + 1)]
    assert at(document, "5").header.endswith("5. Duties of the Keeper")
    assert at(document, "5").content.startswith("Duties of the Keeper 5.")


def test_a_table_of_contents_has_no_such_titles() -> None:
    entries = " ".join(f"{title} {number}." for number, title in enumerate(TITLES, 1))
    body = "\n\n".join(f"{number}. {title}. {LONG}" for number, title in enumerate(TITLES, 1))
    assert at(contract(f"LAMP AGREEMENT\n\n{entries} Names\n\n{body}"), "3").content.startswith("3. Duties")


def test_a_line_directly_above_a_number_is_the_title_of_the_clause() -> None:
    heads = ("Defined terms", "Liability of members", "Keepers' powers", "Oil", "Boats and lamps", "Notices to keepers")
    text = "".join(f"{head}\n{number}.  {LONG}\n{LONG}\n\n" for number, head in enumerate(heads, 1))
    document = contract(f"ARTICLES OF ASSOCIATION\n\nof\n\nLAMP LIMITED\n\n{text}")
    assert clauses(document) == [str(number) for number in range(1, 7)]
    assert at(document, "3").header.endswith("3. Keepers' powers")
    assert at(document, "3").content.startswith("Keepers' powers\n3.")
