"""The number of a page inside a clause is in no chunk where a paragraph ends in front of it."""

from tests.corpora.clauses.documents import terms

WRAPPED = (
    "The keeper lights the lamp at dusk and puts it out at dawn, on every day of the year, whatever the\n\n"
    "weather is like on the sea and whoever may be on the way to the port at that hour of the night or"
)


def page(number: int, last: str, first: str) -> str:
    return f"{WRAPPED}\n\n{last}\n\n{number}\n\n\n\n{first}\n\n"


def aside(text: str) -> list[str]:
    document = terms(text)
    return [document.text[one.start : one.end] for one in document.set_aside]


def test_a_number_between_two_paragraphs_or_items_parts_two_chunks() -> None:
    text = "1. Lamps\n\n" + page(1, "on the day after it.", "The port pays the oil.")
    text += (
        page(2, "the keeper keeps: oil;", "• glass, which the port pays; and") + page(3, "the log.", "2. Oil") + WRAPPED
    )
    assert aside(text) == ["1", "2", "3"]
    assert all("\n2\n" not in chunk.content for chunk in terms(text).chunks)


def test_a_number_inside_a_sentence_stays() -> None:
    text = "1. Lamps\n\n" + page(1, "on the day", "after it.") + page(2, "or on the one", "behind it.")
    assert aside(text + page(3, "the log.", "2. Oil") + WRAPPED) == ["3"]


def test_numbers_that_do_not_count_stay() -> None:
    text = "1. Lamps\n\n" + page(7, "on the day after it.", "The port pays the oil.")
    text += page(2, "on the day after it.", "The port pays the oil.") + page(5, "the log.", "The port keeps it.")
    assert not aside(text + "2. Oil\n\n" + WRAPPED)
