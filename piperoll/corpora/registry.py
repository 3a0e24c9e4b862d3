"""Find the profiles of document families by name, and set their options."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pydantic import TypeAdapter, ValidationError

from piperoll.corpora.common.profile import Profile
from piperoll.errors import UsageError, first_invalid

GROUP = "piperoll.profiles"


_BUILT_IN = (
    EntryPoint("contracts", "piperoll.corpora.contracts:Contracts", GROUP),
    EntryPoint("hk-cases", "piperoll.corpora.hk_cases:HkCases", GROUP),
    EntryPoint("hk-legislation", "piperoll.corpora.hk_legislation:HkLegislation", GROUP),
    EntryPoint("se-law", "piperoll.corpora.se_law:SeLaw", GROUP),
    EntryPoint("sst", "piperoll.corpora.sst:Sst", GROUP),
    EntryPoint("terms", "piperoll.corpora.terms:Terms", GROUP),
)


@cache
def installed() -> dict[str, EntryPoint]:
    """Return where each profile is found, by name; no profile is imported for it."""
    return {entry.name: entry for entry in (*_BUILT_IN, *entry_points(group=GROUP))}


@cache
def loaded() -> dict[str, Profile]:
    """Return the profiles that this process has used, by name."""
    return {}


def get(name: str, options: Mapping[str, Any] | None = None) -> Profile:
    """Return the profile called ``name``, with ``options`` in place of its defaults.

    Raises:
        UsageError: there is none, and the message lists those that exist; or it has no such option, or the value
            is none that the option takes.
    """
    profile = loaded().get(name)
    if profile is None:
        if name not in installed():
            known = ", ".join(sorted({*installed(), *loaded()}))
            raise UsageError("unknown_profile", f"There is no profile {name!r}.", remedy=f"Choose one of: {known}.")
        profile = loaded()[name] = installed()[name].load()()
    return _configured(profile, options) if options else profile


def options_of(profile: Profile) -> dict[str, Any]:
    """Return the options of a profile, and what they are set to."""
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
