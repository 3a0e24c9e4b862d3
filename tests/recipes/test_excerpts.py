"""The excerpts in CONTRIBUTING.md are those of the packages that they explain."""

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPE = re.compile(r"^### (?:An?) .+?(?=^### |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^ *```(?:toml|python)\n(.+?)^ *```$", re.MULTILINE | re.DOTALL)


def test_every_excerpt_stands_in_its_package() -> None:
    recipes = RECIPE.findall(TEXT)
    shown = set()
    for recipe in recipes:
        (module,) = set(re.findall(r"\]\((examples/packages/\w+/\w+\.py)\)", recipe))
        package = (ROOT / module).parent
        shown.add(package)
        source = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / module, package / "pyproject.toml"))
        excerpts = BLOCK.findall(recipe)
        assert len(excerpts) >= 2, recipe.splitlines()[0]
        for excerpt in excerpts:
            assert dedent(excerpt) in lines_dedented(source, excerpt), excerpt
    assert shown == {path for path in (ROOT / "examples" / "packages").iterdir() if path.is_dir()}


def lines_dedented(source: str, excerpt: str) -> str:
    """Return the source without as much indentation as the excerpt has in it."""
    first = dedent(excerpt).splitlines()[0]
    line = next((line for line in source.splitlines() if line.strip() == first), "")
    indent = len(line) - len(line.lstrip())
    return "\n".join(line[indent:] for line in source.splitlines()) + "\n"
