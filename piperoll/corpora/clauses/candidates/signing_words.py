"""Tell the words that stand over signatures only, and rules on which two parties sign beside each other."""

import re
from collections.abc import Sequence

from piperoll.chunking.merge import Range

_DAY = r"\d{1,2}(?:st|nd|rd|th|er|\.|º)?\s(?:[^\W\d]|of|day|de)"
# Each opening, and why it stands over signatures: near it is a place to sign, which is searched.
OPENINGS = (
    # says that the parties sign; "NOW, THEREFORE, intending to be legally bound" begins no line so
    r"(?i:in\switness\sof\swhich|intending\sto\sbe\slegally\sbound)\b",
    r"(?:Each|The|Both|All)(?:\sof\sthe)?\s(?:party|parties|Party|Parties)\s(?:hereto\s)?(?:has|have)\s(?:caused\sthis|signed|executed)\b",
    r"(?i:this\s(?:agreement|contract|deed|lease)\sis\s(?:executed|signed))\s(?!for\b)",
    r"(?:(?:Duly|DULY)\s)?(?:Executed|EXECUTED|Signed|SIGNED)(?:,|\s(?i:and\sdelivered))?\s(?i:by|as|on|for|this|in|at)\b",
    # a word that stands alone, and leads with a colon to who signs
    r"(?:(?i:agreed|accepted|acknowledged|approved|confirmed|signed|executed)(?:,?\s(?i:and|to|by)|,|\s&){0,2}\s?){1,4}:\s*(?=\n|\Z)",
    r"(?i:for\sand\son\sbehalf\sof)\b[^\n]{0,80}(?=\n|\Z)",
    # the day of the signatures; "Dated as of" is the day of a contract on its cover
    r"(?:Dated|DATED)\s(?i:this|at)\b[^\n]{3,80}(?=\n|\Z)",
    rf"(?:Fait|Hecho|Feito|Fatto|Gedaan|Firmado)\s[^\n,]{{2,50}},\s(?:le|el|il|em|a|op|den)?\s?{_DAY}",
    rf"[^\W\d_][\w. -]{{1,30}},\s(?:den|le|il|lì)\s{_DAY}",
    # ends a letter
    r"(?:(?:Very|Yours)\s(?:very\s)?(?:truly|sincerely|faithfully)(?:\syours)?|Sincerely(?:\syours)?|(?:Best|Kind)\sregards|Respectfully(?:\syours)?),?\s*(?=\n|\Z)",
)
OPENS = re.compile("|".join(OPENINGS))
FIRST = frozenset("IiEeTtBbAaDdSsFfGgHhCcVvYyKkRr") | frozenset("JLMNOPQUWXZÄÖÜÉ")
"""The first characters of its matches."""
# "This lease has been entered into on the date stated at the beginning of it", also where a schedule is behind it
SAID = re.compile(
    r"This\s(?:[a-z]+\s){1,3}(?:has\sbeen|is)\s(?:entered\sinto|executed|signed|delivered)\b[^.\n]{0,60}\bon\sthe\sdate\b"
    r"|(?:Y,?\s)?[Ee]n\s(?:prueba|señal)\sde\s(?:su\s)?conformidad\b|En\sfoi\sde\squoi\b"
    r"|(?:Fait|Hecho)\s[^\n,]{2,50},\s(?:le|el|a)\s\d[^\n]{5,90}(?=\n|\Z)"
)
RULE = r"_{5,}|\.{6,}|…{3,}"
RULED = re.compile(RULE)
PLACE = re.compile(
    rf"{RULE}|/s/|\b(?:By|BY|Per|Signature|SIGNATURE|Its|Name|NAME)\s?:|\bacting\sby\b|\bin\sthe\spresence\sof\b|\)\s*$",
    re.MULTILINE,
)
"""Matches where somebody signs."""
BESIDE = re.compile(rf"(?:{RULE})(?:\s{{2,}}(?:{RULE})){{1,3}}\s*(?=\n|\Z)")
"""Matches two rules in one line: nothing but signatures stands in two columns so."""
BEHIND = 300
"""Characters behind the words in which the place to sign is."""
NEAR = 6
"""Lines of names over two rules."""
LONGEST = 500
"""Characters of the longest line that opens signatures."""
LONGEST_NAMES = 120
"""Characters of the longest line of names over or under two rules."""


def announces(text: str, rows: Sequence[Range], index: int) -> int | None:
    """Return the line with which signatures begin, where a line tells that they do; None for other lines.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
        index: of the line that is read.
    """
    start, end = rows[index]
    if text[start] in "_.…" and BESIDE.match(text, start, end):
        return _first_of_columns(text, rows, index)
    if end - start > LONGEST or text[start] not in FIRST:
        return None
    if SAID.match(text, start, end):
        return index
    if not OPENS.match(text, start, end):
        return None
    return index if PLACE.search(text, start, end + BEHIND) else None  # a rule alone is a line of no text


def _first_of_columns(text: str, rows: Sequence[Range], index: int) -> int | None:
    """Return the first of the lines over two rules that are in two columns, as the rules are; None without names."""
    first = index
    while first > max(0, index - NEAR):
        start, end = rows[first - 1]
        line = text[start:end]
        if end - start > LONGEST_NAMES or "   " not in line or line[-1] in ";:" or RULED.search(line):
            break
        first -= 1
    if first == index > 0 and _is_over_two(text, rows, index):
        return index - 1
    return first if first < index else None


def _is_over_two(text: str, rows: Sequence[Range], index: int) -> bool:
    """Return whether the line over two rules is the one company that signs on the left: "LANTERN LLC"."""
    start, end = rows[index - 1]
    names = index + 1 < len(rows) and "   " in text[slice(*rows[index + 1])]
    return names and end - start <= LONGEST_NAMES and text[start:end].isupper() and text[end - 1] not in ";:"
