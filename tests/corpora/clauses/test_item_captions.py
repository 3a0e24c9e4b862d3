"""An item of a page that is only a caption heads the text below it, and so do bold words over an inner list."""

from tests.corpora.clauses.documents import at, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
TEXT = f"{LONG}\n    \n    {LONG}\n    \n    {LONG}"
ITEM = "light a lamp of the harbour by day, whether or not it has been asked to do so by a ship at sea"


INNER = TEXT.replace("\n", "\n    ")
READ = f"* What we read:  \n    {TEXT}\n"
DAYS = "".join(f"    * {ITEM} on the {day} day\n" for day in ("first", "second", "third", "fourth", "fifth", "last"))


def test_an_item_that_is_only_a_caption_heads_what_is_right_of_its_bullet() -> None:
    items = f"* Oil and glass\n    \n    {TEXT}\n    \n{READ}"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{items}\n{LONG}\n\n## Log\n\n{LONG}")
    assert at(document, "lamps.oil-and-glass").header == "Lanternfish Terms of Service > Lamps > Oil and glass"
    assert at(document, "lamps.what-we-read").content.startswith("* What we read:")
    assert at(document, "lamps.further").header == "Lanternfish Terms of Service > Lamps"


def test_inner_captions_stand_in_the_outer_one() -> None:
    items = f"* Oil and glass\n    \n    {TEXT}\n    \n    * Red glass\n        \n        {INNER}\n    \n{READ}"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{items}")
    assert {"lamps.oil-and-glass.red-glass", "lamps.what-we-read"} <= set(paths(document))


def test_a_short_item_is_no_caption() -> None:
    glass = "* Glass\n    and the frame of the lamp, where the keeper has brought it to the harbour\n"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n* Oil\n{glass}* Lamps of the\n    \n    {LONG}")
    assert {path.partition(".p")[0] for path in paths(document)} == {"keeper", "lamps"}


def test_bold_words_of_an_item_head_its_inner_list() -> None:
    items = f"* **Guard the oil**. It is dear. So you may not:\n{DAYS}* **Guard the glass**. So you may not:\n{DAYS}"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{items}")
    assert any(chunk.header.endswith("Lamps > Guard the oil > So you may not:") for chunk in document.chunks)
    assert any(chunk.header.endswith("Lamps > Guard the glass > So you may not:") for chunk in document.chunks)


def test_an_item_that_is_only_a_caption_heads_the_list_right_of_its_bullet() -> None:
    lists = "".join(
        f"* {name}.\n    * In general. {LONG}\n    * By day. {LONG}\n"
        for name in ("Oil and glass", "Duties of the Port")
    )
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{lists}* Wicks. {LONG}\n")
    parts = [chunk for chunk in document.chunks if chunk.path.startswith("lamps.duties-of-the-port")]
    assert len(parts) > 1
    assert {chunk.header for chunk in parts} == {"Lanternfish Terms of Service > Lamps > Duties of the Port"}
    assert at(document, "lamps.wicks").header == "Lanternfish Terms of Service > Lamps > Wicks"
    assert not any(chunk.content.rstrip().endswith(("Oil and glass.", "Port.")) for chunk in document.chunks)


def test_a_number_behind_words_is_no_caption_over_a_list() -> None:
    lists = f"* Lamps lit: 740\n    * {ITEM}\n* Lamps out: 12\n    * {ITEM}\n"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{lists}")
    assert {path.partition(".p")[0] for path in paths(document)} == {"keeper", "lamps"}


def test_a_caption_stands_in_the_item_that_is_left_of_it() -> None:
    days = f"        * Lamps by day\n            * {ITEM}\n            * {LONG}\n"
    items = f"    1. The keeper shall choose. {LONG}\n{days}    2. The port shall say. {LONG}\n"
    document = terms(f"## Keeper\n\n1. ### Lamps\n\n{items}\n2. ### Oil\n\n{LONG}\n")
    assert "1.1.lamps-by-day" in paths(document)


def test_a_bold_item_is_in_none_of_its_column() -> None:
    glass = f"* **Glass**:\n    * {ITEM}.\n    * {LONG}\n"
    document = terms(
        f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{glass}* **Oil** - {LONG}\n* **Wicks** - {LONG}\n\n## Log\n\n{LONG}"
    )
    oil = next(chunk for chunk in document.chunks if chunk.content.startswith("* **Oil**"))
    assert oil.header == "Lanternfish Terms of Service > Lamps"


def test_bold_items_to_which_a_bold_item_leads_stand_in_it() -> None:
    glass = (
        f"* **Of the glass**:\n\n* **Colour**: {LONG}\n* **Size**: {LONG}\n\n* **Of the oil**:\n\n* **Age**: {LONG}\n"
    )
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n{LONG}\n\n{glass}")
    size = next(chunk for chunk in document.chunks if "**Size**" in chunk.content)
    assert size.header == "Lanternfish Terms of Service > Lamps > Of the glass"


def test_a_marked_heading_right_of_a_bullet_stands_in_the_item() -> None:
    oil = f"* Disputes.\n\n    ### READ THIS\n\n    * In general. {LONG}\n    * By day.\n        * {LONG}\n"
    document = terms(f"## Keeper\n\n{LONG}\n\n## Lamps\n\n* Duties.\n    * {LONG}\n{oil}* Wicks.\n    * {LONG}\n")
    assert {"lamps.disputes.read-this", "lamps.disputes.read-this.by-day", "lamps.wicks"} <= set(paths(document))
