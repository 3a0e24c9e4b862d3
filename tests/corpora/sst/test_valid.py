"""A well-made decision is accepted, and its paragraphs are in order, whole, in the sections that they stand in."""

from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import Status
from tests.corpora.sst.decisions import PAGE, RECORD, read
from tests.corpora.valid import ENGLISH, sentences

HEADINGS = {"Decision": "decision", "Overview": "overview", "Issue": "issue", "Analysis": "analysis"}
"""Headings of sections, in the order in which decisions have them, with their roles."""
sections = st.lists(
    st.lists(sentences(ENGLISH), min_size=1, max_size=6), min_size=len(HEADINGS), max_size=len(HEADINGS)
)


@given(sections, st.sampled_from([60, 400]))
def test_a_decision_is_accepted(paragraphs: list[list[str]], size: int) -> None:
    body, number, expected = "", 0, {}
    for (heading, role), texts in zip(HEADINGS.items(), paragraphs, strict=True):
        body += f"{heading}\n"
        for text in texts:
            number += 1
            body += f"[{number}] {text}\n"
            expected[number] = role, text
    document = read(f"{RECORD}Decision Content\n{PAGE}{body}", max_tokens=size)
    assert (document.status, document.key) == (Status.CHUNKED, "2041 SST 7")
    found = [one for chunk in document.chunks for one in chunk.paragraphs]
    assert found == list(expected)
    for chunk in document.chunks:
        assert chunk.path == f"para.{chunk.paragraphs[0]}"
        for one in chunk.paragraphs:
            role, text = expected[one]
            assert chunk.role == role
            assert text in chunk.content
