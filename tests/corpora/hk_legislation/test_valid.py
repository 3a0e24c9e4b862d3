"""A well-made enactment is accepted, and each section has its path, its heading and its subsections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import Status
from tests.corpora.hk_legislation.documents import TITLE, paths, read, row
from tests.corpora.valid import ENGLISH, names, numbers, sentences

Sections = list[tuple[str, str, list[str]]]
"""Number, heading, and the texts of the subsections; of one only, the section has none."""


@st.composite
def enactments(draw: st.DrawFn) -> Sections:
    """Draw the sections of an enactment."""
    labels = [number.replace(" a", "A").replace(" b", "B") for number in draw(numbers(8))]
    return [
        (label, draw(names(ENGLISH)), draw(st.lists(sentences(ENGLISH, most=2), min_size=1, max_size=4)))
        for label in labels
    ]


def written(number: str, heading: str, texts: list[str], tab: str) -> str:
    """Write a section as the plain form has it."""
    if len(texts) == 1:
        return f"{number}.{tab}{heading}\n{texts[0]}\n"
    return f"{number}.{tab}{heading}\n" + "".join(f"{tab}({one}){tab}{text}\n" for one, text in enumerate(texts, 1))


@pytest.mark.parametrize("name", ["cap-9001.txt", "cap-9001.md"])
@given(enactments())
def test_an_enactment_is_accepted(name: str, sections: Sections) -> None:
    document = read(TITLE + "To light harbours.\n" + "".join(written(*one, "\t") for one in sections), name)
    assert (document.status, document.key) == (Status.CHUNKED, "Cap. 9001")
    assert paths(document) == ["long-title", *(f"s.{number}" for number, _, _ in sections)]
    for chunk, (number, heading, texts) in zip(document.chunks[1:], sections, strict=True):
        assert chunk.metadata["section"] == number
        assert chunk.metadata["heading"] == heading
        assert chunk.subsections == tuple(str(n + 1) for n in range(len(texts)) if len(texts) > 1)
        assert all(text in chunk.content for text in texts)


@given(enactments())
def test_a_row_of_a_section_is_accepted(sections: Sections) -> None:
    for number, heading, texts in sections:
        document = row(cap="9001", section=number, heading=heading, text="\n".join(texts))
        assert (document.status, document.key) == (Status.CHUNKED, f"Cap. 9001 s.{number}")
        assert paths(document) == [f"s.{number}"]
        assert all(text in document.text for text in texts)
