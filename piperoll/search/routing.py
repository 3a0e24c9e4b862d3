"""Decide where a question is searched, by what it names: the filters of each search, and why. Pure functions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from piperoll.search.conditions import ONE_OF
from piperoll.search.entities import Entity, Kind, QueryEntities
from piperoll.search.options import SearchOptions

RECENT_YEARS = 10
"""Years, up to the newest of the corpus, to which a wider search keeps: the recent ones describe a company as it is."""
QUANTITY = re.compile(
    r"\b(?:how\s(?:much|many|large|high|big)|what(?:'s|’s|\s(?:was|were|is|are|did|does))|total|amount|number\sof|value\sof"
    r"|figures?|report(?:s|ed)?)\b",
    re.IGNORECASE,
)
"""Words that ask for a number."""
EARLY = 6
"""A fiscal year that ends up to this month may be called by the year before."""


class Scope(StrEnum):
    """Say how much a question is about: one subject in some years, one subject, or anything.

    A subject is what filings, judgments, statutes and terms are of: a company, a court, an act, a service.
    """

    LOCAL = "local"
    BROAD = "company_broad"
    GLOBAL = "global"


class Pool(StrEnum):
    """Name a search by what it is for."""

    PLAIN = "plain"
    """Everything that the reader's own filters leave."""
    FILTERED = "filtered"
    """What the question names."""
    WIDE = "global"
    """The same subjects in the recent years; where it names none, everything."""
    VARIANT = "variant"
    """Other wordings of the question, with the filters of the first."""


@dataclass(frozen=True, slots=True)
class PoolFilters:
    """Hold what one search is restricted to."""

    pool: Pool
    where: Sequence[str] = ()
    document: str | None = None
    as_of: date | None = None

    @property
    def told(self) -> str:
        """Return the filters in words."""
        document = [f"document={self.document}"] if self.document else []
        day = [f"as of {self.as_of}"] if self.as_of else []
        return ", ".join([*self.where, *document, *day]) or "no filter"

    def applied(self, options: SearchOptions) -> SearchOptions:
        """Return the options of a search with these filters; what they already say of document and day stands."""
        changes: dict[str, Any] = {"where": (*options.where, *self.where)}
        if options.document is None:
            changes["document"] = self.document
        if options.as_of is None:
            changes["as_of"] = self.as_of
        return options.model_copy(update=changes)


@dataclass(frozen=True, slots=True)
class Route:
    """Hold how a question is searched."""

    scope: Scope
    numeric: bool
    """The facts of filings are asked as well."""
    pools: Sequence[PoolFilters]
    """The searches, the first with the strongest filters."""
    reasons: Sequence[str]


def route(
    entities: QueryEntities,
    *,
    enable_filters: bool = True,
    enable_global: bool = True,
    enable_variants: bool = False,
) -> Route:
    """Return how a question is searched.

    Args:
        entities: what it names.
        enable_filters: search where the things are that it names; else everything.
        enable_global: search wider as well: the same subjects in the recent years, or everything where it names none.
        enable_variants: search for other wordings of the question, too.
    """
    subjects, documents = _subjects(entities), entities.of(Kind.ACT)
    told = bool(entities.years or entities.of(Kind.DAY))
    named = bool(subjects or _own_acts(entities) or documents)
    scope = (Scope.LOCAL if told else Scope.BROAD) if named else Scope.GLOBAL
    narrow = [*subjects, *_times(entities), *_items(entities)]
    wide = [*subjects, *_recent(entities)]
    day, own = _law_of(entities), _own_acts(entities)
    document = own[0] if len(own) == 1 else None
    pools = [PoolFilters(Pool.FILTERED, narrow, document, day)]
    if enable_global and ((narrow and wide != narrow) or document):  # without filters the first searches everything
        pools.append(PoolFilters(Pool.WIDE, wide, as_of=day))
    if not enable_filters:
        pools, narrow, document, day = [PoolFilters(Pool.PLAIN)], [], None, None
    if enable_variants:
        pools.append(PoolFilters(Pool.VARIANT, narrow, document, day))
    numeric, why = _numeric(entities)
    return Route(scope, numeric, pools, [*_reasons(entities, scope), why])


def _subjects(entities: QueryEntities) -> list[str]:
    """Return the conditions that keep to the companies, courts and services that a question names."""
    companies = entities.companies
    conditions = []
    if companies and all(company.id.isdigit() and len(company.ids) == 1 for company in companies):
        conditions.append(_condition("cik", [company.id for company in companies]))
    elif companies:  # older filings tell no CIK
        called = [name for company in companies for name in (*company.names, *company.ids) if not name.isdigit()]
        conditions.append(_condition("company", called))
    for kind, key in ((Kind.COURT, "court"), (Kind.SERVICE, "service")):
        if values := entities.of(kind):
            conditions.append(_condition(key, values))
    return conditions


def _condition(key: str, values: Sequence[object]) -> str:
    return f"{key}={ONE_OF.join(map(str, dict.fromkeys(values)))}"


def _own_acts(entities: QueryEntities) -> list[str]:
    """Return the acts that a question names and the corpus has."""
    return [key for key in entities.of(Kind.ACT) if key in entities.universe.acts]


def _days(entities: QueryEntities) -> list[Entity]:
    return [entity for entity in entities.found if entity.kind is Kind.DAY]


def _times(entities: QueryEntities) -> Iterator[str]:
    """Yield the conditions on the years of filings and on the days of judgments."""
    if entities.universe.companies:
        years = {*entities.years}
        for one in _days(entities):
            year, month = int(one.value[:4]), int(one.value[5:7])
            years |= {year - 1, year} if month <= EARLY else {year}
        if years:
            yield _condition("fiscal_year", sorted(years))
    elif entities.universe.courts:
        if years_told := entities.years:
            yield from (f"date>={years_told[0]}", f"date<={years_told[-1]}")
        yield from _of_days(_days(entities))


def _of_days(days: Sequence[Entity]) -> Iterator[str]:
    """Yield the conditions on the days of judgments: from the first to the last day or month that a question names."""
    operators = {"before": "<", "after": ">", "up to": "<="}
    for one in days:
        if one.reason in operators:
            yield f"date{operators[one.reason]}{one.value}"
    if named := sorted(one.value for one in days if one.reason not in operators):
        yield from (f"date>={named[0]}", f"date<={named[-1]}")


def _recent(entities: QueryEntities) -> Iterator[str]:
    """Yield the condition that keeps to the recent years, and to those that the question names."""
    newest = entities.universe.newest
    key = "fiscal_year" if entities.universe.companies else "date" if entities.universe.courts else None
    if newest is not None and key:
        yield f"{key}>={min([newest - RECENT_YEARS + 1, *entities.years])}"


def _items(entities: QueryEntities) -> list[str]:
    sections = entities.of(Kind.SECTION)
    return [_condition("item", sections)] if sections else []


def _law_of(entities: QueryEntities) -> date | None:
    """Return the day whose law or terms are asked for: the one that is named, or the last one of the only year."""
    if entities.universe.companies or entities.universe.courts:
        return None
    for one in _days(entities):
        year, month, *day = map(int, one.value.split("-"))
        return date(year, month, day[0] if day else 1)
    return date(entities.years[0], 12, 31) if len(entities.years) == 1 else None


def _numeric(entities: QueryEntities) -> tuple[bool, str]:
    """Return whether the facts are asked, and why."""
    has = {
        "a company": bool(entities.companies),
        "a metric": bool(entities.of(Kind.METRIC)),
        "a year": bool(entities.years or entities.of(Kind.DAY)),
        "a quantity asked for": bool(QUANTITY.search(entities.question)) or not entities.left,
    }
    lacking = [what for what, given in has.items() if not given]
    return not lacking, f"facts not asked: without {', '.join(lacking)}" if lacking else "facts asked: numeric question"


def _reasons(entities: QueryEntities, scope: Scope) -> Iterator[str]:
    """Yield what decided the scope, in words."""
    kinds = (Kind.COMPANY, Kind.COURT, Kind.ACT, Kind.SERVICE, Kind.YEAR, Kind.DAY, Kind.SECTION)
    named = [f"{kind}: {', '.join(values)}" for kind in kinds if (values := entities.of(kind))]
    yield f"{scope}: {'; '.join(named) or 'nothing named'}"
