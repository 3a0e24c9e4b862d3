"""Metrics say what is in the database, in Prometheus' own format."""

import time
import urllib.request
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from prometheus_client import generate_latest, start_http_server
from prometheus_client.parser import text_string_to_metric_families
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.prometheus import registry
from piperoll.settings import Settings
from piperoll.store import corpora, editions, runs
from piperoll.store.connection import Database, open_database
from piperoll.store.sql import read_rows


def samples(text: str) -> dict[str, float]:
    """Values by name and labels, read by Prometheus' parser."""
    return {
        " ".join([one.name, *one.labels.values()]): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def scrape(database: Database) -> dict[str, float]:
    return samples(generate_latest(registry(database.connect_anew)).decode())


def test_an_empty_database(database: Database) -> None:
    found = scrape(database)
    assert found["piperoll_up"] == 1
    assert found["piperoll_database_size_bytes"] > 1e6
    assert not any(name.startswith("piperoll_edition") for name in found)


def test_editions_and_runs(database: Database) -> None:
    with database.connect(autocommit=True) as connection:
        values = {"profile": "se-law", "backend": "minilm", "language": "swedish", "source": "/laws"}
        one = corpora.put(connection, name="laws", **values)
        first, second, third = uuid4(), uuid4(), uuid4()
        runs.start(connection, one, first, "host process 1")
        number = editions.begin(connection, one, str(first))
        connection.execute(
            "WITH d AS (INSERT INTO document (corpus_id, key) VALUES (%(c)s, 'SFS 1:1') RETURNING id)"
            " INSERT INTO version (corpus_id, document_id, source, ordinal, content_hash, title, kind, status, text,"
            " set_aside, metadata, from_edition)"
            " SELECT %(c)s, id, 'a', 0, '', '', '', 'no_body', '', '[]', '{}', 1 FROM d",
            {"c": one.id},
        )
        connection.execute(
            "INSERT INTO source_file VALUES (%s, 'b', 1, '', '', NULL, 'quarantined', 'x', 'y', 'z', 1)", (one.id,)
        )
        editions.complete(connection, one, number, str(first), {})
        editions.publish(connection, one, number)
        result = {"seconds": {"parse": 1.5}, "embeddings": {"computed": 7}}
        runs.finish(connection, first, "completed", edition=number, result=result)
        found = scrape(database)
        assert found["piperoll_edition_published laws"] == found["piperoll_edition_built laws"] == 1
        assert (found["piperoll_documents laws"], found["piperoll_quarantined_files laws"]) == (1, 1)
        assert found["piperoll_last_run_stage_seconds laws parse"] == 1.5
        assert found["piperoll_last_run_state laws completed"] == 1
        success = found["piperoll_last_success_timestamp_seconds laws"]

        runs.start(connection, one, second, "host process 2")
        runs.finish(connection, second, "failed", error="x")
        runs.start(connection, one, third, "host process 3")
        found = scrape(database)
        assert found["piperoll_last_run_state laws running"] == 1
        assert "piperoll_last_run_duration_seconds laws" not in found
        assert found["piperoll_last_success_timestamp_seconds laws"] == success
        assert found["piperoll_embeddings_computed_total laws"] == 7
        assert found["piperoll_lost_runs laws"] == 1, "nobody holds the lock of the run that is said to work"
        with corpora.locked(connection, one):
            assert scrape(database)["piperoll_lost_runs laws"] == 0


def test_a_clock_that_was_set_back_makes_no_run_the_last_one(database: Database) -> None:
    """The first run began and ended when the clock was a year ahead; the second ended before it began."""
    with database.connect(autocommit=True) as connection:
        values = {"profile": "se-law", "backend": "minilm", "language": "swedish", "source": "/laws"}
        one = corpora.put(connection, name="laws", **values)
        first, second = uuid4(), uuid4()
        ahead = "UPDATE run SET started_at = now() + interval '1 year', finished_at = now() + interval '1 year'"
        runs.start(connection, one, first, "host process 1")
        runs.finish(connection, first, "completed", result={"seconds": {"parse": 1.5}})
        connection.execute(ahead)
        runs.start(connection, one, second, "host process 2")
        runs.finish(connection, second, "completed", result={"seconds": {"parse": 2.5}})
        connection.execute("UPDATE run SET finished_at = started_at - interval '1 hour' WHERE id = %s", (second,))
        found = scrape(database)
        assert found["piperoll_last_run_stage_seconds laws parse"] == 2.5
        assert found["piperoll_last_run_duration_seconds laws"] == 0
        assert found["piperoll_last_success_timestamp_seconds laws"] < time.time()
        assert [row["run"] for row in read_rows(connection, "status")] == [second]
        assert [result["seconds"]["parse"] for _, result in runs.newest_results(connection)] == [2.5, 1.5]


def test_served_until_the_database_is_gone(settings: Settings) -> None:
    assert settings.dsn
    database = open_database(settings)
    server, thread = start_http_server(0, "127.0.0.1", registry(database.connect_anew))

    def served() -> dict[str, float]:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/metrics", timeout=30) as answer:
            return samples(answer.read().decode())

    try:
        assert served()["piperoll_up"] == 1
        dsn = settings.dsn.get_secret_value()
        name = conninfo_to_dict(dsn)["dbname"]
        with psycopg.connect(make_conninfo(dsn, dbname="postgres"), autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            assert served() == {"piperoll_up": 0}
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert served()["piperoll_up"] == 1
    finally:
        server.shutdown()
        thread.join(30)
        database.close()


def test_the_command(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    done = CliRunner().invoke(app, ["metrics"])
    configured.load.cache_clear()
    assert done.exit_code == 0, done.output
    assert samples(done.stdout)["piperoll_up"] == 1
