"""Find what stands over lines of a provision: the words that lead to a list ("A keeper must—"), or a header row.

A long section is cut inside its lists and tables. The header of such a part has what stands over it.
"""

import re
from collections.abc import Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.common.leads import LOOK_BACK, shortened
from piperoll.corpora.hk_legislation.source import Kind, Lead, Mark
from piperoll.text.paragraphs import rows
from piperoll.text.sentences import ends

MOST = 2
"""Lead-ins in a header at most: the innermost ones."""
# "may by regulation—", "may make regulations to provide for—  (Amended 89 of 1994 s. 4)"
LEAD = re.compile(r"[—:–](?P<note>\s{0,4}\([A-Z][^()\n]{3,300}\))?\Z")
NOTE = 310
"""Characters of the longest match of LEAD."""
ITEM = re.compile(r"\((?:(?P<number>\d{1,3}[A-Z]{0,3})|(?P<letters>[a-z]{1,5})|(?P<capitals>[A-Z]{1,5}))\)[ \t\u00a0]")
ROMAN = re.compile(r"[ivx]{1,5}")
SUBSECTION, DEFINITION, PARAGRAPH, SUBPARAGRAPH, INNERMOST = 1, 2, 3, 4, 5
"""How deep a line stands: a line closes what was opened at its own depth and below."""


def over(leads: Sequence[Lead], at: int) -> list[str]:
    """Return the words of the innermost leads over the line that begins at ``at``, the outer first."""
    return [lead.words for lead in leads if lead.start <= at < lead.end][-MOST:]


def of_lines(text: str, marks: Sequence[Mark]) -> list[Lead]:
    """Return the lead-ins of an enactment in lines, in the order of the text."""
    leads: list[Lead] = []
    bounds = {mark.start for mark in marks if mark.kind is not Kind.SUBSECTION}
    open_: list[tuple[int, int, str]] = []  # depth, offset behind the line, words
    letter = ""

    def close(depth: int, at: int) -> None:
        while open_ and open_[-1][0] >= depth:
            _, start, words = open_.pop()
            leads.append(Lead(start, at, words))

    for start, end in rows(text):
        if start in bounds or text.rfind("\n", 0, start) + 1 in bounds:
            close(0, start)
            letter = ""
        item = ITEM.match(text, start, end)
        depth = _depth(item, letter) if item else DEFINITION if open_ else SUBSECTION
        letter = item["letters"] if item and depth == PARAGRAPH else letter
        close(depth, start)
        if lead := leads_on(text, start, end):
            stop = lead.start() + 1
            open_.append((depth, end, shortened(text[_sentence(text, start, stop) : stop])))
    close(0, len(text))
    return sorted(leads, key=lambda lead: (lead.start, -lead.end))


def depths(text: str, lines: Sequence[Range]) -> list[int]:
    """Return how deep lines stand; one without a number stands where definitions do."""
    found: list[int] = []
    letter = ""
    for start, end in lines:
        item = ITEM.match(text, start, end)
        found.append(_depth(item, letter) if item else DEFINITION)
        letter = item["letters"] if item and found[-1] == PARAGRAPH else letter
    return found


def leads_on(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the end of a line that leads to what is below it; None where it does not.

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.
    """
    if text[end - 1] not in "—:–)":
        return None
    return LEAD.search(text, max(start, end - NOTE), end)


def _sentence(text: str, start: int, end: int) -> int:
    """Return where the last sentence of a line begins."""
    begin = max(start, end - LOOK_BACK)
    for at in ends(text, begin, end):
        begin = at
    return begin


def _depth(item: re.Match[str], letter: str) -> int:
    """Return how deep an item stands; "(i)" behind "(h)" is a letter."""
    if item["number"]:
        return SUBSECTION
    if item["capitals"]:
        return INNERMOST
    letters = item["letters"]
    follows = len(letters) == len(letter) == 1 and ord(letters) == ord(letter) + 1
    return SUBPARAGRAPH if ROMAN.fullmatch(letters) and not follows else PARAGRAPH
