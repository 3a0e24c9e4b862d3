"""Test that a chunk ends where the list of a page does, so that what follows stands below no lead-in."""

from piperoll.model import Document
from tests.corpora.clauses.documents import terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
ITEM = "light a lamp of the harbour by day, whether or not it has been asked to do so by a ship at sea"
ITEMS = "".join(f"* {ITEM} on the {day} day;\n" for day in ("first", "second", "third", "fourth", "fifth", "last"))


def below(document: Document, lead: str) -> list[str]:
    """Return the content of the chunks whose header ends in ``lead``."""
    return [chunk.content for chunk in document.chunks if chunk.header.endswith(lead)]


def test_a_paragraph_behind_a_list_stands_below_no_lead() -> None:
    rest = "The harbour keeps a log of all lamps, in which each keeper writes."
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper may not:\n\n{ITEMS}\n{rest}\n\n{LONG}")
    assert below(document, "The keeper may not:")
    assert not any(rest in content for content in below(document, "The keeper may not:"))


def test_a_second_list_stands_below_its_own_lead() -> None:
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper may not:\n\n{ITEMS}\nThe keeper has to:\n\n{ITEMS}")
    assert not any("has to" in content for content in below(document, "The keeper may not:"))
    assert any("The keeper has to:\n\n* light" in chunk.content for chunk in document.chunks)


def test_the_next_outer_item_stands_below_no_inner_lead() -> None:
    inner = ITEMS.replace("*", "    *")
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\n* The keeper may not:\n\n{inner}* The log is kept by day.\n\n{LONG}"
    )
    assert below(document, "The keeper may not:")
    assert not any("The log is" in content for content in below(document, "The keeper may not:"))


def test_a_few_words_behind_a_list_stay_with_it() -> None:
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper may not:\n\n{ITEMS}{ITEMS}\nNo more.\n\n## Log\n\n{LONG}"
    )
    assert any(content.endswith("No more.") for content in below(document, "The keeper may not:"))


def test_a_list_goes_on_in_the_sentence_that_ends_it() -> None:
    rest = "(together, the “Lamps of the Harbour”), and none of the lamps of a ship at sea, day or night."
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper may not:\n\n{ITEMS}{ITEMS}\n{rest}")
    assert any(rest in content for content in below(document, "The keeper may not:"))


def test_a_bullet_left_of_numbered_items_ends_them() -> None:
    inner = "".join(f"    {number}. {ITEM};\n" for number in range(1, 6))
    text = f"* The keeper may not:\n\n{inner}* The log is kept by day. {LONG}\n* It is read by night. {LONG}\n"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe rules are:\n\n{text}")
    last = next(chunk for chunk in document.chunks if "It is read" in chunk.content)
    assert last.path.startswith("lamps.further")
    assert last.header.endswith("Lamps > The rules are:")


def test_an_item_that_opens_inside_a_line_ends_with_it() -> None:
    line = f"The keeper and its helpers agree as follows. (a) {LONG}(b) {LONG}"
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\n{line}\n\nLog of the harbour. {LONG}\n\n{LONG}\n\n## Log\n\n{LONG}"
    )
    assert any(chunk.path.endswith("lamps.b") for chunk in document.chunks)
    log = next(chunk for chunk in document.chunks if chunk.content.startswith("Log of the harbour."))
    assert (log.path, log.header) == ("lamps.further", "Lanternfish Terms of Service > Lamps")


def test_an_item_inside_a_line_goes_on_right_of_it() -> None:
    line = f"* The keeper and its helpers agree as follows. (a) {LONG}(b) {LONG}"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\n{line}\n\n  It is kept. {LONG}\n\n## Log\n\n{LONG}")
    assert next(chunk for chunk in document.chunks if "It is kept" in chunk.content).path.startswith("lamps.b")


def test_a_paragraph_in_the_column_of_close_items_is_none_of_the_last_one() -> None:
    first, second = (f"1. {word} lamps of the tower; and\n2. {word} lamps of the pier.\n" for word in ("red", "green"))
    text = f"The keeper trims:\n\n{first}\n{LONG}\n\nThe helper of the keeper trims:\n\n{second}\n{LONG}\n"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\n{text}\n## Log\n\n{LONG}")
    green = next(chunk for chunk in document.chunks if "green lamps of the pier" in chunk.content)
    assert "further" in green.path
    assert "The helper of the keeper trims:\n\n1. green" in green.content
    assert not any("keeper trims" in chunk.header for chunk in document.chunks if chunk.content == LONG.strip())


def test_a_paragraph_in_the_column_of_items_apart_goes_on_in_the_last_one() -> None:
    items = f"1. red lamps of the tower;\n\n2. green lamps of the pier.\n\n{LONG}"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper trims:\n\n{items}\n\n## Log\n\n{LONG}")
    assert not any("further" in chunk.path for chunk in document.chunks)


def test_what_stands_behind_the_last_bullet_of_a_bold_one_stands_below_no_lead() -> None:
    bullets = "*   **these rules**\n*   **the rules of the lamps**, which may say more, as for lamps at sea"
    rest = f"The harbour has a log of all lamps, too. {LONG[:400]}\n\nNobody else writes in that log."
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper lights them as long as it keeps to:\n\n{bullets}\n\n{rest}\n\n"
        f"## Log\n\n{LONG}"
    )
    (behind,) = (chunk for chunk in document.chunks if "Nobody else" in chunk.content)
    assert behind.header == "Lanternfish Terms of Service > Lamps"
    assert behind.content.endswith(rest)


def test_a_paragraph_behind_bullets_to_which_one_beside_them_leads_stands_below_no_lead() -> None:
    block = f"* By boat to the harbour, and do not forget:\n\n* {ITEM}\n* {ITEM}\n* {ITEM} and year\n\n"
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\nYou may write. {LONG}\n\n{block}  \n{block}  \n\n"
        "If the keeper is away, ring the bell of the harbour, and wait until the boat comes."
    )
    assert below(document, "do not forget:")
    assert not any("is away" in content for content in below(document, "do not forget:"))


def test_a_paragraph_left_of_an_inner_list_stands_behind_the_item_of_that_list() -> None:
    inner = f"    1. {ITEM};\n        \n    2. {ITEM}; and\n        \n    3. {ITEM}.\n        \n"
    items = f"1. The harbour stops at once.\n    \n2. The keeper will:\n    \n{inner}"
    rest = "Behind that day the harbour may put out all lamps without a word to the keeper."
    document = terms(
        f"**1\\. Oil** {LONG}\n\n**2\\. End.** When the year ends:\n\n{items}\n{rest}\n\n**3\\. Log** {LONG}"
    )
    last = next(chunk for chunk in document.chunks if rest in chunk.content)
    assert (last.path, last.content) == ("2.further", rest)


def test_a_short_line_that_leads_to_paragraphs_stands_with_the_first_of_them() -> None:
    rules = "".join(f"_Rule {number}_. {LONG[:480]}\n\n" for number in range(3))
    lead = "You may ask the port for other lamps, and change the oil of your own ones, as follows:"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\n{LONG[:480]}\n\n{lead}\n\n{rules}")
    (first,) = (chunk for chunk in document.chunks if "as follows:" in chunk.content)
    assert "_Rule 0_" in first.content


def test_a_short_last_item_without_a_stop_is_none_of_the_next_clause() -> None:
    items = f"6.6.1 breaks a lamp, {ITEM}, {ITEM};\n\n6.6.2 lights none, {ITEM}, {ITEM};\n\n6.6.3 Want of Oil"
    document = terms(
        f"## 6. End\n\n6.5 The year ends. {LONG}\n\n6.6 It ends if the keeper:\n\n{items}\n\n6.7 Give Notice. {LONG}"
    )
    assert next(chunk for chunk in document.chunks if "Want of Oil" in chunk.content).header.endswith("the keeper:")


def test_a_paragraph_behind_a_last_item_with_a_heading_is_none_of_it_where_the_others_have_none() -> None:
    items = f"1.  What {ITEM}.\n\n2.  Where {ITEM}.\n\n3.  These words: {ITEM} and year.\n\n"
    rest = "Send all of it to the port of the harbour, by boat or by day."
    document = terms(
        f"## Oil\n\n{LONG}\n\n## Lamps\n\nTell the keeper of the port each of these:\n\n"
        f"{items}{rest}\n\n{LONG}\n\n## Log\n\n{LONG}"
    )
    assert next(chunk for chunk in document.chunks if rest in chunk.content).path.startswith("lamps.further")


def test_a_paragraph_behind_close_items_without_headings_is_none_of_the_last_one() -> None:
    items = "1\\. **Lamp:** a light of the tower.  \n2\\. **Keeper:** whoever lights it by day and by night.\n\n"
    document = terms(f"## Oil\n\n{LONG}\n\n## Words\n\n{items}{LONG}\n\n## Log\n\n{LONG}")
    (chunk,) = (chunk for chunk in document.chunks if chunk.content == LONG.strip())
    assert (chunk.path, chunk.header) == ("words.further", "Lanternfish Terms of Service > Words")


def test_paragraphs_of_a_close_item_with_a_heading_stay_in_it() -> None:
    items = f"1. Oil. The port buys it. {LONG}\n2. Wicks. The keeper trims them. {LONG}\n\n"
    rest = f"No wick is trimmed by day. {LONG}"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{items}{rest}\n\n## Log\n\n{LONG}")
    assert next(chunk for chunk in document.chunks if "trimmed by day" in chunk.content).path.startswith("lamps.2")


def test_a_paragraph_right_of_the_last_label_stays_in_that_item() -> None:
    own, rest = f"If it is a lamp of the pier, {LONG.lower()}", f"Send it by boat. {LONG}"
    own = own.replace("If", "    If", 1)
    items = f"1. your name, and the name of the harbour of your ship.\n\n2. the lamp that is meant, {LONG.lower()}\n\n"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nTell the keeper:\n\n{items}{own}\n\n{rest}\n\n## Log\n\n{LONG}")
    assert next(chunk for chunk in document.chunks if "of the pier" in chunk.content).path.startswith("lamps.2")
    assert next(chunk for chunk in document.chunks if "by boat" in chunk.content).path.startswith("lamps.further")
