"""Find the clauses that ordinal numbers count: "FIRST: The name …" of a charter, "PRIMERA.- Objeto" in Spanish."""

import re
from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import GAP, Candidate
from piperoll.corpora.clauses.words.labels import ORDINAL_VALUES, PORTUGUESE, SPANISH, Label

# "FIRST. The name", "SECOND: That the", "TERCERA.- Renta", at the beginning of a line or behind a sentence
ARTICLE = re.compile(
    rf"(?:(?<=[.;:”\"]\s)|(?<=\s\s)|(?<=\n)|\A)(?P<ordinal>{'|'.join(ORDINAL_VALUES)})\s?[.:][-–]?(?=\s*[^\sa-z])\s*"
)


def with_ordinals(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text, with the articles of each series that begins at FIRST and goes on to SECOND."""
    articles: list[Candidate] = []
    series: list[re.Match[str]] = []
    for match in [*ARTICLE.finditer(text), None]:
        value = ORDINAL_VALUES[match["ordinal"]] - 1 if match else 0
        if value == 0:
            articles += map(_article, series if len(series) > 1 else ())
            series = []
        if match and value == len(series):
            series.append(match)
    labelled = min((one.start for one in found if one.label), default=len(text))
    firsts = (SPANISH[0], PORTUGUESE[0])
    spanish = [one for one in articles if one.label and one.label.text in firsts and one.start > labelled]
    articles += [Candidate(at, at, own_line=True) for at in (_above(one, found) for one in spanish)]
    covered = {at for one in articles for at in range(one.start, one.end)}
    return sorted(
        [*articles, *(one for one in found if one.start not in covered)], key=lambda one: (one.start, not one.ends)
    )


def _above(first: Candidate, found: Sequence[Candidate]) -> int:
    """Return where the heading directly above the first clause begins, "CLÁUSULAS", else where that clause does.

    The recitals in front of it end there.
    """
    headings = (one.start for one in found if one.bare and one.own_line and 0 <= first.start - one.end <= GAP)
    return next(headings, first.start)


def _article(match: re.Match[str]) -> Candidate:
    """Return the article whose ordinal number matches."""
    ordinal = match["ordinal"]
    label = Label("letter", (ordinal.lower(),), (), ".", ordinal)
    return Candidate(match.start(), match.end(), label, printed=match[0].strip())
