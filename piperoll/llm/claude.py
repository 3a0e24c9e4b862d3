"""Speak to Claude through the package ``anthropic``: Anthropic's own service, or Amazon Bedrock.

The package takes two seconds to load, so it is loaded when a model is asked, and not before.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Final

from piperoll.arguments import as_text
from piperoll.embed.bedrock import check_credentials
from piperoll.embed.openai import judge, secret
from piperoll.errors import PiperollError
from piperoll.llm.client import BatchState, Body, Told
from piperoll.llm.prices import Usage
from piperoll.llm.request import Answer
from piperoll.patience import Busy, Failed
from piperoll.settings import ModelSettings

URL: Final = "https://api.anthropic.com"
CONNECT_SECONDS: Final = 10


class Claude:
    """Claude is Anthropic's service; it satisfies :class:`piperoll.llm.client.Batching`."""

    def __init__(self, table: ModelSettings) -> None:
        self.table = table
        self.url = (table.url or URL).rstrip("/")

    def check(self) -> None:
        """See :class:`~piperoll.llm.client.ModelClient`."""
        _check_package()
        secret(self.table.key_env, self.url)

    def ask(self, body: Body, told: Told | None = None) -> Answer:
        """See :class:`~piperoll.llm.client.ModelClient`. The answer is streamed, as it may take minutes."""
        with _judged(self.url), self._client.messages.stream(**body) as stream:
            for text in stream.text_stream:
                if told:
                    told(text)
            return _answer(stream.get_final_message())

    def ping(self) -> None:
        """See :class:`~piperoll.llm.client.ModelClient`."""
        with _judged(self.url):
            self._client.models.retrieve(self.table.model)

    def submit(self, bodies: Mapping[str, Body]) -> str:
        """See :class:`~piperoll.llm.client.Batching`."""
        requests: Any = [{"custom_id": name, "params": body} for name, body in bodies.items()]
        with _judged(self.url):
            return str(self._client.messages.batches.create(requests=requests).id)

    def state(self, service_id: str) -> BatchState:
        """See :class:`~piperoll.llm.client.Batching`."""
        with _judged(self.url):
            return _state(self._client.messages.batches.retrieve(service_id))

    def states(self) -> Iterator[BatchState]:
        """See :class:`~piperoll.llm.client.Batching`."""
        with _judged(self.url):
            yield from map(_state, self._client.messages.batches.list(limit=100))

    def results(self, service_id: str) -> Iterator[tuple[str, Answer | str]]:
        """See :class:`~piperoll.llm.client.Batching`."""
        with _judged(self.url):
            for line in self._client.messages.batches.results(service_id):
                result: Any = line.result
                if result.type == "succeeded":
                    yield line.custom_id, _answer(result.message)
                else:
                    error = getattr(getattr(result, "error", None), "error", None)
                    yield line.custom_id, f"{result.type}: {getattr(error, 'message', '')}"

    @cached_property
    def _client(self) -> Any:
        import anthropic

        return anthropic.Anthropic(
            api_key=secret(self.table.key_env, self.url),
            base_url=self.url,
            **_options(self.table),
        )


class Bedrock:
    """Bedrock serves Claude in Amazon's cloud; it satisfies :class:`piperoll.llm.client.ModelClient`."""

    def __init__(self, table: ModelSettings) -> None:
        self.table = table
        self.where = f"Bedrock {table.model}"

    def check(self) -> None:
        """See :class:`~piperoll.llm.client.ModelClient`."""
        _check_package()
        check_credentials(self.table.region)

    def ask(self, body: Body, told: Told | None = None) -> Answer:
        """See :class:`~piperoll.llm.client.ModelClient`."""
        with _judged(self.where):
            answer = _answer(self._client.messages.create(**body, timeout=self.table.timeout))
        if told:
            told(answer.text)
        return answer

    def ping(self) -> None:
        """See :class:`~piperoll.llm.client.ModelClient`; it offers nothing that is free."""

    @cached_property
    def _client(self) -> Any:
        import anthropic

        return anthropic.AnthropicBedrock(aws_region=self.table.region, base_url=self.table.url, **_options(self.table))


def _check_package() -> None:
    if not find_spec("anthropic"):
        raise PiperollError(
            "model_package",
            "The package anthropic, by which models are asked, is not installed.",
            remedy="Install it with pip install 'piperoll[claude]'.",
        )


def _options(table: ModelSettings) -> dict[str, Any]:
    """Return the options of both clients: each request is sent once, as what is sent again is counted, too."""
    import anthropic
    import httpx2

    return {
        "max_retries": 0,
        "open_telemetry": False,
        "http_client": anthropic.DefaultHttpxClient(
            timeout=httpx2.Timeout(table.timeout, connect=CONNECT_SECONDS),
            limits=httpx2.Limits(max_connections=table.connections + 1),
            follow_redirects=False,  # the key must not go elsewhere
        ),
    }


def _answer(message: Any) -> Answer:
    """Return an answer as it came. Only its text is used: a model that calls a tool calls none."""
    if not message.stop_reason:
        raise Failed("the answer was cut")
    usage = message.usage
    return Answer(
        as_text("".join(block.text for block in message.content if block.type == "text")).replace("\0", ""),
        message.stop_reason,
        Usage(
            usage.input_tokens,
            usage.output_tokens,
            usage.cache_read_input_tokens or 0,
            usage.cache_creation_input_tokens or 0,
        ),
    )


def _state(batch: Any) -> BatchState:
    counts = batch.request_counts
    total = counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
    return BatchState(batch.id, batch.created_at, total, batch.processing_status == "ended")


@contextmanager
def _judged(where: str) -> Iterator[None]:
    """Raise what an error of the package means."""
    import anthropic
    import httpx2

    try:
        yield
    except anthropic.APIStatusError as error:
        if error.status_code == 529 or getattr(error, "type", "") == "overloaded_error":
            raise Busy(f"{where} is overloaded") from None
        judge(error.status_code, error.response.headers, _told(error), where)
        raise Failed(f"{where}: {_told(error)}") from None  # within a stream that began well
    except (anthropic.APIError, httpx2.HTTPError, httpx2.StreamError) as error:
        raise Failed(f"{type(error).__name__} at {where}") from None
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        raise Failed(f"the answer of {where} makes no sense: {type(error).__name__}") from None


def _told(error: Any) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error", body)
    return str(inner.get("message", error.message) if isinstance(inner, dict) else inner)
