"""Measure how good a list of hits is, given where the answers stand.

An *answer* is any one of some places: a document, a unit of it, or a range of its characters. A hit is *relevant* if it
holds part of an answer, and it is a *find* if that answer was in no hit before it. Libraries of ranking metrics do not
know this case: several hits may hold parts of one answer, and one hit may hold several answers. Where every answer
is one hit, the values are those of trec_eval (tests compare them with ir_measures).

With n answers, of which the first k hits find f, in g finds at ranks r1 < r2 < ... (n' = n - f + g: answers that one
hit finds together count as one):

    recall     f / n
    precision  relevant hits among the first k / k
    mrr        1 / rank of the first relevant hit, 0 if that is beyond k
    ndcg       sum of 1 / log2(1 + ri) / sum of 1 / log2(1 + j) for j up to min(n', k)  (Järvelin and Kekäläinen 2002)
    map        sum of i / ri / n'
    drm        hits from a document without an answer / hits (document-level retrieval mismatch)

Where every answer is a range of characters, also these, over sets of characters:

    span_recall     characters of answers that the first k hits hold / characters of answers
    span_precision  the same / characters that the first k hits hold
    characters      characters that the first k hits hold

and the recall and precision of LegalBench-RAG (Pipitone and Houir Alami 2024), which count the overlap of every pair of
a hit and an answer: the same where hits do not overlap, else larger, even above 1 (``legalbench_recall``,
``legalbench_precision``).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import log2
from typing import Any

from piperoll.evaluate.gold import Answer, Place
from piperoll.ranges import Range, common, length, overlap, union

Hit = Mapping[str, Any]
"""``document``, ``source`` and ``path``; ``start`` and ``end`` where answers are ranges of characters."""
Values = dict[str, dict[str, float]]
"""By name of the metric, then by k (as text: it is a key of JSON)."""

RANKING = ("recall", "precision", "mrr", "ndcg", "map", "drm")
SPANS = ("span_recall", "span_precision", "characters", "legalbench_recall", "legalbench_precision")
LOST = "\0"
"""Prefix of the source of a range that no hit can hold."""


def name_and_k(metric: str) -> tuple[str, int]:
    """Return the two parts of a metric such as "ndcg@10"."""
    name, k = metric.split("@")
    return name, int(k)


def holds(hit: Hit, place: Place) -> bool:
    """Return whether the hit holds part of the place."""
    if place.lost or place.document not in (hit["document"], hit["source"]):
        return False
    if place.span:
        return overlap((hit["start"], hit["end"]), place.span) > 0
    if place.exact:
        return place.path in (None, hit["path"])
    return place.path is None or within(hit["path"], place.path)


def within(path: str, unit: str) -> bool:
    """Return whether a path is that of the unit, or begins with it.

    A unit below it with another path is an answer of its own (:func:`piperoll.evaluate.resolve.resolve`).
    """
    return path == unit or path.startswith(f"{unit}.")


def measure(answers: Sequence[Answer], hits: Sequence[Hit], ks: Sequence[int]) -> Values:
    """Return every metric of one query at every k in ``ks``.

    Args:
        answers: at least one; see :class:`piperoll.evaluate.gold.Query`. A range names its document by its source.
        hits: best first; at least as many as the largest k, unless there were no more.
        ks: where the list of hits is cut.

    Returns:
        The values; those of ranges only where every answer is a range.
    """
    values = _ranking(answers, hits, ks)
    if all(place.span for answer in answers for place in answer):
        values |= _spans(answers, hits, ks)
    return values


def _ranking(answers: Sequence[Answer], hits: Sequence[Hit], ks: Sequence[int]) -> Values:
    held = [
        {number for number, answer in enumerate(answers) if any(holds(hit, place) for place in answer)} for hit in hits
    ]
    found_by = list(accumulate(held, set.union, initial=set[int]()))
    finds = [bool(now - before) for now, before in zip(held, found_by, strict=False)]
    documents = {place.document for answer in answers for place in answer}
    wrong = [documents.isdisjoint((hit["document"], hit["source"])) for hit in hits]
    values: Values = {name: {} for name in RANKING}
    for k in ks:
        top = min(k, len(hits))
        ranks = [rank for rank, is_find in enumerate(finds[:k], 1) if is_find]
        found = len(found_by[top])
        units = len(answers) - found + len(ranks)
        ideal = sum(1 / log2(1 + rank) for rank in range(1, min(units, k) + 1))
        at = {
            "recall": found / len(answers),
            "precision": sum(map(bool, held[:k])) / k,
            "mrr": 1 / ranks[0] if ranks else 0.0,
            "ndcg": sum(1 / log2(1 + rank) for rank in ranks) / ideal,
            "map": sum(count / rank for count, rank in enumerate(ranks, 1)) / units,
            "drm": sum(wrong[:k]) / top if top else 1.0,
        }
        for name, value in at.items():
            values[name][str(k)] = value
    return values


def _spans(answers: Sequence[Answer], hits: Sequence[Hit], ks: Sequence[int]) -> Values:
    values: Values = {name: {} for name in SPANS}
    by_k = {k: _by_source((hit["source"], (hit["start"], hit["end"])) for hit in hits[:k]) for k in sorted(ks)}
    # the place that was retrieved most in the end; the same one at every k, or recall could fall where k rises
    best = [
        max(answer, key=lambda place: [_share(place, retrieved) for retrieved in reversed(by_k.values())])
        for answer in answers
    ]
    wanted = _by_source((LOST * place.lost + place.document, place.range) for place in best)
    for k, retrieved in by_k.items():
        characters = sum(length(union(spans)) for spans in retrieved.values())
        both = sum(common(spans, retrieved.get(source, ())) for source, spans in wanted.items())
        pairs = sum(
            overlap(one, other)
            for source, spans in wanted.items()
            for one in spans
            for other in retrieved.get(source, ())
        )
        summed = sum(length(spans) for spans in retrieved.values())
        at = {
            "span_recall": both / sum(length(union(spans)) for spans in wanted.values()),
            "span_precision": both / characters if characters else 0.0,
            "characters": float(characters),
            "legalbench_recall": pairs / sum(length(spans) for spans in wanted.values()),
            "legalbench_precision": pairs / summed if summed else 0.0,
        }
        for name, value in at.items():
            values[name][str(k)] = value
    return values


def _by_source(spans: Iterable[tuple[str, Range]]) -> dict[str, list[Range]]:
    grouped: defaultdict[str, list[Range]] = defaultdict(list)
    for source, span in spans:
        grouped[source].append(span)
    return dict(grouped)


def _share(place: Place, retrieved: Mapping[str, Sequence[Range]]) -> float:
    """Return the share of a place that was retrieved."""
    spans = () if place.lost else retrieved.get(place.document, ())
    return common([place.range], spans) / length([place.range])


def mean(rows: Sequence[Values]) -> Values:
    """Return the mean of each metric at each k, over the queries that have it."""
    gathered: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for name, by_k in row.items():
            for k, value in by_k.items():
                gathered[name][k].append(value)
    return {name: {k: sum(values) / len(values) for k, values in by_k.items()} for name, by_k in gathered.items()}
