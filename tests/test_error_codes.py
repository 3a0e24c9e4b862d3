"""Every error code that the code can give is explained in docs/errors.md, and no other."""

import ast
import re
from functools import cache
from pathlib import Path

from piperoll.errors import CorpusBusy, GateNotPassed, PiperollError, UsageError
from scripts import error_codes
from scripts.error_codes import EXITS, PAGE, ROW, Module, refreshed

collect = cache(error_codes.collect)


def test_every_code_can_be_read_from_the_sources() -> None:
    assert collect().unclear == [], "write the code of an error as a text where the error is made"


def test_a_code_that_cannot_be_followed_is_reported(tmp_path: Path) -> None:
    module = Module("odd", ast.parse("def f(kind):\n    raise UsageError(kind + '_wrong', 'No.')\n"))
    call = next(node for node in ast.walk(module.tree) if isinstance(node, ast.Call))
    assert module.resolve(call.args[0], module.function(call)) is None


def test_every_class_of_errors_has_its_exit_code() -> None:
    def below(kind: type[PiperollError]) -> set[type[PiperollError]]:
        return {kind}.union(*(below(one) for one in kind.__subclasses__()))

    assert {kind.__name__: str(kind.exit_code) for kind in below(PiperollError)} | {
        "DocumentError": "quarantine"
    } == EXITS
    assert {CorpusBusy, GateNotPassed, UsageError} < below(PiperollError)


def test_every_code_is_explained_and_no_other() -> None:
    codes, text = collect(), PAGE.read_text(encoding="utf-8")
    rows = [match for line in text.splitlines() if (match := ROW.fullmatch(line))]
    assert len(rows) == len(re.findall(r"^\| `", text, re.MULTILINE)), "a row that is not of five columns"
    named = [row["code"] for row in rows]
    assert sorted(named) == sorted(codes.modules)
    for row in rows:
        assert codes.exits[row["code"]] <= set(row["exit"].split(", ")), row["code"]


def test_the_modules_are_those_of_the_sources() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert refreshed(text, collect()) == text, "run scripts/error_codes.py"
