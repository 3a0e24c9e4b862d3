"""Which parts of a unit stand together in a chunk."""

from tests.corpora.sec_10k.documents import PLAIN, SAID, page, read

BRIEF = "Our bells ring at noon, and once more at six where the harbour asks for it by letter. " * 3
"""The text of a section that goes together with its neighbours."""


def contents(*lines: str) -> list[str]:
    """Return the chunks of an Item with these lines."""
    chunks = page("*Item 8. Financial Statements", *lines).chunks
    return [one.content for one in chunks if one.path.startswith("ITEM_8")]


def test_no_chunk_takes_the_beginning_of_a_section_that_goes_on_in_the_next() -> None:
    first, second = contents("*Bells", BRIEF, "*Lamps", SAID, f"More. {SAID}")
    assert first.endswith(BRIEF.strip())
    assert second.startswith("Lamps\n\n")
    first, second, third = contents("*Bells", BRIEF, "*Lamps", SAID, f"{SAID} {SAID}")
    assert (first.split("\n")[2], second.split("\n")[0]) == ("Bells", "Lamps")
    assert third.startswith("A lamp")


def test_a_section_of_few_words_stands_with_the_beginning_of_the_next() -> None:
    first, _ = contents("*Bells", "None.", "*Lamps", SAID, f"{SAID} {SAID}")
    assert "Bells\n\nNone.\n\nLamps\n\n" in first


def test_whole_sections_with_little_text_stand_together_and_the_chunk_names_them() -> None:
    document = page("*Item 8. Financial Statements", "*Bells", BRIEF, "*Lamps", BRIEF, "*Ropes", SAID, SAID)
    both, ropes = (one for one in document.chunks if one.path.startswith("ITEM_8"))
    assert "Bells" in both.content and "Lamps" in both.content
    assert both.metadata["sections"] == [["Bells"], ["Lamps"]]
    assert "sections" not in ropes.metadata


def test_the_end_of_a_section_stands_without_the_next() -> None:
    *_, last, lamps = contents("*Bells", SAID, f"{SAID} {SAID}", BRIEF, "*<i>Lamps</i>", BRIEF)
    assert (last, lamps[:5]) == (BRIEF.strip(), "Lamps")


def test_no_chunk_takes_the_beginning_of_a_paragraph_that_goes_on_in_the_next() -> None:
    long = "A " + "bell and a " * 135
    first, second, _ = contents("*Bells", BRIEF, f"{BRIEF} {long}ring.")
    assert first.endswith(f"Bells\n\n{BRIEF.strip()}")
    assert second == BRIEF.strip()


def test_the_end_of_a_numbered_item_and_the_next_numbers_stand_under_what_leads_to_them() -> None:
    items = (f"1.Oil. {SAID}", "(a) Whale oil.", "Together these burn long.", f"2.Wicks. {SAID}", f"3.Glass. {SAID}")
    document = page("*Item 8. Financial Statements", "Our lamps need three things:", *items, f"Last. {SAID}")
    leads = {one.content[:4]: one.metadata.get("lead") for one in document.chunks if one.path.startswith("ITEM_8")}
    assert leads["3.Gl"] == "Our lamps need three things:"
    assert leads["Last"] is None


def test_what_leads_to_a_list_that_is_longer_than_a_chunk_stands_with_its_first_item() -> None:
    first, second, _ = contents(BRIEF + SAID, "Our lamps need two:", f"• Oil. {SAID}", f"• Wicks. {SAID} {SAID}")
    assert first.endswith(SAID.strip())
    assert second.startswith("Our lamps need two:\n\n• Oil.")


def test_the_items_of_a_list_stand_without_the_table_that_another_sentence_leads_to() -> None:
    table = "<table><tr><td></td><td>2031</td><td>2030</td></tr><tr><td>Oil</td><td>7</td><td>8</td></tr></table>"
    first, second = contents(SAID, "We sell:", "• Oil.", "• Wicks.", "Our sales were as follows:", table)
    assert (first[-8:], second[:9]) == ("• Wicks.", "Our sales")


def test_two_strokes_in_front_of_an_entry_of_a_plain_text_mark_a_list() -> None:
    entries = "\n\n".join(f"-- The instrument of lamp {at} is Exhibit {at}. {'It burns. ' * 30}" for at in range(1, 9))
    text = f"{PLAIN}ITEM 1. BUSINESS\n\nWe burn oil.\n\nNot included in this report:\n\n{entries}\n"
    last = read(text, "filing.txt").chunks[-1]
    assert (last.content[:3], last.metadata["lead"]) == ("-- ", "Not included in this report:")


def test_no_chunk_holds_parts_of_two_certifications() -> None:
    told = [f"I, {name}, certify that:|1. I have read this.|2. It is true.|/s/ {name}" for name in ("Ada", "Bo")]
    lines = ("*Item 8. Lamps", SAID, "*SIGNATURES", "Ada Lime", "*CERTIFICATIONS", *"|".join(told).split("|"))
    found = [one.content for one in page(*lines).chunks if one.path.startswith("CERTIFICATIONS")]
    assert [one[-7:] for one in found] == ["/s/ Ada", "\n/s/ Bo"]
