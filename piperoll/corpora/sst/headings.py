"""Recognise the headings of a Canadian decision, and find their level in the outline.

A line is a heading because it stands before a numbered paragraph or because its name is known. This module adds the
other conditions, so that the end of a quotation or of a list is not taken for a heading.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from piperoll.corpora.sst import labels, notes

LONGEST = 160
"""Characters of a heading without a number of its own; the longest seen is 107."""
LONGEST_NUMBERED = 260
"""Characters of a heading with a number, or of a question; the longest seen is 197."""

LONGEST_TITLE = 400
"""Characters of a heading with a number, in title case; the longest seen is 310."""

LABEL = re.compile(
    r"\s*(?P<open>\()?(?P<label>[IVXL]{1,8}|[ivxl]{1,8}|[A-Za-z]|\d{1,2})(?(open)\)|[.)])\s+(?=\S)"
    r"|\s*(?P<bare>[IVX]{2,8}|[IVX](?=[^\S\n]{2})|[IVX](?=[^\S\n][A-Z][^\W\d_]+$))[^\S\n]+(?=[A-ZÀ-Þ“])"
)
""""IV.         Analysis", "(2)  Oppression", "a) Did …", "IV Analysis": up to 15 spaces stand behind the number."""
DASH = re.compile(r"\s*[–—-]\s+(?=\S)")
""""– The Claimant’s efforts": a heading one level below a heading without a dash."""
SENTENCE = re.compile(r"[^\W\d_]{4,}[.!]['”\"’)\]]*\s+\S")
"""The end of a sentence within a line; "v. Smith", "J.A. (Dissenting)" and "No. 6847" do not match."""
PARTY = re.compile(
    r"^(?:Added part|Counsel|Interpreter|Tribunal|Witness|Plaintiff|Représentant|Interprète|Témoin)[^:]{0,60}:"
    rf"|^{labels.ROLE}\b[^:]{{0,60}}:|\b(?:Appellant|Applicant|Respondent):",
    re.IGNORECASE,
)
""""Appellant’s representative: Elena …" names a participant and is no heading."""
LAST_ABBREVIATION = re.compile(r"\b(?:[A-Z](?:\.[A-Z])*|Inc|Ltd|Corp|Co|Jr|Sr)\.$")
""""History of Section 745.51 Cr. C.", "Offences Against E.N.": the full stop belongs to the last word."""
JOINS = re.compile(
    r"(?:[,(/–—-]|\b(?:a|an|and|as|at|by|for|from|his|her|in|into|its|of|on|or|our|that|the|their|to|under|was|were|with"
    r"|au|aux|avec|dans|de|des|du|en|et|la|le|les|ou|par|pour|que|sa|ses|son|sur|une?|[ldn]['’]))$",
    re.IGNORECASE,
)
"""The end of a line that goes on in the next one."""
REFERENCE = re.compile(rf"(?<=\S)\s*{notes.WORD}\s\d{{1,3}}\s*$")
""""Grounds of appealFootnote 2": the mark of a footnote, which is no word of the heading."""
QUESTION = re.compile(r"(?:Issues?|Questions?)\b")
""""Issue 1: Was he available?"."""
SPEAKER = re.compile(
    r"\s*(?P<name>The Chief Justice|The Court|(?:[^\W\d_][\w’'.-]*,? (?:and )?){1,8}(?:C\.)?JJ?\.(?:[AC]\.)?"
    r"|L(?:a Cour|[ae] juge en chef|(?:[ae] juge(?: en chef)?|es juges)(?: (?:et )?[A-ZÀ-Þ][\w’'.-]*,?){1,8}))"
    r"(?: \([^)\n]{0,40}\))?\s*[—–]\s*"
)
""""Karakatsanis J. —", "La juge Côté (dissidente) —": her opinion begins here."""
DELIVERED = re.compile(
    r"\b(?:delivered(?: orally)?(?: by)?|rendered by|(?:jugement|motifs)\b.{0,200}\brendus?(?: oralement)? par)\s*:?$"
)
""""The judgment of Wagner C.J. and Moldaver, … JJ. was delivered by", "Version française des motifs rendus par"."""
CONTENTS = re.compile(r"\s*(?:on this page|sur cette page|table of contents|table des matières)\s*", re.IGNORECASE)

# "SCHEDULE A", "Appendix", "Annexe 2 – Agreed facts"
ANNEX = re.compile(
    r"(?:annex(?:e|ure)?|appendi(?:x|ces)|schedule)(?:\s(?:[A-Z]|\d{1,2}|[IVX]{1,5}))?(?:\s?[:–—-]\s?\S.{0,80})?",
    re.IGNORECASE,
)

KNOWN = frozenset(
    {
        *("analysis", "law and analysis", "the law and analysis", "analysis and conclusion", "issues and analysis"),
        *("issue", "issues", "what i have to decide", "what i must decide", "conclusion", "conclusions", "decision"),
        *("overview", "introduction", "background", "factual background", "facts", "the law", "law", "applicable law"),
        *("what the law says", "legal framework", "evidence", "the evidence", "submissions", "reasons and decision"),
        *("reasons", "reasons for decision", "reasons for my decision", "persons in attendance", "in attendance"),
        *("parties", "participants", "preliminary matter", "preliminary matters", "preliminary issue"),
        *("preliminary issues", "procedural matters", "form of hearing", "method of proceeding", "the hearing"),
        *("order", "orders", "disposition", "remedy", "costs", "judicial history"),
        *("decision and reasons", "post-hearing documents", "grounds of appeal"),
        *("matter i have to consider first", "matters i have to consider first", "what i decided", "my decision"),
        *("analyse", "question en litige", "questions en litige", "décision", "aperçu", "contexte", "preuve"),
        *("droit applicable", "observations", "motifs et décision", "comparutions", "dispositif"),
        *("droit", "la loi", "le droit", "ce que dit la loi", "cadre juridique", "faits", "les faits", "motifs"),
        *("question préliminaire", "questions préliminaires", "ce que je dois décider", "ce que je dois trancher"),
        *("décision et motifs", "motifs de décision", "motifs de la décision", "motifs de ma décision", "réparation"),
        *("éléments de preuve", "question que je dois examiner en premier"),
        *("questions que je dois examiner en premier", "mode d’audience", "personnes présentes", "ordonnance"),
        *(
            "personnes présentes à l’audience",
            "contexte factuel",
            "moyens d’appel",
            "documents déposés après l’audience",
        ),
    }
)
"""Names of sections that are headings wherever they stand alone; in lower case."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Hold one reading of the number of a heading: "(i)" is Roman number 1 or the ninth letter."""

    style: tuple[bool, str]
    ordinal: int


def name_of(text: str) -> str:
    """Return a heading on one line, without a dash in front and without the mark of a footnote."""
    dash = DASH.match(text)
    return " ".join(REFERENCE.sub("", text[dash.end() if dash else 0 :]).split())


def is_known(text: str) -> bool:
    """Return whether ``text`` is the known name of a section, whatever its number and its case."""
    if len(text) > LONGEST_NUMBERED:
        return False
    label = LABEL.match(text)
    name = name_of(text[label.end() :] if label else text).rstrip(".: ").lower().replace("(s)", "s").replace("'", "’")
    return name in KNOWN or ANNEX.fullmatch(name) is not None


def is_capitals(text: str) -> bool:
    """Return whether ``text`` is in capitals, like the older headings: ``PERSONS IN ATTENDANCE``."""
    return text.isupper() and sum(map(str.isalpha, text)) >= 4


def is_top(text: str, contents: str) -> bool:
    """Return whether a heading is of the top level.

    ``contents`` is the table of contents in lower case, between spaces. One with questions in it lists the headings
    below others, too, and does not say which they are.
    """
    listed = f" {text.lower()} " in contents and "?" not in contents
    return is_known(text) or (is_capitals(text) and " " in text) or listed


def is_heading(text: str, *, stopped: bool = False) -> bool:
    """Return whether ``text`` can be a heading, by its form alone; ``stopped``: it may end with a full stop."""
    if is_known(text):
        return True
    text = REFERENCE.sub("", text)
    label = LABEL.match(text)
    front = label or DASH.match(text)
    words = text[front.end() if front else 0 :].strip()
    longest = LONGEST_NUMBERED if label or words.endswith("?") else LONGEST
    if label and LONGEST_NUMBERED < len(text.strip()) <= LONGEST_TITLE and is_title_case(words):
        longest = LONGEST_TITLE
    if len(text.strip()) > longest or sum(map(str.isalpha, words)) < 2:
        return False
    if not (words[0].isupper() or (words[0] in "“\"‘'«" and words[1:2].isupper()) or words[0].isdigit()):
        return False
    if words.endswith((",", ";", "—", "–")) or (words.endswith(".") and not (stopped or is_capitals(text))):
        return False
    if words.endswith((".”", '."', ".»", ",”", ";”")) or PARTY.search(words) or labels.PARTY.fullmatch(text.strip()):
        return False
    return not SENTENCE.search(words) or (label is not None and is_title_case(words))


def is_stopped(text: str) -> bool:
    """Return whether ``text`` has a number and ends with a full stop, like few headings: ``A. Section 745 Cr. C.``."""
    return text.endswith(".") and bool(readings(text)) and is_title_case(text) and is_heading(text, stopped=True)


def are_one(first: str, second: str) -> bool:
    """Return whether two lines are one heading that is wrapped: ``Did the Board Err in``, ``Its Reasons?``."""
    if not (second[:1].islower() or JOINS.search(first)) or first.endswith((".", ":", ";", "?", "!")):
        return False
    if follows(first, second):  # items of a list: "1. Section 50, and", "2. Section 18"
        return False
    if any(reading.ordinal == 1 for reading in readings(second)):  # "Analysis", "a) The pier"
        return False
    return (first[:1].isupper() or bool(LABEL.match(first) or DASH.match(first))) and is_heading(f"{first} {second}")


def is_title_case(text: str) -> bool:
    """Return whether ``text`` is in title case: ``The Scope of the Trial Management Power``.

    Courts write headings like this, but never items of a list.
    """
    label = LABEL.match(text)
    words = re.findall(r"[^\W\d_]+", text[label.end() :] if label else text)
    words = [word for word in words if len(word) > 3] or words
    return bool(words) and sum(word[0].isupper() for word in words) >= 0.6 * len(words)


def readings(text: str) -> list[Numbered]:
    """Return the possible readings of the number in front of a heading; empty without a number."""
    match = LABEL.match(text)
    if not match:
        return []
    label, opened = match["label"] or match["bare"], bool(match["open"])
    if label.isdigit():
        return [Numbered((opened, "digit"), int(label))]
    case = "upper" if label.isupper() else "lower"
    possible = []
    if roman := _roman(label.upper()):
        possible.append(Numbered((opened, f"{case} roman"), roman))
    if len(label) == 1:
        possible.append(Numbered((opened, f"{case} letter"), ord(label.upper()) - ord("A") + 1))
    return possible


def follows(first: str, second: str) -> bool:
    """Return whether the number in front of ``second`` is the next after the number of ``first``."""
    before = {(reading.style, reading.ordinal + 1) for reading in readings(first)}
    return any((reading.style, reading.ordinal) in before for reading in readings(second))


def continues(text: str, last: Mapping[tuple[bool, str], int]) -> bool:
    """Return whether the number in front of ``text`` begins a series, or is the next of one.

    ``last`` has the last number of each style that headings have.
    """
    return any(reading.ordinal in (1, last.get(reading.style, 0) + 1) for reading in readings(text))


class Outline:
    """Keep the open headings, the outermost first; a new heading closes those of its own level and below."""

    SHORT = re.compile(
        r"(?:my )?decision|overview|introduction|conclusions?|order|disposition|(?P<issues>issues?(?:\(s\))?)"
        r"|(?:ma )?décision|aperçu|ordonnance|dispositif|(?P<questions>questions? en litige)",
        re.IGNORECASE,
    )
    """Sections of the tribunal that have no others in them, but for "Issue 1" under "Issues"."""
    OPINION, TOP, NUMBERED, INNER, UNDER, DASHED = -1, 0, 1, 100, 101, 102

    def __init__(self) -> None:
        self.text_follows = False
        """Whether text stands under the heading that was added last."""
        self._open: list[tuple[int, str]] = []
        self._numbers: list[Numbered] = []

    def add(self, text: str, *, top: bool) -> tuple[str, ...]:
        """Open the heading ``text`` and return the names of the headings above it; ``top``: it is of the top level."""
        numbers = readings(text)
        speaker = SPEAKER.match(text)
        if speaker or DELIVERED.search(text):
            level, name = self.OPINION, speaker["name"] if speaker else name_of(text)
            self._numbers = []
        elif numbers:
            level, name = self.NUMBERED + self._depth(numbers), name_of(text)
        else:
            level, name = self.TOP if top else self.DASHED if DASH.match(text) else self._inner(text), name_of(text)
            if top:
                self._numbers = []
        self._open = [heading for heading in self._open if heading[0] < level]
        ends_short = level == self.INNER or (numbers and is_known(text))
        if ends_short and self.text_follows and self._open and self._is_short(text):
            self._open.pop()
        above = tuple(name for _, name in self._open)
        self._open.append((level, name))
        return above

    def _inner(self, text: str) -> int:
        """Return the level of a heading without a number and a dash.

        One directly below another such heading, with no text between, stands under it: "Was there just cause?", "What
        the law asks". So do those after it, as long as they are questions where it is one, and none where it is not.
        """
        inner = [(level, name) for level, name in self._open if level in (self.INNER, self.UNDER)]
        if not inner:
            return self.INNER
        if len(inner) == 1:
            return self.INNER if self.text_follows else self.UNDER
        outer, under, new = (name.endswith("?") for name in (inner[0][1], inner[1][1], text))
        return self.UNDER if new == under != outer else self.INNER

    def _is_short(self, text: str) -> bool:
        """Return whether the innermost open heading is of a section that cannot have ``text`` in it."""
        level, name = self._open[-1]
        short = self.SHORT.fullmatch(name.rstrip(":")) if level == self.TOP else None
        return short is not None and not (short.lastgroup and QUESTION.match(text))

    def _depth(self, numbers: list[Numbered]) -> int:
        """Return the depth of a number: the level of the number that it follows, else below all open levels.

        A first number in a style that is already open starts that level again.
        """
        for depth in reversed(range(len(self._numbers))):
            for reading in numbers:
                if self._numbers[depth] == Numbered(reading.style, reading.ordinal - 1):
                    self._numbers[depth:] = [reading]
                    return depth
        reading = next((reading for reading in numbers if reading.ordinal == 1), numbers[0])
        styles = [other.style for other in self._numbers]
        depth = styles.index(reading.style) if reading.style in styles else len(styles)
        self._numbers[depth:] = [reading]
        return depth


def _roman(label: str) -> int:
    """Return the value of a Roman number up to LXXXIX, 0 for anything else."""
    match = re.fullmatch(r"(L?X{0,3}|XL)(V?I{0,3}|I[VX])", label)
    if not match or not label:
        return 0
    values = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in label]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))
