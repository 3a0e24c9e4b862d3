"""Commands load what they need, and no more: the heavy packages are counted, not the seconds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from piperoll.cli.commands import COMMANDS, app

HEAVY = frozenset(
    "torch openvino sentence_transformers transformers tokenizers numpy scipy sklearn prefect sqlalchemy fastapi polars"
    " pyarrow matplotlib boto3 botocore lxml psycopg pydantic rich".split()
)
DATABASE = {"psycopg", "pydantic", "rich"}
"""What every command needs that reads settings and a database and prints a table."""
STATUTE = "---\nbeteckning: 2001:5\nrubrik: Lag om fyrar\n---\n\n# Lag om fyrar\n\n### 1 §\n\nFyrar ska lysa.\n"
CODE = """
import json, sys
sys.argv[0] = "piperoll"
from piperoll.cli import main
try:
    main()
finally:
    packages = {{name.partition(".")[0] for name in sys.modules}}
    with open({told!r}, "w") as file:
        json.dump(sorted(packages & {heavy!r}), file)
"""
"""Runs a command, and writes the heavy packages that it loaded to a file."""


@pytest.fixture(scope="session")
def shell(server_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A database with a corpus of one statute, and a function that runs a command on it in a process of its own."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    folder = tmp_path_factory.mktemp("shell")
    (folder / "laws").mkdir()
    (folder / "laws" / "fyrar.md").write_text(STATUTE, encoding="utf-8")
    config = folder / "piperoll.toml"
    config.write_text('[corpus.laws]\nsource = "laws"\nprofile = "se-law"\nbackend = "minilm"\n', encoding="utf-8")
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE shell")
    environment = os.environ | {
        "PIPEROLL_DSN": make_conninfo(server_dsn, dbname="shell"),
        "PIPEROLL_WORKSPACE": str(folder / "workspace"),
        "PIPEROLL_CONFIG": str(config),
    }

    def run(*arguments: str, **more: str) -> tuple[str, set[str]]:
        code = CODE.format(told=str(folder / "told.json"), heavy=set(HEAVY))
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(
            command, env=environment | more, cwd=folder, capture_output=True, text=True, check=True, timeout=300
        )
        return done.stdout, set(json.loads((folder / "told.json").read_text()))

    run.source = str(folder / "laws")  # type: ignore[attr-defined]
    run("reindex", "laws", "--source", run.source, "--profile", "se-law")  # type: ignore[attr-defined]
    return run


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("--help", set()),
        ("search --help", {"psycopg", "pydantic", "rich"}),
        ("show --help", {"psycopg", "pydantic", "rich"}),
        ("status", DATABASE),
        ("show laws 2001:5", DATABASE),
        ("cites laws 2001:5", DATABASE),
        ("cited-by laws 2001:5", DATABASE),
        ("editions laws", DATABASE),
        ("diff laws 1 1", DATABASE),
        ("search laws fyrar --mode lexical", DATABASE | {"numpy"}),
        ("search laws fyrar --mode dense", DATABASE | {"numpy", "tokenizers"}),
        ("search laws fyrar", DATABASE | {"numpy", "tokenizers"}),
        ("search laws fyrar --reranker late-interaction", DATABASE | {"numpy", "tokenizers"}),
        ("context laws fyrar", DATABASE | {"numpy", "tokenizers"}),
    ],
)
def test_a_command_loads_what_it_needs(shell: Any, command: str, expected: set[str]) -> None:
    out, loaded = shell(*command.split())
    assert out
    assert loaded == expected


def test_a_night_in_which_nothing_changed_loads_no_parser_no_search_and_no_model(shell: Any) -> None:
    out, loaded = shell("reindex", "laws", "--source", shell.source, "--profile", "se-law", "--json")
    assert json.loads(out)["documents"]["unchanged"] == 1
    assert loaded == DATABASE | {"numpy", "polars"}


def test_completion_loads_nothing_and_knows_the_commands(shell: Any) -> None:
    out, loaded = shell(_PIPEROLL_COMPLETE="complete_bash", COMP_WORDS="piperoll sw", COMP_CWORD="1")
    assert out.split() == ["switch-backend"]
    assert loaded <= {"pydantic"}  # by which typer reads arguments


def test_completion_knows_the_configured_corpora(shell: Any, tmp_path: Path) -> None:
    config = tmp_path / "piperoll.toml"
    config.write_text(
        '[corpus.laws]\nsource = "x"\nprofile = "se-law"\n[corpus.cases]\nsource = "y"\nprofile = "sst"\n'
    )
    asked = {"COMP_WORDS": "piperoll show l", "COMP_CWORD": "2", "PIPEROLL_CONFIG": str(config)}
    assert shell(_PIPEROLL_COMPLETE="complete_bash", **asked)[0].split() == ["laws"]


def test_the_listed_help_of_a_command_is_its_own() -> None:
    group: Any = typer.main.get_command(app)
    for name, (module, told) in COMMANDS.items():
        first, _, _ = group.load(name).help.partition("\n\n")
        assert " ".join(first.split()) == told
        assert group.commands[name].callback.__wrapped__.__module__ == module


def test_no_command_is_forgotten() -> None:
    group: Any = typer.main.get_command(app)
    for name in COMMANDS:
        group.load(name)
    assert len(app.registered_commands) == len(COMMANDS)
    files = {path.stem for path in (Path(__file__).parents[2] / "piperoll" / "cli").glob("*.py")}
    assert files - {"__init__", "__main__", "commands", "common", "options"} == {
        module.rpartition(".")[2] for module, _ in COMMANDS.values()
    }
