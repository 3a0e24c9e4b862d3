"""Every SQL file is named once, says what it is for, is used, and can be composed."""

import re
from pathlib import Path

import pytest
from psycopg import sql

from piperoll.store.sql import PLACEHOLDER, composed, fragment, query, sql_dir

ROOT = Path(__file__).parents[2]
QUERIES = sorted((sql_dir() / "queries").rglob("*.sql"))
FRAGMENTS = sorted((sql_dir() / "fragments").glob("*.sql"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "piperoll").rglob("*.py"))


def test_names_are_unique_so_that_a_statement_is_found_by_its_name() -> None:
    names = [path.stem for path in [*QUERIES, *FRAGMENTS]]
    assert len(set(names)) == len(names)


def test_every_statement_lies_in_the_folder_of_a_table_group() -> None:
    assert all(path.parent.parent == sql_dir() / "queries" for path in QUERIES)


@pytest.mark.parametrize("path", [*QUERIES, *FRAGMENTS], ids=lambda path: path.stem)
def test_every_file_opens_with_a_line_that_says_what_it_is_for(path: Path) -> None:
    assert re.match(r"-- [A-Z`].{10,}", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_statement_is_composed_of_fragments_and_of_what_its_caller_names(path: Path) -> None:
    names = set(PLACEHOLDER.findall(path.read_text(encoding="utf-8"))) - {one.stem for one in FRAGMENTS}
    assert query(path.stem) == path.read_text(encoding="utf-8")
    assert composed(path.stem, **{name: sql.Identifier("t") for name in names}).as_string()


def test_every_fragment_is_used() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in [*QUERIES, *FRAGMENTS])
    for path in FRAGMENTS:
        assert f"{{{path.stem}}}" in texts or f'"{path.stem}"' in CODE
        assert fragment(path.stem).as_string()


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_statement_is_used(path: Path) -> None:
    built = {"prune_versions", "prune_documents"}  # their names are put together in store/prune.py
    assert f'"{path.stem}"' in CODE or path.stem in built


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        query("no_such_statement")
