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
