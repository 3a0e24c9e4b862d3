"""Headings of a page that lead to headings of a higher rank."""

from tests.corpora.clauses.documents import terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def test_a_heading_with_a_colon_stands_over_the_headings_of_a_higher_rank_to_which_it_leads() -> None:
    lamps = f"#### Red Lamps\n\n{LONG}\n\n#### Green Lamps\n\n{LONG}"
    document = terms(
        f"# Rules\n\n## Lamps\n\n###### These are lit:\n\n{lamps}\n\n"
        f"###### These are kept dark:\n\n#### Old Lamps\n\n{LONG}\n\n## Oil\n\n{LONG}\n"
    )
    found = [below for chunk in document.chunks if (below := chunk.header.partition(" > ")[2])]
    assert found == [
        "Lamps > These are lit: > Red Lamps",
        "Lamps > These are lit: > Green Lamps",
        "Lamps > These are kept dark: > Old Lamps",
        "Oil",
    ]
