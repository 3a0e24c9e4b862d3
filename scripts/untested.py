"""List the modules that no test imports, and those that no test reaches even through other modules.

    python -m scripts.untested

A module that is only reached through others may still be tested well; the list shows where to look first.
"""

from scripts.architecture import ROOT, imported, module_graph, modules, reachable


def imported_by_tests() -> set[str]:
    """Return the modules that a file below ``tests/`` imports by name."""
    names = set().union(*(imported(path) for path in (ROOT / "tests").rglob("*.py")))
    return names & modules().keys()


def reached_by_tests() -> set[str]:
    """Return the modules that tests import, with all that these import."""
    graph, direct = module_graph(), imported_by_tests()
    return direct.union(*(reachable(graph, name) for name in direct))


def with_code() -> set[str]:
    """Return the modules that hold more than a docstring."""
    return {name for name, path in modules().items() if len(path.read_text(encoding="utf-8").splitlines()) > 3}


if __name__ == "__main__":
    for heading, known in (("imported by no test", imported_by_tests()), ("reached by no test", reached_by_tests())):
        missing = sorted(with_code() - known)
        print(f"{len(missing)} of {len(modules())} modules {heading}:", *missing, sep="\n  ")
