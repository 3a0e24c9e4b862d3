"""Read the day on which a page says that it was last changed."""

import re
from datetime import date

from piperoll.corpora.clauses.dates import DAY, day_of

HEAD = 3_000
"""Characters at the start in which a page says when it was changed."""
SAYS = re.compile(
    r"(?i)\b(?:last (?:updated?|modified|revised|changed?|edited)|updated?(?: on)?|revised|effective(?: date)?"
    r"(?: as of)?|version(?: of| du)?|modified|in force|as of|stand"
    r"|letzte änderung|gültig ab|dernière mise à jour|mise à jour"
    r"|en vigueur|última actualización|actualización|fecha de|ultimo aggiornamento|aggiornat[oa]|última atualização"
    r"|laatst (?:bijgewerkt|gewijzigd)|uppdaterad|senast)\b[^\n\d]{0,40}?(?=\d|\b[^\W\d_]{3,10}\.? \d)"
)


FIRST_LINES = 600
"""Characters in which a page may say nothing but the day: "March 15, 2031 (View archived version)"."""
ALONE = re.compile(r"(?m)^[ \t]{0,8}(?=[^\W_])")
BEHIND = re.compile(r"\.?[ \t]{0,8}(?:\(|\[|\||$)", re.MULTILINE)


def last_updated(text: str) -> date | None:
    """Return the first day that follows words like "last updated", else the day that stands in a line of its own."""
    head = re.sub(r"[*_\\]+", "", text[:HEAD])
    for match in SAYS.finditer(head):
        if (day := DAY.match(head, match.end())) and (updated := day_of(day)):
            return updated
    for line in ALONE.finditer(head, 0, FIRST_LINES):
        if (day := DAY.match(head, line.end())) and BEHIND.match(head, day.end()) and (updated := day_of(day)):
            return updated
    return None
