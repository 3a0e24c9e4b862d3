"""The terms of triplets and the norms that statements make."""

import pytest

from piperoll.text.relations import Norm, asked, norm, terms


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("The keeper shall light the lamp", "english", Norm.DUTY),
        ("The keeper may light the lamp", "english", Norm.RIGHT),
        ("The keeper may not light the lamp", "english", Norm.BAN),
        ("No keeper may light the lamp", "english", Norm.BAN),
        ("You can't light the lamp", "english", Norm.BAN),
        ("The keeper is not required to light the lamp", "english", Norm.EXEMPTION),
        ("This service does not sell your data", "english", Norm.BAN),
        ("The document prohibits copies", "english", Norm.BAN),
        ("The lamp burns", "english", None),
        ("vaktaren ska tända ljuset", "swedish", Norm.DUTY),
        ("vaktaren får inte släcka ljuset", "swedish", Norm.BAN),
        ("vaktaren får släcka ljuset", "swedish", Norm.RIGHT),
        ("vaktaren behöver inte tända ljuset", "swedish", Norm.EXEMPTION),
        ("le gardien doit allumer", "french", None),
    ],
)
def test_norm(text: str, language: str, found: Norm | None) -> None:
    assert norm(text, language) is found


def test_terms_stand_in_their_part_and_persons_are_kept() -> None:
    found = terms("You", "may not sell", "our lamps", "english")
    assert found == ["s:you", "p:sell", "o:we", "o:lamp", "n:ban"]
    assert asked("May we sell lamps?", "english") == ["we", "sell", "lamp"]
