"""Find the names of enactments in a text, and the short names that it defines: '… (the "EI Act")'."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from piperoll.corpora.citations.instruments import COURT_RULES
from piperoll.corpora.citations.pinpoints import DASH, YEAR
from piperoll.text.anchored import Anchored

CHAPTER = re.compile(
    r"Cap(?<!\wCap)(?:\.\s{0,2}|\s)(\d{1,4}[A-Z]{0,3})\b"
    r"(?:,?\s{0,2}(?:sub(?:sidiary)?\.?\s{0,2}leg(?:islation)?\.?)\s{0,2}([A-Z]{1,3})\b)?"
)
"""Cap. 134; Cap 4A; Cap. 374 sub. leg. B."""
OPENING = re.compile(r",?(?:[^\S\n]{0,2}|\n)[(\[]?\s{0,2}(?=Cap[.\s])")
CLOSING = re.compile(r"[^()\[\]\n]{0,40}[)\]]")
REVISED = re.compile(r"Cap(?<!\wCap)\.?\s\d{1,4}[A-Z]?,\s(?:\d{4},?\s)?Rev\.?\sEd")
"""The chapter of a law of Singapore: "Cap 224, 2008 Rev Ed"; these chapters are not Hong Kong's."""
NOUN = Anchored(
    r"[ABCLORT](?=ct|rd|egulation|ules|ode|y-laws|onvention|reaty|ovenant|harter|aw|onstitution)",
    r"\b(?:Act|Ordinance|Regulations?|Rules|Code|Order|By-laws|Convention|Treaty|Covenant|Charter|Law|Constitution)\b(?![’'-]?\w)",
)
"""The last word of a name."""
ALONE = frozenset({"Act", "Ordinance"})
"""Last words that make a capitalised name an enactment, even without a year, chapter or provision next to it."""
_CONNECTORS = frozenset("of and the for in to on with by or & etc".split())
_LEADING = frozenset(
    "The This That These Those Under In Section Sections Of See Any An A By For If When Where Both Each Every No And "
    "Or But With Our Its Schedule Part Article Articles Rule Rules Regulation Chapter Although Since While As To From "
    "Is Was Are Such Said Same Former Parent New Old However Further Thus Hence Because Whether Unlike Pursuant "
    "Subsection Paragraph Also Court Judge Minister Draft Amending Relevant".split()
)
"""Words at the start of a sentence, or parts of a reference: no name begins with them, though they have a capital."""
_ROMAN = re.compile(r"[IVX]{1,5}[A-Z]?|[A-Z]\.?")
_PLACE = re.compile(
    r"(?:Canada|Qu[eé]bec|Ontario|Alberta|Manitoba|Saskatchewan|British Columbia|Columbia|Ireland|Singapore|Britain|"
    r"England|Scotland|Wales|Australia|Malaysia|India|Kingdom|States|Kong|Zealand)[’']s"
)
_ABBREVIATED = re.compile(r"(?:[A-Z]\.)+|St\.|etc\.")
_JOINING = frozenset("and or to in with for under on by".split())
_INTO = frozenset("of to under in and".split())
_CUTS = frozenset("Section Sections Schedule Schedules Part Parts Article Rule Regulation Chapter".split())
"""Words that stand before a name if "of", "to" or "under" follows them."""
_OPENS = {"Old": "Age", "Protection": "from", "Regulation": "of"}
"""First words of titles by what follows them: "Old Age Security Act", "Protection from Harassment Act", "Regulation of
Investigatory Powers Act"."""
NAME_WINDOW = 150
"""Characters before the last word that are searched for the start of the name."""
NAME_WORDS = 16
"""Words of the longest name."""
WHOLE = Anchored(
    r"[BCEHPRU](?=anad|ules of|ivil P|asic|rimin|efug|urop|ong K|ill of|nivers|ractice D|D ?\d)",
    r"\b(?:Canadian Charter of Rights and Freedoms|Rules of the (?:High Court|District Court|Supreme Court)"
    r"|Civil Procedure Rules(?: 1998)?|Canada Pension Plan|Basic Law|Criminal Code|Refugee Convention"
    r"|European Convention (?:on|for the Protection of) Human Rights(?: and Fundamental Freedoms)?"
    r"|(?:Hong Kong |Canadian )?Bill of Rights(?! Ordinance)|Universal Declaration of Human Rights"
    r"|Practice Direction (?=[A-Z]?\d)[A-Z]?\d{1,3}[A-Z]{0,2}(?:\.\d{1,2})?|PD ?\d{1,3}[A-Z]{0,2}(?:\.\d)?"
    r")\b",
)
"""Names that do not end in a word of NOUN, or that are so well known that they need no year or chapter."""
CITED = frozenset(
    {
        "Criminal Code",
        "Rules of the High Court",
        "Rules of the District Court",
        "Canadian Charter of Rights and Freedoms",
        "Civil Procedure Rules",
    }
)
KNOWN: Mapping[str, str] = {
    "Charter": "Canadian Charter of Rights and Freedoms",
    "Canadian Charter": "Canadian Charter of Rights and Freedoms",
    "Constitution": "Constitution",
    "ECHR": "European Convention on Human Rights",
    "European Convention": "European Convention on Human Rights",
    "RHC": "Rules of the High Court",
    "RDC": "Rules of the District Court",
    "CPR": COURT_RULES,
    "CPP": "Canada Pension Plan",
    "EI Act": "Employment Insurance Act",
    "EI Regulations": "Employment Insurance Regulations",
    "DESD Act": "Department of Employment and Social Development Act",
    "DESDA": "Department of Employment and Social Development Act",
    "OAS Act": "Old Age Security Act",
    "ITA": "Income Tax Act",
    "Cr.C": "Criminal Code",
    "C.C.Q": "Civil Code of Québec",
    "HKBOR": "Hong Kong Bill of Rights",
    "BOR": "Hong Kong Bill of Rights",
}
"""Common short names; a definition in the text takes precedence."""
YEAR_BEHIND = re.compile(rf",?\s{{1,2}}({YEAR})(?:[-–]\d{{2,4}})?\b(?!\s?[/)])")
STATE = re.compile(r"\s{0,2}\((?:Cth|NSW|Vic|Qld|WA|SA|Tas|ACT|NT|UK|Eng|Imp|NZ|HK|Ont)\)")
_VOLUME = r"(?:R\.?\s?S\.?\s?[A-Z](?:\.?\s?[A-Z])?|S\.?\s?[A-Z]|S\.\s?[A-Z]\.\s?[A-Z]|C\.?Q\.?L\.?R)\.?"
_SUPPLEMENT = r"(?:\s\(\d\w{1,2}\sSupp\.\))?"
_ORDERS = rf"[/ ]{{0,2}}\d{{2,4}}[/{DASH}]\d{{1,4}}"
STATUTES = re.compile(
    rf",?\s{{1,2}}{_VOLUME},?\s{{0,2}}(?:{YEAR},?)?\s{{0,2}}(?:\([A-Z][a-z]+\.?\),?\s)?"
    rf"c(?:h\.?|\.)?\s{{0,2}}(?:[A-Z]?[-.\w{DASH}]{{1,12}}\w|\d){_SUPPLEMENT}"
    rf"|,?\s{{1,2}}(?:SOR|SI|S\.I\.|DORS){_ORDERS}|\s\((?:SI|S\.I\.|SOR){_ORDERS}(?:\s\([A-Z]\.?\s?\d+\))?\)"
)
"""R.S.C. 1985, c. C-46; S.C. 2004, c. 10; SOR/96-332; SI 2013/435."""
_TERM = r"[^”\"’'()\n]{1,60}"
DEFINED = re.compile(
    r",?\s{0,2}[(\[]\s?(?:as\samended,?\s|now\s|hereinafter\s(?:referred\sto\sas\s)?)?(?:collectively,?\s)?(?:the\s)?"
    rf"(?:[“\"‘']+(?:the\s)?(?P<quoted>{_TERM}?)\s?[”\"’']+(?:\sor\s(?:the\s)?[“\"‘'](?P<second>{_TERM})[”\"’'])?"
    r"|(?P<bare>(?:[A-Z][\w’'-]{0,20}\s){0,8}(?:[A-Z]{2,10}|Act|Ordinance|Regulations|Rules|Code)))\s?[)\]]"
)
"""The definition of a short name: (the “Act”), ("EI Act"), (SOIRA)."""


@dataclass(frozen=True, slots=True)
class Name:
    """Hold the name of an enactment as printed.

    ``label`` is the name, ``target`` the key, ``noun`` the last word of the name.
    """

    start: int
    end: int
    label: str
    target: str
    noun: str
    cited: bool
    """Whether the name is a reference even without a provision next to it."""


@dataclass(slots=True)
class Names:
    """Hold the enactments that a text names, and the short names for them."""

    printed: list[Name] = field(default_factory=list)
    target_of: dict[str, str] = field(default_factory=lambda: dict(KNOWN))
    by_start: dict[int, Name] = field(default_factory=dict)
    by_end: dict[int, Name] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    unique: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)

    def only(self) -> str:
        """Return the one enactment that the text names; "" if it names several or none."""
        targets = {name.target for name in self.printed if name.target}
        return targets.pop() if len(targets) == 1 else ""

    def add(self, name: Name) -> None:
        self.by_start[name.start] = name
        self.by_end[name.end] = name
        self.starts.append(name.start)
        if name.noun:
            self.unique.setdefault(("", name.noun), set()).add(name.target)
            self.unique.setdefault((name.label[-4:], name.noun), set()).add(name.target)
        if name.label:
            self.target_of.setdefault(name.label, name.target)

    def general_target(self, year: str, noun: str, at: int, which: str) -> str:
        """Return the target of a general name: "the Act", "that Ordinance", "the 2009 Act".

        Args:
            year: the year in the name; "" without one.
            noun: the last word of the name, such as "Act".
            at: where the name stands in the text.
            which: the word in front of it, such as "the" or "that".

        Returns:
            The key of the enactment; "" if it is not certain.
        """
        if not year and noun in self.target_of and which != "that":
            return self.target_of[noun]
        if year and f"{year} {noun}" in self.target_of:
            return self.target_of[f"{year} {noun}"]
        if which == "that" and not year:
            index = bisect_right(self.starts, at) - 1
            while index >= 0 and at - self.printed[index].end < LOOK_BACK:
                if self.printed[index].noun == noun or at - self.printed[index].end < SAME_SENTENCE:
                    return self.printed[index].target
                index -= 1
            return ""
        targets = self.unique.get((year, noun), set())
        return next(iter(targets)) if len(targets) == 1 else ""


LOOK_BACK = 600
"""Characters back from "that Ordinance" to its name, at most."""
SAME_SENTENCE = 120
"""Characters back to the last name, whatever its last word, at most: "the Women's Charter …, that Act"."""


def collect(text: str, start: int, end: int) -> Names:
    """Collect the enactments that a text names, and the short names that it uses for them.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.

    Returns:
        The names, each with one target for one enactment.
    """
    names = Names()
    hong_kong = REVISED.search(text, start, end) is None
    last = start
    for begin, stop, label, noun, alone in sorted(_candidates(text, start, end), key=lambda span: (span[0], -span[1])):
        if begin >= last and (name := _whole(text, begin, stop, end, label, noun, alone, hong_kong)):
            names.printed.append(name)
            last = name.end
            for short_name in _defined_names(text, name.end, end):
                names.target_of[short_name] = name.target
                names.defined.add(short_name)
    names.printed += _chapters_alone(text, start, end, names.printed, hong_kong)
    names.printed.sort(key=lambda name: name.start)
    _resolve(text, names)
    for printed in names.printed:
        names.add(printed)
    return names


def _candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, str, bool]]:
    """Yield start, end, name, last word and whether the name alone is a reference, for every possible name.

    The last word is "" if it is none of NOUN.
    """
    for match in WHOLE.finditer(text, start, end):
        yield match.start(), match.end(), match[0], "", match[0] in CITED or match[0].startswith(("Practice", "PD"))
    for match in NOUN.finditer(text, start, end):
        begin = _beginning(text, max(start, match.start() - NAME_WINDOW), match.start())
        if begin is not None:
            yield begin, match.end(), " ".join(text[begin : match.end()].split()), match[0], match[0] in ALONE


def _chapters_alone(text: str, start: int, end: int, printed: Sequence[Name], hong_kong: bool) -> Iterator[Name]:
    """Yield the chapters without a name in front of them."""
    firsts = [name.start for name in printed]
    for match in CHAPTER.finditer(text, start, end):
        at = bisect_right(firsts, match.start()) - 1
        if at < 0 or printed[at].end <= match.start():
            yield Name(match.start(), match.end(), "", _chapter(match) if hong_kong else "", "", True)


def _resolve(text: str, names: Names) -> None:
    """Give each enactment one target: its chapter if the text names it anywhere, else the name with the year."""
    chapters = {name.label: name.target for name in names.printed if name.label and name.target.startswith("Cap. ")}
    dated = _dated(text, names.printed)
    for short_name, target in names.target_of.items():
        names.target_of[short_name] = chapters.get(target, target)
    for at, name in enumerate(names.printed):
        if name.target in chapters:
            names.printed[at] = replace(name, target=chapters[name.target])
        elif name.label in names.target_of:
            cited = name.cited and (name.label not in names.defined or name.label == names.target_of[name.label])
            names.printed[at] = replace(name, target=names.target_of[name.label], cited=cited)
        elif name.label in dated:
            names.printed[at] = replace(name, target=dated[name.label])
    acronyms: dict[str, set[str]] = {}
    for name in names.printed:
        for acronym in _acronyms(name):
            acronyms.setdefault(acronym, set()).add(name.target)
    for acronym, targets in acronyms.items():
        if len(targets) == 1:
            names.target_of.setdefault(acronym, next(iter(targets)))
    for at, name in enumerate(names.printed):
        known = name.label in acronyms and name.label not in names.defined
        if known and name.label == name.target and (act := names.target_of.get(name.label)):
            names.printed[at] = replace(name, target=act)


def _dated(text: str, printed: Sequence[Name]) -> dict[str, str]:
    """Return name without year → target with year, for names that the text prints with one year only.

    A name that also has another suffix in the text, such as a chapter, is left out.
    """
    years: dict[str, set[str]] = {}
    for name in printed:
        if name.label[-4:].isdigit():
            years.setdefault(name.label[:-5], set()).add(name.target)
    with_suffix = {
        name.label for name in printed if name.noun and not text.startswith(name.noun, name.end - len(name.noun))
    }
    return {label: targets.pop() for label, targets in years.items() if len(targets) == 1 and label not in with_suffix}


def _acronyms(name: Name) -> Iterator[str]:
    """Yield the acronyms that need no definition: Workplace Relations Act 1996 → ``WR Act``, ``WRA``."""
    words = [word for word in re.split(r"[\s()-]+", name.label) if word[:1].isupper()]
    if name.noun in ALONE and len(words) > 2 and words[-1] == name.noun:
        initials = "".join(word[0] for word in words[:-1])
        yield f"{initials} {name.noun}"
        yield initials + name.noun[0]


def _beginning(text: str, start: int, noun: int) -> int | None:
    """Return the start of the name whose last word stands at ``noun``; None without a capitalised word before it."""
    words = _words_before(text, start, noun)
    if words and words[-1][1] in _CONNECTORS:  # "the Division of the Act"
        return None
    cut = 0
    for at, ((_, word), (_, following)) in enumerate(pairwise(words), 1):
        part = word in _CUTS and following in _INTO and not _opens(words[at - 1 :])
        aside = word.endswith(")") and following == "of"  # Part IX (Forgery Related Offences) of the Crimes Ordinance
        if part or aside or (word in _JOINING and following in ("the", "of")):
            cut = at
    for at, (begin, word) in enumerate(words[cut:], cut):
        named = word not in _LEADING or _opens(words[at:])
        if named and word[0].isupper() and not _ROMAN.fullmatch(word):
            return begin
        if word[0] == "(":
            return None
    return None


def _opens(words: Sequence[tuple[int, str]]) -> bool:
    """Return whether a title begins with these words, and not a reference to a part of one: "Regulation of the …"."""
    (_, first), *rest = words[:3]
    return len(rest) > 1 and _OPENS.get(first) == rest[0][1] and rest[1][1][0].isupper()


def _words_before(text: str, start: int, noun: int) -> list[tuple[int, str]]:
    """Return the words before ``noun`` that may belong to the name, also those in brackets, each with its start."""
    words: list[tuple[int, str]] = []
    depth, follows = 0, noun
    for word in reversed(text[start:noun].split()[-NAME_WORDS:]):
        begin = text.rfind(word, start, follows)
        if text.count("\n", begin + len(word), follows) > 1:  # a name goes over lines, not over paragraphs
            break
        follows = begin
        stops = word[-1] in ".;:!?" and not _ABBREVIATED.fullmatch(word)
        listed = word[-1] == "," and any(later == "and" for _, later in words)  # Immigration, Asylum and Nationality
        if depth == 0 and (stops or (word[-1] == "," and not listed) or word[-1] in '”"]'):
            break
        depth += word.count(")") - word.count("(")
        opened = word.rindex("(") + 1 if depth < 0 else 0
        quoted = max(opened, len(word) - len(word.lstrip("“\"‘'[_")))
        word = word[quoted:].rstrip(",")
        bare = word.lstrip("(")
        if depth <= 0 and any(map(str.isdigit, bare)):  # Bill C-16, Ending …
            break
        if _PLACE.fullmatch(bare):  # Quebec’s Expropriation Act
            break
        joins = bare in _CONNECTORS or (bare == "from" and text.endswith("Protection", start, begin - 1))
        if not bare or not (bare[0].isupper() or joins or (depth > 0 and bare[0].isalnum())):
            break
        words.append((begin + quoted, word))
        if quoted:
            break
    return words[::-1]


def _whole(
    text: str, begin: int, stop: int, end: int, label: str, noun: str, cited_alone: bool, hong_kong: bool
) -> Name | None:
    """Return the name with its year, state, chapter and volume of the statutes; None if it is no name."""
    cited = cited_alone
    if noun and (year := YEAR_BEHIND.match(text, stop, end)):
        label, stop, cited = f"{label} {year[1]}", year.end(), True
    target = label
    for pattern in (STATE, STATUTES):
        if following := pattern.match(text, stop, end):
            stop, cited = following.end(), True
    if (opening := OPENING.match(text, stop, end)) and (chapter := CHAPTER.match(text, opening.end(), end)):
        stop, cited = chapter.end(), True
        if opening[0].strip(", \n")[:1] in ("(", "["):
            closing = CLOSING.match(text, stop, end)
            stop = closing.end() if closing else stop
        target = _chapter(chapter) if hong_kong else label
    if noun and not cited and len(label.split()) < 2:
        return None
    return Name(begin, stop, label, target, noun, cited)


def _chapter(match: re.Match[str]) -> str:
    return f"Cap. {match[1]}{match[2] or ''}"


def _defined_names(text: str, at: int, end: int) -> Iterator[str]:
    if defined := DEFINED.match(text, at, end):
        for name in (defined["quoted"], defined["second"], defined["bare"]):
            if name:
                yield " ".join(name.split()).rstrip(".")
