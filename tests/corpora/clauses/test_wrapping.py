"""On a page of wrapped lines, with a blank line between them, no line of a paragraph is a heading."""

from tests.corpora.clauses.documents import at, paths, terms

LINES = (
    "The keeper of the harbour shall light the lamp of the port at dusk",
    "on every day of the year, and shall put it out at dawn, and",
    "shall write down in the log of the lamp at what hour it was",
    "lit, and how much oil was left in it on the next day.",
)
PARAGRAPH = "\n\n".join(LINES)


def page(*paragraphs: str) -> str:
    return "\n\n\n\n".join(paragraphs)


def test_the_first_line_of_a_paragraph_is_no_heading() -> None:
    other = "Harbour, which shall bring it on the day after that at the latest."
    asks = f"The keeper may ask for other oil the Board of the Old\n\n{other}\n\nIt is paid."
    document = terms(page("1. Lamps", PARAGRAPH, PARAGRAPH, asks, "2. Oil", PARAGRAPH, PARAGRAPH))
    assert {path.partition(".p")[0] for path in paths(document)} <= {"1", "2"}
    assert at(document, "1").header == "Lanternfish Terms of Service > 1. Lamps"


def test_a_short_line_between_wider_gaps_is_a_heading() -> None:
    document = terms(
        page("1. Lamps", PARAGRAPH, "Kinds of Glass", PARAGRAPH, PARAGRAPH, "2. Oil", PARAGRAPH, PARAGRAPH)
    )
    assert at(document, "1.kinds-of-glass").header == "Lanternfish Terms of Service > 1. Lamps > Kinds of Glass"
