"""The comparison of Pythons reads every example, and says where two of them differ."""

import sys
from pathlib import Path

from benchmarks import pythons
from benchmarks.pythons import Item

RULES: list[Item] = [("terms", "a.md", None), ("terms", "b.md", None), ("sst", "c.jsonl", 3)]
ALIKE = [{"chunks": "1", "terms": "2"}, {"chunks": "3", "terms": "4"}, {"chunks": "5", "terms": "6"}]


def test_every_example_is_read_whole() -> None:
    examples = list(pythons.examples())
    results = pythons.parsed(Path(sys.executable), examples)
    assert {profile for profile, _, _ in examples} == {
        "se-law", "sst", "hk-cases", "hk-legislation", "terms", "contracts", "sec-10k"
    }  # fmt: skip
    assert [
        item for item, parts in zip(examples, results, strict=True) if not parts.keys() >= {"chunks", "terms"}
    ] == []


def test_two_pythons_that_agree_have_no_differences() -> None:
    assert list(pythons.differences(RULES, ALIKE, [dict(one) for one in ALIKE])) == []


def test_each_profile_that_differs_is_told_with_its_parts() -> None:
    other = [ALIKE[0] | {"terms": "x"}, ALIKE[1] | {"chunks": "y", "terms": "z"}, {"refused": "0"}]
    assert list(pythons.differences(RULES, ALIKE, other)) == [
        "terms: 2 of 2 documents differ (chunks 1, terms 2), such as a.md",
        "sst: 1 of 1 documents differ (chunks 1, refused 1, terms 1), such as c.jsonl, row 3",
    ]


def test_each_interpreter_is_found_once_and_one_that_does_not_start_is_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "python3.11"
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    here = Path(sys.executable)
    found = pythons.interpreters([broken, here, here])
    assert found[pythons.version_of(here)] == here
    assert broken not in found.values()
