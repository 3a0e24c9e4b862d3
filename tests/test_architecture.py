"""The layers: imports go one way, and only the shells and flows know of Prefect."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = [
    {"model", "errors", "hashing", "progress", "redact", "logs", "settings", "s3", "days"},
    {"text"},
    {"coverage", "chunking", "wording_diff"},
    {"corpora", "sources"},
    {"store", "embed"},
    {"pipeline", "search", "evaluate"},
    {"doctor", "prometheus"},
    {"terminal", "cli"},
]
"""From the bottom: a module imports from its own layer and from those below."""
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
FILES = sorted(path for folder in ("piperoll", "tasks", "flows") for path in (ROOT / folder).rglob("*.py"))


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def _part(module: str) -> str:
    return module.split(".")[1] if module.startswith("piperoll.") else ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_go_one_way(path: Path) -> None:
    top, *rest = path.relative_to(ROOT).with_suffix("").parts
    imported = _imports(path)
    if top == "piperoll":
        assert not {name for name in imported if name.split(".")[0] in ("tasks", "flows", "prefect")}
        level = LEVEL.get(rest[0], len(LAYERS))
        assert not {name for name in imported if LEVEL.get(_part(name), 0) > level}
    elif top == "tasks":
        assert not {name for name in imported if name.split(".")[0] == "flows"}


def test_every_library_module_has_a_layer() -> None:
    parts = {
        path.relative_to(ROOT / "piperoll").parts[0].removesuffix(".py") for path in (ROOT / "piperoll").rglob("*.py")
    }
    assert parts - {"__init__"} <= set(LEVEL)
