"""Ask the questions of a gold set in an edition, and compare it with the one before."""

from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, EditionNumber, pipeline
from piperoll import settings
from piperoll.evaluate.evaluation import KS, Asking
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from tasks.evaluate import evaluate_editions, show_evaluation


@pipeline("evaluate-corpus", "evaluate {corpus}")
def evaluate_corpus(
    corpus: CorpusName,
    gold: str | None = None,
    edition: EditionNumber | None = None,
    against: EditionNumber | None = None,
    mode: Mode = Mode.HYBRID,
    ks: Annotated[list[Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1)] = list(KS),  # noqa: B006
    split: str | None = None,
    limit: Annotated[int, Field(ge=0)] = 0,
    report: str | None = None,
) -> dict[str, Any]:
    """Measure how well an edition answers the questions of a gold set, and what became better or worse.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        gold: File or folder of the gold set; none: as in piperoll.toml.
        edition: Number of the edition; none: the newest that is built.
        against: Number of the edition to compare it with; none: the published one, or the one before that.
        mode: By meaning (dense), by words (lexical), or both (hybrid).
        ks: Where the lists of hits are cut.
        split: Only the queries of this split.
        limit: Only the first queries of each data set; 0: all.
        report: Folder for the page with tables and plots; none: in the data folder.
    """
    plan = SearchOptions(mode=mode).plan(settings.load(), corpus)
    asking = Asking(sorted(set(ks)), plan, split, limit)
    after, before = evaluate_editions(corpus, gold, edition, against, asking)
    page = show_evaluation(corpus, after, before, report)
    return after.summary | {"against": before.edition if before else None, "report": page}
