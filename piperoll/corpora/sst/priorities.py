"""Rank the sections of a decision by how much they show what it is relevant to.

The ranks are a table, so that an evaluation can replace it.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache


@dataclass(frozen=True, slots=True)
class Tier:
    """Describe the sections of one priority.

    ``headings`` are regular expressions that match anywhere in a heading, in upper or lower case.
    """

    priority: int
    role: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Priorities:
    """Hold the tiers, best first; the first matching tier decides, so "The law and analysis" is analysis.

    ``other`` is the priority of every other heading. ``leading`` is the last priority of the sections that come first
    in a packed text.
    """

    tiers: tuple[Tier, ...]
    other: int
    leading: int

    def of(self, heading: str) -> Tier:
        """Return the tier of a heading."""
        return _tier(self, heading)


OTHER = "other"

DEFAULT = Priorities(
    tiers=(
        Tier(
            1,
            "analysis",
            (
                *("analysis", "law and analysis", r"\bdiscussion$", "analyse"),
                # "Reasons and decision" has both in it, and is none
                r"^(?:\w+\. )?(?:my |the )?reasons(?: for (?:my |the |this )?(?:decision|order|judgment))?:?$",
                r"^(?:\w+\. )?(?:mes |les )?motifs(?: de (?:ma |la |cette )?(?:décision|ordonnance))?(?: ?:)?$",
                r"^(?:\w+\. )?application(?: of the law)?(?: to (?:the facts|th(?:e|is) (?:case|appeal)))?$",
            ),
        ),
        Tier(
            2,
            "issue",
            (
                r"(?<!\bat )(?<!\bin )issue",  # "Testimony at Issue" is none
                "what i have to decide",
                "what i must decide",
                "what (?:the )?.*(?:must|ha(?:s|ve) to) (?:prove|show)",
                "questions? en litige",
                "ce que je dois (?:décider|trancher)",
                "ce que .* doi(?:t|vent) (?:prouver|démontrer)",
            ),
        ),
        Tier(
            3,
            "decision",
            (
                *(
                    "conclusion",
                    "(?<!judicial )decision(?!s? (?:below|under|in issue|at issue))",
                    "décision(?!s? portée)",
                    "disposition",
                    r"^(?:\w+\. )?(?:orders?|ordonnance)\b(?! (?:under|below|in issue|at issue))",
                ),
                r"^(?:\w+\. )?result\b",
            ),
        ),
        Tier(
            4,
            "overview",
            (
                "overview",
                r"introduction(?! to\b)",
                "(?<!legislative )(?<!statutory )background",
                r"^(?:\w+\. )?(?:the |factual |brief |summary of (?:the )?)?facts\b",
                "(?:judicial|procedural) history",
                "judicial decisions?$",
                r"(?:judgments?|decisions?|proceedings)(?: of the courts?)? below\b",
                r"\b(?:judgments?|decisions?) (?:in|at) issue\b",
                "aperçu",
                "contexte",
            ),
        ),
        Tier(
            5,
            "law",
            (
                *("the law", r"^(?:\w+\. )?law$"),
                "applicable law",
                "what the law says",
                "(?:legal|legislative|statutory) (?:framework|background)",
                "statutory provisions",
                "droit applicable",
                "cadre juridique",
                "ce que dit la loi",
            ),
        ),
        Tier(
            6,
            "evidence",
            (
                "evidence",
                "submissions",
                "what the appellant says",
                "parties' (?:arguments|positions)",
                "preuve",
                "observations",
            ),
        ),
    ),
    other=7,
    leading=3,
)
"""The table for section-aware packing. It has the French names too, and "disposition", the courts' word for a
conclusion. Analysis holds the reasoning, issue the question, conclusion the outcome: these come first."""


@cache
def _patterns(table: Priorities) -> tuple[tuple[Tier, re.Pattern[str]], ...]:
    return tuple((tier, re.compile("|".join(tier.headings), re.IGNORECASE)) for tier in table.tiers)


@lru_cache(maxsize=1024)
def _tier(table: Priorities, heading: str) -> Tier:
    matching = (tier for tier, pattern in _patterns(table) if pattern.search(heading.replace("’", "'")))
    return next(matching, Tier(table.other, OTHER, ()))
