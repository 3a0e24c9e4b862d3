"""Headings, lists and numbers of web pages, as pages print them: marked in part, or not at all."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


@pytest.mark.parametrize("line", ["Right to correct personal data", "Force Majeure", "Location services (users 13)"])
def test_a_line_between_blank_lines_heads_what_follows_where_other_headings_are_marked(line: str) -> None:
    document = terms(
        f"# Terms\n\n### Your rights\n\n{LONG}\n\n{line}\n\nYou have the right {LONG}\n\n### Log\n\n{LONG}\n"
    )
    assert ["Your rights", line] in [headings(chunk.header) for chunk in document.chunks]
    assert headings(at(document, "log").header) == ["Log"]


def test_a_line_behind_a_list_heads_what_follows_though_no_stop_ends_the_list() -> None:
    items = "* We show the words of your profile in search results, or where others link to our services\n"
    document = terms(f"# Terms\n\n### Log\n\n{LONG}\n\n{items}\n\nChanges to this policy\n\nWe change this. {LONG}")
    assert "log.changes-to-this-policy" in paths(document)


def test_a_line_that_goes_on_with_the_paragraph_above_heads_nothing() -> None:
    above = "Pentru a încheia contractul vom prelucra datele acestuia (art. 6 (1) b din Regulamentul"
    document = terms(f"# Terms\n\n### Log\n\n{LONG}\n\n{above}\n\nGDPR)\n\nPentru facturare vom prelucra {LONG}")
    assert [chunk.metadata.get("heading") for chunk in document.chunks if "heading" in chunk.metadata] == ["Log"]


def test_a_heading_with_a_full_stop_or_a_sign_without_width_stands_in_no_chunk_above() -> None:
    text = f"{LONG}\n\nInformation Security.\n\nWe will guard {LONG}\n\n\u200dWho we are\n\nThe port is {LONG}"
    document = terms(f"Log\n\n{text}")
    assert {"information-security", "who-we-are"} <= set(paths(document))


def test_on_a_page_that_marks_none_a_heading_stands_directly_above_its_text() -> None:
    document = terms(f"Log\n\n{LONG}\n\nWho we are and how to contact us\nThe port is the controller {LONG}\n\n{LONG}")
    assert headings(document.chunks[-1].header) == ["Who we are and how to contact us"]


def test_on_a_page_that_marks_none_headings_run_into_their_text() -> None:
    names = ("What We Read", "How We Guard Your Log", "Who May Ask For It")
    document = terms("".join(f"{name} We keep the log of the tower for a year. {LONG}\n\n" for name in names))
    assert {chunk.metadata.get("heading") for chunk in document.chunks} == set(names)


@pytest.mark.parametrize(
    ("item", "heading"),
    [
        ("1. **What can I upload? Are covers OK?** You must own all", "What can I upload? Are covers OK?"),
        ("1. **U.S. Government End Users.** The software is", "U.S. Government End Users"),
        ("1. **Anunț** – oferta publică", "Anunț"),
        ("1. **Do not** use the tower to", None),
        ("1. **Roblox IP**Intellectual Property, including", None),
    ],
)
def test_bold_words_behind_a_number_that_end_as_a_heading_does(item: str, heading: str | None) -> None:
    document = terms(f"# Terms\n\n## Log\n\n{LONG}\n\n{item} {LONG}\n2. {LONG}\n")
    assert at(document, "log.1" if "log.1" in paths(document) else "1").metadata.get("heading") == heading


def test_a_list_below_a_marked_heading_is_no_series_of_its_number() -> None:
    numbered = "".join(f"## {number}\\. Lamps {number}\n\n{LONG * 3}\n\n" for number in range(1, 5))
    items = "".join(f"{number}. **Informal Resolution {number}**\n    \n    {LONG}\n" for number in (1, 2))
    document = terms(
        f"# Terms\n\n{numbered}### B. Agreement to Arbitrate\n\n{LONG}\n\n{items}\n## 5\\. Log\n\n{LONG}\n"
    )
    assert clauses(document) == ["1", "2", "3", "4", "4.b", "4.b.1", "4.b.2", "5"]


def test_a_number_that_is_printed_in_full_has_its_path_and_no_item_of_a_list() -> None:
    numbered = "".join(f"## {number}\\. Lamps {number}\n\n{LONG * 3}\n\n" for number in (1, 2))
    items = f"The tables describe:\n\n1.  {LONG}\n2.  {LONG}\n\n"
    document = terms(f"# Terms\n\n{numbered}## 3\\. Oil\n\n{items}### 3.1 When you use the tower\n\n{LONG}\n")
    assert at(document, "3.1").metadata["heading"] == "When you use the tower"


def test_a_heading_with_its_own_list_stands_in_the_clause_around_it() -> None:
    items = "    1. Do not use your own name.\n    2. Do not pick an easy word.\n\n"
    first = "3. When we collect your log\n    \n"
    first += f"    Setting up a harbour account\n    \n    {LONG * 4}\n    \n    Three rules:\n\n"
    numbered = "".join(f"{number}. What we read of kind {number}\n    \n    {LONG * 2}\n\n" for number in (1, 2))
    document = terms(f"{numbered}{first}{items}4. Other logs we keep\n    \n    {LONG}\n")
    assert "3.setting-up-a-harbour-account.p2" in paths(document)


def test_a_heading_below_a_letter_and_number_stands_in_it() -> None:
    text = f"F6. Changes\n\n1\\. {LONG}\n\n"
    text += f"F7. What else do you need to know?\n\nPrivate Transport\n\n1\\. {LONG * 2}\n\n2\\. {LONG * 2}"
    document = terms(f"# Terms\n\n{text}")
    assert headings(document.chunks[-1].header)[:2] == ["F7. What else do you need to know?", "Private Transport"]


def test_a_link_around_a_numbered_heading_hides_no_number() -> None:
    text = "".join(f"[**{number}\\. Lamps {number}**](#{number}-lamps)\n\n{LONG}\n\n" for number in (1, 2, 3))
    assert clauses(terms(f"# Terms\n\n{text}")) == ["1", "2", "3"]


def test_what_leads_to_the_first_list_of_a_page_stands_over_its_items() -> None:
    items = "".join(f"{number}.  {LONG}\n" for number in (1, 2, 3))
    document = terms(f"# Terms\n\nYou agree you will not use the services to:\n\n{items}")
    assert "You agree you will not use the services to:" in at(document, "2").header


def test_an_item_that_begins_with_a_heading_has_what_leads_to_the_list() -> None:
    items = "".join(f"{number}. Marketing {number}: {LONG}\n" for number in (1, 2, 3))
    document = terms(
        f"# Terms\n\n## Oil\n\n{LONG * 4}\n\n## Log\n\nYour log may be used in the following ways:\n\n{items}"
    )
    assert headings(at(document, "log.2").header)[-2:] == [
        "Your log may be used in the following ways:",
        "2. Marketing 2",
    ]


def test_what_leads_to_a_list_stands_over_what_is_cut_from_inside_an_item() -> None:
    document = terms(
        f"# Terms\n\n## Log\n\nWe share it to:\n\n* {LONG * 5}\n    \n    {LONG}\n* oil the lamp\n\n{LONG}\n"
    )
    inside = [chunk for chunk in document.chunks if chunk.content.startswith("The keeper") and chunk.path != "log"]
    assert [headings(chunk.header)[-1] for chunk in inside[:2]] == ["We share it to:", "We share it to:"]
    assert headings(document.chunks[-1].header)[-1] == "Log"


def test_no_sentence_ends_behind_what_is_left_of_an_ampersand() -> None:
    document = terms(f"{LONG * 2}\n{LONG * 2}These Terms &.\nConditions apply to all users. {LONG * 4}")
    assert not [chunk for chunk in document.chunks if chunk.content.startswith("Conditions")]


def test_the_heading_in_a_header_ends_at_a_word() -> None:
    heading = (
        "Our product grows by anonymous methods and by considering what is publicly available to every keeper of lamps "
        "in the harbour"
    )
    document = terms(f"# Terms\n\n#### Log\n\n{LONG}\n\n#### {heading} information.\n\n{LONG}\n")
    assert headings(document.chunks[-1].header) == [f"{heading} …"]


def test_bold_words_that_lead_to_bullets_head_nothing() -> None:
    kinds = "".join(
        f"### {kind}\n\n{LONG}\n\n**This includes:**\n\n* oil\n* {LONG * 2}\n* {LONG}\n\n"
        for kind in ("Lamps", "Casks")
    )
    document = terms(f"# Terms\n\n{kinds}")
    assert [path for path in paths(document) if "includes" in path] == []
    assert "This includes:" in document.chunks[-1].header


def test_a_bold_line_that_leads_to_the_headings_below_it_is_none_of_them() -> None:
    lead = "**The lamps and the log of the tower help us:**"
    text = f"## Lamps\n\n{LONG}\n\n{lead}\n\n**Ships and crews  \n**Light {LONG}\n\n**The port**\n\nRead {LONG}"
    document = terms(f"# Rules\n\n## Oil\n\n{LONG}\n\n{text}")
    found = [(one.path, one.header.split(" > ")[1:]) for one in document.chunks][-2:]
    assert found == [
        ("lamps.ships-and-crews", ["Lamps", lead.strip("*"), "Ships and crews"]),
        ("lamps.the-port", ["Lamps", lead.strip("*"), "The port"]),
    ]


def test_a_paragraph_that_begins_in_italics_is_none_of_the_item_above() -> None:
    items = "1.  oil is needed for a contract with you,\n2.  oil is needed for the law.\n\n"
    rest = f"_Shared with others_. We share oil. {LONG * 2}\n\n_APIs_. We offer lamps. {LONG * 2}\n"
    document = terms(f"# Terms\n\n## Log\n\nWe share oil where:\n\n{items}{rest}\n## Oil\n\n{LONG * 6}")
    assert "log.further" in paths(document)


def test_a_day_in_brackets_heads_nothing() -> None:
    document = terms(f"# Terms\n\n## Log\n\n**(March 23, 2031)** We will pause. {LONG}\n\n## Oil\n\n{LONG}\n")
    assert paths(document) == ["log", "oil"]


@pytest.mark.parametrize(("long", "lead"), [(True, None), (False, "Lamp | Use")])
def test_the_first_row_below_an_empty_row_of_headings_heads_no_table_where_it_is_text(long: bool, lead: str) -> None:
    row = f"| If you use a lamp | {LONG} |\n" if long else "| Lamp | Use |\n"
    rows = "".join(f"| Lamp {number} | {LONG} |\n" for number in (1, 2, 3))
    document = terms(f"# Terms\n\n## Log\n\n{LONG}\n\n|     |     |\n| --- | --- |\n{row}{rows}\n\n## Oil\n\n{LONG}\n")
    last = headings(document.chunks[-2].header)
    assert last == (["Log", lead] if lead else ["Log"])


def test_a_heading_in_bold_type_that_begins_with_a_line_of_asterisks() -> None:
    document = terms(f"# Terms\n\n### Log\n\n{LONG}\n\n**  \nAI-Generated Media**\n\n{LONG}\n\n### Oil\n\n{LONG}\n")
    assert at(document, "log.ai-generated-media").content.startswith("**  \nAI-Generated Media**")


def test_an_annex_of_a_page_is_in_no_clause_that_is_marked() -> None:
    numbered = "".join(f"### Clause {number}\n\n**Lamps {number}**\n\n{LONG}\n\n" for number in (17, 18))
    document = terms(f"# Terms\n\n{numbered}**ANNEX III LIST OF LAMPS**\n\n{LONG}\n")
    assert headings(at(document, "annex-iii").header) == ["ANNEX III LIST OF LAMPS"]


def test_a_heading_in_front_of_what_leads_to_a_list_is_said_once() -> None:
    items = "".join(f"* oil of kind {number}. {LONG}\n" for number in (1, 2, 3))
    document = terms(
        f"# Terms\n\n## Log\n\n**Oil You Bring**: We store oil as follows:\n\n{items}\n\n## Oil\n\n{LONG}\n"
    )
    assert headings(document.chunks[-2].header) == ["Log", "Oil You Bring", "We store oil as follows:"]


def test_a_lone_line_between_a_numbered_heading_and_a_wider_gap_in_front_of_a_number_ends_that_heading() -> None:
    wrapped = (
        "The keeper shall light the lamp of the tower at dusk, and shall see that\n\n"
        "it burns until dawn, on every day of the year, whatever the weather is and\n\n"
        "whoever asks for it, unless the port says in writing that it need not be.\n\n"
    )
    names = "Keepers", "Ports"
    text = "".join(f"{n}. Rights of {name}\n\nLanternfish\n\n\n\n{n}.1. {wrapped}" for n, name in enumerate(names, 1))
    assert headings(at(terms(text + wrapped), "2").header)[0] == "2. Rights of Ports Lanternfish"


def test_a_line_heads_the_small_heading_in_italics_below_it() -> None:
    first = f"Lamp Requirements\n\n{LONG}\n\n"
    document = terms(f"# Terms\n\n{first}Oil & Glass Requirements\n\n_OIL:_\n\n* {LONG}\n\n_GLASS:_\n\n* {LONG}\n")
    assert headings(document.chunks[-1].header)[0] == "Oil & Glass Requirements"
