"""Map the names that people use to the wording of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from piperoll.text import analysis

LONGEST = 100
"""Terms of a query that are read."""
LONG = 7
"""Letters from which a term is long: another letter in it does not make it another word."""
ALIKE = 0.9
"""Share of letters in common: one letter more, less or other in eight."""


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """A thesaurus maps the names of things to the wording of the documents.

    Attributes:
        entries: by the first term of a name: its other terms, and the wording.
        vocabulary: every term of a name.
    """

    entries: Mapping[str, Sequence[tuple[Sequence[str], str]]]
    vocabulary: frozenset[str]

    def wordings(self, terms: Sequence[str]) -> list[str]:
        """Return the wordings of the names in a query, in its order and each once; a long term may be misspelled."""
        spelled = [self._spelled(term) for term in terms[:LONGEST]]
        wordings: dict[str, None] = {}
        for index, term in enumerate(spelled):
            for rest, wording in self.entries.get(term, ()):
                if spelled[index + 1 : index + 1 + len(rest)] == list(rest):
                    wordings[wording] = None
        return list(wordings)

    def _spelled(self, term: str) -> str:
        """Return the term of the vocabulary that a long, misspelled term resembles."""
        if term in self.vocabulary or len(term) < LONG:
            return term
        return next(iter(get_close_matches(term, self.vocabulary, 1, ALIKE)), term)


def spaced(text: str) -> str:
    """Return ``text`` with the parts of its compounds apart: "non-compete" is also written "non compete"."""
    return text.replace("-", " ")


@cache
def load(path: Path, language: str) -> Thesaurus:
    """Read a thesaurus from a file with lines such as ``choice of law = governed by the laws of the state``.

    Several names are separated by commas: ``governing law, choice of law = …``. They are analysed by
    :mod:`piperoll.text.analysis`, so that endings and function words make no difference. Empty lines, and lines that
    begin with #, say nothing.
    """
    entries: dict[str, list[tuple[Sequence[str], str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        names, _, wording = line.partition("=")
        for name in names.split(",") if wording and not line.startswith("#") else ():
            first, *rest = analysis.terms(spaced(name), language)
            entries.setdefault(first, []).append((rest, wording.strip()))
    vocabulary = {term for first, named in entries.items() for rest, _ in named for term in (first, *rest)}
    return Thesaurus(entries, frozenset(vocabulary))
