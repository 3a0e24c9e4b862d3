"""Document families by name."""

import dataclasses
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from piperoll.errors import UsageError, first_invalid
from piperoll.model import Citation, Document

ENTRY_POINTS = "piperoll.profiles"


class Profile(Protocol):
    """The code that knows one document family.

    A profile that has options is a frozen dataclass: its fields, each with a default, are what a corpus may set
    in its ``options``.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Of reading, parsing and cutting: raise it and every document of the family is done again."""

    @property
    def language(self) -> str:
        """By which words of the family are stemmed, such as ``swedish``: a language of Snowball."""

    @property
    def suffixes(self) -> frozenset[str]:
        """Endings of the files that can hold documents of the family; others are not listed."""

    @property
    def row_keys(self) -> tuple[str, ...]:
        """Columns of which the first that a row of JSON lines or Parquet has names it; such a row is read as JSON."""

    @property
    def days(self) -> tuple[str, ...]:
        """Fields of the metadata that tell the day of a version without ``valid_from`` (on which it was issued or
        decided, in ISO form), best first; what a range of days goes by."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Fields of the metadata with what a document is cited by besides its key, such as the number of an action."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """The documents in one file, cut into chunks; ``name`` is its path in the source.

        Raises:
            DocumentError: the file cannot be read.
        """
        ...

    def references(self, query: str) -> list[Citation]:
        """What a query names outright, in its order: places ("2 kap. 3 §" → ``kap2.§3``) and documents ("1977:1160" →
        ``SFS 1977:1160``). The target is "" where the place alone is named, or the document stands elsewhere in the
        query. Linear in the length of the query."""
        ...

    def wordings(self, query: str) -> list[str]:
        """How documents of the family put what a query calls by another name: "choice of law" → "governed by the laws
        of the state"."""
        ...


@cache
def profiles() -> dict[str, Profile]:
    """Every profile that is installed."""
    from piperoll.corpora.contracts import Contracts
    from piperoll.corpora.hk_cases import HkCases
    from piperoll.corpora.hk_legislation import HkLegislation
    from piperoll.corpora.se_law import SeLaw
    from piperoll.corpora.sst import Sst
    from piperoll.corpora.terms import Terms

    built_in: tuple[Profile, ...] = (Contracts(), HkCases(), HkLegislation(), SeLaw(), Sst(), Terms())
    found = {one.name: one for one in built_in}
    for point in entry_points(group=ENTRY_POINTS):
        found[point.name] = point.load()()
    return found


def get(name: str, options: Mapping[str, Any] | None = None) -> Profile:
    """The profile called ``name``, with ``options`` in place of its defaults.

    Raises:
        UsageError: there is none, and the message lists those that exist; or it has no such option, or the value
            is none that the option takes.
    """
    try:
        profile = profiles()[name]
    except KeyError:
        known = ", ".join(sorted(profiles()))
        raise UsageError(
            "unknown_profile", f"There is no profile {name!r}.", remedy=f"Choose one of: {known}."
        ) from None
    return _configured(profile, options) if options else profile


def options_of(profile: Profile) -> dict[str, Any]:
    """The options of a profile and what they are set to."""
    if not dataclasses.is_dataclass(profile):
        return {}
    return {field.name: getattr(profile, field.name) for field in dataclasses.fields(profile)}


def _configured(profile: Profile, options: Mapping[str, Any]) -> Profile:
    known = options_of(profile)
    if unknown := sorted(options.keys() - known.keys()):
        raise UsageError(
            "unknown_option",
            f"The profile {profile.name} has no option {unknown[0]!r}.",
            remedy=f"Choose among: {', '.join(known)}." if known else "It has none.",
        )
    try:
        return TypeAdapter(type(profile)).validate_python(dict(options))
    except ValidationError as error:
        option, wrong = first_invalid(error)
        raise UsageError("option_invalid", f"Option {option} of profile {profile.name}: {wrong}.") from None
