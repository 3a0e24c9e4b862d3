"""Delete what no kept edition needs."""

from typing import Annotated, Any

from pydantic import Field

from flows.shell import CorpusName, pipeline
from tasks.prune import prune

Keep = Annotated[int, Field(title="Editions to keep", ge=1)]
DryRun = Annotated[bool, Field(title="Only count")]


@pipeline("prune-corpus", "prune {corpus}")
def prune_corpus(corpus: CorpusName, keep: Keep = 30, dry_run: DryRun = False) -> dict[str, Any]:
    """Delete the versions, chunks, vectors and records that no kept edition needs.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        keep: How many of the newest editions stay; the published one always does.
        dry_run: Only count what would be deleted.
    """
    return {"corpus": corpus, "deleted": prune(corpus, keep, dry_run)}
