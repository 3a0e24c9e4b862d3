"""Benchmarks ask what they say: equal documents count as either, other words keep the question."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from benchmarks import questions
from benchmarks.questions import Named
from piperoll.evaluate.gold import Gold, Place, Query


def benchmark(folder: Path, tests: Mapping[str, list[dict[str, Any]]], texts: Mapping[str, str]) -> Path:
    """A folder as LegalBench-RAG has it."""
    (folder / "benchmarks").mkdir()
    for name, found in tests.items():
        (folder / "benchmarks" / f"{name}.json").write_bytes(orjson.dumps({"tests": found}))
    for source, text in texts.items():
        path = folder / "corpus" / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def snippet(source: str, start: int, end: int) -> dict[str, Any]:
    return {"file_path": source, "span": [start, end]}


def test_equal_documents_and_queries_with_the_same_words_are_answered_by_either(tmp_path: Path) -> None:
    texts = {"lamps/a.txt": "The lamp is lit.", "lamps/b.txt": "The lamp is lit.", "lamps/c.txt": "The lamp is lit!"}
    asked = "Consider the Lamp Agreement; is it lit?"
    tests = [
        {"query": asked, "snippets": [snippet("lamps/a.txt", 0, 8), snippet("lamps/a.txt", 9, 16)]},
        {"query": asked, "snippets": [snippet("lamps/c.txt", 0, 8)]},
        {"query": "Something else", "snippets": [snippet("lamps/c.txt", 0, 3)]},
    ]
    gold = questions.legalbench(benchmark(tmp_path, {"lamps": tests}, texts))
    given = {name for name in gold.sets if name != questions.PRIVACY}
    first, second, third = (query for query in gold.queries if query.set in given)
    assert [{place.document[-5] for place in answer} for answer in first.answers] == [{"a", "b", "c"}, {"a", "b"}]
    assert [{place.document[-5] for place in answer} for answer in second.answers] == [{"a", "b", "c"}]
    assert [{place.document[-5] for place in answer} for answer in third.answers] == [{"c"}]
    assert all(place.span == (0, 8) for place in first.answers[0])


def query(text: str, document: str = "a.txt", number: int = 1, of: str = "lamps") -> Query:
    return Query(str(number), text, ((Place(document, span=(0, 4)),),), set=of)


def test_as_many_queries_are_drawn_of_each_set_and_the_same_ones_each_time() -> None:
    every = [
        query("?", number=number, of=of) for of in ("large", "small") for number in range(40 if of == "large" else 3)
    ]
    drawn = questions.drawn(Gold("x", every), 5)
    assert [sum(one.set == name for one in drawn.queries) for name in drawn.sets] == [5, 3]
    assert drawn.queries == questions.drawn(Gold("x", every), 5).queries
    assert questions.drawn(Gold("x", every), 0).queries == every


def test_queries_about_other_documents_are_left_out() -> None:
    either = Query("3", "?", ((Place("b.txt", span=(0, 4)), Place("a.txt", span=(0, 4))),))
    gold = Gold("x", [query("?"), query("?", "b.txt", 2), either])
    assert [one.id for one in questions.about(gold, ["a.txt"]).queries] == ["1", "3"]


@pytest.mark.parametrize(
    ("title", "parties", "first"),
    [
        ("the Lamp Agreement between Oil, LLC and Wick & Sons", "Oil, LLC and Wick & Sons", "Oil, LLC"),
        ("the Lamp Agreement between Oil, Inc., Wick Ltd. and Flame", "Oil, Inc., Wick Ltd. and Flame", "Oil, Inc."),
        ('the Sale between Parent "Oil, Inc." and Target "Wick"', 'Parent "Oil, Inc." and Target "Wick"', "Oil, Inc."),
        ("Wick's Non-Disclosure Agreement", "Wick", "Wick"),
        ("the Charter", "Charter", "Charter"),
    ],
)
def test_a_title_is_taken_apart(title: str, parties: str, first: str) -> None:
    named = Named(title, "?")
    assert (named.parties, named.first_party) == (parties, first)


def test_other_forms_keep_the_question_and_the_answers() -> None:
    asked = "May lamps be sold?"
    gold = Gold("x", [
        query(f"Consider the Lamp Agreement between Oil, LLC and Wick; {asked}"),
        query(f"Consider the Lamp Agreement between Tallow and Wick; {asked}", number=2),
        query("who may sell lamps", number=3),
    ])  # fmt: skip
    forms = questions.rephrased(gold)
    assert forms["as given"].queries == gold.queries[:2]
    for name, other in forms.items():
        assert [one.id for one in other.queries] == ["1", "2"]
        assert all(asked.lower() in one.text.lower() for one in other.queries)
        assert (other.queries[0].text == gold.queries[0].text) == (name == "as given")
    assert forms["2 words of the title"].queries[1].text == f"Consider the Tallow; {asked}"
    assert forms["first party"].queries[0].text == f"Consider Oil, LLC; {asked}"


def test_a_unit_is_the_range_of_its_chunks() -> None:
    chunks = [
        {"document": "SFS 2031:12", "source": "a.md", "path": path, "start": start, "end": end}
        for path, start, end in (("kap1.§1", 0, 9), ("kap2.§1", 10, 19), ("kap2.§1.p2", 20, 30), ("kap2.§12", 31, 40))
    ]
    places = [
        Place("SFS 2031:12", path="kap2.§1"),
        Place("SFS 2031:12", path="kap2"),
        Place("a.md"),
        Place("a.md", span=(1, 2)),
    ]
    gold = questions.ranged(Gold("x", [Query("1", "?", tuple((place,) for place in places))]), chunks)
    assert [place.span for (place,) in gold.queries[0].answers] == [(10, 30), (10, 40), (0, 40), (1, 2)]
    assert {place.document for (place,) in gold.queries[0].answers} == {"a.md"}


def test_what_proves_a_statement_is_whatever_was_marked_for_it(tmp_path: Path) -> None:
    texts = {
        "docs/Lamp/Terms.md": "No refunds. You may not\nresell. No refunds.",
        "docs/Oil/Terms.md": "- You MAY not *resell*!",
    }
    for file, text in texts.items():
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    rows = [
        {"id": "1", "service": "Lamp", "query": "No money back", "file": "docs/Lamp/Terms.md", "start": 0, "end": 11,
         "quote": "No refunds.", "other_spans": [[32, 43]]},
        {"id": "2", "service": "Lamp", "query": "No resale", "file": "docs/Lamp/Terms.md", "start": 12, "end": 31,
         "quote": "You may not\nresell.", "also_in": ["docs/Oil/Terms.md"]},
    ]  # fmt: skip
    (tmp_path / "gold.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
    first, second = questions.terms(tmp_path, within=False).queries
    assert (first.text, first.filters) == ("Lamp: No money back", {})
    assert [place.span for place in first.answers[0]] == [(0, 11), (32, 43)]
    found = [(place.document, texts[place.document][slice(*place.range)]) for place in second.answers[0]]
    assert found == [("docs/Lamp/Terms.md", "You may not\nresell."), ("docs/Oil/Terms.md", "You MAY not *resell")]
    assert questions.terms(tmp_path, within=True).queries[0].filters == {"where": ["service=Lamp"]}
