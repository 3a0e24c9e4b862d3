"""Read who the parties of a case are: from its name, from what a form marks, and from the caption in its head."""

import re
from collections.abc import Iterable, Sequence

VERSUS = re.compile(r"\s(?<!&\s)\s*(?:-?v-?|vs?\.?|訴)\s+", re.IGNORECASE)
"""Not the V of "J & V Development"."""
CASES = "; "
"""Stands between the names of cases that were heard together."""
_STANDS = (
    r"(?:plaintiff|defendant|appellant|respondent|applicant|claimant|petitioner|prosecution|interven[eo]r|pursuer|defender"
    r"|(?:interested|third|fourth|additional) part(?:y|ie))s?"
)
# "Flynn Pharma Ltd (Appellant)", "AAA (Respondents/Cross Appellants)"
_IN_BRACKETS = rf"\((?:(?:cross[ -])?{_STANDS}[/ ]*){{1,4}}\)"
STANDS = re.compile(rf"\s*{_IN_BRACKETS}", re.IGNORECASE)
# "Harbour Board (Respondent) (Jersey)": where the appeal comes from
PLACE = re.compile(rf"{_IN_BRACKETS}(?P<place> \([A-Z][\w ]{{2,30}}\))", re.IGNORECASE)
# "ADA BEAM – FIRST APPELLANT"
AS_PARTY = re.compile(
    r"\s+[–—-]\s+(?:(?:first|second|third|fourth|fifth) )?"
    r"(?:appellant|respondent|applicant|claimant|defendant)s?(?=\s+v\b|$)",
    re.IGNORECASE,
)
# "(1) MSR PARTNERS LLP", "1)ROBIN PER", "(3) & (4) ADA and BO", "GURMAIL GILL (1)"
NUMBERED_PARTY = re.compile(r"^\(?\d{1,2}\)(?:\s*&\s*\(\d{1,2}\))?\s*|\s*\(\d{1,2}\)$")
# "THE IMAGING CENTRE ASSETS" stands above "LIMITED"
COMPANY = re.compile(r"(?:Pte |Pty |Sdn )?(?:Limited|Ltd|plc|LLP|Inc|GmbH|AG|SA|BV)\.?", re.IGNORECASE)
# "THE COMMISSIONERS FOR" above "HIS MAJESTY’S" above "REVENUE AND CUSTOMS", "THE CORONER" above "FOR INNER WEST LONDON"
GOES_ON = re.compile(r"\b(?:for|of|the)\n|['’]s\n|\n(?:for|of) ", re.IGNORECASE)
# "on the application of", "(ANONYMITY ORDER MADE …)", "and", "v", "Another"
NO_PARTY = re.compile(
    r"\([^\n]*\)|on the application of|v\.?|vs\.?|and|between|an(?:other|or)\.?|others|ors\.?", re.IGNORECASE
)
CROWN = re.compile(r"the (?:king|queen)(?:\W+on the application of)?", re.IGNORECASE)
SPREAD = re.compile(r"(?<=\b\w) (?=\w\b)")
"""Spaces between letters that stand apart: "J U D G M E N T"."""
BETWEEN = re.compile(r"\W*(?:and )?b ?e ?t ?w ?e ?e ?n\W*", re.IGNORECASE)
JOIN = re.compile(r"[-– ]*(?:v|vs|and|訴)[-–.: ]*", re.IGNORECASE)
# "A LTD    Plaintiff": how a party stands in the case
STANDING = re.compile(
    r"\W+(?:\d\w\w )?(?:Plaintiff|Defendant|Appellant|Respondent|Applicant|Claimant|Petitioner|Prosecution)s?\W*$",
    re.IGNORECASE,
)
# "Applicant", "1st Defendants", "Claimants/ Respondents", "Second Interested Party": how the party above stands
ROLE = re.compile(
    r"\W*(?:(?:\d\w\w|first|second|third|fourth|fifth|sixth|cross|proposed|part 20|interested|party|parties|company"
    rf"|{_STANDS})(?:\W+|$)){{1,6}}",
    re.IGNORECASE,
)
# "A LTD          Appellant": many spaces stand for a tab
CELLS = re.compile(r"\t| {3,}")
# "(3)" in a cell of its own, with the name in the next one
NUMBER_CELL = re.compile(r"\(?\d{1,2}[.)]\s*")
# A drawn line, "Representation:", "Mr Wick (instructed by Oil LLP) for the Claimant", "Re: 58 Lamp Court"
CAPTION_ENDS = re.compile(
    r"(?:[-_.=*~‑–—] ?){5,}$|Re:|(?:Representation|Before|Heard|Hearing|Dated?|Property|Transcript|Sitting|The Tribunal"
    r"|Tribunal(?= ?:)"
    r"|(?:approved )?(?:judgment|decision|ruling)|tribunal judge|LL\.?B)\b"
    r"|[^\n]*\b(?:instructed|appear(?:ed|s)|represented|represents|in person)\b",
    re.IGNORECASE,
)
LONGEST_BETWEEN = 30
"""Characters of the line above a caption."""
LONGEST_NAME = 250
"""Characters of a line of a caption; a longer one is text."""
MOST_LINES = 60
"""Lines of a caption, the empty ones too."""


def together(words: str) -> str:
    """Return ``words`` with letters together that all stand apart: "R E G I N A" → "REGINA"."""
    return SPREAD.sub("", words) if re.fullmatch(r"(?:\w ){3,}\w", words) else words


def with_versus(name: str, head: str) -> str:
    """Return a name without how its parties stand, with "v" between them: of "KV (Appellant) Lamp Ltd (Respondent)".

    The head may print how they stand where the name leaves it out.
    """
    if VERSUS.search(name):
        return STANDS.sub("", name)
    lines = (line for line in [name, *head.split("\n")] if " ".join(STANDS.sub(" ", line).split()) == name)
    parted = ([side.strip() for side in STANDS.split(line)] for line in lines)
    return next((" v ".join(sides[:2]) for sides in parted if len(sides) == 3 and not sides[2]), name)


def parties_of(name: str) -> list[str]:
    """Return the sides of a case's name: "HKSAR v. LAU KAM HUNG"; none where nothing stands between two."""
    cases = [[side.strip(" ,;") for side in VERSUS.split(case)] for case in name.split(CASES)]
    return [side for sides in cases for side in sides] if all(len(sides) > 1 and all(sides) for sides in cases) else []


def several(name: str, head: str) -> str:
    """Return ``name`` with a mark between the cases, where it is those of several that the head prints line by line."""
    if len(VERSUS.findall(name)) < 2:
        return name
    lines = (" ".join(STANDS.sub(" ", line).split()) for line in head.split("\n"))
    cases = [line for line in lines if line and line in name and VERSUS.search(line)]
    return CASES.join(cases) if " ".join(cases) == name else name


def joined(name: str, head: str) -> list[str]:
    """Return the names of the cases that the head prints line by line, if ``name`` is one of several; else none."""
    cases: list[str] = []
    if head.count(" v ") < 2:
        return cases
    for line in head.split("\n"):
        case = " ".join(STANDS.sub(" ", line).split()).removesuffix(" and").strip(" ;,").removesuffix("; and")
        if VERSUS.search(case) and len(case) <= LONGEST_NAME:
            cases.append(case)
        elif case:
            if name in cases:
                break
            cases.clear()
    return cases if name in cases and len(cases) > 1 else []


def whole_name(name: str, parties: Iterable[str]) -> str:
    """Return the name of a case; one that is cut off, "A v THE COMMISSIONERS FOR", with the whole name of a party."""
    at = max((match.end() for match in VERSUS.finditer(name)), default=0)
    side = name[at:]
    for party in parties:
        rest = party.removeprefix(side).strip()
        if at and rest != party and (GOES_ON.search(f"{side}\n{rest} ") or COMPANY.fullmatch(rest)):
            return name[:at] + party
        if at and ROLE.fullmatch(side.removeprefix(party)) and side.startswith(party):  # "LAMP LTD Respondent Company"
            return name[:at] + party
    return name


def party_names(values: Iterable[str]) -> list[str]:
    """Return the names in what a form says of the parties: no side of another, no number, no remark in brackets."""
    whole: list[str] = []
    for value in values:
        opened = whole and whole[-1].count("(") > whole[-1].count(")") and value.count(")") > value.count("(")
        if opened or (whole and (COMPANY.fullmatch(value) or GOES_ON.search(f"{whole[-1]}\n{value}"))):  # wrapped
            whole[-1] += f" {value}"
        else:
            whole.append(value)
    sides = (STANDS.sub("", side) for value in whole for side in VERSUS.split(value))
    names = (NUMBERED_PARTY.sub("", side.strip(" \t,;&—–-")).strip(" ,;&—–-").removesuffix(" and") for side in sides)
    return [together(AS_PARTY.sub("", name)) for name in names if name and not NO_PARTY.fullmatch(name)]


def without_places(names: Sequence[str], head: str) -> list[str]:
    """Return the names without the places behind them, which the head prints behind how a party stands."""
    places = {match["place"] for match in PLACE.finditer(head)}
    found = ((name, next((place for place in places if name.endswith(place)), "")) for name in names)
    return [name.removesuffix(place) for name, place in found]


def caption(head: str) -> list[str]:
    """Return the parties as the head prints them: the names between "Between" and a drawn line or the counsel."""
    lines = [line.strip() for line in head.split("\n")]
    begin = next(
        (at for at, line in enumerate(lines, 1) if len(line) <= LONGEST_BETWEEN and BETWEEN.fullmatch(line)), len(lines)
    )
    names: list[str] = []
    for line in lines[begin : begin + MOST_LINES]:
        cells = [" ".join(cell.split()) for cell in CELLS.split(line)]
        shown = " ".join(cells[:2]) if NUMBER_CELL.fullmatch(cells[0]) else cells[0]
        if CAPTION_ENDS.match(shown) or len(shown) > LONGEST_NAME:
            return party_names(name for name in names if not CROWN.fullmatch(name.strip("- ")))
        name = NUMBERED_PARTY.sub("", shown).strip("-–— ")
        if name and not any(beside.fullmatch(name) for beside in (NO_PARTY, BETWEEN, ROLE)):
            names.append(shown)
    return []


def fullest(marked: Sequence[str], printed: Sequence[str]) -> Sequence[str]:
    """Return the parties that are printed, if they are all that a form marks, and more; else those that it marks."""
    names = [_letters(name) for name in printed]
    found = all(CROWN.fullmatch(name) or any(_letters(name) in other for other in names) for name in marked)
    return printed if found and len(printed) > sum(not CROWN.fullmatch(name) for name in marked) else marked


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
