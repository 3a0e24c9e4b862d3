"""Contracts: the stored text, the examples, and the published spans."""

import json
from bisect import bisect_right
from functools import cache
from pathlib import Path

import pytest

from piperoll.corpora.contracts import Contracts
from piperoll.corpora.registry import get
from piperoll.errors import UsageError
from piperoll.model import DocumentError
from piperoll.text.paragraphs import trim
from tests.corpora.clauses.documents import CONTRACTS, check, paths, read
from tests.corpora.real import real

FOLDER = Path(__file__).parents[3] / "examples" / "contracts"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbf1. A\r\n2. B", "\ufeff1. A\n2. B"),
        ("\ufeff1. A".encode("utf-16-le"), "\ufeff1. A"),
        (b"1. A\r2. B", "1. A\n2. B"),
        (b"Caf\xe9 agreement", "Café agreement"),
    ],
)
def test_stored_text(data: bytes, text: str) -> None:
    assert read(CONTRACTS, data, "a.txt").text == text


@pytest.mark.parametrize(("data", "code"), [(b"", "empty"), (b"\xef\xbb\xbf \n", "empty"), (b"%PDF\0\1\2", "binary")])
def test_bad_input_is_refused_with_its_reason(data: bytes, code: str) -> None:
    with pytest.raises(DocumentError) as error:
        list(CONTRACTS.read(data, "a.txt"))
    assert error.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        "هذا الاتفاق بين الطرفين. 1. السرية. لا يجوز الكشف عن المعلومات.\n" * 40,
        "本协议由双方签订。第一条 定义。双方同意保密。\n" * 40,
        "one line " * 5_000,
        "x" * 100_000,
        "\u200b",
    ],
)
def test_any_script_and_any_line(text: str) -> None:
    check(next(CONTRACTS.read(text.encode(), "a.txt")))


def test_examples() -> None:
    documents = [read(CONTRACTS, path.read_bytes(), path.name) for path in sorted(FOLDER.glob("*.txt"))]
    assert [one.title for one in documents] == [
        "Distribution Agreement between Harbour Lamp Works Limited and Nordkap Trading AB",
        "Mutual Non-Disclosure Agreement between Skerry Optics GmbH and Pharos Analytics, Inc.",
    ]
    assert documents[0].metadata == {
        "type": "Distribution Agreement",
        "parties": ["Harbour Lamp Works Limited", "Nordkap Trading AB"],
        "date": "2031-03-04",
    }
    assert [one.reason for one in documents[0].set_aside] == ["table of contents", "page furniture", "page furniture"]
    there = {(one.key, chunk.path) for one in documents for chunk in one.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there


def test_references() -> None:
    document = read(CONTRACTS, (FOLDER / "distribution.txt").read_bytes(), "distribution.txt")
    assert CONTRACTS.references("what does Section 3.3 limit")[0].path in paths(document)
    assert CONTRACTS.references("Article II")[0].path in paths(document)


def test_a_size_below_the_least_is_refused() -> None:
    with pytest.raises(UsageError):
        get("contracts", {"max_tokens": 5})


def test_published_spans_hold() -> None:
    """The answer stands at its span of the stored text, and most answers lie whole in one chunk.

    Of all questions it is counted by ``benchmarks/clause_spans.py``.
    """
    root = real("legalbench-rag")
    inside = total = 0
    reads = cache(lambda path: read(CONTRACTS, (root / "corpus" / path).read_bytes(), path))
    for name, step in (("contractnli", 20), ("cuad_rebuilt", 450), ("maud", 1_000)):
        tests = json.loads((root / "benchmarks" / f"{name}.json").read_text(encoding="utf-8"))["tests"]
        for snippet in (snippet for test in tests[::step] for snippet in test["snippets"]):
            document = reads(snippet["file_path"])
            start, end = snippet["span"]
            assert document.text[start:end] == snippet["answer"]
            start, end = trim(document.text, start, end)
            chunk = document.chunks[bisect_right([one.start for one in document.chunks], start) - 1]
            inside += chunk.start <= start and end <= chunk.end
            total += 1
    assert total > 50
    assert inside > 0.7 * total


def test_line_ends_of_two_bytes_count_as_one() -> None:
    root = real("legalbench-rag")
    files = sorted((root / "corpus_crlf" / "maud").glob("*.txt"), key=lambda path: path.stat().st_size)
    path = files[0]
    same = read(CONTRACTS, (root / "corpus" / "maud" / path.name).read_bytes(), path.name)
    assert read(CONTRACTS, path.read_bytes(), path.name) == same


def test_sizes_are_free() -> None:
    data = (FOLDER / "distribution.txt").read_bytes()
    counts = [len(read(Contracts(max_tokens=size), data, "a.txt").chunks) for size in (40, 80, 220, 2_000)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
