"""How an enactment is named: chapter, title, day of the version."""

from datetime import date

import pytest

from piperoll.corpora.hk_legislation.names import chapter_in, key_of, title_in, version_in

TITLE = "Harbour Lights Ordinance (Cap./Instrument No.: 9001) (Version date: 1.3.2031)"


@pytest.mark.parametrize(
    ("printed", "key"), [("272", "Cap. 272"), ("cap. 59ad", "Cap. 59AD"), (" 32 ", "Cap. 32"), ("Order 5", "")]
)
def test_key(printed: str, key: str) -> None:
    assert key_of(printed) == key


@pytest.mark.parametrize(
    ("text", "name", "chapter"),
    [
        (TITLE, "x.txt", "Cap. 9001"),
        ("CHAPTER 59AD\nFactories Regulations", "x.txt", "Cap. 59AD"),
        ("Lamps Regulation (Cap. 59, sub. leg. A)", "x.txt", "Cap. 59A"),
        ("Lamps Ordinance\n1. Short title", "texts/cap-59ad.md", "Cap. 59AD"),
        ("Lamps Ordinance\n1. Short title", "lamps.md", ""),
    ],
)
def test_chapter(text: str, name: str, chapter: str) -> None:
    assert chapter_in(text, name) == chapter


def test_title_and_version() -> None:
    assert title_in(TITLE) == "Harbour Lights Ordinance"
    assert title_in("Cap. 59\nLamps Ordinance") == "Lamps Ordinance"
    assert version_in(TITLE) == date(2031, 3, 1)
    assert version_in("Last updated: 2031-02-30") is None
    assert version_in("Lamps Ordinance") is None
