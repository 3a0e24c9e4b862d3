"""The topics of a discussion of the results, and what stands in them though it is printed alike."""

from tests.corpora.sec_10k.documents import COVER, SAID, read

TABLE = "<table><tr><td></td><td>2031</td></tr><tr><td>Lamps lit</td><td>1,204</td></tr></table>"


def discussed(*lines: str) -> list[list[str]]:
    """Return the sections of a discussion of results; lines with a star are bold, those with "#" have an anchor."""
    item = "<p><b>Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations</b></p>"
    shown = []
    for at, line in enumerate(lines):
        anchor = f'<div id="a{at}"></div>' if line.startswith("#") else ""
        tag = "b" if line[0] in "#*" else "span"
        shown.append(line if line.startswith("<") else f"{anchor}<p><{tag}>{line.lstrip('#*')}</{tag}></p>")
    found = [one.metadata.get("section", []) for one in read(f"{COVER}{item}{''.join(shown)}").chunks[1:]]
    return [one for at, one in enumerate(found) if one not in found[:at]]


def test_what_no_link_leads_to_stands_in_the_topic_to_which_one_leads() -> None:
    lines = ("#Liquidity and Capital Resources", SAID, "*Debt", SAID, "*Dividends", SAID, "#Keepers", SAID)
    topic = "Liquidity and Capital Resources"
    assert discussed(*lines) == [[topic], [topic, "Debt"], [topic, "Dividends"], ["Keepers"]]


def test_what_is_printed_as_a_topic_stands_in_it_up_to_the_next_one() -> None:
    lines = ("*Results of Operations", SAID, "*Lamps", SAID, "*Off-Balance Sheet Arrangements", SAID)
    topic = "Results of Operations"
    assert discussed(*lines) == [[topic], [topic, "Lamps"], ["Off-Balance Sheet Arrangements"]]


def test_a_heading_over_nothing_but_a_table_holds_no_heading_that_stood_in_what_holds_it() -> None:
    weak = "<p><b><i>{}</i></b></p>"
    lines = ("*Results of Operations", SAID, weak.format("Sales"), SAID, "*Lamps", TABLE, weak.format("Costs"), SAID)
    topic = "Results of Operations"
    assert discussed(*lines) == [[topic], [topic, "Sales"], [topic, "Lamps"], [topic, "Costs"]]


def test_headings_over_hardly_any_text_stand_in_few_others() -> None:
    lines = [line for number in range(40) for line in (f"*Lamps of Tower {number}", "A.")]
    assert len(discussed(*lines)[-1]) <= 13
