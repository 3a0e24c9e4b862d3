"""The gate before publishing: an edition whose scores fell is not let through.

The mean decides, not the bootstrap. A gold set that people wrote has tens of questions, and with so few a lost answer
is never significant: of ten questions one that finds nothing any more would pass. Both editions are asked the same
questions, so a fall is no noise of measurement but these questions answered worse; whether that is worth a night is for
a person to say, who sees the interval, p and the questions that fell most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any

from piperoll.errors import PiperollError, UsageError
from piperoll.evaluate.compare import Comparison, Difference, Moved, compare
from piperoll.evaluate.evaluation import KS, Asking, Evaluation, embed, evaluate
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.metrics import name_and_k
from piperoll.search.plan import SearchPlan
from piperoll.search.scorer import Mode
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

GUARDED = ("mrr@10", "recall@5")
"""What must not fall either. Each damage shows in another metric: over 60 questions about privacy policies ndcg@10 fell
by .138 without headers, but by .005 without a tenth of the chunks, where recall@5 fell by .044, and by .015 with words
that are not stemmed, where mrr@10 fell by .085."""
ALONE = (Mode.LEXICAL, Mode.DENSE)
"""Searches that are asked as well: a hybrid one finds by names of documents, or by meaning, what lost its headers or
its words. Of these a fall counts only if it is no chance, because a single question moves them more."""
NOISE = 1e-9
"""Of sums of floating point numbers."""
NAMED = 3
"""Queries that a message names."""
LENGTH = 80
"""Characters of each that it shows."""


class GateNotPassed(PiperollError):
    """An edition that is built is not published: it answers worse than the published one."""

    exit_code = 3
    verdict: "Verdict | None" = None
    """What was compared; known in the process that judged."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of the gate. ``before`` and ``comparison`` are None where nothing was published."""

    metric: str
    margin: float
    after: Evaluation
    before: Evaluation | None = None
    comparison: Comparison | None = None
    alone: Mapping[Mode, Comparison] = field(default_factory=dict)

    @property
    def differences(self) -> Sequence[Difference]:
        """Of the metric that was chosen: by data set, and of the mean of sets."""
        return self.comparison.of(self.metric) if self.comparison else ()

    @property
    def fall(self) -> "Fall | None":
        """What is beyond the margin: of the metric that was chosen, else of those that are guarded, else of a scorer
        alone."""
        return next((Fall(*found) for found in self._beyond() if found[-1]), None)

    def _beyond(self) -> Iterator[tuple[str, Comparison, list[Difference]]]:
        every = {"": self.comparison} if self.comparison else {}
        every |= {f" by {mode} search": one for mode, one in self.alone.items()}
        for by, comparison in every.items():
            for metric in (self.metric, *GUARDED):
                found = [one for one in comparison.of(metric) if one.difference < -self.margin - NOISE]
                yield by, comparison, [one for one in found if not by or one.high < 0]

    @property
    def summary(self) -> dict[str, Any]:
        """As ``piperoll reindex --json`` prints it."""
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
    """Why an edition is not let through. ``by``: the search that is asked besides, as a message says it."""

    by: str
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
    """Ask the questions in ``edition`` and in the published one, one after another, by the same code.

    Nothing of an earlier evaluation is used: the vector index, which the two share, has changed since.

    Args:
        before: the corpus as readers see it.
        after: as they would see it: its profile, language and backend.
        metric: of which more is better, such as "ndcg@10".
        margin: how far its mean, and those of GUARDED, may fall, in any data set and in the mean of them; by the
            searches of ALONE too, but for chance.
        plan: how both are searched; None: without settings.

    Raises:
        UsageError: the gold set has no such metric, or does not fit the corpus.
    """
    asking = Asking(ks=sorted({*KS, name_and_k(metric)[1]}), plan=plan or SearchPlan())
    vectors = embed(after.backend, gold, asking.scorers)
    found = evaluate(connection, after, gold, asking.with_plan(edition=edition), partial=True, vectors=vectors)
    if value(found, metric) is None:
        raise UsageError(
            "gate_metric",
            f"{gold.name} has no {metric}: that is for answers that are ranges of characters.",
            remedy=f"Set gate_metric of [corpus.{after.name}] to ndcg@10.",
        )
    if not before.published_edition:
        return Verdict(metric, margin, found)
    shared = vectors if before.backend == after.backend else None

    def compared(asking: Asking, found: Evaluation) -> tuple[Evaluation, Comparison]:
        published = evaluate(connection, before, gold, asking, partial=True, vectors=shared)
        return published, compare(published.rows, found.rows, metric)

    published, comparison = compared(asking, found)
    alone = {}
    for mode in ALONE:
        way = asking.with_plan(mode=mode, rerank=None)
        asked = evaluate(connection, after, gold, way.with_plan(edition=edition), partial=True, vectors=vectors)
        _, alone[mode] = compared(way, asked)
    return Verdict(metric, margin, found, published, comparison, alone)


def value(evaluation: Evaluation, metric: str) -> float | None:
    """The mean of a metric such as "ndcg@10" over all queries; None if it was not measured."""
    name, k = name_and_k(metric)
    return evaluation.metrics.get(name, {}).get(str(k))


def told(verdict: Verdict) -> str:
    """The values that decide, in one line; and what must be known of them."""
    found = [f"{one.set} {one.before:.3f} to {one.after:.3f}" for one in verdict.differences]
    if not verdict.comparison:
        found = [f"{value(verdict.after, verdict.metric):.3f}; nothing is published to compare it with"]
    return " ".join([", ".join(found), *([f"({verdict.after.note})"] if verdict.after.note else [])])


def refuse(verdict: Verdict, what: str, remedy: str) -> None:
    """Raise if the verdict is that ``what`` ("Edition 5 of laws is not published") stays as it is.

    Raises:
        GateNotPassed: it says by how much the metric fell, and which queries fell most.
    """
    if not (fall := verdict.fall):
        return
    worst = min(fall.differences, key=lambda one: one.difference)
    of = (worst.set if len(verdict.differences) > 1 else verdict.after.gold) + fall.by
    fell = fall.comparison.fell
    named = "; ".join(_named(one) for one in fell[:NAMED])
    raise GateNotPassed(
        "gate_not_passed",
        f"{what}: {worst.metric} of {of} fell from {worst.before:.3f} to {worst.after:.3f}, by more than"
        f" {verdict.margin:g} (95 % between {worst.low:+.3f} and {worst.high:+.3f}, p {worst.p:.2g})."
        f" {len(fell)} of {len(verdict.after.rows)} queries fell, most of all {named}.",
        remedy=remedy,
    )


def _named(one: Moved) -> str:
    return f"{shorten(one.query, LENGTH)!r} ({one.before:.2f} to {one.after:.2f})"
