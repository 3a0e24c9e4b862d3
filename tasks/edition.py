"""begin, complete and publish an edition, and prune older ones."""

from piperoll.corpora import registry
from piperoll.embed import backend
from piperoll.pipeline.job import Job, manifest
from piperoll.store import editions
from piperoll.store import prune as pruning
from tasks.shell import best_effort, corpus_connection, say, stage


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

    Raises:
        PiperollError: another run has built a newer one meanwhile.
    """
    language = registry.get(job.profile).language
    with corpus_connection(job.corpus) as (connection, corpus):
        made_of = {"source": job.source, "profile": job.profile, "language": language}
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
        pruned = pruning.prune(connection, corpus, job.keep_editions)
        say("pruned: %s", ", ".join(f"{count:,} {what}" for what, count in pruned.items()))
