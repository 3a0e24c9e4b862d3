"""Headings without numbers over wrapped paragraphs of plain text are read as over paragraphs of one line."""

import textwrap

import pytest

from tests.corpora.clauses.documents import clauses, contract, paths

TITLE = 'LAMP AGREEMENT\n\nThis Agreement is made between Lantern Ltd. ("Port") and Wick Ltd. ("Keeper").\n'
CLAUSES = {
    "Duties": "The keeper lights the lamp at dusk and puts it out at dawn, on every day of the year, and tells the "
    "port in writing how much oil is left at the end of each week.",
    "Price of Oil": "The port pays for the oil within thirty days of the bill. The keeper may ask for a part of the "
    "price beforehand where the oil costs more than it did in the year before.",
    "Broken Glass": "Whoever breaks a glass pays for it, except in a storm. The keeper writes down in the log who "
    "broke a glass, and at what hour he saw it.",
}
SHORT = {
    "Waiver": "The keeper waives presentment.",
    "Faults": "Each of these is a fault:\n\n(1) smoke; or\n\n(2) soot.",
}


def tops(text: str) -> list[str]:
    """Return the paths of the chunks of a contract."""
    return paths(contract(text))


def wrapped(words: str, width: int) -> str:
    return textwrap.fill(words, width, break_on_hyphens=False)


@pytest.mark.parametrize("width", [500, 76, 58])
@pytest.mark.parametrize(
    "form", ["{0}\n\n{1}", "{0}\n{1}", "{2}\n\n{1}", "{2}\n{1}", "{2}:\n\n{1}", "      {0}\n\n{1}", "{0}\n{3}\n\n{1}"]
)
def test_a_caption_stands_over_its_paragraph(form: str, width: int) -> None:
    parts = [
        form.format(caption, wrapped(text, width), caption.upper(), "-" * len(caption))
        for caption, text in CLAUSES.items()
    ]
    assert tops("\n\n".join([TITLE, *parts])) == ["preamble", "duties", "price-of-oil", "broken-glass"]


@pytest.mark.parametrize("rule", ["=", "-"])
def test_a_rule_makes_a_heading_of_a_line_that_is_no_title(rule: str) -> None:
    parts = [f"{line}\n{rule * len(line)}\n\n{wrapped(text, 70)}" for line, text in zip(
        ("What the keeper does", "What the port pays", "Who pays for glass"), CLAUSES.values(), strict=True
    )]  # fmt: skip
    found = tops("\n\n".join([TITLE, *parts]))
    assert found == ["preamble", "what-the-keeper-does", "what-the-port-pays", "who-pays-for-glass"]


def test_a_rule_below_the_head_of_a_column_makes_no_heading() -> None:
    table = "Lamp            Oil\n-----           ---\nRed lamp        4\n\nTotal\n-----\n12"
    assert not {"lamp-oil", "total"} & set(tops(f"{TITLE}\n1. Lamps\n\n{CLAUSES['Duties']}\n\n{table}\n"))


@pytest.mark.parametrize("gap", [" ", "  "])
@pytest.mark.parametrize("indent", ["", "     "])
@pytest.mark.parametrize("width", [500, 70])
def test_a_heading_runs_into_a_paragraph_behind_one_space_or_two(gap: str, indent: str, width: int) -> None:
    parts = [indent + wrapped(f"{caption}.{gap}{text}", width) for caption, text in CLAUSES.items()]
    assert tops("\n\n".join([TITLE, *parts])) == ["preamble", "duties", "price-of-oil", "broken-glass"]


@pytest.mark.parametrize("gap", [" ", "  "])
def test_so_does_one_of_a_short_paragraph_among_them(gap: str) -> None:
    parts = [wrapped(f"{caption}.{gap}{text}", 70) for caption, text in CLAUSES.items()]
    parts.insert(2, f"Faults.{gap}{SHORT['Faults']}")
    parts.append(f"Waiver.{gap}{SHORT['Waiver']}")
    document = contract("\n\n".join([TITLE, *parts]))
    assert clauses(document) == ["faults.1", "faults.2"]
    assert paths(document)[-1] == "broken-glass"  # and what the keeper waives, which is small


def test_so_does_one_with_commas_among_them() -> None:
    parts = [wrapped(f"{caption}. {text}", 70) for caption, text in CLAUSES.items()]
    parts.append(wrapped(f"Lamps, Oil, and Wicks. {CLAUSES['Duties']}", 70))
    assert tops("\n\n".join([TITLE, *parts]))[-2:] == ["broken-glass", "lamps-oil-and-wicks"]


def test_a_company_at_the_beginning_is_no_heading() -> None:
    first = wrapped(
        f'LANTERN LAMPS, INC. ("Port") hereby lends to WICK CORP. ("Keeper") a lamp. {CLAUSES["Duties"]}', 70
    )
    parts = [f"{caption}\n\n{wrapped(text, 70)}" for caption, text in CLAUSES.items()]
    assert tops("\n\n".join(["LOAN OF A LAMP", first, *parts]))[0] == "preamble"
    assert "duties" in tops("\n\n".join(["LOAN OF A LAMP", first, *parts]))


def test_the_last_line_of_a_wrapped_paragraph_is_no_caption() -> None:
    loud = "THE KEEPER IS LIABLE FOR NO GLASS THAT BREAKS IN A STORM, NOR FOR ANY OTHER\nLOSS OR DAMAGE"
    parts = [f"{number}. {caption}. {wrapped(text, 70)}" for number, (caption, text) in enumerate(CLAUSES.items(), 1)]
    assert not any("loss" in path for path in tops("\n\n".join([TITLE, parts[0], loud, *parts[1:]])))
