"""Let a language model write the headnotes that the judgments of a published edition lack."""

from typing import Any

from flows.common import CorpusName, pipeline
from piperoll.pipeline.headnotes import Headnotes
from tasks.edition import job_of
from tasks.run import running


@pipeline("write-headnotes", "headnotes of {corpus}")
def write_headnotes(corpus: CorpusName, again: bool = False) -> dict[str, Any]:
    """Write the headnotes that the published edition lacks. Nothing is read, cut, embedded or published again.

    A run that dies is continued by the next one; what was answered is not asked again.

    Args:
        corpus: Name of the corpus, whose table in piperoll.toml names the model: headnotes = "claude".
        again: Also where an older model or prompt wrote the headnote, or none could be written.
    """
    with running(job_of(corpus, None, None)) as run:
        run.do(Headnotes(again))
        return run.finish()
