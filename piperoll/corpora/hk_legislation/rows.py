"""Read rows of JSON: one section or subsection each, with its chapter."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from piperoll.corpora.hk_legislation import leads, plain
from piperoll.corpora.hk_legislation.names import key_of
from piperoll.corpora.hk_legislation.source import Kind, Mark, Source
from piperoll.days import day_or_none
from piperoll.model import HEADING_MARKS, DocumentError

CHAPTER = ("cap", "cap_no", "cap_number", "chapter", "chapter_number")
SECTION = ("section", "section_number", "section_no", "sec")
SUBSECTION = ("subsection", "subsection_number", "sub")
TEXT = ("text", "content", "section_text", "body")
HEADING = ("heading", "section_heading", "section_title")
TITLE = ("cap_title", "ordinance_title", "ordinance", "short_title", "title", "name")
PATH = ("section_path", "path")
VERSION = ("version_date", "valid_from", "effective_date")
ROWS = ("sections", "rows", "provisions")
LABEL = re.compile(r"[A-Za-z0-9]{1,12}(?:\.\d{1,4})?")
STEP = re.compile(r"\(?([A-Za-z0-9]{1,12})\)?")
PRINTED = re.compile(r"(?:s|sec|section)\.?\s{0,2}(\d{1,4}[A-Z]{0,4})((?:\([A-Za-z0-9]{1,5}\))*)", re.IGNORECASE)
UNIT = re.compile(r"(Part|Division|Schedule|Sch\.?)\s{0,2}(\w{1,8})", re.IGNORECASE)
KEPT = ("section_path", "url", "language", "lang", "status")
"""Columns that are kept as they are."""


def read(data: object, name: str) -> Iterator[Source]:
    """Yield the sections in ``data``: a row, a list of rows, or an enactment with its rows in it.

    Raises:
        DocumentError: ``unknown_json`` when there is neither a chapter nor a text.
    """
    for item in data if isinstance(data, list) else [data]:
        if not isinstance(item, Mapping):
            raise DocumentError(
                "unknown_json", "This JSON holds no section.", remedy="A row has the fields cap, section and text."
            )
        inner = next((item[column] for column in ROWS if isinstance(item.get(column), list)), None)
        shared = {key: value for key, value in item.items() if isinstance(value, str | int)}
        for row in [item] if inner is None else inner:
            yield _section(row if inner is None else shared | (dict(row) if isinstance(row, Mapping) else {}), name)


def _section(row: Mapping[str, Any], name: str) -> Source:
    """Return the section in a row."""
    key, printed_path = key_of(_first(row, CHAPTER)), _first(row, PATH)
    text = HEADING_MARKS.sub("", _first(row, TEXT).replace("\r\n", "\n").replace("\r", "\n"))
    if not key or not any(row.get(column) is not None for column in TEXT):
        raise DocumentError(
            "unknown_json",
            f"The row has no {'text' if key else 'chapter'}.",
            remedy="A row has the fields cap, section and text.",
        )
    above, path = _path(_first(row, SECTION), _first(row, SUBSECTION), printed_path)
    above = tuple(dict.fromkeys((*_parts(row), *above)))
    title, heading = _first(row, TITLE), _first(row, HEADING)
    marks = _marks(text, path)
    if not heading and marks and marks[0].kind is Kind.SECTION:
        heading = marks[0].heading
    shown = printed(path)
    metadata = {column: row[column] for column in KEPT if isinstance(row.get(column), str | int) and row[column] != ""}
    return Source(
        f"{key} {shown}".strip(),
        " ".join(part for part in (f"{title} ({key})" if title else key, shown) if part),
        text,
        marks,
        valid_from=day_or_none(_first(row, VERSION)),
        metadata=metadata | {"cap": key},
        row_path=path,
        above=above,
        heading=heading,
        leads=leads.of_lines(text, marks),
    )


def _marks(text: str, path: str) -> list[Mark]:
    """Return the subsections in the text of a section, and the section's own heading."""
    own = path.split(".")[-1]
    return [
        mark
        for mark in plain.marks(text)
        if (mark.kind is Kind.SUBSECTION and mark.label != own) or (mark.kind is Kind.SECTION and mark.label == own)
    ]


def _path(section: str, subsection: str, printed_path: str) -> tuple[tuple[str, ...], str]:
    """Return what encloses a row, and its path: section "4", subsection "2" → ``s.4.2``, as "Part 3 - s.4 - (2)"."""
    above: list[str] = []
    steps: list[str] = []
    for part in re.split(r"\s+[-–—>/|]\s+|\s*>\s*", printed_path[:500]) if printed_path else ():
        if unit := UNIT.fullmatch(part.strip()):
            word = unit[1].title().rstrip(".")
            above.append(f"{'Schedule' if word == 'Sch' else word} {unit[2]}")
        elif match := PRINTED.fullmatch(part.strip()):
            steps = ["s", match[1], *re.findall(r"\(([^()]+)\)", match[2])]
        elif steps and (step := STEP.fullmatch(part.strip())):
            steps.append(step[1])
    if match := PRINTED.fullmatch(section.strip()):
        section, inside = match[1], re.findall(r"\(([^()]+)\)", match[2])
    else:
        inside = re.findall(r"\(([A-Za-z0-9]{1,5})\)", section[:100])
        section = section.partition("(")[0].strip(" .")
    if LABEL.fullmatch(section):
        own = ["s", section, *inside]
        own += [step for step in re.findall(r"[A-Za-z0-9]{1,12}", subsection[:100]) if step]
        steps = own if len(own) >= len(steps) or steps[:2] != own[:2] else steps
    schedule = next((f"sch{label.split()[1]}" for label in above if label.startswith("Schedule")), "")
    return tuple(above), ".".join(([schedule] if schedule else []) + steps)


def _parts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns part and division as printed: "3" → "Part 3"."""
    values = [(column, _first(row, (column,))) for column in ("part", "division")]
    return tuple(f"{column.title()} {value}" if value[0].isdigit() else value for column, value in values if value)


def printed(path: str) -> str:
    """Return a path as printed: ``s.4.2`` → ``s.4(2)``."""
    schedule, _, rest = path.rpartition("s.") if ".s." in path else ("", "", path.removeprefix("s."))
    number, *steps = rest.split(".")
    shown = "s." + number + "".join(f"({step})" for step in steps) if rest else ""
    return f"{schedule.rstrip('.').replace('sch', 'Sch. ')} {shown}".strip()


def _first(row: Mapping[str, Any], columns: tuple[str, ...]) -> str:
    """Return the first of ``columns`` that has a value."""
    for column in columns:
        value = row.get(column)
        if isinstance(value, str) and value.strip():
            return value if column in TEXT else " ".join(value.split())
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return ""
