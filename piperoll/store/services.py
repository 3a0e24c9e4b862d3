"""Share a service among all processes of a database: its limits, what it cost, and which texts are being sent.

Postgres keeps the limits and not Prefect, because every run has Postgres: also one without a Prefect API, and one whose
API does not answer, where a limit of Prefect's lets everything through.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.sql import Identifier

from piperoll.store.sql import composed, query

CLAIMS = 0x7073  # "ps": the locks of owners of claims, among those of other programs
PACE = 0.9
"""Share of a limit that runs use. A minute that a service counts may hold one request more than its share, and requests
that were late for it; and queries ask nobody."""


class Limits:
    """Limits let requests of all processes follow one another no faster than settings allow. Threads may use them."""

    def __init__(self, connection: Connection, backend: str, requests: int | None, tokens: int | None) -> None:
        """Describe the limits of a service.

        Args:
            connection: in autocommit, for this alone.
            backend: its name.
            requests: in a minute; None: as many as wanted.
            tokens: in a minute; None: as many as wanted.
        """
        self.connection, self.backend = connection, backend
        self.request_seconds = 60 / (requests * PACE) if requests else 0.0
        self.token_seconds = 60 / (tokens * PACE) if tokens else 0.0

    def take(self, tokens: int) -> float:
        """See :class:`piperoll.patience.Meter`."""
        values = {
            "backend": self.backend,
            "request_interval": self.request_seconds,
            "token_interval": tokens * self.token_seconds,
        }
        row = self.connection.execute(query("take_from_service"), values).fetchone()
        return max(0.0, row[0]) if row else 0.0

    def hold(self, seconds: float) -> None:
        """See :class:`piperoll.patience.Meter`."""
        self.connection.execute(query("hold_service"), {"backend": self.backend, "seconds": seconds})

    def spend(self, connection: Connection, requests: int, texts: int, tokens: int, reserved: int) -> None:
        """Add what answers cost, in the transaction that stores them.

        Args:
            connection: in that transaction.
            requests: that were answered.
            texts: that have vectors now.
            tokens: that were read.
            reserved: tokens that were reckoned before.
        """
        values = {"backend": self.backend, "requests": requests, "texts": texts, "tokens": tokens}
        late = (tokens - reserved) * self.token_seconds
        connection.execute(query("spend_on_service"), {**values, "late": late})


class Claims:
    """Claims keep two processes from sending one text at the same time; see :func:`claims`."""

    def __init__(self, connection: Connection, service: str, done: tuple[str, str], owner: int) -> None:
        self.connection, self.service, self.owner = connection, service, owner
        self.done = dict(zip(("done", "done_hash"), map(Identifier, done), strict=True))

    def take(self, hashes: Sequence[bytes], prices: Sequence[float] = ()) -> set[bytes]:
        """Return those of the texts that are this process' to send: the others are done, or are sent by another.

        Args:
            hashes: of the texts.
            prices: what sending each of them may cost, which counts as spent while it is claimed.
        """
        values = {
            "backend": self.service,
            "hashes": list(hashes),
            "prices": list(prices) or [0.0] * len(hashes),
            "owner": self.owner,
            "space": CLAIMS,
        }
        claimed = self._hashes("claim_texts", values)
        return claimed - self._hashes("unclaim_done", values | {"hashes": list(claimed)}) if claimed else claimed

    def _hashes(self, statement: str, values: Mapping[str, Any]) -> set[bytes]:
        return {bytes(row[0]) for row in self.connection.execute(composed(statement, **self.done), values)}

    def drop(self, hashes: Sequence[bytes]) -> None:
        """Give texts back, once they are done or were refused."""
        self.connection.execute(
            "DELETE FROM text_claim WHERE backend = %s AND owner = %s AND text_hash = ANY (%s)",
            (self.service, self.owner, list(hashes)),
        )


@contextmanager
def claims(connection: Connection, service: str, done: tuple[str, str]) -> Iterator[Claims]:
    """Give a ``with`` block claims on texts, which end with it, or with the session if the process dies.

    Args:
        connection: in autocommit.
        service: its name.
        done: the table of what is done, and its column with the hash of the text.
    """
    row = connection.execute("SELECT nextval('text_claim_owner')").fetchone()
    assert row
    connection.execute("SELECT pg_advisory_lock(%s, %s::int)", (CLAIMS, row[0]))
    try:
        yield Claims(connection, service, done, row[0])
    finally:
        with suppress(psycopg.Error):  # a lost connection has freed its locks
            connection.execute("DELETE FROM text_claim WHERE owner = %s", (row[0],))
            connection.execute("SELECT pg_advisory_unlock(%s, %s::int)", (CLAIMS, row[0]))
