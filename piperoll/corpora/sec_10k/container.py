"""Take the 10-K out of what EDGAR wraps around it: a full submission in SGML, or one document of it."""

import re
from dataclasses import dataclass, field

from piperoll.days import day_or_none
from piperoll.model import DocumentError

DOCUMENT = re.compile(r"<DOCUMENT>(?P<head>.{0,4000}?)<TEXT>[ \t]*\n?", re.DOTALL | re.IGNORECASE)
FIELD = re.compile(r"<(TYPE|SEQUENCE|FILENAME|DESCRIPTION)>([^\n<]*)", re.IGNORECASE)
END = re.compile(r"</TEXT>|</DOCUMENT>", re.IGNORECASE)
INNER = re.compile(r"\s*<(?:XBRL|XML|PDF)>", re.IGNORECASE)
HEADER_LENGTH = 20_000
"""Characters in which the header of a submission stands."""
FIELDS = {
    "accession": re.compile(r"ACCESSION NUMBER:\s*(\d{10}-\d\d-\d{6})"),
    "form": re.compile(r"CONFORMED SUBMISSION TYPE:\s*(\S+)"),
    "period_end": re.compile(r"CONFORMED PERIOD OF REPORT:\s*(\d{8})"),
    "filed": re.compile(r"FILED AS OF DATE:\s*(\d{8})"),
    "company": re.compile(r"COMPANY CONFORMED NAME:[ \t]*(\S[^\n]*?)[ \t]*\n"),
    "cik": re.compile(r"CENTRAL INDEX KEY:\s*(\d{1,10})"),
    "sic": re.compile(r"STANDARD INDUSTRIAL CLASSIFICATION:[^\n\[]*\[(\d{3,4})\]"),
}
DAYS = ("period_end", "filed")
NAMED = re.compile(r"(?<!\d)(\d{10})-(\d\d)-(\d{6})(?!\d)")
ANNUAL = re.compile(r"10-?K(?:T|405|T405)?", re.IGNORECASE)
"""The forms that are read: annual reports, and transition reports, with or without the mark of 1993 to 2002 (405)."""
AMENDED = re.compile(r"10-?K\w*/A", re.IGNORECASE)


@dataclass(slots=True)
class Contents:
    """Hold the 10-K of a container: its text, what the container says of it, and the types of what stands beside it."""

    text: str
    given: dict[str, object] = field(default_factory=dict)


def opened(source: str, name: str) -> Contents:
    """Return the 10-K in a file, which may be a container.

    Raises:
        DocumentError: ``not_10k`` or ``amended_10k``, when the container says that it holds another form.
    """
    given: dict[str, object] = {}
    if accession := NAMED.search(name):
        given["accession"] = accession[0]
    first = DOCUMENT.search(source)
    if first is None:
        return Contents(source, given)
    given |= _header(source[: min(first.start(), HEADER_LENGTH)])
    documents = list(DOCUMENT.finditer(source))
    types = [_fields(match["head"]).get("type", "") for match in documents]
    chosen = next((index for index, type_ in enumerate(types) if ANNUAL.fullmatch(type_)), None)
    if chosen is None:
        refuse(types[0] or str(given.get("form", "")))
    else:
        given["form"] = types[chosen]
        if others := [type_ for index, type_ in enumerate(types) if index != chosen and type_]:
            given["exhibits"] = others
    at = documents[chosen or 0].end()
    end = END.search(source, at)
    text = source[at : end.start() if end else len(source)]
    inner = INNER.match(text)
    return Contents(text[inner.end() :] if inner else text, given)


def refuse(form: str) -> None:
    """Refuse another form than a 10-K.

    Raises:
        DocumentError: always.
    """
    if AMENDED.fullmatch(form):
        raise DocumentError(
            "amended_10k",
            f"The form is {form}: an amendment, which repeats only parts of the report.",
            remedy="Keep the original 10-K; amendments are not read.",
        )
    raise DocumentError(
        "not_10k",
        f"The form is {form[:40] or 'unknown'}, not 10-K.",
        remedy="The profile reads annual reports on Form 10-K.",
    )


def _fields(head: str) -> dict[str, str]:
    return {match[1].lower(): match[2].strip() for match in FIELD.finditer(head)}


def _header(text: str) -> dict[str, object]:
    """Return what the header of a submission says."""
    found = {name: match[1].strip() for name, pattern in FIELDS.items() if (match := pattern.search(text))}
    given: dict[str, object] = {name: value for name, value in found.items() if name not in DAYS}
    for name in DAYS:
        digits = found.get(name, "")
        if day := day_or_none(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"):
            given[name] = day.isoformat()
    return given
