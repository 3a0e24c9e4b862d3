"""Menus of a site are set aside; lists of links that belong to the text are not."""

import pytest

from piperoll.model import Document, Status
from tests.corpora.clauses.documents import terms

SENTENCE = "The keeper lights the lamp at dusk and puts it out at dawn, on every day of the year."
TEXT = f"# Terms\n\n## Lamps\n\n{SENTENCE}\n\n"


def links(count: int, word: str = "Pier") -> str:
    return "".join(f"* [{word} {number}](https://example.org/{number})\n" for number in range(count))


def menus(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.set_aside if one.reason == "site menu"]


@pytest.mark.parametrize("told", ["[Back to top](#)", '[](#0 "Haut de page")', "Related Articles\n----------------"])
def test_links_behind_words_of_a_menu_are_set_aside_with_them(told: str) -> None:
    document = terms(f"{TEXT}{told}\n\n{links(4)}")
    assert menus(document) == [f"{told}\n\n{links(4)}".rstrip()]
    assert document.chunks[-1].content.endswith(SENTENCE)


def test_many_short_links_at_the_end_of_a_page_are_a_menu_with_their_headings_and_the_copyright() -> None:
    menu = f"{links(8)}\nAbout us\n\n{links(4, 'Port')}\n© 2031 Lanternfish, a company of the port of Lanternfish"
    document = terms(TEXT + menu)
    assert menus(document) == [menu]


def test_a_menu_that_comes_again_is_set_aside_each_time() -> None:
    menu = links(5)
    behind = (
        "\n## Oil\n\nThe port pays for the oil of the lamp and for the glass of the tower, if it is not broken.\n\n"
    )
    assert len(menus(terms(TEXT + menu + behind + menu + behind.replace("Oil", "Glass")))) == 2


@pytest.mark.parametrize(
    "text",
    [
        f"The notices of the port are these:\n\n{links(9)}",
        f"## Previous versions\n\n{links(9)}",
        links(9, "Declaration of the keeper about the oil and the glass of"),
        f"{links(7)}\n## Oil\n\n{SENTENCE}\n",
    ],
)
def test_links_to_which_words_lead_or_that_stand_inside_the_text_stay(text: str) -> None:
    assert not menus(terms(TEXT + text))


@pytest.mark.parametrize(
    "foot", ['[Back to top](#top "Top")\n\n© 2031 Lanternfish', "[Next](/next)", "_close_\n\n_close_"]
)
def test_the_last_lines_of_a_page_that_only_lead_elsewhere_are_set_aside(foot: str) -> None:
    document = terms(f"{TEXT}{foot}")
    assert menus(document) == [foot]
    assert document.chunks[-1].content.endswith(SENTENCE)


def test_who_has_the_copyright_stays_in_the_text_where_no_line_leads_elsewhere() -> None:
    assert not menus(terms(f"{TEXT}© 2031 Lanternfish"))


def test_what_a_page_begins_and_ends_with_beside_its_text_is_set_aside() -> None:
    text = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 3
    head = "[![Lantern](lantern.png)](https://lanternfish.example)\n\nPrint this page\n\n"
    foot = "Was this page helpful?\n\n[Top of page](#top)\n\n![](dot.gif)\n\nCookie settings\n"
    document = terms(f"{head}Rules\n=====\n\n{text}\n\n## Oil\n\n{text}\n\n{foot}")
    assert document.chunks[0].content.startswith("Rules")
    assert document.chunks[-1].content == f"## Oil\n\n{text.strip()}"


def test_four_links_to_pages_of_the_kind_at_the_end_are_a_menu() -> None:
    text = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 3
    links = "".join(f"* [{name}](/{name[:3]})\n" for name in ("Privacy policy", "Terms of use", "Legal notice", "Port"))
    document = terms(f"Rules\n=====\n\n{text}\n\n## Oil\n\n{text}\n\n{links}")
    assert document.chunks[-1].content == f"## Oil\n\n{text.strip()}"


def test_the_marks_of_a_heading_stay_with_its_words() -> None:
    text = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 3
    assert terms(f"### \n\nLamps\n\n{text}\n").chunks[0].content.startswith("###")


def test_links_to_the_beginning_of_a_page_are_in_no_clause() -> None:
    document = terms(
        f"{TEXT}[Back to top](#top)\n\n## Oil\n\n{SENTENCE}\n\n([haut de page](#top))\n\n## Glass\n\n{SENTENCE}\n"
    )
    assert menus(document) == ["[Back to top](#top)", "([haut de page](#top))"]
    assert [chunk.path for chunk in document.chunks] == ["lamps", "oil", "glass"]


def test_the_heading_of_a_menu_goes_with_it_and_heads_nothing_behind_it() -> None:
    menu = f"Harbours\n--------\n\n{links(40)}"
    document = terms(f"{TEXT}{menu}\n### Opening hours\n\n{SENTENCE}\n")
    assert menus(document) == [menu.rstrip()]
    assert [chunk.path for chunk in document.chunks] == ["lamps", "lamps.opening-hours"]


@pytest.mark.parametrize(
    "line",
    ["[Home](/) [Prices](/p) [Log](/l) [Sign in](/s)", "[Terms](/t) [Privacy](/p) [Help](/h) [Port](/o) © 2031 Port"],
)
def test_several_links_in_one_line_are_a_menu_at_the_edges_of_a_page(line: str) -> None:
    assert menus(terms(f"{line}\n\n{TEXT}")) == [line]
    assert menus(terms(f"{TEXT}{line}\n")) == [line]


@pytest.mark.parametrize(
    "page",
    [
        "Sign in\n=======\n\nEmail or phone\n\n[Forgot?](/f)\n\nNext\n\n[Create account](/c)\n\nCreate account\n",
        "Our Port\n========\n\nA port for all.\n\n" + "![Lamp](/lamp.png)\n\nRed lamps\n\n" * 12,
        f"Choose\n======\n\n{links(60)}\n### Opening hours\n\n{SENTENCE}\n",
        "![Port](/port.png)\n",
    ],
)
def test_a_page_that_holds_no_document_has_no_chunk(page: str) -> None:
    document = terms(page)
    assert document.status == Status.NO_BODY
    assert not document.chunks
    assert menus(document) == [page.strip()]


@pytest.mark.parametrize(
    "page",
    [
        f"Sign in\n=======\n\n{SENTENCE}\n\n{SENTENCE}\n\nNext\n\nNext\n\nNext\n",
        "Imprint\n=======\n\nPort Ltd\n\n1 Pier Road\n\n[keeper@example.org](mailto:keeper@example.org)\n",
    ],
)
def test_a_short_document_stays(page: str) -> None:
    assert terms(page).chunks


@pytest.mark.parametrize("page", ["Terms of Use\n============\n", "# Port\n\n## Terms of Use\n\n* * *\n"])
def test_a_title_over_nothing_is_no_document(page: str) -> None:
    document = terms(page)
    assert document.status == Status.NO_BODY
    assert [one.reason for one in document.set_aside] == ["title alone"]


@pytest.mark.parametrize(
    "heading", ["**Lamp Policy Summary**", "### På denna sida", "## **![](/icon.png)** **TABLE OF CONTENTS**"]
)
def test_the_heading_of_a_list_of_links_to_the_sections_heads_none_of_them(heading: str) -> None:
    captions = ["Red Lamps", "Green Lamps", "Oil and Glass", "Opening Hours"]
    entries = "\n\n".join(f"[{caption}](#{number})" for number, caption in enumerate(captions))
    sections = "\n\n".join(f"{caption}\n\n{SENTENCE} {SENTENCE}" for caption in captions)
    document = terms(f"Lamps\n=====\n\n{SENTENCE}\n\n{heading}\n\n{entries}\n\n{sections}\n")
    aside = [document.text[one.start : one.end] for one in document.set_aside]
    assert aside == [f"{heading}\n\n{entries}"]
    assert [chunk.path for chunk in document.chunks[1:]] == [
        "red-lamps",
        "green-lamps",
        "oil-and-glass",
        "opening-hours",
    ]


def test_a_link_to_the_beginning_directly_below_a_heading_parts_it_from_no_text() -> None:
    document = terms(f"{TEXT}### 1\\. Oil\n\n[Back to top](#top)\n\n{SENTENCE}\n")
    assert not menus(document)
    assert [chunk.path for chunk in document.chunks] == ["lamps", "1"]


def test_dialogs_at_the_end_of_a_page_are_in_no_clause() -> None:
    dialogs = "\n\n".join(
        f"### Keeper {name}\n\n[](#elementor-action%3Aaction%3Dpopup%3Aclose%26a)\n\nThe keeper of the port. {SENTENCE}"
        for name in ("Jo", "Kim")
    )
    document = terms(f"{TEXT}{dialogs}\n")
    assert menus(document) == [dialogs]
    assert [chunk.path for chunk in document.chunks] == ["lamps"]


def test_entries_that_dots_lead_to_their_pages_are_a_table_of_contents_also_on_a_page() -> None:
    entries = (
        "1\\. RED LAMPS ........................ 4\n\n1.1 THE RED LAMP ....................... 4\n\n2\n\n"
        "2\\. OIL AND GLASS FOR THE LAMPS OF THE\n\nPORT ............................... 6\n\n"
        "3\\. THE LOG ......................... 12"
    )
    document = terms(f"Lamps\n=====\n\n{entries}\n\n## 1\\. RED LAMPS\n\n{SENTENCE}\n")
    assert [(document.text[one.start : one.end], one.reason) for one in document.set_aside] == [
        (entries, "table of contents")
    ]
    assert document.chunks[-1].path == "1"


@pytest.mark.parametrize(
    "asked", ["Was this article helpful for you?\n\nYes No", "Czy ten artykuł był pomocny?\n\nTak Nie"]
)
def test_what_a_page_asks_about_itself_is_in_no_clause(asked: str) -> None:
    document = terms(f"{TEXT}{asked}\n")
    assert menus(document) == [asked]


@pytest.mark.parametrize(
    "line",
    [
        "{{feedbackMessage}}",
        "[Next: The lamps of the port](https://example.org/lamps)",
        '[](https://example.org/a?b=c)[Previous: The oil](https://example.org/a?b=c "The oil")',
        "[Sign in to track progress](https://example.org/progress)",
    ],
)
def test_what_a_site_prints_at_the_end_of_a_page_is_set_aside(line: str) -> None:
    document = terms(f"{TEXT}{line}\n")
    assert menus(document) == [line]
    assert document.chunks[-1].content.endswith(SENTENCE)


@pytest.mark.parametrize("line", ["Next: the keeper lights the lamp.", "[Next: the lamp](#lamp) tells what is lit."])
def test_a_sentence_that_says_what_is_next_stays(line: str) -> None:
    assert line in terms(f"{TEXT}{line}\n\n{SENTENCE}\n").chunks[-1].content
