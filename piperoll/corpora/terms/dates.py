"""Read the day on which a page says that it was last changed, and the one from which it holds."""

import re
from collections.abc import Iterator
from datetime import date

from piperoll.corpora.clauses.words.dates import DAY, day_of, days, without_accents

HEAD = 3_000
"""Characters at the start in which a page says when it was changed."""
CHANGED = re.compile(
    without_accents(
        r"(?i)(?<![^\W一-鿿])(?<!effective )"
        r"(?:last (?:updated?|modified|revised|changed?|edited)|updated?(?: on)?|revised|version(?: of| du)?|modified"
        r"|(?<!\d )as of|stand|letzte änderung|dernière mise à jour|mise à jour"
        r"|dernière (?:modification|version)|ultima modifica|letzte aktualisierung"
        r"|última (?:alteração|modificación|modificação|revisão)(?:[^.\n]{0,60}\bdat[ae] de)?"
        r"|última actualización|actualización|fecha de|ultimo aggiornamento|aggiornat[oa]|última atualização"
        r"|laatst (?:bijgewerkt|gewijzigd)|gewijzigd op|uppdaterad|senast|zuletzt"
        r"|actualização|actualizado|revision(?: date)?|mis à jour|versie van"
        r"|ultima actualizare|última revisión|τελευταία ενημέρωση|последна актуализация"
        r"|date(?=:)|en date du|actualizată(?: astăzi)?"
        r"|(?:sidst|senest) (?:opdateret|ændret)|sist (?:oppdatert|endret)|(?:viimeksi )?päivitetty"
        r"|ostatnia (?:aktualizacja|zmiana)|ostatnio zaktualizowan[oya]|naposledy (?:aktualizováno|upraveno)"
        r"|son güncelle(?:me|nme)(?: tarihi)?"
        r"|(?:дата )?последне(?:го|е) (?:обновлени[ея]|изменени[ея])|обновлен[оа]"
        r"|(?:최종|마지막) ?(?:업데이트|수정|개정)(?:일)?|개정일|status(?=:)|redakcija"
        r"|最[后後終近](?:更新|修改|修訂|修订|改[定訂])(?:[日於于在]期?)?|更新日期?|改[定訂]日)\b"
    )
)
"""Says when a page was changed."""
PUBLISHED = re.compile(r"(?i)\b(?:published(?: on)?|publication date|released|release date)\b")
"""Says when a page that is not said to be changed was published."""
HOLDS = re.compile(
    without_accents(
        r"(?i)(?<![^\W一-鿿])(?<!became )(?<!becomes )(?<!become )(?<!entered )"
        r"(?:effective(?: date)?(?: as of| from| on)?|date effective|in force|takes? effect(?: on)?"
        r"|gültig ab|en vigueur|applicables? (?:au|à compter du)|platné od|obowiązuje od|en application au"
        r"|se aplică începând cu(?: data de)?|veljajo od|veljavni od(?: dne)?|nadobúdajú účinnosť|účinnosti"
        r"|kehtib alates|gäller (?:från|fr\.o\.m\.)|gældende fra|gjelder fra|(?:träder|trer) i kraft|in vigore"
        r"|(?:aplicables?|operables?|vigentes?) a partir del?"
        r"|e[mn] vigor|ikrafttrædelse|(?:came|went) into effect(?: on)?|voimassa|yürürlük tarihi|시행일"
        r"|вступ(?:ает|ил[аио]?) в силу|hatályos|applies (?:from|beginning)|vrijede od|生效日期?|施行日|発効日)\b"
    )
)
"""Says from when a page holds."""
UNTIL = re.compile(r"(?i)\b(?:until|till|before|through|prior to|up to|bis|jusqu|ate|hasta|fino|tot)\b")
"""Matches in front of the last day on which an older page holds."""
SPAN = re.compile(r"(?i)\s{0,2}(?:-|–|until|till|through|to|au|bis)\s(?=(?:[^\W\d_]{3,9} )?\d)")
"""Matches behind the first one of the days on which an older page held: "en vigueur du 4.7.2031 au 5.8.2031"."""


SAYS_LAST = re.compile(r"(?i)\blast (?:updated?|modified|revised|changed?|edited)\b|更新日期")
"""Says when a page was changed, also where it took effect on another day, or at its end."""
TAIL = 1_000
"""Characters at the end in which a page says so, without the targets of links."""
WITH_TARGETS = 4 * TAIL
"""Characters at the end in which such a part is looked for: links to other pages may stand behind what a page says."""
FIRST_LINES = 600
"""Characters in which a page may say nothing but the day: "March 15, 2031 (View archived version)"."""
TARGET = re.compile(r"(?<=\])\([^()\s]{0,500}\)")
TWO_READINGS = re.compile(
    r"(?<![\d/-])(0?[1-9]|1[0-2])(?P<mark>[/-])(0?[1-9]|1[0-2])(?P=mark)((?:19|20)\d\d)(?![\d/-])"
)
"""Matches "04/06/2031": the day or the month may come first."""
DAY_FIRST = re.compile(r"(?<![\d/-])(?:1[3-9]|2\d|3[01])([/-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?![\d/-])")
"""Matches "26/06/2031": so the page writes its days."""
TIME = re.compile(r"\b\d{1,2}:\d\d(?:,|\b)\s{0,2}")
DIGIT = re.compile(r"\d")
OF_NUMBER = re.compile(r"(?<![^\W\d_])\d")
"""Matches a digit that stands behind no letter, as in "B2B"."""
ALONE = re.compile(r"(?m)^[ \t]{0,8}(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?=[^\W_])")
PLACE = re.compile(r"\s{0,8}(?:(?:[^\W\d_]{1,2} )?[^\W\d_]{3,20},(?: [^\W\d_]{2,4})? )?")
"""Matches the place in front of the day at the end of a page: "V Bratislave, dňa 4.5.2031"."""
REACH = 40
"""Characters between such words and the day."""
SENTENCE = re.compile(r"(?<=[^\W\d_]{3}[.!?])[ \t\xa0]{1,9}(?=[^\W_a-z])")
"""Matches between two sentences of a line."""
# "These terms", "La presente versione", "Prezenta versiune": without accents, as they are read
OF_PAGE = re.compile(
    r"(?i)\W{0,3}(?:this|these|the present|our|dies\w{0,2}|die vorliegende\w{0,2}|cette?|ces|l[aeo]s? presente?[si]?"
    r"|el presente|quest[aeio]|est[aeo]s?|prezent\w{1,3}|acest\w{0,4}|niniejsz\w{1,4}|denna|dessa|deze|tento|tato)\b"
)
"""Matches the beginning of a sentence that speaks of the page: others may say when a law came into effect."""
LONGEST_LINE = 90
"""Characters of a line, or of a sentence, at the end in which it says when a page was changed."""
BEHIND = re.compile(r"\.?[ \t]{0,8}(?:\d\d\.\d\d [A-Z]{3,4}$|\(|\[|\||$)", re.MULTILINE)


def days_of_page(text: str, language: str = "en") -> tuple[date | None, date | None]:
    """Return the day on which a page was changed, and the one from which it holds, where it says so.

    The first is that which follows "last updated", else words like "revised", else "published", else the day in a line
    of its own. Where the beginning says nothing, the end may: also by a day alone, or behind a place.

    Args:
        text: the page.
        language: ISO 639-1 code, or "" where it is not clear; in any language but English "04/06/2031" is in June.
    """
    tail = TARGET.sub("", text[-WITH_TARGETS:])[-TAIL:]
    day_first = language not in ("", "en") or any(map(DAY_FIRST.search, (text[:HEAD], tail)))
    head = _plain(text[:HEAD], day_first=day_first)
    holds = _said(head, HOLDS)
    if updated := _said(head, SAYS_LAST) or _said(head, CHANGED) or _said(head, PUBLISHED):
        return updated, holds
    for line in ALONE.finditer(head, 0, FIRST_LINES):
        day = DAY.match(head, line.end())
        if day and BEHIND.match(head, day.end()) and (updated := day_of(day)) and updated != holds:
            return updated, holds
    tail = _plain(tail, day_first=day_first)
    lines = list(_last_lines(tail))
    if (updated := _said(tail, SAYS_LAST)) or holds:
        return updated, holds
    changed, published, holds = (
        next(filter(None, (_said(line, says) for line in lines)), None) for says in (CHANGED, PUBLISHED, HOLDS)
    )
    return changed or published or (None if holds else next(filter(None, map(_signed, lines)), None)), holds


def _last_lines(tail: str) -> Iterator[str]:
    """Yield the lines of the end of a page, the last one first; of a long one the sentences that speak of the page."""
    for line in reversed(tail.split("\n")):
        if len(line) <= LONGEST_LINE:
            yield line
        else:
            yield from (one[:LONGEST_LINE] for one in reversed(SENTENCE.split(line)) if OF_PAGE.match(one))


def _signed(line: str) -> date | None:
    """Return the day that is all there is in a line, but for the place in front of it."""
    place = PLACE.match(line)
    day = DAY.match(line, place.end()) if place else None
    return day_of(day) if day and not line[day.end() :].strip(". \t\xa0") else None


def _plain(text: str, *, day_first: bool) -> str:
    """Return a text without marks, accents and times; with ``day_first``, days of two readings have full stops."""
    plain = TIME.sub("", without_accents(re.sub(r"[*_\\]+", "", text)))
    return TWO_READINGS.sub(r"\1.\3.\4", plain) if day_first else plain


def _said(text: str, says: re.Pattern[str]) -> date | None:
    """Return the first day that follows words that ``says`` matches, in the same line."""
    for line in filter(DIGIT.search, text.split("\n")):
        for match in says.finditer(line):
            rest = line[match.end() :][: 2 * REACH]
            day = next((day for day in days(rest) if day.start() <= REACH), None)
            if day and not OF_NUMBER.search(rest, 0, day.start()) and (said := day_of(day)):
                front = rest[: day.start()]
                other = (UNTIL.search(front) or SPAN.match(rest, day.end())) if says is HOLDS else HOLDS.search(front)
                if says is SAYS_LAST or not other:
                    return said
    return None
