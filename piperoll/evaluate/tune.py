"""Tuning: the fusion of a corpus chosen by the questions of a gold set, and judged by questions it was not chosen by.

The candidates of a question are gathered once and fused in every way that is tried. Scorers come in one after another,
as long as the next one helps (forward selection): first the best one alone, then each time the one that gains most, at
the share that serves best. Whether it gains is measured on questions that its share was not chosen by
(cross-validation), no document's questions on both sides, and it comes in only if a paired bootstrap says that the gain
is no chance. So a scorer that does not help is off, and few questions choose few weights.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from piperoll import progress
from piperoll.errors import UsageError
from piperoll.evaluate.compare import Comparison, compare, paired
from piperoll.evaluate.compare import summary as summarised
from piperoll.evaluate.evaluation import Asked, Asking, embed, evaluate, filters_of
from piperoll.evaluate.gold import Gold, Query
from piperoll.evaluate.metrics import measure, name_and_k
from piperoll.evaluate.resolve import resolve
from piperoll.hashing import digest
from piperoll.model import embedding_text
from piperoll.search.fusion import NEIGHBOURS, Candidates, Fusion, Method, fuse, order, tiers
from piperoll.search.normalise import Floats
from piperoll.search.pool import of_scorer
from piperoll.search.query import Query as Understood
from piperoll.search.query import understand
from piperoll.search.rerank import Rerank, blend
from piperoll.search.scorers import registered
from piperoll.search.search import columns, gather
from piperoll.store import editions
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus

SHARES = tuple(tenth / 10 for tenth in range(1, 10))
"""Of the whole that a scorer is tried at; of a reranker too."""
FOLDS = 5
"""Of the cross-validation."""
HELD = 3
"""One in so many documents is held out, with its questions, where the gold set does not say which."""
TRAINING = ("train", "dev")
"""Names of the split to learn from, the first that there is."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its candidates: as they are where documents that it names come first, and where they do not."""

    query: Query
    routed: "Gathered"
    plain: "Gathered"

    def gathered(self, how: Fusion) -> "Gathered":
        """The candidates of a search that is fused so."""
        return self.routed if "route" in how.scorers else self.plain


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """What every scorer says of the candidates, and the candidates as readers are shown them."""

    candidates: Candidates
    hits: Sequence[Mapping[str, Any]]
    measured: dict[tuple[str, tuple[int, ...]], float] = field(default_factory=dict)
    """Metrics of the first hits, by their places: the same ones are measured once."""


def split(gold: Gold, training: str | None = None) -> tuple[Gold, Gold]:
    """The questions to learn from and those to report on: by their ``split``, else by the hash of their documents.

    Args:
        training: the split to learn from; the others are reported on. None: ``train`` or ``dev``, if there are others.

    Raises:
        UsageError: there are none to learn from, or to report on.
    """
    names = {query.split for query in gold.queries}
    name = training or next((one for one in TRAINING if one in names and len(names) > 1), None)
    if name:
        learns = [query.split == name for query in gold.queries]
    else:
        learns = [digest(key.encode())[0] % HELD != 0 for key in documents(gold.queries)]
    sides = [[query for query, one in zip(gold.queries, learns, strict=True) if one is side] for side in (True, False)]
    if not all(sides):
        known = ", ".join(sorted(one for one in names if one))
        raise UsageError(
            "gold_not_split",
            f"{gold.name} is not in two parts: {len(sides[0])} questions to learn from, {len(sides[1])} others.",
            remedy=f"Name a split with --split; there are: {known}." if known else "Give each query a split.",
        )
    return replace(gold, queries=sides[0]), replace(gold, queries=sides[1])


def documents(queries: Sequence[Query]) -> list[str]:
    """For each question a name that all share which ask about the same documents, directly or by way of others."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := parent.setdefault(name, name)) != name:
            parent[name] = parent.get(above, above)
            name = above
        return name

    named = [sorted({place.document for answer in query.answers for place in answer}) for query in queries]
    for first, *others in named:
        for other in others:
            one, two = sorted((root(first), root(other)))
            parent[two] = one
    return [root(first) for first, *_ in named]


def collect(
    connection: Connection, corpus: Corpus, gold: Gold, asking: Asking, *, partial: bool = False
) -> list[Question]:
    """Gather the candidates of every question in the published edition, by all scorers."""
    edition = editions.seen(corpus, None)
    found = resolve(connection, corpus, edition, gold, asking.day, partial=partial)
    vectors = embed(corpus.backend, gold, registered())
    rerank = asking.plan.rerank
    wanted = max(*asking.ks, rerank.pool(max(asking.ks)) if rerank else 0)
    progress.stage("gather", len(found.queries), "queries")
    questions = []
    for query in found.queries:
        with reading(connection):
            routed, plain = (
                understand(
                    connection, corpus, edition, query.text,
                    filters=filters_of(query, asking.day), pool=of_scorer(wanted), routed=one,
                    vector=vectors.get(query.text),
                )
                for one in (True, False)
            )  # fmt: skip
            without = _gathered(plain)
            questions.append(Question(query, _gathered(routed) if routed.route.named else without, without))
        progress.advance(1)
    return questions


def _gathered(asked: Understood) -> Gathered:
    candidates = gather(asked, list(registered()))
    rows = columns(asked.connection, candidates.ids.tolist())
    return Gathered(candidates, [rows[one] for one in candidates.ids.tolist()])


class Measured:
    """A metric of questions, however their candidates are fused."""

    def __init__(self, questions: Sequence[Question], metric: str) -> None:
        self.questions = questions
        self.metric = metric
        self.name, self.k = name_and_k(metric)

    def fused(self, how: Fusion) -> Floats:
        """By question, shape (len(questions),)."""
        values = []
        for one in self.questions:
            candidates = one.gathered(how).candidates
            values.append(self.of(one, how, order(candidates, fuse(candidates, how), how)))
        return np.array(values)

    def of(self, question: Question, how: Fusion, places: NDArray[np.int64]) -> float:
        """Of one question, for its candidates in this order, best first."""
        gathered = question.gathered(how)
        key = self.metric, tuple(places[: self.k].tolist())
        if key not in gathered.measured:
            values = measure(question.query.answers, [gathered.hits[place] for place in key[1]], [self.k])
            if self.name not in values:
                raise UsageError(
                    "tune_metric",
                    f"{question.query.where}: {self.name} is for answers that are ranges of characters.",
                    remedy="Choose another --metric, such as ndcg@10.",
                )
            gathered.measured[key] = values[self.name][str(self.k)]
        return gathered.measured[key]


def choose(
    measured: Callable[[Fusion], Floats],
    scorers: Iterable[str],
    folds: NDArray[np.int64],
    neighbours: float = NEIGHBOURS,
) -> list[Fusion]:
    """The fusion for these questions, and the ways to it: first the best scorer alone, last the one to use.

    Args:
        measured: the metric by question.
        folds: of each question, the part of the cross-validation in which it is.
        neighbours: as it is set; it is not chosen.
    """
    alone = [Fusion(Method.SUM, {name: 1.0}, neighbours) for name in scorers]
    steps = [max(alone, key=lambda how: float(measured(how).mean()))]
    while rest := [how for how in alone if not how.weights.keys() & steps[-1].weights.keys()]:
        now = steps[-1]
        methods = [now.method] if len(now.weights) > 1 else list(Method)
        offers = []
        for one in rest:
            ways = [_mixed(now, name, share, method) for name in one.weights for method in methods for share in SHARES]
            values = np.array([measured(way) for way in ways])
            offers.append((_unseen(values, folds), ways[_steadiest(values)]))
        gains, way = max(offers, key=lambda offer: float(offer[0].mean()))
        if not helps(measured(now), gains):
            break
        steps.append(way)
    return steps


def helps(before: Floats, after: Floats) -> bool:
    """Is the metric of the same questions higher, and not by chance?"""
    return paired(before, after).low > 0


def _mixed(now: Fusion, name: str, share: float, method: Method) -> Fusion:
    """With another scorer that has ``share`` of the whole."""
    total = sum(now.weights.values())
    weights = {one: weight / total * (1 - share) for one, weight in now.weights.items()}
    return Fusion(method, weights | {name: share}, now.neighbours)


def _unseen(values: Floats, folds: NDArray[np.int64]) -> Floats:
    """What the best way gives each question, chosen without those of its fold; ``values``: (ways, questions)."""
    found = np.empty(values.shape[1])
    for fold in np.unique(folds):
        others = folds != fold
        way = _steadiest(values[:, others]) if others.any() else 0
        found[~others] = values[way, ~others]
    return found


def _steadiest(values: Floats) -> int:
    """The way with the best mean over itself and its neighbours, so that no lucky share wins by itself."""
    means = values.mean(axis=1).reshape(-1, len(SHARES))
    padded = np.pad(means, ((0, 0), (1, 1)), mode="edge")
    return int(np.argmax((padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]).round(9)))


def share_of_reranker(measured: Measured, how: Fusion, rerank: Rerank, folds: NDArray[np.int64]) -> float:
    """How much the reranker's score is to count after this fusion; 0: it does not help."""
    progress.stage("rerank", len(measured.questions), "queries")
    values = []
    for one in measured.questions:
        candidates, hits = one.gathered(how).candidates, one.gathered(how).hits
        fused, ahead = fuse(candidates, how), tiers(candidates, how)
        first = order(candidates, fused, how)[: rerank.pool(measured.k)]
        passages = [embedding_text(hits[place]["header"], "", hits[place]["content"]) for place in first]
        scores = rerank.model.score(one.query.text, passages) if passages else np.empty(0)
        blended = [blend((fused - ahead)[first], scores, share) for share in SHARES]
        values.append([measured.of(one, how, first[np.lexsort((-each, -ahead[first]))]) for each in blended])
        progress.advance(1)
    by_share = np.array(values).T
    return SHARES[_steadiest(by_share)] if helps(measured.fused(how), _unseen(by_share, folds)) else 0.0


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best search of a corpus for the questions to learn from, and by question what it gives there."""

    corpus: Corpus
    options: Mapping[str, Any]
    """Of the profile, by which the corpus was cut; empty: as it is."""
    single: Fusion
    """The best scorer alone."""
    fusion: Fusion
    rerank: Rerank | None
    learnt: Mapping[tuple[str, str], float]

    @property
    def mean(self) -> float:
        """Of the questions to learn from."""
        return float(np.mean(list(self.learnt.values())))


def tuned(
    connection: Connection,
    corpus: Corpus,
    gold: Gold,
    asking: Asking,
    metric: str,
    *,
    options: Mapping[str, Any] | None = None,
    partial: bool = False,
) -> Tuned:
    """Choose for one corpus, as it is cut by ``options``.

    Raises:
        UsageError: the gold set does not fit, or has no such metric.
    """
    questions = collect(connection, corpus, gold, asking, partial=partial)
    measured = Measured(questions, metric)
    folds = np.array([digest(name.encode())[1] % FOLDS for name in documents([one.query for one in questions])])
    steps = choose(measured.fused, registered(), folds, asking.plan.fusion.neighbours)
    fusion = replace(steps[-1], weights={name: round(weight, 3) for name, weight in steps[-1].weights.items()})
    given = asking.plan.rerank
    share = share_of_reranker(measured, fusion, given, folds) if given else 0.0
    rerank = replace(given, weight=share) if given and share else None
    found = evaluate(connection, corpus, gold, asking.with_plan(fusion=fusion, rerank=rerank), partial=partial)
    return Tuned(corpus, options or {}, steps[0], fusion, rerank, _by_query(found.rows, metric))


def best(trials: Sequence[Tuned]) -> Tuned:
    """The first, which is the corpus as it is; or the best of those that are better beyond chance."""

    def better(one: Tuned) -> bool:
        shared = sorted(trials[0].learnt.keys() & one.learnt.keys())
        return helps(*(np.array([trial.learnt[key] for key in shared]) for trial in (trials[0], one)))

    return max((one for one in trials[1:] if better(one)), key=lambda one: one.mean, default=trials[0])


@dataclass(frozen=True, slots=True)
class Report:
    """What the choice gives on the questions that were held out: against the present settings, and against its best
    scorer alone."""

    metric: str
    against_present: Comparison
    against_single: Comparison
    queries: int

    def differences(self, of: Comparison) -> list[dict[str, Any]]:
        """Of the metric, by data set and in the mean of sets, as plain values."""
        return [row for row in summarised(of, 0)["differences"] if row["metric"] == self.metric]

    @property
    def better(self) -> bool:
        """Is the choice better than the present settings, beyond chance?"""
        return all(one.low > 0 for one in self.against_present.of(self.metric))


def report(
    connection: Connection,
    present: Corpus,
    choice: Tuned,
    held: Gold,
    asking: Asking,
    metric: str,
    *,
    partial: bool = False,
) -> Report:
    """Ask the questions that were held out, by the search that users call."""

    def rows(corpus: Corpus, fusion: Fusion, rerank: Rerank | None) -> Sequence[Asked]:
        chosen = asking.with_plan(fusion=fusion, rerank=rerank)
        return evaluate(connection, corpus, held, chosen, partial=partial).rows

    found = rows(choice.corpus, choice.fusion, choice.rerank)
    return Report(
        metric,
        compare(rows(present, asking.plan.fusion, asking.plan.rerank), found, metric),
        compare(rows(choice.corpus, choice.single, None), found, metric),
        len(found),
    )


def _by_query(rows: Iterable[Asked], metric: str) -> dict[tuple[str, str], float]:
    name, k = name_and_k(metric)
    return {(row.set, row.id): row.metrics[name][str(k)] for row in rows}


def summary(present: Corpus, trials: Sequence[Tuned], choice: Tuned, found: Report) -> dict[str, Any]:
    """As ``piperoll tune --json`` prints it."""
    return {
        "corpus": present.name,
        "edition": present.published_edition,
        "metric": found.metric,
        "queries": {"learnt": len(choice.learnt), "held": found.queries},
        "tried": [_plain(one) for one in trials],
        "chosen": _plain(choice),
        "single": next(iter(choice.single.weights)),
        "against_present": found.differences(found.against_present),
        "against_single": found.differences(found.against_single),
        "better": found.better,
        "toml": toml(present, choice),
    }


def toml(present: Corpus, choice: Tuned) -> str:
    """The lines of ``[corpus.NAME]`` that set the choice."""
    lines = [
        f"[corpus.{present.name}]",
        f'fusion = "{choice.fusion.method}"',
        f"weights = {_table(choice.fusion.weights)}",
    ]
    if choice.rerank:
        lines.append(f"rerank_weight = {choice.rerank.weight}")
    if choice.options:
        lines.append(f"options = {_table(choice.options)}")
    return "\n".join(lines)


def _table(values: Mapping[str, Any]) -> str:
    """An inline table; JSON writes numbers, texts, lists and truth values as TOML does."""
    return "{ " + ", ".join(f"{name} = {orjson.dumps(value).decode()}" for name, value in values.items()) + " }"


def _plain(one: Tuned) -> dict[str, Any]:
    return {
        "options": dict(one.options),
        "fusion": str(one.fusion.method),
        "weights": dict(one.fusion.weights),
        "rerank_weight": one.rerank.weight if one.rerank else None,
        "mean": one.mean,
    }
