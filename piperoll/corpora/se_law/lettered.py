"""Take apart chapters of a canonical object in which the numbers of the §§ begin again at 1.

The source lost the headings of chapters that were put in later: 103 kap. holds 103 a to 103 e as well (2010:110). Their
letters are known where the text names exactly as many of them ("i 103 b kap.").
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

# "103 e kap.", "24 a och 25 kap." is rare and says no less
NAMED = re.compile(r"\b(?P<chapter>\d{1,3}) (?P<letter>[a-z])(?= kap\b)")
ENDS, BEGINS = "pphör att gälla", "räder i kraft"


class Run(NamedTuple):
    """Hold the §§ of one chapter: ``number`` has "_2" and so on where its letter is unknown."""

    number: str
    first: int
    end: int


def last_letters(data: Mapping[str, Any]) -> dict[str, int]:
    """Return for each number of a chapter how far the text names letters behind it: {"103": 5} for "103 e kap."."""
    found: dict[str, int] = {}
    for match in NAMED.finditer(json.dumps(data, ensure_ascii=False)):
        found[match["chapter"]] = max(found.get(match["chapter"], 0), ord(match["letter"]) - ord("a") + 1)
    return found


def runs(number: str, labels: Sequence[str], openings: Sequence[str], named: int) -> Iterator[Run]:
    """Yield the chapters that the §§ of one chapter of the source are.

    Args:
        number: of the chapter.
        labels: of its §§, in order.
        openings: their first words, with the temporal markers in front of them.
        named: how many lettered chapters of this number the text names.
    """
    again = [
        at
        for at in range(1, len(labels))
        if labels[at] == "1" and not (ENDS in openings[at - 1] and BEGINS in openings[at])
    ]
    sure = [at for at in again if labels[at - 1] != "1"] if number.isdigit() else []
    starts = again if sure and len(again) == named else sure  # 1 § twice: two wordings, or a chapter of one §
    for index, (first, end) in enumerate(zip((0, *starts), (*starts, len(labels)), strict=True)):
        letter = chr(ord("a") + index - 1) if len(starts) == named else f"_{index + 1}"
        yield Run(number + letter if index else number, first, end)
