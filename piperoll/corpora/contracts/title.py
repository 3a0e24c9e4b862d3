"""Read what a contract is called: its type, its parties and its day, from its first pages.

Most contracts name themselves twice: in a heading, and in the first sentence, "This Distributor Agreement (the
"Agreement") is made as of 1 May 2019 by and between A, Inc., a Delaware corporation, and B Ltd.".
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from textwrap import wrap
from urllib.parse import unquote

from piperoll.corpora.clauses.words.captions import is_title
from piperoll.corpora.contracts.day import FIRST_LINES, KIND, PART, own_day
from piperoll.corpora.contracts.foreign import foreign, foreign_day
from piperoll.corpora.contracts.initials import written_out
from piperoll.corpora.contracts.instruments import bound, instrument
from piperoll.corpora.contracts.letters import LETTER, correspondents, is_letter
from piperoll.corpora.contracts.names import COMPANY, SMALL, as_written, distinct
from piperoll.corpora.contracts.parties import parties
from piperoll.corpora.contracts.sides import are_one_side
from piperoll.corpora.contracts.signed import leaves_parties_to_page, signers
from piperoll.corpora.contracts.signed_day import told_or_signed_day
from piperoll.corpora.contracts.sparse import named_elsewhere, on_sign_lines, sparse_names

HEAD = 8_000
"""Characters in which a contract says what it is."""
CONTENTS = re.compile(r"(?i)\btable\s+of\s+contents\b")
# "This agreement is made and entered into", behind the contents
BEGINS = re.compile(rf"\b(?:This|THIS)\s(?:[^.;\n]{{0,80}}\s)?(?i:{KIND}\b[^.;\n]{{0,80}}\s(?:made|entered)\s)")
BEGINS_WITHIN = 40_000
"""Characters in which a contract begins whose contents fill the first pages."""
LONGEST_TYPE = 90
SHOWN_PARTIES = 6
KIND_WORD = re.compile(rf"(?i)\b{KIND}S?\b")
# "This Co-Branding Agreement (the", "THIS AGREEMENT AND PLAN OF MERGER, dated", "This Privacy Policy explains"
OPENING = re.compile(
    rf"\b(?:This|THIS|The [Pp]resent)\s+(?P<type>(?!(?i:is)\b)"
    rf"(?:(?!{KIND}S?\s+(?:IS|MADE|DATED|SHALL|BETWEEN|BY|ENTERED)\b)"
    rf"(?:(?:[A-Z(]|e-)[^\s.;:“\"]*|and|of|for|to|&|-|–|on)\s+){{0,11}}(?i:{KIND})S?\b"
    r"(?:\s+(?i:and\s+plan\s+of\s+\w+(?:\s+and\s+reorganization)?|of\s+merger))?"
    rf"(?:\s+(?:(?i:no\.?\s*)|#)\d+(?:\s+to\s+(?:the\s+)?(?:(?:[A-Z][^\s.;:“\"]*|and|of)\s+){{1,7}}(?i:{KIND})\b)?)?"
    rf"(?:\s+and\s+(?:[A-Z]\S*\s+){{1,4}}(?i:{KIND})\b|\s+(?i:for)(?:\s+[A-Z][\w-]*){{1,5}}(?=\s\())?)"
)
# a line of its own, or the start of a page that is one line: "Exhibit 10.14 SOFTWARE MAINTENANCE AGREEMENT This …"
CAPITALS = re.compile(
    rf"(?<![^\s\"“(])(?:(?:(?!THIS\b)\(?[A-Z][A-Z&,/’'()-]*|[-–&/]|(?<=[A-Z] )and)[ \n]{{1,3}}){{0,9}}{KIND}S?"
    r"(?:[ ](?:AND PLAN OF [A-Z]+(?: AND REORGANIZATION)?|OF [A-Z]+|NO\.? ?\d+|FORM))?\b"
    rf"(?:(?<=\d)[ \n]{{1,3}}TO (?:THE )?(?:(?:[A-Z][A-Z-]+|&) ){{1,6}}{KIND}\b)?"
)
LINE = re.compile(rf"^[^\S\n]*(?P<line>[^\n]{{0,90}}\b(?i:{KIND})S?\b[^\n.;]{{0,50}})$", re.MULTILINE)
# "EXHIBIT 10.2 EXECUTION VERSION SUPPLY AGREEMENT"
FILING = re.compile(
    r"(?i)^(?:(?:EX(?:HIBIT)?[-. ]*(?:\d[\d.()A-Z]*|\(?[A-Z]\)?)|EXECUTION\s+(?:VERSION|COPY)|CONFIDENTIAL|FINAL|DRAFT"
    r"|COPY|THIS|THE|DATED|(?:ATTACHMENT|APPENDIX|SCHEDULE|ANNEX)\s[A-Z\d])\s+)+"
    r"(?=[A-Z])"
)
# "Exhibit 10.22   Strategic Alliance Agreement   This agreement is made", "Data Use Agreement Concerning the Registry"
FRONT = re.compile(
    r"(?<!\S)(?P<line>(?:(?!This\b|The\b|[A-Z]{4})(?:[A-Z]|e-)[\w&/-]*,?[ \n]{1,3}(?:(?:and|of|for|&|on)[ \n])?){1,9}"
    r"(?:[Aa]greement|[Cc]ontract|[Ll]ease|[Ll]icen[cs]e|[Dd]eed|[Aa]ddendum|[Aa]mendment))\b(?!,)"
)
MERGER = "agreement and plan of merger".split()
MORE = 2
"""Words that a heading has more than the first sentence."""
LINE_BEGINS = re.compile(r"(?:\A|\n|\s\s|(?i:exhibit)\s[\d.]+\s)[\s(“\"]*\Z")
"""Matches in front of a heading."""
VAGUE = frozenset(
    {"the agreement", "agreement", "this agreement", "the parties", "entire agreement", "entire contract"}
)
"""Types that say nothing."""
SENTENCE = re.compile(
    r"(?i)\b(?:is|are|was|made|between|shall|entered|agree|you|that|hereby|witness(?:es|eth)"
    r"|(?:of|in) th(?:e|is) agreement)\b|:"
)
"""Words of a sentence, and of the heading of a clause ("Termination of the Agreement"); no type has them."""
# "MUTUAL NON-DISCLOSURE AGREEMENT", of which the first sentence says "This Non-Disclosure Agreement"
QUALIFIED = r"(?<!\S)(?i:mutual|standard|master|bilateral|reciprocal|form of|amended and restated)[ \n]{1,3}"
# "CONFIDENTIAL SETTLEMENT AGREEMENT"; what stands apart from the heading is a mark: "CONFIDENTIAL     SUPPLY AGREEMENT"
CONFIDENTIAL = r"(?:(?m:^)[^\S\n]*|\b(?:This|THIS)[ ])(?i:confidential)[ ]"
SPACED = re.compile(r"^(?:[A-Z] ){3,}")
"""Matches a line in wide type above a heading: "P O L I C Y NONDISCLOSURE AGREEMENT"."""
MONTH = re.compile(
    r"\s(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d{4}$"
)
AND_AGREEMENT = re.compile(r"(?i)(?:(?<=[a-z])\s+and\s+agreement|(?<=\bagreement)\s+(?:contract|agreement))\Z")
"""Matches the end of a type of which the first words say what the agreement is."""
SIGNED = re.compile(r"\b(?:IN WITNESS WHEREOF|In [Ww]itness [Ww]hereof)\b|/[sS]/")
"""Matches where a contract is signed, or in front of it."""
GIVEN = re.compile(rf"[“\"](?P<type>(?:[A-Z][\w-]+ ){{1,5}}(?i:{KIND}))[”\"]")
PRIVACY = re.compile(r"(?i)\bprivacy\b|\bpersonal (?:information|data)\b")
TERMS = re.compile(r"(?i)\bterms (?:of (?:use|service)|and conditions)\b")
ONLY_AMENDMENT = re.compile(r"(?:[A-Z][a-z]+\s)?Amendment(?:\sNo\.?\s?\d+)?")
"""Matches a type that does not say what is amended."""
# "and amends that certain Supply Agreement", "Reference is hereby made to that certain fully executed Oil Agreement"
AMENDED = re.compile(
    r"\b(?:amends|Reference\sis\s(?:hereby\s)?made\sto)\s(?:that\scertain|the)\s(?:[a-z]+\s){0,3}"
    r"(?P<type>(?:[A-Z][\w-]*\s|(?:and|of|for)\s){1,7}?(?:Agreement|Contract|Lease))\b"
)
NUMBERED = re.compile(r"\s*(?i:no|number)\b[.:]?\s*[\w/-]*\d")
"""Matches behind "LANTERN CONTRACT", where "No. 12/31" follows and the heading stands behind it."""
FIRST_OF_TWO = re.compile(rf".*?\b{KIND}S?\b(?=[ ]?\n[ ]?\n(?:[A-Z]+[ ]){{1,9}}{KIND}\b)")
"""Matches a heading in front of another one of two words and more: "OFFICE LEASE", "BASIC LEASE INFORMATION"."""
# "GUARANTY" on a line of its own, "THIS LEASE is made", "LEASE between"
ALONE = re.compile(
    r"^[^\S\n]*(?:(?:THIS|This)\s+)?(?P<kind>(?i:deed|lease|guarant(?:y|ee)(?:\s+and\s+indemnity)?|licen[cs]e|undertaking))"
    r"(?:[^\S\n]*$|\s+(?:is\s+)?(?:made|dated)\b|\s+(?i:between)\s)",
    re.MULTILINE,
)
NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.)]?\s")
"""Matches the number of a clause at the beginning of a line, which is no heading of the document: "4. NOTICES"."""
NEXT_HEADING = 120
TITLES = 1_000
"""Characters in which a heading may be fuller than the first sentence, behind a note on what is left out."""
GOES_ON = re.compile(r"(/|\b(?:TO|TO THE|AND|FOR|OF))[ ]?\n\s*")
"""Matches the end of a line of a heading that goes on in the next."""
# "ROTARY LAMP" above "DISTRIBUTOR AGREEMENT", also where the ends of lines are lost and blanks are left of them
LINE_ABOVE = re.compile(r"(?:\A|\s\s|\n)(?P<line>[A-Z][A-Z\d-]+(?:[ ][A-Z\d-]+){1,6}),?\s{2,60}\Z")
ABOVE_WITHIN = 150
NO_TITLE = frozenset(
    "commission confidential confidentiality copy draft execution exhibit final omissions portions project request "
    "restated treatment version".split()
)
"""Words of a line above a heading that says where the document comes from, or what the deal is called."""
# what stands between headings, and behind them: "SUPPLY AGREEMENT by and between", "SUPPLY AGREEMENT (the"
ENDS = re.compile(
    r"\s{2,}|\n|\s?[()“\"]|(?<!\bno)[.:;]\s|\b(?:this|by|between|among|dated|made|entered)\b", re.IGNORECASE
)
DIGIT = re.compile(r"\d")
HEADING_WORD = re.compile(r"[A-Z\d#&/–-]")
# "SUPPLY AGREEMENT AND", "SUPPLY AGREEMENT FOR", "SUPPLY AGREEMENT ADDENDUM II"; not "SUPPLY AGREEMENT Place of Supply"
BEHIND_KIND = re.compile(r"(?i)(?:\s?[/&–-]\s|,?\s(?:and|for|on|to|of|no\.)\s|\s(?-i:[IVX]+)\Z|\Z)")
SHORT_WORD = re.compile(r"[A-Z][A-Za-z-]{1,5}")
FORMS = frozenset("llc llp lp inc plc nda usa us uk eu it ip oem ag ii iii iv vi vii viii ix".split())
"""Words that stay in capitals."""


@dataclass(frozen=True, slots=True)
class Named:
    """Hold what the first pages say; any of it may be missing."""

    type: str = ""
    parties: tuple[str, ...] = ()
    date: datetime.date | None = None
    one_side: bool = False
    """Tells that the parties are on one side, and that the other side is left blank."""


def read(text: str) -> Named:
    """Return type, parties and day of the contract that begins with ``text``."""
    head = text[:HEAD]
    own_type, company = instrument(head)
    foreign_type, foreign_names = foreign(head)
    letter = is_letter(head)
    names = tuple(bound(head) or foreign_names or as_written(parties(head), head))
    if letter or len(names) < 2:
        names = tuple(correspondents(text, head)) or names
    if not names and CONTENTS.search(head) and (begins := BEGINS.search(text, HEAD, BEGINS_WITHIN)):
        names = tuple(parties(text[begins.start() : begins.start() + HEAD]))
    if len(names) < 2 or leaves_parties_to_page(head):
        names = tuple(distinct([*names, *signers(text)]))
    signed = SIGNED.search(head)  # what is attached behind the signatures has a type of its own
    type_name = (signed and _type(head[: signed.start()], letter=letter)) or _type(head, letter=letter)
    names = tuple(
        written_out(names or sparse_names(head) or named_elsewhere(text, type_name) or on_sign_lines(text), head)
    )
    names = tuple(distinct(names)) or tuple(filter(None, [company]))
    type_name = _in_full(_without_names(type_name, names), names, head[:FIRST_LINES])
    if ONLY_AMENDMENT.fullmatch(type_name) and (amended := AMENDED.search(head, 0, TITLES)):
        type_name += f" to {' '.join(amended['type'].split())}"
    date = own_day(head) or told_or_signed_day(text) or (foreign_day(text) if foreign_type else None)
    type_name = _with_abbreviations(_fuller(type_name, names, head[:TITLES]), head)
    type_name = foreign_type or _titled(_clean(own_type)) or type_name
    if type_name and re.search(rf"{CONFIDENTIAL}(?i:{re.escape(type_name)})\b", head[:FIRST_LINES]):
        type_name = f"Confidential {type_name}"
    if part := PART.match(head):
        type_name = f"{part['part'].capitalize()} to {type_name}"
    return Named(type_name, names, date, are_one_side(names, head))


def _with_abbreviations(type_name: str, head: str) -> str:
    """Return a type in which the words have capitals that sentences write in capitals only: "a VISP web site"."""
    words = type_name.split(" ")
    for at, word in enumerate(words):
        if SHORT_WORD.fullmatch(word) and not re.search(rf"\b{re.escape(word)}\b", head):
            inside = re.search(rf"[a-z] {re.escape(word.upper())}(?: [a-z]|[.,;)]|'s)", head)
            words[at] = word.upper() if inside else word
    return " ".join(words)


def _without_names(type_name: str, names: Sequence[str]) -> str:
    """Return a type without the party that stands in front of it: "Lantern Ltd. Agency Agreement".

    Or without the end of its name, behind a word in small and capital letters: "eOil Light Corporation Agreement".
    """
    for name in names:
        at = type_name.casefold().find(name.casefold())
        if at >= 0 and KIND_WORD.search(type_name, at + len(name)):
            type_name = _clean(type_name[at + len(name) :])
        words = name.split()
        for first in range(1, len(words)):
            behind = type_name.removeprefix(f"{' '.join(words[first:])} ")
            if behind != type_name and KIND_WORD.search(behind) and COMPANY.search(name):
                return behind
    return type_name


def title(named: Named, name: str) -> str:
    """Return ``Distributor Agreement between A and B``; the file's name says what the text does not."""
    words = re.sub(r"[_+]+|(?<=\w)-(?=\w)", " ", unquote(PurePosixPath(name).stem)).split()
    stem = " ".join(words).rstrip(".") or name
    shown = named.parties[:SHOWN_PARTIES]
    if len(shown) > 1:
        more = len(named.parties) - len(shown)
        last = f"{more} others" if more > 1 else named.parties[-1]
        first = shown if more else shown[:-1]
        return f"{named.type or 'Agreement'} {'of' if named.one_side else 'between'} {', '.join(first)} and {last}"
    if named.type and shown:
        return f"{named.type} of {shown[0]}"
    if not named.type:
        return stem
    said = {*_words(named.type), "agreement"}
    while words and said.issuperset(_words(words[-1])):  # "LANTERN INC 2031 EX 10.1 SUPPLY AGREEMENT"
        words.pop()
    return f"{named.type} ({wrap(' '.join(words), LONGEST_TYPE)[0]})" if words else named.type


def _type(head: str, *, letter: bool) -> str:
    """Return the type, from the opening sentence, else from a heading in capitals, else from a line like one.

    A letter has none of these: what it cites is something else.
    """
    for match in OPENING.finditer(head):
        type_name = _clean(match["type"])
        is_type = KIND_WORD.search(type_name) and not SENTENCE.search(type_name) and type_name[-5:].lower() != " form"
        if is_type and _says(type_name) and not type_name.islower():
            return _titled(_qualified(type_name, head[:FIRST_LINES]))
    if letter:
        return LETTER
    front = FRONT.search(head[:FIRST_LINES])
    for match in CAPITALS.finditer(head, 0, front.start() if front else len(head)):
        type_name = _clean(match[0])
        behind = NUMBERED.match(head, match.end())
        if behind and CAPITALS.search(head, behind.end(), behind.end() + NEXT_HEADING):
            continue
        if (heading := FIRST_OF_TWO.match(match[0])) and _says(_clean(heading[0])):
            type_name = _clean(heading[0])
        if _says(type_name) and not SENTENCE.search(type_name):
            return _titled(_line_above(head, match.start()) + type_name)
    first = front.start() if front else 0
    for line in (LINE.finditer(head, 0, FIRST_LINES), [front] if front else [], LINE.finditer(head, first)):
        for match in line:
            type_name = _clean(match["line"])
            if NUMBER.match(type_name):
                continue
            if (match is front or is_title(type_name)) and _says(type_name) and not SENTENCE.search(type_name):
                return _titled(type_name)
    if given := GIVEN.search(head):
        return given["type"]
    if len(PRIVACY.findall(head)) > 1:
        return "Privacy Policy"
    if TERMS.search(head):
        return "Terms of Service"
    alone = ALONE.search(head, 0, TITLES)
    return _titled(" ".join(alone["kind"].upper().split())) if alone else ""


def _line_above(head: str, at: int) -> str:
    """Return the line in capitals above the last line of a heading, and a blank; "" for the name of a company."""
    above = LINE_ABOVE.search(head, max(0, at - ABOVE_WITHIN), at) if at < FIRST_LINES else None
    if not above or COMPANY.search(above["line"]) or NO_TITLE.intersection(above["line"].casefold().split()):
        return ""
    return f"{above[0].strip()} "


def _in_full(type_name: str, names: Sequence[str], first_lines: str) -> str:
    """Return a type as the heading has it, where that has a word more in front: "Exclusive Supply Agreement"."""
    own = type_name.casefold().split()
    ends = own == MERGER[-len(own) :] or (own[-len(MERGER) :] == MERGER and "," in type_name)
    if own and ends and " ".join(MERGER) in " ".join(first_lines.casefold().split()):
        return _titled(" ".join(MERGER))
    named = " ".join(names).casefold().split()
    for match in CAPITALS.finditer(first_lines) if own else ():
        heading = _clean(match[0])
        words = heading.casefold().split()
        more = words[: -len(own)]
        apart = LINE_BEGINS.search(first_lines, 0, match.start() + match[0].index(heading[:1]))
        if apart and words[-len(own) :] == own and 0 < len(more) <= MORE and all(map(str.isalpha, "".join(more))):
            return type_name if set(more) & set(named) else _titled(heading)
    return type_name


def _fuller(type_name: str, names: Sequence[str], first_lines: str) -> str:
    """Return the first heading with the words of a type in their order, where it has more: "Lease and Oil Agreement".

    And where it lacks a stray mark of the first sentence.
    """
    own = _words(type_name)
    named = {*_words(" ".join(names)), "dba"}
    for segment in ENDS.split(GOES_ON.sub(r"\1 ", first_lines)) if own else ():
        heading = _clean(segment)
        words = _words(heading)
        left = iter(words)
        if len(segment) > LONGEST_TYPE or not all(word in left for word in own):
            continue
        upper = all(HEADING_WORD.match(word) or word in SMALL for word in heading.split())
        more = {word for word in words if word not in own}
        last = max((kind.end() for kind in KIND_WORD.finditer(heading)), default=0)
        odd = more & named or any(map(DIGIT.search, more)) or not BEHIND_KIND.match(heading, last)
        if not upper or odd or words[-1] in SMALL or SENTENCE.search(heading):
            break
        return _titled(heading) if more or len(heading) < len(type_name) else type_name
    return type_name


def _words(words: str) -> list[str]:
    """Return words without marks, in small letters."""
    bare = re.sub(r"[^\w\s/&–-]", "", words.casefold().replace("&", " and "))
    return [word for word in re.split(r"[\s/–-]+", bare) if word]


def _says(type_name: str) -> bool:
    """Return whether a type says more than that it is an agreement."""
    return len(type_name.split()) > 1 and type_name.lower() not in VAGUE


def _qualified(type_name: str, first_lines: str) -> str:
    """Return a type with the word that its heading has in front: "Mutual Non-Disclosure Agreement"."""
    words = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", type_name)))
    heading = re.search(f"{QUALIFIED}(?i:{words})\\b", first_lines)
    return " ".join(heading[0].split()) if heading else type_name


def _clean(type_name: str) -> str:
    """Return a type without marks of its filing, on one line, of limited length."""
    bare = MONTH.sub("", FILING.sub("", SPACED.sub("", " ".join(type_name.split())))).strip(' -–—:,."“”*_()')[
        :LONGEST_TYPE
    ]
    bare = AND_AGREEMENT.sub("", bare)
    half = len(bare) // 2
    if bare[:half].casefold() == bare[half + 1 :].casefold():  # the heading, and the first words of the text
        bare = bare[:half]
    return bare if bare.count("(") == bare.count(")") else bare.partition("(")[0].rstrip(" -–—:,")


def _titled(type_name: str) -> str:
    """Return a type in title case: ``AGREEMENT AND PLAN OF MERGER`` → ``Agreement and Plan of Merger``."""
    words = type_name.split()
    if not type_name.islower() and 2 * sum(map(str.isupper, words)) < len(words):
        last = words[-1]
        return " ".join([*words[:-1], last.title()]) if last.islower() and KIND_WORD.fullmatch(last) else type_name
    return " ".join(_word(word, index) for index, word in enumerate(words)).replace("’S", "’s").replace("'S", "'s")


def _word(word: str, index: int) -> str:
    if word.isupper() and (word.lower() in FORMS or DIGIT.search(word)):
        return word
    return word.lower() if index and word.lower() in SMALL else word.title()
