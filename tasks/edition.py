"""Tasks on the editions of a corpus: publish, roll back, prune; and the corpus as it is stored."""

from piperoll import settings
from piperoll.pipeline.job import Job, stored_job
from piperoll.store import editions
from piperoll.store import prune as pruning
from tasks.common import best_effort, corpus_connection, operation, patiently, say
from tasks.limits import DATABASE, limited
from tasks.report import show_overrides


def job_of(corpus: str, backend: str | None, override_gate: str | None) -> Job:
    """Return the job of a corpus as it is stored.

    Args:
        corpus: its name.
        backend: another one to embed by; None: that of the corpus.
        override_gate: why its edition is to be published though the gate refuses it.

    Raises:
        UsageError: there is no such corpus, or no such backend, or ``override_gate`` says nothing.
    """

    def stored() -> Job:
        with corpus_connection(corpus) as (_, known):
            return stored_job(settings.load(), known, backend, override_gate)

    return patiently(stored)


@operation("prune")
def prune(corpus: str, keep: int | None) -> None:
    """Leave the newest ``keep`` editions; None: all.

    A failure is logged and no more: what the run had to do is done, and the next one prunes again.
    """
    with best_effort("pruning failed"), corpus_connection(corpus) as (connection, known):
        if not keep or len(known.editions) <= keep:
            return
        with limited(DATABASE):
            pruned = pruning.prune(connection, known, keep)
        say("pruned: %s", ", ".join(f"{count:,} {what}" for what, count in pruned.items()))


@operation("publish-built")
def publish_built(corpus: str, edition: int | None, override_gate: str | None) -> int:
    """Publish an edition that is built.

    Args:
        corpus: its name.
        edition: its number; None: the newest.
        override_gate: why it is published though the gate refuses it; None: it is not, then.

    Returns:
        Its number.
    """
    with corpus_connection(corpus) as (connection, known):
        number = edition or known.built_edition
        editions.publish(connection, known, number, override_gate=override_gate)
    show_overrides(corpus)
    say("readers see edition %d; before: %d", number, known.published_edition)
    return number


@operation("roll-back")
def roll_back(corpus: str, edition: int | None, override_gate: str | None) -> int:
    """Publish an edition again.

    Args:
        corpus: its name.
        edition: its number; None: the one before the published.
        override_gate: why it is published though the gate refuses it; None: it is not, then.

    Returns:
        Its number.
    """
    with corpus_connection(corpus) as (connection, known):
        number = editions.rollback(connection, known, edition, override_gate=override_gate)
    show_overrides(corpus)
    say("readers see edition %d; before: %d", number, known.published_edition)
    return number


@operation("prune-to")
def prune_to(corpus: str, keep: int, dry_run: bool) -> dict[str, int]:
    """Leave the newest editions and the published one.

    Args:
        corpus: its name.
        keep: how many of the newest stay.
        dry_run: only count.

    Returns:
        What was, or would be, deleted, by kind.
    """
    with limited(DATABASE), corpus_connection(corpus) as (connection, known):
        pruned = pruning.prune(connection, known, keep, dry_run=dry_run)
    counts = ", ".join(f"{count:,} {what}" for what, count in pruned.items())
    say("%s: %s", "would be pruned" if dry_run else "pruned", counts)
    return pruned
