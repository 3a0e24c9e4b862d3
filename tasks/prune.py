"""prune: delete what no kept edition needs."""

from piperoll.store import prune as store
from tasks.limits import DATABASE, limited
from tasks.shell import corpus_connection, say, stage


@stage("prune", "{corpus}: prune")
def prune(corpus: str, keep: int, dry_run: bool) -> dict[str, int]:
    """Rows deleted, or that would be, by kind."""
    with limited(DATABASE), corpus_connection(corpus) as (connection, known):
        deleted = store.prune(connection, known, keep, dry_run=dry_run)
    counts = ", ".join(f"{count:,} {kind}" for kind, count in deleted.items())
    say("%s: %s", "would be deleted" if dry_run else "deleted", counts)
    return deleted
