"""No regular expression is possessive or atomic: Python 3.11.0 to 3.11.4 match some of these wrongly.

There, ``(?:a|-(?=b))*+`` takes the "-" of "a-c" although its branch fails. Without the second "+" a pattern with which
matching ends is the same; elsewhere a lookahead says what may not follow.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from scripts.architecture import modules

ROOT = Path(__file__).parents[1]
SOURCES = ("piperoll", "flows", "tasks", "scripts", "benchmarks", "deployments", "examples")
FORBIDDEN = {_parser.POSSESSIVE_REPEAT, _parser.ATOMIC_GROUP}
LITERAL = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""What has no meaning of its own for the signs in it: an escaped sign, a set."""
WRITTEN = re.compile(r"(?<=[*+?}])\+|\(\?>")
RECORDER = """
import importlib, re, sys

compiled, original = [], re._compiler.compile

def record(pattern, flags=0):
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in ("re", "functools"):
        frame = frame.f_back
    if frame.f_globals["__name__"].split(".")[0] in {"piperoll", "tasks", "flows", "benchmarks"}:
        compiled.append((frame.f_globals["__name__"], pattern, int(flags)))
    return original(pattern, flags)

re._compiler.compile = record
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:  # of a framework that is not installed
        assert not error.name.startswith(("piperoll", "tasks", "flows", "benchmarks"))
from benchmarks import parsed, pythons
for item in pythons.examples():
    parsed.digests(*item)
print(repr(compiled))
"""


def operations(node: Any) -> Iterator[Any]:
    """Yield every operation of a parsed pattern, the outer ones first."""
    if isinstance(node, _parser.SubPattern):
        for operation, argument in node.data:
            yield operation
            yield from operations(argument)
    elif isinstance(node, tuple | list):
        for part in node:
            yield from operations(part)


def is_possessive(pattern: str, flags: int = 0) -> bool:
    """Return whether a pattern holds a possessive repeat or an atomic group at any depth."""
    return not FORBIDDEN.isdisjoint(operations(_parser.parse(pattern, flags)))


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a source, each with its line, but for docstrings; a value in an f-string is a group."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            prose.update(id(part) for part in node.values)
            parts = (part.value if isinstance(part, ast.Constant) else "(?:)" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


@pytest.mark.parametrize("folder", SOURCES)
def test_no_source_writes_a_possessive_pattern(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:80]!r}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in literals(path)
        if WRITTEN.search(LITERAL.sub(".", text))
    ]
    assert found == []


def test_no_pattern_that_is_put_together_becomes_possessive() -> None:
    """Look at all that is compiled when every module is imported and every example parsed."""
    names = [name for name in modules() if not name.endswith("__main__")]
    done = subprocess.run([sys.executable, "-c", RECORDER, *names], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    compiled = ast.literal_eval(done.stdout)
    assert len(compiled) > 500
    assert [(name, pattern) for name, pattern, flags in compiled if is_possessive(pattern, flags)] == []


@pytest.mark.parametrize("pattern", ["a*+", "(?:b(?=c))?+", "x(?:y|(?:z{2}+))", "(?=(?>a))", "[+]++", "a{1,2}+"])
def test_possessive_patterns_are_found(pattern: str) -> None:
    assert is_possessive(pattern)
    assert WRITTEN.search(LITERAL.sub(".", pattern))


@pytest.mark.parametrize("pattern", [r"a*\+", r"[*+\-]", r"a+?", r"\++", r"[]*+]", r"(?:a*)+", r"a{2}\+"])
def test_other_patterns_are_not(pattern: str) -> None:
    assert not is_possessive(pattern)
    assert not WRITTEN.search(LITERAL.sub(".", pattern))
