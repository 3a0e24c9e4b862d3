"""Profiles by name, and their options."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from piperoll.corpora import registry
from piperoll.errors import UsageError
from piperoll.model import Citation, Document
from piperoll.pipeline.parse import code_of


@dataclass(frozen=True)
class Toy:
    """A family with options."""

    name: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})
    row_keys: ClassVar[tuple[str, ...]] = ()
    days: ClassVar[tuple[str, ...]] = ()
    numbers: ClassVar[tuple[str, ...]] = ()

    max_tokens: int = 300
    footnotes: bool = False

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        yield from ()

    def references(self, query: str) -> list[Citation]:
        return []

    def wordings(self, query: str) -> list[str]:
        return []


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.profiles(), "toy", Toy())


def test_options_take_the_place_of_defaults() -> None:
    profile = registry.get("toy", {"max_tokens": 100})
    assert registry.options_of(profile) == {"max_tokens": 100, "footnotes": False}
    assert registry.options_of(registry.get("toy")) == {"max_tokens": 300, "footnotes": False}


@pytest.mark.parametrize(
    ("name", "options", "code", "named"),
    [
        ("toy", {"max_token": 1}, "unknown_option", "max_tokens, footnotes"),
        ("toy", {"max_tokens": "many"}, "option_invalid", "max_tokens"),
        ("se-law", {"max_tokens": 1}, "unknown_option", "It has none"),
        ("none", {}, "unknown_profile", "se-law"),
    ],
)
def test_wrong_options_are_refused_with_what_there_is(
    name: str, options: dict[str, object], code: str, named: str
) -> None:
    with pytest.raises(UsageError) as caught:
        registry.get(name, options)
    assert caught.value.code == code
    assert named in f"{caught.value.message} {caught.value.remedy}"


def test_an_option_that_is_set_makes_other_rows() -> None:
    makers = {tuple(code_of(registry.get("toy", options))) for options in ({}, {"max_tokens": 1}, {"footnotes": True})}
    assert len(makers) == 3
    assert code_of(registry.get("toy", {"max_tokens": 300})) == code_of(registry.get("toy"))
