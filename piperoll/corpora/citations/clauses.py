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
from piperoll.corpora.citations.labels import OF_ACTS, TITLE, Labels, enumerations
from piperoll.corpora.citations.titles import documents

THIS = re.compile(r"\b(?:[Tt]his|THIS|[Tt]hese)[\s\u200b]{1,3}\Z")
RELATIVE = re.compile(rf"{TITLE}{W}(?P<where>above|below|hereof|hereto|herein|hereunder)\b")
OF_LABEL = re.compile(rf"{W}(?:of|in|to|under){W}(?=[§A-Za-z])")
OF = re.compile(
    rf"{TITLE},?{W}(?:of|to|in|under){W}(?:(?P<this>this|the{W}present)\b|(?:(?:the|that{W}certain|our|its){W})?)"
)
DOCUMENTS = "(?:MSA|DPA|SOW|NDA|SLA|AUP|EULA|SPA|APA|LPA)"
"""Abbreviations of contracts, among which every other word of capitals is taken for an act."""
NOUNS = (
    r"(?:Agreement|Policy|Policies|Terms(?:{W}of{W}(?:Service|Use|Sale)|{W}and{W}Conditions)?|Conditions|Notice"
    r"|Statement|Guidelines|Addendum|Rules|Code{W}of{W}Conduct"
    r"|Standards|Letter|Schedules?|Supplement|Indenture|Plan|Charter|Contract|Lease|Bylaws|Certificate|Memorandum"
    r"|Clauses|Principles|Guaranty|Guarantee|SCCs)"
).replace("{W}", W)
NAME = re.compile(
    rf"(?:[A-Z][\w’'&.-]{{0,30}}(?:{W}(?:of|and|for|on){W}|{W})){{0,7}}(?:{NOUNS}|{DOCUMENTS})\b(?!{W}(?:Act|Code|Law)\b)"
)
GENERIC = re.compile(r"(?:Agreement|Contract|Terms|Policy|Addendum|Lease|Amendment|Plan|Order Form|DPA)\Z")
"""Names of the document itself, where the text does not say of which kind it is."""
CAPITALISED = rf"(?:[A-Z][\w’'&.,()-]{{0,30}}{W}(?:(?:of|and|for|on|to|in|the){W}){{0,3}}){{0,12}}?"
COUNTRY = rf"(?:U\.S\.|US|United{W}States|UK|U\.K\.|EU|European{W}Union[’']s){W}(?:Federal{W})?"
# what follows makes it a provision of an act: "of the Exchange Act", "of ERISA", "GDPR"
OF_ACT = re.compile(
    rf"(?:{WITHIN_ARTICLE})?{W}(?:(?:of|to|under|in){W}(?:the{W})?)?(?:(?:promulgated|adopted){W}under{W}(?:the{W})?)?"
    rf"(?:{COUNTRY})?(?:{CAPITALISED}(?:Act|Code|Law|Regulations?|Directive|Ordinance|Constitution|Rules{W}of{W}Civil)\b"
    rf"|(?!{DOCUMENTS}\b|[A-Z]+{W}{DOCUMENTS}\b)[A-Z]{{3,6}}\b|[A-Z][A-Z.]{{3,}}|ePrivacy|Regulation{W}[A-Z]"
    rf"|T(?:itle|ITLE){W}\d"
    rf"|(?:[a-z]+{W}){{0,2}}(?:Act|act|code|law|ordinance)\b)"
)
BEFORE = 60
"""Characters in front of a label in which the code that it is of is looked for."""
# "Treasury Regulations Section 1.163", "Civil Code §", "18 U.S.C. Section", "DSA Article 21"
CODE_BEFORE = re.compile(
    r"(?:Code|Regulations?|Reg\.|Act|Law|Stat\.|C\.|R\.|S\.|A\.|Ann\.|\b(?!THIS|WITH|UNDER|FROM)[A-Z]{3,6})[\s,]{1,3}\Z"
)
WIDEST = 400
"""Characters of white space in front of a heading; centred ones in old filings have a hundred."""
HEADS = re.compile(r":\s|[.:]?[*_]{0,2}(?:[ \t\xa0\u200b]*(?:\n|\Z)|[.:*_]*[\s\u200b]+[*_\"“\[]*[A-Z])")
TWO_SPACES = re.compile(r"[.:]?[ \xa0]{2,}[A-Z]")
ENDS_SENTENCE = ".;:)]”\"'’0123456789"
DASHED = re.compile(r"[*_]{0,2}[ \t\xa0]*[-–—]")
MARKUP = " \t\xa0\u200b*_#>|"
# 'Section 365 of the Bankruptcy Code ("Section 365")', '(a "Cancellation Notice")'
DEFINED = re.compile(
    r"[\"“][*_]{0,2}(?P<term>(?:Section|Article|Rule)[\s\u200b]\d[^\"“”\n]{0,20}|[A-Z][^\"“”\n]{0,40} Notice)"
    r"[*_]{0,2}[\"”]"
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
        *(
            Reference(first, last, "document", of=title)
            for first, last, title in documents(text, start, stop, own, frozenset(term.lower() for term in terms))
        ),
    ]
    found.sort(key=lambda one: (one.start, 0 if one.parts else -one.end))
    done = start
    for one in found:
        if one.parts or one.start >= done:
            yield one
        done = max(done, one.end)


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
