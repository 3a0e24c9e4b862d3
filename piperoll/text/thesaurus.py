"""A thesaurus: what people call a thing, and how documents put it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from piperoll.text import analysis

LONGEST = 100
"""Terms of a query that are looked at."""
LONG = 7
"""Letters of a term, from which on another letter makes no other word."""
ALIKE = 0.9
"""Share of letters in common: one letter more, less or other in eight."""


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Entries by the first term of what they are called by: the other terms, and the wording."""

    entries: Mapping[str, Sequence[tuple[Sequence[str], str]]]
    vocabulary: frozenset[str]
    """Every term of a name."""

    def wordings(self, terms: Sequence[str]) -> list[str]:
        """How documents put what a query names, in the order of the query; each once. A long term may be misspelled."""
        read = [self._spelled(term) for term in terms[:LONGEST]]
        found: dict[str, None] = {}
        for place, term in enumerate(read):
            for rest, wording in self.entries.get(term, ()):
                if read[place + 1 : place + 1 + len(rest)] == list(rest):
                    found[wording] = None
        return list(found)

    def _spelled(self, term: str) -> str:
        if term in self.vocabulary or len(term) < LONG:
            return term
        return next(iter(get_close_matches(term, self.vocabulary, 1, ALIKE)), term)


def spaced(text: str) -> str:
    """``text`` with its compounds apart: "non-compete" is written in every way."""
    return text.replace("-", " ")


@cache
def load(path: Path, language: str) -> Thesaurus:
    """The thesaurus in a file of lines such as ``governing law, choice of law = governed by the laws of the state``.

    What stands before ``=`` is compared as :mod:`piperoll.text.analysis` has it, so that endings and function words
    make no difference. Empty lines, and lines that begin with #, say nothing.
    """
    entries: dict[str, list[tuple[Sequence[str], str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        called, _, wording = line.partition("=")
        for name in called.split(",") if wording and not line.startswith("#") else ():
            first, *rest = analysis.terms(spaced(name), language)
            entries.setdefault(first, []).append((rest, wording.strip()))
    known = {term for first, after in entries.items() for rest, _ in after for term in (first, *rest)}
    return Thesaurus(entries, frozenset(known))
