"""Gate: ask the questions of the corpus's gold set before publishing, and hold an edition back that answers worse.

The gate belongs to the corpus: it is stored with it. Settings that name a gold set, a metric or a margin replace what
is stored when a run begins to judge; a run whose settings say nothing of it is judged by what is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from piperoll import settings
from piperoll.errors import GateNotPassed, PiperollError
from piperoll.evaluate import formats, gates, records
from piperoll.evaluate import gold as golds
from piperoll.evaluate.gates import Verdict
from piperoll.evaluate.gold import Gold
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.search.options import SearchOptions
from piperoll.settings import GATE_MARGIN, GATE_METRIC
from piperoll.store import gates as kept
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.gates import StoredGate


@dataclass(frozen=True, slots=True)
class Judged:
    """Hold what the stage found."""

    verdict: Verdict | None
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
            offered = replace(corpus, profile=job.profile_name, language=job.profile.language)
            verdict = judged(connection, corpus, offered, edition, gate)
            why = gates.described_fall(verdict)
            kept.keep_verdict(connection, corpus, edition, _values(verdict, gate, corpus, why))
            for evaluation in filter(None, (verdict.before, verdict.after)):
                records.keep(connection, corpus, evaluation)
        if why and not job.override_gate:
            raise _refusal(verdict, corpus, edition, [why, *(f"This run changed {one}." for one in changes)])
        override = job.override_gate if why else None
        past = [f"published all the same: {override}"] if override else []
        values = f"{verdict.metric} of {gate.gold}: {gates.described(verdict)}; queries: {verdict.after.queries}"
        message = "; ".join([*changes, values, *past])
        return StageResult(self.name, message=message, value=Judged(verdict, changes, override))


def _refusal(verdict: Verdict, corpus: Corpus, edition: int, why: Sequence[str]) -> GateNotPassed:
    published = corpus.published_edition
    error = GateNotPassed(
        "gate_not_passed",
        f"Edition {edition} of {corpus.name} is not published: {' '.join(why)}",
        remedy=f"Look: piperoll compare {published} {edition} --corpus {corpus.name}. Readers keep edition {published},"
        " and the next run judges again. To publish it all the same:"
        f" piperoll rollback {corpus.name} --edition {edition} --override-gate REASON",
    )
    error.verdict = verdict
    return error


def _values(verdict: Verdict, gate: StoredGate, corpus: Corpus, why: str | None) -> dict[str, Any]:
    """Return the verdict as it is kept with the edition."""
    names = ("gold", "metric", "margin", "passed", "before", "after")
    return {
        **{name: verdict.summary[name] for name in names},
        "why": why,
        "against": corpus.published_edition,
        "gold_hash": gate.gold_hash.hex(),
    }


def judged(connection: Connection, before: Corpus, after: Corpus, edition: int, gate: StoredGate) -> Verdict:
    """Return the verdict of a stored gate; see :func:`piperoll.evaluate.gates.judge`.

    Args:
        connection: to the database.
        before: the corpus as readers see it.
        after: as they would see it.
        edition: number of the edition that is judged.
        gate: of the corpus.
    """
    plan = SearchOptions().plan(settings.load(), before.name)
    gold = questions(before, gate)
    return gates.judge(connection, before, after, edition, gold, gate.metric, gate.margin, plan)


def judge_backend(connection: Connection, corpus: Corpus, name: str, reason: str | None) -> str | None:
    """Ask the questions of the gate by another backend, before the corpus is searched by it.

    Args:
        connection: to the database.
        corpus: as readers see it.
        name: of the other backend.
        reason: why to use it though the gate refuses; None: it is not used, then.

    Returns:
        What the gate said against it, where only the reason lets it pass; None: nothing.

    Raises:
        GateNotPassed: its searches answer worse, and there is no reason.
    """
    gate = kept.get(connection, corpus)
    if not gate or not corpus.published_edition:
        return None
    verdict = judged(connection, corpus, replace(corpus, backend=name), corpus.published_edition, gate)
    why = gates.described_fall(verdict)
    if why and reason is None:
        raise GateNotPassed(
            "gate_not_passed",
            f"{corpus.name} is not searched by {name}: {why}",
            remedy=f"Its backend stays {corpus.backend}. To switch all the same: --override-gate REASON",
        )
    return why and f"By {name}: {why}"


def questions(corpus: Corpus, gate: StoredGate) -> Gold:
    """Return the questions of a stored gate.

    Raises:
        PiperollError: ``gate_damaged``: they are not those that were stored.
    """
    try:
        gold = golds.restored(gate.gold, gate.queries)
        if gold.queries and gold.hash == gate.gold_hash:
            return gold
    except (KeyError, TypeError, ValueError, AttributeError):
        pass
    raise PiperollError(
        "gate_damaged",
        f"The questions of the gate of {corpus.name} are not those that were stored.",
        remedy=f"Nothing is published. Name the gold set in [corpus.{corpus.name}] and run again: it replaces them.",
    )


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
