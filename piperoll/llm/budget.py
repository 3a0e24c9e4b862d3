"""Keep what models cost below the ceilings: of a run, of a corpus, of a month."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from piperoll.settings import Settings
from piperoll.store.answers import Spending

SETTLED = 0.01
"""Share of a ceiling: when less is left, a run does not try again what another left out."""


@dataclass(frozen=True, slots=True)
class Ceilings:
    """Ceilings are what models may cost at most, in dollars."""

    run: float = math.inf
    corpus: float = math.inf
    month: float = math.inf

    @classmethod
    def of(cls, settings: Settings, corpus: str) -> "Ceilings":
        """Return the ceilings that the settings have for a corpus."""
        known = settings.corpus.get(corpus)
        return cls(
            _or_none(known and known.ceiling_run), _or_none(known and known.ceiling), _or_none(settings.ceiling_month)
        )

    def fitting(self, spent: Spending, prices: Sequence[float]) -> int:
        """Return how many of these prices, from the first, fit below the ceilings."""
        left = self.left(spent) - spent.claimed
        count = 0
        for price in prices:
            left -= price
            if left < 0:
                break
            count += 1
        return count

    def left(self, spent: Spending) -> float:
        """Return what is left below the lowest ceiling."""
        return min(self.run - spent.run, self.corpus - spent.corpus, self.month - spent.month)

    def allow(self, spent: Spending) -> bool:
        """Return whether enough is left of a corpus' and the month's that a run should ask."""
        return spent.corpus < self.corpus * (1 - SETTLED) and spent.month < self.month * (1 - SETTLED)

    def reached(self, spent: Spending, price: float) -> str:
        """Return which ceiling forbids so much more, for people; "": none does."""
        for name in ("run", "corpus", "month"):
            if getattr(spent, name) + price > (ceiling := getattr(self, name)):
                return f"${getattr(spent, name):,.4f} of ${ceiling:,.2f} for a {name} are spent"
        return ""


def _or_none(value: Any) -> float:
    return math.inf if value is None else float(value)
