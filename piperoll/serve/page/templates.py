"""Fill the templates of the page: what comes from documents and from who asks is escaped in all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from piperoll.serve.answers import VERSION

LANGUAGES = {
    "english": "en", "swedish": "sv", "german": "de", "french": "fr", "danish": "da", "norwegian": "no",
    "finnish": "fi", "dutch": "nl", "spanish": "es", "italian": "it", "portuguese": "pt",
}  # fmt: skip
"""Languages of corpora, as HTML names them."""


LISTED = 500
"""Rows of a list that a page shows; the others are on further pages."""
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Listed(Generic[Row]):
    """A part of a list: what one page shows of it."""

    every: Sequence[Row]
    begin: int
    most: int

    @property
    def rows(self) -> Sequence[Row]:
        """Return the rows of this page."""
        return self.every[self.begin : self.begin + self.most]

    @property
    def total(self) -> int:
        """Return how many rows there are on all pages."""
        return len(self.every)

    @property
    def earlier(self) -> int | None:
        """Return where the page before begins; None: this is the first."""
        return max(0, min(self.begin, self.total) - self.most) if self.begin else None

    @property
    def later(self) -> int | None:
        """Return where the next page begins; None: this is the last."""
        return self.begin + self.most if self.begin + self.most < self.total else None


def language(corpus: str, metadata: Mapping[str, Any] | None = None) -> str:
    """Return the language of a document as HTML names it; "": it is not known.

    Args:
        corpus: the language of the corpus.
        metadata: of the document, which may name its own.
    """
    own = (metadata or {}).get("language")
    return own if isinstance(own, str) and own.isalpha() and len(own) == 2 else LANGUAGES.get(corpus, "")


def link(path: str, anchor: str = "", /, **parameters: Any) -> str:
    """Return an address of the page; parameters without a value are left out."""
    given = {name.rstrip("_"): value for name, value in parameters.items() if value not in (None, "", (), [], False)}
    return path + (f"?{urlencode(given, doseq=True)}" if given else "") + (f"#{anchor}" if anchor else "")


def days(first: date | None, last: date | None) -> str:
    """Return for how long something is valid, in words."""
    if first and last:
        return f"{first} to {last}"
    return f"from {first}" if first else f"until {last}" if last else ""


def moment(value: datetime | None) -> str:
    """Return a time to the minute."""
    return f"{value:%Y-%m-%d %H:%M}" if value else "–"


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("piperoll.serve.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"link": link, "days": days, "moment": moment, "release": VERSION}
    return made


TEMPLATES = _environment()


def shown(
    request: Request, name: str, status: int = 200, headers: Mapping[str, str] | None = None, /, **values: Any
) -> HTMLResponse:
    """Return a page.

    Args:
        request: that it answers.
        name: of its template, without the ending.
        status: of the answer.
        headers: of the answer, besides those of every page.
        values: of the template.
    """
    signed_in = getattr(request.state, "signed_in", False)
    text = TEMPLATES.get_template(f"{name}.html").render(here=request.url.path, signed_in=signed_in, **values)
    return HTMLResponse(text, status, headers)
