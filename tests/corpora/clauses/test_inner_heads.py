"""Bold headings inside the lines of a page that begin with one."""

import pytest

from tests.corpora.clauses.documents import paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (("**A. Lamps.**", "**B. Barrels of oil.**"), ["harbour.a", "harbour.b"]),
        (
            ("**A - LAMPS BY NIGHT**", "**B - OIL OF THE TOWER**"),
            ["harbour.a-lamps-by-night", "harbour.b-oil-of-the-tower"],
        ),
        (("**Red lamps.**", "**Oil.**"), ["harbour.red-lamps", "harbour.oil"]),
        (("**Red lamps.**", "**oil**"), []),
        (("**LIABILITY**", "**WE ARE NOT LIABLE FOR ANY LAMP OR FOR OIL.**"), []),
        (("**Red lamps.**", "**Important: oil.**"), []),
        (("**Red lamps.**", "**You must light all lamps that stand in the tower before it is dark.**"), []),
    ],
)
def test_bold_headings_inside_a_line_that_begins_with_one(heads: tuple[str, str], expected: list[str]) -> None:
    line = f"{heads[0]} {LONG}{heads[1]} {LONG}"
    found = paths(terms(f"## Harbour\n\n{LONG}\n\n{line.strip()}\n\n## Glass\n\n{LONG}"))
    assert [one for one in found if one in expected] == expected
    assert not any("oil" in one or "must" in one for one in found if one not in expected)


def test_a_heading_stands_right_behind_another_one() -> None:
    text = (
        f"**I. Lamps.** **A. Red.** {LONG}**B. Green.** {LONG}**II. Glass.** **A. Cans.** {LONG}**B. Barrels.** {LONG}"
    )
    found = terms(f"## Harbour\n\n{LONG}\n\n{text.strip()}\n\n## Glass\n\n{LONG}")
    headers = [chunk.header.partition("Harbour > ")[2] for chunk in found.chunks]
    assert "I. Lamps > B. Green" in headers
    assert "II. Glass > B. Barrels" in headers
