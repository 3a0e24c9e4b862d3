"""Delete what no kept edition needs."""

from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, pipeline
from tasks.edition import prune_to


@pipeline("prune-corpus", "prune {corpus}")
def prune_corpus(corpus: CorpusName, keep: Annotated[int, Field(ge=1)] = 30, dry_run: bool = False) -> dict[str, Any]:
    """Delete the versions, chunks, vectors and records that no kept edition needs.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        keep: How many of the newest editions stay; the published one always does.
        dry_run: Only count what would be deleted.
    """
    return {"corpus": corpus, "deleted": prune_to(corpus, keep, dry_run)}
