"""Read the numbers of a case in the register of its court."""

import re
from collections.abc import Iterator, Sequence

from piperoll.text.anchored import Anchored

CASE_NUMBER = Anchored(
    r"[A-Z](?<![/\w].)(?=[A-Z]{0,5}(?:\([A-Z]\))?[ \xa0]?[\d/-]|(?<=R)ef/)",
    # HCCC 114/2024, DCCC1122M/2024, CACC28/2025; Suit No 727 of 2009/B; CL-2019-000752; CO/4239/2022; UT/2021/000093
    r"(?<![/\w])(?:[A-Z]{2,6}(?:\([A-Z]\))?[ \xa0]?\d{1,6}[A-Z]?/(?:19|20)\d\d"
    r"|[A-Z]{1,4}\d?[-/](?:19|20)\d\d[-/]\d{3,6}(?:[-/][A-Z]{1,4})?"
    r"|[A-Z]{2,4}/\d{1,5}/(?:19|20)\d\d|(?i:ref)/(?:19|20)\d\d/\d{3,6})(?!\d)",
    needs=("/19", "/20", "-19", "-20"),
)
# "Privy Council Appeal No 0009 of 2014", "Registrar’s Appeal No 254 of 2014"
CASE_WORDS = re.compile(
    r"(?:\b(?-i:[A-Z])[a-z’']{2,14} ){0,3}"
    r"(?:Appeal|Suit|Case|Summons|Action|Petition|Application|Claim|Motion|Revision)s?"
    r" Nos?\.? ?\d{1,5} of (?:19|20)\d\d",
    re.IGNORECASE,
)
OF_YEAR = re.compile(r"\d(?= of (?:19|20)\d\d)", re.IGNORECASE)
"""What every match of CASE_WORDS has."""
_NUMBER = r"\d{1,6}(?:-\d{1,6})?"
_YEAR = rf"{_NUMBER}(?:(?:,? and | & |, ){_NUMBER})* of (?:19|20)\d\d(?:/\w{{1,2}})?"
# "Civil Appeals Nos 164 of 2012 and 2 of 2013", "Bankruptcy OS No 752 of 2012", "Criminal Motions No 17 & 39 of 2013"
SEVERAL = re.compile(
    rf"(?P<words>(?:[A-Z][\w’'/.-]{{0,20}}(?: (?:of|in|from)(?: the)?)? (?:\([A-Z]\w{{1,12}}\) )?){{1,6}}?)"
    r"(?:Nos?\.? )?"
    rf"(?P<numbers>{_YEAR}(?:(?:;|,)?(?: and)? {_YEAR})*)"
)
# Nothing, "(", "; ", "… of 2013 and ": else a converter has driven the words apart
BEFORE = re.compile(r"(?:^|[(,;/]|\band) ?$")
OF_ONE_YEAR = re.compile(rf"(?P<numbers>{_NUMBER}(?:(?:,? and | & |, ){_NUMBER})*) of (?P<year>(?:19|20)\d\d)")
# "CA 185/2008", "Adm in Rem 112/2005", "189/2008", "SUM 1754/"
SLASH = re.compile(r"(?P<letters>[A-Za-z() ]{0,20}?) ?(?P<number>\d{1,8}/(?:19|20)?(?:\d\d)?(?:/[A-Z])?)")
# "Claim No QB- 2017- 001637", "SCCO Reference: SC-2022-CRI-000074", "Case Number: TC09072" behind a tab
LABELLED_LINE = re.compile(
    r"(?:^|\t)(?:[A-Za-z]{2,12} ){0,2}(?:Case|Claim|Appeal|Reference|File|Docket)"
    r"(?: Numbers?| Nos?\.?| references?)?[.:]? ?"
    r"(?P<number>(?!nos?\b)[A-Z]{1,6}[ -]?(?: ?\d[\w/]{1,20})(?:- ?[\w/]{1,20}){0,3})[ ]*$",
    re.MULTILINE | re.IGNORECASE,
)


LONGEST_HEAD = 2_500
"""Characters of a head in which the numbers stand."""


def in_text(text: str) -> list[str]:
    """Return the numbers that a text names, each once."""
    matches = list(CASE_NUMBER.finditer(text))
    if not matches and OF_YEAR.search(text):
        matches = list(CASE_WORDS.finditer(text))
    return list(dict.fromkeys(" ".join(match[0].split()) for match in matches))


def in_label(values: Sequence[str]) -> list[str]:
    """Return the numbers that stand behind the label "Case Number": all of "Nos 21 and 22 of 2014"."""
    text = " ".join("; ".join(values).split())
    matches = list(SEVERAL.finditer(text))
    if matches and all(BEFORE.search(text, 0, match.start()) for match in matches):
        return list(dict.fromkeys(number for match in matches for number in _each(match)))
    if found := list(_with_letters(text)):
        return found
    return in_text(text)


def with_others(numbers: Sequence[str], head: str) -> list[str]:
    """Return the numbers of a case with those below them that look alike, and those behind another label."""
    head = head[:LONGEST_HEAD]
    lines = [" ".join(line.split()) for line in head.split("\n") if line.strip()]
    found: list[str] = []
    for number in numbers:
        found.append(number)
        at = next((at for at, line in enumerate(lines, 1) if line.endswith(number)), len(lines))
        for line in lines[at:]:
            if _shape(line) != _shape(number):
                break
            found.append(line)
    labels = (re.sub(r"- +", "-", match["number"].strip()) for match in LABELLED_LINE.finditer(head))
    return list(dict.fromkeys([*found, *labels]))


def _each(match: re.Match[str]) -> Iterator[str]:
    """Yield each number of a list: "Civil Appeals Nos 21 and 22 of 2014" → "Civil Appeal No 21 of 2014", …."""
    years = list(OF_ONE_YEAR.finditer(match["numbers"]))
    numbers = [(number, year["year"]) for year in years for number in re.split(r",? and | & |, ", year["numbers"])]
    words = match["words"].strip()
    if len(numbers) > 1:
        words = re.sub(r"(?:(?<=ss)|(?<=mons))es$|(?<!s)(?<!mon)s$", "", words)
    yield from (f"{words} No {number} of {year}" for number, year in numbers)


def _with_letters(text: str) -> Iterator[str]:
    """Yield the numbers with a slash: one without letters has those of the one before."""
    letters = ""
    for piece in re.split(r"[,;]| and ", text):
        if match := SLASH.fullmatch(piece.strip()):
            letters = match["letters"].strip() or letters
            yield f"{letters} {match['number']}".strip()


def _shape(text: str) -> str:
    return re.sub(r"\d+", "9", text)
