"""No chunk begins or ends where a page ends inside a sentence."""

import pytest

from piperoll.corpora.clauses.pages.page_gaps import Edges
from tests.corpora.clauses.documents import at, contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
PAGE = "\n\n\n\n________________\n\n\n"


def beginnings(text: str) -> list[str]:
    return [chunk.content for chunk in contract(text).chunks]


@pytest.mark.parametrize(
    ("before", "between", "behind"),
    [
        ("Notwithstanding the above, the", PAGE, "Harbour Office pays for the oil."),
        ("The number   ", f"-3-{PAGE}", "of the lamps is told in the log."),
        ("He reads the log of the port and that of the", "\n\n\n\n\n\n", "Harbour Office, and of the pier."),
        ("EACH PARTY WAIVES ANY OBJECTION TO THE PIER OR", "\n\n5\n\n", "TO THE LAMP OF THE PORT."),
        ("He pays for the oil, the glass and any additional", "\n\n3   ", "lamp that the port has at dusk."),
        ("It holds in the case of Section", f"\n\n12{PAGE}", "2.1 of the rules of the port."),
    ],
)
def test_no_chunk_begins_where_a_page_ends_inside_a_sentence(before: str, between: str, behind: str) -> None:
    text = f"1. Aa. {PROSE * 3}\n\n{PROSE * 4}{before}{between}{behind} {PROSE * 4}\n\n2. Bb. {PROSE}"
    assert not any(one.startswith(behind[:8]) for one in beginnings(text))
    assert any(before.strip() in one and behind[:8] in one for one in beginnings(text))


@pytest.mark.parametrize(
    ("joined", "begins"),
    [("The Harbour Board owns the pier.", False), ("The Harbour\nBoard owns it.", False), ("It is a harbour.", True)],
)
def test_a_name_that_the_text_joins_elsewhere_goes_on_in_the_next_page(joined: str, begins: bool) -> None:
    text = f"1. Aa. {joined} {PROSE * 5}The keeper asks the Harbour\n\n12{PAGE}Board for the oil. {PROSE * 5}"
    assert any(one.startswith("Board") for one in beginnings(text)) is begins


def test_a_sentence_over_two_pages_is_cut_elsewhere() -> None:
    long = "in the harbour of the keeper at the height of the lamp by the light of the moon " * 7
    text = f"1. Aa. The keeper shall {long}light the lamp{PAGE}of the pier {long}and sleep."
    begun = beginnings(text)
    assert len(begun) > 1
    assert not any(one.startswith("of the pier") or one.rstrip("\n_ ").endswith("light the lamp") for one in begun)


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("he reads the log of the port; and", "- Oil: what the port has of it is told in the log."),
        ("the keeper and the port;", "provided that the lamp is lit at dusk and is put out at dawn."),
        ("He lights the lamp of the pier.", "9 bis. The lamp of the port is lit at dusk and is put out at dawn."),
        ("He lights the lamp of the pier.", "The port pays for the oil at the end of each month."),
    ],
)
def test_a_chunk_begins_on_a_page_where_a_sentence_or_an_item_does(before: str, behind: str) -> None:
    text = f"1. Aa. {PROSE * 5}\n\n{before}\n\n12{PAGE}{behind} {PROSE * 5}\n\n2. Bb. {PROSE}"
    assert any(one.startswith(behind) for one in beginnings(text))


@pytest.mark.parametrize(
    ("before", "between", "behind"),
    [
        ("Except as is told in the log that the port gave to", f"\n\n10{PAGE}", "Pier Inc. at dusk, the keeper shall:"),
        ("Except as is told in the log of the port, if any lamp", "\n\n10\n\n11   ", "is dark, the keeper shall:"),
        ("Except as is told by the keeper in the log of the Harbour Office", PAGE, "Section of the port, he shall:"),
    ],
)
def test_what_leads_to_a_list_begins_on_the_page_in_front(before: str, between: str, behind: str) -> None:
    items = "".join(f"\n\n({letter}) {PROSE * 2}" for letter in "abc")
    document = contract(f"1. Aa. {PROSE}\n\n2. Bb. {PROSE}\n\n{before}{between}{behind}{items}")
    assert all(before[:20] in at(document, f"2.{letter}").header for letter in "abc")


def test_a_page_of_blanks_is_no_gap() -> None:
    text = f"lamp{' ' * 2_000}\n\noil"
    assert Edges().gap(text, 1_500, (0, len(text))) is None


def test_no_cut_stands_inside_a_foot() -> None:
    text = f"{PROSE}\n\nSource: LANTERN, INC., 8-K, 4/6/2031\n\n\n\n\n\n{PROSE}"
    cuts = [at for at in range(text.index("Source:") + 1, text.index("4/6") + 1) if text[at - 1] == " "]
    assert len(cuts) == 4
    assert all(Edges().forbid(text, at, (0, len(text))) for at in cuts)


def test_the_numbers_of_two_pages_stand_in_one_line() -> None:
    text = f"1. Aa. {PROSE * 3}The list of the keeper shall contain\n\n     6    7\n\nRed Lamps of Ports. {PROSE * 9}"
    assert {chunk.path.partition(".p")[0] for chunk in contract(text).chunks} == {"1"}
    assert not any("6    7" in one and one.rstrip().endswith("7") for one in beginnings(text))


def test_a_figure_that_does_not_count_on_is_no_number_of_a_page() -> None:
    text = f"1. Aa. {PROSE * 6}\n\n     6    9\n\n2. Bb. {PROSE * 9}"
    assert any("6    9" in one for one in beginnings(text))


def test_the_rest_of_a_sentence_on_the_next_page_heads_nothing() -> None:
    torn = "He may write to the\n\nPage 29 of 80\n\n\n\n\n\nRed Lamp Office of the Port. He also tells it of the oil."
    headed = f"\n\nOil and Glass. {PROSE * 3}\n\nWicks. {PROSE * 3}\n\n"
    text = f"1. Aa. {PROSE}{headed}2. Bb. {PROSE}{headed}3. Cc. {PROSE * 4}{torn} {PROSE * 4}\n\n4. Dd. {PROSE}"
    assert not any("red-lamp" in chunk.path for chunk in contract(text).chunks)
