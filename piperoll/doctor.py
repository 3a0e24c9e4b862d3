"""What could keep a run from working, looked at without changing anything.

Every check is a function of the :class:`Patient` that yields findings. The checks run side by side, each with its own
time limit, so that one that fails or hangs hides no other.
"""

import importlib.metadata
import os
import shutil
import tempfile
import threading
import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, LiteralString

import polars as pl
from psycopg import sql

from piperoll import settings as configured
from piperoll.embed import backend, minilm
from piperoll.errors import PiperollError, UsageError
from piperoll.pipeline.discover import plan_for
from piperoll.pipeline.job import DEFAULT_BACKEND, Job, job_for
from piperoll.redact import redact
from piperoll.settings import CorpusSettings, Settings, is_remote
from piperoll.store import corpora, ledger, migrate
from piperoll.store.connection import MIN_POSTGRES, MIN_VECTOR, Connection, Database, numbers, reach
from piperoll.store.sql import read_rows, sql_dir
from piperoll.text import analysis

Level = Literal["ok", "warn", "fail"]

LIMIT_SECONDS = 12.0
"""A check that takes longer is said not to answer; a connection gives up after 10."""
SOURCE = "source "
STATEMENT_SECONDS = 8
HTTP_SECONDS = 5
CONNECTIONS, CONNECTIONS_A_WORKER = 4, 2
"""Connections that a run needs at most."""
LONG_TRANSACTION_SECONDS = 3_600
DEAD_SHARE, DEAD_ROWS = 0.3, 50_000
"""Dead rows of a table worth a word: this share of it, and this many."""
SHARED_BUFFERS = 128 << 20
GRAPH_BYTES = 3
"""Bytes of memory that building an HNSW graph takes for each number of a vector, its links included (measured: 384
numbers, m = 16: about 1.2 kB)."""
WAL_BYTES = 2 << 30
"""What the write-ahead log may take: max_wal_size of the embedded server."""
LEAST_BYTES = 256 << 20
"""Free space below which nothing should be begun."""
CLOCK_SECONDS = 5
TOO_NEW = {"fastapi": "0.151", "sqlalchemy": "2.1"}
"""From these versions on Prefect 3.8 does not work: its API refuses its own client, its scheduler plans no run."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and what to do where that is not as it should be."""

    check: str
    level: Level
    found: str
    remedy: str = ""


class NotChecked(Exception):
    """What a check looks at cannot be had; another check says why."""


class NotYet(NotChecked):
    """It is not there before the first reindex, and need not be."""


class Patient:
    """What the checks look at: settings and database, each opened once, when first asked for."""

    def __init__(self, corpus: str | None) -> None:
        self.corpus = corpus
        self._lock = threading.Lock()
        self._database: Database | None = None

    @property
    def settings(self) -> Settings:
        try:
            return configured.load()
        except UsageError:
            raise NotChecked("the configuration cannot be read") from None

    def database(self) -> Database:
        """The database as it is. Raises what :func:`~piperoll.store.connection.reach` raises."""
        with self._lock:
            if self._database is None:
                self._database = reach(self.settings)
            return self._database

    def configured(self) -> dict[str, CorpusSettings]:
        """The corpora of the configuration that are looked at."""
        return {name: one for name, one in self.settings.corpus.items() if self.corpus in (None, name)}

    @property
    def embedded(self) -> bool:
        """Is the embedded server used?"""
        return self.settings.dsn is None

    @property
    def unborn(self) -> bool:
        """Is the embedded server used, and was never started?"""
        return self.embedded and not (self.settings.data_dir / "postgres" / "cluster").exists()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection that only reads."""
        if self.unborn:
            raise NotYet("there is no database yet: the first reindex makes it")
        try:
            connection = self.database().connect(autocommit=True)
        except PiperollError as error:
            raise NotChecked("the database cannot be reached") from error
        with connection:
            connection.execute("SET default_transaction_read_only = on")
            connection.execute(sql.SQL("SET statement_timeout = {}").format(sql.Literal(f"{STATEMENT_SECONDS}s")))
            yield connection

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """The same, where Piperoll's tables are there."""
        with self.connection() as connection:
            if not _row(connection, "doctor_rights")["made"]:
                raise NotYet("the database has no tables yet: the first reindex makes them")
            yield connection

    def close(self) -> None:
        if self._database:
            self._database.close()


Check = Callable[[Patient], Iterator[Finding]]


def examine(corpus: str | None = None) -> list[Finding]:
    """Run every check, on one corpus or on all; ends within LIMIT_SECONDS, whatever hangs."""
    patient = Patient(corpus)
    checks: dict[str, Check] = {function.__name__.replace("_", " "): function for function in CHECKS}
    with suppress(NotChecked):
        checks |= {f"{SOURCE}{name}": partial(_configured_source, name=name) for name in patient.configured()}
    results: dict[str, list[Finding]] = {}

    def look(name: str, check: Check) -> None:
        results[name] = list(_guarded(name, check, patient))

    threads = [threading.Thread(target=look, args=item, daemon=True) for item in checks.items()]
    deadline = time.monotonic() + LIMIT_SECONDS
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    found = [one for name in checks for one in results.get(name, [_late(name)])]
    if len(results) == len(checks):
        patient.close()  # else a thread that hangs may still hold it
    return found


def report(findings: Sequence[Finding]) -> dict[str, Any]:
    """The findings as ``piperoll doctor --json`` prints them."""
    counts = {level: sum(one.level == level for one in findings) for level in ("ok", "warn", "fail")}
    return {**counts, "checks": [asdict(one) for one in findings]}


def _late(name: str) -> Finding:
    said = f"no answer within {LIMIT_SECONDS:.0f} seconds"
    if name.startswith(SOURCE):
        return Finding(name, "warn", said, "A source of millions of files takes longer; else see whether it hangs.")
    return Finding(name, "fail", said, "Look at what it waits for.")


def _guarded(name: str, check: Check, patient: Patient) -> Iterator[Finding]:
    try:
        yield from (_named(one, name) for one in check(patient))
    except NotChecked as reason:
        yield Finding(name, "ok" if isinstance(reason, NotYet) else "warn", f"not checked: {reason}")
    except PiperollError as error:
        yield Finding(name, "fail", redact(error.message), error.remedy)
    except Exception as error:  # a check must not hide the others
        yield Finding(name, "fail", redact(f"{type(error).__name__}: {error}".strip()))


def _named(finding: Finding, name: str) -> Finding:
    return Finding(finding.check or name, finding.level, finding.found, finding.remedy)


def _ok(found: str) -> Finding:
    return Finding("", "ok", found)


def _warn(found: str, remedy: str) -> Finding:
    return Finding("", "warn", found, remedy)


def _fail(found: str, remedy: str) -> Finding:
    return Finding("", "fail", found, remedy)


def configuration(patient: Patient) -> Iterator[Finding]:
    """The file and the environment: readable, no unknown names, no path that depends on where one stands."""
    path = configured.config_path()
    loaded = configured.load()
    names = {f"PIPEROLL_{name.upper()}" for name in Settings.model_fields} | {"PIPEROLL_CONFIG"}
    if strange := sorted(name for name in os.environ if name.startswith("PIPEROLL_") and name not in names):
        yield _warn(f"unknown: {', '.join(strange)}", "Check the spelling: unknown variables are not read.")
    for name, value in (("workspace", loaded.workspace_address), ("data_dir", str(loaded.data_dir))):
        if not is_remote(value) and not Path(value).is_absolute():
            yield _warn(f"{name} is the relative path {value}", "Write it from the root: it depends on where one is.")
    where = str(path.resolve()) if path.is_file() else f"no file {path}"
    yield _ok(f"{where}; {len(loaded.corpus)} corpora: {', '.join(loaded.corpus) or 'none'}")


def database(patient: Patient) -> Iterator[Finding]:
    """Can it be reached, is it new enough, may we work in it?"""
    where = "embedded" if patient.embedded else "PIPEROLL_DSN"
    if patient.unborn:
        yield _ok("embedded, not made yet: the first reindex makes it")
        return
    patient.database().connect(autocommit=True).close()  # the words of its own failure, not "not checked"
    with patient.connection() as connection:
        row = _row(connection, "doctor_server")
        if connection.info.server_version // 10_000 < MIN_POSTGRES:
            yield _fail(f"PostgreSQL {row['version']}", f"Upgrade it to {MIN_POSTGRES} or newer.")
        else:
            size = _size(row["size"])
            yield _ok(f"{where}: PostgreSQL {row['version']}, database {row['database']}, {size}, user {row['user']}")
        rights = _row(connection, "doctor_rights")
        if not rights["made"] and not rights["may_create_schema"]:
            grant = f'GRANT CREATE ON DATABASE "{row["database"]}" TO "{row["user"]}".'
            yield _fail(f"user {row['user']} may not make the tables", f"Have its owner run: {grant}")
        elif rights["made"] and not rights["may_read"]:
            yield _fail(f"user {row['user']} may not read schema piperoll", "Grant USAGE on it, or use its owner.")
        elif rights["made"] and not (rights["may_create_tables"] and rights["may_write"]):
            yield _warn(f"user {row['user']} may read, not index", "To index, use the user that made the tables.")


def server(patient: Patient) -> Iterator[Finding]:
    """Connections and memory."""
    with patient.connection() as connection:
        row = _row(connection, "doctor_server")
    free = row["max_connections"] - row["reserved"] - row["sessions"]
    said = f"{row['sessions']} of {row['max_connections']} connections in use"
    needed = CONNECTIONS + CONNECTIONS_A_WORKER * patient.settings.workers
    if free < needed:
        yield _warn(f"{said}; a run needs up to {needed}", "Raise max_connections, or end other sessions.")
    else:
        yield _ok(said)
    if row["shared_buffers"] < SHARED_BUFFERS:
        yield _warn(f"shared_buffers is {_size(row['shared_buffers'])}", "A quarter of the memory is usual.")


def vector(patient: Patient) -> Iterator[Finding]:
    """The extension."""
    with patient.connection() as connection:
        found = _scalar(connection, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        offered = _scalar(connection, "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'")
    if version := found or offered:
        if numbers(version) < numbers(MIN_VECTOR):
            yield _fail(
                f"pgvector {version}", f"Upgrade it to {MIN_VECTOR} or newer; then ALTER EXTENSION vector UPDATE."
            )
        else:
            yield _ok(f"pgvector {version}{'' if found else ', not installed yet: the first reindex does'}")
    else:
        yield _fail("the server does not offer pgvector", f"Install pgvector {MIN_VECTOR} or newer there.")


def migrations(patient: Patient) -> Iterator[Finding]:
    """Is the schema that of this version?"""
    with patient.connection() as connection:
        missing = migrate.missing(connection, sql_dir() / "migrations")
    if missing:
        yield _warn(f"to be applied: {', '.join(map(str, missing))}", "Nothing: the next command applies them.")
    else:
        yield _ok("up to date")


def transactions(patient: Patient) -> Iterator[Finding]:
    """Sessions that keep vacuum from its work."""
    with patient.connection() as connection:
        rows = read_rows(connection, "doctor_transactions", seconds=LONG_TRANSACTION_SECONDS)
    if rows:
        one = rows[0]
        who = f"process {one['pid']} of user {one['user']}, {one['state']}, for {one['age'] / 3600:.1f} hours"
        yield _warn(f"{len(rows)} transactions are open for long: {who}", f"SELECT pg_terminate_backend({one['pid']})")
    else:
        yield _ok("none is open for long")


def runs(patient: Patient) -> Iterator[Finding]:
    """Runs that died."""
    with patient.tables() as connection:
        rows = read_rows(connection, "lost_runs", space=corpora.LOCK_SPACE)
    rows = [row for row in rows if patient.corpus in (None, row["corpus"])]
    for row in rows:
        yield _warn(
            f"the run of {row['corpus']} since {row['started_at']:%Y-%m-%d %H:%M} died ({row['process']})",
            f"piperoll reindex {row['corpus']} continues it.",
        )
    if not rows:
        yield _ok("none was lost")


def tables(patient: Patient) -> Iterator[Finding]:
    """Dead rows, and tables that the planner knows nothing of."""
    with patient.tables() as connection:
        rows = read_rows(connection, "table_sizes")
    for row in rows:
        if row["dead_rows"] > max(DEAD_ROWS, DEAD_SHARE * max(0, row["rows"])):
            yield _warn(f"{row['name']} has {row['dead_rows']:,} dead rows", f"VACUUM ANALYZE piperoll.{row['name']}")
        if row["rows"] < 0 and row["size"] > LEAST_BYTES:
            yield _warn(f"{row['name']} has no statistics", f"ANALYZE piperoll.{row['name']}")
    largest = max(rows, key=lambda row: int(row["size"]))
    yield _ok(f"largest: {largest['name']}, {_size(largest['size'])}")


def vector_indexes(patient: Patient) -> Iterator[Finding]:
    """Would each be built in memory?"""
    with patient.tables() as connection:
        memory = _row(connection, "doctor_server")["maintenance_work_mem"]
        rows = [row for row in read_rows(connection, "vector_indexes") if patient.corpus in (None, row["corpus"])]
    for row in rows:
        need = row["entries"] * row["dimension"] * GRAPH_BYTES
        said = f"{row['corpus']}: {row['entries']:,} vectors, {_size(row['size'] or 0)}"
        if row["size"] is None:
            yield _warn(f"{row['corpus']} has no index", f"piperoll reindex {row['corpus']} builds it.")
        elif need > memory:
            yield _warn(
                f"{said}; building it takes {_size(need)}, maintenance_work_mem is {_size(memory)}",
                "Raise maintenance_work_mem: beyond it a build is several times slower.",
            )
        else:
            yield _ok(said)
    if not rows:
        yield _ok("none is built yet")


def words(patient: Patient) -> Iterator[Finding]:
    """Can what is published be searched by words?"""
    with patient.tables() as connection:
        if _scalar(connection, "SELECT to_regclass('lexical_index') IS NULL"):
            raise NotYet("the database is older than the index of words")
        rows = [row for row in read_rows(connection, "doctor_words") if patient.corpus in (None, row["corpus"])]
    usable = {row["corpus"]: row for row in rows if row["analysis"] == analysis.name(row["language"])}
    for corpus, published in {row["corpus"]: row["published_edition"] for row in rows}.items():
        found = usable.get(corpus)
        if found and found["edition"] >= published:
            yield _ok(f"{corpus}: {found['chunks']:,} chunks, up to edition {found['edition']}")
        else:
            yield _warn(
                f"{corpus}: edition {published} is not indexed by words", f"piperoll reindex {corpus} does that."
            )
    if not rows:
        yield _ok("nothing is published yet")


def models(patient: Patient) -> Iterator[Finding]:
    """Is each embedding backend here, and is it the one that made the vectors?"""
    used = {one.backend or DEFAULT_BACKEND for one in patient.configured().values()} or {DEFAULT_BACKEND}
    identities: dict[str, str] = {}
    with suppress(NotChecked), patient.tables() as connection:  # whether the models are here can be told all the same
        identities = {row["name"]: row["identity"] for row in read_rows(connection, "backends")}
    for name in sorted(used | set(identities)):
        model = backend.get(name)
        try:
            model.check()
        except PiperollError as error:
            yield _fail(f"{name}: {error.message}", error.remedy)
            continue
        if name in identities and identities[name] != model.identity:
            yield _fail(
                f"{name}: vectors were made by {identities[name]}, here it is {model.identity}",
                "Where machines differ, use the backend minilm_fp32 on all.",
            )
        else:
            yield _ok(f"{name}: {model.identity}")
    yield _ok(f"this processor computes in {minilm.native_precision()}")


def stored_sources(patient: Patient) -> Iterator[Finding]:
    """Sources of corpora that are in the database and not in the configuration."""
    known = patient.configured()
    with patient.tables() as connection:
        rows = [row for row in read_rows(connection, "status") if patient.corpus in (None, row["name"])]
    if patient.corpus and not rows and patient.corpus not in known:
        yield _fail(f"there is no corpus {patient.corpus}", "piperoll status lists those that there are.")
        return
    others = [row for row in rows if row["name"] not in known]
    for row in others:
        job = job_for(patient.settings, row["name"], source=row["source"], profile=row["profile"])
        yield from _source(patient, job)
    if not others:
        yield _ok("all corpora are in the configuration")


def _configured_source(patient: Patient, *, name: str) -> Iterator[Finding]:
    yield from _source(patient, job_for(patient.settings, name))


def _source(patient: Patient, job: Job) -> Iterator[Finding]:
    """Can the source be listed, and how far is it from the newest edition?"""
    corpus, known, containers, comparable = None, pl.DataFrame(schema=ledger.LEDGER), {}, False
    with suppress(NotChecked), patient.tables() as connection:
        corpus = corpora.find(connection, job.corpus)
        known, containers, comparable = ledger.read(connection, corpus), ledger.containers(connection, corpus), True
    listing = job.open_source().listing(known, containers).files
    said = f"{job.corpus}: {listing.height:,} files, {_size(int(listing['size'].sum()))} in {job.source}"
    if not listing.height:
        yield _warn(said, "Check that it is the right place, and mounted.")
        return
    if not comparable:
        yield _ok(said)
        return
    counts = plan_for(job, corpus, known, containers).counts
    yield _ok(f"{said}; " + ", ".join(f"{count:,} {why.replace('_', ' ')}" for why, count in counts.items() if count))


def prefect(patient: Patient) -> Iterator[Finding]:
    """The library, its known bad neighbours, and the API where one is named."""
    version = importlib.metadata.version("prefect")
    if numbers(version)[:2] == [3, 8]:
        for name, limit in TOO_NEW.items():
            if numbers(found := importlib.metadata.version(name)) >= numbers(limit):
                yield _fail(f"Prefect {version} does not work with {name} {found}", f'pip install "{name}<{limit}"')
    address = os.environ.get("PREFECT_API_URL")
    if not address:
        yield _ok(f"version {version}; PREFECT_API_URL is not set: what Prefect's profile says, else a temporary API")
        return
    try:
        theirs = _get(f"{address.rstrip('/')}/admin/version").strip('"')
    except (urllib.error.URLError, OSError, ValueError) as error:
        yield _fail(redact(f"{address} does not answer: {error}"), "Start it (prefect server start), or unset it.")
        return
    if theirs != version:
        yield _warn(f"the API has version {theirs}, here it is {version}", "Use the same version on both sides.")
    else:
        yield _ok(redact(f"version {version}, as the API at {address}"))


def disk(patient: Patient) -> Iterator[Finding]:
    """Free space against what a run may take."""
    loaded = patient.settings
    room = tempfile.gettempdir() if is_remote(loaded.workspace_address) else loaded.workspace_address
    need = {Path(room): 10 * loaded.partition_bytes}
    if patient.embedded:
        index = 0
        with suppress(NotChecked), patient.tables() as connection:  # the next index is built beside the largest
            index = max((row["size"] or 0 for row in read_rows(connection, "vector_indexes")), default=0)
        need[loaded.data_dir] = WAL_BYTES + index
    for folder, bytes_needed in need.items():
        wanted = max(LEAST_BYTES, bytes_needed)
        free = shutil.disk_usage(_existing(folder)).free
        said = f"{_size(free)} free for {folder}"
        if free < LEAST_BYTES:
            yield _fail(said, "Make room before anything else.")
        elif free < wanted:
            yield _warn(f"{said}; a run may take {_size(wanted)}", "Make room.")
        else:
            yield _ok(said)
    if not patient.embedded:
        yield _ok("how much is free for PIPEROLL_DSN's server cannot be seen from here")


def clock(patient: Patient) -> Iterator[Finding]:
    """This machine's clock against the database's."""
    with patient.connection() as connection:
        before = time.time()
        theirs = float(_row(connection, "doctor_server")["clock"])
        apart = max(0.0, before - theirs, theirs - time.time())
    if apart > CLOCK_SECONDS:
        yield _warn(f"{apart:.0f} seconds from the database's", "Set both by a time server: days of validity count.")
    else:
        yield _ok(f"as the database's; today is {time.strftime('%Y-%m-%d, %Z')}")


CHECKS: tuple[Check, ...] = (
    configuration,
    database,
    server,
    vector,
    migrations,
    transactions,
    runs,
    tables,
    vector_indexes,
    words,
    models,
    stored_sources,
    prefect,
    disk,
    clock,
)


def _row(connection: Connection, name: str) -> dict[str, Any]:
    return read_rows(connection, name)[0]


def _scalar(connection: Connection, statement: LiteralString) -> Any:
    row = connection.execute(statement).fetchone()
    return row[0] if row else None


def _get(address: str) -> str:
    """The body that Prefect's API answers with, asked as Prefect asks."""
    request = urllib.request.Request(address)
    if key := os.environ.get("PREFECT_API_KEY"):
        request.add_header("Authorization", f"Bearer {key}")
    elif pair := os.environ.get("PREFECT_API_AUTH_STRING"):
        request.add_header("Authorization", f"Basic {b64encode(pair.encode()).decode()}")
    with urllib.request.urlopen(request, timeout=HTTP_SECONDS) as answer:
        return str(answer.read(200).decode())


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.parent)


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"
