"""Values of JSON are what they should be, or an error that names their place."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from piperoll.corpora.se_law.json_values import day_of, list_of, mapping_of, text_of
from piperoll.model import DocumentError


def test_values() -> None:
    assert [text_of(one, "title") for one in (None, "Fyrlag", 12)] == ["", "Fyrlag", "12"]
    assert (mapping_of(None, "a"), mapping_of({"a": 1}, "a")) == ({}, {"a": 1})
    assert (list_of(None, "a"), list_of([1], "a")) == ([], [1])


@pytest.mark.parametrize(
    ("read", "value", "words"),
    [
        (text_of, True, "chapters.0 is bool, not text"),
        (text_of, [], "chapters.0 is list, not text"),
        (mapping_of, "x", "chapters.0 is str, not an object"),
        (list_of, {}, "chapters.0 is dict, not a list"),
    ],
)
def test_a_value_of_another_shape_is_named(read: Callable[[Any, str], Any], value: Any, words: str) -> None:
    with pytest.raises(DocumentError, match=words) as caught:
        read(value, "chapters.0")
    assert caught.value.code == "wrong_shape"


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2031-07-01T00:00:00", date(2031, 7, 1)),
        ("2031-07-01 överg.best.", date(2031, 7, 1)),
        ("2031-13-01", None),
        ("1 juli", None),
        (None, None),
    ],
)
def test_day(value: Any, day: date | None) -> None:
    assert day_of(value) == day
