"""Check this machine: its free disk space and its clock."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from piperoll.doctor.finding import Finding, fail, ok, size, warn
from piperoll.doctor.installation import Installation, NotChecked, row
from piperoll.settings import is_remote
from piperoll.store.sql import read_rows

WAL_BYTES = 2 << 30
"""What the write-ahead log may take: max_wal_size of the embedded server."""
LEAST_BYTES = 256 << 20
"""Free space below which nothing should be begun."""
CLOCK_SECONDS = 5


def disk(installation: Installation) -> Iterator[Finding]:
    """Check the free space against what a run may take."""
    settings = installation.settings
    address = settings.workspace_address
    workspace = tempfile.gettempdir() if is_remote(address) else address
    needs = {Path(workspace): 10 * settings.partition_bytes}
    if installation.embedded:
        index = 0
        with suppress(NotChecked), installation.tables() as connection:  # the next index is built beside the largest
            index = max((index["size"] or 0 for index in read_rows(connection, "vector_indexes")), default=0)
        needs[settings.data_dir] = WAL_BYTES + index
    for folder, need in needs.items():
        wanted = max(LEAST_BYTES, need)
        free = shutil.disk_usage(_existing(folder)).free
        facts = f"{size(free)} free for {folder}"
        if free < LEAST_BYTES:
            yield fail(facts, "Make room before anything else.")
        elif free < wanted:
            yield warn(f"{facts}; a run may take {size(wanted)}", "Make room.")
        else:
            yield ok(facts)
    if not installation.embedded:
        yield ok("how much is free for PIPEROLL_DSN's server cannot be seen from here")


def clock(installation: Installation) -> Iterator[Finding]:
    """Check this machine's clock against the database's."""
    with installation.connection() as connection:
        before = time.time()
        theirs = float(row(connection, "doctor_server")["clock"])
        apart = max(0.0, before - theirs, theirs - time.time())
    if apart > CLOCK_SECONDS:
        yield warn(f"{apart:.0f} seconds from the database's", "Set both by a time server: days of validity count.")
    else:
        yield ok(f"as the database's; today is {time.strftime('%Y-%m-%d, %Z')}")


def _existing(path: Path) -> Path:
    """Return the folder, or the nearest folder above it that exists."""
    return path if path.exists() else _existing(path.parent)
