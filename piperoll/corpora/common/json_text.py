"""Read JSON that a source holds."""

from typing import Any

import orjson

from piperoll.model import DocumentError


def parse_json(text: str | bytes) -> Any:
    """Return the value that a text is.

    Raises:
        DocumentError: ``broken_json``, with the place in the text.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise DocumentError(
            "broken_json",
            f"Line {error.lineno}, column {error.colno}: {error.msg}.",
            remedy="Mend the place, or fetch the document again.",
        ) from None
