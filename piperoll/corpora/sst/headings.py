"""What a heading of a Canadian decision looks like, and where it stands in the outline.

A heading is only ever told by its place, before a numbered paragraph or under its known name; here is what else must
hold, so that the end of a quotation or of a list is not taken for one.
"""

import re
from dataclasses import dataclass

LONGEST = 160
"""Characters of a heading without a number of its own; the longest seen is 107."""
LONGEST_NUMBERED = 260
"""Characters of a heading with a number, and of one that is a question; the longest seen is 197."""

LABEL = re.compile(r"\s*(?P<open>\()?(?P<label>[IVXL]{1,8}|[ivxl]{1,8}|[A-Za-z]|\d{1,2})(?(open)\)|[.)])\s+(?=\S)")
""""IV.         Analysis", "(2)  Oppression", "a) Did …": number and heading are apart by up to 15 spaces."""
DASH = re.compile(r"\s*[–—-]\s+(?=\S)")
""""– The Claimant’s efforts": a heading under one that has no dash."""
SENTENCE = re.compile(r"[^\W\d_]{4,}[.!]['”\"’)\]]*\s+\S")
"""The end of a sentence inside; "v. Smith", "J.A. (Dissenting)" and "No. 6847" are none."""
PARTY = re.compile(
    r"^(?:Added part|Counsel|Interpreter|Tribunal|Witness)[^:]{0,60}:"
    r"|^(?:Appellant|Applicant|Claimant|Plaintiff|Representative|Respondent)\b[^:]{0,60}:"
    r"|\b(?:Appellant|Applicant|Respondent):",
    re.IGNORECASE,
)
""""Appellant’s representative: Elena …" is who was there, and no heading."""
PARTIES = re.compile(r"(?:appellant|applicant|claimant|intervener|intervenor|plaintiff|respondent)s?", re.IGNORECASE)
"""What stands under the name of a party."""
SPEAKER = re.compile(
    r"\s*(?P<name>The Chief Justice|The Court|(?:[^\W\d_][\w’'.-]*,? (?:and )?){1,8}(?:C\.)?JJ?\.(?:[AC]\.)?)"
    r"(?: \([^)\n]{0,40}\))?\s*[—–]\s*"
)
""""Karakatsanis J. —": from here on it is her opinion."""
DELIVERED = re.compile(r"\b(?:delivered(?: orally)?(?: by)?|rendered by)\s*:?$")
""""The judgment of Wagner C.J. and Moldaver, … JJ. was delivered by"."""
CONTENTS = re.compile(r"\s*(?:on this page|sur cette page|table of contents|table des matières)\s*", re.IGNORECASE)

KNOWN = frozenset(
    {
        *("analysis", "law and analysis", "the law and analysis", "analysis and conclusion", "issues and analysis"),
        *("issue", "issues", "what i have to decide", "what i must decide", "conclusion", "conclusions", "decision"),
        *("overview", "introduction", "background", "factual background", "facts", "the law", "law", "applicable law"),
        *("what the law says", "legal framework", "evidence", "the evidence", "submissions", "reasons and decision"),
        *("reasons", "reasons for decision", "reasons for my decision", "persons in attendance", "in attendance"),
        *("parties", "participants", "preliminary matter", "preliminary matters", "preliminary issue"),
        *("preliminary issues", "procedural matters", "form of hearing", "method of proceeding", "the hearing"),
        *("order", "disposition", "remedy", "costs", "judicial history", "appendix", "annex"),
        *("analyse", "question en litige", "questions en litige", "décision", "aperçu", "contexte", "preuve"),
        *("droit applicable", "observations", "motifs et décision", "comparutions", "dispositif", "annexe"),
    }
)
"""Names of sections that are headings wherever they stand alone; in lower case."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """One reading of a heading's own number: "(i)" is the first of the roman or the ninth of the letters."""

    style: tuple[bool, str]
    ordinal: int


def name_of(text: str) -> str:
    """A heading as it is shown: on one line, without a dash in front."""
    dash = DASH.match(text)
    return " ".join(text[dash.end() if dash else 0 :].split())


def is_known(text: str) -> bool:
    """Is ``text`` the known name of a section, whatever its number and its case?"""
    if len(text) > LONGEST_NUMBERED:
        return False
    label = LABEL.match(text)
    return name_of(text[label.end() :] if label else text).rstrip(".:").lower() in KNOWN


def is_capitals(text: str) -> bool:
    """``PERSONS IN ATTENDANCE``: a heading of the older form."""
    return text.isupper() and sum(map(str.isalpha, text)) >= 4


def is_top(text: str, contents: str) -> bool:
    """Does a heading stand under no other? ``contents``: the table of contents, in lower case between spaces."""
    return is_known(text) or (is_capitals(text) and " " in text) or f" {text.lower()} " in contents


def is_heading(text: str) -> bool:
    """Can ``text`` be a heading, from what it looks like alone?"""
    if is_known(text):
        return True
    label = LABEL.match(text)
    front = label or DASH.match(text)
    words = text[front.end() if front else 0 :].strip()
    longest = LONGEST_NUMBERED if label or words.endswith("?") else LONGEST
    if len(text.strip()) > longest or sum(map(str.isalpha, words)) < 2:
        return False
    if not (words[0].isupper() or (words[0] in "“\"‘'«" and words[1:2].isupper()) or words[0].isdigit()):
        return False
    if words.endswith((".", ",", ";", "—", "–")) or PARTY.search(words) or PARTIES.fullmatch(text.strip()):
        return False
    return not SENTENCE.search(words) or (label is not None and is_title_case(words))


def is_title_case(text: str) -> bool:
    """``The Scope of the Trial Management Power``: courts write headings so, and items of a list never."""
    label = LABEL.match(text)
    words = re.findall(r"[^\W\d_]+", text[label.end() :] if label else text)
    words = [word for word in words if len(word) > 3] or words
    return bool(words) and sum(word[0].isupper() for word in words) >= 0.6 * len(words)


def readings(text: str) -> list[Numbered]:
    """What the number in front of a heading may be; empty where there is none."""
    match = LABEL.match(text)
    if not match:
        return []
    label, opened = match["label"], bool(match["open"])
    if label.isdigit():
        return [Numbered((opened, "digit"), int(label))]
    case = "upper" if label.isupper() else "lower"
    found = []
    if roman := _roman(label.upper()):
        found.append(Numbered((opened, f"{case} roman"), roman))
    if len(label) == 1:
        found.append(Numbered((opened, f"{case} letter"), ord(label.upper()) - ord("A") + 1))
    return found


def follows(first: str, second: str) -> bool:
    """Is the number in front of ``second`` the next one after that of ``first``?"""
    before = {(one.style, one.ordinal + 1) for one in readings(first)}
    return any((one.style, one.ordinal) in before for one in readings(second))


class Outline:
    """The open headings, from the outermost; each next one closes those that it does not stand under."""

    OPINION, TOP, NUMBERED, INNER, DASHED = -1, 0, 1, 100, 101

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        self._numbers: list[Numbered] = []

    def add(self, text: str, *, top: bool) -> tuple[str, ...]:
        """Open the heading ``text``; names of those above it. ``top``: it is known to stand under no other."""
        numbers = readings(text)
        speaker = SPEAKER.match(text)
        if speaker or DELIVERED.search(text):
            level, name = self.OPINION, speaker["name"] if speaker else name_of(text)
            self._numbers = []
        elif numbers:
            level, name = self.NUMBERED + self._depth(numbers), name_of(text)
        else:
            level, name = self.TOP if top else self.DASHED if DASH.match(text) else self.INNER, name_of(text)
            if top:
                self._numbers = []
        self._open = [one for one in self._open if one[0] < level]
        above = tuple(name for _, name in self._open)
        self._open.append((level, name))
        return above

    def _depth(self, numbers: list[Numbered]) -> int:
        """How deep in the outline: beside the number that it follows, else under all that are open.

        A first number of a style that is open already starts that level again.
        """
        for depth in reversed(range(len(self._numbers))):
            for one in numbers:
                if self._numbers[depth] == Numbered(one.style, one.ordinal - 1):
                    self._numbers[depth:] = [one]
                    return depth
        one = next((one for one in numbers if one.ordinal == 1), numbers[0])
        styles = [other.style for other in self._numbers]
        depth = styles.index(one.style) if one.style in styles else len(styles)
        self._numbers[depth:] = [one]
        return depth


def _roman(label: str) -> int:
    """The value of a roman number up to LXXXIX, 0 for anything else."""
    match = re.fullmatch(r"(L?X{0,3}|XL)(V?I{0,3}|I[VX])", label)
    if not match or not label:
        return 0
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in label]
    return sum(-one if one < max(values[at:]) else one for at, one in enumerate(values))
