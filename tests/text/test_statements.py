"""What statements say: who must, may or may not do what, and what terms mean."""

import pytest

from piperoll.text.statements import triplets

Said = list[tuple[str, str, str]]


def said(text: str, language: str) -> Said:
    return [(one.subject, one.predicate, one.object) for one in triplets(text, 0, len(text), language)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Tenant shall not sublet the premises.", [("The Tenant", "shall not sublet", "the premises")]),
        (
            "If the lamp fails, the keeper must, at its own expense, repair it.",
            [("the keeper", "must repair", "it")],
        ),
        (
            "The fee shall be paid by the Tenant within 30 days.",
            [("the Tenant", "shall be paid", "The fee within 30 days")],
        ),
        (
            "The fee shall be paid by 30 June.",
            [("The fee", "shall be paid", "by 30 June")],
        ),
        ("“Light” (燈) means a lamp that burns;", [("Light", "means", "a lamp that burns")]),
        ("golf cart (高爾夫球車) means a vehicle for golf;", [("golf cart", "means", "a vehicle for golf")]),
        ('"Site" shall have the meaning given in clause 2.', [("Site", "shall have the meaning", "given in clause 2")]),
        (
            "We may share your data and will not sell it.",
            [("We", "may share", "your data"), ("We", "will not sell", "it")],
        ),
        ("We do not sell personal data.", [("We", "do not sell", "personal data")]),
        ("We **collect** [your name](https://example.org).", [("We", "collect", "your name")]),
        (
            "A person who may enter the tower must sign the book.",
            [("A person", "must sign", "the book")],
        ),
        (
            "You must not:\n\n* sell the service; or\n* copy the lamp.\n\nIt is ours.",
            [("You", "must not sell", "the service"), ("You", "must not copy", "the lamp")],
        ),
        (
            "The notice must contain the following:\n(a) the name of the keeper;\n(b) the date.\n",
            [("The notice", "must contain", "the name of the keeper"), ("The notice", "must contain", "the date")],
        ),
        ("IN NO EVENT SHALL WE BE LIABLE FOR DAMAGES.", [("WE", "SHALL never BE LIABLE", "FOR DAMAGES")]),
        (
            "You agree that the keeper may close the tower, unless it burns.",
            [("You", "agree", "that the keeper may close the tower"), ("the keeper", "may close", "the tower")],
        ),
        ("No party may assign this Agreement.", [("No party", "may assign", "this Agreement")]),
        ("The lamp burns in May. He left it at will.", []),
        ("The tower and the lamp which may burn.", []),
    ],
)
def test_english(text: str, found: Said) -> None:
    assert said(text, "english") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Den som innehar en fyr ska anmäla det till länsstyrelsen.",
            [("Den som innehar en fyr", "ska anmäla", "det till länsstyrelsen")],
        ),
        ("Om ljuset slocknar, får vaktaren inte sova.", [("vaktaren", "får inte sova", "")]),
        (
            "Avgiften ska betalas av fyrvaktaren före årets slut.",
            [("fyrvaktaren", "ska betalas", "Avgiften före årets slut")],
        ),
        ("Med fyr avses ett torn med ljus.", [("fyr", "avses", "ett torn med ljus")]),
        (
            "I denna lag avses med\n1. fyr: ett torn med ljus,\n2. vaktare: den som sköter ljuset.",
            [("fyr", "avses", "ett torn med ljus"), ("vaktare", "avses", "den som sköter ljuset")],
        ),
        ("Vaktaren ska senast den 1 mars lämna en rapport.", [("Vaktaren", "ska lämna", "en rapport")]),
        (
            "Ljuset måste brinna och får inte släckas.",
            [("Ljuset", "måste brinna", ""), ("Ljuset", "får inte släckas", "")],
        ),
        ("Regeringen beslutar om fyrar som får släckas.", []),
        ("Länsstyrelsen prövar frågor om att vaktaren ska avskedas.", []),
    ],
)
def test_swedish(text: str, found: Said) -> None:
    assert said(text, "swedish") == found


def test_the_range_is_the_statement() -> None:
    text = "# Lamps\n\n1. The keeper shall light the lamp. He may rest.\n2. Keepers must not sleep."
    ranges = [text[one.start : one.end] for one in triplets(text, 0, len(text), "english")]
    assert ranges == ["The keeper shall light the lamp.", "He may rest.", "Keepers must not sleep."]


def test_a_language_without_rules_says_nothing() -> None:
    assert said("Le gardien doit allumer la lampe. The keeper must light it.", "french") == []
