"""Find in a question what has a name: companies by name, ticker and CIK, and services by name."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from piperoll.ranges import Range
from piperoll.search import metric_table
from piperoll.store.company_names import FORMS, Company, folded, placed_words, spoken
from piperoll.text.traced import Traced

SHORTEST = 5
"""Letters of a word that may be misspelt; shorter ones are like too many others."""
LONG = 8
"""Letters of a word from which on two of them may be wrong, or missing, or exchanged with the next one."""
FIRST_WORD = 3
"""Letters that the first word of a longer name has, when it alone names the company."""
LONGEST_RUN = 12
"""Words of the longest phrase or name that is looked for."""
LEGAL_FORMS = FORMS - {"the", "and"}
CERTAIN, TICKER, FIRST_WORDS, MISSPELT, SEVERAL, WORD_TICKER = 1.0, 0.95, 0.9, 0.8, 0.5, 0.3
"""Confidence: a whole name; a ticker; the first words of a name; a word taken for a misspelt one; a name of several;
a ticker in capitals that is an English word too, which may only be stressed."""
MARKED = re.compile(
    r"(?:(?<![\w$])\$|\b(?:NYSE|NASDAQ|Nasdaq|AMEX)\s?:\s?|\b[Tt]icker(?:\s[Ss]ymbol)?:?\s)(?P<ticker>[A-Z]{1,5})\b"
)
""""$TSLA", "NYSE: ALL", "ticker COST"."""

THING = re.compile(
    r"\b[Aa]n?\s(?:apple|caterpillar|oracle|shell)\b|\bapple\s(?:juice|pies?|trees?)\b|\bamazon\s(?:rain\s?forest|river)\b"
)
""""an apple pie": things that companies are called after."""

Spelled = Callable[[Collection[str]], Collection[str]]
"""It returns those of some words that texts have: they are not misspelt."""
Word = tuple[str, int, int]
"""A word and its range."""


@dataclass(frozen=True, slots=True)
class Named:
    """Hold what a part of a question names: one thing, or several that are called so."""

    ids: frozenset[str]
    range: Range
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class Names:
    """Hold what companies are called: whole names, parts of them, tickers and CIKs."""

    whole: Mapping[str, set[str]]
    begun: Mapping[str, set[str]]
    tickers: Mapping[str, set[str]]

    @classmethod
    def of(cls, companies: Sequence[Company]) -> "Names":
        """Return the names of some companies."""
        return cls(*spoken(companies), _signs(companies))

    def meant(self, words: Sequence[str], *, capitals: bool) -> tuple[set[str], float, str]:
        """Return the companies that words mean, how certain that is, and why; none where they mean none.

        An English word alone is a name only where it is written as one.

        Args:
            words: as they are written.
            capitals: the question is written in them and in small letters, so that they tell something.
        """
        everyday = metric_table.words().everyday | metric_table.vocabulary()
        name, joined = (space.join(folded(word) for word in words) for space in (" ", ""))
        if len(words) > 1:
            for form in (name, joined, _without_form(words)):
                if found := self.whole.get(form, set()):
                    return found, CERTAIN, "name"
            return self.begun.get(name) or self.begun.get(joined, set()), FIRST_WORDS, "part of a name"
        [word] = words
        plain = everyday.isdisjoint({word.casefold(), name}) and len(word) > 1
        if found := self.whole.get(name, set()):
            return (found if plain or (capitals and word[0].isupper()) else set()), CERTAIN, "name"
        if found := self.tickers.get(word.casefold(), set()):
            if plain:
                return found, TICKER, "CIK" if word.isdigit() else "ticker"
            return (found if capitals and word.isupper() else set()), WORD_TICKER, "ticker that is a word"
        found = self.begun.get(name, set()) if plain and len(name) >= FIRST_WORD else set()
        return found, FIRST_WORDS, "part of a name"

    @property
    def words(self) -> set[str]:
        """Return the words of all names."""
        return {word for name in (*self.whole, *self.begun) for word in name.split()}


def names_in(question: str, names: Names, spelled: Spelled, capitals: bool) -> Iterator[Named]:
    """Yield what a question names, the longest names first, no two in one place.

    Args:
        question: in words.
        names: that are known.
        spelled: which words are in the texts.
        capitals: as :meth:`Names.meant` has it.
    """
    placed = placed_words(Traced.of(question))
    misspelt = mended([word for word, _, _ in placed], names, spelled, ())
    free = [True] * len(placed)
    for at, count in runs(len(placed)):
        if all(free[at : at + count]) and (one := named_by(placed[at : at + count], misspelt, names, capitals)):
            free[at : at + count] = [False] * count
            yield one


def named_by(placed: Sequence[Word], misspelt: Mapping[str, str], names: Names, capitals: bool) -> Named | None:
    """Return what some words together name; None: nothing.

    Args:
        placed: the words as they are written.
        misspelt: what misspelt ones should be.
        names: that are known.
        capitals: as :meth:`Names.meant` has it.
    """
    words = [misspelt.get(word.casefold(), word) for word, _, _ in placed]
    found, confidence, reason = names.meant(words, capitals=capitals)
    if not found:
        return None
    if any(word.casefold() in misspelt for word, _, _ in placed):
        confidence, reason = min(confidence, MISSPELT), f"{reason}, misspelt"
    return Named(frozenset(found), (placed[0][1], placed[-1][2]), confidence, reason)


def marked_tickers(question: str, names: Names) -> Iterator[Named]:
    """Yield the companies whose tickers a question marks as such; then even an English word is one."""
    for match in MARKED.finditer(question):
        if found := names.tickers.get(match["ticker"].casefold()):
            yield Named(frozenset(found), match.span("ticker"), CERTAIN, "marked ticker")


def _without_form(words: Sequence[str]) -> str:
    """Return a name without the legal form behind it: "Southern Company" is Southern Co."""
    *rest, last = words
    return " ".join(folded(word) for word in rest) if last.casefold() in LEGAL_FORMS else ""


def _signs(companies: Sequence[Company]) -> Mapping[str, set[str]]:
    """Return the ids of companies by ticker and by CIK, with and without the zeros in front."""
    signs: dict[str, set[str]] = {}
    for company in companies:
        bare = company.id.lstrip("0")
        for sign in (*company.tickers, company.id, *([bare] if len(bare) >= SHORTEST else [])):
            signs.setdefault(sign.casefold(), set()).add(company.id)
    return signs


def mixed(words: Sequence[str]) -> bool:
    """Return whether capitals tell something: the question is not all in them."""
    return any(word.islower() for word in words)


def runs(length: int) -> Iterator[tuple[int, int]]:
    """Yield where runs of words begin, and how many they are, the longest first."""
    for count in range(min(length, LONGEST_RUN), 0, -1):
        for at in range(length - count + 1):
            yield at, count


def mended(words: Sequence[str], names: Names, spelled: Spelled, phrases: Collection[str]) -> dict[str, str]:
    """Return what misspelt words should be, by the words in small letters: one known word is nearest, no text has them.

    Args:
        words: of the question.
        names: that it may have.
        spelled: which words are in the texts.
        phrases: the words of the phrases that it may have.
    """
    named = names.words
    strange = {
        word.casefold()
        for word in words
        if len(word) >= SHORTEST and word.isalpha() and word.casefold() not in phrases
        and folded(word) not in named and word.casefold() not in names.tickers
    } - metric_table.words().everyday  # fmt: skip
    targets = {word: _nearest(word, {*phrases, *named}) for word in sorted(strange - set(spelled(strange)))}
    return {word: target for word, target in targets.items() if target}


def _nearest(word: str, known: Collection[str]) -> str | None:
    """Return the only known word that a misspelt one is like; its first letter is right."""
    least = 2 if len(word) >= LONG else 1
    by_distance: dict[int, list[str]] = {}
    for one in known:
        if len(one) >= SHORTEST and one[0] == word[0]:
            distance = OSA.distance(word, one, score_cutoff=least)
            if distance <= least:
                by_distance.setdefault(distance, []).append(one)
    nearest = by_distance[min(by_distance)] if by_distance else []
    return nearest[0] if len({folded(one) for one in nearest}) == 1 else None
