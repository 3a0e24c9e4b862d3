"""Report what the choice gives on the questions that were held out, and the settings that make it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from piperoll.evaluate.compare import Comparison, compare
from piperoll.evaluate.compare import summary as summarised
from piperoll.evaluate.evaluation import Asking, QueryResult, evaluate
from piperoll.evaluate.gold import Gold
from piperoll.evaluate.tuning.trial import Tuned
from piperoll.search.fusion import Fusion
from piperoll.search.rerank import Rerank
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


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
