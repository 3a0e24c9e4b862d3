"""A well-made statute is accepted in every form, and its §§ have the same paths and words in each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import Document, Status
from tests.corpora.se_law.documents import canonical, markdown, page, paths, register
from tests.corpora.valid import SWEDISH, names, numbers, sentences

Sections = dict[str, str]
Statute = list[tuple[str, str, Sections]]
"""Chapters: number, name, and by number the §§. One chapter without a number: a statute without chapters."""


@st.composite
def statutes(draw: st.DrawFn) -> Statute:
    """Draw a statute with chapters or without."""
    labels = draw(st.one_of(st.just([""]), numbers(4)))
    return [
        (label, draw(names(SWEDISH)), {one: draw(sentences(SWEDISH)) for one in draw(numbers(5))}) for label in labels
    ]


def as_markdown(statute: Statute) -> Document:
    body = ""
    for label, name, sections in statute:
        body += f"## {label} kap. {name}\n\n" if label else ""
        body += "".join(f"### {number} §\n\n{text}\n\n" for number, text in sections.items())
    return markdown(body)


def plain(statute: Statute) -> str:
    body = ""
    for label, name, sections in statute:
        body += f"{label} kap. {name}\n\n" if label else ""
        body += "".join(f"{number} § {text}\n\n" for number, text in sections.items())
    return body


def as_canonical(statute: Statute) -> Document:
    return canonical(
        chapters=[
            {
                "number": label or None,
                "title": name if label else None,
                "paragrafer": [
                    {"number": number, "content": text, "stycken": [{"number": 1, "text": text, "role": "STYCKE"}]}
                    for number, text in sections.items()
                ],
            }
            for label, name, sections in statute
        ]
    )


FORMS = {
    "markdown": as_markdown,
    "official page": lambda statute: page(plain(statute)),
    "register entry": lambda statute: register(plain(statute)),
    "canonical": as_canonical,
}


@pytest.mark.parametrize("form", FORMS)
@given(statutes())
def test_a_statute_is_accepted(form: str, statute: Statute) -> None:
    document = FORMS[form](statute)
    assert document.status is Status.CHUNKED
    assert document.key == "SFS 2031:12"
    expected = {
        f"kap{label.replace(' ', '') or 0}.§{number.replace(' ', '')}": text
        for label, _, sections in statute
        for number, text in sections.items()
    }
    assert paths(document) == list(expected)
    for chunk in document.chunks:
        assert expected[chunk.path] in " ".join(chunk.content.split())
