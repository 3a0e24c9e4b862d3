"""A thesaurus: what people call a thing, and how documents put it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from piperoll.text import analysis


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Entries by the first term of what they are called by: the other terms, and the wording."""

    entries: Mapping[str, Sequence[tuple[Sequence[str], str]]]

    def wordings(self, terms: Sequence[str]) -> list[str]:
        """How documents put what a query names, in the order of the query; each once."""
        found: dict[str, None] = {}
        for place, term in enumerate(terms):
            for rest, wording in self.entries.get(term, ()):
                if list(terms[place + 1 : place + 1 + len(rest)]) == list(rest):
                    found[wording] = None
        return list(found)


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
    return Thesaurus(entries)
