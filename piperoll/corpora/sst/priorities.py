"""Which sections of a decision say most about what it is relevant to: a table, which an evaluation may replace."""

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Tier:
    """Sections of one priority. ``headings`` are regular expressions, looked for anywhere in a heading, in any case."""

    priority: int
    role: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Priorities:
    """Tiers, best first; a heading is of the first one that it matches, so "The law and analysis" is analysis.

    ``other`` is the priority of every other heading. ``leading`` is the last priority of the sections that a packed
    text begins with.
    """

    tiers: tuple[Tier, ...]
    other: int
    leading: int

    def of(self, heading: str) -> Tier:
        """The tier of a heading."""
        return _tier(self, heading)


OTHER = "other"

DEFAULT = Priorities(
    tiers=(
        Tier(1, "analysis", ("analysis", "law and analysis", "analyse")),
        Tier(
            2,
            "issue",
            (
                "issue",
                "issues",
                "what i have to decide",
                "what i must decide",
                "what the .* must prove",
                "questions? en litige",
            ),
        ),
        Tier(3, "decision", ("conclusion", "decision", "décision", "disposition")),
        Tier(4, "overview", ("overview", "introduction", "background", "aperçu", "contexte")),
        Tier(
            5,
            "law",
            (
                "the law",
                "applicable law",
                "what the law says",
                "legal framework",
                "droit applicable",
                "cadre juridique",
            ),
        ),
        Tier(6, "evidence", ("evidence", "submissions", "what the appellant says", "preuve", "observations")),
    ),
    other=7,
    leading=3,
)
"""The table of the plan for section-aware packing. Added are "disposition", which is what courts call a conclusion,
and the French names. Analysis holds the reasoning, issue the question, conclusion the outcome: these lead."""


@cache
def _patterns(table: Priorities) -> tuple[tuple[Tier, re.Pattern[str]], ...]:
    return tuple((tier, re.compile("|".join(tier.headings), re.IGNORECASE)) for tier in table.tiers)


def _tier(table: Priorities, heading: str) -> Tier:
    found = (tier for tier, pattern in _patterns(table) if pattern.search(heading.replace("’", "'")))
    return next(found, Tier(table.other, OTHER, ()))
