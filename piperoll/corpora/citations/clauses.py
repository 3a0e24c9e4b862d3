"""Find references in contracts and terms: to a section, clause or exhibit, or to another document.

"Section 3.2(a)", "Sections 2.1, 2.3 and 4", "clause 7(b) above", "paragraph (c) of Section 2", "Exhibit A"; "Section
3.2 of the Company Disclosure Letter", "our [Privacy Policy](…)". A heading is no reference to itself. Sections of an
act ("Section 13(d) of the Exchange Act") are found by :mod:`piperoll.corpora.citations.american`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.european import WITHIN_ARTICLE
from piperoll.corpora.citations.labels import OF_ACTS, TITLE, Labels, enumerations
from piperoll.corpora.citations.titles import documents
from piperoll.text.anchored import Anchored

THIS = re.compile(r"\b(?:[Tt]his|THIS|[Tt]hese)[\s\u200b]{1,3}\Z")
LONGEST_THIS = 8
"""Characters of its longest match."""
RELATIVE = re.compile(rf"{TITLE}{W}(?P<where>above|below|hereof|hereto|herein|hereunder)\b")
OF_LABEL = re.compile(rf"{W}(?:of|in|to|under){W}(?=[§A-Za-z])")
OF = re.compile(
    rf"{TITLE},?{W}(?:of|to|in|under){W}(?:(?P<this>this|the{W}present)\b|(?:(?:the|that{W}certain|our|its){W})?)"
)
DOCUMENTS = "(?:MSA|DPA|SOW|NDA|SLA|AUP|EULA|SPA|APA|LPA)"
"""Abbreviations of contracts; every other word in capitals counts as an act."""
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
"""General names, which mean the document itself."""
CAPITALISED = rf"(?:[A-Z][\w’'&.,()-]{{0,30}}{W}(?:(?:of|and|for|on|to|in|the){W}){{0,3}}){{0,12}}?"
COUNTRY = rf"(?:U\.S\.|US|United{W}States|UK|U\.K\.|EU|European{W}Union[’']s){W}(?:Federal{W})?"
# text after a label that makes it a provision of an act: "of the Exchange Act", "of ERISA", "GDPR"
OF_ACT = re.compile(
    rf"(?:{WITHIN_ARTICLE})?{W}(?:(?:of|to|under|in){W}(?:the{W})?)?(?:(?:promulgated|adopted){W}under{W}(?:the{W})?)?"
    rf"(?:{COUNTRY})?(?:{CAPITALISED}(?:Act|Code|Law|Regulations?|Directive|Ordinance|Constitution|Rules{W}of{W}Civil)\b"
    rf"|(?!{DOCUMENTS}\b|[A-Z]+{W}{DOCUMENTS}\b)[A-Z]{{3,6}}\b|[A-Z][A-Z.]{{3,}}|ePrivacy|Regulation{W}[A-Z]"
    rf"|T(?:itle|ITLE){W}\d"
    rf"|(?:[a-z]+{W}){{0,2}}(?:Act|act|code|law|ordinance)\b)"
)
BEFORE = 60
"""Characters before a label that are searched for the name of its code."""
# "Treasury Regulations Section 1.163", "Civil Code §", "18 U.S.C. Section", "DSA Article 21"
CODE_BEFORE = re.compile(
    r"(?:Code|Regulations?|Reg\.|Act|Law|Stat\.|C\.|R\.|S\.|A\.|Ann\.|\b(?!THIS|WITH|UNDER|FROM)[A-Z]{3,6})[\s,]{1,3}\Z"
)
LONGEST_CODE = 14
"""Characters of its longest match."""
WIDEST = 400
"""Characters of white space before a heading; centred headings in old filings have a hundred."""
HEADS = re.compile(r":\s|[.:]?[*_]{0,2}(?:[ \t\xa0\u200b]*(?:\n|\Z)|[.:*_]*[\s\u200b]+[*_\"“\[]*[A-Z])")
TWO_SPACES = re.compile(r"[.:]?[ \xa0]{2,}[A-Z]")
ENDS_SENTENCE = ".;:)]”\"'’0123456789"
DASHED = re.compile(r"[*_]{0,2}[ \t\xa0]*[-–—]")
MARKUP = " \t\xa0\u200b*_#>|"
# 'Section 365 of the Bankruptcy Code ("Section 365")', '(a "Cancellation Notice")'
_TERM = r"(?=[*_]{0,2}(?:Section|Article|Rule|[A-Z][^\"“”\n]{0,40} Notice))"
DEFINED = Anchored(
    (f'"{_TERM}', f"“{_TERM}"),
    r"[\"“][*_]{0,2}(?P<term>(?:Section|Article|Rule)[\s\u200b]\d[^\"“”\n]{0,20}|[A-Z][^\"“”\n]{0,40} Notice)"
    r"[*_]{0,2}[\"”]",
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Hold a reference as printed: ``text[start:end]``.

    ``kind`` is the kind of the label ("section", "exhibit"), or "document" for a whole document; ``parts`` are the
    parts of the label ("3", "2", "a"). ``relative`` is "this", "above", "below", "hereof" or "". ``of`` is the name of
    the other document that contains the section; "" means the same document.
    """

    start: int
    end: int
    kind: str
    parts: tuple[str, ...] = ()
    relative: str = ""
    of: str = ""

    @property
    def label(self) -> str:
        """Return kind and parts as one label: ``section 3.2.a``; "" for a whole document."""
        return f"{self.kind} {'.'.join(self.parts)}" if self.parts else ""


def find(
    text: str,
    start: int = 0,
    end: int | None = None,
    own: Sequence[str] = (),
    listed: Sequence[Labels] | None = None,
) -> Iterator[Reference]:
    """Yield the references in ``text[start:end]`` in their order; linear in the length of the text.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends; None means the end of ``text``.
        own: names of the document itself, which are no references: "Privacy Policy", "Example Privacy Policy".
            A document that the text calls "this …" is no reference either.
        listed: the enumerations of labels in the text, if they are known.

    Yields:
        References to sections and to other documents.
    """
    stop = len(text) if end is None else end
    terms = [" ".join(match["term"].split()) for match in DEFINED.finditer(text, start, stop)]
    references = [
        *_labels(text, start, stop, frozenset(terms), enumerations(text, start, stop) if listed is None else listed),
        *(
            Reference(first, last, "document", of=title)
            for first, last, title in documents(text, start, stop, own, frozenset(term.lower() for term in terms))
        ),
    ]
    references.sort(key=lambda reference: (reference.start, 0 if reference.parts else -reference.end))
    done = start
    for reference in references:
        if reference.parts or reference.start >= done:
            yield reference
        done = max(done, reference.end)


def _labels(text: str, start: int, end: int, defined: frozenset[str], listed: Iterable[Labels]) -> Iterator[Reference]:
    """Yield the references by label; "paragraph (c) of Section 2" is one reference with both labels."""
    ordered = [
        enumeration
        for enumeration in listed
        if enumeration.kind not in OF_ACTS
        and (not defined or " ".join(text[enumeration.start : enumeration.end].split()) not in defined)
    ]
    inner: Labels | None = None
    for index, enumeration in enumerate(ordered):
        of = OF_LABEL.match(text, enumeration.end, end)
        if inner is None and of and index + 1 < len(ordered) and ordered[index + 1].start == of.end():
            inner = enumeration
            continue
        yield from _resolved(text, start, end, enumeration, inner)
        inner = None


def _resolved(text: str, start: int, end: int, enumeration: Labels, inner: Labels | None) -> Iterator[Reference]:
    """Yield the references of one enumeration.

    ``inner`` is the enumeration in front of it, here "paragraph (c)": "paragraph (c) of Section 2".
    """
    before = text[max(start, enumeration.start - BEFORE) : enumeration.start]
    in_capitals = text[enumeration.start : enumeration.start + 3].isupper()
    if not in_capitals and (
        OF_ACT.match(text, enumeration.end, end) or CODE_BEFORE.search(before, max(0, len(before) - LONGEST_CODE))
    ):
        return
    this = THIS.search(before, max(0, len(before) - LONGEST_THIS))
    if not this and inner is None and len(enumeration.labels) == 1 and _is_heading(text, start, end, enumeration):
        return
    relative, of, stop = "", "", enumeration.end
    if this:
        relative = "this"
    elif where := RELATIVE.match(text, enumeration.end, end):
        relative, stop = where["where"], where.end()
    elif of_match := OF.match(text, enumeration.end, end):
        if of_match["this"]:
            relative = "this"
        elif name := NAME.match(text, of_match.end(), end):
            of = " ".join(name[0].split())
            if GENERIC.fullmatch(of):
                of = ""
            else:
                stop = name.end()
    if inner is not None:
        outer = enumeration.labels[0][2]
        for begin, _, parts in inner.labels:
            yield Reference(begin, stop, enumeration.kind, outer + parts, relative, of)
        return
    for index, (begin, last, parts) in enumerate(enumeration.labels):
        yield Reference(
            begin, stop if index == len(enumeration.labels) - 1 else last, enumeration.kind, parts, relative, of
        )


def _is_heading(text: str, start: int, end: int, enumeration: Labels) -> bool:
    """Return whether the label is the heading of its own section.

    Such a label opens a line or a sentence, and its title follows.
    """
    at = enumeration.start
    while at > start and text[at - 1] in MARKUP and enumeration.start - at < WIDEST:
        at -= 1
    wide = "  " in text[at : enumeration.start]
    line_starts = at == start or text[at - 1] == "\n"
    while at > start and text[at - 1].isspace() and enumeration.start - at < WIDEST:
        at -= 1
    blank_line = text.count("\n", at, enumeration.start) > 1 or at == start
    before = "" if blank_line else text[at - 1]
    heads = HEADS.match(text, enumeration.end, end) is not None
    if line_starts:
        sentence_goes_on = before.islower() or before == ","
        return not sentence_goes_on and (heads or DASHED.match(text, enumeration.end, end) is not None)
    if wide and TWO_SPACES.match(text, enumeration.end, end):
        return True
    return heads and (not before or before in ENDS_SENTENCE)
