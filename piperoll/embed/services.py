"""Describe each kind of service: its protocol, and what its maker says of its model."""

from piperoll.embed.bedrock import Cohere, Titan
from piperoll.embed.openai import AZURE_KEY, OPENAI_KEY, OPENAI_URL, Azure, OpenAi
from piperoll.embed.service import Api, Service
from piperoll.errors import UsageError
from piperoll.settings import BackendSettings

BEDROCK_DIMENSION = 1_024
"""Numbers of a vector of both models of Bedrock, unless settings say otherwise."""


def service(name: str, table: BackendSettings) -> Service:
    """Return the backend of a service that settings describe.

    Raises:
        UsageError: ``backend_settings``: they lack what this kind needs.
    """
    if table.kind.startswith("bedrock"):
        dimension = table.dimension or BEDROCK_DIMENSION
    elif table.dimension is None:
        raise lacking(name, "dimension", "the length of the model's vectors, such as 1536")
    else:
        dimension = table.dimension
    if (table.model_dimension or dimension) < dimension:
        raise lacking(name, "model_dimension", "as many numbers as are kept, or more")
    return Service(name, table, _api(name, table, table.model_dimension or dimension), dimension)


def _api(name: str, table: BackendSettings, dimension: int) -> Api:
    match table.kind:
        case "bedrock-titan":
            return Titan(table, dimension)
        case "bedrock-cohere":
            return Cohere(table, dimension)
        case "azure-openai":
            if not table.url:
                raise lacking(name, "url", "the address of the resource, such as https://NAME.openai.azure.com")
            return Azure(table, table.url, table.key_env or AZURE_KEY)
        case _:
            if table.url and not table.max_tokens:
                raise lacking(
                    name, "max_tokens", "the tokens that the server reads at once, as some cut what is longer"
                )
            return OpenAi(table, table.url or OPENAI_URL, table.key_env or ("" if table.url else OPENAI_KEY))


def lacking(name: str, field: str, what: str) -> UsageError:
    """Return the error of settings without a value that they need.

    Args:
        name: of the backend.
        field: that has none, or a wrong one.
        what: its meaning.
    """
    return UsageError("backend_settings", f"[backend.{name}] needs {field}: {what}.", remedy="Add it to the settings.")
