"""A list of a page counts its headings and their clauses; the numbers of the clauses tell where it counts wrongly."""

from tests.corpora.clauses.documents import at, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def page(*headings: tuple[int, int, str]) -> str:
    """Return a page of headings with a number of the list, the number of their clauses, and their words."""
    return "\n\n".join(
        f"{listed}. **{words}**\n\n**{own}.1 In General**. {LONG}\n\n**{own}.2 By Day**. {LONG}"
        for listed, own, words in headings
    )


def test_numbers_that_the_clauses_below_contradict_are_no_labels() -> None:
    document = terms(page((1, 1, "LAMPS"), (4, 2, "OIL"), (7, 3, "GLASS"), (10, 4, "WICKS")))
    assert at(document, "3.2").header == "Lanternfish Terms of Service > GLASS > 3.2 By Day"
    assert at(document, "4.2").header == "Lanternfish Terms of Service > WICKS > 4.2 By Day"
    assert not any(chunk.content.rstrip().endswith("**GLASS**") for chunk in document.chunks)


def test_numbers_that_the_clauses_below_have_are_labels() -> None:
    document = terms(page((1, 1, "LAMPS"), (2, 2, "OIL"), (3, 3, "GLASS"), (5, 4, "WICKS")))
    assert {"1", "2", "3"} <= {path.partition(".")[0] for path in paths(document)}
    assert at(document, "3.2").header == "Lanternfish Terms of Service > 3. GLASS > 3.2 By Day"


def test_a_list_with_gaps_below_a_marked_heading_goes_on_with_the_next_number() -> None:
    rights = "\n\n".join(f"{number}. **Right {number}**\n\n{LONG}" for number in (1, 2, 4, 6))
    document = terms(f"## 1. Lamps\n\n{LONG}\n\n## 2. Oil\n\n{LONG}\n\n## 3. Rights\n\n{rights}\n\n## 4. Log\n\n{LONG}")
    right = next(chunk for chunk in document.chunks if "**Right 4**" in chunk.content)
    assert right.header == "Lanternfish Terms of Service > 3. Rights > 4. Right 4"


def test_a_bold_heading_with_a_dash_is_a_heading_as_a_whole() -> None:
    document = terms(f"1. **Lamps**\n\n{LONG}\n\n2. **Oil and Glass - a trial**\n\n{LONG}\n\n3. **Log**\n\n{LONG}")
    assert at(document, "2").header == "Lanternfish Terms of Service > 2. Oil and Glass - a trial"


def test_a_list_of_headings_directly_below_a_bold_heading_stands_in_it() -> None:
    rights = f"1. **Right to oil**\n\n{LONG}\n\n2. **Right to light**\n\n{LONG}"
    pages = f"1. **Lamps**\n\n{LONG}\n\n2. **Duty of care**\n\n{LONG}\n\n3. **Rights of the keeper**\n\n{rights}"
    document = terms(f"{pages}\n\n4. **Log of the lamp**\n\n{LONG}\n\n5. **Wicks**\n\n{LONG}")
    assert at(document, "3.2").header == "Lanternfish Terms of Service > 3. Rights of the keeper > 2. Right to light"
    assert at(document, "4").header == "Lanternfish Terms of Service > 4. Log of the lamp"


def test_a_bold_line_behind_a_number_is_a_heading_in_front_of_a_list() -> None:
    items = f"1. **Oil** is dear. {LONG}\n2. **Glass** is not. {LONG}"
    document = terms(f"1. **Lamps of it**\n\n{LONG}\n\n2. **Kinds of it**\n\n{items}\n\n3. **Wicks**\n\n{LONG}")
    assert at(document, "2.2").header.startswith("Lanternfish Terms of Service > 2. Kinds of it")
