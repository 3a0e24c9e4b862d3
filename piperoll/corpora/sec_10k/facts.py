"""Make facts of the numbers that a filing tags by inline XBRL: concept, value, unit, period, and place in the text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import ceil

from piperoll.corpora.sec_10k.cover import Identity
from piperoll.corpora.sec_10k.figures import figure, whole, written
from piperoll.corpora.sec_10k.filing import Context, Filing, Tagged
from piperoll.days import day_or_none
from piperoll.model import Fact

CAPITALS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
"""The words of ``EPSDilutedIn2024``."""
LONGEST_LABEL = 300
"""Characters of the first cell of a row that are its label."""
LETTER = re.compile(r"[^\W\d_]{2}")
FURTHEST = 20_000
"""Characters of a row in front of a number, within which its first cell is looked for."""
YEAR = 365.25
LEEWAY = 12
"""Days by which the years of a company may end apart: those of 52 or 53 weeks."""


def facts_of(filing: Filing, identity: Identity) -> Iterator[Fact]:
    """Yield the facts of a filing in the order of its tags: each number, as often as it is tagged.

    Args:
        filing: its text, with the tags and their ranges.
        identity: whose it is; its fiscal year numbers the years of the facts.
    """
    periods = {id_: _period(context, identity) for id_, context in filing.contexts.items()}
    units = {id_: _unit(unit) for id_, unit in filing.units.items()}
    words: dict[str, str] = {}
    for one in filing.tagged:
        attributes = one.attributes
        period = periods.get(attributes.get("contextref", ""))
        if one.kind != "nonfraction" or not (concept := one.concept) or period is None:
            continue
        if concept not in words:
            words[concept] = in_words(concept)
        value = figure(filing.value(one), attributes)
        yield Fact(
            concept,
            _row_label(filing.text, one) or words[concept],
            None if value is None else written(value),
            units.get(attributes.get("unitref", ""), ""),
            period.start,
            period.end,
            identity.fiscal_year if concept.startswith("dei:") else period.year,
            whole(attributes.get("decimals", "")),
            period.dimensions,
            one.start,
            one.end,
        )


def in_words(concept: str) -> str:
    """Return the name of a concept in words.

    >>> in_words("us-gaap:NetCashProvidedByOperatingActivities"), in_words("dei:EntityPublicFloat")
    ('Net cash provided by operating activities', 'Entity public float')
    """
    name = concept.rpartition(":")[2]
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in CAPITALS.findall(name)]
    text = " ".join(words)
    return text[:1].upper() + text[1:] or name


@dataclass(frozen=True, slots=True)
class _Period:
    """Hold of which days and parts of the company the facts of a context are."""

    start: date | None
    end: date | None
    year: int | None
    dimensions: Mapping[str, str]


def _period(context: Context, identity: Identity) -> _Period:
    start, end = (day_or_none(day[:10]) for day in (context.start, context.end))
    return _Period(start, end, _year(end, identity), context.dimensions)


def _year(end: date | None, identity: Identity) -> int | None:
    """Return the fiscal year in which a day lies, counted from that of the filing."""
    if end is None or identity.fiscal_year is None or identity.period_end is None:
        return end.year if end else identity.fiscal_year
    return identity.fiscal_year + ceil(((end - identity.period_end).days - LEEWAY) / YEAR)


def _unit(unit: str) -> str:
    """Return a unit without the names of its lists: ``USD/shares`` for ``iso4217:USD/xbrli:shares``."""
    return "/".join(part.rpartition(":")[2] for part in unit.split("/"))


def _row_label(text: str, one: Tagged) -> str:
    """Return what the row prints in its first cell, left of the number; "" where the number stands in no such row."""
    if one.start is None:
        return ""
    line = text.rfind("\n", max(0, one.start - FURTHEST), one.start) + 1
    while text[line] == "\t":  # the cells in front of the first are empty
        line += 1
    tab = text.find("\t", line, one.start)
    label = " ".join(text[line : max(line, tab)].split())
    return label[:LONGEST_LABEL] if LETTER.search(label) else ""
