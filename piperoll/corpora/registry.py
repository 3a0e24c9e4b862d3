"""Find the profiles of document families by name, and set their options."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pydantic import TypeAdapter, ValidationError

from piperoll.corpora.common.profile import Profile
from piperoll.errors import UsageError, first_invalid
from piperoll.plugins import loading

ENTRY_POINTS = "piperoll.profiles"
BUILT_IN = {
    "contracts": "piperoll.corpora.contracts:Contracts",
    "hk-cases": "piperoll.corpora.hk_cases:HkCases",
    "hk-legislation": "piperoll.corpora.hk_legislation:HkLegislation",
    "se-law": "piperoll.corpora.se_law:SeLaw",
    "sec-10k": "piperoll.corpora.sec_10k:Sec10K",
    "sst": "piperoll.corpora.sst:Sst",
    "terms": "piperoll.corpora.terms:Terms",
}


@cache
def installed() -> dict[str, Callable[[], Profile]]:
    """Return what makes each profile, by name. The module of a profile is imported when it makes one."""
    built_in = (EntryPoint(name, value, ENTRY_POINTS) for name, value in BUILT_IN.items())
    entries = (*built_in, *entry_points(group=ENTRY_POINTS))
    return {entry.name: partial(_make, entry) for entry in entries}


def _make(entry: EntryPoint) -> Profile:
    with loading(entry, "Profile", "profile_broken"):
        profile: Profile = entry.load()()
    return profile


def get(name: str, options: Mapping[str, Any] | None = None) -> Profile:
    """Return the profile called ``name``, with ``options`` in place of its defaults.

    Raises:
        UsageError: there is none, and the message lists those that exist; or it has no such option, or the value
            is none that the option takes.
        PiperollError: the package that provides it does not work.
    """
    if name not in installed():
        known = ", ".join(sorted(installed()))
        raise UsageError("unknown_profile", f"There is no profile {name!r}.", remedy=f"Choose one of: {known}.")
    profile = installed()[name]()
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
        raise UsageError(
            "option_invalid",
            f"Option {option} of profile {profile.name}: {wrong}.",
            remedy="Correct the value; the page of the family in docs/ says what the option takes.",
        ) from None
