"""A header that is shortened says the same as the text: who shall do what, and who shall not."""

import pytest

from piperoll.corpora.clauses.lead_ins.leads import shortened_lead
from piperoll.corpora.clauses.words.captions import shortened
from tests.corpora.clauses.documents import at, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
SLEEP = "The keeper shall not sleep"
BEFORE = "Except as is set forth in the calendar of the port or in the log that is kept in the tower, "
ASIDE = " (which consent shall not be unreasonably withheld, or may be given by any officer of the port)"


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (f"the keeper shall not, without consent{ASIDE}, to:", "the keeper shall not"),
        (f"the keeper shall, and shall not let others, when he sees it{ASIDE}, do:", "the keeper shall, and shall not"),
        (f"neither the keeper nor his mate shall, save by consent{ASIDE}, be:", "neither the keeper nor his mate"),
        (f"the keeper agrees not to, whatever the weather may be at the time{ASIDE}, sell:", "not to, whatever"),
        (f"the keeper represents to the port, at the date of the log{ASIDE}, that:", "the keeper represents"),
    ],
)
def test_a_lead_in_that_is_shortened_says_what_is_due(due: str, said: str) -> None:
    lead = shortened_lead(BEFORE + due)
    assert lead.startswith("Except as is set forth")
    assert f"… {said}" in lead
    assert lead.endswith(due[-20:])
    assert len(lead) < len(BEFORE + due)


def test_what_a_proviso_says_is_not_what_is_due() -> None:
    words = "provided that the port will, on the day that it names in the letter to the keeper, deliver the following:"
    lead = shortened_lead(f"{BEFORE}the keeper shall not sell any of the oil that is in the tower; {words}")
    assert "… the keeper shall not sell" in lead


@pytest.mark.parametrize("denied", ["in no event shall", "under no circumstances shall", "none of the following shall"])
def test_a_proviso_that_denies_is_what_is_due(denied: str) -> None:
    words = f"provided, however, that {denied} oil, glass and what else the harbour keeps be counted among the lamps:"
    lead = shortened_lead(f"{BEFORE}the keeper shall not sell any of the oil that is in the tower; {words}")
    assert f"… {denied} " in lead


def test_a_lead_in_without_a_verb_keeps_its_start_and_its_end() -> None:
    lead = shortened_lead(
        f"{BEFORE}and in each of the years that are named there, any of the following lamps or wicks:"
    )
    assert lead.count("…") == 1


@pytest.mark.parametrize(("length", "words"), [(17, "The keeper shall not"), (12, "The keeper"), (26, SLEEP)])
def test_words_that_are_cut_never_lose_the_word_not(length: int, words: str) -> None:
    assert shortened(SLEEP, length) == words


def test_the_first_words_of_a_clause_do_not_end_in_front_of_not() -> None:
    name = "3. The keeper of the tower and the mate of the keeper shall"
    document = contract(f"{name} not sleep while the lamp is lit. {LONG}\n\n4. End. {LONG}")
    assert at(document, "3").header.endswith("shall not")


def test_a_subject_that_denies_is_kept_without_a_verb_of_duty() -> None:
    lead = f"{BEFORE}none of the keeper, his mate or, as far as the port knows it, a guest of theirs or of it has:"
    assert "… none of the keeper" in shortened_lead(lead)


@pytest.mark.parametrize("word", ["except", "unless", "without", "other than", "not"])
def test_the_first_word_of_an_exception_is_kept(word: str) -> None:
    lead = (
        f"{BEFORE}the keeper is told of it and, {word} by the written consent of the owner of the port or the lamp, he:"
    )
    assert f"… {word} by the written consent" in shortened_lead(lead)


def test_a_lead_in_may_end_with_a_full_stop() -> None:
    text = "ARTICLE IV   WARRANTIES OF THE KEEPER\n\nThe Keeper warrants to the Port as set forth below.\n\n"
    says = "The lamp of the tower is whole, and no other lamp stands on the quay of the port. " * 6
    document = contract(text + "".join(f"Section 4.{n}   Lamp {n}. {says}\n\n" for n in (1, 2, 3)))
    assert at(document, "4.2").header.split(" > ")[-2:] == [
        "The Keeper warrants to the Port as set forth below.",
        "Section 4.2 Lamp 2",
    ]


@pytest.mark.parametrize(
    ("turn", "end"),
    [
        ("but he shall not let in", "any of the visitors who come at night and bring with them the following:"),
        ("sauf pour les lampes", "de verre soufflé et les mèches de coton que le gardien a déjà ouvertes :"),
        ("но не продава", "фитили, масло и стъкло на нито един от следните хора от пристанището:"),
        ("maar alleen als de wachter", "dit in het boek van de toren heeft geschreven en aan de haven heeft gemeld:"),
    ],
)
def test_a_lead_in_that_is_shortened_says_where_it_turns_round(turn: str, end: str) -> None:
    lead = shortened_lead(f"The keeper of the tower shall let in whoever comes by day to see the lamp, {turn} {end}")
    assert f"… {turn}" in lead
    assert lead.endswith(end[-20:])


def test_a_lead_in_in_capitals_says_what_is_due() -> None:
    words = "OIL, OF GLASS, OF WICKS OR OF ANY OTHER THING THAT IS KEPT IN THE TOWER, RESULTING FROM:"
    lead = shortened_lead(f"{BEFORE.upper()}THE KEEPER SHALL NOT BE LIABLE FOR ANY LOSS OF {words}")
    assert "… THE KEEPER SHALL NOT BE LIABLE" in lead


def test_what_leads_to_the_first_list_begins_some_lines_above() -> None:
    document = contract(
        "POWER OF ATTORNEY\n\nI, Ann Keeper of Port Vila, hereby appoint my\nnephew Bo Keeper to be my keeper, for me "
        f"and in my\nname and place:\n\n(a)  to light the lamp. {LONG}\n\n(b)  to buy oil. {LONG}\n"
    )
    lead = "hereby appoint my nephew Bo Keeper to be my keeper, for me and in my name and place:"
    assert f" > I, Ann Keeper of Port Vila, {lead} > (b)" in at(document, "b").header


def test_that_the_parties_agree_is_no_lead_in() -> None:
    words = "NOW, THEREFORE, in consideration of the oil the parties agree\nas follows:"
    document = contract(f"OIL AGREEMENT\n\n{words}\n\nA.   LAMPS\n\n{LONG}\n\nB.   OIL\n\n{LONG}\n")
    assert "follows" not in at(document, "b").header


def test_the_first_sentence_of_a_clause_that_goes_on_in_its_items_leads_to_them() -> None:
    items = "\n\n".join(f"({letter}) the keeper shall light lamp {letter}. {LONG}" for letter in "abc")
    document = contract(
        f"3. Duties. Except where the harbour master has asked for darkness,\n\n{items}\n\n4. End. {LONG}"
    )
    assert " > Except where the harbour master has asked for darkness, > (b) " in at(document, "3.b").header


def test_a_sentence_behind_the_items_of_an_open_lead_in_is_none_of_them() -> None:
    items = "\n\n".join(f"({letter}) dims lamp {letter}, {LONG.lower()}" for letter in "ab")
    last = f"(c) The port shall publish other rules. {LONG}"
    document = contract(f"3. Rules. The keeper stops any practice that:\n\n{items}\n\n{last}\n\n4. End. {LONG}")
    assert "any practice that: > (b)" in at(document, "3.b").header
    assert "practice" not in at(document, "3.c").header


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("The oil of lamps (without the old ones) is bought by the port", "The oil of lamps (without the old ones)"),
        ("The oil of lamps (without all that are old, or are of the boats) is bought", "The oil of lamps"),
        ("A keeper of the tower buys all of (A) the lamps and (B) the oil", "A keeper of the tower buys all of"),
        ("Lamps :( are lit by the keeper of the port", "Lamps :( are lit by the keeper of"),
        ("a) The oil and b) the wicks of every one of the lamps of the port", "a) The oil and b) the wicks of"),
    ],
)
def test_words_that_are_cut_end_in_no_bracket(words: str, said: str) -> None:
    assert shortened(words, 36) == said


def test_the_first_words_of_a_clause_show_that_a_bracket_behind_them_is_left_out() -> None:
    aside = "(without those that the port has bought for its own boats, and without the lamp of the tower)"
    document = contract(f"3. Lamps of the quay and of the whole of the town {aside} are lit. {LONG}\n\n4. End. {LONG}")
    assert at(document, "3").header.endswith("3. Lamps of the quay and of the whole of the town …")


def test_a_bracket_in_the_middle_of_a_lead_in_is_said_once() -> None:
    aside = "(or a boat that is longer than the pier)"
    lead = f"The keeper shall, at dusk of every day on which a ship {aside} comes into the port, light these lamps:"
    assert shortened_lead(lead).count(aside) == 1


@pytest.mark.parametrize(
    ("days", "said"),
    [("no Sunday, or a day of the feast", "(if it is no Sunday"), ("no feast, " * 12, "and that he has")],
)
def test_the_end_of_a_lead_in_begins_inside_no_bracket(days: str, said: str) -> None:
    day = f"that he has been in the tower (if it is {days} of the port) and that he has:"
    lead = shortened_lead(f"{BEFORE}the keeper shall say to the council of the town, in writing, {day}")
    assert f" … {said}" in lead
    assert lead.count("(") == lead.count(")")
