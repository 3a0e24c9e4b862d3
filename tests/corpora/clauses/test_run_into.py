"""Where a heading ends that runs into its sentence without a stop: its words tell, or the table of contents."""

import pytest

from tests.corpora.clauses.documents import contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Obligations", "Each party agrees that it is so."),
        ("Keeping the Light", "Each party agrees that it is so."),
        ("Keeping of Logs", "The Harbour Keeper agrees to read them."),
        ("Log Room", "You will find the log of the harbour in it."),
        ("Effect of Dusk", "It is agreed that the lamp is lit."),
        ("Oil of the Lamp", "None of the oil of the lamp is used by day."),
        ("End for Want of Oil", "Subject to clause 2, the keeper may leave."),
        ("Handing On", "Neither party may, by day or by night, hand it on."),
        ("COSTS", "Each of the parties pays for what it uses."),
        ("LAMPS", "Unless he is asleep, the keeper lights them."),
    ],
)
def test_a_heading_may_run_into_the_sentence(heading: str, sentence: str) -> None:
    document = contract(f"1. {heading} {sentence} {LONG}\n\n2. Bb. {LONG}")
    assert document.chunks[0].header.endswith(f"1. {heading}")


def test_a_sentence_with_a_condition_in_front_is_no_heading() -> None:
    document = contract(f"1. Provided You have lit the lamp, it is well. {LONG}\n\n2. Bb. {LONG}")
    assert "Provided You" in document.chunks[0].header


@pytest.mark.parametrize(
    ("entry", "listed"),
    [("1.2 Oil of the Lamp 2", True), ("1.2 The Keeper 2", False), ("1.3 Oil of the Lamp 2", False)],
)
def test_the_contents_tell_where_a_heading_ends(entry: str, listed: bool) -> None:
    contents = f"TABLE OF CONTENTS\n\n1.1 Log 1\n\n{entry}\n\n1.4 Wicks 3\n\n1.5 Glass 4\n\n"
    clause = f"1.2 Oil of  the Lamp Keepers of all the harbours buy it and burn it as they wish. {LONG}"
    text = f"{contents}{LONG}\n\n1.1 Log. {LONG}\n\n{clause}\n\n1.3 Aa. {LONG}"
    header = next(chunk.header for chunk in contract(text).chunks if chunk.path == "1.2")
    assert header.endswith("1.2 Oil of the Lamp") is listed


@pytest.mark.parametrize("heading", ["Claim for oil and glass", "Keeping of small lamps"])
def test_a_few_words_and_a_colon_head_the_paragraph_below_them(heading: str) -> None:
    document = contract(f"1. Aa:\n\n{LONG}\n\n2. {heading}:\n{LONG}\n\n3. Bb:\n\n{LONG}")
    assert document.chunks[1].header.endswith(f"2. {heading}")


def test_a_few_words_that_lead_to_definitions_are_no_heading() -> None:
    terms = "\n\n".join(f"“{term}” means what the port calls so. {PROSE * 3}" for term in ("Lamp", "Oil", "Wick"))
    document = contract(f"1. Definitions. (a) For purposes of this log:\n\n{terms}\n\n2. Bb. {LONG}")
    assert any(chunk.header.endswith("(a) For purposes of this log: > Lamp") for chunk in document.chunks)


@pytest.mark.parametrize("stop", [".", ":"])
def test_capitals_head_the_paragraphs_of_a_text_without_numbers(stop: str) -> None:
    wrapped = "NET WEIGHT. The lamps are weighed with their oil, and the keeper pays for the oil alone, INCLUDING\n"
    text = "".join(f"{heading}{stop} Ships pay at\nthe harbour. {LONG}\n\n" for heading in ("PRICES", "OIL", "THE LAW"))
    document = contract(f"TERMS OF THE HARBOUR\n\n{text}{wrapped}GLASS AND BRASS. They are weighed. {LONG}\n")
    assert [path for path in paths(document) if path.isidentifier() or "-" in path][-4:] == [
        "prices",
        "oil",
        "the-law",
        "net-weight",
    ]
