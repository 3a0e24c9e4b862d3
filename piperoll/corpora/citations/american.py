"""Find acts and regulations in contracts and terms: of the United States, its states and the European Union.

"15 U.S.C. § 78m(a)", "17 C.F.R. § 240.13d-3", "Section 13(d) of the Exchange Act", "Rule 144A under the Securities
Act", "California Civil Code Section 1542", "8 Del. C. § 251", "Article 6(1)(a) of the GDPR". The target is the title of
a code ("15 U.S.C.") if a section has the same number in code and act, else the name of the act. Paths are "s.13.d",
"r.144A", "art6.1.a".

This module has its own rules instead of eyecite 2.7.8. In contracts, eyecite found only false cases ("15 US 14" is a
page), cut sections at their dots and letters ("17 C.F.R. § 240"; "15 U.S.C. § 78m" not at all), knew no act by name,
and read 0.4 MB/s.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from piperoll.corpora.citations import clauses, european, labels
from piperoll.corpora.citations.american_names import INTERNAL_REVENUE, KNOWN, YEAR
from piperoll.corpora.citations.european import SPACE as W
from piperoll.model import Citation
from piperoll.text.anchored import Anchored

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
"""Capitalised words that no name of an act contains, or that end the name before."""
# "(CCPA) and": the short form of the act before
SHORT = re.compile(r"\([A-Z]{2,}\)[,;]?")
LONGEST = 160
"""Characters in the name of an act."""
WORD = re.compile(r"\S+")
# a name that ends in one of these words is read backwards from it; the patterns below match whole names
ENDINGS = Anchored(("Act", "Code", "Regulations"), rf"(?:Act|Code|Regulations)\b(?!{W}?[’'])")
CAPITALS = re.compile(r"[A-Z][A-Z]{2,7}(?![\w-])")
REGULATION = re.compile(rf"Regulation{W}[A-Z]{{1,2}}(?:-[A-Z])?(?![\w-])")
# "Law No. 78-17", "Act No. 78/17"
FRENCH = Anchored((r"Law\s", r"Act\s"), rf"(?:Law|Act){W}(?:[Nn]o\.|n°){W}?\d{{2,4}}[-/]\d{{1,4}}")
PHRASES = Anchored(
    (r"Delaware\s", r"General\s", r"Maryland\s", "Treas", r"UK\s", r"EU\s", "Privacy(?<=(e)Privacy)"),
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
    ).replace(" ", W),
)
# "General Regulation 2016/679", "Regulation No. 2016/679"
EU_BARE = Anchored(
    (r"Regulation\s", r"Directive\s"),
    rf"(?:Regulation|Directive){W}(?:No\.?{W})?(?P<number>(?:19|20)\d\d/\d{{1,4}}|\d{{1,4}}/(?:19|20)\d\d)(?![\d/])",
)
SLASH = re.compile(r"/(?<=\d/)(?=\d)")
"""Part of every match of EU_BARE."""
EU_BEFORE = re.compile(rf"(?:(?:[A-Z][a-z]{{2,20}}{W}){{0,6}}(?:Regulation|Directive|Decision){W}\(?)\Z")
# "78m(a)", "1395w-101", "240.13d-3", "227.7202-4"; "120-130" is a range
HYPHENS = r"(?:[-‑]\d{1,4}[a-zA-Z]{0,2}){0,2}"
CODE_SECTION = rf"\d{{1,5}}(?:[a-zA-Z]{{1,3}}{HYPHENS}|\.\d{{1,4}}[a-z]{{0,2}}{HYPHENS})?(?!\w){labels.SUBS}"
_NUMBERS = tuple(number + gap for gap in (r"\s", r"\s\s", r"\s\s\s") for number in (r"(\d\d)", r"(\d)"))
"""The number of a title in front of the first letter of its code."""
TITLE = Anchored(
    tuple(
        f"{first}(?:{'|'.join(f'(?<={number}{first})' for number in _NUMBERS)}){rest}"
        for first, rest in (("U", r"\.?\s?S\.?\s?C"), ("C", r"\.?\s?F\.?\s?R"), ("D", r"el\."))
    ),
    r"(?P<title>\d{1,2})\s{1,3}(?:(?P<usc>U\.?\s?S\.?\s?C\.?(?:A\.|ode)?)|(?P<cfr>C\.?\s?F\.?\s?R\.?)|(?P<del>Del\.\s?C\.))"
    rf"\s{{0,3}}(?:(?:§§?|[Ss]ections?|[Ss]ec\.|[Pp]arts?)\s{{0,3}})?(?P<first>{CODE_SECTION})",
)
MORE = re.compile(
    rf"(?P<join>,{W}(?:and{W}|or{W})?|{W}(?:and|or|through|to){W}|[-–])(?P<section>{CODE_SECTION})(?!{W}[UC]\.)"
)
SPELLED = Anchored(
    r"itle(?<=([Tt])itle)\s",
    rf"[Tt]itle{W}(?P<title>\d{{1,2}}),?{W}(?:of{W}the{W})?United{W}States{W}Code,?{W}"
    rf"(?:[Ss]ection|§){W}(?P<first>{CODE_SECTION})",
    needs=("United",),
)
OF = re.compile(
    rf"{labels.TITLE}{W}(?:(?:(?:of|to|under|in)|(?:promulgated|adopted){W}under){W}(?:the{W})?)?(?:{COUNTRY.pattern})?"
)
BEFORE_LABEL = re.compile(rf",?{W}\Z")
EU_WITHIN = re.compile(european.WITHIN_ARTICLE)
# the path has neither the sentence ("S. 1") nor the second of two letters
WITHIN_PART = re.compile(
    r"(?:§|[Pp]ara(?:graph)?\.?|[Pp]ar\.|Abs\.|lit\.|letter|point)\s?\(?(\w{1,2})\)?|(?<!or )(?<!and )\b([a-z])\)"
)
# ', as amended (the "Exchange Act")', '("CCPA")'
DEFINES = re.compile(
    rf"(?:,?{W}(?:as{W}amended[^()\n]{{0,80}}|and{W}the{W}rules[^()\n]{{0,160}}))?,?{W}?\((?:(?:collectively,{W})?(?:the|as){W})?"
    rf"[“\"](?:the{W})?(?P<short>[A-Z0-9][^“”\"()\n]{{0,40}})[”\"]\)"
)


@dataclass(slots=True)
class _Mention:
    """Hold the name of an act as printed."""

    start: int
    end: int
    target: str
    alone: bool = True
    """Whether the name is a citation even without a provision."""


@dataclass(slots=True)
class _Acts:
    """Read the acts that a text names, and the short names that it defines for them."""

    text: str
    start: int
    end: int
    defined: dict[str, str] = field(default_factory=dict)
    mentions: list[_Mention] = field(default_factory=list)

    def read(self) -> list[_Mention]:
        for match in european.numbers(self.text, self.start, self.end):
            floor = max(self.start, match.start() - LONGEST)
            kind = EU_BEFORE.search(self.text[floor : match.start()])
            self._add(floor + kind.start() if kind else match.start(), match.end(), european.target(match))
        numbered = SLASH.search(self.text, self.start, self.end)
        for match in EU_BARE.finditer(self.text, self.start, self.end) if numbered else ():
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
            printed = match[0]
            target = self.defined.get(printed) or KNOWN.get(printed)
            if not target:
                continue
            before = self.text[match.start() - 1 : match.start()]
            country = self.text[max(self.start, match.start() - 3) : match.start()] in ("UK ", "EU ")
            if not country and not before.isalnum() and before not in ("“", '"', "‘", "-", "=", "/"):
                self._add(*match.span(), target, alone=before != "(")
        return self._disjoint()

    def _add(self, start: int, end: int, target: str, *, alone: bool = True) -> None:
        self.mentions.append(_Mention(start, end, target, alone))
        if defines := DEFINES.match(self.text, end, self.end):
            self.defined.setdefault(_one_line(defines["short"]), target)

    def _named(self, ending: re.Match[str]) -> None:
        """Add the act whose name ends with this word; the name is read backwards from it."""
        noun = ending[0]
        begin = self._name_start(ending.start())
        year = YEAR.match(self.text, ending.end(), self.end)
        end = year.end() if year else ending.end()
        if begin is None:
            if noun == "Code" and self.text[max(0, ending.start() - 4) : ending.start()].lower().endswith("the "):
                self._add(*ending.span(), self.defined.get("Code", INTERNAL_REVENUE), alone=False)
            elif noun == "Act" and (target_of_act := self.defined.get("Act")):
                self._add(*ending.span(), target_of_act, alone=False)
            return
        if self.text[begin - 1 : begin] in ("“", '"') and self.text[end : end + 1] in ("”", '"'):
            return  # its definition
        name = _one_line(self.text[begin : ending.end()]).replace("’", "'")
        full = _one_line(self.text[begin:end]).replace("’", "'")
        if country := COUNTRY.match(name):
            rest = name[country.end() :]
            if rest and not rest.startswith(noun):
                name, full = rest, full[country.end() :]
        target = self.defined.get(name) or KNOWN.get(full) or KNOWN.get(name)
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
        """Return the start of the name whose last word begins at ``at``, or None.

        A name is a row of capitalised words, joined by small words.
        """
        floor = max(self.start, at - LONGEST)
        begin, joined, depth, stop = None, False, 0, at
        for word in reversed(self.text[floor:at].split()):
            stop = self.text.rfind(word, floor, stop)
            printed = word.lstrip('*_[“"')
            printed = printed[printed.rfind("/") + 1 :] or printed
            bare = printed.strip("()")
            depth += printed.count(")") - printed.count("(")
            if self.text.count("\n", stop + len(word), stop + len(word) + 3) > 1:
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
            begin = stop + len(word) - len(printed)
            if printed != word:
                break
        return begin

    def _disjoint(self) -> list[_Mention]:
        """Return the mentions in order, without overlaps.

        Of two that overlap, the longer stays. Of a name and its number or short form in brackets, the name stays.
        """
        self.mentions.sort(key=lambda mention: (mention.start, -mention.end))
        kept: list[_Mention] = []
        for mention in self.mentions:
            if kept and mention.start < kept[-1].end:
                continue
            if (
                kept
                and mention.target == kept[-1].target
                and self.text[kept[-1].end : mention.start].strip() in ("(", "((", "(EU")
            ):
                continue
            kept.append(mention)
        return kept


def find(
    text: str, start: int = 0, end: int | None = None, listed: Sequence[labels.Labels] | None = None
) -> list[Citation]:
    """Return the citations of acts in ``text[start:end]``, in their order; linear in the length of the text.

    Call it once for a whole document: a name that the text defines ('the "Exchange Act"') is then read everywhere
    after its definition.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends; None means the end of ``text``.
        listed: the enumerations of labels in it, if they are known.

    Returns:
        Citations of the kind ``legislation``.
    """
    stop = len(text) if end is None else end
    citations = list(_codes(text, start, stop))
    taken = {at for citation in citations for at in range(citation.start, citation.end)}
    acts = _Acts(text, start, stop).read()
    by_start = {act.start: act for act in acts}
    by_end = {act.end: act for act in acts}
    used: set[int] = set()
    done = start
    for enumeration in labels.enumerations(text, start, stop) if listed is None else listed:
        if enumeration.start in taken or enumeration.start < done:
            continue
        within = EU_WITHIN.match(text, enumeration.end, stop) if enumeration.kind == "article" else None
        at = within.end() if within else enumeration.end
        of = OF.match(text, at, stop)
        # the name may follow its country: "of the UK GDPR"
        after = (
            next((by_start[position] for position in (of.end(), of.start() + 1) if position in by_start), None)
            if of
            else None
        )
        gap = BEFORE_LABEL.search(text[max(start, enumeration.start - 3) : enumeration.start])
        before = by_end.get(enumeration.start - (len(gap[0]) if gap else 0)) if after is None else None
        act = after or before
        if act is None or (before and enumeration.kind not in PREFIXES):
            continue
        used.add(act.start)
        done = max(act.end, at)
        more = tuple(named or lettered for named, lettered in WITHIN_PART.findall(within[0])) if within else ()
        for index, (first, last, parts) in enumerate(enumeration.labels):
            opens = before.start if before and index == 0 else first
            ends = after.end if after and index == len(enumeration.labels) - 1 else last
            citations.append(Citation(opens, ends, "legislation", act.target, _path(enumeration.kind, parts + more)))
    citations += [
        Citation(act.start, act.end, "legislation", act.target) for act in acts if act.alone and act.start not in used
    ]
    return sorted(citations, key=lambda citation: (citation.start, citation.end))


def _path(kind: str, parts: tuple[str, ...]) -> str:
    if kind == "article":
        return f"art{'.'.join(parts)}"
    return ".".join((PREFIXES.get(kind, kind), *parts))


def _codes(text: str, start: int, end: int) -> Iterator[Citation]:
    """Yield sections cited by their code: "15 U.S.C. § 78m(a)", "48 C.F.R. §227.7202-1 through 227.7202-4"."""
    for match in TITLE.finditer(text, start, end):
        code = "U.S.C." if match["usc"] else "C.F.R." if match["cfr"] else "Del. C."
        yield from _code(text, match, f"{match['title']} {code}", end)
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
