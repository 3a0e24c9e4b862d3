"""What is no text ends as wrong use, whichever way it comes in: as one error with a code, before anything is done."""

import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import flows
import piperoll
from piperoll import library, settings
from piperoll.cli.commands import COMMANDS, app
from piperoll.errors import UsageError
from piperoll.evaluate import formats
from piperoll.library import CorpusReader
from piperoll.search.options import ContextOptions
from piperoll.settings import Settings

NO_TEXTS = ["a\0b", "a\udcffb", "\ud800"]
FLOWS = sorted(
    path.stem for path in Path(flows.__file__).parent.glob("*.py") if "@pipeline(" in path.read_text(encoding="utf-8")
)
"""Modules that hold a flow of their name."""


@cache
def commands() -> Any:
    """Return the commands as typer makes them, once: it takes thirty milliseconds each time."""
    return typer.main.get_command(app)


def run(line: list[str]) -> tuple[int, str, str]:
    """Exit code of a command line, and what it writes to standard output and to standard error."""
    with CliRunner().isolation() as (out, err, _):
        with pytest.raises(SystemExit) as ended:
            commands().main(args=line, prog_name="piperoll")
        sys.stdout.flush()
        sys.stderr.flush()
        return ended.value.code, out.getvalue().decode(), err.getvalue().decode()


def lines(name: str, bad: str) -> Iterator[list[str]]:
    """Yield a command line for each argument and option of a command, with what is no text there."""
    parameters = commands().load(name).params
    required = [one for one in parameters if one.required]
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            continue
        line = [name]
        for one in dict.fromkeys([*required, parameter]):
            value = bad if one is parameter else "1"
            line += [value] if one.param_type_name == "argument" else [one.opts[0], value]
        yield line + (["--json"] if any(one.name == "as_json" for one in parameters) else [])


@pytest.mark.parametrize("bad", NO_TEXTS, ids=ascii)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_argument_of_any_command_takes_it(name: str, bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_DSN", "host=/nowhere")  # nothing may get as far as that
    for line in lines(name, bad):
        code, out, err = run(line)
        assert code == 2, (line, out, err)
        if "--json" in line:
            error = json.loads(out)["error"]
            assert (error["code"], bool(error["message"]), bool(error["remedy"])) == ("not_utf8", True, True), line
        else:
            assert "holds NUL" in err


@pytest.mark.parametrize("name", ["search", "show", "chunks"])
def test_bytes_on_a_real_command_line(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "piperoll.cli", name, "laws", b"\xff", "--json"]
    done = subprocess.run(command, capture_output=True, timeout=60, cwd=tmp_path)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "not_utf8"


def texts_of(function: Any) -> list[str]:
    """The parameters of a function that a text may be given to."""
    return [one.name for one in inspect.signature(function).parameters.values() if "str" in str(one.annotation)]


def methods() -> list[tuple[str, str]]:
    public = [name for name in dir(CorpusReader) if not name.startswith("_")]
    return [(name, one) for name in public for one in texts_of(getattr(CorpusReader, name, None)) if callable(
        getattr(CorpusReader, name))]  # fmt: skip


@pytest.mark.parametrize("bad", NO_TEXTS, ids=ascii)
@pytest.mark.parametrize(("name", "parameter"), methods())
def test_no_method_of_the_library_takes_it(name: str, parameter: str, bad: str) -> None:
    method = getattr(CorpusReader(None, "laws"), name)  # type: ignore[arg-type]  # nothing gets as far as the base
    needed = {one.name: "2020-01-01" for one in inspect.signature(method).parameters.values()
              if one.default is one.empty and one.kind is not one.VAR_KEYWORD}  # fmt: skip
    with pytest.raises(UsageError) as caught:
        method(**needed | {parameter: bad})
    assert caught.value.code == "not_utf8"


def test_the_methods_of_the_library_are_found() -> None:
    assert {("search", "query"), ("show", "key"), ("cites", "path"), ("show", "as_of")} <= set(methods())


@pytest.mark.parametrize("bad", NO_TEXTS, ids=ascii)
def test_neither_names_nor_files_nor_options_take_it(bad: str) -> None:
    calls = [
        lambda: CorpusReader(None, bad),  # type: ignore[arg-type]
        lambda: list(piperoll.chunks(bad, profile="se-law")),
        lambda: list(piperoll.chunks(Path(bad), profile="se-law")),
        lambda: list(piperoll.chunks("a.md", profile=bad)),
        lambda: list(piperoll.chunks("a.md", profile="sst", some=bad)),
        lambda: library.read_documents(Path("a.md"), "se-law", {"some": bad}),
        *(lambda name=name: ContextOptions(**{name: bad}) for name in texts_of_fields()),
        lambda: ContextOptions(where=("year=1", f"court={bad}")),
        lambda: ContextOptions(weights={bad: 1.0}),
    ]
    for call in calls:
        with pytest.raises(UsageError) as caught:
            call()
        assert caught.value.code == "not_utf8"


def texts_of_fields() -> list[str]:
    return [name for name, field in ContextOptions.model_fields.items() if "str" in str(field.annotation)]


@pytest.mark.parametrize("bad", NO_TEXTS, ids=ascii)
@pytest.mark.parametrize("name", FLOWS)
def test_no_parameter_of_a_flow_takes_it(name: str, bad: str) -> None:
    flow: Any = getattr(importlib.import_module(f"flows.{name}"), name)
    function = flow.fn
    needed = {one.name: "laws" for one in inspect.signature(function).parameters.values() if one.default is one.empty}
    assert "corpus" in texts_of(function)
    for parameter in texts_of(function):
        with pytest.raises(UsageError) as caught:
            function(**needed | {parameter: bad})
        assert caught.value.code == "not_utf8", parameter


def test_the_flows_are_found() -> None:
    assert {"reindex_corpus", "evaluate_corpus", "roll_back"} <= set(FLOWS)


@pytest.mark.parametrize("name", [name for name in Settings.model_fields if name != "corpus"])
def test_no_setting_takes_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"PIPEROLL_{name.upper()}", "secret\udcff")
    settings.load.cache_clear()
    with pytest.raises(UsageError) as caught:
        settings.load()
    assert caught.value.code == "config_invalid"
    assert name in caught.value.message
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("line", ['source = "a\\u0000"', 'source = "a"\noptions.some = ["\\u0000"]'])
def test_no_value_in_the_configuration_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    (tmp_path / "piperoll.toml").write_text(f'[corpus.laws]\nprofile = "se-law"\n{line}\n')
    monkeypatch.setenv("PIPEROLL_CONFIG", str(tmp_path / "piperoll.toml"))
    settings.load.cache_clear()
    with pytest.raises(UsageError) as caught:
        settings.load()
    assert caught.value.code == "config_invalid"


@pytest.fixture(autouse=True)
def settings_of_others() -> Iterator[None]:
    yield
    settings.load.cache_clear()


def test_no_gold_set_takes_it(tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    (folder / "queries.jsonl").write_text('{"_id": "1", "text": "q"}\n')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta%00b#1\t1\n")
    named = tmp_path / "named"
    named.mkdir()
    (named / "\udcff.jsonl").write_text('{"query": "q", "relevant": [{"document": "A"}]}\n')
    asked = tmp_path / "asked.jsonl"
    asked.write_text('{"query": "q\\u0000", "relevant": [{"document": "A"}]}\n')
    half = tmp_path / "half.jsonl"
    half.write_text('{"query": "q\\ud800", "relevant": [{"document": "A"}]}\n')
    for path in (folder, named, asked, half):
        with pytest.raises(UsageError) as caught:
            formats.read(path)
        assert caught.value.code == "gold_wrong"
