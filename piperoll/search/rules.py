"""Score what a query names outright: places and documents by numbers and titles, headings by their words.

A chunk's score is the sum of what is named of it:

- for each place that the query cites and the chunk holds, PLACE times the likeness of the document: 1 where the query
  has its number, else that of its title and the words beside the place; times AROUND if the chunk only encloses it;
- DOCUMENT where the query has the number of its document, and no place in one that is found;
- CITING for each place of a document that is not in the edition, if the chunk cites it;
- for its header, the share of the query's terms that it has, and PAIRS times the share of the pairs of neighbours that
  it has as neighbours. Terms count by their idf among the headers of the candidates, pairs by that of both.

Headers are read of candidates only: their words are among those that search by words counts, so that a chunk whose
header has the query's words is a candidate already. An index of headers would be a second copy of the postings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import isclose
from typing import Any

from piperoll.corpora.common.numbered import paragraph_number
from piperoll.model import Citation
from piperoll.search import document_titles
from piperoll.search.document_titles import DocumentTitles
from piperoll.search.lexical import idf
from piperoll.search.query import Query
from piperoll.store.sql import array_of
from piperoll.text import analysis

PLACE = 2.0
"""What a place counts: more than any header, which counts 1 + PAIRS at most."""
AROUND = 0.5
CITING = 0.5
DOCUMENT = 0.5
PAIRS = 0.5
"""Metzler and Croft ("A Markov Random Field Model for Term Dependencies", SIGIR 2005) give phrases 0.12 of what words
have, in running text; a heading is one phrase."""
HELD, LOOSELY = 2, 1
"""How a chunk fits a place, as the statement ``search_places`` says it."""
ANYWHERE = 0.25
"""Likeness of a document of which the query says nothing."""
SURE = 0.5
"""Likeness of a title and the words beside a place from which on the place is taken to be of that document."""
BESIDE = 100
"""Characters before and behind a place in which the title of its document may stand."""
TIED = 8
"""Characters between a place and the number of a document that belongs to it, as " of the "."""
ROOM = 2_000
"""Characters of a query in which titles and headings are looked for: a longer text names nothing by them."""
MOST_PLACES = 50
"""Places and documents of one query that are looked up."""
MOST_DOCUMENTS = 20
"""Documents in which one place is looked up, the likest first."""
MOST_LOOKED_UP = 400
"""Places of versions that are looked up for one query."""
MOST_CHUNKS = 5_000
"""Chunks of the documents that one query cites, up to which all of them are ranked."""
QUESTION = 400
"""Characters of a query up to which it asks about a document that it cites; a longer text may just mention it."""


@dataclass(frozen=True, slots=True)
class Named:
    """The chunks of an edition that a query names by numbers and titles."""

    scores: Mapping[int, float]
    """By chunk; above 0."""
    certain: frozenset[int]
    """Chunks at a place of a document, or of a whole document, where the query leaves no doubt that they are meant."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A place of a document that the query may mean."""

    document: int
    path: str
    likeness: float
    certain: bool


def named(query: Query) -> Named:
    """Return the chunks that ``query`` names, of those that pass its filters."""
    cited = tied(query.references[:MOST_PLACES])
    if not cited:
        return Named({}, frozenset())
    known = document_titles.of(query)
    numbered = [known.numbered(one.target) for one in cited]
    outright = {documents[0] for documents in numbered if len(documents) == 1}
    places: dict[_Place, None] = {}
    anywhere: list[str] = []
    elsewhere: list[Citation] = []
    for one, texts in zip(cited, _beside(query.text[:ROOM], cited), strict=True):
        documents, certain = _documents(query, known, one.target, texts, outright)
        if one.path:
            places |= {_Place(document, one.path, likeness, certain): None for document, likeness in documents}
        if not documents and one.target:
            elsewhere.append(one)
        elif not documents:
            anywhere.append(one.path)
    scores: dict[int, float] = defaultdict(float)
    sure: set[int] = set()
    for place, chunk, share in _held(query, known, list(places)):
        scores[chunk] += PLACE * place.likeness * share
        if place.certain and share == 1:
            sure.add(chunk)
    for chunk, share in _anywhere(query, anywhere):
        scores[chunk] += PLACE * ANYWHERE * share
    for chunk in _citing(query, elsewhere):
        scores[chunk] += CITING
    every = set[int]().union(*numbered)
    if not sure and every:
        whole = _whole(query, every)
        for chunk in whole:
            scores[chunk] += DOCUMENT
        if outright and _asks_for(query, every, places, [*anywhere, *elsewhere]):
            sure.update(whole)
    return Named(dict(scores), frozenset(sure))


def _asks_for(query: Query, cited: set[int], places: Iterable[_Place], others: Sequence[object]) -> bool:
    """Return whether the query asks for the one document that it cites by number, and does not just mention it."""
    citing = query.profile.citing_words
    return (
        len(cited) == 1
        and not others
        and {place.document for place in places} <= cited
        and len(query.text) <= QUESTION
        and not (citing and citing.search(query.text))
    )


def tied(cited: Sequence[Citation]) -> list[Citation]:
    """Return the citations of a query in its order, each once.

    A place has the document that stands right next to it, and that document is not there a second time.

    A document has places at one side: the nearer one, and where both are as near, the side of the first citation. Of an
    enumeration before it all places are its own. A place between two documents is of the nearer one.

    Of "sections 3 and 12 of A, section 5 of B, section 7":

    >>> places = [(9, 10, "", "3"), (15, 17, "", "12"), (21, 22, "A", ""), (32, 33, "", "5"), (37, 38, "B", "")]
    >>> cited = [Citation(start, end, "x", target, path) for start, end, target, path in [*places, (48, 49, "", "7")]]
    >>> [(citation.target, citation.path) for citation in tied(cited)]
    [('A', '3'), ('A', '12'), ('B', '5'), ('', '7')]
    """
    found = paired(cited)
    placed = {one.target for one in found if one.path}
    return list(dict.fromkeys(one for one in found if one.path or one.target not in placed))


def paired(cited: Sequence[Citation]) -> list[Citation]:
    """Return the citations of a text, each place with the document that stands right next to it; see :func:`tied`."""
    found = list(cited)
    gaps = [max(0, after.start - before.end) for before, after in pairwise(found)]
    alone = [bool(one.path and not one.target) for one in found]
    taken: dict[int, int] = {}
    for at, one in enumerate(found):
        sides = [
            (gaps[min(at, other)], (other < at) == (not cited[0].path), other)
            for other in (at - 1, at + 1)
            if not one.path and 0 <= other < len(found) and alone[other] and gaps[min(at, other)] <= TIED
        ]
        gap, _, place = min(sides, default=(0, False, -1))
        while place >= 0 and alone[place] and gap < taken.get(place, TIED + 1):
            taken[place] = gap
            found[place] = replace(found[place], target=one.target)
            if place > at or not place:
                break
            place, gap = place - 1, gaps[place - 1]
    return found


def _beside(text: str, cited: Sequence[Citation]) -> Iterator[tuple[str, ...]]:
    """Yield for each citation the texts in which the title of its document may stand.

    They are the text behind it up to the next citation, the text before it, and all that is no citation.
    """
    spans = sorted({(one.start, one.end) for one in cited})
    between = [text[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), len(text))])]
    whole = " ".join(between)
    sides = {
        span: (behind[:BESIDE], before[-BESIDE:], whole)
        for span, before, behind in zip(spans, between, between[1:], strict=False)
    }
    for one in cited:
        yield sides[one.start, one.end]


def _documents(
    query: Query, known: DocumentTitles, target: str, texts: Sequence[str], outright: set[int]
) -> tuple[list[tuple[int, float]], bool]:
    """Return the documents that a citation may be of, with their likeness, and whether there is no doubt.

    Args:
        query: that cites.
        known: the numbers and titles of the edition.
        target: of the citation.
        texts: where else its document may be named, the nearest text first.
        outright: documents that the query cites by number.
    """
    language = query.corpus.language
    if numbered := known.numbered(target):
        return [(document, 1.0) for document in numbered], len(numbered) == 1
    *near, whole = [target] if target else texts
    for text in near:
        found = _titled(known, text, language)
        if found and found[0][1] >= SURE:
            return _no_doubt(found)
    found, certain = _no_doubt([one for one in _titled(known, whole, language) if not target or one[1] >= SURE])
    if target or certain:
        return found, certain
    matched = {known.documents[one]: share for one, share in query.match.named.items() if one in known.documents}
    return [(one, 1.0) for one in outright] if len(outright) == 1 else list(matched.items()) or found, False


def _titled(known: DocumentTitles, text: str, language: str) -> list[tuple[int, float]]:
    return known.titles_like(document_titles.words(text, language), MOST_DOCUMENTS)


def _no_doubt(found: list[tuple[int, float]]) -> tuple[list[tuple[int, float]], bool]:
    """Return the one document whose whole title the text is, if there is just one; else all, which leave doubt."""
    whole = [one for one in found if isclose(one[1], 1)]
    return (whole, True) if len(whole) == 1 else (found, False)


def _held(query: Query, known: DocumentTitles, places: Sequence[_Place]) -> Iterator[tuple[_Place, int, float]]:
    """Yield places and chunks that hold them, wholly or in part, with share 1; else what may be meant, with AROUND.

    That is such a place in any outer unit, where the query names none, or the nearest unit that encloses the place.
    """
    pairs = [(place, version) for place in places for version in known.versions[place.document]][:MOST_LOOKED_UP]
    if not pairs:
        return
    found: dict[int, dict[int, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
    versions, paths = [version for _, version in pairs], [place.path for place, _ in pairs]
    forms: dict[str, Any] = {
        "paths": paths,
        "paragraphs": [paragraph_number(path, below=True) for path in paths],
        "loose": [query.profile.loose_pattern(path) for path in paths],
    }
    for n, chunk, path, fit in query.rows("search_places", versions=versions, **forms):
        found[n - 1][fit].append((path, chunk))
    for n, fits in sorted(found.items()):
        best = max(fits)
        outer_units = {path.partition(".")[0] for path, _ in fits[best]}
        # provisions may be numbered through the outer units of a document: then only one of them has the place
        share = 1.0 if best == HELD or (best == LOOSELY and len(outer_units) == 1) else AROUND
        for _, chunk in fits[best] if best else [max(fits[best], key=lambda one: len(one[0]))]:
            yield pairs[n][0], chunk, share


def _whole(query: Query, documents: Iterable[int]) -> list[int]:
    """Return the chunks of documents that the query cites, in their order; none if they are too many to be ranked."""
    found = query.rows("search_whole", documents=list(documents), most=MOST_CHUNKS)
    return [chunk for (chunk,) in found] if len(found) <= MOST_CHUNKS else []


def _anywhere(query: Query, paths: Sequence[str]) -> Sequence[tuple[int, float]]:
    """Return chunks that hold these places in any document, with share 1, else chunks around them, with AROUND.

    There are none where they would be too many to mean something.
    """
    if not paths:
        return ()
    paragraphs = [paragraph_number(path) for path in paths]
    found = query.rows("search_places_anywhere", paths=list(paths), paragraphs=paragraphs)
    return [(chunk, 1.0 if held else AROUND) for chunk, held in found] if len(found) <= query.pool else ()


def _citing(query: Query, cited: Sequence[Citation]) -> Sequence[int]:
    if not cited:
        return ()
    targets, paths = [one.target for one in cited], [one.path for one in cited]
    return [chunk for (chunk,) in query.rows("search_citing", targets=targets, paths=paths)]


def headers(query: Query, chunks: Sequence[int]) -> dict[int, float]:
    """Score the headers of ``chunks`` by the share of ``query`` that they have, 0 to 1 + PAIRS; 0 is left out."""
    if not chunks:
        return {}
    rows = query.connection.execute("SELECT id, header FROM chunk WHERE id = ANY (%s)", (array_of(chunks),)).fetchall()
    separator, language = query.profile.header_separator, query.corpus.language
    texts = {chunk: _terms(header.split(separator), language) for chunk, header in rows}
    return likeness(analysis.terms(query.text[:ROOM], query.corpus.language), texts)


def likeness(terms: Sequence[str], texts: Mapping[int, Sequence[str]]) -> dict[int, float]:
    """Score each of ``texts`` by its share of ``terms``, by idf among these texts, and PAIRS times that of their pairs.

    Linear in the length of both.
    """
    asked = dict.fromkeys(terms)
    shared = {one: asked.keys() & text for one, text in texts.items()}
    having = Counter(term for words in shared.values() for term in words)
    weights = {term: idf(len(texts), having[term]) for term in asked}
    pairs = {(a, b): weights[a] + weights[b] for a, b in pairwise(terms)}
    all_words, all_pairs = sum(weights.values()), sum(pairs.values())
    found = {}
    for one, words in shared.items():
        score = sum(weights[term] for term in sorted(words)) / (all_words or 1.0)
        if pairs and words:
            held = dict.fromkeys(pair for pair in pairwise(texts[one]) if pair in pairs)
            score += PAIRS * sum(pairs[pair] for pair in held) / all_pairs
        if score > 0:
            found[one] = score
    return found


def _terms(parts: Iterable[str], language: str) -> list[str]:
    """Return the terms of the parts of a header."""
    return [term for part in parts for term in _of_part(part, language)]


@lru_cache(20_000)
def _of_part(part: str, language: str) -> tuple[str, ...]:
    """Return the terms of one part of a header; the title of a document is a part of all its headers."""
    return tuple(analysis.terms(part, language))
