"""Real judgments and the made-up forms beside them."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.sst import pack_for_reranker
from piperoll.corpora.sst.sections import parse
from piperoll.model import DocumentError
from tests.corpora.real import real
from tests.corpora.sst.decisions import check

NUMBERED = re.compile(r"\s*\[(\d+)\]")
OUTLINE = re.compile(r"(?:[IVX]+|[A-Z])\.\s{2,}[A-Z]")
""""IV.         Analysis" on a line of its own: a heading without doubt."""


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (real("sst") / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", ["made-up-forms.jsonl", "made-up-forms-old-columns.jsonl"])
def test_every_made_up_form_as_expected(name: str) -> None:
    for one in rows(name):
        try:
            (document,) = get("sst").read(json.dumps(one).encode(), f"{name}!/x.json")
        except DocumentError as error:
            assert (one["form"], error.code) == ("French only", "other_language")
            continue
        check(document)
        decision = parse(document.text)
        found = {
            "headings": [section.name for section in decision.sections if section.name],
            "paragraphs": [p.number for section in decision.sections for p in section.paragraphs if p.number],
            "footnotes": len(decision.notes.notes),
        }
        assert found == one["expect"], one["form"]


def test_judgments_of_the_supreme_court() -> None:
    headings = found = paragraphs = same = 0
    for one in rows("other-scc.jsonl"):
        (document,) = get("sst").read(json.dumps(one).encode(), "other-scc.jsonl!/x.json")
        check(document)
        text = document.text
        decision = parse(text)
        names = {section.name for section in decision.sections}
        lines = [line for line in text.splitlines() if line.strip()]
        for line, following in pairwise(lines):
            if NUMBERED.match(following) and OUTLINE.match(line):
                headings += 1
                found += " ".join(line.split()) in names
        numbers = [p.number for section in decision.sections for p in section.paragraphs if p.number]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= 0.9 * sum(bool(NUMBERED.match(line)) for line in lines)
        flat = parse(" ".join(text.split()))
        paragraphs += len(numbers)
        same += len({p.number for section in flat.sections for p in section.paragraphs} & set(numbers))
        assert len(pack_for_reranker(text, 32_768)) <= 32_768
    assert headings > 340
    assert found >= 0.98 * headings
    assert same >= 0.99 * paragraphs
