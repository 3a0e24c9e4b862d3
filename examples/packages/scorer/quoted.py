"""Score chunks by the phrases that a query has in quotation marks: ``who rings the "fog bell"``."""

import re
from collections.abc import Sequence

from piperoll.search.query import Query
from piperoll.search.scorer import Scored, ScorerSpec

PHRASE = re.compile(r"[\"“”]([^\"“”]{3,})[\"“”]")


def plain(text: str) -> str:
    """Return the text in lower case, with one space between words."""
    return " ".join(text.lower().split())


def quoted(query: Query) -> Scored:
    """Count the quoted phrases that stand in each chunk which other scorers found."""
    phrases = [plain(phrase) for phrase in PHRASE.findall(query.text)]

    def others(ids: Sequence[int]) -> dict[int, float]:
        if not phrases:
            return {}
        rows = query.connection.execute("SELECT id, content FROM chunk WHERE id = ANY (%s)", (list(ids),))
        counts = {chunk: sum(phrase in plain(content) for phrase in phrases) for chunk, content in rows}
        return {chunk: float(count) for chunk, count in counts.items() if count}

    return Scored([], others)


QUOTED = ScorerSpec("quoted", quoted, weight=5.0, finds=False)
