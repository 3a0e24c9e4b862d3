"""Answer one client of the Model Context Protocol over standard input and output."""

from collections.abc import Sequence

import anyio
import anyio.to_thread
from mcp.server.stdio import stdio_server

from piperoll.serve.access import Access
from piperoll.serve.mcp_server import server_of
from piperoll.serve.options import CONNECTIONS, ServeOptions
from piperoll.serve.pool import PooledBase
from piperoll.serve.service import Service
from piperoll.settings import Settings
from piperoll.store.connection import open_database


def serve(settings: Settings, corpora: Sequence[str], timeout: float) -> None:
    """Answer until the client ends. Nothing but the protocol is written to standard output.

    Args:
        settings: which database.
        corpora: that may be asked; none: all.
        timeout: seconds that a statement may take.

    Raises:
        UsageError: there is no such corpus.
    """
    base = PooledBase(open_database(settings), settings, timeout)
    service = Service.of(base, ServeOptions(timeout=timeout))
    with service.running():
        for name in corpora:
            base[name]
        anyio.run(_answer, Access(service, frozenset(corpora) or None))


async def _answer(access: Access) -> None:
    anyio.to_thread.current_default_thread_limiter().total_tokens = CONNECTIONS
    server = server_of(lambda _: access)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
