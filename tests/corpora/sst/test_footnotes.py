"""Footnotes of decisions: their texts are set aside, and their marks are no part of the words."""

import pytest

from piperoll.corpora.sst.sections import parse
from tests.corpora.sst.decisions import (
    BODY,
    NOTES,
    WHOLE,
    names,
    numbers,
    read,
    section,
)


def test_a_citation_in_a_footnote_is_no_paragraph() -> None:
    text = f"{BODY}Footnote 1\nSee what the Minister argued in its Decision [52] and later.\n"
    assert numbers(text) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [note.number for note in parse(text).notes.notes] == [1]


@pytest.mark.parametrize(
    ("notes", "count"),
    [
        (NOTES, 2),
        ("Footnote 1 See section 52.\nFootnote 2 See above.\n", 2),
        ("1 Section 52 of the Act.\n2 The letter.\n", 2),
        ("Footnote 1\nSee:\nsection 52.\nFootnote 2\nThe letter.\n", 2),
        ("Note de bas de page 1\nArticle 52.\n", 1),
        ("", 0),
        ("It was ordered:\n1 The letter is sent.\n2 It is read.", 0),
        ("She asked what Footnote 1 says.", 0),
    ],
)
def test_footnotes(notes: str, count: int) -> None:
    decision = parse(WHOLE.replace(NOTES, notes))
    assert len(decision.notes.notes) == count
    assert numbers(WHOLE.replace(NOTES, notes)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_references_are_taken_out_of_the_words() -> None:
    text = WHOLE.replace("the limit.", "the limit.Footnote 1 In Footnote 2 they are sixty. Footnote 2")
    assert section(text, "Analysis").text == "[5] Thirty days are the limit. In Footnote 2 they are sixty."
    (chunk,) = (one for one in read(text).chunks if one.path == "para.5")
    assert "Footnote 1 In Footnote 2" in chunk.content
    assert [number for number, _, _ in chunk.metadata["footnote_references"]] == [1, 2]


def test_a_reference_at_the_end_is_no_footnote() -> None:
    text = "Decision\n[1] The appeal is dismissed.\n[2] She is not eligible.Footnote 1 This explains why."
    assert not parse(text).notes.notes
    assert read(text).chunks[-1].content.endswith("This explains why.")


def test_a_heading_follows_the_mark_of_a_footnote() -> None:
    text = "Overview [1] It was late. [2] These are reasons for the appeal.Footnote 1 Issue(s) [3] Was it? [4] It was."
    assert names(text) == ["Overview", "Issue(s)"]
    assert numbers(text) == [1, 2, 3, 4]


@pytest.mark.parametrize("title", ["Footnotes\n", "\nNotes de bas de page\n\n", "Endnotes:\n"])
def test_the_line_above_the_footnotes_is_set_aside_with_them(title: str) -> None:
    text = f"{BODY}{title}{NOTES}"
    document = read(text)
    assert document.chunks[-1].content == "Conclusion [8] It is dismissed."
    assert [one.reason for one in document.set_aside][-2:] == ["footnotes", "footnotes"]
    assert read(text, footnotes=True).chunks[-1].path == "footnote.2"
    assert read(f"{BODY}Footnotes\n").chunks[-1].content.endswith("Footnotes")
