"""begin, complete and publish an edition, and prune older ones."""

from piperoll.embed import backend
from piperoll.pipeline.job import Job, manifest
from piperoll.store import editions
from piperoll.store import prune as pruning
from tasks.common import best_effort, corpus_connection, say, stage
from tasks.limits import DATABASE, limited


@stage("begin", "{job.corpus}: begin edition")
def begin(job: Job) -> int:
    """The number of the edition to build; one that a dead run left unfinished is taken up."""
    with corpus_connection(job.corpus) as (connection, corpus):
        return editions.begin(connection, corpus, job.run)


@stage("complete", "{job.corpus}: complete edition {edition}")
def complete(job: Job, edition: int) -> int:
    """Close the building of the edition; returns the newest built one (the one before, if nothing changed)."""
    with corpus_connection(job.corpus) as (connection, corpus):
        return editions.complete(connection, corpus, edition, job.run, manifest(job, backend.get(job.backend).identity))


@stage("publish", "{job.corpus}: publish edition {edition}")
def publish(job: Job, edition: int) -> None:
    """One short transaction; from its commit on readers see the edition.

    A trial on part of another source does not make that the source of the corpus: the next run would take files that
    this one did not open for those that the ledger knows.

    Raises:
        PiperollError: another run has built a newer one meanwhile.
    """
    language = job.family.language
    with corpus_connection(job.corpus) as (connection, corpus):
        made_of = {"source": None if job.limit else job.source, "profile": job.profile, "language": language}
        editions.publish(connection, corpus, edition, newest=True, **made_of)
    say("readers see edition %d", edition)


@stage("prune", "{job.corpus}: prune")
def prune(job: Job) -> None:
    """Leave as many editions as the settings of the corpus want.

    A failure is said and no more: what the run had to do is done, and the next one prunes again.
    """
    with best_effort("pruning failed"), corpus_connection(job.corpus) as (connection, corpus):
        if not job.keep_editions or len(corpus.editions) <= job.keep_editions:
            return
        with limited(DATABASE):
            pruned = pruning.prune(connection, corpus, job.keep_editions)
        say("pruned: %s", ", ".join(f"{count:,} {what}" for what, count in pruned.items()))


@stage("publish-built", "{corpus}: publish")
def publish_built(corpus: str, edition: int | None) -> int:
    """Publish ``edition`` (None: the newest that is built) and return its number."""
    with corpus_connection(corpus) as (connection, known):
        number = edition or known.built_edition
        editions.publish(connection, known, number)
    say("readers see edition %d; before: %d", number, known.published_edition)
    return number


@stage("roll-back", "{corpus}: roll back")
def roll_back(corpus: str, edition: int | None) -> int:
    """Publish ``edition`` (None: the one before the published) again and return its number."""
    with corpus_connection(corpus) as (connection, known):
        number = editions.rollback(connection, known, edition)
    say("readers see edition %d; before: %d", number, known.published_edition)
    return number


@stage("prune-to", "{corpus}: prune")
def prune_to(corpus: str, keep: int, dry_run: bool) -> dict[str, int]:
    """Leave the newest ``keep`` editions and the published one; returns what was, or would be, deleted, by kind."""
    with limited(DATABASE), corpus_connection(corpus) as (connection, known):
        pruned = pruning.prune(connection, known, keep, dry_run=dry_run)
    counts = ", ".join(f"{count:,} {what}" for what, count in pruned.items())
    say("%s: %s", "would be pruned" if dry_run else "pruned", counts)
    return pruned
