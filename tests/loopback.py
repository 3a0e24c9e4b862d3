"""Servers of the tests, on loopback."""

import threading
from socketserver import BaseServer

LOOK = 0.02
"""Seconds between looks whether a server is to end; of half a second, as is usual, each test waits a part."""


def serve(server: BaseServer) -> threading.Thread:
    """Serve in a thread until the server is shut down, or this process ends."""
    thread = threading.Thread(target=server.serve_forever, args=(LOOK,), daemon=True)
    thread.start()
    return thread
