"""Score chunks by their length: of two that answer as well, the shorter one is read sooner."""

from collections.abc import Sequence

from piperoll.search.query import Query
from piperoll.search.scorer import Mode, Scored, ScorerSpec

STATEMENT = "SELECT id, tokens FROM chunk WHERE id = ANY (%s)"


def short_first(query: Query) -> Scored:
    """Return a score for each chunk that other scorers find: 1 divided by its tokens."""

    def score(chunks: Sequence[int]) -> dict[int, float]:
        rows = query.connection.execute(STATEMENT, [list(chunks)])
        return {chunk: 1 / max(1, tokens) for chunk, tokens in rows}

    return Scored([], score)


SCORER = ScorerSpec("short", short_first, weight=0.0, mode=Mode.HYBRID, finds=False)
"""Without a weight in the settings it is not asked. It finds nothing by itself: it judges what others find."""
