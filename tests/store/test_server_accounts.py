"""The account that Postgres runs as, where root starts it."""

import os
import pwd
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from piperoll.store import cluster, server
from piperoll.store.cluster import Cluster
from tests.store.servers import alive, run


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs Postgres as another account")
def test_root_loosens_no_rights(make_dir: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the data folder nor the installed binaries are open to Postgres' account."""
    private, system = make_dir(), make_dir()
    private.chmod(0o700)
    readable = cluster._open_to_others
    monkeypatch.setattr(cluster, "SYSTEM_DIR", system / "piperoll")
    monkeypatch.setattr(cluster, "_open_to_others", lambda path: "site-packages" not in str(path) and readable(path))
    data_dir = private / "data"
    for _ in range(2):
        with server.embedded(data_dir) as dsn:
            assert str(run(dsn, "SHOW data_directory")).startswith(str(system))
            assert alive(data_dir).exe().startswith(str(system))
            assert alive(data_dir).uids().real in cluster.OWN_IDS
            run(dsn, "CREATE EXTENSION IF NOT EXISTS vector")
    assert private.stat().st_mode & 0o777 == 0o700
    assert len(list((system / "piperoll").iterdir())) == 2  # the cluster, the binaries
    assert (data_dir / "postgres" / "cluster").is_symlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs Postgres as another account")
def test_roots_postgres_shares_its_account_with_no_other(data_dir: Path) -> None:
    with server.embedded(data_dir):
        process = alive(data_dir)
        (own,) = {*process.uids(), *process.gids()}
        with pytest.raises(KeyError):
            pwd.getpwuid(own)
        assert not process.net_connections("tcp"), "it listens on its socket only"
        folder = (data_dir / "postgres" / "cluster").resolve()
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.lstat().st_uid for path in folder.rglob("*")} <= {own, 0}
        socket = ["test", "-S", f"{Cluster.at(folder).socket_dir}/.s.PGSQL.{cluster.PORT}"]
        reaches = {
            user: subprocess.run(socket, cwd="/", user=user, group=user, extra_groups=[]).returncode == 0
            for user in (own, own + 1, pwd.getpwnam("nobody").pw_uid)
        }
        assert [user for user, reached in reaches.items() if reached] == [own]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs Postgres as another account")
def test_a_folder_that_another_account_owns_keeps_it(
    make_dir: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, nobody = make_dir(), pwd.getpwnam("nobody")
    monkeypatch.setattr(cluster, "_own_id", lambda: (nobody.pw_uid, nobody.pw_gid))  # as it was made before
    with server.embedded(folder) as dsn:
        run(dsn, "CREATE TABLE kept AS SELECT 42 AS x")
    monkeypatch.undo()
    with server.embedded(folder) as dsn:
        assert run(dsn, "SELECT x FROM kept") == 42
        assert alive(folder).uids().real == nobody.pw_uid
