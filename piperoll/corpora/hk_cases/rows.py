"""Read judgments in rows: JSON objects, among them the rows of JSON lines and Parquet files.

The columns are those of the Canadian Legal Data set of A2AJ (old and new), of extracts from HKLII, and of most exports.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise
from typing import Any

from piperoll.corpora.hk_cases import case_numbers, header, page, plain
from piperoll.corpora.hk_cases.parties import ROLE
from piperoll.corpora.hk_cases.source import Source
from piperoll.model import DocumentError
from piperoll.text.html import parse

TEXTS = ("unofficial_text", "full_text", "text", "judgment_text", "decision", "judgment", "content", "body")
PAGES = ("html", "content_html", "body_html", "raw_html")
COLUMNS = {
    "citation": ("neutral_citation", "citation"),
    "also_cited": ("citation2", "citations", "parallel_citations"),
    "name": ("case_name", "name", "title", "case_title", "style_of_cause"),
    "date": ("document_date", "decision_date", "judgment_date", "date"),
    "court": ("court", "court_code", "dataset", "tribunal"),
    "case_numbers": ("case_number", "case_numbers", "docket", "docket_number", "file_number"),
    "judges": ("judges", "judge", "coram", "panel"),
    "counsel": ("representation", "counsel", "p_rep", "d_rep"),
    "parties": ("parties",),
    "address": ("source_url", "url", "link"),
}
LANGUAGES = ("", "_en", "_fr")
"""Endings of the columns that a set in two languages has."""
# "LEE SIU FONG v. WONG WAN LEUNG [2017] HKCFI 3; HCA 122/2012 (3 January 2017)"
NAME = re.compile(r"(?P<case>.+?)\s+\[\d{4}\] .*?(?:\((?P<date>[^()]*\d{4})\))?\s*", re.DOTALL)
# "Mr A Wick, instructed by Lo &" above "Lo, for the plaintiff"
INSTRUCTED = re.compile(r"\binstructed by(?!.*\bfor\b)|\bassigned by(?!.*\bfor\b)", re.IGNORECASE)
FOR = re.compile(r"^(?:[^,]{0,60}, )?for\b", re.IGNORECASE)
TITLED = re.compile(r"(?:Mr|Ms|Mrs|Miss|Dr|Messrs|The)\b")
UNFINISHED = re.compile(r"(?:,|&|\b(?:and|by|of|the|for|to|in|after|Special|(?:HC|CA|DC|CF|FA)[A-Z]{1,3}))$")
# "80/2031", "171 of 2031 and the plaintiff", behind "HCAJ"
CASE = re.compile(r"\d{1,5}(?:\s?/\s?|,\s|\sof\s|\sin\s)\d")
# "Mr A Wick", "instructed by Oil LLP", "in person"; "HCAL 7/2031", above the counsel of that case
NAMES = re.compile(
    r"\b(?:for|instructed|assigned|of|from|by|appear\w*|absent|excused|person|present|\w*represented|amicus|counsel"
    r"|solicitors?|\d\w{1,2}|[SQK]\.?C|Mr|Ms|Mrs|Miss|Dr|Messrs)\b|[A-Z]{3,5}\s?\d",
    re.IGNORECASE,
)
LABEL = re.compile(r"(?:Legal )?Representation ?[:：]|Translated by .*", re.IGNORECASE)
# Between two who sign: "Judge of the Court of First Instance"
TITLE = re.compile(r"(?:[A-Za-z,\s]{0,80}\b(?:Judge|Recorder|Master|Instance|Appeal)\b[A-Za-z,\s]{0,40})?\s*")
SIGNED = re.compile(r"[(（](?P<v>[^()（）\n]{3,60})[)）]")


def read(data: object, name: str) -> Iterator[Source]:
    """Yield the judgments in a row, one for each language that has a text, or in a list of rows.

    Raises:
        DocumentError: ``unknown_json`` when no known column has a text.
    """
    rows = data if isinstance(data, list) else [data]
    has_text = False
    for row in rows:
        for source in _row(row, name) if isinstance(row, dict) else ():
            has_text = True
            yield source
    if not has_text:
        raise DocumentError(
            "unknown_json",
            "This JSON holds no text of a judgment.",
            remedy=f"The text is looked for in: {', '.join((*TEXTS, *PAGES))}.",
        )


def _row(row: Mapping[str, Any], name: str) -> Iterator[Source]:
    """Yield the judgments in a row."""
    for language in LANGUAGES:
        text, html = _first(row, TEXTS, language), _first(row, PAGES, language)
        if not text and not html:
            continue
        given = _given(row, language)
        yield page.read(parse(html), name, given) if html else plain.read(_lines(text), name, given)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _first(row: Mapping[str, Any], columns: tuple[str, ...], language: str) -> str:
    """Return the first of ``columns`` that holds more than white space."""
    for column in columns:
        value = row.get(column + language)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def _given(row: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return the metadata in the known columns."""
    given: dict[str, Any] = {}
    for field, columns in COLUMNS.items():
        cells = (row.get(column + language) or row.get(column) for column in columns)
        values = [value for cell in cells if cell for value in _values(cell) if not LABEL.fullmatch(value)]
        if field == "counsel":
            values = _joined(values)
        if field in ("case_numbers", "judges", "counsel", "parties", "also_cited"):
            given[field] = values
        elif values:
            given[field] = values[0]
    case = " ".join(str(given.get("name", ""))[: 4 * header.LONGEST].split())
    if match := NAME.fullmatch(case):
        given |= {"name": match["case"], "case_numbers": given["case_numbers"] or case_numbers.in_text(case)}
        given.setdefault("date", match["date"] or "")
    given["date"] = header.day(str(given.get("date", "")))
    if row.get("judge_title") is not None:  # two columns cut anywhere from "(David Lok)Judge of the Court …"
        signed = f"{row.get('judge')}\n{row.get('judge_title')}"[-header.LONGEST * 2 :]
        given["judges"] = list(_signed(signed))
    return given


def _signed(text: str) -> Iterator[str]:
    """Yield who signs: the last name in brackets, and those in front of it with nothing but a title between."""
    names = [match for match in SIGNED.finditer(text) if match["v"][0].isupper() and not ROLE.fullmatch(match["v"])]
    apart = (
        at for at, (one, two) in enumerate(pairwise(names), 1) if not TITLE.fullmatch(text, one.end(), two.start())
    )
    yield from (" ".join(name["v"].split()) for name in names[max(apart, default=0) :])


def _joined(lines: Sequence[str]) -> list[str]:
    """Return the lines that name counsel, those that are wrapped as one."""
    whole: list[str] = []
    for line in lines:
        if whole and not TITLED.match(line) and _goes_on(whole[-1], line):
            whole[-1] += f" {line}"
        else:
            whole.append(line)
    return whole


def _goes_on(before: str, line: str) -> bool:
    """Return whether a line about counsel goes on in the next: it has not said yet for whom, or the next names none."""
    opened = before.count("(") > before.count(")")
    return (
        line[:1].islower()
        or line[:1] in "(&"
        or opened
        or UNFINISHED.search(before) is not None
        or CASE.match(line) is not None
        or (INSTRUCTED.search(before) is not None and FOR.search(line) is not None)
        or (" for " in before and line.isascii() and NAMES.search(line) is None)
    )


def _values(value: object) -> Iterator[str]:
    """Yield the texts in a cell: a list of them, or one with a line each; "&AMP;" of a page is "&"."""
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str):
            yield from (line.strip() for line in unescape(text).split("\n") if line.strip())
