"""Check the language of docstrings: a function's opens with a verb, and three parameters or more are explained."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NO_VERBS = frozenset(
    "Of What Where When How Which Who Whose Whether Why The A An Is Are Was Does Do Has Have Can Could May Must Should"
    " That Those These This There It Its They By As In On At For From To With Without If Every Each One Two All Any"
    " Some No Not Nothing Only Also Back So Such Same Other Another".split()
)
"""First words of a docstring that say no action: "The rows …", "Whether …", "Of a chunk …"."""
RIDDLES = frozenset("Of What Where How Which".split())
"""First words that no module or class docstring has."""
ARGS_FROM = 3
"""Parameters, without self and cls, from which a public function has a section "Args"."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def package_of(path: Path) -> str:
    """Return the folder that the rules count by: ``piperoll/corpora/sst``, ``piperoll/store``, ``tasks``."""
    folders = path.relative_to(ROOT).parts[:-1]
    return "/".join(folders[: 3 if folders[1:2] == ("corpora",) else 2])


FILES = sorted(path for folder in ("piperoll", "tasks", "flows") for path in (ROOT / folder).rglob("*.py"))
PACKAGES = sorted({package_of(path) for path in FILES})


def faults(source: str) -> Iterator[str]:
    """Yield a line for each docstring in ``source`` that breaks a rule."""
    yield from _faults(ast.parse(source), public=True)


def _faults(node: ast.AST, *, public: bool) -> Iterator[str]:
    if isinstance(node, ast.Module | ast.ClassDef) and (first := _first_word(node)) in RIDDLES:
        yield f"{_name(node)}: the docstring opens with {first!r}"
    if isinstance(node, Function) and ast.get_docstring(node):
        first = _first_word(node)
        if not (first.isalpha() and first[0].isupper()) or first in NO_VERBS:
            yield f"{_name(node)}: the docstring opens with {first!r} and not with a verb"
        elsewhere = first == "See"  # the protocol or the base class has the parameters
        if public and not elsewhere and _needs_args(node) and "\nArgs:\n" not in (ast.get_docstring(node) or ""):
            yield f'{_name(node)}: the docstring of {len(_parameters(node))} parameters has no section "Args"'
    for child in ast.iter_child_nodes(node):
        private = isinstance(node, Function) or str(getattr(child, "name", "")).startswith("_")
        yield from _faults(child, public=public and not private)


def _name(node: ast.Module | ast.ClassDef | Function) -> str:
    return "line 1" if isinstance(node, ast.Module) else f"line {node.lineno}, {node.name}"


def _first_word(node: ast.Module | ast.ClassDef | Function) -> str:
    words = (ast.get_docstring(node) or "").split()
    return words[0].rstrip(".,:;") if words else ""


def _parameters(node: Function) -> list[str]:
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [argument.arg for argument in arguments if argument.arg not in ("self", "cls")]


def _needs_args(node: Function) -> bool:
    """Return whether a function has enough parameters; a command of the CLI explains its own in the options."""
    commands = [decorator for decorator in node.decorator_list if "command" in ast.dump(decorator)]
    return len(_parameters(node)) >= ARGS_FROM and not commands


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_say_what_a_function_does(package: str) -> None:
    broken = [
        f"{path.relative_to(ROOT).as_posix()}, {fault}"
        for path in FILES
        if package_of(path) == package
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('def rows():\n    """The rows of a table."""', "opens with 'The'"),
        ('def rows():\n    """Return the rows of a table."""', ""),
        ('def rows():\n    """``a`` → ``b``."""', "opens with '``a``'"),
        ('class Rows:\n    @property\n    def n(self):\n        """Of how many."""', "opens with 'Of'"),
        ('class Rows:\n    """What is read."""', "opens with 'What'"),
        ('"""How rows are read."""', "opens with 'How'"),
        ('"""Read rows."""\nclass Rows:\n    """A table."""', ""),
        ('def cut(a, b, c):\n    """Cut a text."""', "no section"),
        ('def cut(self, a, b):\n    """Cut a text."""', ""),
        ('def cut(a, *, b, c):\n    """Cut a text.\n\n    Args:\n        a: text.\n    """', ""),
        ('def _cut(a, b, c):\n    """Cut a text."""', ""),
        ('class _Cutter:\n    def cut(self, a, b, c):\n        """Cut a text."""', ""),
        ('@app.command()\ndef cut(a, b, c):\n    """Cut a text."""', ""),
        ("def cut(a, b, c): ...", ""),
    ],
)
def test_rules_see_what_they_are_for(source: str, fault: str) -> None:
    lines = list(faults(source))
    assert len(lines) == bool(fault)
    assert all(fault in line for line in lines)
