"""Find what a text cites, by the rules of a family: documents by number or title, and places in them.

A place without its document is of the one named right beside it, else of the one named last: "12 § LAS … 13 §".
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from piperoll.corpora.common.profile import Profile
from piperoll.model import Citation
from piperoll.search import document_titles
from piperoll.search.document_titles import DocumentTitles
from piperoll.search.rules import TIED, paired
from piperoll.text import analysis

PIECE = 50_000
"""Characters that the rules of a family read at once."""
PARAGRAPHS = 5_000
"""Paragraphs of a text in which titles are looked for."""
LONGEST_PARAGRAPH = 2_000
TITLES_TRIED = 20
COVERED = 0.6
"""Share of a title, its words counted by their idf, that names it: "Henderson & Jones v Ross" names "Henderson & Jones
Limited v David Jason Ross and others"."""
AS_GOOD = 0.95
"""Share of the best of several titles from which on a passage may mean others as well."""
APART = 40
"""Characters between two words of one title, at most."""
PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+){0,40}")
WORD = re.compile(r"[^\W_]+(?:[.&'’-][^\W_]+)*")
DIVISION = re.compile(r" \([A-Za-z0-9]{1,12}\)")
"""The division of a court behind the number of a decision, as " (T2)", where the rules do not know it."""
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
# "Section 4 of the Reseller Agreement between Foo and Bar": of a document that the title says
OF_TITLE = re.compile(
    r"\s{1,3}(?:of|in|to|under|i)\s(?:the\s|that\s|our\s|its\s)?(?P<title>[A-ZÅÄÖ][\w.&’'-]*(?:\s(?:[A-ZÅÄÖ(][\w.&’')-]*|of|and|&|between|for))*)"
)
OTHER_KIND = {True: "legislation", False: "case"}
"""What a numbered paragraph is not of, and what any other place is not of."""
KINDS = frozenset(
    "agreement contract policy terms term deed lease licence license plan act code law order rules master annex exhibit"
    " schedule appendix charter bylaws article section clause paragraph judgment decision ordinance regulation".split()
)
"""Words of titles that any document may be called by: "the Agreement" is the one that was named."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention is a citation in the text: its range, what it names, and the documents that this may be."""

    start: int
    end: int
    target: str
    path: str
    kind: str = ""
    documents: Sequence[int] = ()
    """Ids; none: the corpus has none of that number or title."""
    outside: bool = False
    """Whether it names its document by words that fit none of the corpus."""

    @property
    def named(self) -> bool:
        """Return whether it is known which document is meant."""
        return bool(self.target or self.documents)


def find(text: str, masked: str, profile: Profile, known: DocumentTitles, language: str) -> list[Mention]:
    """Return what a text cites, in its order.

    Args:
        text: the memo.
        masked: the memo without what it quotes; as long.
        profile: of the corpus, whose rules read it.
        known: the documents of the edition.
        language: of the corpus.
    """
    cited = [
        _mention(text, one, known, language) for piece in _pieces(masked) for one in _cited(masked, profile, *piece)
    ]
    titled = list(_titled(masked, known, language, cited))
    return _carried(text, _joined(text, sorted([*cited, *titled], key=lambda one: (one.start, -one.end))), known)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield ranges of the text of at most PIECE characters, which end with a paragraph if they can."""
    start = 0
    while start < len(text):
        end = min(len(text), start + PIECE)
        if end < len(text):
            cuts = (text.rfind(mark, start + PIECE // 2, end) for mark in ("\n\n", "\n", " "))
            end = next((cut for cut in cuts if cut > 0), end)
        yield start, end
        start = end


def _cited(text: str, profile: Profile, start: int, end: int) -> list[Citation]:
    found = profile.references(text[start:end])
    return [replace(one, start=one.start + start, end=one.end + start) for one in paired(found)]


def _mention(text: str, one: Citation, known: DocumentTitles, language: str) -> Mention:
    documents: Sequence[int] = known.numbered(one.target) if one.target else ()
    division = DIVISION.match(text, one.end) if one.target and not documents else None
    if division and (documents := known.numbered(f"{one.target}{division[0]}")):
        one = replace(one, end=division.end(), target=f"{one.target}{division[0]}")
    if one.target and not documents:
        documents = known.undivided.get(document_titles.plain(one.target), ())
    if one.target and not documents and one.kind in ("legislation", "document"):
        words = document_titles.words(one.target, language)
        documents = [document for document, share in known.titles_like(words, 2) if share >= 1 - 1e-9]
    return Mention(one.start, one.end, one.target, one.path, one.kind, documents)


def _joined(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, each document that stands beside its place as one with it: "12 §" and "LAS"."""
    kept: list[Mention] = []
    for one in found:
        last = kept[-1] if kept else None
        near = (
            last is not None and one.start - last.end <= TIED and not re.search(r"[.;\n]\s", text[last.end : one.start])
        )
        if last is None or not near or not (_same(last, one) or last.end > one.start or _is_of(last, one)):
            kept.append(one)
        elif last.path and one.path:
            if (last.start, last.path) != (one.start, one.path):
                kept.append(one)
        elif last.end >= one.end and not _same(last, one):
            continue
        else:
            place = last if last.path else one
            whole = replace(
                place, start=min(last.start, one.start), end=max(last.end, one.end),
                target=place.target or last.target or one.target,
                documents=place.documents or last.documents or one.documents,
            )  # fmt: skip
            kept[-1] = whole
    return kept


def _is_of(last: Mention, one: Mention) -> bool:
    """Return whether a place says no document, and the mention before it is one."""
    return last.named and not last.path and bool(one.path) and not one.named


def _same(last: Mention, one: Mention) -> bool:
    if last.target and last.target == one.target:
        return True
    return bool(set(last.documents) & set(one.documents))


def _titled(text: str, known: DocumentTitles, language: str, cited: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the documents that the text names by their titles, of which it cites none by number there."""
    spans = [(one.start, one.end) for one in cited if one.target]
    starts = [start for start, _ in spans]
    for match in islice(PARAGRAPH.finditer(text), PARAGRAPHS if len(known.titled) else 0):
        for start in range(match.start(), match.end(), LONGEST_PARAGRAPH):
            for one in _in_paragraph(text, start, min(match.end(), start + LONGEST_PARAGRAPH), known, language):
                at = bisect_right(starts, one.end) - 1
                if at < 0 or spans[at][1] <= one.start:
                    yield one


@dataclass(slots=True)
class _Run:
    """Words of one title that stand together."""

    start: int
    end: int
    terms: set[str] = field(default_factory=set)


def _in_paragraph(text: str, start: int, end: int, known: DocumentTitles, language: str) -> Iterator[Mention]:
    tokens = [(match.start(), match.end(), match[0]) for match in WORD.finditer(text, start, end)]
    terms = {word: frozenset(document_titles.words(word, language)) for _, _, word in tokens}
    every = frozenset[str]().union(*terms.values()) if terms else frozenset()
    runs: list[tuple[float, _Run, int]] = []
    for document, _ in known.titles_like(every, TITLES_TRIED):
        for title in known.titles_of(document):
            for run in _runs(tokens, terms, title):
                share = known.weight(run.terms) / (known.weight(title) or 1.0)
                if share >= COVERED and (len(run.terms) > 1 or len(title) == 1):
                    runs.append((known.weight(run.terms), run, document))
    runs.sort(key=lambda one: -one[0])
    taken: list[tuple[float, _Run, list[int]]] = []
    for weight, run, document in runs:
        rival = next((one for one in taken if one[1].start < run.end and run.start < one[1].end), None)
        if rival is None:
            taken.append((weight, run, [document]))
        elif weight >= AS_GOOD * rival[0] and document not in rival[2]:
            rival[2].append(document)
    years = set(YEAR.findall(text[start:end]))
    for _, run, documents in taken:
        yield Mention(run.start, run.end, "", "", "title", _of_years(known, documents, years))


def _of_years(known: DocumentTitles, documents: Sequence[int], years: set[str]) -> Sequence[int]:
    """Return those of several documents that have a year of the passage in their numbers, if any has."""
    if len(documents) == 1 or not years:
        return documents
    numbers = [(number, set(of)) for number, of in known.numbers.items() if any(year in number for year in years)]
    return [one for one in documents if any(one in of for _, of in numbers)] or documents


def _runs(
    tokens: Sequence[tuple[int, int, str]], terms: dict[str, frozenset[str]], title: frozenset[str]
) -> Iterator[_Run]:
    run: _Run | None = None
    for start, end, word in tokens:
        if not (shared := terms[word] & title):
            continue
        if run and start - run.end > APART:
            yield run
            run = None
        run = run or _Run(start, end)
        run.end = end
        run.terms |= shared
    if run:
        yield run


def _carried(text: str, found: Sequence[Mention], known: DocumentTitles) -> list[Mention]:
    """Return the mentions, each place without a document with that of the mention before, or named behind it."""
    carried: list[Mention] = []
    latest: dict[bool, Mention | None] = {}
    taken = -1
    for place, one in enumerate(found):
        if one.named:
            if place != taken:
                carried.append(one)
            latest |= {of_decision: one for of_decision in (True, False) if one.kind != OTHER_KIND[of_decision]}
            continue
        last = latest.get(one.path.startswith("para."))
        title = _title_behind(text, found, place)
        of = OF_TITLE.match(text, one.end)
        if title is not None:
            of_title = found[title]
            end = of_title.end if title == place + 1 else one.end
            carried.append(replace(one, end=end, target=of_title.target, documents=of_title.documents))
            taken = title
        elif of and _is_other(of["title"], last, known):
            carried.append(replace(one, end=of.end(), outside=True))
            latest.clear()
        elif last:
            carried.append(replace(one, target=last.target, documents=last.documents))
        else:
            carried.append(one)
    return carried


def _title_behind(text: str, found: Sequence[Mention], place: int) -> int | None:
    """Return the index of the title behind a place or an enumeration: "Section 2 and Section 3 of the Lease"."""
    while place + 1 < len(found):
        one, following = found[place], found[place + 1]
        gap = text[one.end : following.start]
        if following.named:
            near = len(gap) <= APART and not re.search(r"[.;:\n]\s|[“”\"»«]", gap)
            return place + 1 if following.kind == "title" and not following.path and near else None
        if len(gap) > TIED:
            return None
        place += 1
    return None


def _is_other(title: str, last: Mention | None, known: DocumentTitles) -> bool:
    """Return whether a title in the text has words that the document named last has not."""
    words = {word for word in analysis.terms(title, "english") if word not in KINDS and not word.isdigit()}
    stemmed_kinds = {term for kind in KINDS for term in analysis.terms(kind, "english")}
    words -= stemmed_kinds
    if not words:
        return False
    own = {term for document in (last.documents if last else ()) for one in known.titles_of(document) for term in one}
    return bool(words - own) and len(words & own) * 2 < len(words)
