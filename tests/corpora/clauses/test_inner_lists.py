"""Lists inside lines: which items open, and of which list they are."""

from tests.corpora.clauses.documents import at, clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
ITEM = "lend, sell or give away any lamp of the harbour, whether lit or not, to a person who is no keeper of it"
BREAK = "   -{}-\n\n\n\n\n________________\n\n\n"


def test_items_in_front_of_one_on_a_page_open_too() -> None:
    inside = "; ".join(f"({letter}) {ITEM}" for letter in "abcd")
    text = f"6.2 Covenants. The keeper shall not: {inside};{BREAK.format(9)}(e) {LONG}\n\n(f) {LONG}\n\n6.3 Oil. {LONG}"
    document = contract(f"6.1 Lamps. {LONG}\n\n{text}")
    assert {f"6.2.{letter}" for letter in "abcdef"} <= set(clauses(document))
    assert "shall not:" in at(document, "6.2.c").header


def test_the_last_item_stands_behind_a_conjunction() -> None:
    items = f"(a) {LONG[:-2]};\n\n(b) {LONG[:-2]}; or (c) {ITEM}. {LONG}\n\n"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants. The keeper shall not:\n\n{items}6.3 Oil. {LONG}")
    assert {"6.2.a", "6.2.b", "6.2.c"} <= set(clauses(document))


def test_items_of_a_list_in_an_item_continue_no_outer_list() -> None:
    inner = f"provided first that: (a) {ITEM}; (b) {ITEM}; (c) {ITEM}."
    items = f"(a) {LONG}{inner}\n\n(b) {LONG}\n\n(c) {LONG}\n\n"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants.\n\n{items}6.3 Oil. {LONG}")
    assert not any(".v2" in path for path in clauses(document))
    assert at(document, "6.2.b").content.startswith(f"(b) {LONG[:20]}")


def test_a_first_item_opens_only_with_a_second() -> None:
    text = f"(i) (A) {ITEM}, (B) {ITEM}, or (C) {ITEM};\n\n(ii) {LONG}\n\n"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants. The keeper shall not:\n\n{text}6.3 Oil. {LONG}")
    assert "6.2.i.a" not in clauses(document)
    assert {"6.2.i", "6.2.ii"} <= set(clauses(document))


def test_no_item_follows_one_far_in_front_of_it() -> None:
    says = f"The keeper shall say (i) {ITEM}{BREAK.format(9)}(ii) the filing of the log, {LONG}"
    items = f"(b) {LONG}\n\n(c) {LONG}{says}\n\n"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants.\n\n(a) {LONG}\n\n{items}(d) {LONG}\n\n6.3 Oil. {LONG}")
    assert "6.2.ii" not in clauses(document)
    assert {"6.2.c", "6.2.d"} <= set(clauses(document))


def test_a_label_right_behind_a_label_is_its_item() -> None:
    text = f"(i) {LONG}\n\n(ii) {LONG}\n\n(1) {LONG}\n\n(2) (i) {LONG}\n\n(ii) {LONG}\n\n(3) {LONG}\n\n(iii) {LONG}\n\n"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants.\n\n{text}6.3 Oil. {LONG}")
    assert {"6.2.ii.2.i", "6.2.ii.2.ii", "6.2.ii.3"} <= set(clauses(document))
    assert at(document, "6.2.iii").content.startswith("(iii)")


def test_a_definition_stands_in_no_item_of_another() -> None:
    lamp = f"“Lamp” means (a) {ITEM};\n\n(b) {LONG}\n\n"
    log = f"“Log” means a book of: (a) {ITEM}; (b) {ITEM};\n\n(c) {LONG}\n\n"
    document = contract(f"1. Definitions. In this contract:\n\n{lamp}{log}“Oil” means {LONG}\n\n2. Lamps. {LONG}")
    assert not any("lamp.b." in path or "log.c." in path for path in clauses(document))


def test_a_bracket_and_a_stop_count_two_series() -> None:
    items = "".join(f"{n})   {ITEM}.\n\n" for n in range(1, 6))
    text = f"3. BRANDING\n\n{items}4. MARKETS\n\n{LONG}\n\n5. PAY\n\n{LONG}\n\n"
    document = contract(f"1. LAMPS\n\n{LONG}\n\n2. OIL\n\n{LONG}\n\n{text}")
    assert at(document, "4").content.startswith("4. MARKETS")
    assert at(document, "5").content.startswith("5. PAY")


def test_a_greek_question_mark_ends_an_item_as_a_semicolon_does() -> None:
    items = f"(a) {LONG[:-2]}\u037e (b) {LONG[:-2]}\u037e and (c) {LONG}"
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Covenants. (a) {items[4:]}\n\n6.3 Oil. {LONG}")
    assert {"6.2.a", "6.2.b", "6.2.c"} <= set(clauses(document))
    assert "\u037e" in document.text


def test_a_list_that_goes_on_behind_a_page_keeps_its_lead() -> None:
    shall = (
        f"The keeper may, on any day of the year, lend a lamp if: (i) {ITEM};{BREAK.format(53)}(ii) {ITEM} {ITEM}; and"
    )
    document = contract(f"6.1 Lamps. {LONG}\n\n6.2 Loans. {LONG}{shall} (iii) {LONG}\n\n6.3 Oil. {LONG}", max_tokens=80)
    second = next(chunk for chunk in document.chunks if chunk.content.startswith("(ii)"))
    assert "lend a lamp if:" in second.header


def test_a_list_below_a_heading_without_a_number_stands_in_it() -> None:
    items = "".join(
        f"{n}. use of lamp {n} of the harbour, within what the harbour allows to its keepers;\n\n" for n in range(1, 6)
    )
    text = f"SERVICES TO THE KEEPER\n\nThe harbour will give him the following services:\n\n{items}"
    document = contract(f"LAMPS OF THE PORT\n\n{LONG}\n\n{text}OIL OF THE PORT\n\n{LONG}\n\nLOGS OF THE PORT\n\n{LONG}")
    chunk = next(chunk for chunk in document.chunks if "lamp 3" in chunk.content)
    assert "SERVICES TO THE KEEPER" in chunk.header


def test_letters_behind_sentences_open_where_the_second_one_follows() -> None:
    text = f"5.01. You shall: A. Light the lamp. {LONG}B. Oil it. {LONG}\n\n\n\n\nC. Keep the log. {LONG}"
    document = contract(f"5. DUTIES\n\n{text}D. Ask Mr. J. Keeper. {LONG}\n\n5.02. You may rest. {LONG}")
    assert {"5.01.a", "5.01.b", "5.01.c", "5.01.d"} <= set(clauses(document))
    assert not any(path.endswith(".j") for path in clauses(document))


def test_a_letter_behind_a_heading_is_none_of_it() -> None:
    text = f"1. Oil and Glass A. Oil. {LONG}B. Glass. {LONG}2. Lamps of Class A. {LONG}3. Logs. {LONG}"
    document = contract(text)
    assert at(document, "1.b").header.endswith("1. Oil and Glass > B. Glass")
    assert "2.a" not in clauses(document)
