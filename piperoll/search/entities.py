"""Read what a question names: companies, years, sections, metrics, themes of risk, courts, acts, services and days.

Nothing is asked of a database here: a :class:`~piperoll.search.universe.Universe` holds what the corpus has.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from piperoll.corpora import registry
from piperoll.ranges import Range
from piperoll.search import metric_question, phrases
from piperoll.search.act_names import acts, cited
from piperoll.search.metric_question import Asked
from piperoll.search.metric_years import take_years
from piperoll.search.naming import CERTAIN, MARKED, SEVERAL, THING, Named, marked_tickers, mixed, names_in
from piperoll.search.question_times import days, years_of
from piperoll.search.universe import Universe
from piperoll.store.company_names import Company, words_of
from piperoll.text.traced import Traced

CODE = re.compile(r"[A-Z]{2,}\w*(?:[\s(]{1,2}[A-Z]\w{1,8}\)?)?|\b[a-z]{4,8}\b")
"""What may be the code of a court: "EWHC (Ch)", "UKUT IAC", "hkcfi"; in small letters it has four at least."""


class Kind(StrEnum):
    """Name the kinds of what a question names."""

    COMPANY = "company"
    YEAR = "year"
    SECTION = "section"
    METRIC = "metric"
    TOPIC = "topic"
    COURT = "court"
    ACT = "act"
    SERVICE = "service"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Entity:
    """Hold one thing that a question names."""

    kind: Kind
    value: str
    """A company's id, a year, a code of an Item, a metric, a theme, a court's code, an act's key, a service, a day."""
    start: int
    end: int
    confidence: float
    reason: str


@dataclass(frozen=True)
class QueryEntities:
    """Hold a question and all that it names."""

    question: str
    universe: Universe
    found: Sequence[Entity]
    """In the order of the question."""
    left: Sequence[str] = ()
    """Words of a question to filings that nothing explains."""

    def of(self, kind: Kind) -> list[str]:
        """Return the values of one kind, each once."""
        return list(dict.fromkeys(entity.value for entity in self.found if entity.kind == kind))

    @property
    def kinds(self) -> list[Kind]:
        """Return the kinds of what it names, each once."""
        return list(dict.fromkeys(entity.kind for entity in self.found))

    def by_kind(self) -> dict[str, list[dict[str, Any]]]:
        """Return what it names, by kind, as readers get it: with the words of the question."""
        return {
            kind: [
                {
                    "value": entity.value,
                    "text": self.question[entity.start : entity.end],
                    "start": entity.start,
                    "end": entity.end,
                    "confidence": entity.confidence,
                    "reason": entity.reason,
                }
                for entity in self.found
                if entity.kind is kind
            ]
            for kind in self.kinds
        }

    @cached_property
    def companies(self) -> list[Company]:
        """Return the companies, with their CIKs and tickers."""
        named = self.of(Kind.COMPANY)
        return [company for company in self.universe.companies if company.id in named]

    @cached_property
    def years(self) -> list[int]:
        """Return the years, ascending."""
        return sorted(map(int, self.of(Kind.YEAR)))


def understood(question: str, universe: Universe) -> QueryEntities:
    """Return what a question names.

    Args:
        question: as it was written.
        universe: of the corpus that is asked.
    """
    found = [
        *(Entity(Kind.ACT, key, *place, CERTAIN, reason) for place, key, reason in _acts(question, universe)),
    ]
    rest = _blank(question, [*_places(found), *(cited(question, universe.profile) if _law(universe) else ())])
    for step in (_days, _courts, _sections):
        here = list(step(rest, universe))
        found += here
        rest = _blank(rest, _places(here))
    if universe.companies:
        found += _entities(Kind.COMPANY, marked_tickers(rest, universe.company_names))
        rest = _blank(rest, [match.span() for match in MARKED.finditer(rest)])  # "NASDAQ: NFLX" is not about Nasdaq
    rest = _blank(rest, [match.span() for match in THING.finditer(rest)])
    capitals = mixed(words_of(question))
    asked = metric_question.read(rest, universe.companies, universe.spelled, capitals) if universe.companies else None
    found += _named(rest, universe, asked, capitals)
    if universe.sections:
        found += [
            Entity(Kind.TOPIC, topic, *place, CERTAIN, "phrase")
            for place, topics in phrases.found(rest, phrases.table("topics.toml"))
            for topic in topics
        ]
    found.sort(key=lambda one: (one.start, one.end, one.kind, one.value))
    return QueryEntities(question, universe, found, asked.left if asked else ())


def _law(universe: Universe) -> bool:
    """Return whether the corpus is of law, in which numbers of acts and of cases are cited."""
    return bool(universe.acts or universe.courts)


def _blank(text: str, places: Iterable[Range]) -> str:
    """Return a text of the same length with spaces where something was understood."""
    characters = list(text)
    for start, end in places:
        characters[start:end] = " " * (end - start)
    return "".join(characters)


def _places(found: Iterable[Entity]) -> list[Range]:
    return [(entity.start, entity.end) for entity in found]


def _acts(question: str, universe: Universe) -> Iterator[tuple[Range, str, str]]:
    if _law(universe):
        yield from acts(question, universe.profile, universe.acts)


def _days(text: str, universe: Universe) -> Iterator[Entity]:
    for place, day, reason in days(text):
        yield Entity(Kind.DAY, day, *place, CERTAIN, reason)


def _courts(text: str, universe: Universe) -> Iterator[Entity]:
    """Yield the courts of the corpus that are named by code or by name; a name may be that of several.

    Where judgments have no neutral citation, their court stands with its whole name in place of a code.
    """
    if not universe.courts:
        return
    codes = {phrases.plain(code): code for code in universe.courts}
    covered = []
    for match in CODE.finditer(text):
        for written in (match[0], match[0].split()[0]):
            of_code = _with_prefix(phrases.plain(written), codes)
            if of_code:
                covered.append((match.start(), match.start() + len(written)))
                for code in of_code:
                    yield Entity(Kind.COURT, code, *covered[-1], CERTAIN, "code")
                break
    names = {**phrases.table("courts.toml"), **{words: [code] for words, code in codes.items() if len(words) > 2}}
    named: list[tuple[Range, list[str]]] = []
    for place, prefixes in phrases.found(_blank(text, covered), names):
        meant = sorted({code for prefix in prefixes for code in _with_prefix(phrases.plain(prefix), codes)})
        named.append((place, meant))
    certain = {code for _, meant in named if len(meant) == 1 for code in meant}
    for place, meant in named:  # "the Court of Appeal (…, Civil Division)" is not the Criminal Division
        meant = sorted(certain.intersection(meant)) or meant
        for code in meant:
            yield Entity(Kind.COURT, code, *place, CERTAIN if len(meant) == 1 else SEVERAL, "name")


def _with_prefix(prefix: tuple[str, ...], codes: dict[tuple[str, ...], str]) -> list[str]:
    """Return the court of a code, or the courts whose codes begin with it: "EWHC"; also those of a neutral citation."""
    if prefix in codes:
        return [codes[prefix]]
    called = phrases.table("court_codes.toml").get(prefix, ())
    begun = [prefix, *(phrases.plain(code) for code in called)]
    return [code for words, code in codes.items() if any(words[: len(begin)] == begin for begin in begun)]


def _sections(text: str, universe: Universe) -> Iterator[Entity]:
    """Yield the Items that filings have, by number in any spelling and by name."""
    if not universe.sections:
        return
    numbered = [one for one in registry.get(universe.profile).references(text) if one.path in universe.sections]
    for one in numbered:
        yield Entity(Kind.SECTION, one.path, one.start, one.end, CERTAIN, "number")
    rest = _blank(text, [(one.start, one.end) for one in numbered])
    for place, codes in phrases.found(rest, phrases.table("sections.toml")):
        yield from (Entity(Kind.SECTION, code, *place, CERTAIN, "name") for code in codes if code in universe.sections)


def _named(text: str, universe: Universe, asked: Asked | None, capitals: bool) -> Iterator[Entity]:
    """Yield companies with metrics, as ``asked`` has them, or services; and years."""
    years = asked.years if asked else take_years(Traced.of(text))[0]
    if asked:
        for metric, place in asked.phrased:
            yield Entity(Kind.METRIC, metric.name, *place, CERTAIN, "phrase")
        yield from _entities(Kind.COMPANY, asked.named)
    if universe.services:
        yield from _entities(Kind.SERVICE, names_in(text, universe.service_names, universe.spelled, capitals))
    for place, every, reason in years_of(text, years, universe.oldest, universe.newest):
        yield from (Entity(Kind.YEAR, str(year), *place, CERTAIN, reason) for year in every)


def _entities(kind: Kind, named: Iterable[Named]) -> Iterator[Entity]:
    """Yield what was named, each place once, but for words that may only be stressed."""
    for one in {one.range: one for one in named if one.confidence >= SEVERAL}.values():
        confidence = one.confidence if len(one.ids) == 1 else min(one.confidence, SEVERAL)
        for id_ in sorted(one.ids):
            yield Entity(kind, id_, *one.range, confidence, one.reason)
