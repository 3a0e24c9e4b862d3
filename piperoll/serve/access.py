"""Let in who may ask: by a key, or from this machine; and say what they may see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from piperoll.errors import UsageError
from piperoll.library import CorpusReader
from piperoll.results.editions import CorpusShown
from piperoll.serve.service import Service, service_of
from piperoll.store import keys
from piperoll.store.keys import Scope

bearer = HTTPBearer(
    auto_error=False,
    scheme_name="key",
    description="A key that `piperoll keys add` made. On loopback none is needed, unless the service asks for keys.",
)


@dataclass(frozen=True, slots=True)
class Access:
    """Hold who asks, and what they may see."""

    service: Service
    corpora: frozenset[str] | None
    """None: all."""
    scopes: frozenset[Scope] = frozenset(Scope)

    def require(self, scope: Scope) -> None:
        """Make sure that who asks may do what ``scope`` names.

        Raises:
            UsageError: ``forbidden``.
        """
        if scope not in self.scopes:
            raise forbidden()

    def visible(self) -> list[CorpusShown]:
        """Return the corpora that may be seen."""
        return [one for one in self.service.base.corpora() if self.corpora is None or one.name in self.corpora]

    def reader(self, name: str | None, profile: str | None = None) -> CorpusReader:
        """Return the reader of a corpus.

        Args:
            name: of the corpus; None: the only one that may be seen,
            profile: or the only one of this profile.

        Raises:
            UsageError: ``forbidden``, also where there is no such corpus; ``corpus_missing``.
        """
        if name is None:
            name = self._only(profile)
        if self.corpora is not None and name not in self.corpora:
            raise forbidden()
        return CorpusReader(self.service.base, name)

    def _only(self, profile: str | None) -> str:
        seen = self.visible()
        names = [one.name for one in seen]
        if len(names) != 1 and profile:
            names = [one.name for one in seen if one.profile == profile]
        if len(names) == 1:
            return names[0]
        listed = ", ".join(one.name for one in seen) or "none"
        raise UsageError(
            "corpus_missing", "Nothing says which corpus is asked.", remedy=f"Name one. There are: {listed}."
        )


def forbidden() -> UsageError:
    """Return the error of a key that may not do what it asked for; it does not say whether there is such a thing."""
    return UsageError("forbidden", "This key does not open that.", remedy="Ask who serves this for another key.")


def asking(*scopes: Scope) -> Callable[..., Access]:
    """Return a dependency that lets in who may do what one of ``scopes`` names, and how often."""

    def ask(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Security(bearer)]) -> Access:
        return let_in(request, given.credentials if given else None, *scopes)

    return ask


def let_in(request: Request, given: str | None, *scopes: Scope) -> Access:
    """Let in who may do what one of ``scopes`` names, and no more often than their rate allows.

    Args:
        request: that is made.
        given: a key, if there is any.
        scopes: of which the request needs one.

    Raises:
        UsageError: ``key_needed``, ``forbidden`` or ``rate_exceeded``.
    """
    service = service_of(request)
    address = request.client.host if request.client else ""
    if not service.options.needs_keys:
        service.rate.hit(address)
        request.state.client = address
        return Access(service, None)
    with service.base.connect() as connection:
        key = keys.find(connection, given) if given else None
    service.rate.hit(f"key {key.name}" if key else address)
    if key is None:
        raise UsageError("key_needed", "A valid key is needed.", remedy="Send it as Authorization: Bearer KEY.")
    request.state.client = key.name
    if not set(scopes).intersection(key.scopes):
        raise forbidden()
    given_scopes = frozenset(Scope(one) for one in key.scopes)
    return Access(service, None if key.corpora is None else frozenset(key.corpora), given_scopes)


Searcher = Annotated[Access, Depends(asking(Scope.SEARCH))]
Reader = Annotated[Access, Depends(asking(Scope.READ))]
Watcher = Annotated[Access, Depends(asking(Scope.METRICS))]
