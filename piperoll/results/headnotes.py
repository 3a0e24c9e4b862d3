"""Describe headnotes, each statement with the paragraphs that support it."""

from collections.abc import Mapping, Sequence

from piperoll.results.base import Result


class Support(Result):
    """A paragraph that supports a statement of a headnote: the chunk that it stands in, its number, its range."""

    path: str
    paragraph: int | None
    start: int
    end: int


class HeadnoteStatement(Result):
    """A statement of a headnote; ``flags`` say what is wrong with it, none where nothing was found."""

    statement: str
    supports: Sequence[Support]
    flags: Sequence[str]


class Headnote(Result):
    """The headnote of a judgment. ``document`` is where it stands: a document of the source, or the judgment itself,
    whose headnote ``made_by`` wrote. ``parts`` are its parts by name."""

    document: str
    made_by: str
    parts: Mapping[str, Sequence[HeadnoteStatement]]
