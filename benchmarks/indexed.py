"""A corpus of a benchmark: built by the real command in an embedded Postgres of the benchmark's own, kept in a folder.

Settings of the corpora, such as options of the profile, are those that PIPEROLL_CONFIG names.
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from piperoll.settings import load
from piperoll.store import corpora
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus


@contextmanager
def indexed(
    folder: Path, name: str, source: Path, profile: str, backends: Iterable[str] = ()
) -> Iterator[tuple[Connection, Corpus]]:
    """Bring the corpus ``name`` up to date with ``source``, and open it. Where nothing changed that takes seconds.

    It is embedded by its own backend, and by each of ``backends``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _piperoll(folder, "reindex", name, "--source", str(source), "--profile", profile, "--json")
    for backend in backends:
        _piperoll(folder, "backfill", name, "--stage", "embed", "--backend", backend, "--yes", "--json")
    settings = load().model_copy(update={"dsn": None, "data_dir": folder})
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        yield connection, corpora.get(connection, name)


def _piperoll(folder: Path, *words: str) -> None:
    embedded = {name: value for name, value in os.environ.items() if name != "PIPEROLL_DSN"}
    done = subprocess.run(
        [sys.executable, "-m", "piperoll.cli", *words],
        env=embedded | {"PIPEROLL_DATA_DIR": str(folder)},
        stdout=subprocess.PIPE,
        check=False,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"piperoll {' '.join(words)}: {done.stdout}")
