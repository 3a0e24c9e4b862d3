"""Speak the protocol of OpenAI's embeddings, which Ollama, vLLM, TEI, OpenAI and Azure OpenAI speak."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import orjson

from piperoll.embed.service import Answer
from piperoll.errors import PiperollError
from piperoll.patience import Busy, Failed, Refused
from piperoll.settings import BackendSettings

if TYPE_CHECKING:
    import httpx

OPENAI_URL: Final = "https://api.openai.com/v1"
OPENAI_KEY: Final = "OPENAI_API_KEY"
AZURE_KEY: Final = "AZURE_OPENAI_API_KEY"
"""Environment variables that hold the key unless settings name another. Another service is sent no key unless they do:
the key of one is nothing that another should see."""

TEXTS, MOST_TEXTS = 256, 2_048
"""Texts in a request, unless settings say otherwise, and the most that OpenAI takes."""
BUSY = frozenset({429, 503})
FAILED = frozenset({408, 409, 425, *range(500, 600)}) - BUSY
REFUSED = frozenset({400, 413, 422})
SHOWN: Final = 300


class OpenAi:
    """OpenAi is a service at ``URL/embeddings``; it satisfies :class:`piperoll.embed.service.Api`."""

    tokens: int = 8_191

    def __init__(self, table: BackendSettings, url: str, key: str) -> None:
        """Describe a service.

        Args:
            table: its settings.
            url: its address.
            key: environment variable that holds its key; "": it has none.
        """
        self.table, self.url, self.key = table, url.rstrip("/"), key
        self.texts = min(table.batch_texts or TEXTS, MOST_TEXTS)

    @property
    def address(self) -> str:
        """Return the address that texts are sent to."""
        return f"{self.url}/embeddings"

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of a request, with the key as it is in the environment now."""
        return {"Authorization": f"Bearer {secret(self.key, self.url)}"} if self.key else {}

    def check(self) -> None:
        """See :meth:`piperoll.embed.service.Api.check`."""
        _ = self.headers

    def ask(self, texts: Sequence[str], *, query: bool) -> Answer:
        """See :meth:`piperoll.embed.service.Api.ask`."""
        import httpx

        content = orjson.dumps({"model": self.table.model, "input": list(texts)})
        headers = {"Content-Type": "application/json", **self.headers}
        try:
            answer = self._client.post(self.address, content=content, headers=headers)
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise Failed(f"{type(error).__name__} at {self.url}") from None
        except httpx.InvalidURL:
            raise wrong(f"{self.address} is no address.") from None
        judge(answer.status_code, answer.headers, _told(answer.content), self.url)
        try:
            told = orjson.loads(answer.content)
            places = [row.get("index", place) for place, row in enumerate(told["data"])]
            vectors = [told["data"][place]["embedding"] for place in sorted(range(len(places)), key=places.__getitem__)]
            _ = [len(vector) for vector in vectors]
            usage = told.get("usage") or {}
            used = usage.get("prompt_tokens", usage.get("total_tokens"))
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Failed("the answer is no JSON of vectors") from None
        return Answer(vectors, used if isinstance(used, int) else None)

    @cached_property
    def _client(self) -> "httpx.Client":
        import httpx

        return httpx.Client(
            timeout=httpx.Timeout(self.table.timeout, connect=10),
            limits=httpx.Limits(max_connections=self.table.connections),
            follow_redirects=False,  # the key must not go elsewhere
        )


class Azure(OpenAi):
    """Azure is OpenAI's service under the name of a deployment, with its own header for the key."""

    @property
    def address(self) -> str:
        """See :class:`OpenAi`."""
        name = self.table.deployment or self.table.model
        return f"{self.url}/openai/deployments/{name}/embeddings?api-version={self.table.api_version}"

    @property
    def headers(self) -> dict[str, str]:
        """See :class:`OpenAi`."""
        return {"api-key": secret(self.key, self.url)}


def secret(variable: str, where: str) -> str:
    """Return the key of a service at ``where``, as it is in the environment now.

    Raises:
        PiperollError: ``service_key``: there is none.
    """
    if value := os.environ.get(variable, "").strip():
        return value
    raise PiperollError(
        "service_key",
        f"There is no key for {where}: the environment variable {variable} is not set.",
        remedy=f"Set {variable}, or name another variable as key_env in the settings.",
    )


def judge(status: int, headers: Mapping[str, str], told: str, where: str) -> None:
    """Raise what the status of an answer means, unless it is a success.

    Args:
        status: of HTTP.
        headers: of the answer, by names in lower case.
        told: what the service says of an error.
        where: its address, for people.

    Raises:
        Busy, Failed, Refused: see :meth:`piperoll.embed.service.Api.ask`.
        PiperollError: ``service_denied`` or ``service_wrong``.
    """
    message = f"HTTP {status} from {where}: {told[:SHOWN]}"
    if status == 200:
        return
    if status in BUSY:
        raise Busy(message, retry_after(headers))
    if status in FAILED:
        raise Failed(message)
    if status in REFUSED:
        raise Refused(message)
    if status in (401, 403):  # what it says may quote the key
        raise PiperollError(
            "service_denied", f"{where} refuses the key (HTTP {status}).", remedy="Check the key and its rights."
        )
    raise wrong(message)


def wrong(message: str) -> PiperollError:
    """Return the error of settings that lead to no model."""
    remedy = "Check url, model, deployment and region in the settings of the service."
    return PiperollError("service_wrong", message, remedy=remedy)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds after which the service wants to be asked again; None: it does not say.

    It says so in milliseconds, in seconds, or as a date.
    """
    with suppress(KeyError, ValueError):
        return max(0.0, float(headers["retry-after-ms"]) / 1000)
    with suppress(KeyError, ValueError):
        return max(0.0, float(headers["retry-after"]))
    with suppress(KeyError, ValueError):
        return max(0.0, (parsedate_to_datetime(headers["retry-after"]) - datetime.now(UTC)).total_seconds())
    return None


def _told(body: bytes) -> str:
    """Return what an answer says of an error: of JSON the message."""
    try:
        told: Any = orjson.loads(body)
        error = told.get("error", told)
        return str(error if isinstance(error, str) else error.get("message", error))
    except (ValueError, AttributeError):
        return body[:SHOWN].decode(errors="replace")
