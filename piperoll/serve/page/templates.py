"""Fill the templates of the page: what comes from documents and from who asks is escaped in all of them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
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


def shown(request: Request, name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page.

    Args:
        request: that it answers.
        name: of its template, without the ending.
        status: of the answer.
        values: of the template.
    """
    signed_in = getattr(request.state, "signed_in", False)
    text = TEMPLATES.get_template(f"{name}.html").render(here=request.url.path, signed_in=signed_in, **values)
    return HTMLResponse(text, status)
