"""List the modules that no test imports, and those that no test reaches even through other modules.

    python -m scripts.untested

A module that is only reached through others may still be tested well; the list shows where to look first.
"""

import ast
from pathlib import Path

from scripts.architecture import ROOT, imported, module_graph, modules, reachable


def imported_by_tests() -> set[str]:
    """Return the modules that a file below ``tests/`` imports by name."""
    names = set().union(*(imported(path) for path in (ROOT / "tests").rglob("*.py")))
    return names & modules().keys()


def named(path: Path) -> set[str]:
    """Return the modules that a file names in a text, as ``package.module`` or ``package.module:name``, to load them
    when they are used."""
    texts = (
        node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)
    )
    return {text.partition(":")[0] for text in texts if isinstance(text, str)} & modules().keys()


def reached_by_tests() -> set[str]:
    """Return the modules that tests import, with all that these import, or load by name."""
    graph = {name: targets | named(modules()[name]) for name, targets in module_graph().items()}
    direct = imported_by_tests()
    return direct.union(*(reachable(graph, name) for name in direct))


def with_code() -> set[str]:
    """Return the modules that hold more than a docstring."""
    return {name for name, path in modules().items() if len(ast.parse(path.read_text(encoding="utf-8")).body) > 1}


if __name__ == "__main__":
    for heading, known in (("imported by no test", imported_by_tests()), ("reached by no test", reached_by_tests())):
        missing = sorted(with_code() - known)
        print(f"{len(missing)} of {len(modules())} modules {heading}:", *missing, sep="\n  ")
