"""Find the profiles of document families by name, and set their options."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from pydantic import TypeAdapter, ValidationError

from piperoll.corpora.common.profile import Profile
from piperoll.errors import UsageError, first_invalid

ENTRY_POINTS = "piperoll.profiles"


@cache
def profiles() -> dict[str, Profile]:
    """Return every profile that is installed, by name."""
    from piperoll.corpora.contracts import Contracts
    from piperoll.corpora.hk_cases import HkCases
    from piperoll.corpora.hk_legislation import HkLegislation
    from piperoll.corpora.se_law import SeLaw
    from piperoll.corpora.sst import Sst
    from piperoll.corpora.terms import Terms

    built_in: tuple[Profile, ...] = (Contracts(), HkCases(), HkLegislation(), SeLaw(), Sst(), Terms())
    installed = {profile.name: profile for profile in built_in}
    for point in entry_points(group=ENTRY_POINTS):
        installed[point.name] = point.load()()
    return installed


def get(name: str, options: Mapping[str, Any] | None = None) -> Profile:
    """Return the profile called ``name``, with ``options`` in place of its defaults.

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
