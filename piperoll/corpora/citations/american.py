"""Acts and regulations in contracts and terms: of the United States and its states, and those of the European Union.

"15 U.S.C. § 78m(a)", "17 C.F.R. § 240.13d-3", "Section 13(d) of the Exchange Act", "Rule 144A under the Securities
Act", "California Civil Code Section 1542", "8 Del. C. § 251", "Article 6(1)(a) of the GDPR". Targets are the titles
of codes ("15 U.S.C.") where a section has one number in both, else the name of the act; paths are "s.13.d", "r.144A",
"art6.1.a".

Own rules, and not eyecite 2.7.8: in contracts it found no case that was one ("15 US 14" is a page), cut sections at
their dots and letters ("17 C.F.R. § 240", "15 U.S.C. § 78m" not at all), knows no act by name, and read 0.4 MB/s.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from piperoll.corpora.citations import clauses, european, labels
from piperoll.corpora.citations.american_names import INTERNAL_REVENUE, KNOWN, YEAR
from piperoll.corpora.citations.european import SPACE as W
from piperoll.model import Citation

PREFIXES = {
    "section": "s",
    "regulation": "reg",
    "rule": "r",
    "article": "art",
    "item": "item",
    "title": "title",
    "part": "part",
}
COUNTRY = re.compile(clauses.COUNTRY)
JOINERS = frozenset({"and", "of", "for", "to", "in", "on", "by", "or", "&", "From", "The"})
STOPS = frozenset(
    "The This Under If Any Such Act Act, Code Code, Law, Section Rule In Each Pursuant See And As For With Your Our"
    " All".split()
)
"""Words with a capital that no name of an act holds, or that end the one before."""
# "(CCPA) and": the short form of the act before
SHORT = re.compile(r"\([A-Z]{2,}\)[,;]?")
LONGEST = 160
"""Characters in the name of an act."""
WORD = re.compile(r"\S+")
# "Act" ends a name that is read backwards from it; the rest are names as they stand
ENDINGS = re.compile(rf"(?:Act|Code|Regulations)\b(?!{W}?[’'])")
CAPITALS = re.compile(r"[A-Z]{3,8}(?![\w-])")
REGULATION = re.compile(rf"Regulation{W}[A-Z]{{1,2}}(?:-[A-Z])?(?![\w-])")
# "Law No. 78-17", "Act No. 78/17"
FRENCH = re.compile(rf"(?:Law|Act){W}(?:[Nn]o\.|n°){W}?\d{{2,4}}[-/]\d{{1,4}}")
PHRASES = re.compile(
    "|".join(
        (
            "Delaware General Corporation Law",
            "General Corporation Law of the State of Delaware",
            "Maryland General Corporation Law",
            "Treasury Regulations?",
            r"Treas\. Reg\.",
            "(?:UK|EU) General Data Protection Regulation",
            "General Data Protection Regulation",
            "(?:UK|EU) GDPR",
            "ePrivacy Directive",
        )
    ).replace(" ", W)
)
# "General Regulation 2016/679", "Regulation No. 2016/679"
EU_BARE = re.compile(
    rf"(?:Regulation|Directive){W}(?:No\.?{W})?(?P<number>(?:19|20)\d\d/\d{{1,4}}|\d{{1,4}}/(?:19|20)\d\d)(?![\d/])"
)
EU_BEFORE = re.compile(rf"(?:(?:[A-Z][a-z]{{2,20}}{W}){{0,6}}(?:Regulation|Directive|Decision){W}\(?)\Z")
# "78m(a)", "1395w-101", "240.13d-3", "227.7202-4"; "120-130" is a range
HYPHENS = r"(?:[-‑]\d{1,4}[a-zA-Z]{0,2}){0,2}"
CODE_SECTION = rf"\d{{1,5}}(?:[a-zA-Z]{{1,3}}{HYPHENS}|\.\d{{1,4}}[a-z]{{0,2}}{HYPHENS})?(?!\w){labels.SUBS}"
TITLE = re.compile(
    r"(?P<title>\d{1,2})\s{1,3}(?:(?P<usc>U\.?\s?S\.?\s?C\.?(?:A\.|ode)?)|(?P<cfr>C\.?\s?F\.?\s?R\.?)|(?P<del>Del\.\s?C\.))"
    rf"\s{{0,3}}(?:(?:§§?|[Ss]ections?|[Ss]ec\.|[Pp]arts?)\s{{0,3}})?(?P<first>{CODE_SECTION})"
)
MORE = re.compile(
    rf"(?P<join>,{W}(?:and{W}|or{W})?|{W}(?:and|or|through|to){W}|[-–])(?P<section>{CODE_SECTION})(?!{W}[UC]\.)"
)
SPELLED = re.compile(
    rf"[Tt]itle{W}(?P<title>\d{{1,2}}),?{W}(?:of{W}the{W})?United{W}States{W}Code,?{W}"
    rf"(?:[Ss]ection|§){W}(?P<first>{CODE_SECTION})"
)
OF = re.compile(
    rf"{labels.TITLE}{W}(?:(?:(?:of|to|under|in)|(?:promulgated|adopted){W}under){W}(?:the{W})?)?(?:{COUNTRY.pattern})?"
)
BEFORE_LABEL = re.compile(rf",?{W}\Z")
EU_WITHIN = re.compile(european.WITHIN_ARTICLE)
# the sentence ("S. 1") is no part of the path, nor is the second of two letters
WITHIN_PART = re.compile(
    r"(?:§|[Pp]ara(?:graph)?\.?|[Pp]ar\.|Abs\.|lit\.|letter|point)\s?\(?(\w{1,2})\)?|(?<!or )(?<!and )\b([a-z])\)"
)
# ', as amended (the "Exchange Act")', '("CCPA")'
DEFINES = re.compile(
    rf"(?:,?{W}(?:as{W}amended|and{W}the{W}rules[^()\n]{{0,80}})[^()\n]{{0,80}})?,?{W}?\((?:(?:collectively,{W})?(?:the|as){W})?"
    rf"[“\"](?:the{W})?(?P<short>[A-Z0-9][^“”\"()\n]{{0,40}})[”\"]\)"
)


@dataclass(slots=True)
class _Mention:
    """An act as it is named."""

    start: int
    end: int
    target: str
    alone: bool = True
    """It is a citation without a provision, too."""


@dataclass(slots=True)
class _Acts:
    """The acts that a text names, and the short names that it defines for them."""

    text: str
    start: int
    end: int
    learned: dict[str, str] = field(default_factory=dict)
    mentions: list[_Mention] = field(default_factory=list)

    def read(self) -> list[_Mention]:
        for match in european.numbers(self.text, self.start, self.end):
            floor = max(self.start, match.start() - LONGEST)
            kind = EU_BEFORE.search(self.text[floor : match.start()])
            self._add(floor + kind.start() if kind else match.start(), match.end(), european.target(match))
        for match in EU_BARE.finditer(self.text, self.start, self.end):
            self._add(*match.span(), f"EU {match['number']}")
        for pattern in (PHRASES, REGULATION, FRENCH):
            for match in pattern.finditer(self.text, self.start, self.end):
                if self.text[match.start() - 1 : match.start()] in ("“", '"'):
                    continue  # its definition
                name = _one_line(match[0])
                self._add(*match.span(), KNOWN.get(name, name), alone="reas" not in name)
        for match in ENDINGS.finditer(self.text, self.start, self.end):
            self._named(match)
        for match in CAPITALS.finditer(self.text, self.start, self.end):
            target = self.learned.get(match[0]) or KNOWN.get(match[0])
            before = self.text[match.start() - 1 : match.start()]
            country = self.text[max(self.start, match.start() - 3) : match.start()] in ("UK ", "EU ")
            if target and not country and not before.isalnum() and before not in ("“", '"', "‘", "-", "=", "/"):
                self._add(*match.span(), target, alone=before != "(")
        return self._disjoint()

    def _add(self, start: int, end: int, target: str, *, alone: bool = True) -> None:
        self.mentions.append(_Mention(start, end, target, alone))
        if defines := DEFINES.match(self.text, end, self.end):
            self.learned.setdefault(_one_line(defines["short"]), target)

    def _named(self, ending: re.Match[str]) -> None:
        """An act by its full or defined name, read backwards from its last word."""
        noun = ending[0]
        begin = self._name_start(ending.start())
        year = YEAR.match(self.text, ending.end(), self.end)
        end = year.end() if year else ending.end()
        if begin is None:
            if noun == "Code" and self.text[max(0, ending.start() - 4) : ending.start()].lower().endswith("the "):
                self._add(*ending.span(), self.learned.get("Code", INTERNAL_REVENUE), alone=False)
            elif noun == "Act" and (known := self.learned.get("Act")):
                self._add(*ending.span(), known, alone=False)
            return
        if self.text[begin - 1 : begin] in ("“", '"') and self.text[end : end + 1] in ("”", '"'):
            return  # its definition
        name = _one_line(self.text[begin : ending.end()]).replace("’", "'")
        full = _one_line(self.text[begin:end]).replace("’", "'")
        if country := COUNTRY.match(name):
            rest = name[country.end() :]
            if rest and not rest.startswith(noun):
                name, full = rest, full[country.end() :]
        target = self.learned.get(name) or KNOWN.get(full) or KNOWN.get(name)
        words = list(WORD.finditer(self.text, begin, ending.end()))
        for index in range(1, len(words)) if target is None else ():
            if target := KNOWN.get(" ".join(word[0] for word in words[index:])):
                begin = words[index].start()  # "Agent for Digital Millennium Copyright Act"
                break
        if target is None and noun == "Act":
            target = re.sub(r"\A([A-Z]\w+)'s (?=Consumer)", r"\1 ", full)
            target = KNOWN.get(target, target)
        if target is not None:
            self._add(begin, end, target)
        elif noun == "Code":
            self._add(begin, end, full, alone=False)
        elif year:  # "Trading Scheme Regulations 1997"
            self._add(begin, end, full)

    def _name_start(self, at: int) -> int | None:
        """Where the name begins whose last word begins at ``at``: capitalised words, joined by small ones."""
        words = list(WORD.finditer(self.text, max(self.start, at - LONGEST), at))
        begin, joined, depth = None, False, 0
        for word in reversed(words):
            printed = word[0].lstrip('*_[“"')
            printed = printed[printed.rfind("/") + 1 :] or printed
            bare = printed.strip("()")
            depth += printed.count(")") - printed.count("(")
            if self.text[word.end() : word.end() + 3].count("\n") > 1:
                break
            if printed in JOINERS and begin is not None:
                joined = joined or printed in ("and", "or", "&")
                continue
            if bare in STOPS or not bare or not (bare[0].isupper() or printed in ("1933", "1934", "1940")):
                break
            if printed[-1] in '.;:”"' and printed not in ("U.S.", "U.K."):
                break
            if printed.endswith(",") and not joined:
                break
            if SHORT.fullmatch(printed) or any(map(str.isdigit, printed[:-4])):
                break
            if printed.startswith("(") and depth < 0:
                printed = printed[1:]
            if begin is None and printed in ("To", "Not", "Or"):
                return None
            begin = word.start() + len(word[0]) - len(printed)
            if printed != word[0]:
                break
        return begin

    def _disjoint(self) -> list[_Mention]:
        """In order; of two that overlap the longer, of a name and its number or short form in brackets the name."""
        self.mentions.sort(key=lambda one: (one.start, -one.end))
        kept: list[_Mention] = []
        for one in self.mentions:
            if kept and one.start < kept[-1].end:
                continue
            if (
                kept
                and one.target == kept[-1].target
                and self.text[kept[-1].end : one.start].strip() in ("(", "((", "(EU")
            ):
                continue
            kept.append(one)
        return kept


def find(text: str, start: int = 0, end: int | None = None) -> list[Citation]:
    """The citations of acts in ``text[start:end]``, in their order.

    Best called once for a document: a name that it defines ('the "Exchange Act"') is known from there on. Linear in
    the length of the text.
    """
    stop = len(text) if end is None else end
    found = list(_codes(text, start, stop))
    taken = {at for citation in found for at in range(citation.start, citation.end)}
    acts = _Acts(text, start, stop).read()
    by_start = {act.start: act for act in acts}
    by_end = {act.end: act for act in acts}
    used: set[int] = set()
    done = start
    for enumeration in labels.enumerations(text, start, stop):
        if enumeration.start in taken or enumeration.start < done:
            continue
        within = EU_WITHIN.match(text, enumeration.end, stop) if enumeration.kind == "article" else None
        at = within.end() if within else enumeration.end
        of = OF.match(text, at, stop)
        # a name may have its country in front: "of the UK GDPR"
        behind = (
            next((by_start[place] for place in (of.end(), of.start() + 1) if place in by_start), None) if of else None
        )
        gap = BEFORE_LABEL.search(text[max(start, enumeration.start - 3) : enumeration.start])
        front = by_end.get(enumeration.start - (len(gap[0]) if gap else 0)) if behind is None else None
        act = behind or front
        if act is None or (front and enumeration.kind not in PREFIXES):
            continue
        used.add(act.start)
        done = max(act.end, at)
        more = tuple(one or other for one, other in WITHIN_PART.findall(within[0])) if within else ()
        for index, (first, last, parts) in enumerate(enumeration.labels):
            opens = front.start if front and index == 0 else first
            ends = behind.end if behind and index == len(enumeration.labels) - 1 else last
            found.append(Citation(opens, ends, "legislation", act.target, _path(enumeration.kind, parts + more)))
    found += [
        Citation(act.start, act.end, "legislation", act.target) for act in acts if act.alone and act.start not in used
    ]
    return sorted(found, key=lambda one: (one.start, one.end))


def _path(kind: str, parts: tuple[str, ...]) -> str:
    if kind == "article":
        return f"art{'.'.join(parts)}"
    return ".".join((PREFIXES.get(kind, kind), *parts))


def _codes(text: str, start: int, end: int) -> Iterator[Citation]:
    """Sections by the title of their code: "15 U.S.C. § 78m(a)", "48 C.F.R. §227.7202-1 through 227.7202-4"."""
    at = start
    while match := TITLE.search(text, at, end):
        code = "U.S.C." if match["usc"] else "C.F.R." if match["cfr"] else "Del. C."
        yield from _code(text, match, f"{match['title']} {code}", end)
        at = match.end()
    for match in SPELLED.finditer(text, start, end):
        yield from _code(text, match, f"{match['title']} U.S.C.", end)


def _code(text: str, match: re.Match[str], target: str, end: int) -> Iterator[Citation]:
    spans = [(match.start(), match.end(), match["first"])]
    while following := MORE.match(text, spans[-1][1], end):
        if len(spans) == labels.MOST:
            break
        ranged = following["join"].strip() in ("through", "to", "-", "–")
        if ranged:
            first, _, section = spans.pop()
            spans += [(first, following.end(), section), (first, following.end(), following["section"])]
        elif "§§" in match[0] or "ections" in match[0]:
            spans.append((following.start("section"), following.end(), following["section"]))
        else:
            break
    for first, last, section in spans:
        number, *parts = re.findall(r"[^\s()]+", section.replace("‑", "-"))
        yield Citation(first, last, "legislation", target, ".".join(("s", number, *parts)))


def _one_line(printed: str) -> str:
    return " ".join(printed.replace("*", "").split())
