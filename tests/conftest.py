"""Fixtures for tests that need Postgres or Prefect: a server of each a test process, a fresh database a test."""

import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from prefect.settings import PREFECT_API_URL, PREFECT_LOGGING_TO_API_ENABLED, temporary_settings
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from pydantic import SecretStr

from piperoll import settings as configured
from piperoll.settings import Settings
from piperoll.store.connection import Database, open_database
from piperoll.store.server import embedded
from tests.commands import Commands, forked

# two test processes share two cores: threads of theirs that wait for each other take ten times as long
os.environ.setdefault("OMP_NUM_THREADS", "1")

# looking through all that lives for garbage every seventy thousand objects takes a twentieth of the time
gc.set_threshold(20_000)

# the same cases in every run of the suite; others in each of make properties
for profile, examples, same in [("suite", 20, True), ("thorough", 2_000, False)]:
    hypothesis_settings.register_profile(
        profile, max_examples=examples, derandomize=same, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
hypothesis_settings.load_profile("suite")
"""A machine that is busy with other things must not fail a test."""

pytest_plugins = ["tests.s3", "tests.s3_vectors", "tests.search.scattered"]

TEMPLATE = "migrated"
CHEAP = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "128MB"}
"""Settings of the tests' server: each database that is made or dropped looks through all buffers, several times."""
ROOM = 4 << 30  # bytes free in memory, from which on the tests' clusters lie there


def scratch() -> str:
    """Memory if it serves, because syncing and deleting thousands of small files is what takes the time."""
    memory = Path("/dev/shm")
    if memory.is_dir():
        found = os.statvfs(memory)
        if found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC:
            return str(memory)
    return "/tmp"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that need a Prefect API first, and those that load transformers where the second share begins.

    Each test process begins with its share of the tests, in their order, and later takes over what others have not
    begun. So one process works on the first of these from the beginning, and another one on the second; the others
    start no API of their own, and load none. One process with both would be the last to end.
    """
    orchestrated = [item for item in items if turn(item) == 0]
    transformers = [item for item in items if turn(item) == 1]
    others = [item for item in items if turn(item) == 2]
    share = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    place = max(0, share - len(orchestrated))
    items[:] = [*orchestrated, *others[:place], *transformers, *others[place:]]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile, and keep the modules and the thousands of tests out of its sight: they stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line which tests need more than `make test` installs."""
    if not find_spec("langchain_tests"):
        terminalreporter.write_line(
            "The retrievers for LangChain, LlamaIndex and Haystack were not tried: these are not installed (168 MB)."
            " To try them: make frameworks test"
        )


def turn(item: pytest.Item) -> int:
    if item.get_closest_marker("orchestrated") or "prefect_api" in names_of(item):
        return 0
    return 1 if item.get_closest_marker("transformers") else 2


def names_of(item: pytest.Item) -> list[str]:
    """The fixtures that a test asks for."""
    return item.fixturenames if isinstance(item, pytest.Function) else []


@pytest.fixture(scope="session")
def make_dir() -> Iterator["MakeDir"]:
    """Makes folders that every account may enter, as root's Postgres is not root's; pytest's own are private."""
    make = MakeDir()
    yield make
    for folder in make.made:
        shutil.rmtree(folder, ignore_errors=True)


class MakeDir:
    def __init__(self) -> None:
        self.made: list[Path] = []

    def __call__(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="piperoll-test-", dir=scratch()))
        self.made.append(folder)
        folder.chmod(0o755)
        return folder


@pytest.fixture(scope="session", autouse=True)
def no_user_data(make_dir: MakeDir) -> Iterator[None]:
    """No test reaches the user's own data or server, not even by mistake."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIPEROLL_DATA_DIR", str(make_dir()))
        patch.delenv("PIPEROLL_DSN", raising=False)
        yield


@pytest.fixture(scope="session")
def server_dir(make_dir: MakeDir) -> Path:
    """The data folder of this test process' embedded server."""
    return make_dir()


@pytest.fixture(scope="session")
def server_dsn(server_dir: Path) -> Iterator[str]:
    """The embedded server of this test process, with a migrated database to copy. Its data may be lost in a crash."""
    with embedded(server_dir) as dsn, psycopg.connect(dsn, autocommit=True) as connection:
        for setting, value in CHEAP.items():
            connection.execute(f"ALTER SYSTEM SET {setting} = '{value}'")
    with embedded(server_dir) as dsn:  # it has stopped in between
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {TEMPLATE}")
        open_database(Settings(dsn=SecretStr(make_conninfo(dsn, dbname=TEMPLATE)))).close()
        yield dsn


@pytest.fixture(scope="module")
def template(server_dsn: str) -> str:
    """The database of which each test gets a copy: an empty one, or what a module's own fixture of this name fills."""
    return TEMPLATE


@contextmanager
def copied(server_dsn: str, name: str, data_dir: Path, template: str = TEMPLATE) -> Iterator[Settings]:
    """Settings with a copy of a database, which is dropped afterwards."""
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        yield Settings(dsn=SecretStr(make_conninfo(server_dsn, dbname=name)), data_dir=data_dir)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def settings(server_dsn: str, tmp_path: Path, counter: Iterator[int], template: str) -> Iterator[Settings]:
    """Settings with a database of this test's own, migrated and empty where no module fills it, and a data folder."""
    with copied(server_dsn, f"test_{next(counter)}", tmp_path, template) as settings:
        yield settings


@pytest.fixture(scope="module")
def filled(server_dsn: str, counter: Iterator[int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings with a database that a module fills once, as its ``template``; nothing may be connected to it then."""
    with copied(server_dsn, f"filled_{next(counter)}", tmp_path_factory.mktemp("filled")) as settings:
        yield settings


def name_of(settings: Settings) -> str:
    """The name of the database of :func:`settings` or :func:`filled`."""
    assert settings.dsn
    return str(conninfo_to_dict(settings.dsn.get_secret_value())["dbname"])


@pytest.fixture(scope="session")
def counter() -> Iterator[int]:
    return itertools.count()


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """The fresh database of :func:`settings`, opened."""
    with open_database(settings) as opened:
        yield opened


@pytest.fixture
def configured_dsn(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process read its settings anew for a test, with the database of that test."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    yield
    configured.load.cache_clear()


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """Starts commands of Piperoll in processes of their own, which need not import anything."""
    with forked(tmp_path_factory.mktemp("commands")) as made:
        yield made


class PrefectServer:
    """PrefectServer serves this test process. It runs while tests that need it follow each other: idle, it works on."""

    def __init__(self) -> None:
        self.running = ExitStack()
        self.address = ""

    def start(self) -> str:
        """Return the address of its API, and start it unless it runs."""
        if not self.address:
            from prefect.testing.utilities import prefect_test_harness  # loads the server: most processes save that

            self.running.enter_context(prefect_test_harness(server_startup_timeout=120))
            self.running.enter_context(temporary_settings({PREFECT_LOGGING_TO_API_ENABLED: False}))
            patch = self.running.enter_context(pytest.MonkeyPatch.context())
            patch.setattr("prefect.flow_engine._send_heartbeats", nullcontext)  # waits a second after every run
            self.address = str(PREFECT_API_URL.value())
        return self.address

    def end(self) -> None:
        """End it, if it runs."""
        self.running.close()
        self.address = ""


PREFECT = pytest.StashKey[PrefectServer]()


@pytest.fixture
def prefect_api(pytestconfig: pytest.Config) -> str:
    """Return the address of a Prefect server for this test process."""
    return pytestconfig.stash.setdefault(PREFECT, PrefectServer()).start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """End the Prefect server behind the last of the tests that need it."""
    yield
    if PREFECT in item.config.stash and (nextitem is None or turn(nextitem) != 0):
        item.config.stash[PREFECT].end()
