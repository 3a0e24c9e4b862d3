"""begin, complete and publish an edition."""

from piperoll.corpora import registry
from piperoll.embed import backend
from piperoll.errors import PiperollError
from piperoll.pipeline.job import Job, manifest
from piperoll.store import editions
from tasks.shell import corpus_connection, say, stage


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
        if corpus.built_edition != edition:
            raise PiperollError(
                "run_superseded", f"Edition {corpus.built_edition} is newer than {edition}; not published."
            )
        made_of = {"backend": job.backend, "source": job.source, "profile": job.profile, "language": language}
        editions.publish(connection, corpus, edition, **made_of)
    say("readers see edition %d", edition)


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
