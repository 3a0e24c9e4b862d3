"""Where a clause that is too large is cut: never behind a label or an abbreviation, nor where a clause ends earlier."""

import pytest

from piperoll.corpora.clauses.pieces.breaks import ways
from tests.corpora.clauses.documents import clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
WORDS = "in the harbour of the keeper at the height of the lamp by the light of the moon "


def ends(text: str) -> list[str]:
    return [one.content.rstrip() for one in contract(text).chunks]


def test_a_sentence_is_cut_where_a_clause_of_it_ends() -> None:
    sentence = f"The keeper shall {WORDS * 6}light the lamp; provided, that {WORDS * 6}nobody is asleep"
    document = ends(f"1. Aa. {sentence}. {LONG}")
    assert any(one.endswith("light the lamp;") for one in document)


def test_a_sentence_of_a_size_that_stays_whole_is_not_cut_behind_a_semicolon() -> None:
    sentence = f"The keeper shall {WORDS * 4}light the lamp; it being understood, that {WORDS * 4}nobody is asleep"
    assert any(
        one.startswith("The keeper shall in") and one.endswith("asleep.") for one in ends(f"1. {LONG}{sentence}.")
    )


@pytest.mark.parametrize("parts", [("the oil", "the wick", "the glass", "the tower"), ("(a) oil", "(b) glass")])
def test_a_list_behind_semicolons_is_cut_between_its_items(parts: tuple[str, ...]) -> None:
    listed = "; ".join(f"{part} {WORDS * (8 // len(parts))}" for part in parts)
    found = ends(f"1. {LONG}The keeper shall keep {listed}.")
    assert any(one.startswith(parts[-1]) for one in found) or any(one.startswith(parts[2]) for one in found)


def test_a_sentence_without_semicolons_is_cut_at_a_comma() -> None:
    sentence = f"The keeper shall {WORDS * 7}light the lamp, and {WORDS * 6}sleep"
    assert any(one.endswith("light the lamp,") for one in ends(f"1. Aa. {sentence}. {LONG}"))


@pytest.mark.parametrize("label", ["14.", "25.2.", "(r)", "21. e."])
def test_no_cut_stands_behind_a_label(label: str) -> None:
    text = f"1. Aa. {PROSE * 4}{label} Miscellaneous things are done. {PROSE * 4}"
    assert not any(one.endswith(label) for one in ends(text))


@pytest.mark.parametrize("label", ["; or iii.", ". iii.", ", ii."])
def test_no_cut_stands_behind_a_loose_label_inside_a_sentence(label: str) -> None:
    text = f"The keeper shall, on each day of the year, light {WORDS}the lamp{label} Clean the glass. The oil is his."
    _, _, sentences, *_ = ways(640, 700)
    assert not any(text[:at].rstrip().endswith(label) for at in sentences(text, 0, len(text)))


@pytest.mark.parametrize("name", ["Ms. Kwan", "J.P. Morgan", "EU-U.S. Department", "Acme Inc. Attention"])
def test_no_cut_stands_behind_an_abbreviation(name: str) -> None:
    text = f"1. Aa. {f'The keeper gives the lamp of the harbour to {name} at dusk. ' * 20}"
    assert not any(one.endswith(name.partition(" ")[0]) for one in ends(text))


def test_a_small_letter_in_brackets_begins_a_sentence() -> None:
    text = f"1. Aa. {PROSE * 3}Nobody else touches it. (zz) the keeper {WORDS * 5}sleeps. {PROSE * 3}"
    assert any(one.startswith("(zz)") for one in ends(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"1 . Aa. {LONG}\n\n2 . Bb. {LONG}", ["1", "2"], id="a space before the full stop"),
        pytest.param(f"4 . 1   Aa. {LONG}\n\n4 . 2   Bb. {LONG}", ["4.1", "4.2"], id="spaces in a number"),
        pytest.param(
            f"20. Aa. {LONG}\n\n21. e. the keeper pays. {LONG}\n\n22. Bb. {LONG}", ["20", "21", "21.e", "22"],
            id="two labels",
        ),
        pytest.param(
            f"7. Aa. {LONG}\n\n(h)\n\n(i) Dusk. {LONG}\n\n(ii) Dawn. {LONG}", ["7", "7.h", "7.h.i", "7.h.ii"],
            id="a letter and a Roman number",
        ),
        pytest.param(
            "\n\n".join(f"({numeral}) {PROSE}" for numeral in ("xvii", "xviii", "xix")), ["xvii", "xviii", "xix"],
            id="long Roman numbers",
        ),
        pytest.param(
            f"AGREEMENT of the keeper. I. Light. {LONG}II. Oil. {LONG}III. The end. {LONG}", ["i", "ii", "iii"],
            id="Roman numbers inside a line",
        ),
        pytest.param(
            f"7. Aa. {LONG}Then it is so. (A) {PROSE}(B) {PROSE}\n\n(i) Dusk. {LONG}\n\n"
            f"(ii) Dawn. {LONG}",
            ["7", "7.a", "7.b", "7.i", "7.ii"],
            id="letters inside a sentence enclose no line below",
        ),
        pytest.param(
            f"7. Aa. {LONG}Then it is so. (a) Lamps and Oil. {PROSE}\n\n(A) dusk; {LONG}\n\n(B) dawn. {LONG}\n\n"
            f"(b) The End. {LONG}",
            ["7", "7.a", "7.a.a", "7.a.b", "7.b"],
            id="a letter with a heading encloses the lines below",
        ),
    ],
)  # fmt: skip
def test_labels_open_clauses(text: str, expected: list[str]) -> None:
    assert clauses(contract(text)) == expected


def test_the_label_of_a_definition_goes_with_it() -> None:
    text = f"1. Aa. {PROSE * 3}(q) “Lamp” means a light. {PROSE * 3}(r) “Oil” means what burns. {PROSE * 3}"
    document = contract(text)
    assert {one.metadata["heading"]: one.content[:3] for one in document.chunks if one.metadata.get("terms")} == {
        "Lamp": "(q)", "Oil": "(r)",
    }  # fmt: skip


def test_a_loose_label_in_front_of_a_definition_goes_with_it() -> None:
    lamp = (
        f'(p) Definitions. i. "Lamp" means a light. {LONG}ii. "Keeper" means a man. {LONG}iii. "Oil" means oil. {LONG}'
    )
    document = contract(f"1. LAMPS\n\n(o) {LONG}\n\n{lamp}\n\n2. PAY\n\n{LONG}")
    assert {"1.p.i", "1.p.ii", "1.p.iii"} <= set(clauses(document))
    assert any(one.content.startswith('ii. "Keeper"') for one in document.chunks)


@pytest.mark.parametrize("before", ["; or ", ", ", "; ", ". "])
def test_no_cut_stands_behind_the_loose_labels_of_a_sentence(before: str) -> None:
    items = before.join(f"{label}. Light all lamps {WORDS * 3}" for label in ("i", "ii", "iii", "iv"))
    found = ends(f"1. Lamps. The keeper shall do as follows, {items}. {LONG}")
    assert not any(one.endswith((" ii.", " iii.", " iv.")) for one in found)
    assert any(one.startswith("iii. Light") for one in found)


def test_a_long_sentence_is_cut_in_front_of_its_items() -> None:
    sentence = f"The keeper shall {WORDS * 5}(i) light the lamp {WORDS * 3}, (ii) trim it {WORDS * 3}and (iii) sleep"
    chunks = contract(f"1. Aa. {sentence} {WORDS * 3}. {LONG}").chunks
    assert any(one.content.startswith("(ii) trim") for one in chunks)
    (last,) = [one for one in chunks if one.content.startswith("and (iii)")]
    assert last.header.endswith("moon")  # the words that lead to (i)


@pytest.mark.parametrize(
    ("first", "words", "whole"),
    [
        pytest.param(1, 7, True, id="fits, and a part says little"),
        pytest.param(4, 4, False, id="both parts say something"),
        pytest.param(1, 12, False, id="too long"),
    ],
)
def test_a_sentence_that_fits_is_not_cut_between_two_items_that_say_little_apart(
    first: int, words: int, whole: bool
) -> None:
    sentence = f"At the earlier of (i) dusk {WORDS * first}, or (ii) the hour {WORDS * words}, he lights it"
    chunks = ends(f"1. Aa. {LONG}{sentence}.")
    assert any("dusk" in one and "the hour" in one for one in chunks) == whole


def test_a_list_of_references_has_no_items() -> None:
    sentence = f"The keeper shall {WORDS * 6}as clauses (i), (ii) and (iii) of the order {WORDS * 6}say"
    assert not any(one.startswith(("(ii)", "and (iii)")) for one in ends(f"1. Aa. {sentence}. {LONG}"))


def test_a_page_that_ends_inside_a_sentence_is_no_cut() -> None:
    sentence = (
        f"{PROSE * 4}The keeper shall light the lamp\n\n12\n\nSource: ACME INC., 8-K, 4/6/2031\n\nat dusk. {PROSE * 4}"
    )
    assert not any(one.endswith("the lamp") for one in ends(f"1. Aa. {sentence}"))


def test_two_numbers_with_a_space_between_them_are_two() -> None:
    text = "".join(f"1.{n}. “Lamp {n}” means a lamp as set out in Section 3.{n}. " for n in range(1, 9))
    document = contract(f"1. Aa. {LONG}\n\n{text * 1}{LONG}")
    assert {f"1.{n}" for n in range(1, 9)} <= set(clauses(document))
    assert not any(one.endswith(".2.") for one in ends(f"1. Aa. {LONG}\n\n{text}"))


def test_a_list_goes_on_behind_a_list_inside_of_it() -> None:
    inner = f"\n\n(i) the lamp is lit. {LONG}\n\n(ii) the lamp is out. {LONG}"
    items = f"(a) The lamp burns. {LONG}(b) The keeper sleeps. {LONG}(c) The owner reads the log:{inner}"
    document = contract(f"1. Aa. {items} (d) The boat sails. {LONG}\n\n2. Bb. {LONG}")
    assert "1.d" in clauses(document)


def test_the_last_part_of_a_clause_is_not_joined_with_the_next_clause() -> None:
    last = "Unless the parties agree otherwise, this obligation will expire two (2) years from the date of disclosure."
    text = f"4. Secrets\n\n4.1 The keeper keeps. {PROSE * 7}{last}\n\n4.2 The keeper gives back the log at dusk.\n\n"
    document = contract(f"{text}5. Oil\n\n5.1 The oil is bought. {LONG}\n\n")
    assert not any("4.1" in one.header and "4.2" in one.clauses for one in document.chunks)


@pytest.mark.parametrize("lamps", range(18, 34, 2))
def test_parts_are_counted_after_small_ones_were_joined(lamps: int) -> None:
    first = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 6
    long = f"Except {'for lamps of the tower, ' * lamps}all oil is bought. "
    document = contract(f"1. LAMPS\n\n(a) {first}So it is. {long}{long}\n\n(b) Oil is bought.\n", max_tokens=160)
    parts = [path.removeprefix("1.a.p") for path in paths(document) if path.startswith("1.a.p")]
    assert parts == [str(number) for number in range(2, 2 + len(parts))]


@pytest.mark.parametrize(
    "name", ["56 Fed. Reg. 46191", "Pub. L. 116-260", "Rev. Proc. 2018-12", "Tex. Ins. Code Ann.", "Wis. Stat. 7"]
)
def test_no_cut_stands_in_the_name_of_a_collection_of_laws(name: str) -> None:
    text = f"The keeper shall light the lamp as set forth in {name} and shall put it out. The oil is his."
    _, _, sentences, *_ = ways(640, 700)
    assert [text[at:] for at in sentences(text, 0, len(text))] == ["The oil is his."]


@pytest.mark.parametrize("street", ["27500 Lantern Blvd.", "12 Harbour Ave.", "12 Harbour Lane, 4th Fl."])
def test_no_cut_stands_in_an_address(street: str) -> None:
    text = (
        f"The keeper shall write to the port on each day of the year {WORDS}at {street} Bonita Springs. The oil is his."
    )
    _, _, sentences, *_ = ways(640, 700)
    assert [text[at:] for at in sentences(text, 0, len(text))] == ["The oil is his."]


@pytest.mark.parametrize(
    "goes_on",
    [
        "Messrs. Lantern and Pier",
        "the Hon. Lantern",
        "Treas. Reg. Section 1.7",
        "31 C.F.R. Ch. V",
        "the Oil Act, Cal. Civ. Code",
        "Tel. No. 7",
        "Lamp Act, 42 U.S.C. 7, et seq. (“LA”), the Oil Act",
        "lamps of the pier. (“Lamps”) or such others",
    ],
)
def test_no_cut_stands_behind_a_word_that_is_shortened_nor_before_an_aside(goes_on: str) -> None:
    text = f"The keeper shall write on each day of the year {WORDS}of {goes_on} {WORDS}to the port. The oil is his."
    _, _, sentences, *_ = ways(640, 700)
    assert [text[at:] for at in sentences(text, 0, len(text))] == ["The oil is his."]


def test_no_cut_stands_between_a_form_of_address_and_the_name_on_the_next_page() -> None:
    text = f"1. Aa. {PROSE * 5}\n\nThe port pays the oil to Mr.\n\n\n\n\nLantern at dusk. {PROSE * 5}"
    assert not any(one.endswith("Mr.") for one in ends(text))


SHORT = "The keeper sleeps by day, save in winter and on the days that the port names. "
OIL = "Lantern oil is bought by the port. "


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"1. Aa\n\n1.1 {PROSE * 7}{SHORT}\n\n2. {OIL}\n\n", id="behind the last part of an inner clause"),
        pytest.param(f"1. Aa\n\n1.1 {LONG}{LONG}\n\n1.2 {SHORT}\n\n2. {OIL}\n\n", id="behind a whole inner clause"),
        pytest.param(
            f"1. Aa\n\n“Day” means {PROSE * 7}{SHORT}\n\n“Lantern oil” means oil.\n\n2. {SHORT}",
            id="behind the end of a definition",
        ),
        pytest.param(f"1. {SHORT}\n\n2. {OIL}It is {WORDS * 9}good.\n\n", id="in front of one that goes on"),
    ],
)
def test_no_clause_begins_in_the_chunk_of_one_in_which_it_does_not_stand(text: str) -> None:
    document = contract(f"{text}\n\n3. End. {LONG}")
    oil = next(one for one in document.chunks if "Lantern oil" in one.content)
    assert oil.content.startswith(("2. Lantern", "“Lantern"))


def test_indentation_and_justified_lines_make_no_clause_too_large() -> None:
    line = f"{WORDS.strip().replace(' ', '   ')}\n                    "
    document = contract(f"1. Aa. {LONG}\n\n2. Bb. The keeper sleeps {line * 6}by day.\n\n3. Cc. {LONG}")
    assert clauses(document) == paths(document) == ["1", "2", "3"]


@pytest.mark.parametrize("text", [LONG, f"{LONG}{LONG}", f"{LONG}{LONG}{LONG}"])
def test_no_cut_stands_between_the_words_of_a_heading_and_its_underline(text: str) -> None:
    heading = "Effective as of 5 May 2031\n=========================="
    document = terms(f"Keeper\n======\n\n{LONG}\n\nLamps\n=====\n\n{text}\n\n{heading}\n\n{LONG}{LONG}")
    assert any(chunk.content.startswith(heading) for chunk in document.chunks)


def address(stone: str) -> list[str]:
    """Return the lines of a long address."""
    lines = ("Tower", "Pier", "Road", "Port", "House", "Wall")
    return [f"{line} of {stone}, the street of the keeper, at the {line} of the north, where he is" for line in lines]


def test_no_cut_stands_between_an_address_and_what_leads_to_it() -> None:
    lead = "with a copy (which is no notice) to:"
    lines = [f"1. Notices. {PROSE * 5}", "If to the port:", *address("stone"), lead, *address("oak"), PROSE * 5]
    assert not any(one.endswith(lead) for one in ends("\n\n".join(lines)))


def test_a_clause_of_notices_is_cut_in_front_of_the_next_party() -> None:
    lines = [f"1. Notices. {PROSE * 5} If to the port:", *address("stone"), "If to the keeper:", *address("oak"), PROSE]
    assert any(one.endswith("at the Wall of the north, where he is") for one in ends("   ".join(lines)))


def test_the_foot_of_a_page_of_signatures_ends_that_page() -> None:
    page = "By: ____________ Name: Ann Keeper, keeper of the lamp of the port, who signs for all of those who keep it"
    foot = "[Signature Page to Lamp Agreement]"
    text = "\n\n".join(
        [f"1. Aa. {PROSE * 5}", "IN WITNESS WHEREOF, the parties sign.", *[page] * 5, foot, *[page] * 5, foot]
    )
    assert not any(one.content.startswith(foot) for one in contract(text).chunks)


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("the law of 6 January", "1978 on lamps as it was amended"),
        ("a fee of up to", "3500 pounds for the oil"),
        ("the law (article", "1649 AC of the Code of Lamps)"),
        ("within a time of", "10 (ten) days"),
        ("within twelve", "(12) months of the storm"),
        ("within 10", "(ten) months of the storm"),
    ],
)
def test_no_cut_stands_in_front_of_a_number_with_which_a_wrapped_sentence_goes_on(before: str, behind: str) -> None:
    text = f"{PROSE}\n\nIt is {WORDS}{before}\n\n{behind} {WORDS}"
    lines = ways(200, 200, wrapped=True)[0](text, 0, len(text))
    assert text.index(behind) not in lines
    assert text.index("It is") in lines


@pytest.mark.parametrize("label", ["2. The oil", "3.1 The oil", "(2) the oil"])
def test_a_cut_stands_in_front_of_the_label_of_an_item_of_wrapped_lines(label: str) -> None:
    text = f"{WORDS}the lamp\n\n{label} {WORDS}"
    assert text.index(label) in ways(200, 200, wrapped=True)[0](text, 0, len(text))


@pytest.mark.parametrize("lead", ["Where:", "where:", "if to the keeper of the lamp:"])
@pytest.mark.parametrize("below", ["“Oil” is", "[***] is"])
def test_no_cut_stands_behind_a_short_line_that_leads_to_the_paragraph_below(lead: str, below: str) -> None:
    parts = ends(f"1. Start. {LONG}\n\n2. Pay. {LONG}\n\nPay = Oil x Days\n\n{lead}\n\n{below} so much. {LONG * 2}")
    assert any(f"{lead}\n\n{below}" in one for one in parts)


def test_a_short_lead_in_goes_with_its_first_item() -> None:
    items = f"(x) the port {WORDS * 4}; and (y) the keeper {WORDS * 4}"
    assert any(one.startswith("For clarity: (x)") for one in ends(f"1. Aa. {LONG}For clarity: {items}."))


@pytest.mark.parametrize(("first", "second"), [("(II)", "(III)"), ("(A)", "(B) to the knowledge of")])
def test_a_label_is_the_border_of_the_parts_of_a_long_sentence(first: str, second: str) -> None:
    sentence = f"The port may not sell it unless {first} the keeper {WORDS * 9}, and {second} the owner {WORDS * 5}."
    assert any(one.startswith(f"and {second}") for one in ends(f"1. Aa. {LONG}{sentence}"))


@pytest.mark.parametrize("left_out", ["[***].", "* * *"])
def test_an_item_that_was_left_out_waits_for_no_text(left_out: str) -> None:
    items = f"(a) {'The keeper lights them. ' * 9}\n\n(b) {left_out}\n\n(c) {'The port pays for it. ' * 25}"
    found = contract(f"1. Lamps. {'It is dark. ' * 9}\n\n{items}\n\n2. Oil. {'It burns. ' * 9}").chunks
    assert next(one.path for one in found if left_out in one.content) != "1.c"
    assert "1.c" in {one.path for one in found}


def test_the_marks_of_a_bold_heading_leave_nothing_out() -> None:
    text = f"**1.** **The Lamps**\n\n{'The keeper lights them. ' * 40}\n\n**2.** **The Oil**\n\n{'It burns. ' * 40}"
    assert all(one.content.count("keeper") + one.content.count("burns") for one in terms(text).chunks)


def test_no_cut_stands_inside_an_address() -> None:
    lines = ["Lamp Works Inc.", "Attn: The keeper", "1 Pier Road", "12345 Harbour, France"]
    for wide in range(0, 400, 40):
        front = f"# Rules\n\n{LONG}\n\nWrite to the port at the following address{' of it' * (wide // 6)}:"
        parts = [one.content for one in terms("\n\n".join([front, *lines, LONG, LONG])).chunks]
        assert any(lines[0] in one and lines[-1] in one for one in parts)


@pytest.mark.parametrize(
    ("heading", "below"),
    [
        ("Days of lamps (all of them)", "* every day that the log names;"),
        ("« Lamps » and their wicks", "The lamp burns oil that is clean and that nobody has used before."),
        ("Days of lamps", "\\-Every day that the log names."),
    ],
)
def test_no_cut_stands_behind_a_line_that_heads_what_is_below(heading: str, below: str) -> None:
    for times in range(1, 9):
        front = f"# Rules\n\n{LONG}\n\n{'The keeper shall light it. ' * times}"
        parts = terms(f"{front}\n\n{heading}\n\n{below}\n\n{LONG}\n\n{LONG}").chunks
        assert not any(one.content.rstrip().endswith(heading) for one in parts)
