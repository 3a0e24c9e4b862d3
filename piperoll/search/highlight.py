"""Tell which words of a text a query asks for, as the search by words compares them."""

import re
from collections.abc import Iterator

from piperoll.text import analysis

WORD = re.compile(r"[^\W_]+")


def highlights(text: str, query: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the words of ``text`` that have a term of the query.

    Args:
        text: of a document.
        query: what is looked for.
        language: of the corpus.
    """
    asked = frozenset(analysis.asked(query, language))
    known: dict[str, bool] = {}
    for match in WORD.finditer(text):
        word = match[0]
        if (found := known.get(word)) is None:
            found = known[word] = not asked.isdisjoint(analysis.terms(word, language))
        if found:
            yield match.span()
