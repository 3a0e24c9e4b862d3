"""Hits by document."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from piperoll.search.group import HIGHLIGHTS, by_document


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
    found = by_document(hits, 2)
    assert [(one["rank"], one["document"], one["score"], one["passages"]) for one in found] == [
        (1, "short", 0.9, 1),
        (2, "long", 0.8, 8),
    ]
    assert found[0]["highlights"][0]["paragraph_numbers"] == [7, 8]
    assert [one["path"] for one in found[1]["highlights"]] == ["para.1", "para.2", "para.3"]


def test_of_equal_best_passages_the_next_decides() -> None:
    hits = [hit("a", 0.9), hit("b", 0.9), hit("c", 0.9), hit("c", 0.4), hit("b", 0.3)]
    assert [one["document"] for one in by_document(hits, 3)] == ["c", "b", "a"]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 1))), st.integers(1, 4))
def test_every_document_is_there_once_with_its_best(found: list[tuple[str, float]], k: int) -> None:
    found.sort(key=lambda one: -one[1])
    groups = by_document([hit(*one) for one in found], k)
    assert len(groups) == min(k, len({document for document, _ in found}))
    assert [one["score"] for one in groups] == sorted((one["score"] for one in groups), reverse=True)
    for one in groups:
        scores = [score for document, score in found if document == one["document"]]
        assert (one["score"], one["passages"]) == (max(scores), len(scores))
        assert [passage["score"] for passage in one["highlights"]] == scores[:HIGHLIGHTS]
