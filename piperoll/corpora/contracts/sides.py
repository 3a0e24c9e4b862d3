"""Tell whether the parties that a contract names are on one side: a form leaves the other side to be filled in."""

import re
from collections.abc import Sequence

# "between ______ (“Buyer”) and Lantern, Ltd. and Port Corp. (collectively, the “Company”)", "by [***] (the "Provider")"
BLANK_SIDE = re.compile(
    r"(?i)\b(?:between|among|undersigned)[\s:,]+(?:_{3}|\[[\s*●•_.]{0,12}\])[^;\n]{0,300}?"
    r"(?:[”\"]\)?,?\s+and|\sin\s+favou?r\s+of)\s+(?P<side>[^“”\"]{2,500})[“\"]"
)
# "has been prepared on behalf of Lantern, Ltd. and the City of Port (the “Sellers”)"
BEHALF = re.compile(r"\bon\sbehalf\sof\s(?P<side>[^“”\"]{2,300})[“\"]\w+s[”\"]\)")

FIRST_PAGE = 1_000
FIELD_LEFT = re.compile(r"\b(?i:company\sname)[ \t]*$", re.MULTILINE)
"""Matches the field of a form in which the other side writes its name."""


def are_one_side(names: Sequence[str], head: str) -> bool:
    """Return whether all names stand in front of what they are called together, with nobody on the other side."""
    sides = [" ".join(match["side"].split()) for match in (BLANK_SIDE.search(head), BEHALF.search(head)) if match]
    if any(all(name in side for name in names) for side in sides):
        return True
    group = len({name.partition(" ")[0].casefold() for name in names}) == 1  # "Lantern Ltd. and Lantern Holdings Inc."
    return group and FIELD_LEFT.search(head, 0, FIRST_PAGE) is not None
