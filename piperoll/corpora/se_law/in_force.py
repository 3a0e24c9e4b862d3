"""Read what a text says of its own validity: "Denna lag träder i kraft den …", "Har upphävts genom lag (2020:1)."."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from itertools import chain
from typing import Any

from piperoll.corpora.clauses.words.dates import MONTHS
from piperoll.corpora.se_law import temporal
from piperoll.corpora.se_law.blocks import Kind, Source
from piperoll.corpora.se_law.json_values import day_of
from piperoll.days import day_or_none

# "Denna lag träder i kraft den 1 januari 2031", "Dessa föreskrifter träder ikraft den 1 maj 2019", "Detta reglemente
# skall träda i kraft den 1 juli 1961", "Denna författning träder i kraft 2022-01-01", "Dessa allmänna råd gäller från
# och med den 1 januari 2017" (BFS 2016:16), "Jordabalken och denna lag träder i kraft den …"; not "Denna konvention"
CLAUSE = re.compile(
    r"""[Dd]e(?:nna|tta|ssa)\s+
        (?:allmänna\s+råd|[a-zåäö]{0,20}(?:lag|balk|ordning|författning|kungörelse|föreskrifter|instruktion|reglemente
          |stadga|stadgar|cirkulär|taxa|beslut)\d?)(?:\s+och\s+(?:allmänna\s+råd|kommentarer))?\s+
        (?:(?:ska(?:ll)?\s+)?träd(?:er|a)\s+i\s?kra?ft|börjar\s+(?:att\s+)?gälla|gäller\s+från(?:\s+och\s+med)?\b)
        (?P<between>,?\s+(?:i\s?fråga\s+om|såvitt\s+(?:avser|gäller))\b(?:(?!\.\s+[A-ZÅÄÖ]|\n\s*\n).){1,300}?
            \bi\s+övrigt\s+(?=den\s)[^.\d]{0,30}
          |[^.\d]{0,150})
        (?:\b(?P<iso>\d{4}-\d{2}-\d{2})|(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4}))\b""",
    re.VERBOSE | re.DOTALL,
)
# "dagen efter den, då kungörelsen … utkommit från trycket", "en vecka efter den dag, då …": no day that is known
NO_DAY = re.compile(r"\bdag(?:en)?\b|\bveck|\bmånad")
# "AFS 2025:6", "2010:856", alone on its line, "1984:510 - Denna lag …", "2008:297 1. Denna lag …": the act whose
# transition provisions follow
ACT_LINE = re.compile(
    r"\n[ \t]*(?:[A-ZÅÄÖ-]{2,10}[ \xa0])?(\d{4}:\d+)[.:]?[ \t]*(?=\n|\Z|[-–] |\d{1,2}\. |De(?:nna|ssa|tta) )"
)
# "… och gäller till och med den 30 april 2002", "och upphör att gälla vid utgången av juni 2012", "dock längst till
# utgången av år 1979"
EXPIRES = re.compile(
    r"""\s*,?\s*(?:och|samt|men)\s+(?:den\s+)?(?:ska(?:ll)?\s+)?(?:gälle?r?a?|upphöra?(?:\s+att)?\s+gälla)
        (?:\s+tills\s+vidare)?,?(?:\s+dock)?(?:\s+längst)?
        (?:\s+(?P<within>(?:in)?till\s+och\s+med|t\.\s?o\.\s?m\.)|\s+(?:in)?till|\s+vid)?\s+
        (?:(?P<ends>utgången\s+av)\s+(?:år\s+|(?P<last>[a-z]{3,9})\s+)?(?P<closing>\d{4})
          |den\s+(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4}))\b""",
    re.VERBOSE,
)
# "… i fråga om 2 kap. 1 § och i övrigt den 1 juni 2018": the day before it is that of a few provisions
OTHERWISE = re.compile(
    r"""(?:(?!\.\s+[A-ZÅÄÖ]|\n\s*\n).){1,250}?\bi\s+övrigt\s+(?:från\s+och\s+med\s+)?den\s+
        (?:(?P<iso>\d{4}-\d{2}-\d{2})|(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4}))\b""",
    re.VERBOSE | re.DOTALL,
)
REACH = 200
"""Characters behind the day of entry into force within which its sentence says how long the act applies."""
LEAD = 200
"""Characters between the number of an act and its entry clause, which is the first thing that is said of it."""
NUMBER = re.compile(r"\b(\d{4}):\d+")
LAST_YEAR = 2100
"""A larger number is no year."""
# "Regeringen föreskriver att förordningen (1980:1) … ska upphöra att gälla vid utgången av juni 2011": an act that says
# no more says with this when it applies
REPEALS = re.compile(
    r"""\b(?:föreskriv(?:er|s)|beslutar|förordnar)\d?\b(?:(?!\.\s+[A-ZÅÄÖ]).){1,900}?
        \b(?:ska(?:ll)?|skola)\s+upphöra\s+att\s+gälla\s+
        (?:vid\s+utgången\s+av\s+(?:år\s+|(?P<last>[a-z]{3,9})\s+(?:månad\s+)?)?(?P<closing>\d{4})
          |den\s+(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4}))\b""",
    re.VERBOSE | re.DOTALL,
)
YEARS = 10
"""An act enters into force within so many years of the year in its number: 1962:700 did in 1965. What enters into force
in another year is another act, of which the text prints the transition provisions without its number."""

ISSUED = ("utfardad_datum", "Utfärdad")
"""Fields with the day of issue."""

# "beslutade den 29 december 1999.", "har beslutats den 17 december 1991": the day of issue of a regulation
DECIDED = re.compile(
    r"\bbeslutad?(?:e|es|ts)?\s+den\s+(?P<iso>\d{4}-\d{2}-\d{2})?(?:(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4}))?",
    re.IGNORECASE,
)
# "… träder i kraft den dag då författningen enligt uppgift på den utkom från trycket", "Utkom från trycket den 7 maj …"
BY_PRINT = re.compile(r"\sträder\s+i\s?kraft\s+(?:den\s+dag|samma\s+dag)[^.]{0,60}?\butkom\w*\s+från\s+trycket\b")
PRINTED = re.compile(
    r"^Utkom\s+från\s+trycket\s+den\s+(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4})",
    re.IGNORECASE | re.MULTILINE,
)
HEAD = 3_000
"""Characters at the start of a regulation within which it says when it was decided, and when it was printed."""

# "12 § Har upphävts …", "30 a har upphört …", "13-41 §§ har upphävts …", "2 kap. har upphävts …",
# "Bilaga 2 Har upphävts …" (2016:40)
LABEL = re.compile(
    r"(?:#+\s*)?(?:Bilaga\b(?:\s\d{1,3}(?:\s?[a-z]\b)?)?[.:]?|§\s?\d{1,3}\."
    r"|(?:\d{1,4}(?:\s?[a-zåäö])?\s*(?:-{1,2}|–|,|och)\s*){0,9}\d{1,4}\s?[a-zåäö]{0,2}\s*(?:(?:§(?:\s?§)?|kap\.)[.*]?"
    r"|(?=\s[Hh]a[rv]\s)))?\s*"
)
ACT = r"(?P<act>(?:[A-ZÅÄÖ-]{0,8}FS\s?)?\d{4}:\d+)"
# "Har upphävts genom lag (2014:407).", "har upphört att gälla genom förordning (1980:1)",
# "Upphävd genom SSMFS 2018:12.", "Kapitlet har upphävts genom lag (2002:1).", "Har upphhävts genom …" (1949:381)
REPEALED = re.compile(
    rf"""[(\[]?(?:(?:denna\s+paragraf|detta\s+kapitel|kapitlet|paragrafen|ha[rv]|är)\s+){{0,3}}
         u(?:p{{1,2}}h\w{{2,5}}(?:\s+att\s+gälla)?|tgått|tgår)
         (?:\s+(?:(?:genom|enligt)\s+)?[^()\d.§]{{0,40}}?\(?{ACT}(?:\s+s\.\s?\d+)?\)?)?(?:\s+om\s+ändring\b[^.§\d]*)?
         [\s./?')\]]*(?:(?:lag|förordning|kungörelse)\s\(\d{{4}}:\d+\)[\s.]*)?""",
    re.VERBOSE | re.IGNORECASE,
)
# "Har betecknats 5 § genom lag (2009:1).", "Ny beteckning 4 kap. 1 a § genom förordning (2011:2).",
# "Har betecknats 33 d § genom", cut off (canonical JSON of 1982:80)
RENUMBERED = re.compile(
    rf"/?(?:[Hh]a[rv]\s+)?(?:[Nn]y\s+)?(?:beteckn(?:ing|ats|as)|bytt\s+beteckning)\b[^()]{{0,60}}"
    rf"(?:\(?{ACT}\)?[\s./]*|(?:\bgenom|§)\Z)"
)
SERIES = re.compile(r"[A-ZÅÄÖ][A-ZÅÄÖ -]*(?= \d{4}:)")
LONGEST_NOTICE = 160
"""Characters of the longest notice that stands in place of a provision, with its label."""


def complete_days(source: Source) -> None:
    """Set the day of entry into force, and that of a repeal, where the register does not say it.

    The first is that of a marker of the whole statute, else that of the entry clause, else that on which an act that
    only repeals others ends them; without one, the day of printing or of issue, which is marked as an estimate.
    """
    first = source.blocks[0] if source.blocks else None
    if source.valid_from is None and first is not None and first.kind is Kind.SCOPE:
        source.valid_from = temporal.validity(source.text, first.start, first.end).valid_from
    if source.valid_from is None:
        source.valid_from = entry(source.text, first.start if first else 0, source.key)
    if source.valid_from is None:
        issued = next(filter(None, (day_of(source.metadata.get(field)) for field in ISSUED)), None)
        if issued is None and source.kind == "AGENCY_REGULATION":
            said = DECIDED.search(source.text, 0, HEAD)
            issued = _day(said) if said else None
        source.valid_from = _repealing(source, issued) if issued else None
        source.valid_from_estimated = source.valid_from is None and issued is not None
        if source.valid_from_estimated:
            printed = PRINTED.search(source.text, 0, HEAD)
            source.valid_from = (printed and _day(printed)) or issued
    if source.valid_to_estimated and (day := _repealed_on(source)):
        source.valid_to, source.valid_to_estimated = day, False
    expires = expiry(source.text, first.start if first else 0, source.key)
    if expires and (source.valid_to is None or source.valid_to_estimated) and not _outlived(source, expires):
        source.valid_to, source.valid_to_estimated = min(expires, source.valid_to or expires), False


def _repealed_on(source: Source) -> date | None:
    """Return the day of entry into force of the act that repealed a statute, where the statute prints its clause."""
    number = NUMBER.search(source.repealed_by or "")
    own = next((line for line in ACT_LINE.finditer(source.text) if number and line[1] == number[0]), None)
    clause = _own_clause(source.text, own.start(), number[0]) if own and number else None
    return _day(OTHERWISE.match(source.text, clause.end()) or clause) if clause else None


def entry(text: str, start: int, key: str) -> date | None:
    """Return the day on which an act enters into force, as its text says; None where it does not.

    The transition provisions of amending acts, each under its number, say the same of themselves and come later.

    Args:
        text: the stored text.
        start: where the act begins.
        key: its key, which ends with its number.
    """
    clause = _own_clause(text, start, key)
    if clause is None and (printed := PRINTED.search(text, 0, HEAD)) and BY_PRINT.search(text, start):
        return _day(printed)
    return _day(OTHERWISE.match(text, clause.end()) or clause) if clause else None


def expiry(text: str, start: int, key: str) -> date | None:
    """Return the first day on which an act no longer applies, as its entry clause says; None where it does not.

    Args:
        text: the stored text.
        start: where the act begins.
        key: its key, which ends with its number.
    """
    clause = _own_clause(text, start, key)
    match = EXPIRES.match(text, clause.end(), clause.end() + REACH) if clause else None
    if match is None:
        return None
    if match["ends"]:
        return _day_after(match)
    last = _day(match)
    return last + timedelta(days=1) if last and match["within"] else last


def _repealing(source: Source, issued: date) -> date | None:
    """Return the day on which an act without §§, issued on a day, ends what it repeals; None where that is not soon."""
    if any(block.kind is Kind.SECTION for block in source.blocks):
        return None
    start = source.blocks[0].start if source.blocks else 0
    days = {_day_after(match) if match["closing"] else _day(match) for match in REPEALS.finditer(source.text, start)}
    day = days.pop() if len(days) == 1 else None
    return day if day and issued <= day and day.year <= issued.year + 1 else None


def _day_after(match: re.Match[str]) -> date | None:
    """Return the day after the month, or the year, at the end of which something ends: "vid utgången av juni 2011"."""
    month, year = MONTHS.get(match["last"], 0) if match["last"] else 12, int(match["closing"])
    return day_or_none(f"{year + month // 12}-{month % 12 + 1:02}-01") if month else None


def _outlived(source: Source, expires: date) -> bool:
    """Return whether a later act is named in a statute that was to end, or changed it: it was prolonged."""
    listed = (str(amendment.get("act", "")) for amendment in source.metadata.get("amendments", ()))
    acts = chain.from_iterable(map(NUMBER.finditer, (source.text, *listed)))
    return any(expires.year <= int(act[1]) <= LAST_YEAR for act in acts)


def _own_clause(text: str, start: int, key: str) -> re.Match[str] | None:
    """Return the clause on entry into force of the act itself, which names a day."""
    own = NUMBER.search(key)
    for clause in CLAUSE.finditer(text, start):
        if any(
            own and act[1] != own[0]
            for act in ACT_LINE.finditer(text, max(start, clause.start() - LEAD), clause.start())
        ):
            return None
        day = None if NO_DAY.search(clause["between"]) else _day(clause)
        if day and (own is None or 0 <= day.year - int(own[1]) <= YEARS):
            return clause
    return None


def _day(clause: re.Match[str]) -> date | None:
    if clause.groupdict().get("iso"):
        return day_or_none(clause["iso"])
    month = MONTHS.get(clause["month"])
    return day_or_none(f"{clause['year']}-{month:02}-{int(clause['day']):02}") if month else None


def notice(text: str, key: str = "") -> Mapping[str, Any]:
    """Return the metadata of a provision of which the text only says that it is gone; {} for any other.

    ``repealed``, with the act in ``repealed_by``, or ``renumbered``. In a regulation (its key is
    ``SSMFS 2008:26``) an act without a series is of its own: "Upphävd genom 2018:18."
    """
    own = SERIES.match(key)
    series = own[0] if own else "SFS"
    if len(text) > LONGEST_NOTICE:
        return {}
    said = temporal.MARKER.sub(" ", text).strip()
    rest = said
    for _ in range(2):  # "## 2 §", then "2 § har upphävts …"
        at = LABEL.match(rest)
        rest = rest[at.end() :].strip() if at else rest
    if match := REPEALED.fullmatch(rest):
        act = match["act"]
        return {"repealed": True} | ({"repealed_by": act if act[:1].isalpha() else f"{series} {act}"} if act else {})
    return {"renumbered": True} if RENUMBERED.fullmatch(rest) else {}
