"""Map the names that people use to the wording of the documents."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from piperoll.errors import UsageError
from piperoll.text import analysis, mythes
from piperoll.text.mythes import MyThes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 100
"""Terms of a query that are read."""
LONG = 7
"""Letters from which a term is long: another letter in it does not make it another word."""
MARKS = ".,;:?!()\"'“”’«»"
"""What stands around a word of a query."""
NEAR = 6
"""Terms between which the parts of a name stand, at most."""
DOTLESS = str.maketrans("åäö", "aao")
WORD = re.compile(r"[^\W\d_]+")
ALIKE = 0.9
"""Share of letters in common: one letter more, less or other in eight."""
ALPHABET = 64
"""Letters that are counted apart; others share a count, which only lets more words look alike."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name has parts, each of one or several terms in a row; a name of several parts is met by them in any order.

    Attributes:
        first: the first part, without its first term.
        others: the other parts, which stand within :data:`NEAR` terms of the first.
        wording: of the documents.
    """

    first: Sequence[str]
    others: Sequence[Sequence[str]]
    wording: str


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """A thesaurus maps the names of things to the wording of the documents.

    Attributes:
        entries: the names, by the first term of their first part.
        forms: by a form of a word, the term that stands for it in names of several parts.
        vocabulary: every term of a name, and every form.
        plain: the terms of names that are written with å, ä or ö, by their spelling without.
    """

    entries: Mapping[str, Sequence[Name]]
    forms: Mapping[str, str]
    vocabulary: frozenset[str]
    plain: Mapping[str, str]

    def wordings(self, query: str, language: str) -> list[str]:
        """Return the wordings of the names in a query, in its order and each once; a long term may be misspelled."""
        plain = self.plain if query.isascii() else {}
        given = analysis.terms(_spaced(query), language)[:LONGEST]
        spelled = [plain.get(term, term) if term not in self.vocabulary else term for term in given]
        spelled = [self._spelled(term) for term in spelled]
        same = [self.forms.get(term, term) for term in spelled]
        wordings: dict[str, None] = {}
        for index, alike in enumerate(zip(spelled, same, strict=True)):
            for term in dict.fromkeys(alike):
                for name in self.entries.get(term, ()):
                    words = same if name.others else spelled
                    if words[index] == term and _met(name, words, index):
                        wordings[name.wording] = None
        return list(wordings)

    def _spelled(self, term: str) -> str:
        """Return the term of the vocabulary that a long, misspelled term resembles."""
        if term in self.vocabulary or len(term) < LONG:
            return term
        return next(iter(get_close_matches(term, _alike(term, self.vocabulary), 1, ALIKE)), term)


def _alike(term: str, vocabulary: frozenset[str]) -> list[str]:
    """Return the terms of a vocabulary with enough letters in common, in any order: few, and all that resemble it."""
    import numpy as np  # here: profiles that only cut documents do without

    terms, letters = _counted(vocabulary)
    shared = np.minimum(letters, _letters(term)).sum(axis=1)
    return [terms[place] for place in np.flatnonzero(2 * shared / (letters.sum(axis=1) + len(term)) >= ALIKE)]


@lru_cache(16)
def _counted(vocabulary: frozenset[str]) -> "tuple[list[str], NDArray[np.int64]]":
    """Return the terms of a vocabulary and the letters of each, shape (terms, ALPHABET)."""
    import numpy as np

    terms = sorted(vocabulary)
    return terms, np.array([_letters(term) for term in terms]).reshape(-1, ALPHABET)


def _letters(term: str) -> "NDArray[np.int64]":
    """Return how often a term has each letter, shape (ALPHABET,)."""
    import numpy as np

    return np.bincount([ord(letter) % ALPHABET for letter in term], minlength=ALPHABET)


@dataclass(frozen=True, slots=True)
class Thesauri:
    """Hold the thesauri that a corpus has besides that of its family.

    Attributes:
        files: of them, each of own lines as :func:`load` reads them, or of MyThes (``.dat``).
    """

    files: tuple[Path, ...] = ()

    def wordings(self, query: str, language: str) -> list[str]:
        """Return how documents put what a query names, by own lines.

        Raises:
            UsageError: a file cannot be read, or has a line that says nothing.
        """
        own = (one for one in self._opened(language) if isinstance(one, Thesaurus))
        return list(dict.fromkeys(wording for one in own for wording in one.wordings(query, language)))

    def synonyms(self, query: str, language: str) -> dict[str, float]:
        """Return the terms of synonyms of the words of a query, by MyThes; those of one word share a weight of 1.

        Raises:
            UsageError: a file cannot be read, or is no thesaurus.
        """
        weights: dict[str, float] = {}
        for one in self._opened(language):
            for word in dict.fromkeys(query.lower().split()[:LONGEST]) if isinstance(one, MyThes) else ():
                found = _synonyms(one, word.strip(MARKS), language)
                for term in found:
                    weights[term] = max(weights.get(term, 0.0), 1 / len(found))
        own = set(analysis.terms(query, language))
        return {term: weight for term, weight in weights.items() if term not in own}

    def _opened(self, language: str) -> list[Thesaurus | MyThes]:
        return [_opened(file, _modified(file), language) for file in self.files]


def _modified(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError as error:
        raise _unreadable(file, error) from None


@lru_cache(16)
def _opened(file: Path, _modified: int, language: str) -> Thesaurus | MyThes:
    """Return an open thesaurus; a file that was written anew is opened anew."""
    try:
        if file.suffix == mythes.SUFFIX:
            return MyThes(file, lambda word: " ".join(analysis.terms(word, language)))
        return _parsed(file, language, strict=True)
    except OSError as error:
        raise _unreadable(file, error) from None
    except UnicodeDecodeError:
        raise UsageError("thesaurus_invalid", f"{file} is not in UTF-8.", remedy="Write it in UTF-8.") from None


def _unreadable(file: Path, error: OSError) -> UsageError:
    remedy = "Check its name and rights; the settings of the corpus name it."
    return UsageError("thesaurus_missing", f"{file} cannot be read: {error.strerror}.", remedy=remedy)


@lru_cache(10_000)
def _synonyms(thesaurus: MyThes, word: str, language: str) -> tuple[str, ...]:
    """Return the terms of the synonyms of a word; none of a word that is no term."""
    found = thesaurus.synonyms(word) if analysis.terms(word, language) else ()
    return tuple(dict.fromkeys(term for one in found for term in analysis.terms(one, language)))


def _met(name: Name, words: Sequence[str], index: int) -> bool:
    """Return whether a name that begins with the word at ``index`` is among ``words``."""
    if list(words[index + 1 : index + 1 + len(name.first)]) != list(name.first):
        return False
    around = range(max(index - NEAR, 0), min(index + NEAR + 1, len(words)))
    return all(
        any(place != index and list(words[place : place + len(part)]) == list(part) for place in around)
        for part in name.others
    )


def _spaced(text: str) -> str:
    """Return ``text`` with the parts of its compounds apart: "non-compete" is also written "non compete"."""
    return text.replace("-", " ")


@cache
def load(path: Path, language: str) -> Thesaurus:
    """Read a thesaurus from a file with lines such as ``choice of law = governed by the laws of the state``.

    Several names are separated by commas: ``governing law, choice of law = …``. Parts of a name with ``+`` may stand
    apart, in any order: ``sell + house``. A line ``sell ~ selling, sold`` gives the words that stand for one there.
    Names are analysed by :mod:`piperoll.text.analysis`, so that endings and function words make no difference. Empty
    lines, and lines that begin with #, say nothing.
    """
    return _parsed(path, language, strict=False)


def names_of(path: Path) -> dict[str, list[str]]:
    """Return the names of each wording of a thesaurus, in the order of its lines; parts of a name stand together."""
    names: dict[str, list[str]] = {}
    for _, line in _said(path):
        given, mark, wording = line.partition("=")
        if mark and wording.strip():
            apart = (" ".join(name.replace("+", " ").split()) for name in given.split(","))
            names.setdefault(wording.strip(), []).extend(filter(None, apart))
    return names


@cache
def accented(path: Path, language: str) -> Mapping[str, str]:
    """Return by each word without å, ä and ö which one is meant: a function word, or the commonest of a thesaurus."""
    said = " ".join(" ".join([*names, wording]) for wording, names in names_of(path).items())
    count = Counter(WORD.findall(said.lower()))
    words = sorted(count, key=lambda word: (count[word], word))  # the commonest is the last, and stays
    return {word.translate(DOTLESS): word for word in (*words, *sorted(analysis.STOP[language]))}


def with_accents(text: str, path: Path, language: str) -> str:
    """Return a text that has no å, ä or ö at all with those that its words lack, by the words of a thesaurus.

    Args:
        text: as it was typed; with any å, ä or ö it is returned as it is.
        path: of the thesaurus.
        language: of the text.
    """
    meant = accented(path, language) if text.isascii() else {}
    return WORD.sub(lambda word: meant.get(word[0].lower(), word[0]), text) if meant else text


def _said(path: Path) -> list[tuple[int, str]]:
    """Return the lines that say something, with their numbers."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]


def _parsed(path: Path, language: str, *, strict: bool) -> Thesaurus:
    said = _said(path)
    forms: dict[str, str] = {}
    for _, line in said:
        word, mark, alike = line.partition("~")
        if mark and "=" not in line and (terms := analysis.terms(word, language)):
            forms |= {form: terms[0] for other in alike.split(",") for form in analysis.terms(other, language)[:1]}
    entries: dict[str, list[Name]] = {}
    for number, line in said:
        if "~" in line and "=" not in line:
            continue
        names, _, wording = line.partition("=")
        named = [_parts(name, forms, language) for name in names.split(",")] if wording.strip() else []
        if strict and not (named and all(named)):
            wrong = f"{path}, line {number}, names no words or no wording."
            raise UsageError("thesaurus_invalid", wrong, remedy="Write it as: choice of law = governed by the laws of.")
        for (first, *rest), *others in filter(None, named):
            entries.setdefault(first, []).append(Name(rest, others, wording.strip()))
    parts = (
        part for first, named in entries.items() for name in named for part in ((first, *name.first), *name.others)
    )
    vocabulary = frozenset(forms).union(*parts)
    plain = {term.translate(DOTLESS): term for term in sorted(vocabulary)}
    return Thesaurus(entries, forms, vocabulary, {bare: term for bare, term in plain.items() if bare != term})


def _parts(name: str, forms: Mapping[str, str], language: str) -> list[list[str]]:
    """Return the terms of each part of a name; of several parts, those that stand for their forms."""
    parts = [terms for part in name.split("+") if (terms := analysis.terms(_spaced(part), language))]
    return [[forms.get(term, term) for term in part] for part in parts] if len(parts) > 1 else parts
