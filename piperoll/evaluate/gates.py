"""Judge an edition before it is published: one whose scores fell is not let through.

The mean decides, not the bootstrap. A gold set that people wrote has tens of questions, and with so few a lost answer
is never significant: an edition that no longer answers one of ten questions would pass. Both editions are asked the
same questions, so a fall is no noise of measurement: these questions are answered worse. Whether that is worth a night
is for a person to decide, who sees the interval, p and the questions that fell most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any

from piperoll.errors import UsageError
from piperoll.evaluate.compare import Comparison, Difference, Moved, compare
from piperoll.evaluate.evaluation import KS, Asking, Evaluation, embed, evaluate
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.metrics import name_and_k
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

GUARDED = ("mrr@10", "recall@5")
"""Metrics that must not fall either. Each damage shows in another metric: over 60 questions about privacy policies
ndcg@10 fell by .138 without headers, but by .005 without a tenth of the chunks, where recall@5 fell by .044, and by
.015 with words that are not stemmed, where mrr@10 fell by .085."""
ALONE = (Mode.LEXICAL, Mode.DENSE)
"""Modes that are asked as well: a hybrid search still finds, by names of documents or by meaning, what lost its headers
or its words. In these modes a fall counts only if it is no chance, because a single question moves them more."""
NOISE = 1e-9
"""Error of sums of floating point numbers."""
NAMED = 3
"""Queries that a message names."""
LENGTH = 80
"""Characters of a query that a message shows."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold what the gate found."""

    metric: str
    """The metric that was chosen."""
    margin: float
    """How far a mean may fall."""
    after: Evaluation
    """Of the edition that is judged."""
    before: Evaluation | None = None
    """Of the published edition; None: nothing is published."""
    comparison: Comparison | None = None
    """Of the two; None: nothing is published."""
    alone: Mapping[Mode, Comparison] = field(default_factory=dict)
    """Of the two in the modes of ALONE."""

    @property
    def differences(self) -> Sequence[Difference]:
        """Return the differences in the metric that was chosen: by data set, and in the mean of sets."""
        return self.comparison.of(self.metric) if self.comparison else ()

    @property
    def fall(self) -> "Fall | None":
        """Return what fell beyond the margin: in the chosen metric, else in those of GUARDED, else in a mode alone."""
        return next((Fall(*fallen) for fallen in self._beyond() if fallen[-1]), None)

    def _beyond(self) -> Iterator[tuple[str, Comparison, list[Difference]]]:
        comparisons = {"": self.comparison} if self.comparison else {}
        comparisons |= {f" by {mode} search": alone for mode, alone in self.alone.items()}
        for by, comparison in comparisons.items():
            for metric in (self.metric, *GUARDED):
                fallen = [one for one in comparison.of(metric) if one.difference < -self.margin - NOISE]
                yield by, comparison, [one for one in fallen if not by or one.high < 0]

    @property
    def summary(self) -> dict[str, Any]:
        """Return the verdict as ``piperoll reindex --json`` prints it."""
        return {
            "gold": self.after.gold,
            "metric": self.metric,
            "margin": self.margin,
            "passed": not self.fall,
            "before": value(self.before, self.metric) if self.before else None,
            "after": value(self.after, self.metric),
            "queries": self.after.queries,
            **({"reranked": dict(self.after.reranked)} if self.after.reranked else {}),
        }


@dataclass(frozen=True, slots=True)
class Fall:
    """Hold why an edition is not let through."""

    by: str
    """The mode of ALONE that fell, as a message says it; "": the search of the corpus."""
    comparison: Comparison
    differences: Sequence[Difference]


def judge(
    connection: Connection,
    before: Corpus,
    after: Corpus,
    edition: int,
    gold: Gold,
    metric: str,
    margin: float,
    plan: SearchPlan | None = None,
) -> Verdict:
    """Ask the questions in ``edition`` and in the published one; the index has changed since any earlier evaluation.

    Args:
        connection: to the database.
        before: the corpus as readers see it.
        after: as they would see it: its profile, language and backend.
        edition: number of the edition that is judged.
        gold: the questions with their answers.
        metric: a metric of which more is better, such as "ndcg@10".
        margin: how far its mean, and those of GUARDED, may fall, in any data set and in the mean of them; in the modes
            of ALONE too, but for chance.
        plan: how both are searched; None: without settings.

    Returns:
        The verdict.

    Raises:
        UsageError: the gold set has no such metric, or does not fit the corpus.
    """
    asking = Asking(ks=sorted({*KS, name_and_k(metric)[1]}), plan=plan or SearchPlan())
    vectors = embed(after.backend, gold, asking.scorers(after.backend))
    shared = vectors if before.backend == after.backend else None

    def ask_built(asking: Asking) -> Evaluation:
        return evaluate(connection, after, gold, asking.with_plan(edition=edition), partial=True, vectors=vectors)

    def ask_published(asking: Asking) -> Evaluation:
        return evaluate(connection, before, gold, asking, partial=True, vectors=shared)

    built = ask_built(asking)
    _check_metric(built, metric)
    if not before.published_edition:
        return Verdict(metric, margin, built)
    published = ask_published(asking)
    alone = {}
    for mode in ALONE:
        by_mode = asking.with_plan(mode=mode, rerank=None)
        rows = ask_built(by_mode).rows
        alone[mode] = compare(ask_published(by_mode).rows, rows, metric)
    return Verdict(metric, margin, built, published, compare(published.rows, built.rows, metric), alone)


def _check_metric(evaluation: Evaluation, metric: str) -> None:
    if value(evaluation, metric) is None:
        raise UsageError(
            "gate_metric",
            f"{evaluation.gold} has no {metric}: that is for answers that are ranges of characters.",
            remedy=f"Set gate_metric of [corpus.{evaluation.corpus}] to ndcg@10.",
        )


def value(evaluation: Evaluation, metric: str) -> float | None:
    """Return the mean of a metric such as "ndcg@10" over all queries; None if it was not measured."""
    name, k = name_and_k(metric)
    return evaluation.metrics.get(name, {}).get(str(k))


def described(verdict: Verdict) -> str:
    """Describe the values that decide, in one line, with a note on the reranker if it failed."""
    values = [f"{one.set} {one.before:.3f} to {one.after:.3f}" for one in verdict.differences]
    if not verdict.comparison:
        values = [f"{value(verdict.after, verdict.metric):.3f}; nothing is published to compare it with"]
    return " ".join([", ".join(values), *([f"({verdict.after.note})"] if verdict.after.note else [])])


def described_fall(verdict: Verdict) -> str | None:
    """Return why the gate refuses: by how much the metric fell, and which queries fell most; None: it does not."""
    if not (fall := verdict.fall):
        return None
    worst = min(fall.differences, key=lambda difference: difference.difference)
    of = (worst.set if len(verdict.differences) > 1 else verdict.after.gold) + fall.by
    fell = fall.comparison.fell
    named = "; ".join(_named(query) for query in fell[:NAMED])
    return (
        f"{worst.metric} of {of} fell from {worst.before:.3f} to {worst.after:.3f}, by more than"
        f" {verdict.margin:g} (95 % between {worst.low:+.3f} and {worst.high:+.3f}, p {worst.p:.2g})."
        f" {len(fell)} of {len(verdict.after.rows)} queries fell, most of all {named}."
    )


def _named(query: Moved) -> str:
    return f"{shorten(query.query, LENGTH)!r} ({query.before:.2f} to {query.after:.2f})"
