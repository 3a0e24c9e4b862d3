"""Read how a page names the documents that it holds, and until when one of them was in force."""

import re
from datetime import date

from piperoll.corpora.clauses.words.dates import day_of, days

_KIND = (
    r"terms|conditions|policy|policies|agreement|notice|statement|guidelines|rules|version|edition|"
    r"agb|nutzungsbedingungen|geschäftsbedingungen|datenschutzerklärung|datenschutzhinweise|fassung|"
    r"politique|condiciones|condições|política|términos|termos|condizioni|informativa|versión|versão|versione|"
    r"voorwaarden|privacyverklaring|versie|villkor|vilkår|regulamin|polityka|podmínky|podmienky"
)
TITLE = re.compile(
    r"(?i)(?:\b(?:terms(?: (?:of|and|&) \w+(?: \w+)?)?|conditions(?: of \w+)?|policy|policies|agreement|notice|"
    r"statement|guidelines|addendum|agb|nutzungsbedingungen|geschäftsbedingungen|datenschutzerklärung|datenschutzhinweise|"
    r"voorwaarden|privacyverklaring|regulamin)|\b(?:politique de|conditions générales|política de|términos|termos|"
    r"condizioni|informativa)\b.{0,50})\W*\Z"
)
"""Matches the end of the title of a document: "Lantern Directory Policy"."""
SUPERSEDED = re.compile(
    rf"(?i)(?:the )?(?:previous|prior|earlier|superseded|archived|old(?:er)?|former|frühere[rsn]?|bisherige[rsn]?|"
    rf"alte[rsn]?|vorherige[rsn]?|anciennes?|précédentes?|vorige|eerdere|tidigare|tidligere|poprzedni[ae]?|předchozí)"
    rf"(?: [^\W\d_]{{2,20}}){{0,3}} (?:{_KIND})\b[^.;:!?]{{0,80}}"
    rf"|(?:{_KIND})(?: [^\W\d_]{{2,20}}){{0,3}} (?:précédentes?|antérieures?|anterior(?:es)?|precedent[ei]|poprzednia)"
    r"\b[^.;:!?]{0,80}"
)
"""Matches a line that heads what was in force before: "Previous terms of service"."""
FOLLOWING = re.compile(rf"(?i)\bthe following (?:{_KIND})\b[^.;]{{0,90}}\b(?:remains?|appl(?:y|ies)|is|are)\b")
"""Matches in a sentence that says until when what follows it was in force: "The following version applies until"."""
UNTIL = re.compile(
    r"(?i)\b(?:until|through|till|bis(?: zum)?|jusqu['’]au|hasta(?: el)?|até|fino al|tot(?: en met)?|do|t\.o\.m\.)\W*\Z"
)
FROM = re.compile(
    r"(?i)\b(?:published(?: on)?|effective(?: (?:as of|from|on))?|in force (?:from|since)|from|since|ab(?: dem)?|"
    r"gültig ab|veröffentlicht am|en vigueur (?:depuis|du)|à compter du|desde(?: el)?|dal|od)\W*\Z"
)
"""Match the words in front of the last day and of the first day of such a document."""
REACH = 40
"""Characters of the longest match of them that is searched."""


def validity(line: str) -> tuple[date | None, date | None]:
    """Return the day from which a document was in force, and the day until which it was, as a line says."""
    plain = line.replace("*", "").replace("_", "")
    first: date | None = None
    for match in days(plain):
        before = plain[max(0, match.start() - REACH) : match.start()]
        if UNTIL.search(before):
            return first, day_of(match)
        if FROM.search(before):
            first = day_of(match)
    return first, None
