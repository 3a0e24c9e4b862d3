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

from piperoll.corpora.citations import clauses, european
from piperoll.corpora.citations.european import SPACE as W
from piperoll.model import Citation

YEAR = re.compile(rf"(?:{W}of)?{W}(?:1[89]|20)\d\d(?!\d)")
INTERNAL_REVENUE, BANKRUPTCY, DELAWARE = "26 U.S.C.", "11 U.S.C.", "8 Del. C."
EXCHANGE, SECURITIES = "Securities Exchange Act of 1934", "Securities Act of 1933"
KNOWN = european.KNOWN | {
    "Exchange Act": EXCHANGE,
    "Securities Exchange Act": EXCHANGE,
    "1934 Act": EXCHANGE,
    "Securities Act": SECURITIES,
    "1933 Act": SECURITIES,
    "Investment Company Act": "Investment Company Act of 1940",
    "1940 Act": "Investment Company Act of 1940",
    "Advisers Act": "Investment Advisers Act of 1940",
    "Investment Advisers Act": "Investment Advisers Act of 1940",
    "HSR Act": "Hart-Scott-Rodino Antitrust Improvements Act of 1976",
    "Sarbanes-Oxley Act": "Sarbanes-Oxley Act of 2002",
    "ERISA": "Employee Retirement Income Security Act of 1974",
    "Employee Retirement Income Security Act": "Employee Retirement Income Security Act of 1974",
    "FCPA": "Foreign Corrupt Practices Act",
    "Foreign Corrupt Practices Act of 1977": "Foreign Corrupt Practices Act",
    "DMCA": "Digital Millennium Copyright Act",
    "Digital Millennium Copyright Act of 1998": "Digital Millennium Copyright Act",
    "CCPA": "California Consumer Privacy Act",
    "California Consumer Privacy Act of 2018": "California Consumer Privacy Act",
    "COPPA": "Children's Online Privacy Protection Act",
    "HIPAA": "Health Insurance Portability and Accountability Act of 1996",
    "Health Insurance Portability and Accountability Act": "Health Insurance Portability and Accountability Act of 1996",
    "WARN Act": "Worker Adjustment and Retraining Notification Act",
    "Internal Revenue Code": INTERNAL_REVENUE,
    "Internal Revenue Code of 1986": INTERNAL_REVENUE,
    "Treasury Regulations": "26 C.F.R.",
    "Treasury Regulation": "26 C.F.R.",
    "Treas. Reg.": "26 C.F.R.",
    "Bankruptcy Code": BANKRUPTCY,
    "United States Bankruptcy Code": BANKRUPTCY,
    "Delaware General Corporation Law": DELAWARE,
    "General Corporation Law of the State of Delaware": DELAWARE,
    "DGCL": DELAWARE,
    "MGCL": "Maryland General Corporation Law",
    "Maryland General Corporation Law": "Maryland General Corporation Law",
    "Uniform Commercial Code": "Uniform Commercial Code",
    "UCC": "Uniform Commercial Code",
}
"""Acts by the names that they go by; sections of these codes have the numbers of the title of the United States Code."""
KNOWN |= {name: name for name in KNOWN.values() if name.endswith("Act") or YEAR.search(name)}
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
    "The This Under If Any Such Act Act, Code Code, Law, Section Rule In Each Pursuant See And As For With Your Our All".split()
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
    r"(?:Delaware General Corporation Law|General Corporation Law of the State of Delaware|Maryland General Corporation Law"
    r"|Treasury Regulations?|Treas\. Reg\.|UK General Data Protection Regulation|EU General Data Protection Regulation|General Data Protection Regulation|UK GDPR|EU GDPR|ePrivacy Directive)(?!\w)".replace(
        " ", W
    )
)
# "General Regulation 2016/679", "Regulation No. 2016/679"
EU_BARE = re.compile(
    rf"(?:Regulation|Directive){W}(?:No\.?{W})?(?P<number>(?:19|20)\d\d/\d{{1,4}}|\d{{1,4}}/(?:19|20)\d\d)(?![\d/])"
)
EU_BEFORE = re.compile(rf"(?:(?:[A-Z][a-z]{{2,20}}{W}){{0,6}}(?:Regulation|Directive|Decision){W}\(?)\Z")
# "78m(a)", "1395w-101", "240.13d-3", "227.7202-4"; "120-130" is a range
CODE_SECTION = (
    r"\d{1,5}(?:[a-zA-Z]{1,3}(?:[-‑]\d{1,4}[a-zA-Z]{0,2}){0,2}|\.\d{1,4}[a-z]{0,2}(?:[-‑]\d{1,4}[a-zA-Z]{0,2}){0,2})?(?!\w)"
    + clauses.SUBS
)
TITLE = re.compile(
    rf"(?P<title>\d{{1,2}}){W}(?:(?P<usc>U\.?{W}?S\.?{W}?C\.?(?:A\.|ode)?)|(?P<cfr>C\.?{W}?F\.?{W}?R\.?)|(?P<del>Del\.{W}?C\.))"
    rf"{W}?(?:(?:§§?|[Ss]ections?|[Ss]ec\.|[Pp]arts?){W}?)?(?P<first>{CODE_SECTION})".replace(f"{W}?", r"\s{0,3}")
)
MORE = re.compile(
    rf"(?P<join>,{W}(?:and{W}|or{W})?|{W}(?:and|or|through|to){W}|[-–])(?P<section>{CODE_SECTION})(?!{W}[UC]\.)"
)
SPELLED = re.compile(
    rf"[Tt]itle{W}(?P<title>\d{{1,2}}),?{W}(?:of{W}the{W})?United{W}States{W}Code,?{W}(?:[Ss]ection|§){W}(?P<first>{CODE_SECTION})"
)
OF = re.compile(
    rf"{clauses.TITLE}{W}(?:(?:(?:of|to|under|in)|(?:promulgated|adopted){W}under){W}(?:the{W})?)?(?:{COUNTRY.pattern})?"
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
QUOTES = '“"‘('


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
    """The citations of acts in ``text[start:end]``, in their order. Linear in the length of the text."""
    stop = len(text) if end is None else end
    found = [*_codes(text, start, stop)]
    taken = {at for citation in found for at in range(citation.start, citation.end)}
    acts = _Acts(text, start, stop).read()
    by_start = {one.start: one for one in acts}
    by_end = {one.end: one for one in acts}
    used: set[int] = set()
    done = start
    for labels in clauses.enumerations(text, start, stop):
        if labels.start in taken or labels.start < done:
            continue
        at = labels.end
        within: tuple[str, ...] = ()
        if labels.kind == "article" and (inner := EU_WITHIN.match(text, at, stop)):
            within = tuple(one or other for one, other in WITHIN_PART.findall(inner[0]))
            at = inner.end()
        of = OF.match(text, at, stop)
        behind = by_start.get(of.end()) if of else None
        if behind is None and of:  # the name may have its country in front
            behind = next((by_start[place] for place in (of.start() + 1, at + 1) if place in by_start), None)
        gap = BEFORE_LABEL.search(text[max(start, labels.start - 3) : labels.start])
        front = by_end.get(labels.start - (len(gap[0]) if gap else 0)) if behind is None else None
        act = behind or front
        if act is None or (behind is None and labels.kind not in PREFIXES):
            continue
        used.add(act.start)
        done = max(act.end, at)
        for index, (begin, last, parts) in enumerate(labels.labels):
            ends = behind.end if behind and index == len(labels.labels) - 1 else last
            opens = front.start if front and index == 0 else begin
            found.append(
                Citation(opens, ends, "legislation", act.target, _path(act.target, labels.kind, parts + within))
            )
    found += [
        Citation(one.start, one.end, "legislation", one.target) for one in acts if one.alone and one.start not in used
    ]
    return sorted(found, key=lambda one: (one.start, one.end))


def _path(target: str, kind: str, parts: tuple[str, ...]) -> str:
    if kind == "article":
        return "art" + ".".join(parts)
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
        if len(spans) == clauses.MOST:
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
