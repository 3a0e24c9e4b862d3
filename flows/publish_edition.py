"""Let readers see an edition that is built."""

from typing import Any

from flows.common import CorpusName, EditionNumber, pipeline
from tasks.edition import publish_built


@pipeline("publish-edition", "publish {corpus}")
def publish_edition(
    corpus: CorpusName, edition: EditionNumber | None = None, override_gate: str | None = None
) -> dict[str, Any]:
    """Publish an edition; from its commit on readers see it.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        edition: Number of the edition; none: the newest that is built.
        override_gate: Why readers are to see it though the gate refuses it; none: they do not, then.
    """
    return {"corpus": corpus, "published": publish_built(corpus, edition, override_gate)}
