"""Some hundred texts through what benchmarks/services.py sends ten thousand through."""

from pathlib import Path

import pytest

from benchmarks.services import CONNECTIONS, WORKERS, measure
from tests.services import KINDS

LIMITS = {"requests_per_minute": 3_000, "tokens_per_minute": 150_000}
TEXTS = 120
WINDOW = 3.0
"""Seconds, for a minute: what is sent in them may be as many requests more as are late, one a connection."""


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_and_nothing_paid_for_twice(kind: str, configured_dsn: None, tmp_path: Path) -> None:
    row = measure(tmp_path, kind, TEXTS, 0.05, LIMITS, WINDOW)
    assert (row.stored, row.wrong, row.twice) == (TEXTS, 0, 0)
    assert row.lost <= row.under_way
    share = WINDOW / 60
    assert row.most_requests <= share * row.requests_limit + WORKERS * CONNECTIONS
    assert row.most_tokens <= share * row.tokens_limit + row.under_way * row.tokens_paid / row.texts
    assert row.tokens_told == row.tokens_paid
