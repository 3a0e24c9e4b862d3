"""Test "(i)" behind letters that open nothing, and letters behind the list of an item or without a stop in front."""

from tests.corpora.clauses.documents import at, clauses, contract, paths

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
ITEM = "lend, sell or give away any lamp of the harbour, whether lit or not, to a person who is no keeper of it"
BREAK = "   -9-\n\n\n\n\n________________\n\n\n"


def covenants(text: str) -> list[str]:
    return clauses(contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants. The keeper shall not: {text}\n\n6.3 Oil. {LONG}"))


def inside(letters: str) -> str:
    return "; ".join(f"({letter}) {ITEM}" for letter in letters)


def test_the_ninth_letter_of_a_list_that_opens_nothing_opens_nothing() -> None:
    text = f"6.2 Covenants. The keeper shall not: {inside('abcdefghijk')}."
    document = contract(f"6.1 Lamps. {LONG}\n\n{text}\n\n6.3 Oil. {LONG}")
    assert {one.path.partition(".p")[0] for one in document.chunks} == {"6.1", "6.2", "6.3"}
    last = next(chunk for chunk in document.chunks if "(k)" in chunk.content)
    assert last.header.endswith("The keeper shall not:")


def test_the_ninth_letter_at_the_head_of_a_page_opens_the_list() -> None:
    first = (
        f"{inside('abcdefgh')};{BREAK}(i) {ITEM}, other than (i) a lamp of his own or (ii) one of his kin; (j) {ITEM}."
    )
    assert {f"6.2.{letter}" for letter in "abcdefghij"} <= set(covenants(first))


def test_a_roman_number_behind_the_eighth_letter_is_the_first_of_its_list() -> None:
    found = covenants(f"{inside('abcdefg')}; (h) {LONG}(i) Oil. {LONG}(ii) Glass. {LONG}(j) {ITEM}.")
    assert {"6.2.i", "6.2.ii"} <= set(found)


def test_an_item_that_begins_a_sentence_is_of_no_list_of_parts_of_one() -> None:
    inner = f"notwithstanding the above: (a) {ITEM}; (b) {ITEM}; and (c) {ITEM}. "
    found = clauses(
        contract(f"1. LAMPS\n\n(a) {LONG}(b) {LONG}(c) {LONG}{inner}(d) {LONG}(e) {LONG}\n\n2. OIL\n\n{LONG}")
    )
    assert {f"1.{letter}" for letter in "abcde"} <= set(found)
    assert len(found) == len(set(found))


def test_an_item_without_a_stop_in_front_opens_in_front_of_the_next_one() -> None:
    document = contract(f"1. LAMPS\n\nA. {LONG}B. {LONG[:-2]} C. {LONG}D. {LONG}\n\n2. OIL\n\n{LONG}")
    assert {"1.a", "1.b", "1.c", "1.d"} <= set(clauses(document))
    assert at(document, "1.c").content.startswith("C. The keeper")


def test_an_item_whose_number_is_missing_is_none_of_the_one_in_front() -> None:
    document = contract(f"1. LAMPS\n\nA. {LONG}B. {LONG}D. {LONG}\n\n2. OIL\n\n{LONG}")
    assert "1.d" in paths(document)
    assert "1.c" not in clauses(document)


def test_a_roman_number_behind_a_heading_with_a_colon_is_below_the_eighth_letter() -> None:
    letters = "".join(f"({letter})     {LONG}  " for letter in "abcdefg")
    terms = "".join(f"({at})     “{term}” means this. {LONG}  " for at, term in (("i", "Oil"), ("ii", "Wick")))
    found = clauses(
        contract(f"6.1 Lamps. {LONG}\n\n6.2 Words. {letters}(h)     For this clause:   {terms}\n\n6.3 Oil. {LONG}")
    )
    assert {"6.2.h.i", "6.2.h.ii"} <= set(found)
