"""Definitions: which sentences define a term, and so open a clause that is found by it."""

import pytest

from tests.corpora.clauses.documents import at, contract, paths, terms

LONG = "a light at sea that the keeper shall light at dusk and shall put out at dawn, on every day of the year. " * 3


def opened(line: str) -> list[str]:
    """Return the headings of three definitions, the second of which begins with ``line``."""
    document = contract(f"ARTICLE I\n\nDEFINITIONS\n\n“Lamp” means {LONG}\n\n{line} {LONG}\n\n“Tower” means {LONG}")
    return [str(chunk.metadata["heading"]) for chunk in document.chunks if not chunk.content.startswith("ARTICLE")]


@pytest.mark.parametrize(
    ("line", "term"),
    [
        pytest.param("“Keeper” of any lamp means", "Keeper", id="of what"),
        pytest.param("“Keeper” when used with respect to a lamp, means", "Keeper", id="when used"),
        pytest.param("“Keeper”, as used herein, shall mean", "Keeper", id="behind a comma"),
        pytest.param("“Knowledge of the Keeper” or similar phrases mean", "Knowledge of the Keeper", id="phrases"),
        pytest.param("A “Dark Day” means", "Dark Day", id="with its article"),
        pytest.param("An “oil” of any lamp shall mean", "oil", id="with an article in front of a small letter"),
        pytest.param("“Keeper” and “Keepers” have the meanings", "Keeper", id="two terms"),
        pytest.param("“Light,” including the correlative term “lit,” shall mean", "Light", id="a correlative term"),
        pytest.param(f"“Light” (including the terms “lit”{', “lighting”' * 6} and “lights”) means", "Light", id="many"),
        pytest.param("“Dark Night” shall be deemed to have occurred if", "Dark Night", id="what has occurred"),
        pytest.param("A Person shall be deemed to be a “Mate” of another Person if", "Mate", id="who is deemed to be"),
    ],
)
def test_words_may_stand_between_a_term_and_what_it_means(line: str, term: str) -> None:
    assert opened(line) == [term, "Tower"]


@pytest.mark.parametrize(
    "line",
    [
        "“Lamps” in writing by any means are sold with",
        "“Lamps” by means of which the keeper sells",
        "“Lamps” of the keeper. Each means",
        "A “Lamp Report” that the keeper sends has the",
        "A Person shall be deemed to be a “Mate” who sells",
    ],
)
def test_a_sentence_that_begins_with_a_term_defines_none(line: str) -> None:
    assert set(opened(line)) <= {"DEFINITIONS", "Lamp", "Tower"}


def test_an_item_behind_many_definitions_counts_on_from_the_one_in_front_of_them() -> None:
    terms = "\n\n".join(
        f"“Lamp {first}{second}” means a light at sea." for first in "ABCDEFGHIJ" for second in "ABCDEFGHIJ"
    )
    text = (
        f"Section 1.01 Terms.\n\n(a) These terms have these meanings.\n\n{terms}\n\n(b) Each of these is a lamp. {LONG}"
    )
    assert paths(contract(text))[-1] == "1.01.b"


def test_items_of_a_definition_are_none_of_the_clause_around_it() -> None:
    text = (
        f"Section 1.01 Terms. (a) These terms have these meanings. {LONG} “Lamp” means {LONG} “Offer” means an offer"
        f" relating to (a) {LONG[:-2]}; (b) {LONG[:-2]}; or (c) any mix of these. “Tower” means {LONG}"
    )
    assert not [path for path in paths(contract(f"{text}\n\nSection 1.02 Oil. {LONG}")) if path in ("1.01.b", "1.01.c")]


def test_definitions_stand_in_the_item_that_leads_to_them() -> None:
    means = "means a lamp that the keeper lights at dusk and puts out at dawn, on every day of the year. " * 2
    terms = "".join(f"“{word} Lamp” {means}\n\n" for word in ("Red", "Old", "Big"))
    text = f"1.1 Terms. (a) As used here, the following terms mean:\n\n{terms}1.2 Oil. The keeper buys it.\n\n"
    found = contract(f"1. TERMS\n\n{text}", max_tokens=40)
    assert {"1.1.a.red-lamp", "1.1.a.old-lamp", "1.1.a.big-lamp"} <= set(paths(found))
    assert "(a) As used here" in next(one.header for one in found.chunks if "Old Lamp" in one.content)


def test_terms_that_share_a_chunk_are_found_by_their_paths() -> None:
    terms = "".join(f"“{word} Lamp” means a lamp on pier {number}.\n\n" for number, word in enumerate(("Red", "Old")))
    document = contract(f"1. DEFINITIONS\n\n{terms}2. OIL\n\nThe keeper buys it. {LONG}")
    assert next(one.clauses for one in document.chunks if "Red Lamp" in one.content)[-2:] == (
        "1.red-lamp",
        "1.old-lamp",
    )


def test_a_clause_goes_on_behind_a_term_that_it_defines_in_passing() -> None:
    term = f"“Dawn” means {LONG}“Dusk” means the hour in which the sun is set. Dusk is told by the port."
    goes_on = f"No keeper shall sleep before the lamp is lit. {'The owner pays for oil and for wicks. ' * 9}"
    found = contract(f"1. Keeping. The keeper lights the lamp. {LONG} {term} {goes_on}\n\n2. Oil. {LONG}")
    assert next(one for one in found.chunks if "told by the port" in one.content).path == "1.dusk"
    further = next(one for one in found.chunks if one.content.startswith("No keeper"))
    assert (further.path, further.header.rpartition(" > ")[2]) == ("1.further", "1. Keeping")


@pytest.mark.parametrize(
    "clause", ["1. Definitions. The keeper reads them.", "1. Keeping. Here these words have such a sense:"]
)
def test_a_definition_of_a_list_keeps_its_sentences(clause: str) -> None:
    term = f"“Dusk” means the hour in which the sun is set. It is told by the port. {LONG}"
    assert "1.further" not in paths(contract(f"{clause} “Lamp” means {LONG}{term}\n\n2. Oil. {LONG}"))


def test_a_lone_definition_on_a_line_of_its_own_is_over_no_paragraph_behind_it() -> None:
    text = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
    term = "“**Red Lamp**” means any lamp of the port."
    rules = f"More. {text}\n\n{term}\n\nAll are lit. {text}\n\nNone is lit by day. {text}"
    document = terms(f"# Rules\n\n## 1. Oil\n\n{text}\n\n## 2. Lamps\n\n{rules}\n\n## 3. Log\n\n{text}")
    (behind,) = (chunk for chunk in document.chunks if "None is lit" in chunk.content)
    assert behind.header == "Lanternfish Terms of Service > 2. Lamps"


def test_any_item_that_leads_to_definitions_holds_them() -> None:
    terms = f"“Lamp” means {LONG}\n\n“Tower” means {LONG}"
    text = f"2. Oil. (a) {LONG}(b) {LONG}(c)        In this Agreement:   {terms}\n\n3. End. {LONG}"
    assert paths(contract(text))[-3:] == ["2.c", "2.c.tower", "3"]


def test_a_list_of_definitions_ends_in_front_of_what_is_about_all_of_them() -> None:
    terms = [f"“{term}” means what the log of the port says of it. {LONG}" for term in ("Dusk", "Lamp", "Oil", "Wick")]
    inner = "Whatever is said in the log counts as read."
    last = f"“Zenith” means the highest point. {LONG}\n\nThe zenith of a lamp is its top.\n\n{inner} {LONG}"
    document = contract("\n\n".join(["1. Definitions", *terms, last, f"2. Light. {LONG}"]))
    assert at(document, "1.zenith").content.rstrip().endswith("The zenith of a lamp is its top.")
    assert at(document, "1.further").content.startswith(inner)


@pytest.mark.parametrize(
    ("behind", "apart"),
    [
        ("There shall be taken from it all taxes and dues of the port.", False),
        ("Each of the other terms is defined in the section named here.", True),
    ],
)
def test_a_paragraph_behind_the_last_definition_is_of_it_where_it_speaks_of_it(behind: str, apart: bool) -> None:
    names = ("Lamp", "Oil", "Wick", "Tower", "Yearly Income")
    terms_ = "\n\n".join(f"“{name}” means what the port says of that, as told below. {LONG}" for name in names)
    document = contract(f"1. Definitions.\n\n{terms_}\n\n{behind} {LONG}\n\n2. Log. {LONG}")
    chunk = next(one for one in document.chunks if one.content.startswith(behind[:20]))
    assert ("yearly-income" not in chunk.path) == apart
