"""Find the labels of sections in contracts and acts: "Sections 2.1, 2.3(a) and 4", "clauses (i) to (iv)"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.citations.european import SPACE as W

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
"""Words before a label, in lower case, and the kind that they mean."""
OF_ACTS = frozenset({"rule", "title", "regulation"})
"""Kinds that only acts have."""
CAPITALISED = frozenset({"item", "part", "rule", "title"})
"""Kinds that are everyday words in lower case, so they need a capital."""
_OPENS = "SsAaCcEePpIiRrTtKk§"
# no word begins inside "sub section"
_WORD = (
    rf"(?P<word>[{_OPENS}](?:(?<![{_OPENS}]ub s)ections?|ECTIONS?|ec\.|rticles?|RTICLES?|rt\."
    rf"|(?<![{_OPENS}]ub c)lauses?|LAUSES?|xhibits?|XHIBITS?|chedules?|CHEDULES?|nnex(?:es)?|NNEX(?:ES)?"
    rf"|ppendi(?:x|ces)|PPENDIX|(?<![{_OPENS}]ub p)aragraphs?|ARAGRAPHS?|ttachments?|TTACHMENTS?|ddendum|tems?|TEMS?"
    r"|arts?|oints|ub[- ]?(?:section|clause|paragraph)s?|ules?|itle|egulation|bschnitt|ección|láusula|lausul|(?<=§)§?))"
)
_LETTERS = "[eE][cC]|[cC][hH]|ub|[rR][tT]|nn|NN|pp|PP|tt|TT|dd|bs|l[aá]|LA|[xX][hH]|ar|AR|oi|te|TE|ul|eg|it"
"""The second and third letter of the words."""
WORD = re.compile(rf"[^a-zA-Z0-9-](?=§|[{_OPENS}](?:{_LETTERS}))(?<=[\W_]){_WORD}")
"""A word and the sign before it: such signs are few, and a set of ASCII characters is the fastest to leave."""
FIRST_WORD = re.compile(_WORD)
SUB = r"(?:[ivxlIVXL]{1,6}|[a-zA-Z]{1,2}|\d{1,3})"
SUBS = rf"(?:[ \xa0]?\({SUB}\)|\){SUB}\))*"
# "3.2", "409A", "1.163-8T"
NUMERIC = (
    r"\d{1,5}(?:\.\d{1,4}){0,4}(?:[a-zA-Z]{1,2}(?![a-zA-Z]))?"
    r"(?:(?:(?<=\.\d{3})|(?<=\.\d{3}[A-Z])|(?<=\.\d{4}))[-‑]\d{1,4}[A-Z]?)?(?![\w/])"
)
LETTER = r"[A-Z](?:-(?:\d{1,2}|[A-Z])|(?:\.\d{1,2}){1,3})?(?!\w)"
LABEL = rf"(?:{NUMERIC}|[IVXLC]{{1,7}}(?:-[A-Z])?(?![\w-])|{LETTER}){SUBS}"
BARE = rf"\({SUB}\){SUBS}"
RULE = r"\d{1,3}[a-zA-Z]?\d{0,2}(?:[-‑]\d{1,3})?[A-Z]?(?!\w)" + SUBS
TITLE = rf"(?:{W}?\([A-Z\"“][^()\n]{{2,60}}\))?"
"""The title of a section in brackets after its number: "Sections 4 (Confidentiality) and 6 (Miscellaneous)"."""
FIRST = re.compile(rf"(?:{LABEL}|{BARE})")
FIRST_RULE = re.compile(RULE)
AND = "(?:and|or|and/or|AND|OR|&|et|und|y|och)"
NEXT = re.compile(
    rf"{TITLE}(?P<join>{W}?,{W}(?:{AND}{W})?|{W}(?:{AND}|through|to|bis){W}(?:(?:and{W})?including{W})?|{W}?[–-]{W}?)"
    rf"(?P<label>{LABEL}|{BARE})"
)
NEXT_RULE = re.compile(rf"(?P<join>{W}?,{W}(?:(?:and|or){W})?|{W}(?:and|or){W})(?P<label>{RULE})")
RANGE = re.compile(r"through|to\b|bis|[–-]")
LIST_ENDS = re.compile(rf"{AND}|{RANGE.pattern}")
PIECE = re.compile(r"[A-Za-z0-9]+(?:[-‑][0-9A-Z]+)?")
MOST = 60
"""Labels in one enumeration, at most."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Hold one enumeration of labels, "Sections 2.1, 2.3 and 4".

    Each of ``labels`` is (start, end, parts): "2.3(a)" has the parts ``("2", "3", "a")``.
    """

    start: int
    end: int
    kind: str
    labels: tuple[tuple[int, int, tuple[str, ...]], ...]


def enumerations(text: str, start: int, end: int) -> Iterator[Labels]:
    """Yield every enumeration of labels in ``text[start:end]``, also headings and sections of acts.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.

    Yields:
        The enumerations in the order of the text.
    """
    at = start
    while word := (at == start and FIRST_WORD.match(text, at, end)) or WORD.search(text, max(start, at - 1), end):
        before, printed = at, word["word"]
        at = word.end()
        if printed[0] == "§" and before <= word.start() < word.start("word") and word[0][0] == "§":
            at = word.start("word") + 1  # the second half of "x§§", which is no label
            continue
        kind = KINDS.get(printed.lower().replace("-", "").replace(" ", ""))
        if kind is None or (kind in CAPITALISED and printed[0].islower()):
            continue
        gap = GAP.match(text, at, end)
        rule = kind == "rule"
        first = (FIRST_RULE if rule else FIRST).match(text, gap.end() if gap else at, end)
        if first is None or (gap is None and printed[0] != "§") or (kind == "regulation" and not first[0][0].isdigit()):
            continue
        labels = _enumerate(text, word, first, rule, end)
        at = labels[-1][1]
        yield Labels(word.start("word"), at, kind, tuple(labels))


GAP = re.compile(rf"(?:\u200b?{W}\u200b?|\u200b)")


def _enumerate(
    text: str, word: re.Match[str], first: re.Match[str], rule: bool, end: int
) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the labels from ``first`` on that belong to the enumeration, not to the rest of the sentence."""
    plural = word["word"].lower().endswith("s") or word["word"] == "§§"
    labels = [(word.start("word"), first.end(), _parts(first[0]))]
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
    # "Section 6.1(a), (b) the Company": a label that only a comma joins at the end belongs to the sentence
    while text[labels[-1][0]] == "(" and len(labels) > 1 and not LIST_ENDS.search(joins[-1]):
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
    """Return whether two labels have one style: both numbers, or both letters or Roman numerals in one case."""
    if before.isdigit() or after.isdigit():
        return before.isdigit() and after.isdigit()
    roman = set("ivxlIVXL")
    same = (len(before) == 1 or set(before) <= roman) and (len(after) == 1 or set(after) <= roman)
    return before.isupper() == after.isupper() and (
        len(before) == len(after) == 1 or (same and set(before + after) <= roman)
    )
