"""Let readers see an earlier edition again."""

from typing import Any

from flows.common import CorpusName, EditionNumber, pipeline
from tasks.edition import roll_back as step_back


@pipeline("roll-back", "roll back {corpus}")
def roll_back(
    corpus: CorpusName, edition: EditionNumber | None = None, override_gate: str | None = None
) -> dict[str, Any]:
    """Publish an earlier edition again. The next reindex publishes the newest.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        edition: Number of the edition; none: the one before the published.
        override_gate: Why readers are to see it though the gate refuses it; none: they do not, then.
    """
    return {"corpus": corpus, "published": step_back(corpus, edition, override_gate)}
