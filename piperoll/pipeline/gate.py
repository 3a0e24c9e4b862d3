"""Gate: ask the questions of the corpus's gold set before publishing, and hold an edition back that answers worse.

The gate belongs to the corpus: it is stored with it. Settings that name a gold set, a metric or a margin replace what
is stored when a run begins to judge; a run whose settings say nothing of it is judged by what is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.settings import GATE_MARGIN, GATE_METRIC
from piperoll.store import gates as kept
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.gates import StoredGate

if TYPE_CHECKING:
    from piperoll.evaluate.gates import Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """Hold what the stage found."""

    verdict: "Verdict | None"
    """None: there was nothing to judge."""
    changes: Sequence[str]
    """What the settings of the run changed in the gate of the corpus, for people."""
    override: str | None = None
    """Why the edition is published all the same; None: the gate let it pass."""

    @property
    def summary(self) -> dict[str, Any] | None:
        """Return the verdict as ``piperoll reindex --json`` prints it."""
        return self.verdict.summary | {"override": self.override} if self.verdict else None


class Gate(BaseStage):
    """The stage asks the gold set in the edition and in the published one; both evaluations are kept."""

    name = "gate"
    does = "holds an edition back that answers the gold set worse"

    def run(self, context: Context) -> StageResult:
        """Judge the edition. The ``value`` of the result is :class:`Judged`.

        Raises:
            GateNotPassed: the edition answers worse by more than the margin; it is not published.
            UsageError: the gold set cannot be used.
            PiperollError: ``gate_damaged``.
        """
        job, edition = context.job, context.edition
        with context.connect() as (connection, corpus):
            gate, changes = take_over(connection, corpus, job)
            if not gate or edition == corpus.published_edition:
                message = "; ".join([*changes, "nothing to judge"])
                return StageResult(self.name, message=message, value=Judged(None, changes))
            from piperoll.evaluate.gates import described
            from piperoll.pipeline import judging  # loads the search, which most runs do not need

            offered = replace(corpus, profile=job.profile_name, language=job.profile.language)
            verdict, why = judging.judge(connection, corpus, offered, edition, gate)
        if why and not job.override_gate:
            raise judging.refusal(verdict, corpus, edition, [why, *(f"This run changed {one}." for one in changes)])
        override = job.override_gate if why else None
        past = [f"published all the same: {override}"] if override else []
        values = f"{verdict.metric} of {gate.gold}: {described(verdict)}; queries: {verdict.after.queries}"
        message = "; ".join([*changes, values, *past])
        return StageResult(self.name, message=message, value=Judged(verdict, changes, override))


def take_over(connection: Connection, corpus: Corpus, job: Job) -> tuple[StoredGate | None, list[str]]:
    """Replace what is stored of the gate by what the settings of a run say, and leave what they say nothing of.

    Args:
        connection: to the database.
        corpus: the corpus of the run.
        job: with the settings.

    Returns:
        The gate as it is now, None where the corpus has none, and what changed, for people.
    """
    stored = kept.get(connection, corpus)
    if job.gold == "":
        removed = kept.remove(connection, corpus)
        return None, [f"the gate of {corpus.name}: removed"] if removed else []
    if job.gold:
        from piperoll.evaluate import formats
        from piperoll.evaluate import gold as golds

        gold = formats.read(Path(job.gold))
        named: tuple[str, bytes, Sequence[Mapping[str, Any]]] = gold.name, gold.hash, golds.stored(gold)
    elif stored:
        named = stored.gold, stored.gold_hash, stored.queries
    else:
        return None, []
    wanted = StoredGate(
        *named,
        job.gate_metric or (stored.metric if stored else GATE_METRIC),
        job.gate_margin if job.gate_margin is not None else (stored.margin if stored else GATE_MARGIN),
    )
    changes = _changes(corpus, stored, wanted)
    if changes:
        kept.put(connection, corpus, wanted)
    return wanted, changes


def _changes(corpus: Corpus, stored: StoredGate | None, wanted: StoredGate) -> list[str]:
    """Return what differs between two gates, for people."""
    facts = [_facts(gate) for gate in (stored, wanted) if gate]
    if not stored:
        return [f"the gate of {corpus.name}: {', '.join(f'{name} {value}' for name, value in facts[0].items())}"]
    before, after = facts
    changes = [
        f"the {name} of the gate: {before[name]} to {after[name]}" for name in after if before[name] != after[name]
    ]
    same = stored.gold_hash == wanted.gold_hash and list(stored.queries) == list(wanted.queries)
    return changes if changes or same else [f"the questions of the gate: others, of {wanted.gold}"]


def _facts(gate: StoredGate) -> dict[str, str]:
    return {
        "gold set": f"{gate.gold} ({len(gate.queries):,} questions)",
        "metric": gate.metric,
        "margin": f"{gate.margin:g}",
    }
