"""Read who stood for whom: below "Representation:", in a line for each side, or below the side's name."""

import re
from collections.abc import Sequence

from piperoll.corpora.hk_cases.parties import ROLE
from piperoll.text.anchored import Anchored

# "For the Appellant:\tMr D Bazini", "Respondent: Kym Cardona, …" below "Representation:"
SIDE = re.compile(
    r"\n+(?P<side>(?:For (?:the )?)?(?:\w+ )?(?:Appellant|Respondent|Applicant|Claimant|Defendant|Petitioner)s?)"
    r"[ \t]*:[ \t]*(?P<v>\S[^\n]*)",
    re.IGNORECASE,
)
# "Applicants’ Representative\tAda Wick"
REPRESENTATIVE = re.compile(
    r"^(?P<side>(?:Appellant|Respondent|Applicant|Claimant|Defendant|Petitioner)(?:s?['’]|['’]s) Representatives?)"
    r"[ \t]*[\t:][ \t]*(?P<v>[^\s][^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
REPRESENTATION = re.compile(r"^(?:Representation|Appearances)[ \t]*:?[ \t]*$", re.MULTILINE | re.IGNORECASE)
# "… (instructed by Oil LLP) for the Second Defendant", "Jo Wick for Maternal Grandmother"
STANDS_FOR = Anchored(
    r"[fFoO)](?:(?<=\))(?=\s+for )|(?<!\w.)(?i:(?=or |n behalf of )))",
    r"\b(?:for|on behalf of) (?:the )?(?:[\w&/]+ ){0,4}"
    r"(?:claimant|defendant|appellant|respondent|applicant|petitioner|plaintiff"
    r"|interven[eo]r|part(?:y|ies)\b|crown|prosecution|(?:grand)?mother|(?:grand)?father|child(?:ren)?\b|guardian)"
    r"|\)\s+for \S",
    re.IGNORECASE,
)
ADVOCATE = re.compile(
    r"instructed|, for the (?:appellant|respondent|interven)"
    r"|\bappeared\b|direct access|in person|\b[KQ]\.?C\b|^(?:mr|ms|mrs|miss|dr|professor|lord)\b"
    # "Ada Wick for", "Ada Wick and Jo Beam for", "Ada Wick of Oil Law for"
    r"|^(?:[A-Z][\w’'-]+ ){2,3}(?:(?:and|of) (?:[A-Z][\w’'-]+ ){2,3})?for\b",
    re.IGNORECASE,
)
STANDS = re.compile(r"\bfor\b|\bin[ -]person\b|\bamicus\b|\babsent\b|\bappear|\bbehalf\b|代表", re.IGNORECASE)
ABSENT = re.compile(r"\bnot\b|\bunrepresented\b|\bno (?:active )?part\b", re.IGNORECASE)
# "For the Claimant:MR CLARKE"
LABELLED = re.compile(r"For the \w+(?: \w+)? ?: ?\S", re.IGNORECASE)
OTHER_LABEL = re.compile(r"[^:\n]{1,24}:")
INSTRUCTED = re.compile(r"\(instructed by [^\n]*\)", re.IGNORECASE)
# "Ada Wick KC, Jo Beam,", with the other names of its side below; "Mr A Wick (instructed by Oil LLP)" and "for the …"
WRAPPED = re.compile(
    r"(?<=,)[ \t]*\n{1,2}(?=[A-Z][^\n\t:]{0,300}(?:\(instructed by| for (?:the )?[A-Z]))|\n{1,2}(?=for the )"
)
LONGEST = 600
"""Characters of a line that says who stood for whom."""


def by_side(advocates: Sequence[str]) -> list[str]:
    """Return the values behind a label, a side each: advocates of whom it is not said go with those behind them.

    Example: "James Wick (Wick & Co)", "Jo Beam (Beam LLC) for the appellant".
    """
    sides: list[str] = []
    waiting = ""
    for advocate in advocates:
        waiting = f"{waiting}; {advocate}" if waiting else advocate
        if STANDS.search(advocate):
            sides.append(waiting)
            waiting = ""
    return [*sides, waiting] if waiting else sides


def represented(head: str, labelled: Sequence[str]) -> Sequence[str]:
    """Return who stood for whom, a value for each side.

    Args:
        head: the head of the judgment.
        labelled: what stands in it behind "Counsel:" or the like.

    Returns:
        The sides that the head names below "Representation:", else ``labelled``, else the lines that name advocates.
    """
    found: list[str] = []
    if match := REPRESENTATION.search(head):
        at = match.end()
        while line := SIDE.match(head, at):
            found.append(f"{line['side']}: {line['v'].strip()}")
            at = line.end()
    found = found or [f"{line['side']}: {line['v'].strip()}" for line in REPRESENTATIVE.finditer(head)]
    return found or labelled or _lines(head) or _blocks(head)


def _lines(head: str) -> list[str]:
    """Return the lines that name advocates and for whom they stood.

    "for the Claimant" may stand below, and names that end with a comma above.
    """
    whole = WRAPPED.sub(" ", head)
    lines = (" ".join(line.split(" ")) for line in whole.split("\n") if len(line) <= LONGEST and "\t" not in line)
    return [
        line
        for line in lines
        if LABELLED.match(line)
        or (
            (" for " in line or " behalf of " in line)
            and STANDS_FOR.search(line)
            and ADVOCATE.search(line)
            and not ABSENT.search(line)
            and not OTHER_LABEL.match(line)
        )
    ]


def _blocks(head: str) -> list[str]:
    """Return the advocates below each side: "Appellant", "Ada Beam KC", "(Instructed by Oil LLP (London))"."""
    found: list[str] = []
    sides: list[str] = []
    names: list[list[str]] = []
    for line in head.split("\n"):
        cells = [" ".join(cell.split()) for cell in line.split("\t")]
        if any(cells) and all(ROLE.fullmatch(cell) for cell in cells if cell):  # two sides may stand beside each other
            sides, names = cells, [[] for _ in cells]
            continue
        for column, cell in enumerate(cells[: len(sides)]):
            if sides[column] and INSTRUCTED.fullmatch(cell):
                found.append(f"{sides[column]}: {', '.join(names[column])} {cell}")
                sides[column] = ""
            elif cell:
                names[column].append(cell)
    return found
