"""Say what tokens of a model cost: by the settings, or else by the list of prices that comes with Piperoll."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from piperoll.errors import UsageError
from piperoll.settings import ModelSettings

LIST = Path(__file__).with_name("prices.toml")
KINDS = ("input", "output", "cache_read", "cache_write")


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage counts the tokens of an answer. ``input`` are those neither read from the cache nor put into it."""

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0

    @property
    def read(self) -> int:
        """Return all tokens that the model read."""
        return self.input + self.cache_read + self.cache_write

    @property
    def total(self) -> int:
        """Return all tokens, read and written."""
        return self.read + self.output


@cache
def listed() -> dict[str, Any]:
    """Return the list of prices, with its source and date."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def price(name: str, table: ModelSettings, usage: Usage, *, batch: bool = False) -> float:
    """Return what an answer costs, in US dollars.

    Args:
        name: of the model in the settings.
        table: its settings.
        usage: its tokens.
        batch: it came in a batch.

    Raises:
        UsageError: ``model_price``: the model is not in the list, and the settings name no price.
    """
    rates = _rates(name, table, usage.read)
    dollars = float(sum(rates[kind] * getattr(usage, kind) for kind in KINDS)) / 1_000_000
    return dollars * float(listed()["batch_share"]) if batch else dollars


def _rates(name: str, table: ModelSettings, tokens: int) -> dict[str, float]:
    known = listed()["model"]
    bare = table.model.rpartition("anthropic.")[2]  # of Bedrock: eu.anthropic.claude-haiku-4-5-20251001-v1:0
    fitting = max((prefix for prefix in known if bare.startswith(prefix)), key=len, default="")
    rates = dict(known.get(fitting, {}))
    if (long := rates.pop("long", None)) and tokens > long["above"]:
        rates = long
    rates |= {kind: value for kind in KINDS if (value := getattr(table, f"price_{kind}")) is not None}
    if "input" not in rates or "output" not in rates:
        raise UsageError(
            "model_price",
            f"The price of {table.model} is not known.",
            remedy=f"Set price_input and price_output in [model.{name}], in dollars for a million tokens.",
        )
    return {"cache_read": rates["input"], "cache_write": rates["input"] * 1.25} | rates
