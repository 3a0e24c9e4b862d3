"""The stages of an edition as a whole: begin, drop what is gone, verify, complete, index, publish."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from piperoll.embed import backend
from piperoll.errors import PiperollError
from piperoll.pipeline import enrich
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.store import editions, ledger, lexical_writer, remote_index
from piperoll.store import verify as verification
from piperoll.store.vectors import Vectors


class Begin(BaseStage):
    """The stage takes the number of the edition to build; one that a dead run left unfinished is taken up."""

    name = "begin"
    does = "takes the number of the edition to build"

    def run(self, context: Context) -> StageResult:
        """Begin the edition, whose number is the ``value`` of the result.

        Raises:
            PiperollError: ``run_superseded``: another run has taken over since this one lost its connection.
        """
        with context.connect() as (connection, corpus):
            number = editions.begin(connection, corpus, context.job.run)
        return StageResult(self.name, message=f"edition {number}", value=number)


class DropGone(BaseStage):
    """The stage closes the versions of files that left the source, and writes down which archives it holds."""

    name = "drop-gone"
    does = "takes out what left the source"

    def run(self, context: Context) -> StageResult:
        """Drop what the plan says is gone.

        Raises:
            PiperollError: ``run_superseded``.
        """
        plan = context.plan
        assert plan
        with context.connect() as (connection, corpus):
            ledger.drop_gone(connection, corpus, context.edition, context.job.run, plan.gone, plan.containers)
        return StageResult(self.name, {"files": len(plan.gone)}, message=f"{len(plan.gone):,} files are gone")


class Verify(BaseStage):
    """The stage proves, on the rows that are new in the edition, that nothing was lost."""

    name = "verify"
    does = "proves that no character was lost"

    def run(self, context: Context) -> StageResult:
        """Check the versions that joined in the edition.

        Raises:
            PiperollError: ``not_verified``: something is uncovered or does not match; the edition is not published.
        """
        with context.connect() as (connection, corpus):
            report = verification.verify(connection, corpus, context.edition, since=context.edition)
        if not verification.holds(report):
            worst = report["worst"][0]
            raise PiperollError(
                "not_verified",
                f"Edition {context.edition} of {corpus.name} is not published: {report['uncovered']} characters"
                f" uncovered, {report['mismatches']} mismatches, first in {worst['document']}.",
                document=worst["document"],
                remedy="This is a defect: report it with the document. The published edition stays as it is.",
            )
        counts = {name: report[name] for name in ("versions", "chunks", "characters")}
        message = f"{counts['characters']:,} characters in {counts['chunks']:,} chunks, 0 uncovered"
        return StageResult(self.name, counts, message=message)


class Complete(BaseStage):
    """The stage closes the building of the edition; from then on it is the baseline of the next one."""

    name = "complete"
    does = "makes the edition the baseline of the next one"

    def run(self, context: Context) -> StageResult:
        """Complete the edition. The ``value`` of the result is the newest built one, which is older if nothing changed.

        Raises:
            PiperollError: ``run_superseded``.
        """
        job = context.job
        with context.connect() as (connection, corpus):
            number = editions.complete(connection, corpus, context.edition, job.run, manifest(job))
        return StageResult(self.name, message=f"the newest built edition is {number}", value=number)


def manifest(job: Job) -> dict[str, Any]:
    """Return what makes an edition, as it is kept with it."""
    return {
        "profile": job.profile_name,
        "made_by": enrich.made_by(job),
        "stages": {stage.name: stage.version(job) for stage in (enrich.PARSE, *enrich.enrichers(job))},
        "backend": job.backend,
        "backend_identity": backend.get(job.backend).identity,
        "source": job.source,
    }


class Index(BaseStage):
    """The stage builds, rebuilds or keeps the vector index, and puts the words of what is new into the postings.

    It indexes every edition that is built before one is published, since readers search it from then on.
    """

    name = "index"
    does = "brings the vector index and the index of words up to date"

    def run(self, context: Context) -> StageResult:
        """Index the corpus: Postgres builds the graph of vectors while this process counts words."""
        with ThreadPoolExecutor(1) as pool:
            vectors = pool.submit(self._vectors, context)
            with context.connect() as (connection, corpus):
                words = lexical_writer.index(connection, corpus, context.job.profile.language, corpus.built_edition)
            return StageResult(self.name, message=f"vector index: {vectors.result()}; index of words: {words}")

    def _vectors(self, context: Context) -> str:
        job = context.job
        with context.connect() as (connection, corpus):
            vectors = Vectors(connection, corpus, job.backend)
            if job.backend != corpus.backend:  # one that is filled beside it
                return vectors.index()
            return remote_index.bring(vectors, backend.get(job.backend).dimension, job.vector_index)


class Publish(BaseStage):
    """The stage lets readers see the edition, in one short transaction."""

    name = "publish"
    does = "lets readers see the edition"

    def run(self, context: Context) -> StageResult:
        """Publish the edition.

        A trial on part of another source does not make that the source of the corpus: the next run would take files
        that this one did not open for those that the ledger knows.

        Raises:
            GateNotPassed: another edition was published since the gate judged this one.
            PiperollError: ``run_superseded``.
        """
        job = context.job
        source = None if job.limit else job.source
        language = job.profile.language
        with context.connect() as (connection, corpus):
            editions.publish(
                connection, corpus, context.edition,
                newest=True, run=job.run, source=source, profile=job.profile_name, language=language,
                override_gate=job.override_gate,
            )  # fmt: skip
        return StageResult(self.name, message=f"readers see edition {context.edition}")
