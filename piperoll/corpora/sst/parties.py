"""Find the parties of a decision: in the caption of its title page, or in its first paragraphs."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.sst import labels

AND = re.compile(r"[-–— ]*(?:and|et)[-–— ]*,?", re.IGNORECASE)
"""The line between the parties of a caption: "and", "- and -"."""
AFTER = re.compile(r"decision|décision|reasons|motifs|tribunal|division|judgment|heard|date|docket", re.IGNORECASE)
"""A word in the first line after a caption: "SOCIAL SECURITY TRIBUNAL DECISION"."""
BESIDE = re.compile(rf"(?P<name>\S.*?),?\s(?:[\s|]|\.\.){{0,99}}{labels.ROLE}[,.]?")
""""H. J.   Applicant": a party whose role stands at the end of its line."""
_PERSON = r"(?:[A-Z]\. ?){1,4}"
_INSTITUTION = r"[A-Z][\w’'-]+(?: (?:(?:of|and|for|the|de|du|des|la|et) |(?:de )?l['’])?[A-ZÀ-Þ][\w’'-]+){0,8}"
PRESENT = re.compile(rf"^[^\S\n]*{labels.ROLE}[^\S\n]*:[^\S\n]*(?P<party>[^\s,(][^\n,(]{{0,99}})", re.MULTILINE)
""""Respondent: M. P.": a line of those who were there."""
TOLD = re.compile(
    # "The Appellant, F. B. (Claimant), was …"
    rf"\b(?i:the|l['’]|la|le)\s?(?i:{labels.ROLE}), (?P<person>{_PERSON})\s?[,(]"
    # "… where the Canada Employment Insurance Commission (Appellant) had …"
    rf"|\b(?P<institution>{_INSTITUTION}) \((?i:(?:the |l['’]|la |le )?{labels.ROLE})\)"
)


VERSUS = re.compile(r"\s(?:vs?|c)\.?\s")
"""Between the parties in the name of a case."""


def versus(name: str) -> list[str]:
    """Return the two parties in the name of a case, [] without them: ``AB v Minister`` → AB, Minister."""
    sides = [side.strip(" ,") for side in VERSUS.split(name, maxsplit=1)]
    return sides if len(sides) > 1 and all(sides) else []


def captioned(lines: Sequence[str]) -> Iterator[str]:
    """Yield the parties in a caption: each name stands above its role or beside it, or above "and".

    Args:
        lines: of the title page after "BETWEEN:".
    """
    name: list[str] = []
    closed = False  # the last line was a role: only "and" or another name of the same form may follow
    for line in lines:
        if labels.PARTY.fullmatch(line):
            if name:
                yield " ".join(name)
            name, closed = [], True
        elif AND.fullmatch(line):
            if name:
                yield " ".join(name)
            name, closed = [], False
        elif beside := BESIDE.fullmatch(line):
            yield " ".join([*name, beside["name"]])
            name, closed = [], True
        elif closed and AFTER.search(line):
            return
        else:
            name.append(line.rstrip(","))


def told(opening: str) -> list[str]:
    """Return the parties that the opening of a decision names: who was present, and "The Appellant, F. B."."""
    present = [match["party"].strip() for match in PRESENT.finditer(opening)]
    named = [(match["person"] or match["institution"]).strip() for match in TOLD.finditer(opening)]
    return list(dict.fromkeys([*present, *named]))
