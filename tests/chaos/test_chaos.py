"""What a run stands on is killed under it: the database, then a worker. ``benchmarks/chaos.py`` does it at length."""

import random
from collections.abc import Callable
from pathlib import Path

from piperoll.store import corpora
from tests.chaos.harness import CORPUS, UNDISTURBED, Fire, Reader, ended, kill_worker, wait_until
from tests.commands import Commands


def test_a_run_outlives_its_database_and_the_next_one_its_worker(
    make_dir: Callable[[], Path], tmp_path: Path, prefect_api: str, commands: Commands
) -> None:
    settings = {"PIPEROLL_PARTITION_BYTES": "500", "PREFECT_API_URL": prefect_api}
    fire = Fire(tmp_path, make_dir(), 6, settings, commands)
    alone = {"PIPEROLL_ORCHESTRATOR": "none"}
    with fire.database:
        fire.finish(**alone)
        reader = Reader(fire.database, tmp_path)
        reader.start()

        def partitions_loaded(edition: int) -> int:
            with fire.database.connect() as connection:
                corpus = corpora.get(connection, CORPUS)
                row = connection.execute(
                    "SELECT count(*) FROM source_file WHERE corpus_id = %s AND edition = %s", (corpus.id, edition)
                ).fetchone()
            return int(row[0]) if row else 0

        fire.change(1, random.Random(1))
        run = fire.start()
        wait_until(lambda: partitions_loaded(2) or run.poll() is not None)
        assert fire.kill_database()
        assert ended(run, 240)
        assert run.returncode == 0, "the same run goes on, on the server that was started again"

        fire.change(2, random.Random(2))
        run = fire.start(PIPEROLL_RUNNER="processes")
        wait_until(lambda: partitions_loaded(3) or run.poll() is not None)
        assert kill_worker(run, random.Random(3))
        assert ended(run, 240)
        assert fire.finish(**alone)["published"] == 3

        reader.done.set()
        reader.join(60)
        assert not reader.wrong
        assert reader.polls["edition 1"] and reader.polls["edition 2"]
        published = fire.export()
        fire.finish(UNDISTURBED, **alone)
        assert fire.export(UNDISTURBED) == published
