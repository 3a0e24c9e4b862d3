"""Read days as people write them."""

from datetime import date

from piperoll.errors import UsageError


def parse_day(text: str) -> date:
    """Return the day that ``text`` is in ISO form.

    Raises:
        UsageError: it is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError("bad_date", f"{text!r} is no date.", remedy="Write it as 2025-07-01.") from None
