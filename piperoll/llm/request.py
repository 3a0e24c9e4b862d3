"""Define what a model is asked, and what comes of it.

A stage makes a :class:`Request` of a prompt, a schema and an input, and gets an :class:`Outcome` from
:meth:`piperoll.llm.desk.Desk.ask`. Text of documents is only ever in the input, and never in the prompt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError

from piperoll.errors import first_invalid
from piperoll.hashing import digest
from piperoll.llm.prices import Usage
from piperoll.settings import ModelSettings
from piperoll.text import tokens

UNSENT = frozenset("title default minLength maxLength minItems maxItems minimum maximum pattern".split())
"""What a service does not take in a schema: it is checked here, when the answer has come."""
RATE = 8 / 7
"""Tokens of a model for each that :func:`piperoll.text.tokens.estimate` tells: 3.5 characters a token instead of 4, as
Swedish has 3.3 to 3.8 in a multilingual vocabulary and English 4.2. Until answers tell."""
OVERHEAD = 200
"""Tokens of a request besides its text: the schema, and what the service adds."""


def reckoned(text: str) -> int:
    """Return about how many tokens a model reads in a text."""
    return int(tokens.estimate(text) * RATE) + 1


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt tells the model what to do. Another text needs another version: both are in the key of the memo."""

    name: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request is what a model is asked once.

    ``shared`` is text that several requests begin with, which the service keeps for the next one; it may be "".
    ``expected`` is about how many tokens the answer will have. ``correction``: what the model answered before, and what
    is wrong with it.
    """

    prompt: Prompt
    schema: type[BaseModel]
    input: str
    shared: str = ""
    output_tokens: int = 4_000
    expected: int = 200
    correction: tuple[str, str] | None = None

    def body(self, table: ModelSettings) -> dict[str, Any]:
        """Return what the service is sent, as the interface of Anthropic's messages names it."""
        content: list[dict[str, Any]] = [{"type": "text", "text": self.input}]
        if self.shared:
            content.insert(0, {"type": "text", "text": self.shared, "cache_control": {"type": "ephemeral"}})
        messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if self.correction:
            before, wrong = self.correction
            messages += [
                {"role": "assistant", "content": before or "-"},
                {"role": "user", "content": f"That does not fit the schema: {wrong}. Answer again, in full."},
            ]
        output: dict[str, Any] = {"format": {"type": "json_schema", "schema": _sent(self.schema)}}
        if table.effort:
            output["effort"] = table.effort
        return {
            "model": table.model,
            "max_tokens": min(self.output_tokens, table.output_tokens),
            "system": [{"type": "text", "text": self.prompt.text}],
            "messages": messages,
            "output_config": output,
        }

    def key(self, table: ModelSettings) -> bytes:
        """Return the key of the memo: a hash of all that decides the answer."""
        told = orjson.dumps(self.body(table), option=orjson.OPT_SORT_KEYS)
        return digest("answer 1", table.kind, self.prompt.name, str(self.prompt.version), told)

    def reckoned(self) -> Usage:
        """Return about how many tokens the request will take; what is shared is put into the cache."""
        plain = "".join((self.prompt.text, self.input, *(self.correction or ())))
        return Usage(reckoned(plain) + OVERHEAD, self.expected, cache_write=reckoned(self.shared) if self.shared else 0)

    def corrected(self, answer: "Answer", wrong: str) -> "Request":
        """Return the request that asks once more after an answer that does not fit the schema."""
        return replace(self, correction=(answer.text, wrong))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer is what a model said, why it ended (``end_turn``, ``refusal``, ``max_tokens``), and its tokens."""

    text: str
    stopped: str
    usage: Usage


class Ended(StrEnum):
    """An end says what came of a request."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """The model does not want to answer."""
    TRUNCATED = "truncated"
    """The answer is longer than it may be."""
    INVALID = "invalid"
    """The answer does not fit the schema, nor does a second one."""
    REJECTED = "rejected"
    """The service does not take the request."""
    CEILING = "ceiling"
    """It was not asked, because a ceiling is reached."""
    OFF = "off"
    """It was not asked, because there is no key."""
    PENDING = "pending"
    """It is in a batch."""


LATER = frozenset({Ended.CEILING, Ended.OFF, Ended.PENDING})
"""What is not answered yet: another run may ask it, or a batch bring it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome holds what came of a request: ``value`` is of its schema, if it was answered."""

    ended: Ended
    value: Any = None
    told: str = ""


def judged(request: Request, answer: Answer) -> Outcome:
    """Return what an answer comes to. Nothing of it is used that the schema does not have."""
    if answer.stopped == "refusal":
        return Outcome(Ended.REFUSED, told="the model refuses to answer")
    if answer.stopped in ("max_tokens", "model_context_window_exceeded"):
        return Outcome(Ended.TRUNCATED, told=f"the answer ended by {answer.stopped}")
    try:
        return Outcome(Ended.ANSWERED, request.schema.model_validate_json(answer.text))
    except ValidationError as error:
        field, wrong = first_invalid(error)
        return Outcome(Ended.INVALID, told=f"{field}: {wrong}" if field else wrong)


@cache
def _sent(schema: type[BaseModel]) -> Mapping[str, Any]:
    stripped: Mapping[str, Any] = _without(schema.model_json_schema())
    return stripped


def _without(told: Any, names: bool = False) -> Any:
    """Return a schema without what a service does not take; ``names``: the keys are those of properties."""
    if isinstance(told, list):
        return [_without(one) for one in told]
    if not isinstance(told, dict):
        return told
    return {
        key: _without(value, key in ("properties", "$defs"))
        for key, value in told.items()
        if names or key not in UNSENT
    }
