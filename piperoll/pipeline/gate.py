"""Gate: ask the questions of the corpus's gold set before publishing, and hold an edition back that answers worse."""

from dataclasses import replace
from pathlib import Path

from piperoll import settings
from piperoll.evaluate import formats, gates, records
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.search.options import SearchOptions


class Gate(BaseStage):
    """The stage asks the gold set in the edition and in the published one; both evaluations are kept."""

    name = "gate"
    does = "holds an edition back that answers the gold set worse"

    def run(self, context: Context) -> StageResult:
        """Judge the edition. The ``value`` of the result is the verdict; None: there is nothing to judge.

        Raises:
            GateNotPassed: the edition answers worse by more than the margin; it is not published.
            UsageError: the gold set cannot be used.
        """
        job, edition = context.job, context.edition
        with context.connect() as (connection, corpus):
            if not job.gold or edition == corpus.published_edition:
                return StageResult(self.name, message="nothing to judge")
            gold = formats.read(Path(job.gold))
            offered = replace(corpus, profile=job.profile_name, language=job.profile.language)
            verdict = gates.judge(
                connection, corpus, offered, edition, gold, job.gate_metric, job.gate_margin,
                SearchOptions().plan(settings.load(), job.corpus),
            )  # fmt: skip
            for evaluation in filter(None, (verdict.before, verdict.after)):
                records.keep(connection, corpus, evaluation)
        try:
            gates.refuse(
                verdict,
                f"Edition {edition} of {job.corpus} is not published",
                f"Look: piperoll compare {corpus.published_edition} {edition} --corpus {job.corpus}. Readers keep"
                f" edition {corpus.published_edition}, and the next run judges again."
                f" To publish it all the same: piperoll rollback {job.corpus} --edition {edition}",
            )
        except gates.GateNotPassed as error:
            error.verdict = verdict
            raise
        message = f"{verdict.metric} of {gold.name}: {gates.described(verdict)}; queries: {verdict.after.queries}"
        return StageResult(self.name, message=message, value=verdict)
