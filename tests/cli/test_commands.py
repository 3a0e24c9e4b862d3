"""The command line as programs see it: what is on stdout, which exit code, which error."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.cli.common import errors
from piperoll.settings import Settings

STATUTE = """---
beteckning: 2001:5
rubrik: Lag om fyrar
---

# Lag om fyrar

### 1 §

Fyrar ska lysa.

### 2 a §

Å ä ö.
"""


@pytest.fixture
def command(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs the command in this process: (exit code, stdout, stderr)."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    monkeypatch.setenv("PIPEROLL_WORKSPACE", str(tmp_path / "workspace"))
    configured.load.cache_clear()

    def run(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(app, [str(one) for one in arguments])
        return result.exit_code, result.stdout, result.stderr

    yield run
    configured.load.cache_clear()


def test_chunks_prints_one_object_a_line(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "fyrar.md"
    file.write_text(STATUTE, encoding="utf-8")
    code, out, err = command("chunks", file, "--profile", "se-law", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [row["path"] for row in rows] == ["kap0.§1", "kap0.§2a"]
    assert set(rows[0]) == {"path", "role", "header", "content", "start", "end", "tokens", "parent", "metadata"}
    assert rows[1]["header"] == "Lag om fyrar (SFS 2001:5) > 2 a §"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (("search", "nope", "x"), 2, "unknown_corpus"),
        (("search", "nope", " "), 2, "empty_query"),
        (("search", "nope", "x", "--as-of", "yesterday"), 2, "bad_date"),
        (("search", "nope", "x", "--where", "court"), 2, "bad_where"),
        (("context", "nope", "x"), 2, "unknown_corpus"),
        (("context", "nope", ""), 2, "empty_query"),
        (("search", "nope", "x", "--weights", "heading=1"), 2, "bad_weights"),
        (("search", "nope", "x", "--mode", "dense", "--weights", "lexical=1"), 2, "bad_weights"),
        (("show", "nope", "x"), 2, "unknown_corpus"),
        (("status", "nope"), 2, "unknown_corpus"),
        (("plan", "nope"), 2, "corpus_unknown"),
        (("plan", "Bad Name", "--source", ".", "--profile", "se-law"), 2, "corpus_name"),
        (("plan", "new", "--source", "/nowhere/at/all", "--profile", "se-law"), 2, "source_missing"),
        (("plan", "new", "--source", ".", "--profile", "latin"), 2, "unknown_profile"),
        (("backfill", "nope", "--stage", "parse"), 2, "unknown_corpus"),
        (("backfill", "nope", "--stage", "parse", "--from", "spring"), 2, "bad_date"),
        (("switch-backend", "nope", "minilm"), 2, "unknown_corpus"),
        (("drop-backend", "nope", "minilm"), 2, "unknown_corpus"),
        (("chunks", "nowhere.md", "--profile", "se-law"), 2, "no_such_file"),
        (("chunks", "{binary}", "--profile", "se-law"), 1, "binary"),
    ],
)
def test_errors_are_one_object_with_a_code(
    command: Any, tmp_path: Path, arguments: tuple[str, ...], exit_code: int, code: str
) -> None:
    binary = tmp_path / "binary.md"
    binary.write_bytes(b"\0\1\2")
    returned, out, _ = command(*(one.format(binary=binary) for one in arguments), "--json")
    assert returned == exit_code
    error = json.loads(out)["error"]
    assert error["code"] == code
    assert error["message"]
    assert error["remedy"] or code != "empty_query"


def test_wrong_use_of_options_is_exit_code_2(command: Any) -> None:
    assert command("search")[0] == 2
    assert command("search", "x", "y", "--mode", "magic")[0] == 2
    assert command("context", "x", "y", "--budget", "9" * 21)[0] == 2


def test_wrong_use_is_one_object_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "piperoll.cli", "search", "x", "y", "--k", "0", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (2, "usage")
    assert done.stderr


def test_plan_says_what_a_run_would_do_and_changes_nothing(command: Any, tmp_path: Path) -> None:
    folder = tmp_path / "laws"
    folder.mkdir()
    (folder / "a.md").write_text(STATUTE, encoding="utf-8")
    code, out, _ = command("plan", "laws", "--source", folder, "--profile", "se-law", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["documents"]["new"] == 1
    assert told["todo"] == [{"source": "a.md", "why": "new"}]
    assert json.loads(command("status", "--json")[1]) == {"corpora": []}
    assert not (tmp_path / "workspace").exists()


def test_an_empty_database_says_how_to_begin(command: Any) -> None:
    code, out, _ = command("status")
    assert code == 0
    assert "piperoll reindex" in out


def test_a_question_that_is_not_answered_is_no_defect() -> None:
    with pytest.raises(typer.Abort), errors(as_json=False):
        raise typer.Abort
