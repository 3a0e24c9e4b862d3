"""Passwords and keys that a run knows of are in no line, row, artifact, state or error."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.flows.conftest import Bench
from tests.services import ENVIRONMENT, embedder
from tests.services import KEY as QUOTED

TIMES = {"flow_runs": "expected_start_time", "task_runs": "expected_start_time", "logs": "timestamp", "artifacts": ""}
"""What Prefect is told, and the field by which it finds what is new of it."""
PASSWORD, KEY = "hemligt/l0sen@ord", "nyckel-7f3a9c"
SHOWN = (PASSWORD, "hemligt%2Fl0sen%40ord", "l0sen", KEY)
"""A secret as it is, as it stands in an address, and a part of it."""

SCRIPT = """
import os, sys
from piperoll.store import editions
from flows.reindex_corpus import reindex_corpus
from piperoll.corpora import registry

if sys.argv[2] != "defect":
    def refuse(*_):
        raise RuntimeError(f"cannot use {os.environ['PIPEROLL_DSN']} with {os.environ['SERVICE_API_KEY']}")
    setattr(editions, sys.argv[2], refuse)
else:
    registry.BUILT_IN["se-law"] = "tests.flows.profiles:Telling"
reindex_corpus(corpus="test", source=sys.argv[1], profile="se-law")
"""

ADDRESSES = [
    f"postgresql://user:{PASSWORD}@127.0.0.1:1/nothing",
    "postgresql://user:hemligt%2Fl0sen%40ord@127.0.0.1:1/nothing",
    f"host=127.0.0.1 port=1 user=u password={PASSWORD}",
    f"host=127.0.0.1 port=1 user=u passwrd={PASSWORD}",
]
COMMANDS = """
import os, sys
import piperoll.cli.operations, piperoll.doctor
from piperoll.cli import main

addresses = sys.argv[1:]
for address in addresses:
    for command in ("status --json", "doctor"):
        if not (child := os.fork()):
            os.environ["PIPEROLL_DSN"] = address
            sys.argv = ["piperoll", *command.split()]
            sys.exit(main())
        print("ended with", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Both commands with each address, forked, so that all is imported once."""


def _hidden(what: str, text: str) -> None:
    for secret in SHOWN:
        assert secret not in text, f"{what} holds {secret}: {text[:2000]}"


@pytest.mark.orchestrated
def test_no_secret_is_written_anywhere(bench: Bench) -> None:
    since = datetime.now(UTC)
    bench.configure("test")
    address = bench.environment["PIPEROLL_DSN"]
    more = {
        "PIPEROLL_DSN": make_conninfo(address, password=PASSWORD),
        "PIPEROLL_LOG_FORMAT": "json",
        "SERVICE_API_KEY": KEY,
    }
    # in a task, in the flow itself, in a document
    for topic, how in (("fyrar", "complete"), ("bikupor", "counts"), ("kvarnar", "defect")):
        bench.write(topic)
        environment = bench.environment | more
        done = bench.commands().start(str(bench.folder), how, environment=environment, code=SCRIPT)
        out, err = done.communicate(timeout=240)
        assert (done.returncode != 0) == (how != "defect"), err
        # what the interpreter prints of an error that nobody catches is scrubbed as well
        _hidden(f"stderr ({how})", err + out)
        lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
        assert {"parse", "discover"} <= {line.get("stage") for line in lines}, err
        run = {line["run"] for line in lines if line.get("stage") == "parse"}
        assert len(run) == 1, "one run, and it is named"
    with bench.database.connect() as connection:
        rows = _everything(connection)
    assert "cannot use" in rows
    assert "defect with ***" in rows
    _hidden("the database", rows)
    _hidden("Prefect", _prefect(bench.environment["PREFECT_API_URL"], since))


@pytest.mark.orchestrated
def test_the_key_of_a_service_is_written_nowhere(bench: Bench, tmp_path: Path) -> None:
    """It is in a variable whose name says nothing, and the service quotes it in what it says of a text."""
    since = datetime.now(UTC)
    bench.write("fyrar")
    poison = bench.path("fyrar").read_text(encoding="utf-8").replace("1990:1", "1999:9")
    (bench.folder / "poison.md").write_text(poison.replace("fyrar", "POISON"), encoding="utf-8")
    with embedder(16) as server:
        table = server.settings("openai")
        lines = [f"{name} = {json.dumps(value)}" for name, value in table.items()]
        corpus = f'[corpus.test]\nsource = {json.dumps(str(bench.folder))}\nprofile = "se-law"\nbackend = "svc"\n'
        config = tmp_path / "piperoll.toml"
        config.write_text(corpus + "[backend.svc]\n" + "\n".join(lines), encoding="utf-8")
        more = {"PIPEROLL_CONFIG": str(config), "PIPEROLL_LOG_FORMAT": "json"} | ENVIRONMENT
        bench.environment |= more
        done = bench.start("reindex", "test", "--json")
        out, err = done.communicate(timeout=240)
        assert server.keys == {f"Bearer {QUOTED}"}
    assert done.returncode == 0, err
    with bench.database.connect() as connection:
        rows = _everything(connection)
    shown = {kind: _of_prefect(bench.environment["PREFECT_API_URL"], kind, since) for kind in TIMES}
    assert "content filter" in rows
    assert "content filter" in shown["logs"]
    for what in (out, err, rows, *shown.values()):
        assert QUOTED not in what


def _everything(connection: "psycopg.Connection[Any]") -> str:
    names = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'piperoll'")]
    return "\n".join(str(row) for name in names for row in connection.execute(f'SELECT t::text FROM "{name}" t'))


def _prefect(api: str, since: datetime) -> str:
    """Everything that Prefect was told since then: states of runs, logs, artifacts."""
    told = {kind: _of_prefect(api, kind, since) for kind in TIMES}
    assert "cannot use" in told["flow_runs"]
    assert all(json.loads(rows) for rows in told.values())
    return "\n".join(told.values())


def _of_prefect(api: str, kind: str, since: datetime) -> str:
    """All rows of a kind: the API gives them in pages, and other tests were told to it before."""
    new = {kind: {TIMES[kind]: {"after_": since.isoformat()}}} if TIMES[kind] else {}
    rows: list[object] = []
    while (
        page := httpx.post(f"{api}/{kind}/filter", json=new | {"offset": len(rows)}, timeout=60)
        .raise_for_status()
        .json()
    ):
        rows += page
    return json.dumps(rows, ensure_ascii=False)


@pytest.mark.parametrize("style", ["text", "json"])
def test_no_command_shows_a_secret(bench: Bench, style: str) -> None:
    bench.configure()  # no corpora, of which the doctor would load models
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, *ADDRESSES],
        env=bench.environment | {"PIPEROLL_LOG_FORMAT": style},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines().count("ended with 1") == 2 * len(ADDRESSES), done.stdout
    _hidden("a command", done.stdout + done.stderr)
    # JSON on stdout is for programs; lines on stderr say the same to whoever collects them
    if style == "json":
        assert all(json.loads(line) for line in done.stderr.splitlines())
