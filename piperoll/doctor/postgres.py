"""Check the database server: whether it answers, its versions, its rights, its connections and its sessions."""

from collections.abc import Iterator

from piperoll.doctor.finding import Finding, fail, ok, size, warn
from piperoll.doctor.installation import Installation, row, scalar
from piperoll.store import migrate
from piperoll.store.connection import MIN_POSTGRES, MIN_VECTOR, numbers
from piperoll.store.sql import read_rows, sql_dir

CONNECTIONS, CONNECTIONS_A_WORKER = 4, 2
"""Connections that a run needs at most."""
LONG_TRANSACTION_SECONDS = 3_600
SHARED_BUFFERS = 128 << 20


def database(installation: Installation) -> Iterator[Finding]:
    """Check that the database answers, is new enough, and lets its user work."""
    kind = "embedded" if installation.embedded else "PIPEROLL_DSN"
    if installation.unborn:
        yield ok("embedded, not made yet: the first reindex makes it")
        return
    installation.database().connect_anew().close()  # the words of its own failure, not "not checked"
    with installation.connection() as connection:
        state = row(connection, "doctor_server")
        if connection.info.server_version // 10_000 < MIN_POSTGRES:
            yield fail(f"PostgreSQL {state['version']}", f"Upgrade it to {MIN_POSTGRES} or newer.")
        else:
            facts = f"PostgreSQL {state['version']}, database {state['database']}, {size(state['size'])}"
            yield ok(f"{kind}: {facts}, user {state['user']}")
        rights = row(connection, "doctor_rights")
        if not rights["made"] and not rights["may_create_schema"]:
            grant = f'GRANT CREATE ON DATABASE "{state["database"]}" TO "{state["user"]}".'
            yield fail(f"user {state['user']} may not make the tables", f"Have its owner run: {grant}")
        elif rights["made"] and not rights["may_read"]:
            yield fail(f"user {state['user']} may not read schema piperoll", "Grant USAGE on it, or use its owner.")
        elif rights["made"] and not (rights["may_create_tables"] and rights["may_write"]):
            yield warn(f"user {state['user']} may read, not index", "To index, use the user that made the tables.")


def server(installation: Installation) -> Iterator[Finding]:
    """Check that the server has connections and memory left for a run."""
    with installation.connection() as connection:
        state = row(connection, "doctor_server")
    free = state["max_connections"] - state["reserved"] - state["sessions"]
    usage = f"{state['sessions']} of {state['max_connections']} connections in use"
    needed = CONNECTIONS + CONNECTIONS_A_WORKER * installation.settings.workers
    if free < needed:
        yield warn(f"{usage}; a run needs up to {needed}", "Raise max_connections, or end other sessions.")
    else:
        yield ok(usage)
    if state["shared_buffers"] < SHARED_BUFFERS:
        yield warn(f"shared_buffers is {size(state['shared_buffers'])}", "A quarter of the memory is usual.")


def vector(installation: Installation) -> Iterator[Finding]:
    """Check that the extension pgvector is there and new enough."""
    with installation.connection() as connection:
        installed = scalar(connection, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        offered = scalar(connection, "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'")
    if version := installed or offered:
        if numbers(version) < numbers(MIN_VECTOR):
            yield fail(
                f"pgvector {version}", f"Upgrade it to {MIN_VECTOR} or newer; then ALTER EXTENSION vector UPDATE."
            )
        else:
            yield ok(f"pgvector {version}{'' if installed else ', not installed yet: the first reindex does'}")
    else:
        yield fail("the server does not offer pgvector", f"Install pgvector {MIN_VECTOR} or newer there.")


def migrations(installation: Installation) -> Iterator[Finding]:
    """Check that the schema is that of this version."""
    with installation.connection() as connection:
        missing = migrate.missing(connection, sql_dir() / "migrations")
    if missing:
        yield warn(f"to be applied: {', '.join(map(str, missing))}", "Nothing: the next command applies them.")
    else:
        yield ok("up to date")


def transactions(installation: Installation) -> Iterator[Finding]:
    """Check that no session keeps vacuum from its work by a transaction that is open for long."""
    with installation.connection() as connection:
        sessions = read_rows(connection, "doctor_transactions", seconds=LONG_TRANSACTION_SECONDS)
    if sessions:
        first = sessions[0]
        who = f"process {first['pid']} of user {first['user']}, {first['state']}, for {first['age'] / 3600:.1f} hours"
        yield warn(
            f"{len(sessions)} transactions are open for long: {who}", f"SELECT pg_terminate_backend({first['pid']})"
        )
    else:
        yield ok("none is open for long")
