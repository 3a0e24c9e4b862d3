"""Read days in ISO form."""

from datetime import date

from piperoll.errors import UsageError


def parse_day(text: str) -> date:
    """Return the day that a person wrote.

    Raises:
        UsageError: it is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError("bad_date", f"{text!r} is no date.", remedy="Write it as 2025-07-01.") from None


def day_or_none(text: str) -> date | None:
    """Return the day with which a text of a source begins, as "2031-07-01T00:00:00"; None where it has none."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
