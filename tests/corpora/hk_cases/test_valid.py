"""A well-made judgment is accepted in every form, and each numbered paragraph is counted once, in order."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import Document, Status
from tests.corpora.hk_cases.documents import akn, anchor, lines, numbers, page, para, plain, row
from tests.corpora.valid import ENGLISH, sentences

HEAD = "[2031] HKCFI 12\n\nLAMP LTD\n\nv\n\nHARBOUR LTD\n\nJUDGMENT"
paragraphs = st.lists(sentences(ENGLISH, least=2), min_size=5, max_size=20)
"""Of a judgment that is longer than its heading, or its numbers would be taken for a list in it."""


def as_text(texts: list[str]) -> Document:
    return plain(lines(HEAD, *(f"{number}. {text}" for number, text in enumerate(texts, 1))))


def as_page(texts: list[str]) -> Document:
    return page("".join(anchor(number, escape(text)) for number, text in enumerate(texts, 1)))


def as_akn(texts: list[str]) -> Document:
    return akn("".join(para(f"{number}.", escape(text)) for number, text in enumerate(texts, 1)))


def as_row(texts: list[str]) -> Document:
    decision = "\n\n".join(f"[{number}]     {text}" for number, text in enumerate(texts, 1))
    return row({"citation_en": "2031 SCC 12", "name_en": "Lamp v. Harbour", "unofficial_text_en": decision})


FORMS = {"text": as_text, "page": as_page, "Akoma Ntoso": as_akn, "row": as_row}


@pytest.mark.parametrize("form", FORMS)
@given(paragraphs)
def test_a_judgment_is_accepted(form: str, texts: list[str]) -> None:
    document = FORMS[form](texts)
    assert document.status is Status.CHUNKED
    assert document.key in ("[2031] HKCFI 12", "[2031] EWHC 12 (Ch)", "2031 SCC 12")
    assert numbers(document) == [*range(1, len(texts) + 1)]
    told = " ".join(" ".join(chunk.content.split()) for chunk in document.chunks)
    assert all(text in told for text in texts)
