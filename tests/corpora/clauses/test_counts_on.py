"""A label that counts on from a series further out closes what stands in that series."""

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def test_a_bold_number_with_its_stop_outside_of_the_bold_type_is_a_heading() -> None:
    document = terms(
        f"# Page\n\n**1\\. Oil**\n\n{LONG}\n\n**2**. **Lamps of the pier**\n\n{LONG}\n\n**3\\. Log**\n\n{LONG}"
    )
    assert clauses(document) == ["1", "2", "3"]
    assert at(document, "2").header.endswith("2. Lamps of the pier")


def test_a_label_in_italics_takes_the_bold_caption_below_it() -> None:
    page = "".join(
        f"_Clause {n}_\n\n_**{name}**_\n\n1. {LONG}\n2. {LONG}\n\n" for n, name in enumerate(("Oil", "Log"), 8)
    )
    document = terms(f"# Page\n\n{page}")
    assert clauses(document) == ["8", "8.1", "8.2", "9", "9.1", "9.2"]
    assert at(document, "9").header.endswith("Clause 9 Log")


def test_sections_with_roman_numbers_stand_over_clauses_in_figures() -> None:
    items = f"1. {LONG}\n2. {LONG}\n\n"
    page = "".join(
        f"**SECTION {roman}**\n\n**Clause {n}**\n\n{items}**Clause {n + 1}**\n\n{items}"
        for roman, n in (("I", 1), ("II", 3))
    )
    document = terms(f"# Page\n\n{page}")
    assert at(document, "4").header.split(HEADER_SEPARATOR)[1] == "SECTION II"
    assert at(document, "4").header.split(HEADER_SEPARATOR)[2].startswith("Clause 4")


def test_an_escaped_number_follows_the_escaped_one_and_not_the_item_in_it() -> None:
    items = "1. a lamp for the pier;\n2. oil for the lamp of the pier.\n"
    document = terms(f"# Page\n\n1\\. {LONG}\n\n2\\. The keeper needs:\n\n{items}\n3\\. {LONG}\n\n4\\. {LONG}")
    assert clauses(document) == ["1", "2", "2.1", "2.2", "3", "4"]


def test_a_heading_stands_in_no_list_of_the_decimals_in_front_of_it() -> None:
    oil = f" **4\\. Oil**\n\n  **4.1 Red oil**. {LONG}\n\n  **4.2 Oil**. {LONG}\n\n"
    page = f"{oil}  **5\\. Log**\n\n **5.1 Books**. {LONG}"
    document = terms(f"# Page\n\n **3\\. Lamps**\n\n {LONG}\n\n{page}")
    assert clauses(document) == ["3", "4", "4.1", "4.2", "5", "5.1"]


def test_roman_headings_count_on_behind_a_list_in_the_first_of_them() -> None:
    terms_ = f"**1.** “**Lamp**” means a light.\n\n**2.** “**Oil**” means what burns. {LONG}\n\n"
    first = f"**I. Definitions.** In these terms, the following words are used:\n\n{terms_}"
    page = f"{first}**II. Lamps**\n\n{LONG}\n\n**III. Red oil.** {LONG}\n\n**IV. The Log of the Keeper**\n\n{LONG}"
    document = terms(f"# Page\n\n{page}")
    assert at(document, "ii").header.split(HEADER_SEPARATOR)[1:] == ["II. Lamps"]
    assert [one for one in clauses(document) if one.isalpha()] == ["i", "ii", "iii", "iv"]
    assert clauses(document)[:3] == ["i", "1", "2"]


def test_bold_letters_count_on_behind_the_numbers_that_come_behind_one_of_them() -> None:
    numbers = f"**1\\. In the tower.** {LONG}\n\n**2\\. On the pier.** {LONG}\n\n"
    page = f"**A. Red oil.** {LONG}\n\n**B. Lamps.** {LONG}\n\n{numbers}**C. The log.** {LONG}\n\n"
    document = terms(f"# Page\n\n**I. Light**\n\n{page}**II. Sale**\n\n{LONG}")
    log = next(one for one in document.chunks if one.content.startswith("**C."))
    assert log.header.endswith("I. Light > C. The log")
