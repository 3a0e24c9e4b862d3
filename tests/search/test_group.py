"""Hits by document."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from piperoll.search.group import grouped, packed


def hit(document: str, score: float, path: str = "para.1", **metadata: Any) -> dict[str, Any]:
    return {
        "document": document, "source": f"{document}.txt", "title": f"Case {document}", "version_id": 1, "score": score,
        "path": path, "role": "reasoning", "header": "", "content": "", "start": 0, "end": 1, "metadata": metadata,
    }  # fmt: skip


def test_a_document_counts_by_its_best_passage() -> None:
    hits = [
        hit("short", 0.9, "para.7", paragraph_numbers=[7, 8]),
        hit("long", 0.8),
        *(hit("long", 0.5, f"para.{number}") for number in range(2, 9)),
        hit("other", 0.1),
    ]
    found = grouped(hits)
    assert [(one[0]["document"], one[0]["score"], len(one)) for one in found] == [
        ("short", 0.9, 1),
        ("long", 0.8, 8),
        ("other", 0.1, 1),
    ]
    assert [one["path"] for one in found[1]] == ["para.1", *(f"para.{number}" for number in range(2, 9))]


def test_of_equal_best_passages_the_next_decides() -> None:
    hits = [hit("a", 0.9), hit("b", 0.9), hit("c", 0.9), hit("c", 0.4), hit("b", 0.3)]
    assert [found[0]["document"] for found in grouped(hits)] == ["c", "b", "a"]


def test_of_a_document_its_title_and_the_passages_found_are_read() -> None:
    def found(header: str, start: int, content: str) -> dict[str, Any]:
        return hit("a", 0.5) | {"header": header, "content": content, "start": start}

    hits = [found("Case a > Analysis > Why", 40, "It was late."), found("Case a", 0, "An appeal.")]
    assert packed(hits, 100) == "Case a\n\nAn appeal.\n\nAnalysis > Why\nIt was late."
    assert packed(hits, 36) == "Case a\n\nAnalysis > Why\nIt was late."


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 1))))
def test_every_document_is_there_once_with_its_best(found: list[tuple[str, float]]) -> None:
    found.sort(key=lambda one: -one[1])
    groups = grouped(hit(*one) for one in found)
    assert len(groups) == len({document for document, _ in found})
    best = [one[0]["score"] for one in groups]
    assert best == sorted(best, reverse=True)
    for one in groups:
        assert [passage["score"] for passage in one] == [score for name, score in found if name == one[0]["document"]]
