"""The glossary holds each of our words once, in one sentence, and says where to read more."""

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRY = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*: (?P<sentence>.+\.) \[[^]]+\]\([^)]+\)$")
LINES = [line for line in TEXT.splitlines() if line.startswith("- ")]
TERMS = re.findall(r"^- \*\*([^*]+)\*\*", TEXT, re.MULTILINE)
OURS = """
    backend, candidate, chunk, corpus, document, document matching, edition, fusion, gate, gold set, ledger, locator,
    partition, profile, published, quarantine, query expansion, run, scorer, set-aside range, source, stage, unit,
    version, workspace
"""
"""The words that every page may use without saying what they mean."""


@pytest.mark.parametrize("line", LINES)
def test_an_entry_is_one_sentence_and_a_link(line: str) -> None:
    match = ENTRY.fullmatch(line)
    assert match
    sentence = match["sentence"]
    assert sentence[0].isupper()
    assert ". " not in sentence


def test_terms_are_unique_and_in_order() -> None:
    assert len(TERMS) == len(LINES) == len(set(TERMS))
    assert sorted(TERMS, key=str.casefold) == TERMS


def test_the_words_that_everything_is_described_with_are_there() -> None:
    assert {" ".join(word.split()) for word in OURS.split(",")} <= set(TERMS)


def test_a_word_that_we_avoid_is_no_term() -> None:
    rows = re.findall(r"^\| (?!we write|-)([^|]+) \| ([^|]+) \|$", TEXT, re.MULTILINE)
    avoided = {word.strip() for _, words in rows for word in re.split(r"[,;]", words)}
    assert len(rows) > 10
    assert not avoided & set(TERMS)
