"""Find the articles of statutes that a page reproduces: "Article L217-5 du Code de la Consommation", alone over a text.

They head what stands below them, and stand in the headings of other looks around them.
"""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import LONG_LINE, plain

_NUMBER = r"\d{1,4}(?:[-–.]\d{1,3}){0,3}(?: (?:bis|ter|quater|al(?:inéa|\.)? \w{1,6}|[A-Z]))?"
_OF = r"(?:du|de la|de l['’]|des|del?|della?|of the|of|der|des)"
_STATUTE = r"(?i:code|codice|código|act|law|loi|ley|legge|lei|statute|regulation|gesetz(?:es|buche?s?)?)"
QUOTED = re.compile(
    rf"(?i:article|artículo|articolo|artigo|artikel|art\.|section|sección|§) "
    rf"(?:[LRDA]\.? ?\*?\d{{3,4}}(?:[-–]\d{{1,3}}){{1,3}}|(?:[LRDA]\.? ?)?{_NUMBER}(?= {_OF} .{{0,40}}\b{_STATUTE}\b))"
    rf"(?: {_OF} [^.;:,()«“]{{2,69}}[^\W])?"
)
"""Matches the number of an article with the letter of its part of a code, or with the name of the statute behind it."""
TEXT = re.compile(r" ?:? [«“]")
"""Matches behind such words in front of the text that is quoted."""
COUNTED = re.compile(r"[^\W\d_a-z][^\W\d_]{2,11}(?:-[^\W\d_]{3,12})?[ \xa0](?:\d{1,2}|[IVX]{1,5})[ \xa0]?[:–—-][ \xa0]")
"""Matches a heading that counts its parts, also in a word that no label has: "Sub-section 1: Lamps"."""
INNER = "inner heading"
"""Series of such articles, and of captions with a colon: they stand in headings of other looks."""
SEVERAL = 2
"""Such lines on a page, from which they are headings: one may be the end of a sentence."""
BREAKS = frozenset(",’'-–")
"""Last characters of a line that such an article ends."""


def with_quoted_articles(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, and the lines of a page that nothing marks and that name an article of a statute.

    A heading that counts its parts, directly above one, is a heading too.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    begun = {one.start for one in found}
    articles = list(_articles(text, rows))
    if len(articles) < SEVERAL:
        return list(found)
    above = [rows[index - 1] for index, _ in articles if index and COUNTED.match(text, *rows[index - 1])]
    ends = [(rows[index][0], end) for index, end in articles]
    headings = [
        Candidate(start, end, caption=plain(text[start:end]), own_line=True, indent=1)
        for start, end in (*above, *ends)
        if start not in begun
    ]
    return sorted([*found, *headings], key=attrgetter("start"))


def is_quoted_article(caption: str) -> bool:
    """Return whether a heading names an article of a statute, and nothing else."""
    return QUOTED.fullmatch(caption) is not None


def stands_inside(text: str, heading: Candidate) -> bool:
    """Return whether a heading of a page that nothing marks stands in those of other looks.

    Args:
        text: the stored text.
        heading: the heading.
    """
    colon = text[heading.end - 1] in ":：" and not COUNTED.match(heading.caption)
    return colon or is_quoted_article(heading.caption)


def _articles(text: str, rows: Sequence[Range]) -> Iterator[tuple[int, int]]:
    """Yield the index of each line that begins with such an article, and where that ends, in front of its text."""
    for index, (start, end) in enumerate(rows):
        article = QUOTED.match(text, start, end)
        if article is None or (index and _goes_on(text, rows[index - 1], start)):
            continue
        alone = end - start <= LONG_LINE and not text[article.end() : end].strip(" :")
        if alone or TEXT.match(text, article.end(), end):
            yield index, article.end()


def _goes_on(text: str, before: Range, start: int) -> bool:
    """Return whether a line ends the sentence of the line above: a small word, or a comma, is in front of it."""
    last = text[slice(*before)].rpartition(" ")[2]
    small = last.islower() and last.isalpha() and not COUNTED.match(text, *before)
    return last[-1] in BREAKS or (small and text.count("\n", before[1], start) < 3)
