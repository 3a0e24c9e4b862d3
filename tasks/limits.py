"""Limit how many tasks, of all runs on all machines, may use something heavy at once."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tasks.common import in_prefect, say

DATABASE = "piperoll-database"
"""Index builds and prunes: each takes gigabytes of maintenance memory and most of the disk."""
LIMITS = {DATABASE: 1}
"""Slots of each limit when it is first created; what is set in the UI after that stays."""

PATIENCE_SECONDS = 3600
"""After which a task goes on without its slot: a limit spares a server, it must not cost a night."""


@contextmanager
def limited(name: str) -> Iterator[None]:
    """Hold a slot of the limit ``name`` meanwhile; where no server knows such a limit, nothing happens.

    A server that cannot be asked is no reason to fail: the work goes on without a slot, and a slot
    that could not be given back comes back when its lease runs out.
    """
    held = ExitStack()
    try:
        if in_prefect() and _exists(name):
            from prefect.concurrency.sync import concurrency

            held.enter_context(concurrency(name, timeout_seconds=PATIENCE_SECONDS))
    except Exception as error:
        say("no slot of %s: %s: %s", name, type(error).__name__, error)
    try:
        yield
    finally:
        try:
            held.close()
        except Exception as error:
            say("the slot of %s was not given back: %s: %s", name, type(error).__name__, error)


def _exists(name: str) -> bool:
    """Return whether the server knows the limit; acquiring one that is not there would log a warning each time."""
    from prefect.client.orchestration import get_client
    from prefect.exceptions import ObjectNotFound

    with get_client(sync_client=True) as client:
        try:
            client.read_global_concurrency_limit_by_name(name)
        except ObjectNotFound:
            return False
    return True
