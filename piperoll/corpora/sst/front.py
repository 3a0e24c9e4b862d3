"""Read the front matter of a decision: the record of the web site, the title page, and the fields in both."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from piperoll.chunking.merge import Range
from piperoll.corpora.sst import headings, labels
from piperoll.corpora.sst.dates import day
from piperoll.corpora.sst.lines import printed
from piperoll.corpora.sst.parties import captioned, versus
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

LONGEST = 20_000
"""Characters before the first heading that are searched."""
LONGEST_PAGE = 6_000
"""Characters of a title page. A longer one holds text that somebody may search for."""
LONGEST_VALUE = 300
LONGEST_PAUSE = 6
"""Lines in a row without a label on a title page."""
ENOUGH = 3
"""Different labels that make a text a record if it has no end marker."""

MARKER = re.compile(r"^[^\S\n]*(?:Decision Content|Contenu de la décision)[^\S\n]*$", re.MULTILINE | re.IGNORECASE)
MARKER_WITHIN = re.compile(r"\b(?:Decision Content|Contenu de la décision)\b")
RECORD = re.compile(r"\b(?:Neutral citation|Reference number|Decision date|Référence neutre|Numéro de référence)\b")
SITE = re.compile(r"\s*(?P<collection>\S[^\n]*\S)\s*\n\s*(?:Decision Information|Informations sur la décision)\s")
"""The name of a collection, and what the web site prints under it."""
CONTENTS = re.compile(r"^[^\S\n]*(?:On this page|Sur cette page)[^\S\n]*:?[^\S\n]*$", re.MULTILINE | re.IGNORECASE)
CONTENTS_WITHIN = re.compile(r"\b(?:On this page|Sur cette page)\b")
TRANSLATED = re.compile(r"\[(?:TRANSLATION|TRADUCTION|OFFICIAL TRANSLATION|TRADUCTION OFFICIELLE)\]", re.IGNORECASE)

TITLES = frozenset(
    {
        *("decision", "reasons and decision", "decision and reasons", "reasons for decision", "ruling", "order"),
        *("décision", "motifs et décision", "décision et motifs", "motifs de décision", "ordonnance"),
    }
)
"""Names of sections that are also titles of the title page, above its labels."""
ATTENDANCE = re.compile(
    r"(?:persons |parties )?in attendance|participants|parties|comparutions|(?:personnes )?présente?s.*", re.IGNORECASE
)
"""The section that says who was there: it has labels, and is no part of the title page."""
LISTS = frozenset({"judges", "parties", "representatives"})
CITATION = re.compile(r"\b(?:19|20)\d\d [A-Z][A-Za-z]{1,9} \d{1,6}\b")
NOTHING = re.compile(r"N/?[AD]|S\.?[OP]\.?|None|Aucune?|[-–—]", re.IGNORECASE)
"""A value that says that there is none: "N/D"."""
CELL = re.compile(r"\s*\|\s*")
"""Between the cells of a table."""
SIDES = re.compile(r"\s*(?:;|,(?: and| et)?|\band\b|\bet\b)\s+")
UNKNOWN = re.compile(r"[A-ZÀ-Þ][^:\n]{2,40}:(?:\s|$)")
"""A label that fills no field: "Date of corrigendum: …"."""
DIVISION = re.compile(
    r"(?:^|Social Security Tribunal of Canada\s+|sécurité sociale(?: du Canada)?\s+(?:[-–—]\s+)?)"
    r"(?P<division>General Division|Appeal Division|Division générale|Division d['’]appel)(?! decision)[^\n]*",
    re.MULTILINE,
)
TRIBUNAL = re.compile(r"Social Security Tribunal\b|Tribunal de la sécurité sociale", re.IGNORECASE)
TRIBUNAL_NAME = "Social Security Tribunal of Canada"
TYPE = re.compile(r"decision|ruling|order|reasons|corrigend|décision|ordonnance|motifs|rectificatif", re.IGNORECASE)
"""A word in the title of a decision: "Leave to Appeal Decision"."""


@dataclass(frozen=True, slots=True)
class Front:
    """Hold the front matter; ``start`` is where the decision begins, with its table of contents if it has one."""

    start: int
    set_aside: tuple[SetAside, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)


def read(text: str, limit: int) -> Front:
    """Read the front matter of ``text``.

    ``limit`` is the start of the first numbered paragraph, or of the heading above it.
    """
    head = text[: min(limit, LONGEST)]
    marker = _marker(head)
    record = marker.end() if marker else 0
    found = labels.find(head)
    is_record = len({labels.field_of(label) for label in found}) >= ENOUGH
    aside = [(0, record, "metadata block")] if marker else []
    contents = CONTENTS.search(head, record) or (CONTENTS_WITHIN.search(head, record) if "\n" not in head else None)
    start = record
    if marker or is_record:
        page = contents.start() if contents else _page_end(head, record, found)
        if page - record <= LONGEST_PAGE:
            start = page
            aside.append((record, page, "title page" if marker else "metadata block"))
    ranges = ((*trim(text, begin, end), reason) for begin, end, reason in aside)
    return Front(
        start,
        tuple(SetAside(begin, end, reason) for begin, end, reason in ranges if begin < end),
        _fields(head[:start], record, [label for label in found if label.end() <= start])
        if marker or is_record
        else {},
    )


def _marker(head: str) -> re.Match[str] | None:
    """Match the first line "Decision Content"; within a line, only after the record that it ends."""
    if marker := MARKER.search(head):
        return marker
    within = MARKER_WITHIN.search(head)
    return within if within and RECORD.search(head, 0, within.start()) else None


def _page_end(head: str, begin: int, found: Sequence[re.Match[str]]) -> int:
    """Return the end of a title page without a table of contents: its first section, else its last value."""
    lines = printed(head, begin, len(head))
    starts = [start for start, _ in lines]
    labelled = {bisect_right(starts, label.end() - 1) - 1: label for label in found if label.end() > begin}
    end, quiet = begin, 0
    for index, (start, stop) in enumerate(lines):
        line = head[start:stop]
        if headings.is_known(line) and not _is_title(head, lines, index, labelled):
            return start if end > begin else begin
        label = labelled.get(index)
        goes_on = end > begin and index > 0 and end == lines[index - 1][1] and (line[0].islower() or line[0] == "(")
        if label is not None and index + 1 < len(lines) and not head[label.end() : stop].strip("| "):
            end, quiet = (stop if index + 1 in labelled else lines[index + 1][1]), 0
        elif label is not None or goes_on or TRANSLATED.fullmatch(line) or labels.PARTY.fullmatch(line):
            end, quiet = stop, 0
        elif quiet == LONGEST_PAUSE:
            break
        else:
            quiet += 1
    return end


def _is_title(head: str, lines: Sequence[Range], index: int, labelled: Container[int]) -> bool:
    """Return whether a line with the name of a section is the title of the page: labels stand below it."""
    name = head[slice(*lines[index])].rstrip()
    if name.endswith(":"):
        return index in labelled
    if name.lower() not in TITLES:
        return False
    below = [ATTENDANCE.fullmatch(head, *line) is None for line in lines[index + 1 : index + 3]]
    return any(index + step in labelled and all(below[:step]) for step in (1, 2))


def _fields(head: str, record: int, found: Sequence[re.Match[str]]) -> dict[str, Any]:
    """Return the values after the labels; of two values for one field, the first. The record ends at ``record``."""
    fields: dict[str, Any] = {}
    for name, value in _values(head, found):
        if name in LISTS:
            if value not in (values := fields.setdefault(name, [])):
                values.append(value)
        else:
            fields.setdefault(name, value)
    first = head[slice(*lines[0])] if (lines := printed(head, 0, min(len(head), LONGEST_VALUE))) else ""
    if versus(first) and not any(label.start() == 0 for label in found):
        fields.setdefault("name", first)
    if site := SITE.match(head):
        fields.setdefault("collection", site["collection"])
    if match := DIVISION.search(head, record) or DIVISION.search(head):
        fields["division"] = match["division"].replace("'", "’")
        below = (label.start() for label in found if label.start() > match.end() and not label[0][-1].isalnum())
        title = head[match.end() : min(below, default=match.end())].strip()
        label = title.partition("\n")[0].rstrip()  # "Decision", above "Appeal dismissed"
        if (
            match.start() >= record
            and len(title) <= LONGEST_VALUE
            and TYPE.search(title)
            and label.lower() not in TITLES
        ):
            fields["decision_type"] = " ".join(title.split())
    if TRIBUNAL.search(head):
        fields["court"] = TRIBUNAL_NAME
    return fields


def _values(head: str, found: Sequence[re.Match[str]]) -> Iterator[tuple[str, Any]]:
    """Yield field and value of each label that has a value."""
    ends = [*(following.start() for following in found), len(head)][1:]
    on_page = False  # a label with its value on the same line has come
    for label, end in zip(found, ends, strict=True):
        name = labels.field_of(label)
        colon = not label[0].rstrip()[-1].isalnum()
        parts = [line for line in _lines(head, label.end(), end) if line]
        if not parts or (name == "outcome" and not colon and on_page):
            continue
        on_page = on_page or (colon and "\n" not in head[label.end() : label.end() + 2])
        yield from _read(name, parts, label[0])


def _lines(head: str, start: int, end: int) -> list[str]:
    """Return the lines after a label, without the marks of a table, up to a line with an unknown label."""
    lines = []
    for index, line in enumerate(printed(head, start, end)):
        text = head[slice(*line)]
        if (index and UNKNOWN.match(text)) or MARKER.fullmatch(text):
            break
        lines.append(" ".join(cell for cell in CELL.split(text) if cell))
    return lines


def _read(name: str, lines: Sequence[str], label: str) -> Iterator[tuple[str, Any]]:
    """Yield the values of a field, which stand on ``lines`` after ``label``."""
    value = lines[0]
    for line in lines[1:]:
        if not (line[0].islower() or line[0] == "("):
            break
        value = f"{value} {line}"
    if NOTHING.fullmatch(value):
        return
    match name:
        case "citation":
            citation = CITATION.search(value)
            if citation and citation.start():
                yield "name", value[: citation.start()].rstrip(" ,")
            value = citation[0] if citation else ""
        case "date":
            value = day(value)
        case "summary" | "under_appeal":
            value = " ".join(lines)
        case "participants":
            value = ", ".join(lines)
        case "between":
            yield from (("parties", party) for party in captioned(lines))
            return
        case "parties":
            value = value.rstrip(",")
        case "judges" if label.strip(" :|").endswith(("s", "S")):
            yield from (("judges", judge) for judge in SIDES.split(value) if judge)
            return
    if value and (name == "summary" or len(value) <= LONGEST_VALUE):
        yield name, value
