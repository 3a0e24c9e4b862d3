"""Get the client of a model that the settings describe."""

from functools import cache

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.llm.client import ModelClient
from piperoll.settings import ModelSettings


def described(name: str) -> ModelSettings:
    """Return the settings of a model.

    Raises:
        UsageError: ``model_unknown``: there are none.
    """
    known = settings.load().model
    if name not in known:
        raise UsageError(
            "model_unknown",
            f"There is no model {name!r}.",
            remedy=f'Describe it in piperoll.toml: [model.{name}] with model = "claude-haiku-4-5".',
        )
    return known[name]


def get(name: str) -> ModelClient:
    """Return the client of a model of the settings, the same one each time in one process.

    Raises:
        UsageError: ``model_unknown``.
    """
    return _made(described(name))


@cache
def _made(table: ModelSettings) -> ModelClient:
    from piperoll.llm.claude import Bedrock, Claude  # loads boto3

    return Bedrock(table) if table.kind == "bedrock" else Claude(table)
