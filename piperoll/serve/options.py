"""Say how a service is started, and what one request may ask for at most."""

from dataclasses import dataclass
from ipaddress import ip_address

from piperoll.errors import UsageError

HOST, PORT = "127.0.0.1", 8321
CONNECTIONS = 8
"""Requests worked on at once, each on a thread with a connection; two cores have no use for more."""
WAITING = 8
"""Requests that wait for each that is worked on; more are refused, so that those that wait are answered in time."""
TIMEOUT = 10.0
"""Seconds that a statement may take; searches take tens of milliseconds."""
RATE = "100/second"
"""Of one client; a program in an endless loop is stopped, and no person is."""

BODY_BYTES = 64_000
"""Of a request; the longest query with every filter has less."""
BODY_SECONDS = 10.0
"""Within which the body of a request must have come."""
QUERY_CHARACTERS = 4_000
"""Of a query; a longer one is a text, whose every word would be looked up."""
NAME_CHARACTERS = 200
KEY_CHARACTERS = 4_096
"""Of a document's key: a path in a source may have as many."""
HITS = 100
"""Of a search."""
BUDGET = 100_000
"""Tokens of a context."""
NEIGHBOURS = 20
COURTS, CORPORA = 50, 50
TEXT_CHARACTERS = 200_000
"""Of a text that is checked: eighty pages."""
TEXT_BYTES = 1_000_000
"""Of the request that has it: a letter may take six bytes, as \\u00a7."""
PAGE, PAGE_MOST = 100, 1_000
"""Rows of a page."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Hold how a service is started."""

    host: str = HOST
    port: int = PORT
    keys: bool = False
    """Whether keys are asked for on loopback, too: behind a proxy all requests come from there."""
    connections: int = CONNECTIONS
    timeout: float = TIMEOUT
    rate: str = RATE

    @property
    def loopback(self) -> bool:
        """Return whether only this machine reaches the address."""
        return is_loopback(self.host)

    @property
    def needs_keys(self) -> bool:
        """Return whether a request needs a key."""
        return self.keys or not self.loopback

    def check(self, known: int) -> None:
        """Make sure that a service that needs keys has some.

        Args:
            known: how many keys there are.

        Raises:
            UsageError: ``keys_missing``.
        """
        if self.needs_keys and not known:
            raise UsageError(
                "keys_missing",
                f"Nobody has a key, and {self.host} needs one: nothing was started.",
                remedy="Make one: piperoll keys add NAME. Or serve on 127.0.0.1 only.",
            )


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, as seen from itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
