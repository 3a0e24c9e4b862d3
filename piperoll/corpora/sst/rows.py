"""Rows in the columns of the A2AJ Canadian Legal Data, old and new, and plain text files.

Old: ``citation, name, language, document_date, source_url, unofficial_text``. New: ``dataset``, and ``citation_en``,
``citation2_en``, ``name_en``, ``document_date_en``, ``url_en``, ``unofficial_text_en`` with their ``_fr`` twins.
See https://huggingface.co/datasets/a2aj/canadian-case-law.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from piperoll.model import DocumentError

TEXT = "unofficial_text"
COLUMNS = {
    "citation": ("citation",),
    "other_citation": ("citation2",),
    "name": ("name",),
    "date": ("document_date",),
    "url": ("url", "source_url"),
}
"""What a decision is called here, and in the columns."""
LANGUAGES = {"en": "English", "fr": "French"}


@dataclass(frozen=True, slots=True)
class Row:
    """One decision as it comes: its text, and what is said of it besides; "" for what is not said."""

    text: str
    source: str
    """Its path in the source: the key of a decision without a citation."""
    fields: Mapping[str, str]


def read_text(text: str, name: str) -> Row:
    """A plain text file, of which nothing is known but its path."""
    return Row(text, name, {})


def read_row(data: bytes, name: str, language: str) -> Row:
    """A row in the columns of ``language``.

    Raises:
        DocumentError: ``broken_json``, ``unknown_row`` (no text column), ``wrong_shape`` (a column that is no text),
            ``other_language`` or ``no_text``.
    """
    try:
        row = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise DocumentError("broken_json", f"Line {error.lineno}, column {error.colno}: {error.msg}.") from None
    if not isinstance(row, dict):
        raise DocumentError(
            "wrong_shape",
            f"The row is {type(row).__name__}, not an object.",
            remedy="Give one object a line (JSON lines) or a Parquet file.",
        )
    old = TEXT in row
    if not old and not any(f"{TEXT}_{one}" in row for one in LANGUAGES):
        raise DocumentError(
            "unknown_row",
            f"The row has none of the columns {TEXT}, {TEXT}_en and {TEXT}_fr.",
            remedy="Give rows in the columns of the A2AJ Canadian Legal Data.",
        )
    own = _text(row, "language").lower() if old else ""
    if own and own[:2] != language:
        raise _other(f"The row is in the language {own[:20]!r}.", own[:2])
    ending = "" if old else f"_{language}"
    text = _text(row, TEXT + ending)
    if not text.strip():
        other = next((one for one in LANGUAGES if one != language and _text(row, f"{TEXT}_{one}").strip()), "")
        if other:
            raise _other(f"The row has no {LANGUAGES[language]} text, only a {LANGUAGES[other]} one.", other)
        raise DocumentError("no_text", f"The column {TEXT}{ending} is empty.", remedy="Fetch the decision again.")
    fields = {
        field: next((found for one in columns if (found := _text(row, one + ending).strip())), "")
        for field, columns in COLUMNS.items()
    }
    return Row(text, name, fields | {"dataset": _text(row, "dataset").strip(), "language": language})


def _other(message: str, language: str) -> DocumentError:
    remedy = f"Set the option columns to {language!r} to read it." if language in LANGUAGES else ""
    return DocumentError("other_language", message, remedy=remedy)


def _text(row: Mapping[str, Any], column: str) -> str:
    value = row.get(column)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise DocumentError("wrong_shape", f"The column {column} is {type(value).__name__}, not text.")
    return value
