"""Read rows in the columns of the A2AJ Canadian Legal Data, old and new, and plain text files.

Old: ``citation, name, language, document_date, source_url, unofficial_text``. New: ``dataset``, and ``citation_en``,
``citation2_en``, ``name_en``, ``document_date_en``, ``url_en``, ``unofficial_text_en`` with their ``_fr`` twins.
See https://huggingface.co/datasets/a2aj/canadian-case-law.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from piperoll.corpora.common.json_text import parse_json
from piperoll.model import DocumentError

TEXT = "unofficial_text"
COLUMNS = {
    "citation": ("citation",),
    "other_citation": ("citation2",),
    "name": ("name",),
    "date": ("document_date",),
    "url": ("url", "source_url"),
}
"""Our fields, and the columns that hold them."""
LANGUAGES = {"en": "English", "fr": "French"}


@dataclass(frozen=True, slots=True)
class Row:
    """Hold one decision as read: its text and its fields; an empty column is ""."""

    text: str
    source: str
    """Path in the source; the key of a decision without a citation."""
    fields: Mapping[str, str]


def read_text(text: str, name: str) -> Row:
    """Return the row of a plain text file, which has no fields."""
    return Row(text, name, {})


def read_row(data: bytes, name: str, language: str) -> Row:
    """Read a row in the columns of one language.

    Args:
        data: the row as a JSON object.
        name: its path in the source.
        language: ``en`` or ``fr``.

    Returns:
        The row, with the fields of that language.

    Raises:
        DocumentError: ``broken_json``, ``unknown_row`` (no text column), ``wrong_shape`` (a column that is not text),
            ``other_language`` or ``no_text``.
    """
    row = parse_json(data)
    if not isinstance(row, dict):
        raise DocumentError(
            "wrong_shape",
            f"The row is {type(row).__name__}, not an object.",
            remedy="Give one object a line (JSON lines) or a Parquet file.",
        )
    old = TEXT in row
    if not old and not any(f"{TEXT}_{code}" in row for code in LANGUAGES):
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
        other = next((code for code in LANGUAGES if code != language and _text(row, f"{TEXT}_{code}").strip()), "")
        if other:
            raise _other(f"The row has no {LANGUAGES[language]} text, only a {LANGUAGES[other]} one.", other)
        raise DocumentError("no_text", f"The column {TEXT}{ending} is empty.", remedy="Fetch the decision again.")
    fields = {
        field: next((value for column in columns if (value := _text(row, column + ending).strip())), "")
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
        raise DocumentError(
            "wrong_shape",
            f"The column {column} is {type(value).__name__}, not text.",
            remedy="Write the column as text.",
        )
    return value
