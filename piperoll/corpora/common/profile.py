"""Define what a profile is: the code that knows one document family."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Protocol

import Stemmer
from pydantic import AfterValidator

from piperoll.model import HEADER_SEPARATOR, Citation, Document

UNSTEMMED = "unstemmed"
"""The language of texts of which no rules are known, or of several languages: words stay as they are."""


def _language(name: str) -> str:
    known = (*Stemmer.algorithms(), UNSTEMMED)
    if name not in known:
        raise ValueError(f"there is no language {name!r}; choose one of {', '.join(known)}")
    return name


Language = Annotated[str, AfterValidator(_language)]
"""An option: the language of the texts, by whose rules words are stemmed."""


class Profile(Protocol):
    """A profile knows one document family: how to read and cut its documents, and how people cite and search them.

    A profile that has options is a frozen dataclass: its fields, each with a default, are what a corpus may set in its
    ``options``. :class:`BaseProfile` has defaults for all but name, version, language, suffixes and :meth:`read`. A
    profile is pickled, because it reads files in another process (:mod:`piperoll.bounded`).
    """

    @property
    def name(self) -> str:
        """Return the name by which a corpus names its profile."""
        ...

    @property
    def version(self) -> int:
        """Return the version of reading, parsing and cutting. Where it rises, every document is done again."""
        ...

    @property
    def language(self) -> str:
        """Return the language whose rules stem the words: one of Snowball such as ``swedish``, or ``unstemmed``."""
        ...

    @property
    def suffixes(self) -> frozenset[str]:
        """Return the endings of files that may hold documents of the family; other files are not listed."""
        ...

    @property
    def row_keys(self) -> tuple[str, ...]:
        """Return the columns that may name a row of JSON lines or Parquet, best first; such a row is read as JSON."""
        ...

    @property
    def days(self) -> tuple[str, ...]:
        """Return the metadata fields with the day, in ISO form, of a version without ``valid_from``, best first.

        That is the day on which it was issued or decided. A range of days goes by it.
        """
        ...

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the metadata fields with numbers by which a document is cited besides its key."""
        ...

    @property
    def judgments(self) -> frozenset[str]:
        """Return the kinds of its documents that are judgments, of which headnotes can be written."""
        ...

    @property
    def header_separator(self) -> str:
        """Return what stands between the parts of a chunk's header."""
        ...

    @property
    def citing_words(self) -> re.Pattern[str] | None:
        """Return the words of queries that ask what cites a document, and not for it; None: there are none."""
        ...

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the documents in one file, cut into chunks; ``name`` is its path in the source.

        Raises:
            DocumentError: the file cannot be read.
        """
        ...

    def references(self, query: str) -> list[Citation]:
        """Return the places and documents that a query cites, in its order.

        "2 kap. 3 §" is the place ``kap2.§3``, "1977:1160" the document ``SFS 1977:1160``. The target is "" where the
        query cites a place alone, or names its document elsewhere. The time is linear in the length of the query.
        """
        ...

    def expansions(self, query: str) -> list[str]:
        """Return how documents put what the query calls by another name.

        That is query expansion: "choice of law" → "governed by the laws of the state".
        """
        ...

    def respelled(self, query: str) -> str:
        """Return a query in the spelling that a model reads best: with the accents that it was typed without."""
        ...

    @property
    def line_vectors(self) -> Mapping[str, Path]:
        """Return the files with the vectors of the lines of a thesaurus, by embedding backend
        (:mod:`piperoll.search.near_wordings`)."""
        ...

    def key_forms(self, key: str) -> Sequence[str]:
        """Return the keys that a person may mean by ``key``, as ``1977:1160`` for ``SFS 1977:1160``; ``key`` is one."""
        ...

    def loose_pattern(self, path: str) -> str | None:
        """Return the regular expression of the paths that a place may mean whose outer unit is not named.

        The expression is one of Postgres. None: ``path`` means itself alone.
        """
        ...

    def amended_units(self, note: str) -> Sequence[str]:
        """Return the paths of the units that an act changed, by its note in a document's list of amendments."""
        ...


class BaseProfile:
    """A base class of profiles, with defaults for what most families do not need."""

    row_keys: ClassVar[tuple[str, ...]] = ()
    days: ClassVar[tuple[str, ...]] = ()
    numbers: ClassVar[tuple[str, ...]] = ()
    judgments: ClassVar[frozenset[str]] = frozenset()
    header_separator: ClassVar[str] = HEADER_SEPARATOR
    citing_words: ClassVar[re.Pattern[str] | None] = None
    line_vectors: ClassVar[Mapping[str, Path]] = {}

    def references(self, query: str) -> list[Citation]:
        """Return no citations."""
        return []

    def expansions(self, query: str) -> list[str]:
        """Return no expansions."""
        return []

    def respelled(self, query: str) -> str:
        """Return the query as it is."""
        return query

    def key_forms(self, key: str) -> Sequence[str]:
        """Return the key alone."""
        return [key]

    def loose_pattern(self, path: str) -> str | None:
        """Return None: every path means itself alone."""
        return None

    def amended_units(self, note: str) -> Sequence[str]:
        """Return no paths."""
        return []
