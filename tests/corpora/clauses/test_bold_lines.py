"""Bold lines of a page: sentences with a day, links in bold type, and what stands behind the last item."""

import pytest

from tests.corpora.clauses.documents import at, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
ITEMS = f"1\\. Lamps are red. {LONG}\n\n2\\. Oil is dear. {LONG}"


def test_a_bold_sentence_with_a_day_heads_nothing() -> None:
    rules = f"**1\\. Lamps**\n\n{LONG}\n\n**2\\. Oil**\n\n{LONG}"
    document = terms(
        f"Rules\n=====\n\n**Te zasady stosuje port od 8.02.2031 r.**\n\n{LONG}\n\n{rules}\n\n**Schedules**\n\n{LONG}"
    )
    assert at(document, "1").header == "Lanternfish Terms of Service > 1. Lamps"


def test_bold_words_of_a_link_head_the_text_behind_its_colon() -> None:
    link = "https://lanternfish.example/rules"
    document = terms(f"**[Red lamps]({link})**: {LONG}\n\n[**Green lamps**]({link}): {LONG}\n\n**Blue lamps**: {LONG}")
    assert at(document, "green-lamps").header == "Lanternfish Terms of Service > Green lamps"


def test_a_bold_line_behind_the_last_item_is_of_the_rank_of_the_heading_over_the_items() -> None:
    document = terms(f"**1\\. Lamps**\n\n{ITEMS}\n\n**2\\. Oil**\n\n{ITEMS}\n\n**Schedules of the Port**\n\n{LONG}")
    assert "schedules-of-the-port" in paths(document)


def test_a_bold_line_in_a_bullet_is_not_over_words_that_stand_left_of_it() -> None:
    bullet = "* **Red lamps.** They are lit first.\n    \n    **Who lights them:**\n    \n    * Keepers of the port\n"
    document = terms(
        f"**1\\. Bells**\n\n{LONG}\n\n**2\\. Lamps**\n\nThere are lamps:\n\n{bullet}\n**Oil of the lamps**. {LONG}"
    )
    assert at(document, "2.oil-of-the-lamps").header.endswith("> 2. Lamps > Oil of the lamps")


def test_a_bold_line_in_capitals_that_says_what_you_agree_to_heads_nothing() -> None:
    bold = "**BY LIGHTING A LAMP OF OURS YOU AGREE TO THESE RULES – PLEASE READ THEM**"
    document = terms(f"# Rules of the Port\n\n## Lamps\n\n{bold}\n\n{LONG}\n\n## Oil\n\n{LONG}")
    assert at(document, "lamps").header == "Lanternfish Terms of Service > Lamps"
    assert not any("you-agree" in path for path in paths(document))


def test_bold_words_in_front_of_a_day_head_nothing() -> None:
    document = terms(f"# Rules of the Port\n\n**Last Modified:** May 2nd, 2031\n\n{LONG}\n\n{LONG}\n\n## Oil\n\n{LONG}")
    assert not any("last-modified" in path for path in paths(document))


def test_the_section_that_a_sentence_begins_with_is_no_clause_of_its_own() -> None:
    rule = f"4.2 **Use of Oil**. Section 4.1 (Red Lamps) will not change what the keeper does. {LONG}"
    document = terms(f"## 4. Lamps\n\n4.1 **Red Lamps**. {LONG}\n\n{rule}\n\n## 5. Bells\n\n{LONG}")
    assert not any(".v2" in path for path in paths(document))
    assert at(document, "4.2").header == "Lanternfish Terms of Service > 4. Lamps > 4.2 Use of Oil"


@pytest.mark.parametrize(
    "address",
    ["**Lantern Ltd  \nAttn: Harbour Log  \n12 Pier Road**", "**Lantern Ltd  \n**c/o Harbour Log  \n12 Pier Road"],
)
def test_an_address_in_bold_type_to_which_a_colon_leads_heads_nothing(address: str) -> None:
    text = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 5
    document = terms(f"## Oil\n\n{text}\n\n## Log\n\n{text}\n\nWrite to us at:\n\n{address}\n\nElse, {text}\n")
    assert {chunk.header.removeprefix(document.title) for chunk in document.chunks} == {" > Oil", " > Log"}


@pytest.mark.parametrize("end", ["; or", "; and"])
def test_an_item_in_bold_type_heads_nothing(end: str) -> None:
    items = f"**The port of Oslo, where you live there{end}**\n\n**The port of Bergen, where you do not.**"
    document = terms(
        f"# Rules\n\n## Ports\n\n{LONG}\n\nOne of these writes to you:\n\n{items}\n\n**Oil.** {LONG}\n\n{LONG}"
    )
    assert not any("the-port-of-oslo" in path for path in paths(document))


def test_bold_words_in_the_middle_of_a_sentence_head_nothing() -> None:
    document = terms(
        f"# Rules\n\n## Log\n\n**Lamps.** What you write in the log is\n\n**public** and will be read. {LONG}"
    )
    assert not any("public" in path for path in paths(document))


def test_two_lone_bold_lines_among_bold_words_in_front_of_texts_stand_over_none_of_them() -> None:
    front = f"**Lamps.** {LONG}\n\n**Bells.** {LONG}\n\n"
    lines = (
        f"**Guests from Abroad**\n\n{LONG}\n\n**Oil.** {LONG}\n\n**Guests of the Port**\n\n{LONG}\n\n**Wicks.** {LONG}"
    )
    document = terms(front + lines)
    assert [at(document, path).header.rpartition(" > ")[0] for path in ("oil", "wicks")] == [document.title] * 2


@pytest.mark.parametrize(
    "day", ["Wed 8 Jul 2031 11.40 CEST", "**Ultimo aggiornamento: 7 Febbraio 2031**", "**Versie van 1 juli 2031**"]
)
def test_a_line_that_only_names_a_day_heads_nothing(day: str) -> None:
    prose = "The keeper lights the lamp at dusk and puts it out at dawn, on every day of the year. " * 3
    document = terms(f"Lamps\n=====\n\n{day}\n\n{prose}\n\n## Oil\n\n{prose}\n")
    assert [chunk.path for chunk in document.chunks] == ["preamble", "oil"]


@pytest.mark.parametrize("items", ["1.  Light it.\n2.  Put it out.", "1.  **Lamp:** light it.\n2.  **Oil:** buy it."])
def test_a_bold_line_behind_a_list_without_blank_lines_stands_in_none_of_its_items(items: str) -> None:
    front = (
        f"# Rules\n\nThe keeper reads the log.\n\nThe keeper shall:\n\n{items}\n\nThe port pays for all of it. {LONG}"
    )
    document = terms(
        f"{front}\n\n**Glass of lamps**\n\nThe glass is clean. {LONG}\n\n**Bells**\n\nBells ring. {LONG}\n"
    )
    found = [one for one in document.chunks if "The glass is" in one.content or "Bells ring" in one.content]
    assert [one.path for one in found] == ["glass-of-lamps", "bells"]


def test_a_bold_line_behind_a_clause_of_paragraphs_stands_in_it() -> None:
    clauses = f"1. The keeper lights it. {LONG}\n\n2. The port pays. {LONG}\n\n**Glass**\n\nThe glass is clean. {LONG}"
    document = terms(f"# Rules\n\n{clauses}\n\n3. The end. {LONG}\n")
    assert any(one.path == "2.glass" for one in document.chunks)


def test_words_between_a_bold_label_and_bold_words_of_their_sentence_are_no_heading() -> None:
    clauses = f"**1.1** **Red oil.** {LONG}\n\n**1.2** The keeper asks the **port** what oil it has. {LONG}"
    document = terms(f"**1\\. Lamps**\n\n{clauses}\n\n**1.3** **Oil of lamps** burns. {LONG}\n\n**2\\. Log**\n\n{LONG}")
    assert "heading" not in at(document, "1.2").metadata
    assert at(document, "1.2").header.endswith("> 1.2 The keeper asks the port what oil it has.")
    assert at(document, "1.3").header.endswith("> 1.3 Oil of lamps")
