"""The embedded server with real processes and real kills. Every test leaves the server stopped."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from piperoll.errors import PiperollError
from piperoll.store import cluster, server
from piperoll.store.cluster import Cluster
from tests.store.servers import alive, ended, postmaster, run

USER = """
import json, sys
from pathlib import Path
import psycopg
from piperoll.store import server
dsn = server.attach(Path(sys.argv[1]))
with psycopg.connect(dsn) as connection:
    started = connection.execute("SELECT pg_postmaster_start_time()::text").fetchone()[0]
print(json.dumps([dsn, started]), flush=True)
sys.stdin.readline()
"""


class User:
    """Another process that uses the server until it is told to leave, or is killed."""

    def __init__(self, data_dir: Path, code: str = USER) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code, str(data_dir)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def started(self) -> str:
        """When the server that it uses was started, which tells one server from the next."""
        assert self.process.stdout
        return str(json.loads(self.process.stdout.readline())[1])

    def leave(self) -> None:
        """End as programs do. Nothing may have been printed."""
        assert self.process.communicate("\n", timeout=60) == ("", "")
        assert self.process.returncode == 0

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=60)


@pytest.fixture
def user() -> Iterator[Callable[..., User]]:
    users: list[User] = []

    def start(*arguments: object) -> User:
        users.append(User(*arguments))  # type: ignore[arg-type]
        return users[-1]

    yield start
    for one in users:
        one.kill()


STARTED = "SELECT pg_postmaster_start_time()::text"


def test_keeps_data_and_stops_with_the_last_attachment(data_dir: Path) -> None:
    dsn = server.attach(data_dir)
    assert server.attach(data_dir) == dsn
    server.detach(data_dir)
    assert run(dsn, "SELECT x FROM kept") == 42
    assert run(dsn, "SHOW listen_addresses") == ""
    run(dsn, "CREATE EXTENSION vector")
    assert run(dsn, "SELECT '[1,2]'::halfvec(2)::text") == "[1,2]"
    server.detach(data_dir)
    assert postmaster(data_dir) is None
    server.detach(data_dir)  # one too many does nothing


def test_environment_of_another_postgres_does_not_matter(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGDATA"):
        monkeypatch.setenv(name, "10.1")
    with server.embedded(data_dir) as dsn:
        assert run(dsn, "SELECT x FROM kept") == 42


def test_first_ones_race_and_the_last_one_stops(make_dir: Callable[[], Path], user: Callable[..., User]) -> None:
    data_dir = make_dir()
    users = [user(data_dir) for _ in range(3)]
    assert len({one.started() for one in users}) == 1
    for one in users:
        assert postmaster(data_dir)
        one.leave()
    assert postmaster(data_dir) is None


def test_others_stay_when_one_is_killed(data_dir: Path, user: Callable[..., User]) -> None:
    first = user(data_dir)
    started = first.started()
    second = user(data_dir)
    assert second.started() == started
    first.kill()
    assert alive(data_dir)
    second.leave()
    assert postmaster(data_dir) is None


def test_server_of_a_killed_process_is_taken_over(data_dir: Path, user: Callable[..., User]) -> None:
    owner = user(data_dir)
    started = owner.started()
    owner.kill()
    assert alive(data_dir)
    with server.embedded(data_dir) as dsn:
        assert run(dsn, STARTED) == started
    assert postmaster(data_dir) is None


FORKS = """
import os, sys
from pathlib import Path
import psycopg
from piperoll.store import server
data_dir = Path(sys.argv[1])
with server.embedded(data_dir) as dsn:
    if not os.fork():
        server.detach(data_dir)  # the parent's, so nothing
        sys.exit()  # with its atexit functions
    os.wait()
    psycopg.connect(dsn).close()
    if not os.fork():  # outlives the parent, as a user of its own
        server.attach(data_dir)
        print("attached", flush=True)
        sys.stdin.readline()
        psycopg.connect(dsn).close()
        server.detach(data_dir)
        print(server._postmaster(server.open_cluster(data_dir / "postgres")), flush=True)
        os._exit(0)
    while sys.stdin.readline() != "leave\\n":
        pass
"""


def test_forked_children_stand_for_themselves(data_dir: Path, user: Callable[..., User]) -> None:
    parent = user(data_dir, FORKS).process
    assert parent.stdin and parent.stdout
    assert parent.stdout.readline() == "attached\n"
    parent.kill()
    parent.wait()
    assert alive(data_dir)
    out, err = parent.communicate("go on\n", timeout=60)
    assert (out, err) == ("None\n", "")


def test_killed_server_is_started_again_at_once(data_dir: Path) -> None:
    with server.embedded(data_dir) as dsn:
        run(dsn, "CREATE TABLE committed AS SELECT 1 AS x")
        for _ in range(3):
            alive(data_dir).kill()
            with server.embedded(data_dir) as again:
                assert run(again, "SELECT x FROM committed") == 1


def test_killed_server_leaves_a_busy_child(data_dir: Path) -> None:
    dsn = server.attach(data_dir)
    busy = psycopg.connect(dsn, autocommit=True)

    def compute() -> None:
        with pytest.raises(psycopg.OperationalError), busy:
            busy.execute("SELECT count(*) FROM generate_series(1, 1e12)")

    thread = threading.Thread(target=compute)
    thread.start()
    child = psutil.Process(busy.info.backend_pid)
    while not run(dsn, f"SELECT state = 'active' FROM pg_stat_activity WHERE pid = {child.pid}"):
        pass
    alive(data_dir).kill()
    assert child.is_running()
    with server.embedded(data_dir):
        assert run(dsn, "SELECT x FROM kept") == 42
        assert ended(child)
    thread.join()
    server.detach(data_dir)


@pytest.mark.parametrize("name", ["sleep", "postgres"])
def test_pid_file_names_another_process(data_dir: Path, make_dir: Callable[[], Path], name: str) -> None:
    """A live one, of the same account, so that Postgres itself believes the file; even of the same name."""
    found = Cluster.at(data_dir / "postgres" / "cluster")
    program = make_dir() / name
    program.symlink_to(shutil.which("sleep") or "")
    account = {"user": found.uid, "group": found.gid} if os.geteuid() == 0 else {}
    sleep = subprocess.Popen([program, "1000"], **account)
    try:
        with server.embedded(data_dir):
            pid_file = (found.path / "postmaster.pid").read_text()
            socket_lock = (found.path / f".s.PGSQL.{cluster.PORT}.lock").read_text()
        owner = pid_file.split("\n", 1)[0]
        (found.path / "postmaster.pid").write_text(pid_file.replace(owner, str(sleep.pid), 1))
        (found.path / f".s.PGSQL.{cluster.PORT}.lock").write_text(socket_lock.replace(owner, str(sleep.pid), 1))
        with server.embedded(data_dir) as dsn:
            assert run(dsn, "SELECT x FROM kept") == 42
            assert sleep.poll() is None
        assert sleep.poll() is None
    finally:
        sleep.kill()
        sleep.wait()


@pytest.mark.parametrize("text", ["", "no number\n", "-1\n", "0\n", f"{10**30}\n"])
def test_pid_file_is_damaged(data_dir: Path, text: str) -> None:
    (data_dir / "postgres" / "cluster" / "postmaster.pid").write_text(text)
    with server.embedded(data_dir) as dsn:
        assert run(dsn, "SELECT x FROM kept") == 42


def test_pid_file_is_emptied_under_a_live_server(data_dir: Path, user: Callable[..., User]) -> None:
    first = user(data_dir)
    started = first.started()
    (data_dir / "postgres" / "cluster" / "postmaster.pid").write_text("")
    with server.embedded(data_dir) as dsn:
        assert run(dsn, STARTED) == started
        first.leave()
        assert run(dsn, STARTED) == started


def test_slow_server_is_waited_for(data_dir: Path, user: Callable[..., User]) -> None:
    first = user(data_dir)
    started = first.started()
    process = alive(data_dir)
    process.suspend()
    second = user(data_dir)
    with (data_dir / "postgres" / "start.lock").open() as lock:
        try:
            while True:  # until the second holds it
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.flock(lock, fcntl.LOCK_UN)
        except BlockingIOError:
            process.resume()
    assert second.started() == started
    first.leave()
    second.leave()


def test_path_is_too_long_for_a_socket_and_odd(make_dir: Callable[[], Path]) -> None:
    data_dir = make_dir() / ('it\'s, "$(touch pwned)" `touch pwned` \\ å ' + "x" * 100)
    with server.embedded(data_dir) as dsn:
        folder = Cluster.at(data_dir / "postgres" / "cluster").socket_dir
        assert folder.stat().st_mode & 0o777 == 0o700
        assert str(folder) in dsn
        assert run(dsn, "SHOW data_directory") == str(data_dir / "postgres" / "cluster")
    assert not folder.exists()
    assert not list(data_dir.parent.rglob("pwned"))
    assert not Path("/pwned").exists()

    folder.symlink_to(data_dir.parent)  # someone else's, made first
    try:
        with pytest.raises(PiperollError, match="not a private folder") as caught:
            server.attach(data_dir)
    finally:
        folder.unlink()
    assert caught.value.code == "server_files"


def test_interrupted_init(make_dir: Callable[[], Path], user: Callable[..., User]) -> None:
    data_dir = make_dir()
    first = user(data_dir)
    while not list((data_dir / "postgres").glob("cluster-*/base")):
        assert first.process.poll() is None
    stopped = [psutil.Process(first.process.pid)]  # each before its children are asked for: it starts no more of them
    for process in stopped:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
            stopped += process.children()
    tools = stopped[1:]
    first.kill()
    for tool in tools:
        with suppress(psutil.NoSuchProcess):
            tool.kill()
    while not all(map(ended, tools)):
        pass
    assert not (data_dir / "postgres" / "cluster").exists()
    with server.embedded(data_dir) as dsn:
        assert run(dsn, "SELECT 1") == 1
    assert sorted(path.name for path in (data_dir / "postgres").iterdir()) == ["cluster", "start.lock", "users.lock"]


def test_data_of_another_version(data_dir: Path) -> None:
    version = data_dir / "postgres" / "cluster" / "PG_VERSION"
    version.write_text("16\n")
    with pytest.raises(PiperollError, match="PostgreSQL 16") as caught:
        server.attach(data_dir)
    version.write_text(f"{cluster.MAJOR}\n")
    assert caught.value.code == "server_version"


def test_failing_start_shows_the_log(data_dir: Path) -> None:
    conf = data_dir / "postgres" / "cluster" / "postgresql.conf"
    text = conf.read_text()
    conf.write_text(text + "shared_buffers = 'much'\n")
    with pytest.raises(PiperollError, match='invalid value for parameter "shared_buffers": "much"') as caught:
        server.attach(data_dir)
    conf.write_text(text)
    assert caught.value.code == "server_start"
    assert caught.value.remedy


def test_data_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PiperollError, match="file") as caught:
        server.attach(tmp_path / "file" / "data")
    assert caught.value.code == "server_files"


def test_binaries_are_missing(make_dir: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PACKAGE", "no_such_package")
    with pytest.raises(PiperollError) as caught:
        server.attach(make_dir())
    assert caught.value.code == "server_missing"


def test_log_is_bounded(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = data_dir / "postgres" / "cluster" / "server.log"
    monkeypatch.setattr(server, "LOG_LIMIT", 10_000)
    with log.open("a") as file:
        file.write("x" * 20_000)
    with server.embedded(data_dir):
        assert log.stat().st_size < 10_000
    assert 0 < log.stat().st_size < 10_000
