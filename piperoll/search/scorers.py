"""Score the chunks of an edition for a query: each scorer finds chunks in its own way, on a scale of its own.

A new scorer is a function here with its record in SCORERS, or a package of its own (:func:`registered`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from piperoll.embed import backend
from piperoll.errors import PiperollError, UsageError
from piperoll.plugins import REPAIR, loading
from piperoll.search import feedback, near_wordings, rules
from piperoll.search import lexical as bm25
from piperoll.search import triplets as relations
from piperoll.search.lexical import Hits, Numbers
from piperoll.search.modes import Mode
from piperoll.search.normalise import by_the_range
from piperoll.search.query import Query
from piperoll.search.scorer import Scored, ScorerSpec
from piperoll.search.triplets import TripletQuery
from piperoll.store.lexical import Lexical
from piperoll.store.lexical_units import TRIPLETS
from piperoll.store.sql import array_of
from piperoll.store.sql import query as statement
from piperoll.store.vectors import Vectors
from piperoll.text import analysis

GROUP = "piperoll.scorers"
DENSE = "dense"
"""The scorer whose weight without settings the backend may set."""
MATCHING = "route"
"""The scorer with which documents that the query names come first; its name stands in weights and in results."""

WALK, WALK_MOST = 4, 40
"""Vectors that a search looks at by the index, for each candidate that is wanted: the first number of them, and where
too few of their chunks pass the filters, more, up to the second. If that is not enough, all chunks that pass are
compared one by one."""
WALKS = 2
MARGIN = 1.5
"""Factor by which the second walk goes farther than the share of the first that passed asks for."""
EF_SEARCH, EF_SEARCH_MOST = 2, 1_000
"""Candidate list of the HNSW walk: for each candidate that is wanted, and the most that pgvector allows. A longer walk
goes on where the list ended. A shorter list misses near neighbours, of the ten nearest among 218,000 one of 400 .03 and
one of 1,000 .02; so who asks by vectors alone gets the longest. In a hybrid search other scorers find them too: a list
of 200 gave the same ten hits to 300 questions about contracts (docs/benchmarks.md), at a quarter of the time."""


def dense(query: Query) -> Scored:
    """Score by the cosine of the vectors of query and chunk; what other scorers found is compared one by one.

    A remote index finds texts, and the vectors in Postgres say how near they are: the scores are the same without it.
    """
    model = backend.get(query.corpus.backend)
    vectors = Vectors(query.connection, query.corpus, query.corpus.backend)
    vectors.present()
    vectors.check(model.identity)
    vector = HalfVector(_vector(query))
    listed = EF_SEARCH_MOST if query.plain else min(EF_SEARCH * query.pool, EF_SEARCH_MOST)

    def walk(length: int) -> Hits:
        query.connection.execute(statement("hnsw_settings"), {"ef_search": listed})
        return _hits(query.rows("search_dense", vectors=vectors.table_name, vector=vector, walked=length))

    def compare(ids: Sequence[int], pool: int) -> Hits:
        return _hits(
            query.rows("search_dense_of", vectors=vectors.table_name, vector=vector, ids=array_of(ids), pool=pool)
        )

    def among(hashes: list[bytes]) -> Hits:
        return _hits(query.rows("search_dense_among", vectors=vectors.table_name, vector=vector, hashes=hashes))

    def best() -> Hits:
        if not query.few and (address := vectors.remote()):
            from piperoll.search import remote  # loads boto3

            least, most = WALK * query.pool, WALK_MOST * query.pool
            hits = remote.nearest(query, address, vector.to_list(), among, least=least, most=most)
            return hits if len(hits) == query.pool else compare(query.passing.tolist(), query.pool)
        length = 0 if query.few else WALK * query.pool
        for _ in range(WALKS):
            if 0 < length <= WALK_MOST * query.pool:
                hits = walk(length)
                if len(hits) == query.pool:
                    return hits
                length = int(MARGIN * length * query.pool / len(hits)) if hits else 0
        return compare(query.passing.tolist(), query.pool)

    return Scored(best(), lambda ids: dict(compare(ids, len(ids))))


def _hits(rows: Iterable[tuple[int, float]]) -> Hits:
    return [(chunk, float(score)) for chunk, score in rows]


def _vector(query: Query) -> NDArray[np.float32]:
    """Return the vector of what the query asks; with expansions, the middle between that and their sum."""
    text = query.meant
    given = query.vector if query.vector is not None and text == query.text else None
    own = _embedded(query.corpus.backend, text) if given is None else given.astype(np.float32)
    if not query.expansions:
        return own
    other = np.sum([_embedded(query.corpus.backend, expansion) for expansion in query.expansions], axis=0)
    both = own / (np.linalg.norm(own) or 1.0) + other / (np.linalg.norm(other) or 1.0)
    return np.asarray(both / (np.linalg.norm(both) or 1.0), np.float32)


@lru_cache(4096)
def _embedded(model: str, text: str) -> NDArray[np.float32]:
    return np.asarray(backend.embed_queries(model, [text])[0], np.float32)


def lexical(query: Query) -> Scored:
    """Score by BM25 over the edition; within some documents also by the words of the best chunks anywhere."""
    index = Lexical(query.connection, query.corpus)
    segments = index.read(query.terms, query.edition)
    ids, scores = bm25.score(segments, query.terms, query.edition)
    if query.narrowed and not query.plain and len(ids):
        terms = _with_feedback(query, index, ids, scores)
        ids, scores = bm25.score(index.read(terms, query.edition), terms, query.edition)
    return _passing(query, ids, scores)


def _with_feedback(query: Query, index: Lexical, ids: Numbers, scores: Numbers) -> dict[str, float]:
    """Return the terms of the query and those of the best chunks of the edition."""
    best = bm25.best(ids, scores, feedback.CHUNKS)
    contents = dict(query.rows("search_contents", ids=ids[best].tolist()))
    chunks = [
        (float(scores[place]), terms)
        for place in best
        if (terms := analysis.terms(contents.get(int(ids[place]), ""), query.corpus.language))
    ]
    probable = feedback.candidates(chunks)
    idfs = bm25.EditionSegments(index.read(probable, query.edition), query.edition).idfs(probable)
    return feedback.expanded(query.terms, probable, idfs)


def triplet(query: Query) -> Scored:
    """Score what the query asks against the triplets of chunks; finds nothing where the corpus has no triplets."""
    wanted = TripletQuery.of(query.match.rest, query.corpus.language)
    segments = Lexical(query.connection, query.corpus, unit=TRIPLETS).read(wanted.keys, query.edition)
    return _passing(query, *relations.score(segments, wanted, query.edition))


def _passing(query: Query, ids: Numbers, scores: Numbers) -> Scored:
    """Return the best chunks that pass the filters, of those to which an index gave a score."""

    def some(ids: list[int]) -> list[int]:
        return [chunk for (chunk,) in query.rows("search_passing", ids=array_of(ids))]

    def others(wanted: Sequence[int]) -> dict[int, float]:
        places = np.flatnonzero(np.isin(ids, np.asarray(wanted, np.int64)))
        return dict(zip(ids[places].tolist(), scores[places].tolist(), strict=True))

    return Scored(bm25.passing(ids, scores, query.pool, None if query.few else some, lambda: query.passing), others)


def wording(query: Query) -> Scored:
    """Score the wordings of the lines of a thesaurus that mean most like a query in other words than the documents'.

    It finds nothing where the profile has no vectors of lines by the backend, and in a search of some documents alone.
    """
    file = query.profile.line_vectors.get(query.corpus.backend)
    if file is None or query.plain or query.narrowed or query.references or query.below is not None:
        return Scored([])
    if near_wordings.words_met(query) >= near_wordings.MET:
        return Scored([])
    nearest = near_wordings.load(file).nearest(_embedded(query.corpus.backend, query.meant))
    return Scored(near_wordings.found(query, nearest)[: query.pool])


def rule(query: Query) -> Scored:
    """Score places and documents that the query names, and there the words of headers: :mod:`piperoll.search.rules`."""
    named = rules.named(query)
    words = rules.headers(query, list(named.scores))
    scores = {chunk: score + words.get(chunk, 0.0) for chunk, score in named.scores.items()}
    return Scored(sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])), certain=named.certain)


def heading(query: Query) -> Scored:
    """Score words of the query, and pairs of them, in the headers of what other scorers find."""
    return Scored([], lambda ids: rules.headers(query, ids))


def document(query: Query) -> Scored:
    """Score how well the query names the document that a chunk stands in, of those that it names for certain."""

    def others(wanted: Sequence[int]) -> dict[int, float]:
        versions = query.rows("versions_of_chunks", ids=array_of(wanted)) if query.match.named else []
        return {chunk: query.match.named[version] for chunk, version in versions if version in query.match.named}

    return Scored([], others)


SCORERS = (
    ScorerSpec(DENSE, dense, 1.0, mode=Mode.DENSE, normalise=by_the_range),
    ScorerSpec("lexical", lexical, 3.0),
    ScorerSpec("rule", rule, 3.0),
    ScorerSpec(MATCHING, document, 1.0, finds=False),
    ScorerSpec("heading", heading, 0.0, finds=False),
    ScorerSpec("triplet", triplet, 0.0),
    ScorerSpec("wording", wording, 6.0, mode=Mode.HYBRID),
)
"""The scorers of this package, with their weights without settings. The bundled model knows one language: of 60
questions in another, to 416 enactments, it answers three by itself, so words count more. In its own language equal
shares are as good (docs/benchmarks.md).

A cosine of 0 means little: unlike texts have 0.3. A BM25 of 0 means that no word is shared, and is worth 0 (Bruch, Gai
and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023, on the least score that is possible in
place of the least that is there)."""


@cache
def registered() -> Mapping[str, ScorerSpec]:
    """Return every scorer by its name: those of this package, then those of others.

    Another package adds one by an entry point of the group ``piperoll.scorers`` that names a
    :class:`~piperoll.search.scorer.ScorerSpec`.

    Raises:
        UsageError: two have one name.
        PiperollError: a package that provides one does not work.
    """
    scorers = {scorer.name: scorer for scorer in SCORERS}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        scorer = _loaded(entry)
        if scorer.name in scorers:
            raise UsageError(
                "scorer_clash",
                f"There is a scorer {scorer.name!r} already, besides that of {entry.value}.",
                remedy="Rename one, or remove the package that provides it.",
            )
        scorers[scorer.name] = scorer
    return scorers


def _loaded(entry: EntryPoint) -> ScorerSpec:
    with loading(entry, "Scorer", "scorer_broken"):
        scorer = entry.load()
    if not isinstance(scorer, ScorerSpec) or scorer.name != entry.name:
        wrong = f"Scorer {entry.name!r} ({entry.value}) is no ScorerSpec of that name."
        raise PiperollError("scorer_broken", wrong, remedy=REPAIR)
    return scorer


def default_weights(model: str, names: Collection[str]) -> dict[str, float]:
    """Return how much each of some scorers counts without settings.

    Args:
        model: name of the backend whose vectors are compared; its package is imported if they are.
        names: of the scorers.
    """
    weights = {name: scorer.weight for name, scorer in registered().items() if name in names}
    if DENSE in weights:
        weights[DENSE] = backend.dense_weight(model, weights[DENSE])
    return weights


def of_mode(mode: Mode) -> set[str]:
    """Return the names of the scorers that take part in a mode."""
    return {name for name, scorer in registered().items() if mode in (Mode.HYBRID, scorer.mode)}
