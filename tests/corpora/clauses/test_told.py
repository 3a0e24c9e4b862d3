"""Clauses that only their first sub-clause tells, however their numbers are printed."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, paths

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5


@pytest.mark.parametrize(
    "heading",
    [
        "{n}.0 {title}",
        "{n}    {title}",
        "SECTION {n}.0 {title}",
        "CLAUSE {ordinal}  {title}",
        "{roman} - {title}",
        "{roman}.  {title}",
        "{page} {n}.   {title}",
    ],
)
def test_a_clause_opens_in_front_of_its_first_sub_clause(heading: str) -> None:
    rows = [(3, "THIRD", "III", "OIL"), (4, "FOURTH", "IV", "GLASS OF LAMPS"), (5, "FIFTH", "V", "TERM")]
    text = "".join(
        heading.format(n=n, ordinal=ordinal, roman=roman, title=title, page=n + 4)
        + f"\n\n{n}.1   {LONG}\n\n{n}.2   {LONG}\n\n"
        for n, ordinal, roman, title in rows
    )
    document = contract(f"{LONG}\n\n{text}")
    assert {"3.1", "3.2", "4.1", "4.2", "5.1", "5.2"} <= set(clauses(document))
    assert "GLASS OF LAMPS > 4.2" in at(document, "4.2").header
    assert "OIL" not in at(document, "4.2").header


def test_a_clause_behind_a_list_is_none_of_its_items() -> None:
    text = (
        f"5.1   {LONG}\n\n5.2   The keeper shall:\n\n1)    light it;\n\n2)    oil it.\n\n6.0   LOG\n\n6.1   {LONG}\n\n"
    )
    document = contract(f"4.0   OIL\n\n4.1   {LONG}\n\n5.0   LAMPS\n\n{text}")
    assert {"6", "6.1"} <= set(clauses(document))


def test_articles_inside_a_line_open_by_their_first_sections() -> None:
    text = " ".join(
        f"ARTICLE {n} - {title} {n}.1 {LONG}{n}.2 {LONG}" for n, title in ((8, "OIL"), (9, "LOGS"), (10, "GLASS"))
    )
    document = contract(f"ARTICLE 1 - LAMPS 1.1 {LONG}\n\n\n\n\n\n{text}")
    assert "ARTICLE 10 GLASS > 10.2" in at(document, "10.2").header


def test_a_number_that_a_sentence_cites_is_no_clause() -> None:
    document = contract(f"3.1   {LONG}\n\n3.2   {LONG} as is said in Section 4 LAMPS\n\n4.1   {LONG}\n\n4.2   {LONG}")
    assert "4" not in clauses(document)


def test_definitions_stay_in_their_section_in_front_of_an_article_inside_a_line() -> None:
    terms = "".join(f"“{term}” means {LONG}\n\n" for term in ("Dusk", "Keeper", "Lamp"))
    text = f"ARTICLE 1 DEFINITIONS\n\nSection 1.1 Definitions. As used herein:\n\n{terms}"
    document = contract(f"{text} {LONG} ARTICLE 2 LAMPS   Section 2.1 Lamps. {LONG}\n\nSection 2.2 Oil. {LONG}")
    assert {"1.1.keeper", "1.1.lamp"} <= set(paths(document))


def test_a_title_and_its_stop_tell_a_number_behind_an_address() -> None:
    text = (
        f"9.1 Notices. {LONG}To the keeper: Lamp Street 4, keeper@port.example 9.2 Severability. {LONG}9.3 Law. {LONG}"
    )
    document = contract(f"9. MISCELLANEOUS\n\n{text}")
    assert {"9.1", "9.2", "9.3"} <= set(clauses(document))


def test_a_column_of_numbers_apart_from_its_text_opens_no_clauses() -> None:
    column = "\n\n".join(("5.", "5.1", "5.2", "6.", "6.1", "7."))
    document = contract(f"General Rights\n\n{LONG}\n\n{column}\n\nTerritory\n\n{LONG}\n\nTerm of Keeping\n\n{LONG}")
    assert not clauses(document)
    assert {"territory", "term-of-keeping"} <= set(paths(document))


def test_recitals_without_headings_end_where_clauses_with_headings_begin() -> None:
    wish = "as his mother did when the harbour had no log and no oil of its own yet."
    recitals = "".join(f"{n}.   The keeper wishes to keep lamp {n}, {wish}\n\n" for n in (1, 2, 3))
    heads = ("Oil", "Glass", "Logs", "Wages")
    document = contract(recitals + "".join(f"{n}.   {head}. {LONG}\n\n" for n, head in enumerate(heads, 1)))
    assert at(document, "4").content.startswith("4.   Wages.")


def test_the_foot_of_a_page_of_an_exhibit_is_furniture() -> None:
    page = f"{LONG}\n\n{LONG}\n\nExhibit B, Page 1\n\n\n\n\n\n\n{LONG}"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\nEXHIBIT B\n\nLIST OF LAMPS\n\n{page}")
    assert not any("page-1" in path for path in paths(document))


def test_a_title_tells_the_next_number_where_no_sentence_ends() -> None:
    text = f"1. Lamps. {LONG}To the keeper, Lamp Street 4, ATTN: Ann Keeper 2. Oil of Lamps. {LONG}"
    logs = f"See “Schedule C” 3. LOGS OF PORTS (a) {LONG}"
    document = contract(f"{text}{logs}\n\n9 4.  GLASS\n\n{LONG}\n\n5. Wages. {LONG}")
    assert {"1", "2", "3", "4", "5"} <= set(clauses(document))


def test_a_schedule_with_a_quoted_letter_stands_behind_the_signatures() -> None:
    signed = "IN WITNESS WHEREOF the parties have signed.\n\nBy: ____________\nName: Ann Keeper\n\n"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n{signed}SCHEDULE “A” - LAMPS\n\n{LONG}\n\n")
    assert "schedule-a" in paths(document)


def test_the_caption_of_an_article_printed_twice_is_one_heading() -> None:
    text = "".join(
        f"ARTICLE {roman}  [{title}]\n\n       {title}\n\n{n}.01   {LONG}\n\n{n}.02   {LONG}\n\n"
        for n, roman, title in ((1, "I", "Lamps of Ports"), (2, "II", "Oil of Lamps"), (3, "III", "Glass of Lamps"))
    )
    document = contract(text.replace("\n\n2.01", " as in Exhibit  C.\n\n2.01"))
    assert at(document, "2.02").header.count("Oil of Lamps") == 1


def test_a_text_without_clauses_is_no_preamble() -> None:
    document = contract(f"The recipient keeps secret what he sees.\n\n{LONG}\n\n{LONG}\n\n{LONG}")
    assert {chunk.role for chunk in document.chunks} == {"CLAUSE"}


def test_a_sub_clause_stands_in_its_clause_where_the_first_one_was_not_found() -> None:
    text = f"16. Effect of the Term 16.1 in the case of storms, {LONG}16.2 The keeper {LONG}16.3 The port {LONG}"
    document = contract(f"15. Term 15.1 {LONG}15.2 {LONG}{text}17. Law. {LONG}18. Oil. {LONG}")
    assert "16. Effect of the Term > 16.3" in at(document, "16.3").header
    assert {"17", "18"} <= set(clauses(document))


def test_a_heading_behind_a_rule_in_its_line_opens_a_clause() -> None:
    text = "".join(f"{'-' * 60} {n}.0   Lamps of Port {n}\n\n{n}.1   {LONG}\n\n{n}.2   {LONG}\n\n" for n in (3, 4, 5))
    document = contract(f"{LONG}\n\n{text}")
    assert "4.0 Lamps of Port 4 > 4.2" in at(document, "4.2").header


def test_a_first_number_opens_where_its_first_sub_clause_follows() -> None:
    text = f"The parties agree as follows: Agreement 1. Duties of Keepers 1.1 The keeper {LONG}1.2 The port {LONG}"
    document = contract(f"{LONG}{text}2. Oil of Lamps 2.1 The keeper {LONG}2.2 The port {LONG}")
    assert "1. Duties of Keepers" in at(document, "1.2").header


def test_definitions_are_the_first_clause_behind_a_list_of_schedules() -> None:
    text = f"Schedules: Schedule A - Lamps of Ports 1. Definitions In this Agreement: “Lamp” means {LONG}"
    document = contract(f"AGENCY AGREEMENT\n\n{LONG}{text}2. Oil of Lamps (a) {LONG}3. Logs. {LONG}")
    assert {"1", "2", "3"} <= set(clauses(document))
    assert "Schedules" not in at(document, "3").header


def test_a_list_in_one_of_many_articles_is_no_series_of_the_document() -> None:
    rows = ((1, "I", "Lamps"), (2, "II", "Oil"), (3, "III", "Glass"), (4, "IV", "Logs"))
    text = "".join(f"Article {roman}. {title}\n\n{LONG}\n\n" for _, roman, title in rows[:2])
    items = "".join(
        f"{n}. For storms of force {n}, the price of oil will be as the port says. {LONG}\n\n" for n in (1, 2)
    )
    text += f"{items}" + "".join(f"Article {roman}. {title}\n\n{LONG}\n\n" for _, roman, title in rows[2:])
    assert "art2.2" in paths(contract(text))


def test_a_long_heading_is_whole_in_headers() -> None:
    title = "EFFECT OF THE MERGER ON THE LAMPS OF THE PORT AND THE LAMPS OF THE ISLANDS; EXCHANGE OF OIL"
    sections = "".join(f"Section 3.{n} Lamps of Port {n}. {LONG}\n\n" for n in (1, 2))
    document = contract(f"ARTICLE II LAMPS\n\nSection 2.1 Oil. {LONG}\n\nARTICLE III {title}\n\n{sections}")
    assert f"ARTICLE III {title} > " in at(document, "3.2").header


def test_numbers_in_words_go_on_behind_twenty() -> None:
    words = ("NINETEEN", "TWENTY", "TWENTY-ONE", "TWENTY-TWO")
    clauses = "\n\n".join(f"SECTION {word}. LAMPS OF PIER {word}\n\n{LONG}" for word in words)
    assert [path for path in paths(contract(clauses)) if ".p" not in path][-4:] == ["19", "20", "21", "22"]


def test_ordinal_numbers_go_on_behind_the_twentieth() -> None:
    words = ("TWENTIETH", "TWENTY-FIRST", "TWENTY-SECOND")
    clauses = "   ".join(
        f"CLAUSE {word}  LAMPS OF THE PIER   {number}.1 {LONG}   {number}.2 {LONG}"
        for number, word in enumerate(words, 20)
    )
    headers = {chunk.path: chunk.header for chunk in contract(f"{clauses}\n").chunks}
    assert "CLAUSE TWENTY-SECOND" in headers["22.2"]
