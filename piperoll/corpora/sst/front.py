"""Read the front matter of a decision: the record of the web site, the title page, and the fields in both."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from piperoll.corpora.sst import headings
from piperoll.corpora.sst.lines import printed
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
CONTENTS = re.compile(r"^[^\S\n]*(?:On this page|Sur cette page)[^\S\n]*$", re.MULTILINE | re.IGNORECASE)
CONTENTS_WITHIN = re.compile(r"\b(?:On this page|Sur cette page)\b")

FIELDS = {
    "collection": ("Collection",),
    "date": ("Decision date", "Date of decision", "Date de la décision", "Date de décision"),
    "citation": ("Neutral citation", "Citation", "Référence neutre", "Référence"),
    "reference_number": ("Reference number", "Tribunal file number", "File number", "Numéro de référence"),
    "judges": ("Tribunal member", "Decision by", "Member", "Membre du Tribunal", "Membre"),
    "division": ("Division",),
    "outcome": ("Decision", "Décision"),
    "summary": ("Summary", "Sommaire"),
    "hearing_type": ("Type of hearing", "Hearing type", "Mode d’audience"),
    "hearing_date": ("Hearing date", "Date of hearing", "Heard on", "Date d’audience"),
    "parties": ("Appellant", "Applicant", "Claimant", "Respondent", "Added party", "Appelant", "Demandeur", "Intimé"),
    "participants": ("Hearing participants", "Participants", "Representative", "Appellant’s representative"),
    "under_appeal": ("Decision under appeal", "Décision portée en appel"),
}
"""Fields of the metadata, with the labels that records and title pages print."""
FIELD_OF = {label.lower(): name for name, labels in FIELDS.items() for label in labels}
WITH_COLON = frozenset({"parties", "participants"})
"""Fields whose labels need a colon: courts print "Respondent" under a name."""


def _any(labels: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, labels), key=len, reverse=True))


_ALONE = _any(label for label, name in FIELD_OF.items() if name not in WITH_COLON)
LABELS = re.compile(
    rf"^[^\S\n]*(?P<line>{_ALONE})[^\S\n]*:?[^\S\n]*$|(?:^|(?<=\s))(?P<lead>{_any(FIELD_OF)})[^\S\n]*:",
    re.MULTILINE | re.IGNORECASE,
)
"""A label on a line of its own, as in records, or before a colon, as on title pages."""
LISTS = frozenset({"judges", "parties"})
CITATION = re.compile(r"\b(?:19|20)\d\d [A-Z][A-Za-z]{1,9} \d{1,6}\b")
DATE = re.compile(r"\d{4}-\d\d-\d\d|[A-Z][a-z]{2,8} \d{1,2}, \d{4}")
VERSUS = re.compile(r"\s(?:v|c)\.?\s")
"""Between the parties in the name of a case."""
DIVISION = re.compile(r"Social Security Tribunal of Canada\s+(General Division|Appeal Division)")


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
    labels = list(LABELS.finditer(head))
    is_record = len({_label(label) for label in labels}) >= ENOUGH
    aside = [(0, record, "metadata block")] if marker else []
    contents = CONTENTS.search(head, record) or (CONTENTS_WITHIN.search(head, record) if "\n" not in head else None)
    start = record
    if marker or is_record:
        page = contents.start() if contents else _page_end(head, record)
        if page - record <= LONGEST_PAGE:
            start = page
            aside.append((record, page, "title page" if marker else "metadata block"))
    ranges = ((*trim(text, begin, end), reason) for begin, end, reason in aside)
    return Front(
        start,
        tuple(SetAside(begin, end, reason) for begin, end, reason in ranges if begin < end),
        _fields(head[:start], [label for label in labels if label.start() < start]) if marker or is_record else {},
    )


def _marker(head: str) -> re.Match[str] | None:
    """Match the first line "Decision Content"; within a line, only after the record that it ends."""
    if marker := MARKER.search(head):
        return marker
    within = MARKER_WITHIN.search(head)
    return within if within and RECORD.search(head, 0, within.start()) else None


def _page_end(head: str, begin: int) -> int:
    """Return the end of a title page without a table of contents: a known heading, else the last label.

    "Decision" above labels is the title of the page itself.
    """
    end, quiet = begin, 0
    lines = printed(head, begin, len(head))
    for index, line in enumerate(lines):
        name = head[slice(*line)]
        following = lines[index + 1 : index + 3]
        has_label = any(LABELS.match(head[slice(*next_line)]) for next_line in following)
        if headings.is_known(name) and not (name.rstrip(":").lower() in FIELD_OF and (has_label or name.endswith(":"))):
            return line[0]
        if LABELS.search(name):
            whole_line = LABELS.fullmatch(name)
            end, quiet = following[0][1] if whole_line and following else line[1], 0
        elif quiet == LONGEST_PAUSE:
            break
        else:
            quiet += 1
    return end


def _label(match: re.Match[str]) -> str:
    return FIELD_OF[(match["line"] or match["lead"]).lower()]


def _fields(head: str, labels: list[re.Match[str]]) -> dict[str, Any]:
    """Return the values after the labels; of two values for one field, the first."""
    fields: dict[str, Any] = {}
    for name, value in _values(head, labels):
        if name in LISTS:
            if value not in (values := fields.setdefault(name, [])):
                values.append(value)
        else:
            fields.setdefault(name, value)
    first = head[slice(*lines[0])] if (lines := printed(head, 0, min(len(head), LONGEST_VALUE))) else ""
    if VERSUS.search(first):
        fields.setdefault("name", first)
    if match := DIVISION.search(head):
        fields |= {"court": "Social Security Tribunal of Canada", "division": match[1]}
    return fields


def _values(head: str, labels: list[re.Match[str]]) -> Iterator[tuple[str, Any]]:
    ends = [*(following.start() for following in labels), len(head)][1:]
    for label, end in zip(labels, ends, strict=True):
        name = _label(label)
        lines = printed(head, label.end(), end)
        text = head[slice(*lines[0])] if lines else ""
        match name:
            case "citation":
                match = CITATION.search(text)
                if match and match.start():
                    yield "name", text[: match.start()].rstrip(" ,")
                text = match[0] if match else ""
            case "date":
                text = day(match[0]) if (match := DATE.search(text)) else ""
            case "summary" | "under_appeal":
                text = " ".join(head[slice(*line)] for line in lines if not MARKER.match(head, *line))
        if text and (name == "summary" or len(text) <= LONGEST_VALUE):
            yield name, text


def day(text: str) -> str:
    """Return the ISO form of "2017-04-27 00:00:00+00:00" and "January 2, 2099"; "" if it is no date."""
    for form, length in (("%Y-%m-%d", 10), ("%B %d, %Y", None)):
        try:
            return datetime.strptime(text[:length], form).date().isoformat()
        except ValueError:
            continue
    return ""
