"""Temporal markers of the official text: from when and until when a wording applies."""

from datetime import date

import pytest

from piperoll.corpora.se_law.temporal import NONE, UNDECIDED, first_wording, may_mark, validity


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("/Träder i kraft I:2026-06-05/ Lampan tänds.", date(2026, 6, 5), None),
        ("/Upphör att gälla U:2026-06-05/ Lampan tänds.", None, date(2026, 6, 5)),
        ("/Träder i kraft I:2025-01-01//Upphör att gälla U:2026-06-05/", date(2025, 1, 1), date(2026, 6, 5)),
        ("/Träder i kraft I:den dag regeringen bestämmer/", UNDECIDED, None),
        ("/Upphör att gälla den 5 juni 2026/ Lampan tänds.", None, date(2026, 6, 5)),
        ("(Träder i kraft den 5 juni 2026) Lampan tänds.", date(2026, 6, 5), None),
        ("/Träder i kraft den 5 lampan 2026/", None, None),
        ("/Ny beteckning 4 § U:2026-06-05/", None, date(2026, 6, 5)),
        ("/Rubriken upphör att gälla U:2026-06-05/ Lampan tänds.", None, None),
        ("/Träder i kraft I:2026-02-30/", None, None),
    ],
)
def test_validity(text: str, first: date | None, last: date | None) -> None:
    found = validity(text)
    assert may_mark(text)
    assert (found.valid_from, found.valid_to) == (first, last)
    assert found.printed


@pytest.mark.parametrize(
    "text", ["(Upphör att gälla 2024-12-31)", "/Träder i kraft\n2024-12-31/", "/Upphör att gälla U : 2026-06-05/"]
)
def test_whatever_holds_a_marker_may_hold_one(text: str) -> None:
    assert validity(text).printed
    assert may_mark(text)


def test_most_texts_cannot_hold_a_marker() -> None:
    assert not may_mark("1 § Lagen träder i kraft den 1 juli 2024: den ska gälla.")


def test_text_without_a_marker() -> None:
    assert validity("och/eller den 1/2") == NONE
    assert validity("Lag och/eller förordning som ska upphöra att gälla den 5 juni 2026\n") == NONE


def test_of_two_wordings_of_a_title_the_first_counts() -> None:
    assert (
        first_wording("/Rubriken upphör att gälla U:2021-01-01/ Lamplag /Rubriken träder i kraft I:2021-01-01/ Ljuslag")
        == "Lamplag"
    )
