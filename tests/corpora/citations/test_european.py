"""Acts of the European Union have one number in every language, and articles one path in every style."""

import pytest

from piperoll.corpora.citations.european import article, numbers, target


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("enligt förordning (EU) 2016/679", ["EU 2016/679"]),
        ("förordning (EG) nr 1907/2006", ["EU 1907/2006"]),
        ("Regulation (EC) No 1907/2006", ["EU 1907/2006"]),
        ("direktiv 2009/28/EG och 89/618/Euratom", ["EU 2009/28", "EU 89/618"]),
        ("direktivet (EU 2019/790)", ["EU 2019/790"]),
        ("på sidan 12/14 i akten", []),
    ],
)
def test_numbers_of_acts(text: str, expected: list[str]) -> None:
    assert [target(match) for match in numbers(text, 0, len(text))] == expected


@pytest.mark.parametrize(
    ("printed", "path"),
    [
        ("6(1)(a)", "art6.1.a"),
        ("6.1 a", "art6.1.a"),
        ("6 para. 1 lit. a", "art6.1.a"),
        ("6a", "art6a"),
        ("13", "art13"),
    ],
)
def test_articles(printed: str, path: str) -> None:
    assert article(printed) == path
