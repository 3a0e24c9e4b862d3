"""Speak the protocols of two models in Amazon Bedrock: Titan Text Embeddings V2 and Cohere Embed v4."""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import boto3
import orjson
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    CredentialRetrievalError,
    NoCredentialsError,
    NoRegionError,
    PartialCredentialsError,
    ProfileNotFound,
)

from piperoll.embed.openai import judge, wrong
from piperoll.embed.service import Answer
from piperoll.errors import PiperollError
from piperoll.patience import Failed
from piperoll.settings import BackendSettings

CONNECT_SECONDS: Final = 10
NO_REGION: Final = "No region of Bedrock is known: neither in the settings nor as AWS_REGION."
TOKENS: Final = "x-amzn-bedrock-input-token-count"
"""Header with the tokens that were read."""
BEARER: Final = "AWS_BEARER_TOKEN_BEDROCK"
"""Environment variable with a key of Bedrock's own, which boto3 prefers."""
BUSY_CODES = frozenset({"ThrottlingException", "ServiceQuotaExceededException", "ModelNotReadyException"})
"""Said with status 400 or 429."""


def check_credentials(region: str | None) -> None:
    """Make sure that credentials and a region of Bedrock are known; ``region``: that of the settings.

    Raises:
        PiperollError: ``service_key`` or ``service_wrong``.
    """
    session = boto3.session.Session()
    try:
        if not os.environ.get(BEARER) and session.get_credentials() is None:
            raise NoCredentialsError
    except (NoCredentialsError, PartialCredentialsError, CredentialRetrievalError, ProfileNotFound) as error:
        raise _no_credentials(error) from None
    if not (region or session.region_name):
        raise wrong(NO_REGION)


class Bedrock(ABC):
    """Bedrock sends a body of JSON to a model; it satisfies :class:`piperoll.embed.service.Api` with a subclass."""

    most_texts: int = 1
    tokens: int = 8_192

    def __init__(self, table: BackendSettings, dimension: int) -> None:
        self.table, self.dimension = table, dimension
        self.texts = min(table.batch_texts or self.most_texts, self.most_texts)

    def check(self) -> None:
        """See :meth:`piperoll.embed.service.Api.check`."""
        check_credentials(self.table.region)

    def ask(self, texts: Sequence[str], *, query: bool) -> Answer:
        """See :meth:`piperoll.embed.service.Api.ask`."""
        where = f"Bedrock {self.table.model}"
        try:
            answer = self._client.invoke_model(
                modelId=self.table.model,
                body=orjson.dumps(self.body(texts, query)),
                accept="application/json",
                contentType="application/json",
            )
            told = answer["body"].read()
        except ClientError as error:
            code, facts = error.response.get("Error", {}), error.response.get("ResponseMetadata", {})
            status = 429 if code.get("Code") in BUSY_CODES else int(facts.get("HTTPStatusCode", 500))
            judge(status, facts.get("HTTPHeaders", {}), f"{code.get('Code')}: {code.get('Message')}", where)
            raise Failed(where) from None
        except (NoCredentialsError, PartialCredentialsError, CredentialRetrievalError, ProfileNotFound) as error:
            raise _no_credentials(error) from None
        except NoRegionError:
            raise wrong(NO_REGION) from None
        except ValueError:
            raise wrong(f"{where} has a region, or an address, that is none.") from None
        except (BotoCoreError, OSError) as error:
            raise Failed(f"{type(error).__name__} at {where}") from None
        return self._read(told, answer["ResponseMetadata"]["HTTPHeaders"])

    def _read(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        try:
            told = orjson.loads(body)
            vectors = self.vectors(told)
            _ = [len(vector) for vector in vectors]
            used = told.get("inputTextTokenCount") or headers.get(TOKENS)
            return Answer(vectors, int(used) if used is not None else None)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Failed("the answer is no JSON of vectors") from None

    @abstractmethod
    def body(self, texts: Sequence[str], query: bool) -> dict[str, Any]:
        """Return what the model is sent."""

    @abstractmethod
    def vectors(self, told: Any) -> Sequence[Sequence[float]]:
        """Return the vectors in what the model answers."""

    @cached_property
    def _client(self) -> Any:
        config = Config(
            retries={"mode": "standard", "total_max_attempts": 1},  # what is sent again is counted, too
            connect_timeout=CONNECT_SECONDS,
            read_timeout=self.table.timeout,
            max_pool_connections=self.table.connections,
        )
        return boto3.session.Session().client(
            "bedrock-runtime", region_name=self.table.region, endpoint_url=self.table.url, config=config
        )


class Titan(Bedrock):
    """Titan Text Embeddings V2 reads one text of a request."""

    def body(self, texts: Sequence[str], query: bool) -> dict[str, Any]:
        """See :class:`Bedrock`."""
        return {"inputText": texts[0], "dimensions": self.dimension, "normalize": True}

    def vectors(self, told: Any) -> Sequence[Sequence[float]]:
        """See :class:`Bedrock`."""
        return [told["embedding"]]


class Cohere(Bedrock):
    """Cohere Embed v4 reads up to 96 texts, and is told whether they are looked for or found."""

    most_texts = 96
    tokens = 128_000

    def body(self, texts: Sequence[str], query: bool) -> dict[str, Any]:
        """See :class:`Bedrock`; a text that is too long is refused, and not cut by the service."""
        return {
            "texts": list(texts),
            "input_type": "search_query" if query else "search_document",
            "embedding_types": ["float"],
            "output_dimension": self.dimension,
            "truncate": "NONE",
        }

    def vectors(self, told: Any) -> Sequence[Sequence[float]]:
        """See :class:`Bedrock`."""
        vectors: Sequence[Sequence[float]] = told["embeddings"]["float"]
        return vectors


def _no_credentials(error: Exception) -> PiperollError:
    return PiperollError(
        "service_key",
        f"There are no credentials for Bedrock ({type(error).__name__}).",
        remedy="Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    )
