"""Read the markdown form: YAML front matter, then the statute with ``#`` headings and links."""

import re
from bisect import bisect_right
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Any

import yaml

from piperoll.corpora.se_law import no_text, register, scan
from piperoll.corpora.se_law.blocks import Block, Kind, Source
from piperoll.corpora.se_law.json_values import day_of
from piperoll.corpora.se_law.numbers import sfs_key
from piperoll.model import DocumentError, SetAside
from piperoll.text.paragraphs import trim

FRONT_MATTER = re.compile(r"﻿?---[ \t]*\n(?P<yaml>.*?)(?:\n---[ \t]*(?:\n|$))", re.DOTALL)
FRONT_MATTER_LIMIT = 1_000_000
"""Characters. The longest real front matter has 100 thousand; a longer one is an attack or another kind of file."""
# most of the front matter: read line by line, many times as fast as by a parser of YAML
AMENDMENT_LIST = re.compile(r"^andringsforfattningar:[ \t]*\n(?:[ \t-].*(?:\n|\Z))*", re.MULTILINE)
TOP_KEY = re.compile(r"(?P<key>[a-zåäö_]+):(?:[ \t]+(?P<value>.*))?$")
# "[1994:579](https://…/1994/579)", "[3 §](#kap1.3)": the text is law, the target is the converter's
LINK = re.compile(r"\[([^\[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)")
# ".../sfs-2010-800@2025-07-01.md", and "@2025-07-01-2.md" for a second one of the same day
VERSION = re.compile(r"@(?P<version>\d{4}-\d{2}-\d{2}(?:-\d+)?)\.md$")
# "### 3 §": the marks at the start of a line
MARKS = re.compile(r"##{0,5}[ \t]+")
TITLE = re.compile(r"#\s+[^\n]+(?:\n(?!\n|#)[^\n]+)*")


def read(text: str, name: str) -> Source:
    """Read the statute in the markdown ``text``; ``name``, its path in the source, replaces a missing number.

    The stored text is the file with every link reduced to its text, and without the marks of headings and emphasis.

    Raises:
        DocumentError: ``front_matter`` if the YAML is not a flat list of fields, ``front_matter_too_long``.
    """
    match = FRONT_MATTER.match(text)
    if text.lstrip("﻿").startswith("---") and match is None:
        raise DocumentError(
            "front_matter", "The front matter has no closing line '---'.", remedy="Close it, or remove it."
        )
    front, amendments = _front_matter(match["yaml"]) if match else ({}, [])
    body_at = match.end() if match else 0
    stored = text[:body_at] + LINK.sub(r"\1", text[body_at:]) if "](" in text else text
    metadata: dict[str, Any] = {key: value for key, value in front.items() if isinstance(value, str) and value}
    number = metadata.get("beteckning") or _number_from(name)
    source = Source(
        key=sfs_key(number) if number else name,
        title=metadata.get("rubrik", ""),
        kind="SFS_LAW",
        text=stored,
        blocks=[],
        valid_from=day_of(metadata.get("ikraft_datum")),
        valid_to=day_of(metadata.get("utgar_datum")),
        metadata=metadata,
    )
    if amendments:
        metadata["amendments"] = register.as_metadata(amendments)
        register.note_repeal(source, amendments)
    if dated := VERSION.search(name):
        source.valid_from = day_of(dated["version"]) or source.valid_from
        metadata["version"] = dated["version"]
    if body_at and stored[:body_at].strip():
        source.set_aside.append(SetAside(*trim(stored, 0, body_at), "front matter"))
    at = body_at
    if title := TITLE.match(stored, *trim(stored, body_at, len(stored))):
        source.blocks.append(Block(Kind.TITLE, title.start(), title.end()))
        source.title = source.title or title[0].lstrip("# ")
        at = title.end()
    if notice := no_text.reason(stored[at:]):
        source.set_aside.append(SetAside(*trim(stored, at, len(stored)), notice))
    else:
        source.blocks += scan.blocks(stored, at, len(stored), markdown=True)
    unmark(source, body_at)
    return source


def unmark(source: Source, body_at: int) -> None:
    """Take the marks of headings out of the stored text from ``body_at`` on; the ranges in it move with the text."""
    text = source.text
    marks = [
        match.span() for match in MARKS.finditer(text, body_at) if match.start() == 0 or text[match.start() - 1] == "\n"
    ]
    if not marks:
        return
    starts = [start for start, _ in marks]
    taken = [0, *accumulate(end - start for start, end in marks)]

    def moved(at: int) -> int:
        before = bisect_right(starts, at)
        return max(at, marks[before - 1][1]) - taken[before] if before else at

    for block in source.blocks:
        block.start, block.end = moved(block.start), moved(block.end)
    source.set_aside = [SetAside(moved(part.start), moved(part.end), part.reason) for part in source.set_aside]
    kept = zip([0, *(end for _, end in marks)], [*starts, len(text)], strict=True)
    source.text = "".join([text[start:end] for start, end in kept])


def _front_matter(raw: str) -> tuple[dict[str, Any], list[register.Amendment]]:
    """Return the fields as strings, and the amendment list: YAML 1.1 would read ``1978:21`` as a number in base 60."""
    if len(raw) > FRONT_MATTER_LIMIT:
        raise DocumentError(
            "front_matter_too_long",
            f"The front matter has {len(raw):,} characters.",
            remedy=f"Shorten it to {FRONT_MATTER_LIMIT:,} characters.",
        )
    listed = AMENDMENT_LIST.search(raw)
    amendments = register.in_front_matter(listed[0]) if listed else []
    raw = AMENDMENT_LIST.sub("", raw)
    try:
        fields = yaml.load(raw, Loader=yaml.CBaseLoader)  # makes strings only, never objects
    except yaml.YAMLError:
        fields = _lenient(raw)
    except RecursionError:
        raise DocumentError(
            "front_matter",
            "The front matter is nested too deeply.",
            remedy="Nest it less deeply: names with a text each, and lists of them.",
        ) from None
    if not isinstance(fields, dict) or not all(_flat(value) for value in fields.values()):
        raise DocumentError(
            "front_matter", "The front matter is not a list of fields.", remedy="Keep to 'key: value' lines."
        )
    return fields, amendments


def _flat(value: Any) -> bool:
    """Return whether a value is a string or a list of flat mappings; a register entry has nothing deeper."""
    if isinstance(value, str):
        return True
    return isinstance(value, list) and all(
        isinstance(item, str) or (isinstance(item, dict) and all(isinstance(text, str) for text in item.values()))
        for item in value
    )


def _lenient(raw: str) -> dict[str, str]:
    """Read the top-level ``key: value`` lines without a YAML parser.

    This reads titles that are wrapped to the next line without quotes.
    """
    fields: dict[str, str] = {}
    key = ""
    for line in raw.split("\n"):
        if match := TOP_KEY.match(line):
            key = match["key"]
            fields[key] = (match["value"] or "").strip().strip("\"'")
        elif key and line.strip() and not line.startswith((" ", "-")):
            fields[key] = f"{fields[key]} {line.strip()}".strip()
        elif line.startswith((" ", "-")) and fields.get(key) and not line.lstrip().startswith("- "):
            fields[key] = f"{fields[key]} {line.strip()}"
    return fields


def _number_from(name: str) -> str:
    """Return the number in a file name: ``…/sfs-1977-1160.md`` → ``1977:1160``; "" without one."""
    match = re.match(r"sfs-(\d{4})-(.+?)(?:@.*)?$", PurePosixPath(name).stem)
    return f"{match[1]}:{match[2].replace('-', ' ')}" if match else ""
