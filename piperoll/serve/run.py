"""Start the service, and stop it when the process is told to end."""

import logging
from collections.abc import Iterable

import uvicorn

from piperoll.serve.app import Part, create
from piperoll.serve.options import ServeOptions
from piperoll.serve.pool import PooledBase
from piperoll.settings import Settings
from piperoll.store import keys
from piperoll.store.connection import open_database

KEEP_ALIVE = 30
"""Seconds that an idle client keeps its connection."""
SHUTDOWN = 30
"""Seconds that requests have to end when the service does."""


def serve(settings: Settings, options: ServeOptions, parts: Iterable[Part] = ()) -> None:
    """Serve until the process is told to end.

    Args:
        settings: which database.
        options: where, and for whom.
        parts: what is served besides the API.

    Raises:
        UsageError: ``keys_missing``: the address needs keys, and there are none.
    """
    base = PooledBase(open_database(settings), settings, options.timeout)
    try:
        if options.needs_keys:  # else a role that may not read keys serves
            with base.connect() as connection:
                options.check(len(keys.every(connection)))
        server = uvicorn.Server(config(base, options, parts))
        server.run()
    finally:
        base.close()


def config(base: PooledBase, options: ServeOptions, parts: Iterable[Part] = ()) -> uvicorn.Config:
    """Return how uvicorn serves: it trusts no header that names another client, and logs no address with its query.

    Args:
        base: what is served.
        options: how.
        parts: what is served besides the API.
    """
    logging.getLogger("uvicorn.access").disabled = True  # whatever handlers others have given it
    return uvicorn.Config(
        create(base, options, parts),
        host=options.host,
        port=options.port,
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=SHUTDOWN,
    )
