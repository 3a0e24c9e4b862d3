"""When a page says that it was last changed."""

import re
from datetime import date

HEAD = 3_000
"""Characters at the start in which a page says so."""
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar januari janvier enero gennaio janeiro ianuarie",
            "february feb februar februari février febrero febbraio fevereiro februarie",
            "march mar märz mars marzo março martie maart",
            "april apr avril abril aprile aprilie",
            "may mai mayo maggio maio mei maj",
            "june jun juni juin junio giugno junho iunie",
            "july jul juli juillet julio luglio julho iulie",
            "august aug augusti août agosto augustus",
            "september sep sept septembre septiembre settembre setembro septembrie",
            "october oct oktober octobre octubre ottobre outubro octombrie",
            "november nov novembre noviembre novembro noiembrie",
            "december dec dezember décembre diciembre dicembre dezembro decembrie",
        ),
        1,
    )
    for name in names.split()
}
SAYS = re.compile(
    r"(?i)\b(?:last (?:updated?|modified|revised|changed?|edited)|updated?(?: on)?|revised|effective(?: date)?(?: as of)?"
    r"|version(?: of| du)?|modified|in force|as of|stand|letzte änderung|gültig ab|dernière mise à jour|mise à jour"
    r"|en vigueur|última actualización|actualización|fecha de|ultimo aggiornamento|aggiornat[oa]|última atualização"
    r"|laatst (?:bijgewerkt|gewijzigd)|uppdaterad|senast)\b[^\n\d]{0,40}?(?=\d|\b[^\W\d_]{3,10}\.? \d)"
)
DAY = re.compile(
    r"(?P<iso>\d{4})[-/.](?P<iso_month>\d{1,2})[-/.](?P<iso_day>\d{1,2})"
    r"|(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?: of| de)?[ \xa0-](?P<month>[^\W\d_]{3,10})\.?,?(?: de)?[ \xa0-](?P<year>\d{4})"
    r"|(?P<us_month>[^\W\d_]{3,10})\.?[ \xa0](?P<us_day>\d{1,2})(?:st|nd|rd|th)?,?[ \xa0](?P<us_year>\d{4})"
    r"|(?P<eu_day>\d{1,2})\.[ ]?(?P<eu_month>\d{1,2})\.[ ]?(?P<eu_year>\d{4})"
)


def last_updated(text: str) -> date | None:
    """The first day that follows words like "last updated"; None for a day that could be read in two ways."""
    head = re.sub(r"[*_\\]+", "", text[:HEAD])
    for says in SAYS.finditer(head):
        if (day := DAY.match(head, says.end())) and (found := _read(day)):
            return found
    return None


def _read(match: re.Match[str]) -> date | None:
    named = match["month"] or match["us_month"]
    month = MONTHS.get(named.casefold(), 0) if named else int(match["iso_month"] or match["eu_month"])
    year = int(match["iso"] or match["year"] or match["us_year"] or match["eu_year"])
    day = int(match["iso_day"] or match["day"] or match["us_day"] or match["eu_day"])
    try:
        return date(year, month, day)
    except ValueError:
        return None
