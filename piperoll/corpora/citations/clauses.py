"""References in contracts and terms: to a section, clause or exhibit of the same document, or to another document.

"Section 3.2(a)", "Sections 2.1, 2.3 and 4", "clause 7(b) above", "paragraph (c) of Section 2", "Exhibit A"; "Section
3.2 of the Company Disclosure Letter", "our [Privacy Policy](…)". A heading is no reference to itself, and what is
of an act ("Section 13(d) of the Exchange Act") is left to :mod:`piperoll.corpora.citations.american`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.european import WITHIN_ARTICLE

KINDS = {
    "section": "section",
    "sections": "section",
    "sec.": "section",
    "§": "section",
    "§§": "section",
    "article": "article",
    "articles": "article",
    "art.": "article",
    "clause": "clause",
    "clauses": "clause",
    "paragraph": "paragraph",
    "paragraphs": "paragraph",
    "exhibit": "exhibit",
    "exhibits": "exhibit",
    "schedule": "schedule",
    "schedules": "schedule",
    "annex": "annex",
    "annexes": "annex",
    "appendix": "appendix",
    "appendices": "appendix",
    "attachment": "attachment",
    "attachments": "attachment",
    "addendum": "addendum",
    "item": "item",
    "items": "item",
    "part": "part",
    "parts": "part",
    "points": "point",
    "subsection": "subsection",
    "subsections": "subsection",
    "subclause": "subclause",
    "subclauses": "subclause",
    "subparagraph": "subparagraph",
    "subparagraphs": "subparagraph",
    "rule": "rule",
    "rules": "rule",
    "title": "title",
    "regulation": "regulation",
    "abschnitt": "section",
    "sección": "section",
    "cláusula": "clause",
    "klausul": "clause",
}
"""Words in front of a label, in lower case, and the kind that they mean."""
OF_ACTS = frozenset({"rule", "title", "regulation"})
"""Kinds that only acts have."""
# one character, then the rest of the word: the engine looks for the first fast
WORD = re.compile(
    r"[SsAaCcEePpIiRrTtKk§](?:ections?|ECTIONS?|ec\.|rticles?|RTICLES?|rt\.|lauses?|LAUSES?|xhibits?|XHIBITS?|chedules?"
    r"|CHEDULES?|nnex(?:es)?|NNEX(?:ES)?|ppendi(?:x|ces)|PPENDIX|aragraphs?|ARAGRAPHS?|ttachments?|TTACHMENTS?|ddendum"
    r"|tems?|TEMS?|arts?|oints|ub[- ]?(?:section|clause|paragraph)s?|ules?|itle|egulation|bschnitt|ección|láusula|lausul|(?<=§)§?)"
)
SUB = r"(?:[ivxlIVXL]{1,6}|[a-zA-Z]{1,2}|\d{1,3})"
SUBS = rf"(?:[ \xa0]?\({SUB}\)|\){SUB}\))*"
NUMERIC = r"\d{1,5}(?:\.\d{1,4}){0,4}(?:[a-zA-Z]{1,2}(?![a-zA-Z]))?(?:(?:(?<=\.\d\d\d)|(?<=\.\d{4}))[-‑]\d{1,4}[A-Z]?)?(?![\w/])"
LABEL = rf"(?:{NUMERIC}|[IVXLC]{{1,7}}(?:-[A-Z])?(?![\w-])|[A-Z](?:-(?:\d{{1,2}}|[A-Z])|(?:\.\d{{1,2}}){{1,3}})?(?!\w)){SUBS}"
BARE = rf"\({SUB}\){SUBS}"
RULE = r"\d{1,3}[a-zA-Z]?\d{0,2}(?:[-‑]\d{1,3})?[A-Z]?(?!\w)" + SUBS
TITLE = rf"(?:{W}?\([A-Z\"“][^()\n]{{2,60}}\))?"
"""What a section is called, in brackets after its number: "Sections 4 (Confidentiality) and 6 (Miscellaneous)"."""
FIRST = re.compile(rf"(?:{LABEL}|{BARE})")
FIRST_RULE = re.compile(RULE)
NEXT = re.compile(
    rf"{TITLE}(?P<join>{W}?,{W}(?:(?:and|or|and/or|AND|OR){W})?|{W}(?:and|or|and/or|AND|OR|&|through|to|bis|et|und|y|och){W}"
    rf"(?:(?:and{W})?including{W})?|{W}?[–-]{W}?)(?P<label>{LABEL}|{BARE})"
)
NEXT_RULE = re.compile(rf"(?P<join>{W}?,{W}(?:(?:and|or){W})?|{W}(?:and|or){W})(?P<label>{RULE})")
RANGE = re.compile(r"through|to\b|bis|[–-]")
LIST_ENDS = re.compile(r"and|or|AND|OR|through|to\b|&|und|et|y|och")
PIECE = re.compile(r"[A-Za-z0-9]+(?:[-‑][0-9A-Z]+)?")
MOST = 60
"""Labels in one enumeration."""

THIS = re.compile(r"\b(?:[Tt]his|THIS|[Tt]hese)[\s\u200b]{1,3}\Z")
RELATIVE = re.compile(rf"{TITLE}{W}(?P<where>above|below|hereof|hereto|herein|hereunder)\b")
OF_LABEL = re.compile(rf"{W}(?:of|in|to|under){W}(?=[§A-Za-z])")
OF = re.compile(
    rf"{TITLE},?{W}(?:of|to|in|under){W}(?:(?P<this>this|the{W}present)\b|(?:(?:the|that{W}certain|our|its){W})?)"
)
NOUNS = (
    r"(?:Agreement|Policy|Policies|Terms(?:{W}of{W}(?:Service|Use|Sale)|{W}and{W}Conditions)?|Conditions|Notice|Statement|Guidelines|Addendum|Rules|Code{W}of{W}Conduct"
    r"|Standards|Letter|Schedules?|Supplement|Indenture|Plan|Charter|Contract|Lease|Bylaws|Certificate|Memorandum"
    r"|Clauses|Principles|Guaranty|Guarantee|MSA|DPA|SOW|NDA|SLA|AUP|EULA|SPA|APA|LPA|SCCs)"
).replace("{W}", W)
NAME = re.compile(
    rf"(?:[A-Z][\w’'&.-]{{0,30}}(?:{W}(?:of|and|for|on){W}|{W})){{0,7}}{NOUNS}\b(?!{W}(?:Act|Code|Law)\b)"
)
GENERIC = re.compile(r"(?:Agreement|Contract|Terms|Policy|Addendum|Lease|Amendment|Plan|Order Form|DPA)\Z")
"""Names of the document itself, where the text does not say of which kind it is."""
CAPITALISED = rf"(?:[A-Z][\w’'&.,()-]{{0,30}}{W}(?:(?:of|and|for|on|to|in|the){W}){{0,3}}){{0,12}}?"
COUNTRY = rf"(?:U\.S\.|US|United{W}States|UK|U\.K\.|EU|European{W}Union[’']s){W}(?:Federal{W})?"
# what follows makes it a provision of an act: "of the Exchange Act", "of ERISA", "GDPR"
OF_ACT = re.compile(
    rf"(?:{WITHIN_ARTICLE})?{W}(?:(?:of|to|under|in){W}(?:the{W})?)?(?:(?:promulgated|adopted){W}under{W}(?:the{W})?)?(?:{COUNTRY})?"
    rf"(?:{CAPITALISED}(?:Act|Code|Law|Regulations?|Directive|Ordinance|Constitution|Rules{W}of{W}Civil)\b"
    rf"|(?!(?:MSA|DPA|SOW|NDA|SLA|AUP|EULA|SPA|APA|LPA|[A-Z]+{W}(?:SPA|APA))\b)[A-Z]{{3,6}}\b|[A-Z][A-Z.]{{3,}}|Regulation{W}[A-Z]|T(?:itle|ITLE){W}\d"
    rf"|(?:[a-z]+{W}){{0,2}}(?:Act|act|code|law|ordinance)\b)"
)
BEFORE = 60
"""Characters in front of a label in which the code that it is of is looked for."""
# "Treasury Regulations Section 1.163", "Civil Code §", "18 U.S.C. Section", "DSA Article 21"
CODE_BEFORE = re.compile(
    r"(?:Code|Regulations?|Reg\.|Act|Law|Stat\.|C\.|R\.|S\.|A\.|Code,|Ann\.|\b(?!THIS|WITH|UNDER|FROM)[A-Z]{3,6})[\s,]{1,3}\Z"
)
WIDEST = 400
"""Characters of white space in front of a heading; centred ones in old filings have a hundred."""
HEADS = re.compile(r":\s|[.:]?[*_]{0,2}(?:[ \t\xa0\u200b]*(?:\n|\Z)|[.:*_]*[\s\u200b]+[*_\"“\[]*[A-Z])")
TWO_SPACES = re.compile(r"[.:]?[ \xa0]{2,}[A-Z]")
ENDS_SENTENCE = ".;:)]”\"'’0123456789"
DASHED = re.compile(r"[*_]{0,2}[ \t\xa0]*[-–—]")
MARKUP = " \t\xa0\u200b*_#>|"

LINK = re.compile(r"\[(?P<text>[^\[\]\n]{3,160})\]\(")
LINKED_TITLE = re.compile(
    r"(?-i:[A-Z])(?:.*\b)?(?:polic(?:y|ies)|terms|conditions|agreement|notice|statement|guidelines|addendum|rules|standards"
    r"|code of conduct|terms of (?:service|use|sale)(?: for [\w ]+)?|(?:policy|notice|terms) (?:for|at) [\w ]+)\Z",
    re.IGNORECASE | re.DOTALL,
)
NAME_WORD = r"(?!(?:Applicable|Registration|Proxy|Financial)\b|(?:[A-Z]{2,6}|Supplemental|Resolution|Arbitration)\s+Rules\b)[A-Z][\w’'&-]{0,30}(?:\.[a-z]{2,5}(?!\w))?"
TITLED = (
    rf"(?:{NAME_WORD}{W}(?:(?:of|and|for){W}(?=[A-Z]))?){{0,6}}?"
    rf"(?:Terms{W}(?:of{W}(?:Service|Use|Sale)|and{W}Conditions)|Code{W}of{W}Conduct"
    rf"|(?:{NAME_WORD}{W})(?:Agreement|Policy|Terms(?!{W}(?:of{W}[SU]|and{W}C))|Notice|Statement|Guidelines|Rules|Addendum))\b"
)
# "our Privacy Policy", "the Master Services Agreement", "OpenSea's Privacy Policy"
TITLES = re.compile(
    rf"[OoTt’'](?:(?<=[Oo])ur|(?<=[Tt])he|(?<=[’'])s){W}[*_]{{0,3}}(?P<title>{TITLED})(?!{W}(?:Act|Code|above|below)\b)"
)
AND_TITLE = re.compile(rf"(?:{W}and{W}|,{W}(?:and{W})?)(?:the{W}|our{W})?(?P<title>{TITLED})")
OWN_TITLE = re.compile(
    rf"[Tt]h(?:is|ese){W}[*_\"“]{{0,3}}(?P<title>{TITLED})(?:[*_\"”]{{0,3}}{W}\((?:the{W})?[*_\"“'‘]{{1,3}}([A-Z][^\"”'’*\n()]{{2,60}}))?"
)
# 'Section 365 of the Bankruptcy Code ("Section 365")', '(a "Cancellation Notice")'
DEFINED = re.compile(
    r"[\"“][*_]{0,2}(?P<term>(?:Section|Article|Rule)[\s\u200b]\d[^\"“”\n]{0,20}|[A-Z][^\"“”\n]{0,40} Notice)[*_]{0,2}[\"”]"
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as printed: ``text[start:end]``.

    ``kind`` is that of the label ("section", "exhibit"), or "document" for a document as a whole; ``parts`` are the
    parts of the label ("3", "2", "a"). ``relative`` is "this", "above", "below", "hereof" or "". ``of`` is the other
    document that it is in, as it is called; "" for the same one.
    """

    start: int
    end: int
    kind: str
    parts: tuple[str, ...] = ()
    relative: str = ""
    of: str = ""

    @property
    def label(self) -> str:
        """``section 3.2.a``; "" for a document as a whole."""
        return f"{self.kind} {'.'.join(self.parts)}" if self.parts else ""


@dataclass(frozen=True, slots=True)
class Labels:
    """One enumeration of labels: "Sections 2.1, 2.3 and 4"."""

    start: int
    end: int
    kind: str
    labels: tuple[tuple[int, int, tuple[str, ...]], ...]


def find(text: str, start: int = 0, end: int | None = None, own: Sequence[str] = ()) -> Iterator[Reference]:
    """The references in ``text[start:end]`` in their order.

    Args:
        own: what the document is called, which is no reference: "Privacy Policy", "Example Privacy Policy". What
            the text itself calls "this …" is none either.

    Linear in the length of the text.
    """
    stop = len(text) if end is None else end
    terms = [" ".join(match["term"].split()) for match in DEFINED.finditer(text, start, stop)]
    found = [
        *_labels(text, start, stop, frozenset(terms)),
        *_documents(text, start, stop, own, frozenset(term.lower() for term in terms)),
    ]
    found.sort(key=lambda one: (one.start, -one.end))
    done = start
    for one in found:
        if one.parts or one.start >= done:
            yield one
        done = max(done, one.end)


def enumerations(text: str, start: int, end: int) -> Iterator[Labels]:
    """Every enumeration of labels in ``text[start:end]``, headings and those of acts among them."""
    at = start
    while word := WORD.search(text, at, end):
        at = word.end()
        kind = KINDS.get(word[0].lower().replace("-", "").replace(" ", ""))
        if kind is None or (
            word.start() > start and (text[word.start() - 1].isalnum() or text[word.start() - 1] == "-")
        ):
            continue
        if kind in ("item", "part", "rule", "title", "regulation") and word[0][0].islower():
            if kind != "regulation":
                continue
        gap = GAP.match(text, word.end(), end)
        begin = gap.end() if gap else word.end()
        rule = kind == "rule"
        first = (FIRST_RULE if rule else FIRST).match(text, begin, end)
        if first is None or (gap is None and word[0][0] != "§") or (kind == "regulation" and not first[0][0].isdigit()):
            continue
        labels = _enumerate(text, word, first, rule, end)
        at = labels[-1][1]
        yield Labels(word.start(), at, kind, tuple(labels))


GAP = re.compile(rf"(?:\u200b?{W}\u200b?|\u200b)")


def _enumerate(
    text: str, word: re.Match[str], first: re.Match[str], rule: bool, end: int
) -> list[tuple[int, int, tuple[str, ...]]]:
    """The labels that begin with ``first``: what goes on with them, and not with the sentence."""
    plural = word[0].lower().endswith("s") or word[0] == "§§"
    labels = [(word.start(), first.end(), _parts(first[0]))]
    joins = [""]
    bare = first[0].startswith("(")
    while len(labels) < MOST and (following := (NEXT_RULE if rule else NEXT).match(text, labels[-1][1], end)):
        label, before = following["label"], text[labels[-1][0] : labels[-1][1]]
        parts = _parts(label)
        if label.startswith("("):
            if not before.rstrip().endswith(")") or not _alike(labels[-1][2][-1], parts[0]):
                break
            if not bare:
                parts = labels[-1][2][: -len(parts)] + parts
        elif (
            bare or not (plural or ("." in label and "." in first[0])) or (label[0].isdigit() != first[0][0].isdigit())
        ):
            break
        labels.append((following.start("label"), following.end(), parts))
        joins.append(following["join"])
    # "Section 6.1(a), (b) the Company": after the last and or or, what a comma joins is the sentence's own
    while (
        text[labels[-1][0]] == "(" and len(labels) > 1 and not (LIST_ENDS.search(joins[-1]) or RANGE.search(joins[-1]))
    ):
        labels.pop()
        joins.pop()
    for index, join in enumerate(joins):
        if index and RANGE.search(join):
            labels[index - 1] = (labels[index - 1][0], labels[index][1], labels[index - 1][2])
            labels[index] = (labels[index - 1][0], labels[index][1], labels[index][2])
    return labels


def _parts(label: str) -> tuple[str, ...]:
    return tuple(piece.replace("‑", "-") for piece in PIECE.findall(label))


def _alike(before: str, after: str) -> bool:
    """Are two labels of one enumeration: both numbers, or both letters or Roman numerals of one case?"""
    if before.isdigit() or after.isdigit():
        return before.isdigit() and after.isdigit()
    roman = set("ivxlIVXL")
    same = (len(before) == 1 or set(before) <= roman) and (len(after) == 1 or set(after) <= roman)
    return before.isupper() == after.isupper() and (
        len(before) == len(after) == 1 or (same and set(before + after) <= roman)
    )


def _labels(text: str, start: int, end: int, defined: frozenset[str]) -> Iterator[Reference]:
    """The references by label; of "paragraph (c) of Section 2" one, with both labels."""
    found = [
        one
        for one in enumerations(text, start, end)
        if one.kind not in OF_ACTS and " ".join(text[one.start : one.end].split()) not in defined
    ]
    inner: Labels | None = None
    for index, one in enumerate(found):
        of = OF_LABEL.match(text, one.end, end)
        if inner is None and of and index + 1 < len(found) and found[index + 1].start == of.end():
            inner = one
            continue
        yield from _resolved(text, start, end, one, inner)
        inner = None


def _resolved(text: str, start: int, end: int, one: Labels, inner: Labels | None) -> Iterator[Reference]:
    """The references of one enumeration; ``inner`` stands in front of it: "paragraph (c) of Section 2"."""
    before = text[max(start, one.start - BEFORE) : one.start]
    shouted = text[one.start : one.start + 3].isupper()
    if not shouted and (OF_ACT.match(text, one.end, end) or CODE_BEFORE.search(before)):
        return
    this = THIS.search(before)
    if not this and inner is None and len(one.labels) == 1 and _is_heading(text, start, end, one):
        return
    relative, of, stop = "", "", one.end
    if this:
        relative = "this"
    elif where := RELATIVE.match(text, one.end, end):
        relative, stop = where["where"], where.end()
    elif belongs := OF.match(text, one.end, end):
        if belongs["this"]:
            relative = "this"
        elif name := NAME.match(text, belongs.end(), end):
            of = " ".join(name[0].split())
            if GENERIC.fullmatch(of):
                of = ""
            else:
                stop = name.end()
    if inner is not None:
        outer = one.labels[0][2]
        for begin, _, parts in inner.labels:
            yield Reference(begin, stop, one.kind, outer + parts, relative, of)
        return
    for index, (begin, last, parts) in enumerate(one.labels):
        yield Reference(begin, stop if index == len(one.labels) - 1 else last, one.kind, parts, relative, of)


def _is_heading(text: str, start: int, end: int, one: Labels) -> bool:
    """Does the label head its own section: at the start of a line or a sentence, with its title behind it?"""
    at = one.start
    while at > start and text[at - 1] in MARKUP and one.start - at < WIDEST:
        at -= 1
    wide = "  " in text[at : one.start]
    line_starts = at == start or text[at - 1] == "\n"
    while at > start and text[at - 1].isspace() and one.start - at < WIDEST:
        at -= 1
    blank_line = text.count("\n", at, one.start) > 1 or at == start
    before = "" if blank_line else text[at - 1]
    heads = HEADS.match(text, one.end, end) is not None
    if line_starts:
        sentence_goes_on = before.islower() or before == ","
        return not sentence_goes_on and (heads or DASHED.match(text, one.end, end) is not None)
    if wide and TWO_SPACES.match(text, one.end, end):
        return True
    return heads and (not before or before in ENDS_SENTENCE)


def _documents(text: str, start: int, end: int, own: Sequence[str], defined: frozenset[str]) -> Iterator[Reference]:
    """Other contracts and policies by their titles: linked, or named with an article."""
    ours = {
        *(name.lower() for name in own),
        *defined,
        *(_title(name).lower() for match in OWN_TITLE.finditer(text, start, end) for name in match.groups("")),
    }
    for link in LINK.finditer(text, start, end):
        title = _title(link["text"])
        if LINKED_TITLE.match(title) and title.lower() not in ours:
            yield Reference(*link.span("text"), "document", of=title)
    for first in TITLES.finditer(text, start, end):
        match: re.Match[str] | None = first
        while match is not None:
            title = _title(match["title"])
            if title.lower() not in ours:
                yield Reference(
                    match.start() if match is first else match.start("title"), match.end(), "document", of=title
                )
            match = AND_TITLE.match(text, match.end(), end)


def _title(printed: str) -> str:
    return " ".join(printed.replace("*", "").replace("_", " ").split()).strip("\"“”'’,. ")
