"""A well-made contract and well-made terms are accepted, and every numbered clause has its path."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import Status
from tests.corpora.clauses.documents import clauses, contract, terms
from tests.corpora.valid import ENGLISH, names, sentences

Articles = list[tuple[str, list[str]]]
"""Heading and clauses of each article."""
articles = st.lists(
    st.tuples(names(ENGLISH), st.lists(sentences(ENGLISH, most=6), min_size=1, max_size=5)), min_size=2, max_size=6
)


def decimals(parts: Articles) -> tuple[str, list[str]]:
    """Write clauses as 1., 1.1, 1.2; returns them with their paths."""
    text, paths = "", []
    for number, (heading, texts) in enumerate(parts, 1):
        text += f"{number}. {heading}\n\n"
        paths.append(f"{number}")
        for item, one in enumerate(texts, 1):
            text += f"{number}.{item} {one}\n\n"
            paths.append(f"{number}.{item}")
    return text, paths


def letters(parts: Articles) -> tuple[str, list[str]]:
    """Write clauses as 1. and (a), (b); returns them with their paths."""
    text, paths = "", []
    for number, (heading, texts) in enumerate(parts, 1):
        text += f"{number}. {heading}. The parties agree on what follows, each for itself and for the other.\n\n"
        paths.append(f"{number}")
        for letter, one in zip("abcde", texts, strict=False):
            text += f"({letter}) {one}\n\n"
            paths.append(f"{number}.{letter}")
    return text, paths


@pytest.mark.parametrize("numbering", [decimals, letters])
@pytest.mark.parametrize("size", [100, 300])
@given(articles)
def test_a_contract_is_accepted(
    numbering: Callable[[Articles], tuple[str, list[str]]], size: int, parts: Articles
) -> None:
    text, paths = numbering(parts)
    opening = "LAMP AGREEMENT\n\nThis Lamp Agreement is made on 1 May 2031 between Alpha Inc. and Beta Ltd.\n\n"
    document = contract(opening + text, max_tokens=size)
    assert document.status is Status.CHUNKED
    assert clauses(document) == paths
    told = " ".join(" ".join(chunk.content.split()) for chunk in document.chunks)
    assert all(one in told for _, texts in parts for one in texts)


@given(articles)
def test_terms_are_accepted(parts: Articles) -> None:
    body, paths = "", []
    for number, (heading, texts) in enumerate(parts, 1):
        body += f"### {number}\\. {heading}\n\n"
        paths.append(f"{number}")
        for item, text in enumerate(texts, 1):
            body += f"{number}.{item} {text}\n\n"
            paths.append(f"{number}.{item}")
    document = terms(f"Terms of Service\n================\n\nLast updated: 5 May 2031\n\n{body}")
    assert document.status is Status.CHUNKED
    assert clauses(document) == paths
