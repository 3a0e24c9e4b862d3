"""A database that older code made opens, migrates and verifies; its next run changes and embeds nothing.

Documents of a family that newer code reads otherwise are read again.
"""

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from flows.launch import here
from flows.reindex_corpus import reindex_corpus
from piperoll import settings as configured
from piperoll.corpora import registry
from piperoll.settings import Settings
from piperoll.store import corpora, migrate, verify
from piperoll.store.connection import Connection, Database, open_database
from piperoll.store.export import export
from piperoll.store.sql import sql_dir
from tasks import common

MADE_BY = "SELECT profile_version FROM source_file WHERE corpus_id = %s AND status <> 'quarantined'"
FOLDERS = sorted((Path(__file__).parents[1] / "data").glob("database-*"))
MIGRATIONS = [one.version for one in migrate.read_migrations(sql_dir() / "migrations")]


class Old:
    """A restored database with the documents and exports that belong to it."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder, self.database = folder, database
        self.corpora = sorted(path.stem for path in (folder / "exports").glob("*.jsonl") if "@" not in path.stem)

    def exported(self, connection: Connection, name: str, out: Path) -> dict[str, bytes]:
        """Return the export of each edition of a corpus that has one, as it is now."""
        corpus = corpora.get(connection, name)
        found = {}
        for path in [self.folder / "exports" / f"{name}.jsonl", *(self.folder / "exports").glob(f"{name}@*.jsonl")]:
            edition = int(path.stem.partition("@")[2] or corpus.published_edition)
            export(connection, corpus, edition, out / path.name)
            found[path.name] = (out / path.name).read_bytes()
        return found

    def expected(self, name: str) -> dict[str, bytes]:
        paths = [self.folder / "exports" / f"{name}.jsonl", *(self.folder / "exports").glob(f"{name}@*.jsonl")]
        return {path.name: path.read_bytes() for path in paths}


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def old(
    request: pytest.FixtureRequest, server_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Old]:
    folder, name = request.param, "old"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    dsn = make_conninfo(server_dsn, dbname=name)
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector SCHEMA public")
        connection.execute(gzip.decompress((folder / "dump.sql.gz").read_bytes()))
    shutil.copytree(folder, tmp_path / "old")
    monkeypatch.setenv("PIPEROLL_DSN", dsn)
    monkeypatch.setenv("PIPEROLL_CONFIG", str(tmp_path / "old" / "piperoll.toml"))
    monkeypatch.setenv("PIPEROLL_WORKSPACE", str(tmp_path / "workspace"))
    configured.load.cache_clear()
    common.database.cache_clear()
    with open_database(Settings()) as database:
        yield Old(folder, database)
    if common.database.cache_info().currsize:
        common.database().close()
    configured.load.cache_clear()
    common.database.cache_clear()
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_it_is_migrated_and_says_what_it_said(old: Old, tmp_path: Path) -> None:
    with old.database.connect(autocommit=True) as connection:
        applied = connection.execute("SELECT version FROM migration ORDER BY version").fetchall()
        assert [version for (version,) in applied] == MIGRATIONS
        for name in old.corpora:
            corpus = corpora.get(connection, name)
            for edition in corpus.editions:
                assert verify.holds(verify.verify(connection, corpus, edition)), name
            assert old.exported(connection, name, tmp_path) == old.expected(name)


def test_its_next_run_changes_and_embeds_nothing(old: Old, tmp_path: Path) -> None:
    for name in old.corpora:
        with old.database.connect(autocommit=True) as connection:
            before = corpora.get(connection, name)
            files = [version for (version,) in connection.execute(MADE_BY, [before.id])]
        result = here(reindex_corpus.fn, {"corpus": name})
        counts = result["documents"]
        again = sum(version < registry.get(before.profile).version for version in files)
        assert (counts["new"], counts["changed"], counts["gone"]) == (0, again, 0), name
        if again:
            continue
        assert (result["chunks"]["new"], result["embeddings"]["computed"]) == (0, 0), name
        assert result["published"] == before.published_edition
        with old.database.connect(autocommit=True) as connection:
            assert old.exported(connection, name, tmp_path) == old.expected(name)
