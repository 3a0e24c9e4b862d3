"""A gold set is drafted from what people asked, and from what they opened then."""

from typing import Any

from piperoll.evaluate.draft import draft, normalised


def asked(question: str, hits: list[tuple[str, str]], opened: list[str], **filters: str) -> dict[str, Any]:
    found = [{"rank": rank, "document": document, "path": path} for rank, (document, path) in enumerate(hits, 1)]
    return {"asked": question, "question": question, "filters": filters, "hits": found, "opened": opened}


def test_the_hits_of_what_was_opened_are_the_answers() -> None:
    hits = [("A", "§1"), ("B", "§1"), ("A", "§2")]
    [line] = draft([asked("Who keeps the light?", hits, ["A", "C"])])
    assert line["relevant"] == [[{"document": "A", "path": "§1"}, {"document": "A", "path": "§2"}], {"document": "C"}]
    assert (line["query"], line["filters"], line["times"]) == ("Who keeps the light?", {}, 1)


def test_what_was_asked_in_the_same_words_is_one_question() -> None:
    questions = [
        asked("Who keeps the light?", [("A", "§1")], []),
        asked("who  keeps the LIGHT", [("A", "§2")], ["A"]),
        asked("who keeps the light", [("A", "§2"), ("A", "§3")], ["A"]),
        asked("who keeps the light", [("A", "§4")], ["A"], role="TITLE"),
    ]
    first, second = draft(questions)
    assert (first["query"], first["times"]) == ("Who keeps the light?", 3)
    assert first["relevant"] == [[{"document": "A", "path": "§2"}, {"document": "A", "path": "§3"}]]
    assert (second["filters"], second["times"]) == ({"role": "TITLE"}, 1)


def test_a_question_after_which_nothing_was_opened_is_left_out() -> None:
    assert draft([asked("Who keeps the light?", [("A", "§1")], [])]) == []


def test_questions_are_compared_without_case_white_space_and_end() -> None:
    assert normalised("  What is\nArt. 5 ?!") == "what is art. 5"
