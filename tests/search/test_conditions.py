"""Conditions on metadata: how they are written."""

import pytest

from piperoll.errors import UsageError
from piperoll.search.conditions import Condition, as_parameter, parse


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("court=HKCFI", Condition("court", "=", "HKCFI")),
        ("year>=2018", Condition("year", ">=", "2018")),
        (" date < 2020-01-01 ", Condition("date", "<", "2020-01-01")),
        ("case name!=R v Smith", Condition("case name", "!=", "R v Smith")),
        ("note=a=b<c", Condition("note", "=", "a=b<c")),
        ("note=", Condition("note", "=", "")),
        ("Ändring införd=SFS 2010:5", Condition("Ändring införd", "=", "SFS 2010:5")),
    ],
)
def test_conditions(text: str, condition: Condition) -> None:
    assert parse(text) == condition


@pytest.mark.parametrize("text", ["", "court", "=HKCFI", " <= 3", "a\0=1"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert caught.value.code == "bad_where"


def test_no_conditions_are_no_parameter() -> None:
    assert as_parameter([]) is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("court=UKSC|UKPC", ["UKSC|UKPC", "UKSC", "UKPC"]),
        ("year=2020 | 2021", ["2020 | 2021", "2020", "2021", 2020.0, 2021.0]),
        ("final=true", ["true", True]),
        ("name=A", ["A"]),
    ],
)
def test_one_of_several_values_may_be_meant(text: str, meant: list[object]) -> None:
    wanted = parse(text).as_row()["wanted"]["any"]
    assert [*dict.fromkeys(wanted)] == meant
    assert str(wanted).count("True") <= 1
