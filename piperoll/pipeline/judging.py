"""Judge an edition, or another backend, by the questions of the corpus's gate."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from piperoll import settings
from piperoll.errors import GateNotPassed, PiperollError
from piperoll.evaluate import gates, records
from piperoll.evaluate import gold as golds
from piperoll.evaluate.gates import Verdict
from piperoll.evaluate.gold import Gold
from piperoll.search.options import SearchOptions
from piperoll.store import gates as kept
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.gates import StoredGate


def judge(
    connection: Connection, before: Corpus, after: Corpus, edition: int, gate: StoredGate
) -> tuple[Verdict, str | None]:
    """Return the verdict on an edition, which is kept with both evaluations, and why it is not good enough.

    Args:
        connection: to the database.
        before: the corpus as readers see it.
        after: as they would see it.
        edition: number of the edition that is judged.
        gate: of the corpus.

    Returns:
        The verdict, and how it fell; None: it may be published.
    """
    verdict = judged(connection, before, after, edition, gate)
    why = gates.described_fall(verdict)
    kept.keep_verdict(connection, before, edition, _values(verdict, gate, before, why))
    for evaluation in filter(None, (verdict.before, verdict.after)):
        records.keep(connection, before, evaluation)
    return verdict, why


def refusal(verdict: Verdict, corpus: Corpus, edition: int, why: Sequence[str]) -> GateNotPassed:
    """Return the error by which an edition is not published.

    Args:
        verdict: on it.
        corpus: as readers see it.
        edition: its number.
        why: sentences for people.
    """
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
