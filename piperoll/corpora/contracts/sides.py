"""Tell whether the parties that a contract names are on one side: a form leaves the other side to be filled in."""

import re
from collections.abc import Sequence

# "between ______ (“Buyer”) and Lantern, Ltd. and Port Corp. (collectively, the “Company”)", "by [***] (the "Provider")"
BLANK_SIDE = re.compile(
    r"(?i)\b(?:between|among|undersigned)[\s:,]+(?:_{3}|\[[\s*●•_.]{0,12}\])[^;\n]{0,300}?"
    r"(?:[”\"]\)?,?\s+and|\sin\s+favou?r\s+of)\s+(?P<side>[^“”\"]{2,500})[“\"]"
)


def are_one_side(names: Sequence[str], head: str) -> bool:
    """Return whether all names stand in front of what they are called together, behind a blank for the other side."""
    match = BLANK_SIDE.search(head)
    side = " ".join(match["side"].split()) if match else ""
    return all(name in side for name in names)
