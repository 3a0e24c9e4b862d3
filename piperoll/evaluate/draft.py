"""Draft a gold set from the questions that people asked: what they opened then may be the answer."""

from collections.abc import Iterable, Mapping
from typing import Any

END = " \t\n?!.…"
"""At its end these do not tell a question from another."""


def draft(questions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of a gold set, in our own form, for a person to correct.

    What was asked in the same words with the same filters is one question. Each document that was opened is an answer:
    the units of it that were hits, equally right; without one, the document. Questions after which nothing was opened
    are left out.

    Args:
        questions: as :func:`piperoll.store.questions.every` has them.
    """
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for one in questions:
        key = normalised(one["question"]), repr(sorted(one["filters"].items()))
        new = {"id": str(one["asked"]), "query": one["question"], "relevant": {}, "filters": one["filters"], "times": 0}
        line = lines.setdefault(key, new)
        line["times"] += 1
        for document in one["opened"]:
            places = line["relevant"].setdefault(document, [])
            hits = [hit for hit in one["hits"] if hit["document"] == document]
            places += [place for hit in hits if (place := _place(hit)) not in places]
    return [
        line | {"relevant": [places or {"document": key} for key, places in line["relevant"].items()]}
        for line in lines.values()
        if line["relevant"]
    ]


def normalised(question: str) -> str:
    """Return a question as it is compared: without case, marks at its end, and the length of white space."""
    return " ".join(question.casefold().split()).rstrip(END)


def _place(hit: Mapping[str, Any]) -> dict[str, str]:
    return {"document": hit["document"], "path": hit["path"]}
