"""Tune the fusion of a corpus: choose it by some questions of a gold set, and judge it by the others.

The candidates of a question are gathered once and fused in every way that is tried. Scorers come in one after another,
as long as the next one helps (forward selection): first the best one alone, then each time the one that gains most,
with the share that serves best. The gain is measured on questions that did not choose the share (cross-validation); all
questions about one document are on one side. A scorer comes in only if a paired bootstrap says that the gain is no
chance. So a scorer that does not help is off, and few questions choose few weights.
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
from piperoll.evaluate.evaluation import Asking, QueryResult, embed, evaluate, filters_of
from piperoll.evaluate.gold import Gold, Query
from piperoll.evaluate.metrics import measure, name_and_k
from piperoll.evaluate.resolve import resolve
from piperoll.hashing import digest
from piperoll.search.fusion import NEIGHBOURS, Candidates, Fusion, fuse, order, tiers
from piperoll.search.modes import Method
from piperoll.search.normalise import Floats
from piperoll.search.pool import of_scorer
from piperoll.search.query import Query as Understood
from piperoll.search.query import understand
from piperoll.search.rerank import Rerank, blend
from piperoll.search.scorers import MATCHING, registered
from piperoll.search.search import columns, gather, passage
from piperoll.store import editions
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus

SHARES = tuple(tenth / 10 for tenth in range(1, 10))
"""Shares of the whole that are tried for a scorer, and for a reranker."""
FOLDS = 5
"""Folds of the cross-validation."""
HELD = 3
"""One in so many documents is held out, with its questions, where the gold set has no splits."""
TRAINING = ("train", "dev")
"""Names of the split to learn from; the first one that exists."""


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a question with its candidates."""

    query: Query
    matched: "Gathered"
    """With the documents that it names before others."""
    plain: "Gathered"
    """Without looking for documents that it names."""

    def gathered(self, fusion: Fusion) -> "Gathered":
        """Return the candidates of a search with this fusion."""
        return self.matched if MATCHING in fusion.scorers else self.plain


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """Hold the candidates with the scores of every scorer, and as readers are shown them."""

    candidates: Candidates
    hits: Sequence[Mapping[str, Any]]
    measured: dict[tuple[str, tuple[int, ...]], float] = field(default_factory=dict)
    """Metrics by name and by the places of the first hits: the same hits are measured once."""


def split(gold: Gold, training: str | None = None) -> tuple[Gold, Gold]:
    """Divide the questions into those to learn from and those to report on.

    They are divided by their ``split``, or if they have none by the hash of their documents.

    Args:
        gold: all questions.
        training: the split to learn from; the others are reported on. None: ``train`` or ``dev``, if there are others.

    Returns:
        The two parts.

    Raises:
        UsageError: there are none to learn from, or to report on.
    """
    names = {query.split for query in gold.queries}
    name = training or next((one for one in TRAINING if one in names and len(names) > 1), None)
    if name:
        learns = [query.split == name for query in gold.queries]
    else:
        learns = [digest(key.encode())[0] % HELD != 0 for key in documents(gold.queries)]
    sides = [
        [query for query, learn in zip(gold.queries, learns, strict=True) if learn is side] for side in (True, False)
    ]
    if not all(sides):
        splits = ", ".join(sorted(one for one in names if one))
        raise UsageError(
            "gold_not_split",
            f"{gold.name} is not in two parts: {len(sides[0])} questions to learn from, {len(sides[1])} others.",
            remedy=f"Name a split with --split; there are: {splits}." if splits else "Give each query a split.",
        )
    return replace(gold, queries=sides[0]), replace(gold, queries=sides[1])


def documents(queries: Sequence[Query]) -> list[str]:
    """Return a name for each question, shared by those that ask about the same documents, also by way of others."""
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
    """Gather the candidates of every question in the published edition, by all scorers.

    Args:
        connection: to the database.
        corpus: as readers see it.
        gold: the questions.
        asking: how they are asked; decides day, ks and reranker.
        partial: leave out questions about documents that no edition has.

    Returns:
        The questions with their candidates.
    """
    edition = editions.seen(corpus, None)
    resolved = resolve(connection, corpus, edition, gold, asking.day, partial=partial)
    vectors = embed(corpus.backend, gold, registered())
    rerank = asking.plan.rerank
    wanted = max(*asking.ks, rerank.pool(max(asking.ks)) if rerank else 0)
    progress.stage("gather", len(resolved.queries), "queries")
    questions = []
    for query in resolved.queries:
        with reading(connection):
            matched, plain = (
                understand(
                    connection, corpus, edition, query.text,
                    filters=filters_of(query, asking.day), pool=of_scorer(wanted), matched=named_first,
                    vector=vectors.get(query.text), thesauri=asking.plan.thesauri,
                )
                for named_first in (True, False)
            )  # fmt: skip
            without = _gathered(plain)
            questions.append(Question(query, _gathered(matched) if matched.match.named else without, without))
        progress.advance(1)
    return questions


def _gathered(query: Understood) -> Gathered:
    candidates = gather(query, list(registered()))
    rows = columns(query, candidates.ids.tolist())
    return Gathered(candidates, [rows[chunk] for chunk in candidates.ids.tolist()])


class Measured:
    """Measure a metric of questions for any fusion of their candidates."""

    def __init__(self, questions: Sequence[Question], metric: str) -> None:
        self.questions = questions
        self.metric = metric
        self.name, self.k = name_and_k(metric)

    def fused(self, fusion: Fusion) -> Floats:
        """Return the metric of each question, shape (len(questions),)."""
        values = []
        for question in self.questions:
            candidates = question.gathered(fusion).candidates
            values.append(self.of(question, fusion, order(candidates, fuse(candidates, fusion), fusion)))
        return np.array(values)

    def of(self, question: Question, fusion: Fusion, places: NDArray[np.int64]) -> float:
        """Return the metric of one question.

        Args:
            question: with its candidates.
            fusion: decides which candidates they are.
            places: of the candidates, best first.
        """
        gathered = question.gathered(fusion)
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
    """Choose the fusion for these questions.

    Args:
        measured: returns the metric of each question.
        scorers: names of those that may come in.
        folds: the fold of each question, shape (questions,).
        neighbours: as it is set; it is not chosen.

    Returns:
        The steps: first the best scorer alone, last the fusion to use.
    """
    alone = [Fusion(Method.SUM, {name: 1.0}, neighbours) for name in scorers]
    steps = [max(alone, key=lambda fusion: float(measured(fusion).mean()))]
    while rest := [fusion for fusion in alone if not fusion.weights.keys() & steps[-1].weights.keys()]:
        present = steps[-1]
        methods = [present.method] if len(present.weights) > 1 else list(Method)
        offers = []
        for (name,) in (fusion.weights for fusion in rest):
            trials = [_mixed(present, name, share, method) for method in methods for share in SHARES]
            values = np.array([measured(trial) for trial in trials])
            offers.append((_unseen(values, folds), trials[_steadiest(values)]))
        gains, best_trial = max(offers, key=lambda offer: float(offer[0].mean()))
        if not helps(measured(present), gains):
            break
        steps.append(best_trial)
    return steps


def helps(before: Floats, after: Floats) -> bool:
    """Return whether the metric of the same questions is higher, and not by chance."""
    return paired(before, after).low > 0


def _mixed(fusion: Fusion, name: str, share: float, method: Method) -> Fusion:
    """Return a fusion with another scorer, which has ``share`` of the whole."""
    total = sum(fusion.weights.values())
    weights = {scorer: weight / total * (1 - share) for scorer, weight in fusion.weights.items()}
    return Fusion(method, weights | {name: share}, fusion.neighbours)


def _unseen(values: Floats, folds: NDArray[np.int64]) -> Floats:
    """Return the metric of each question by the best trial, chosen without the questions of its fold.

    ``values`` has the shape (trials, questions).
    """
    unseen = np.empty(values.shape[1])
    for fold in np.unique(folds):
        others = folds != fold
        trial = _steadiest(values[:, others]) if others.any() else 0
        unseen[~others] = values[trial, ~others]
    return unseen


def _steadiest(values: Floats) -> int:
    """Return the trial with the best mean over itself and its neighbours, so that no lucky share wins by itself."""
    means = values.mean(axis=1).reshape(-1, len(SHARES))
    padded = np.pad(means, ((0, 0), (1, 1)), mode="edge")
    return int(np.argmax((padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]).round(9)))


def share_of_reranker(measured: Measured, fusion: Fusion, rerank: Rerank, folds: NDArray[np.int64]) -> float:
    """Return how much the reranker's score is to count; 0: it does not help.

    Args:
        measured: the questions and their metric.
        fusion: by which the candidates are ordered before.
        rerank: the reranker.
        folds: the fold of each question, shape (questions,).
    """
    progress.stage("rerank", len(measured.questions), "queries")
    values = []
    for question in measured.questions:
        gathered = question.gathered(fusion)
        fused, tier = fuse(gathered.candidates, fusion), tiers(gathered.candidates, fusion)
        first = order(gathered.candidates, fused, fusion)[: rerank.pool(measured.k)]
        passages = [passage(gathered.hits[place]) for place in first]
        scores = rerank.model.score(question.query.text, passages) if passages else np.empty(0)
        blended = [blend((fused - tier)[first], scores, share) for share in SHARES]
        values.append([measured.of(question, fusion, first[np.lexsort((-one, -tier[first]))]) for one in blended])
        progress.advance(1)
    by_share = np.array(values).T
    return SHARES[_steadiest(by_share)] if helps(measured.fused(fusion), _unseen(by_share, folds)) else 0.0


@dataclass(frozen=True, slots=True)
class Tuned:
    """Hold the best search of a corpus for the questions to learn from."""

    corpus: Corpus
    options: Mapping[str, Any]
    """Options of the profile by which the corpus was cut for a trial; empty: it is the corpus as it is."""
    single: Fusion
    """The best scorer alone."""
    fusion: Fusion
    rerank: Rerank | None
    learnt: Mapping[tuple[str, str], float]
    """The metric of each question to learn from, by data set and id."""

    @property
    def mean(self) -> float:
        """Return the mean over the questions to learn from."""
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
    """Choose fusion and reranking for one corpus.

    Args:
        connection: to the database.
        corpus: as it is cut.
        gold: the questions to learn from.
        asking: how they are asked now.
        metric: what is to be as high as can be, such as "ndcg@10".
        options: those by which the corpus was cut, if it was cut for a trial.
        partial: leave out questions about documents that no edition has.

    Returns:
        The choice.

    Raises:
        UsageError: the gold set does not fit, or has no such metric.
    """
    questions = collect(connection, corpus, gold, asking, partial=partial)
    measured = Measured(questions, metric)
    folds = np.array(
        [digest(name.encode())[1] % FOLDS for name in documents([question.query for question in questions])]
    )
    steps = choose(measured.fused, registered(), folds, asking.plan.fusion.neighbours)
    fusion = replace(steps[-1], weights={name: round(weight, 3) for name, weight in steps[-1].weights.items()})
    given = asking.plan.rerank
    share = share_of_reranker(measured, fusion, given, folds) if given else 0.0
    rerank = replace(given, weight=share) if given and share else None
    chosen = evaluate(connection, corpus, gold, asking.with_plan(fusion=fusion, rerank=rerank), partial=partial)
    return Tuned(corpus, options or {}, steps[0], fusion, rerank, _by_query(chosen.rows, metric))


def best(trials: Sequence[Tuned]) -> Tuned:
    """Return the best trial that is better than the first one, the corpus as it is, beyond chance; else the first."""

    def better(trial: Tuned) -> bool:
        shared = sorted(trials[0].learnt.keys() & trial.learnt.keys())
        return helps(*(np.array([side.learnt[key] for key in shared]) for side in (trials[0], trial)))

    return max((trial for trial in trials[1:] if better(trial)), key=lambda trial: trial.mean, default=trials[0])


@dataclass(frozen=True, slots=True)
class Report:
    """Compare the choice, on the questions that were held out, with the present settings and with its best scorer."""

    metric: str
    against_present: Comparison
    against_single: Comparison
    queries: int

    def differences(self, of: Comparison) -> list[dict[str, Any]]:
        """Return the differences in the metric, by data set and in the mean of sets, as plain values."""
        return [row for row in summarised(of, 0)["differences"] if row["metric"] == self.metric]

    @property
    def better(self) -> bool:
        """Return whether the choice is better than the present settings, beyond chance."""
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
    """Ask the questions that were held out, by the search that users call.

    Args:
        connection: to the database.
        present: the corpus as it is cut now.
        choice: the best of the trials.
        held: the questions that were held out.
        asking: how they are asked now.
        metric: the metric that was tuned.
        partial: leave out questions about documents that no edition has.

    Returns:
        The comparisons.
    """

    def rows(corpus: Corpus, fusion: Fusion, rerank: Rerank | None) -> Sequence[QueryResult]:
        by_plan = asking.with_plan(fusion=fusion, rerank=rerank)
        return evaluate(connection, corpus, held, by_plan, partial=partial).rows

    chosen = rows(choice.corpus, choice.fusion, choice.rerank)
    return Report(
        metric,
        compare(rows(present, asking.plan.fusion, asking.plan.rerank), chosen, metric),
        compare(rows(choice.corpus, choice.single, None), chosen, metric),
        len(chosen),
    )


def _by_query(rows: Iterable[QueryResult], metric: str) -> dict[tuple[str, str], float]:
    name, k = name_and_k(metric)
    return {(row.set, row.id): row.metrics[name][str(k)] for row in rows}


def summary(present: Corpus, trials: Sequence[Tuned], choice: Tuned, result: Report) -> dict[str, Any]:
    """Return what ``piperoll tune --json`` prints.

    Args:
        present: the corpus as it is.
        trials: every corpus that was tuned.
        choice: the best of them.
        result: what the choice gives on the questions that were held out.

    Returns:
        Plain values.
    """
    return {
        "corpus": present.name,
        "edition": present.published_edition,
        "metric": result.metric,
        "queries": {"learnt": len(choice.learnt), "held": result.queries},
        "tried": [_plain(trial) for trial in trials],
        "chosen": _plain(choice),
        "single": next(iter(choice.single.weights)),
        "against_present": result.differences(result.against_present),
        "against_single": result.differences(result.against_single),
        "better": result.better,
        "toml": toml(present, choice),
    }


def toml(present: Corpus, choice: Tuned) -> str:
    """Return the lines of ``[corpus.NAME]`` that set the choice."""
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
    """Return an inline table; JSON writes numbers, texts, lists and truth values as TOML does."""
    return "{ " + ", ".join(f"{name} = {orjson.dumps(value).decode()}" for name, value in values.items()) + " }"


def _plain(trial: Tuned) -> dict[str, Any]:
    return {
        "options": dict(trial.options),
        "fusion": str(trial.fusion.method),
        "weights": dict(trial.fusion.weights),
        "rerank_weight": trial.rerank.weight if trial.rerank else None,
        "mean": trial.mean,
    }
