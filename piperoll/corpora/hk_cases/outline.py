"""Find the sections around a heading by its number and its dress: capitals, bold, italics, the level of its style.

A judgment does not say how its headings nest. Two of the same dress, or with numbers of the same kind, are beside each
other; a plainer one stands below.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.short_lines import names_judge
from piperoll.corpora.hk_cases.source import PLAIN, Dress

LONGEST = 400
"""Characters of a heading in a path."""
LABEL = re.compile(
    r"(?P<open>\()?(?P<label>\d{1,2}|[IVXL]{1,6}|[ivxl]{1,6}|[A-Z]|[a-z])"
    r"(?:(?(open)\)|[.):])|(?<=[IVX])(?=\s[A-Z]{2}))\s+(?=\S)"  # "(i) The rate", "IV THE ISSUES"
)
# "Part 10 The evidence", "PART B": stands below no heading without a number
PART = re.compile(r"(?:Part|PART) (?:\d{1,2}|[IVX]{1,5}|[A-Z])(?!\w)")
PART_KIND = "part"
# "7.1. Place of harm"
DECIMAL = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s")
FIRST = re.compile(r"(?:Part |PART )?\(?[1AaIi](?!\w)")
# "Conclusion" stands beside "A. The facts", not below it
CLOSES = re.compile(
    r"(?:conclusions?|disposition|disposal|orders?|costs|outcome|result|relief|postscript|decision|judgment|direction"
    r"|consideration|my)\b",
    re.IGNORECASE,
)
# "The judgment of Beam C.J. and Wick J. was delivered by": the judge's name stands below
DELIVERED = re.compile(r".*\bdelivered (?:orally )?by", re.IGNORECASE)
# "Lord Justice Lewis", who speaks; "Cockerill J" alone is a heading below "The decisions below"
TITLED = re.compile(r"(?:Lord|Lady|Sir|Dame|Mr|Mrs|Ms|HHJ|His Honour|Her Honour|The)\b", re.IGNORECASE)
# "(delivering the judgment of the court): Introduction", ": Introduction": the judge's name stands above
LEAD = re.compile(r"^(?:\(delivering [^()]{0,60}\) ?)?: ?")
# "Background to the appeal", "Judgment", "Reasons for the judgment": a press summary has no others at the top
SUMMARY = re.compile(
    r"Background(?: to the appeals?)?|(?:The )?Judgments?|Reasons for (?:the )?judgments?|Comment",
    re.IGNORECASE,
)
# "Conclusion", "VI. Conclusion", "Conclusion and disposal": as the last heading it concludes the whole
LAST = re.compile(
    r"(?:\W*\w{1,4}[.):]?\s+)?(?:(?:overall|final|my|our|the) )?"
    r"(?:conclusions?|disposition|disposal|orders?|outcome|result)"
    r"(?: and (?:conclusions?|disposition|disposal|orders?|outcome|result|costs|relief))?\W*",
    re.IGNORECASE,
)
# "Facts", "The factual background"
FACTS_ALONE = re.compile(
    r"(?:the )?(?:(?:undisputed|agreed|material|relevant|brief|factual) )?(?:background|facts)(?: facts)?",
    re.IGNORECASE,
)
# "Whether the lamp is a fixture", "Principles governing salvage", "Applicability of the rule in Lamp v Harbour"
OF_LAW = re.compile(r"^(?:whether|applicability of|(?:the )?(?:legal )?principles)\b|\?$", re.IGNORECASE)
ROMAN = frozenset("ivxl")
"""Letters of the Roman numbers of headings."""
BEFORE = {"v": "iv", "x": "ix", "l": "xlix"}
"""The number before a Roman one that may be a letter, too: behind "IV" stands "V", also where "U" stands below it."""
COURT = re.compile(r"(?:The )?Court\b", re.IGNORECASE)
NAME = re.compile(r"[^\W\d_]{3,}")
CODE = re.compile(r"\w*\d\w*")
TITLES = frozenset(
    "the lord lady sir dame justice judge hon honourable his her honour hhj mrs miss master chief president deputy"
    " high court sitting vice recorder lordship baroness baron district tribunal upper member and".split()
)
"""Words of a judge's title, which say nothing of who it is."""
MOST = 4
"""Headings in a row of which one may be the title of the next; more are a table of contents."""
SEVERAL = 3
"""Headings without a number, from which a number that comes behind them is one below them."""
BEFORE_LONE = 2
"""Headings of one dress that stand below none, from which one in a stronger dress of its own stands beside them."""
MOST_BELOW = 4
"""Headings behind two of one dress in a row that stand beside the inner one, at most: where they end is not shown."""
SPEAKER = "speaker"
SHORT_NAME = 4
"""Letters of the longest word in capitals that abbreviates a name."""
COUNTED = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
COUNTED |= {sign: n for n, sign in enumerate("一二三四五六七八九十", 1)}
COUNTED |= {
    word: n for n, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
COUNTED |= {word: n for n, word in enumerate("1st 2nd 3rd 4th 5th 6th 7th 8th 9th".split(), 1)}
# "Issue 2: Whether …", "Ground 1", "Issue Three"
SERIES = re.compile(
    rf"(?P<word>Issue|Ground|Question|Stage|Step|Limb)s? (?P<n>\d{{1,2}}|{'|'.join(COUNTED)})\b(?![.(]\w)",
    re.IGNORECASE,
)
PARTY = re.compile(
    r"(?:被告|申請|上訴|原告|答辯|證人|(?:defendant|respondent|claimant|plaintiff|applicant|appellant|petitioner|accused|witness))",
    re.IGNORECASE,
)
# "第一被告人的輕判請求", "The second defendant’s case": the headings of two parties stand beside each other
ORDINAL = re.compile(
    r"(?:第(?P<sign>[一二三四五六七八九十])"
    r"|(?:the )?(?P<n>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[1-9](?:st|nd|rd|th)) )"
    rf"(?P<word>{PARTY.pattern}.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Entry:
    heading: str
    kind: str
    dress: Dress
    capitals: bool
    stray: bool = False
    """Whether it has a number, but none of those before it is a heading: "(c) Discretion" may be an item of a list."""
    strongest: tuple[bool, ...] = ()
    """The rank of the strongest dress of those with a number of its kind: "IV. The law" may be underlined, "V." not."""

    @property
    def rank(self) -> tuple[bool, bool, bool, bool]:
        return self.capitals, self.dress.bold, self.dress.underlined, not self.dress.italic


class Outline:
    """Hold the headings around the text that comes next.

    ``capitals`` says whether a heading in small letters stands below one in capitals, and ``once`` are the dresses that
    one heading of all has.
    """

    def __init__(
        self,
        *,
        capitals: bool = True,
        judges: Sequence[str] = (),
        summary: bool = False,
        once: Collection[Dress] = (),
    ) -> None:
        self._stack: list[_Entry] = []
        self._capitals = capitals
        self._judges = {name for judge in judges for name in _names(judge)}
        self._summary = summary
        self._unnumbered: int | None = 0  # headings in front of the first that has a number; None: that one has come
        self._numbers_below = False
        self._once = once
        self._outermost: Counter[tuple[Dress, bool]] = Counter()  # headings without a number that stand below none
        self._below = 0  # headings beside the inner one of two in a row
        self._strongest: dict[str, tuple[bool, ...]] = {}
        self._series: dict[tuple[str, int], list[_Entry]] = {}  # "Issue 1", and what it stands below

    @property
    def path(self) -> tuple[str, ...]:
        """Return the headings, the outermost first, without who speaks."""
        return tuple(entry.heading for entry in self._stack if entry.kind != SPEAKER)

    def beside(self, dress: Dress) -> tuple[str, ...]:
        """Return the headings around a named numbered paragraph, without a last one that is shown as the name is."""
        dress = replace(dress, capitals=False)
        alike = bool(self._stack) and dress not in (PLAIN, Dress(level=dress.level)) and self._stack[-1].dress == dress
        return self.path[:-1] if alike else self.path

    @property
    def speaker(self) -> str:
        """Return who speaks, as the last line says that names a judge alone; "" where none does."""
        return next((entry.heading.rstrip(": —") for entry in self._stack if entry.kind == SPEAKER), "")

    def hear(self, judge: str) -> bool:
        """Go on below a judge of the case, whom a numbered paragraph names; return whether another one spoke before."""
        entry = self._entry(f"{judge}:", PLAIN)
        if entry.kind != SPEAKER or self.speaker == judge:
            return False
        self._stack = [replace(entry, heading=judge)]
        return True

    def conclude(self) -> None:
        """Leave all sections but parts: what comes next concludes the whole."""
        self._stack = [entry for entry in self._stack if entry.kind in (SPEAKER, PART_KIND)]

    def enter(self, headings: Sequence[tuple[str, Dress]]) -> None:
        """Go on below these headings, which stand in a row."""
        fresh = 0
        headings = headings[-MOST:]
        for index, (line, dress) in enumerate(headings):
            shown = LEAD.sub("", " ".join(line.strip("*_# \t\xa0").split()))[:LONGEST]
            if not shown or DELIVERED.fullmatch(shown) or (fresh and shown == self._stack[-1].heading):  # printed twice
                continue
            if fresh and shown[0].islower() and dress == self._stack[-1].dress:  # wrapped
                self._stack[-1] = replace(self._stack[-1], heading=f"{self._stack[-1].heading} {shown}"[:LONGEST])
                continue
            entry = self._entry(shown, dress)
            if len(headings) == 1:
                entry = self._as_before(entry)
            self._count(entry)
            self._go_back(entry)
            beside = self._beside(entry, headings[index + 1 :])
            keep = len(self._stack) if beside is None else beside
            if entry.kind not in ("", PART_KIND, SPEAKER):
                strongest = self._strongest[entry.kind] = max(self._strongest.get(entry.kind, ()), entry.rank)
                stray = not is_first(shown) if beside is None else self._stack[beside].stray
                entry = replace(entry, stray=stray, strongest=strongest)
            while keep and not (self._above if beside is None else _holds)(self._stack[keep - 1], entry):
                keep -= 1
            if fresh > keep:
                self._below = 0
            del self._stack[max(keep, fresh) :]  # what has no text of its own is the title of what follows
            self._stack.append(entry)
            self._outermost[entry.dress, entry.capitals] += not entry.kind and len(self.path) == 1
            if any(count := _counted(shown)):
                self._series[count] = self._stack[:]
            fresh = len(self._stack)

    def _beside(self, entry: _Entry, rest: Sequence[tuple[str, Dress]]) -> int | None:
        """Return the index of the open heading that ``entry`` stands beside; None for none.

        Of two of one dress in a row the outer one has others below it: the next ones stand beside the inner one, but
        for one that has others in a row below it, too, or that concludes.
        """
        word, number = _counted(entry.heading)
        for at, other in enumerate(self._stack):
            if word and _counted(other.heading) == (word, number - 1):  # "ISSUE 2.", "Issue Three"
                return at
        alike = [at for at, other in enumerate(self._stack) if _alike(other, entry)]
        if len(alike) < 2 or entry.kind or CLOSES.match(entry.heading):
            return alike[0] if alike else None
        if rest and _alike(self._entry(rest[0][0], rest[0][1]), entry):
            return alike[0]
        if number == 1 and not PARTY.search(self._stack[alike[-1]].heading):
            return alike[0]  # "The first defendant’s record" behind "Further enquiries › Market value"
        self._below += 1
        return alike[-1] if self._below <= MOST_BELOW else alike[0]

    def _as_before(self, entry: _Entry) -> _Entry:
        """Return a heading dressed as no other is, and stronger than several before that stand below none, as those."""
        outer = next((other for other in self._stack if other.kind != SPEAKER), entry)
        if entry.kind or outer.kind or entry.dress not in self._once or outer.dress.level != entry.dress.level:
            return entry
        several = self._outermost[outer.dress, outer.capitals] >= BEFORE_LONE
        return (
            replace(entry, dress=outer.dress, capitals=outer.capitals) if several and outer.rank < entry.rank else entry
        )

    def _count(self, entry: _Entry) -> None:
        """Note whether numbers begin below a heading, as "1." behind several without a number."""
        if self._unnumbered is None or entry.kind in (SPEAKER, PART_KIND):
            return
        if entry.kind:
            self._numbers_below = self._unnumbered >= SEVERAL and is_first(entry.heading)
        self._unnumbered = None if entry.kind else self._unnumbered + 1

    def _above(self, entry: _Entry, below: _Entry) -> bool:
        alike = (entry.dress, entry.capitals) == (below.dress, below.capitals)
        one_numbered = bool(entry.kind) != bool(below.kind) and SPEAKER not in (entry.kind, below.kind)
        if self._numbers_below and alike and one_numbered:
            return bool(below.kind)
        return _above(entry, below)

    def _go_back(self, entry: _Entry) -> None:
        """Leave what stands beside "Issue 1" for "Issue 2" of the same dress, which stands beside it, too."""
        word, number = _counted(entry.heading)
        first = self._series.get((word, number - 1))
        if first is not None and _alike(first[-1], entry) and first[-1] not in self._stack:
            self._stack = first[:]

    def _entry(self, shown: str, dress: Dress) -> _Entry:
        """Return the entry of a heading; a person who is no judge of the case does not speak."""
        label = LABEL.match(shown)
        words = shown[label.end() :] if label else shown
        capitals = self._capitals and (dress.capitals or (in_capitals(words) and not _abbreviates(words)))
        dress = replace(dress, capitals=False)
        if PART.match(shown) or (self._summary and SUMMARY.fullmatch(shown)):
            return _Entry(shown, PART_KIND, dress, capitals)
        speaks = (
            not (label or self._summary)
            and names_judge(shown)
            and (not self._stack or shown[-1] in ":—-)" or TITLED.match(shown))
        )
        names = _names(shown)
        if speaks and (not names or not self._judges or COURT.match(shown) or self._judges.intersection(names)):
            return _Entry(shown, SPEAKER, dress, capitals)
        return _Entry(shown, _kind(label, self._stack) if label else "", dress, capitals)


def in_capitals(words: str) -> bool:
    """Return whether ``words`` are in capitals, and more than a name or a code: ``BACKGROUND``, not ``ASA 808K``."""
    return words.isupper() and sum(map(str.isalpha, CODE.sub("", words))) > 3


def _abbreviates(words: str) -> bool:
    """Return whether a line is a short name and no word of judgments: ``LBHI``, not ``FACTS``."""
    return words.isalpha() and words.isascii() and len(words) <= SHORT_NAME and not roles.named(words)


def numbered_alike(first: str, second: str) -> bool:
    """Return whether two lines have numbers of the same kind: ``Part 15 …`` and ``Part 1 …``."""
    if PART.match(first) or PART.match(second):
        return bool(PART.match(first) and PART.match(second))
    if DECIMAL.match(first) and DECIMAL.match(second):
        return True
    one, other = LABEL.match(first), LABEL.match(second)
    if one is None or other is None:
        return False
    kinds = [(match["open"], match["label"].isdigit(), match["label"].isupper()) for match in (one, other)]
    return kinds[0] == kinds[1] and _counts_on(one["label"], other["label"])


def _counts_on(label: str, after: str) -> bool:
    """Return whether two labels can be of one series: both Roman or both letters, not ``II`` and ``A``."""
    roman = [set(one.lower()) <= ROMAN for one in (label, after)]
    return roman[0] == roman[1] or (len(label) == len(after) == 1 and ord(after) == ord(label) + 1)


def is_first(line: str) -> bool:
    """Return whether a line has the first number of a series: ``(a) …``, ``Part 1 …``."""
    return FIRST.match(line) is not None


def _names(line: str) -> set[str]:
    """Return the names in a line that names a person, without titles and first letters."""
    return {word.lower() for word in NAME.findall(line)} - TITLES


def _kind(label: re.Match[str], stack: Sequence[_Entry]) -> str:
    """Return the kind of a number: of "(i)" whether it is Roman or the letter behind "(h)"."""
    number, bracket = label["label"], label["open"] or ""
    if number.isdigit():
        return f"{bracket}1"
    letter = f"{bracket}{'A' if number.isupper() else 'a'}"
    roman = f"{bracket}{'I' if number.isupper() else 'i'}"
    if not set(number.lower()) <= ROMAN:
        return letter
    before, current = (_last_label(stack, kind) for kind in (letter, roman))
    follows = len(number) == len(before) == 1 and ord(number) == ord(before) + 1
    goes_on = current.lower() == BEFORE.get(number.lower())
    return letter if follows and not goes_on else roman


def _last_label(stack: Sequence[_Entry], kind: str) -> str:
    """Return the number of the innermost open heading of a kind, without brackets; "" for none."""
    labels = (LABEL.match(entry.heading) for entry in reversed(stack) if entry.kind == kind)
    return next((label["label"] for label in labels if label), "")


def _counted(line: str) -> tuple[str, int]:
    """Return what a heading counts, and its number: ("issue", 3) of "Issue Three"; ("", 0) where it counts nothing."""
    if party := ORDINAL.fullmatch(line):
        return party["word"].lower(), COUNTED[(party["sign"] or party["n"]).lower()]
    count = SERIES.match(line)
    return (count["word"].lower(), COUNTED.get(count["n"].lower()) or int(count["n"])) if count else ("", 0)


def _alike(entry: _Entry, other: _Entry) -> bool:
    """Return whether two headings look the same, and so stand beside each other."""
    if entry.kind or other.kind:
        return entry.kind == other.kind
    return (entry.dress, entry.capitals) == (other.dress, other.capitals)


def _holds(entry: _Entry, below: _Entry) -> bool:
    """Return whether a section can have others in it.

    Nothing but itself stands below "Introduction", and no question of law below "The facts".
    """
    if below.kind:
        return True
    asks = FACTS_ALONE.fullmatch(entry.heading) is not None and OF_LAW.search(below.heading) is not None
    return roles.OPENS.fullmatch(entry.heading) is None and not asks


def _above(entry: _Entry, below: _Entry) -> bool:
    """Return whether ``below`` stands below ``entry``, and not beside it."""
    if SPEAKER in (entry.kind, below.kind):
        return below.kind != SPEAKER
    if PART_KIND in (entry.kind, below.kind):
        return below.kind != PART_KIND
    if entry.kind and below.kind:
        return entry.kind != below.kind
    if not _holds(entry, below):
        return False
    if entry.dress.level and below.dress.level:
        return entry.dress.level < below.dress.level
    if entry.dress.level and below.kind.startswith("("):  # "(i) The rate" stands below "Heading4"
        return True
    if below.dress.level and entry.kind.startswith("("):
        return False
    if entry.stray and not below.kind:
        return False
    rank = entry.strongest or entry.rank
    if rank != below.rank:
        return rank > below.rank
    if entry.kind:
        return not (CLOSES.match(below.heading) or entry.kind.startswith("("))
    return below.kind.startswith("(")
